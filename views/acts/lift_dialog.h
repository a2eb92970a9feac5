// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/time_text.h"
#include "views/acts/request_dialog.h"

class QComboBox;
class QGridLayout;

namespace onceover::views {

class TextLabel;

/// Asks that a freeze be lifted; a second person decides. It says what is held and why the lift cannot be asked for
/// yet.
class LiftDialog final : public RequestDialog {
    Q_OBJECT

public:
    LiftDialog(models::Gateway& gateway, const models::TimeFormat& format, QWidget* parent = nullptr);
    ~LiftDialog() override;

    void retranslate() override;

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void send() override;
    void showFields(bool asking) override;
    [[nodiscard]] bool mayCorrect(const models::ActOutcome& outcome) const override;

private:
    void take(const models::FreezesPtr& freezes);
    [[nodiscard]] const FreezeRow* chosen() const;
    void showHeldJobs();
    void nameHeldJobs();
    [[nodiscard]] std::string policies() const;

    /// What becomes of the held runs of one job.
    struct HeldJob {
        QString job;
        QLabel* label;
        QComboBox* policy;
    };

    models::TimeFormat m_format;
    models::FreezesPtr m_freezes;
    QLabel* m_freezeLabel;
    QComboBox* m_freeze;
    ToneLine* m_progress;
    TextLabel* m_held;
    TextLabel* m_effect;
    TextLabel* m_jobsTitle;
    QGridLayout* m_jobsGrid;
    std::vector<HeldJob> m_jobs;
    std::vector<HeldJobRow> m_heldShown; ///< That the rows of the grid were made for.
};

} // namespace onceover::views
