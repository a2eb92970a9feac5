// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does on the page Incident: dialogs and reports.
#include "views/incident/incident_page.h"

#include "models/incident_report.h"
#include "views/acts/approval_sheet.h"
#include "views/acts/freeze_dialog.h"
#include "views/acts/lift_dialog.h"
#include "views/incident/incident_text_dialog.h"
#include "views/incident/look_dialog.h"
#include "views/incident/plan_dialog.h"
#include "views/incident/weigh_dialog.h"
#include "views/print/text_pdf.h"
#include "views/widgets/tone_chip.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>

namespace onceover::views {

QDialog* IncidentPage::dialogFor(models::IncidentDeed deed)
{
    using Deed = models::IncidentDeed;
    switch (deed) {
    case Deed::None:
    case Deed::Wait:
    case Deed::ShowLetters:
        break;
    case Deed::Freeze:
        return new FreezeDialog(gateway(), context().format, freezeScopes(), this);
    case Deed::Lift:
        return new LiftDialog(gateway(), context().format, this);
    case Deed::OpenRequest:
        return new ApprovalSheet(gateway(), context().format, m_detail->incident.plan, this);
    case Deed::SaveEvidence:
    case Deed::Diagnose:
    case Deed::CompareBooks:
        return new LookDialog(gateway(), deed, m_detail, this);
    case Deed::Weigh:
        return new WeighDialog(gateway(), m_detail, this);
    case Deed::RequestPlan:
        return new PlanDialog(gateway(), m_detail, this);
    case Deed::Fence:
    case Deed::GiveReason:
    case Deed::AnswerWhy:
    case Deed::BeginRecovery:
    case Deed::Advance:
    case Deed::Close:
    case Deed::TakeOver:
    case Deed::Note:
    case Deed::GoBack:
    case Deed::CallFalseAlarm:
        return new IncidentTextDialog(gateway(), deed, m_detail, this);
    }
    return nullptr;
}

void IncidentPage::carryOut(models::IncidentDeed deed)
{
    if (!m_detail || m_dialog || !models::whyNoDeed(deed, *m_detail, gateway().status()).isEmpty())
        return;
    if (deed == models::IncidentDeed::ShowLetters)
        emit addressActivated({QStringLiteral("dead"), {}, {}});
    else if (QDialog* dialog = dialogFor(deed))
        openDialog(dialog);
}

void IncidentPage::openDialog(QDialog* dialog)
{
    m_dialog = dialog;
    gateway().pause(models::PauseReason::Dialog);
    connect(dialog, &QDialog::finished, this, [this] {
        m_dialog.clear(); // It deletes itself later; the next one may open now.
        gateway().resume(models::PauseReason::Dialog);
    });
    dialog->open();
}

/// Where it goes is asked first; then everything is read.
void IncidentPage::wantReport(const QString& suffix)
{
    if (!m_detail || m_reporting)
        return;
    if (suffix.isEmpty()) {
        readReport({});
        return;
    }
    auto* dialog = new QFileDialog(this, tr("Save the report"), QDir::homePath());
    dialog->setObjectName(QStringLiteral("dialog.report"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(QStringLiteral("%1.%2").arg(models::incidentName(m_detail->incident.id).toLower(), suffix));
    connect(dialog, &QFileDialog::fileSelected, this, &IncidentPage::readReport);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    openDialog(dialog);
}

void IncidentPage::readReport(const QString& file)
{
    if (!m_detail || m_reporting)
        return;
    m_reportFile = file;
    m_reporting = gateway().readIncidentReport(m_detail->incident.id);
    m_said->setLine(tr("Reading everything about the incident\u2026"), QStringLiteral("hourglass"), models::Tone::Info);
    m_said->show();
    showActs();
}

void IncidentPage::keepReport(const models::IncidentReportPtr& report)
{
    m_reporting.reset();
    const QString text = models::incidentReport(*report);
    QString wrong;
    if (m_reportFile.isEmpty())
        QGuiApplication::clipboard()->setText(text);
    else if (m_reportFile.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive))
        wrong = writePdf(text, models::incidentName(report->incident.id), m_reportFile);
    else
        wrong = writeText(text.toUtf8(), m_reportFile);
    if (!wrong.isEmpty())
        m_said->setLine(wrong, QStringLiteral("circle-x"), models::Tone::Danger);
    else
        m_said->setLine(m_reportFile.isEmpty() ? tr("The report is in the clipboard.")
                                               : tr("The report is in %1.").arg(m_reportFile),
            QStringLiteral("circle-check"), models::Tone::Ok);
    m_said->show();
    showActs();
}

} // namespace onceover::views
