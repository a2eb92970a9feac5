// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/work/differences_page.h"

#include "models/connection_text.h"
#include "models/remedy_plan.h"
#include "views/acts/match_dialog.h"
#include "views/acts/remedy_dialogs.h"
#include "views/operation/remedy_button.h"
#include "views/widgets/plain.h"
#include "views/widgets/tone_chip.h"

#include <QPushButton>

namespace onceover::views {

DifferencesPage::DifferencesPage(const PageContext& context, FilterLine* filter)
    : WorkPageOf<DifferenceListRow>(QStringLiteral("differences"), context, filter)
    , m_match(new QPushButton)
    , m_correct(new QPushButton)
    , m_remedy(new RemedyButton(objectName() + QStringLiteral(".remedy"), gateway()))
    , m_whyNot(new ToneLine(ToneLine::Ground::Plain))
{
    m_match->setObjectName(objectName() + QStringLiteral(".match"));
    m_correct->setObjectName(objectName() + QStringLiteral(".correct"));
    m_whyNot->setObjectName(objectName() + QStringLiteral(".whyNot"));
    setButtons(buttonRow({m_match, m_correct, m_remedy}, m_whyNot));
    connect(m_match, &QPushButton::clicked, this, &DifferencesPage::openMatch);
    connect(m_correct, &QPushButton::clicked, this, &DifferencesPage::openCorrection);
    followRows([this] { showButton(); });
    retranslate();
}

const DifferenceListRow* DifferencesPage::chosen() const
{
    const int row = chosenRow();
    return row < 0 ? nullptr : &rowsModel()->rowAt(row);
}

void DifferencesPage::showButton()
{
    const DifferenceListRow* difference = chosen();
    const QString role = models::whyNoAct(gateway().status(), "operator");
    const QString whyNoMatch = role.isEmpty() && difference ? models::whyNoMatch(*difference) : role;
    const QString whyNoCorrection = role.isEmpty() && difference ? models::whyNoCorrection(*difference) : role;
    m_match->setEnabled(difference && whyNoMatch.isEmpty());
    m_correct->setEnabled(difference && whyNoCorrection.isEmpty());
    setHint(m_match, whyNoMatch);
    setHint(m_correct, whyNoCorrection);
    // Beside the buttons only what rules both out: a difference of money has most often neither.
    const QString why = whyNoMatch.isEmpty() || whyNoCorrection.isEmpty() ? QString() : whyNoMatch;
    m_remedy->setSubject(difference ? models::operationSubject(*difference) : std::nullopt,
        difference ? models::whyNoOperation(*difference) : QString());
    m_whyNot->setLine(why, QStringLiteral("info"), models::Tone::Neutral);
    m_whyNot->setVisible(!why.isEmpty());
}

void DifferencesPage::openCorrection()
{
    const DifferenceListRow* difference = chosen();
    if (!difference || m_dialog)
        return;
    m_dialog = new CorrectionDialog(gateway(), *difference, this);
    openPaused(m_dialog);
}

void DifferencesPage::openMatch()
{
    const DifferenceListRow* difference = chosen();
    if (!difference || m_dialog)
        return;
    m_dialog = new MatchDialog(gateway(), *difference, this);
    openPaused(m_dialog);
}

void DifferencesPage::retranslate()
{
    WorkPageOf<DifferenceListRow>::retranslate();
    m_match->setText(tr("Propose match\u2026"));
    m_match->setAccessibleDescription(tr("Asks that it be closed because a record of the other side explains it"));
    m_correct->setText(tr("Request correction\u2026"));
    m_correct->setAccessibleDescription(tr("Asks that money found gone after a refusal be booked"));
    m_remedy->retranslate();
    showButton();
}

} // namespace onceover::views
