// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "core/records/control.h"
#include "views/acts/act_dialog.h"

namespace onceover::views {

class TextLabel;

/// Takes from whoever holds it one operation, or from one worker all that it holds: what they still write is refused by
/// the database. Like a freeze it protects, so one person may, with a reason and without anything to be typed.
class FenceDialog final : public ActDialog {
    Q_OBJECT

public:
    /// `scope`: "operation ID" or "worker W". `holder`: the worker that holds the operation.
    FenceDialog(
        models::Gateway& gateway, const ControlScope& scope, const std::string& holder, QWidget* parent = nullptr);

    void retranslate() override;

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void send() override;
    void showFields(bool asking) override;

private:
    ControlScope m_scope;
    std::string m_holder;
    TextLabel* m_about;
    TextLabel* m_effect;
    Field m_reason;
};

} // namespace onceover::views
