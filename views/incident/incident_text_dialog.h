// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/incident_model.h"
#include "views/acts/act_dialog.h"

namespace onceover::views {

class TextLabel;

/// Asks for an act on an incident that needs words at most: a note, a reason, an answer, a step. It says what the act
/// does before it is done.
class IncidentTextDialog final : public ActDialog {
    Q_OBJECT

public:
    IncidentTextDialog(models::Gateway& gateway, models::IncidentDeed deed, models::IncidentDetailPtr detail,
        QWidget* parent = nullptr);

    void retranslate() override;

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void send() override;
    void showFields(bool asking) override;
    [[nodiscard]] bool closesWhenDone() const override;
    [[nodiscard]] bool mayCorrect(const models::ActOutcome& outcome) const override;

private:
    [[nodiscard]] QString effectText() const;

    models::IncidentDeed m_deed;
    models::IncidentDetailPtr m_detail;
    TextLabel* m_about;
    TextLabel* m_effect;
    Field m_text;
    Field m_ticket;
};

} // namespace onceover::views
