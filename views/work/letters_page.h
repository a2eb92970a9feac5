// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/work/work_page.h"

#include <QPointer>

class QPushButton;

namespace onceover::views {

class ActDialog;
class RemedyButton;

/// Dead letters, and what a person may ask for about the chosen ones: a replay of all that are selected, the dismissal
/// of the current one, or what puts its operation right.
class LettersPage final : public WorkPageOf<DeadLetterListRow> {
    Q_OBJECT

public:
    LettersPage(const PageContext& context, FilterLine* filter);

    [[nodiscard]] std::vector<models::ReplayCandidate> replayCandidates() const override;
    void retranslate() override;

protected:
    [[nodiscard]] QString groupText(const std::string& name) const override;
    [[nodiscard]] QString groupingText(const QString& term) const override;

private:
    void showButtons();
    void openDismissal();
    [[nodiscard]] const DeadLetterListRow* chosen() const;

    QPushButton* m_replay;
    QPushButton* m_dismiss;
    RemedyButton* m_remedy;
    ToneLine* m_whyNot;
    QPointer<ActDialog> m_dialog;
};

} // namespace onceover::views
