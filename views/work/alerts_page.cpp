// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/work/alerts_page.h"

#include "models/display_text.h"
#include "views/widgets/tone_chip.h"
#include "views/work/acknowledge_dialog.h"

#include <QBoxLayout>
#include <QItemSelectionModel>
#include <QPushButton>

namespace onceover::views {

AlertsPage::AlertsPage(const PageContext& context, FilterLine* filter)
    : WorkPageOf<AlertListRow>(QStringLiteral("alerts"), context, filter)
    , m_acknowledge(new QPushButton)
    , m_whyNot(new ToneLine(ToneLine::Ground::Plain))
{
    m_acknowledge->setObjectName(objectName() + QStringLiteral(".acknowledge"));
    m_whyNot->setObjectName(objectName() + QStringLiteral(".whyNot"));
    auto* head = new QWidget;
    auto* line = new QHBoxLayout(head);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(10);
    line->addWidget(m_acknowledge);
    line->addWidget(m_whyNot, 1);
    line->addStretch(); // The button keeps its size where nothing stands beside it.
    setHead(head);
    connect(m_acknowledge, &QPushButton::clicked, this, &AlertsPage::openDialog);
    connect(table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &AlertsPage::showButton);
    connect(rowsModel(), &QAbstractItemModel::modelReset, this, &AlertsPage::showButton);
    connect(rowsModel(), &QAbstractItemModel::dataChanged, this, &AlertsPage::showButton);
    connect(rowsModel(), &QAbstractItemModel::rowsInserted, this, &AlertsPage::showButton);
    connect(rowsModel(), &QAbstractItemModel::rowsRemoved, this, &AlertsPage::showButton);
    connect(&gateway(), &models::Gateway::statusChanged, this, &AlertsPage::showButton);
    retranslate();
}

/// The row that the facts below the list are about.
const AlertListRow* AlertsPage::chosen() const
{
    const int rows = rowsModel()->rowCount();
    const int current = table()->currentIndex().row();
    return rows == 0 ? nullptr : &rowsModel()->rowAt(current < 0 || current >= rows ? 0 : current);
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
    gateway().pause(models::PauseReason::Dialog);
    connect(m_dialog, &QDialog::finished, this, [this] { gateway().resume(models::PauseReason::Dialog); });
    m_dialog->open();
}

void AlertsPage::retranslate()
{
    WorkPageOf<AlertListRow>::retranslate();
    m_acknowledge->setText(tr("Acknowledge\u2026"));
    m_acknowledge->setAccessibleDescription(tr("Says that you look after the chosen alert"));
    showButton();
}

} // namespace onceover::views
