// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/acts/act_dialog.h"

namespace onceover::views {

class TextLabel;

/// A person says that they have seen an alert, and may say why. It names the alert and what follows; a refusal is shown
/// and the dialog stays, and it closes when it is done.
class AcknowledgeDialog final : public ActDialog {
    Q_OBJECT

public:
    AcknowledgeDialog(models::Gateway& gateway, const AlertListRow& alert, QWidget* parent = nullptr);

    void retranslate() override;

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    void send() override;
    void showFields(bool asking) override;
    [[nodiscard]] QString waitingText() const override;
    [[nodiscard]] bool closesWhenDone() const override { return true; }

private:
    AlertListRow m_alert;
    TextLabel* m_about;
    TextLabel* m_effect;
    Field m_reason;
};

} // namespace onceover::views
