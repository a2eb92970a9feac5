// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/incident/incidents_page.h"

#include "models/connection_text.h"
#include "views/incident/open_incident_dialog.h"
#include "views/widgets/tone_chip.h"

#include <QPushButton>

namespace onceover::views {

IncidentsPage::IncidentsPage(const PageContext& context, FilterLine* filter)
    : WorkPageOf<IncidentRow>(QStringLiteral("incidents"), context, filter)
    , m_open(new QPushButton)
    , m_whyNot(new ToneLine(ToneLine::Ground::Plain))
{
    m_open->setObjectName(objectName() + QStringLiteral(".open"));
    m_whyNot->setObjectName(objectName() + QStringLiteral(".whyNot"));
    setButtons(buttonRow({m_open}, m_whyNot));
    connect(m_open, &QPushButton::clicked, this, &IncidentsPage::openDialog);
    followRows([this] { showButton(); });
    retranslate();
}

void IncidentsPage::showButton()
{
    const QString why = models::whyNoAct(gateway().status(), "operator");
    m_open->setEnabled(why.isEmpty());
    m_whyNot->setLine(why, QStringLiteral("ban"), models::Tone::Neutral);
    m_whyNot->setVisible(!why.isEmpty());
}

void IncidentsPage::openDialog()
{
    if (m_dialog)
        return;
    m_dialog = new OpenIncidentDialog(gateway(), {}, this);
    connect(m_dialog, &OpenIncidentDialog::opened, this, [this](qint64 incident) {
        emit addressActivated({QLatin1String(models::kIncidentPage), QString::number(incident), {}});
    });
    openPaused(m_dialog);
}

void IncidentsPage::retranslate()
{
    WorkPageOf<IncidentRow>::retranslate();
    m_open->setText(tr("Open an incident\u2026"));
    m_open->setAccessibleDescription(tr("Begins the seven steps about a scope"));
    showButton();
}

} // namespace onceover::views
