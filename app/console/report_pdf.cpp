// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_pdf.h"

#include "options.h"

#include "models/failure_text.h"
#include "models/incident_model.h"
#include "models/incident_report.h"
#include "views/print/text_pdf.h"

#include <cstdio>
#include <utility>

namespace onceover::console {

ReportPdf::ReportPdf(models::Gateway& gateway, std::int64_t incident, QString file)
    : m_gateway(gateway)
    , m_incident(incident)
    , m_file(std::move(file))
{
    connect(&gateway, &models::Gateway::statusChanged, this, &ReportPdf::onStatus);
    connect(&gateway, &models::Gateway::readFailed, this,
        [this](models::ReadKind, const Failure& failure) { fail(models::failureSentence(failure), kExitNoDatabase); });
    connect(&gateway, &models::Gateway::incidentWorkFailed, this, [this](const Uuid&, const Failure& failure) {
        fail(models::failureSentence(failure, models::incidentName(m_incident)), kExitFailed);
    });
    connect(&gateway, &models::Gateway::incidentReportReady, this,
        [this](const Uuid&, const models::IncidentReportPtr& report) {
            const QString wrong
                = views::writePdf(models::incidentReport(*report), models::incidentName(m_incident), m_file);
            if (!wrong.isEmpty())
                fail(wrong, kExitFailed);
            else if (!std::exchange(m_over, true))
                emit finished(kExitOk);
        });
}

void ReportPdf::onStatus(const models::ConnectionStatus& status)
{
    if (!m_look && !m_over && status.state == models::ConnectionState::Live)
        m_look = m_gateway.readIncidentReport(m_incident);
}

void ReportPdf::fail(const QString& sentence, int code)
{
    if (std::exchange(m_over, true))
        return;
    std::fprintf(stderr, "%s\n", qUtf8Printable(sentence));
    emit finished(code);
}

} // namespace onceover::console
