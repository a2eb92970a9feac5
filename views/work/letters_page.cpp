// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/work/letters_page.h"

#include "models/display_text.h"
#include "models/remedy_plan.h"
#include "views/acts/dismissal_dialog.h"
#include "views/operation/remedy_button.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QItemSelectionModel>
#include <QPushButton>

namespace onceover::views {

LettersPage::LettersPage(const PageContext& context, FilterLine* filter)
    : WorkPageOf<DeadLetterListRow>(QStringLiteral("dead"), context, filter)
    , m_replay(new QPushButton)
    , m_dismiss(new QPushButton)
    , m_remedy(new RemedyButton(objectName() + QStringLiteral(".remedy"), gateway()))
    , m_whyNot(new ToneLine(ToneLine::Ground::Plain))
{
    m_replay->setObjectName(objectName() + QStringLiteral(".replay"));
    m_dismiss->setObjectName(objectName() + QStringLiteral(".dismiss"));
    m_whyNot->setObjectName(objectName() + QStringLiteral(".whyNot"));
    setButtons(buttonRow({m_replay, m_dismiss, m_remedy}, m_whyNot));
    connect(m_replay, &QPushButton::clicked, this, &Page::replayWanted);
    connect(m_dismiss, &QPushButton::clicked, this, &LettersPage::openDismissal);
    followRows([this] { showButtons(); });
    retranslate();
}

const DeadLetterListRow* LettersPage::chosen() const
{
    const int row = chosenRow();
    return row < 0 ? nullptr : &rowsModel()->rowAt(row);
}

std::vector<models::ReplayCandidate> LettersPage::replayCandidates() const
{
    std::vector<models::ReplayCandidate> picked;
    const QModelIndexList selected = table()->selectionModel()->selectedRows();
    for (const QModelIndex& index : selected)
        picked.push_back(models::replayCandidate(rowsModel()->rowAt(index.row())));
    if (picked.empty() && chosen())
        picked.push_back(models::replayCandidate(*chosen()));
    return picked;
}

QString LettersPage::groupText(const std::string& name) const
{
    return models::letterGroupText(filter()->groupTerm().toStdString(), name);
}

QString LettersPage::groupingText(const QString& term) const
{
    return models::letterGroupingText(term.toStdString());
}

void LettersPage::showButtons()
{
    const DeadLetterListRow* letter = chosen();
    const QString why = models::whyNoAct(gateway().status(), "operator");
    m_replay->setEnabled(letter && why.isEmpty());
    const bool unknown = letter
        && (letter->failureClass == "UNKNOWN" || letter->failureClass == "MISMATCH"
            || letter->failureClass == "DIFFERS");
    const QString whyNoDismissal = !why.isEmpty() ? why
        : unknown                                 ? tr("An unknown is never dismissed.")
        : letter && letter->status != "OPEN"      ? models::deadLetterStateText(letter->status).explanation
                                                  : QString();
    m_dismiss->setEnabled(letter && whyNoDismissal.isEmpty());
    m_remedy->setSubject(letter ? models::operationSubject(*letter) : std::nullopt,
        letter ? models::whyNoOperation(*letter) : QString());
    m_whyNot->setLine(whyNoDismissal, QStringLiteral("info"), models::Tone::Neutral);
    m_whyNot->setVisible(!whyNoDismissal.isEmpty());
}

void LettersPage::openDismissal()
{
    const DeadLetterListRow* letter = chosen();
    if (!letter || m_dialog)
        return;
    m_dialog = new DismissalDialog(gateway(), *letter, this);
    openPaused(m_dialog);
}

void LettersPage::retranslate()
{
    WorkPageOf<DeadLetterListRow>::retranslate();
    m_replay->setText(tr("Request replay\u2026"));
    m_replay->setAccessibleDescription(tr("Asks that the selected ones be done again under their keys"));
    m_dismiss->setText(tr("Dismiss\u2026"));
    m_dismiss->setAccessibleDescription(tr("Asks that the current letter be closed without doing anything"));
    m_remedy->retranslate();
    showButtons();
}

} // namespace onceover::views
