// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/work/alerts_page.h"

#include "models/display_text.h"
#include "views/widgets/tone_chip.h"
#include "views/work/acknowledge_dialog.h"

#include <QPushButton>

namespace onceover::views {

AlertsPage::AlertsPage(const PageContext& context, FilterLine* filter)
    : WorkPageOf<AlertListRow>(QStringLiteral("alerts"), context, filter)
    , m_acknowledge(new QPushButton)
    , m_whyNot(new ToneLine(ToneLine::Ground::Plain))
{
    m_acknowledge->setObjectName(objectName() + QStringLiteral(".acknowledge"));
    m_whyNot->setObjectName(objectName() + QStringLiteral(".whyNot"));
    setButtons(buttonRow({m_acknowledge}, m_whyNot));
    connect(m_acknowledge, &QPushButton::clicked, this, &AlertsPage::openDialog);
    followRows([this] { showButton(); });
    retranslate();
}

/// The row that the facts below the list are about.
const AlertListRow* AlertsPage::chosen() const
{
    const int row = chosenRow();
    return row < 0 ? nullptr : &rowsModel()->rowAt(row);
}

void AlertsPage::showButton()
{
    const AlertListRow* alert = chosen();
    QString why = models::whyNoAcknowledgement(gateway().status());
    if (why.isEmpty() && alert && alert->status == "ACKNOWLEDGED")
        why = tr("%1 looks after it.", "person").arg(models::plainText(alert->acknowledgedBy));
    else if (why.isEmpty() && alert && alert->status == "CLOSED")
        why = tr("It is over.");
    m_acknowledge->setEnabled(alert && why.isEmpty());
    m_whyNot->setLine(why, QStringLiteral("info"), models::Tone::Neutral);
    m_whyNot->setVisible(!why.isEmpty());
}

void AlertsPage::openDialog()
{
    const AlertListRow* alert = chosen();
    if (!alert || m_dialog)
        return;
    m_dialog = new AcknowledgeDialog(gateway(), *alert, this);
    openPaused(m_dialog);
}

void AlertsPage::retranslate()
{
    WorkPageOf<AlertListRow>::retranslate();
    m_acknowledge->setText(tr("Acknowledge\u2026"));
    m_acknowledge->setAccessibleDescription(tr("Says that you look after the chosen alert"));
    showButton();
}

} // namespace onceover::views
