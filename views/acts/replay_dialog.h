// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/replay_plan.h"
#include "views/acts/request_dialog.h"

#include <vector>

class QCheckBox;
class QRadioButton;

namespace onceover::views {

class TextLabel;

/// Asks that operations be done again under their original keys; a second person decides. The first question is forced:
/// did this key ever succeed? What the record says stands beside it, and who answers yes is led away from a replay.
class ReplayDialog final : public RequestDialog {
    Q_OBJECT

public:
    ReplayDialog(
        models::Gateway& gateway, const std::vector<models::ReplayCandidate>& picked, QWidget* parent = nullptr);

    [[nodiscard]] const models::ReplayPlan& plan() const { return m_plan; }
    void retranslate() override;

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void send() override;
    void showFields(bool asking) override;
    [[nodiscard]] bool mayCorrect(const models::ActOutcome& outcome) const override;

private:
    void build();
    void showPlan();
    [[nodiscard]] QString lineText(const models::ReplayLine& line) const;

    models::ReplayPlan m_plan;
    TextLabel* m_headline;
    TextLabel* m_classes;
    QVBoxLayout* m_lines;
    std::vector<ToneLine*> m_lineWidgets;
    TextLabel* m_question;
    QRadioButton* m_no;
    QRadioButton* m_yes;
    ToneLine* m_lead;
    QCheckBox* m_morning;
    QCheckBox* m_underFreeze;
    Field m_total;
    TextLabel* m_harmless;
};

} // namespace onceover::views
