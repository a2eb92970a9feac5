// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/incident_model.h"
#include "views/acts/act_dialog.h"

class QComboBox;

namespace onceover::views {

class TextLabel;

/// Asks for what an incident needs a long look for: saving evidence, diagnosing a run, comparing the books. The look
/// goes on beside the window, says how far it is and can be ended; nothing is recorded before it is over.
class LookDialog final : public ActDialog {
    Q_OBJECT

public:
    /// `deed`: SaveEvidence, Diagnose or CompareBooks.
    LookDialog(models::Gateway& gateway, models::IncidentDeed deed, models::IncidentDetailPtr detail,
        QWidget* parent = nullptr);
    /// Ends a look that is under way: what nobody waits for is not recorded.
    ~LookDialog() override;

    void retranslate() override;

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void send() override;
    void showFields(bool asking) override;
    [[nodiscard]] QString waitingText() const override;
    [[nodiscard]] bool mayCorrect(const models::ActOutcome& outcome) const override;

private:
    void build();
    void proposeRun();
    void chooseFolder();
    [[nodiscard]] bool needsRun() const { return m_deed != models::IncidentDeed::CompareBooks; }
    [[nodiscard]] bool savesEvidence() const { return m_deed == models::IncidentDeed::SaveEvidence; }
    [[nodiscard]] std::optional<BusinessDate> date() const;
    [[nodiscard]] QString job() const;

    models::IncidentDeed m_deed;
    models::IncidentDetailPtr m_detail;
    TextLabel* m_effect;
    QLabel* m_jobLabel;
    QComboBox* m_job;
    Field m_date;
    Field m_folder;
    QPushButton* m_choose;
    Field m_key;
    QPushButton* m_stop;
    qint64 m_rows = 0;
};

} // namespace onceover::views
