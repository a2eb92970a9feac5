// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rollout_text.h"
#include "views/acts/request_dialog.h"

class QComboBox;

namespace onceover::views {

class TextLabel;

/// Asks that a version of a job's rules enter another stage; a second person decides. It says what the version holds
/// and led to now, how the system fares, and what going back would leave to deal with.
class RolloutDialog final : public RequestDialog {
    Q_OBJECT

public:
    RolloutDialog(models::Gateway& gateway, const RolloutListRow& row, QWidget* parent = nullptr);

    void retranslate() override;

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void send() override;
    void showFields(bool asking) override;
    /// What was typed for whom may be wrong.
    [[nodiscard]] bool mayCorrect(const models::ActOutcome& outcome) const override;

private:
    [[nodiscard]] const models::RolloutStep* chosen() const;
    [[nodiscard]] bool needsScopes() const;

    RolloutListRow m_row;
    std::vector<models::RolloutStep> m_steps;
    TextLabel* m_about;
    TextLabel* m_work;
    QLabel* m_stageLabel;
    QComboBox* m_stage;
    TextLabel* m_meaning;
    Field m_scopes;
    ToneLine* m_back;
    TextLabel* m_left;
};

} // namespace onceover::views
