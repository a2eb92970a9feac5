// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/gateway/gateway.h"

#include <QPointer>
#include <QPushButton>

#include <optional>

namespace onceover::views {

class RevealDialog;

/// Opens the dialog that shows what is masked of one operation. Where this session may not look, it is off and says
/// why.
class RevealButton final : public QPushButton {
    Q_OBJECT

public:
    RevealButton(const QString& name, models::Gateway& gateway, QWidget* parent = nullptr);

    /// Nothing: no operation is shown.
    void setOperation(std::optional<OperationId> operation);
    void retranslate();

private:
    void showState();
    void open();

    models::Gateway& m_gateway;
    std::optional<OperationId> m_operation;
    QPointer<RevealDialog> m_dialog;
};

} // namespace onceover::views
