// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/work/rollout_page.h"

#include "models/connection_text.h"
#include "models/rollout_text.h"
#include "views/acts/rollout_dialog.h"
#include "views/widgets/tone_chip.h"

#include <QPushButton>

namespace onceover::views {

RolloutPage::RolloutPage(const PageContext& context, FilterLine* filter)
    : WorkPageOf<RolloutListRow>(QStringLiteral("rollout"), context, filter)
    , m_ask(new QPushButton)
    , m_whyNot(new ToneLine(ToneLine::Ground::Plain))
{
    m_ask->setObjectName(objectName() + QStringLiteral(".ask"));
    m_whyNot->setObjectName(objectName() + QStringLiteral(".whyNot"));
    setButtons(buttonRow({m_ask}, m_whyNot));
    connect(m_ask, &QPushButton::clicked, this, &RolloutPage::openDialog);
    followRows([this] { showButton(); });
    retranslate();
}

const RolloutListRow* RolloutPage::chosen() const
{
    const int row = chosenRow();
    return row < 0 ? nullptr : &rowsModel()->rowAt(row);
}

void RolloutPage::showButton()
{
    const RolloutListRow* row = chosen();
    QString why = models::whyNoAct(gateway().status(), "operator");
    if (why.isEmpty() && row)
        why = models::whyNoRollout(*row);
    m_ask->setEnabled(row && why.isEmpty());
    m_whyNot->setLine(why, QStringLiteral("info"), models::Tone::Neutral);
    m_whyNot->setVisible(!why.isEmpty());
}

void RolloutPage::openDialog()
{
    const RolloutListRow* row = chosen();
    if (!row || m_dialog)
        return;
    m_dialog = new RolloutDialog(gateway(), *row, this);
    openPaused(m_dialog);
}

void RolloutPage::retranslate()
{
    WorkPageOf<RolloutListRow>::retranslate();
    m_ask->setText(tr("Ask for a stage\u2026"));
    m_ask->setAccessibleDescription(tr("Asks that the chosen rules go on to the next stage, or back"));
    showButton();
}

} // namespace onceover::views
