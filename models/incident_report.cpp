// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incident_report.h"

#include "models/incident_lines.h"
#include "models/incident_text.h"
#include "models/markdown_text.h"
#include "models/plain_text.h"
#include "models/recovery_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

namespace onceover::models {

namespace {

using markdown::heading;
using markdown::literal;
using markdown::table;

struct IncidentReportWords {
    Q_DECLARE_TR_FUNCTIONS(IncidentReport)
};

QString incidentInstant(Timestamp at)
{
    const qint64 millis = std::chrono::duration_cast<milliseconds>(at.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(millis, Qt::UTC).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz'Z'"));
}

QString incidentInstant(const std::optional<Timestamp>& at)
{
    return at ? incidentInstant(*at) : QStringLiteral("–");
}

QString scopeName(const ControlScope& scope)
{
    return literal(scope.ref.empty() ? scope.kind : scope.kind + " " + scope.ref);
}

QString summaryOf(const IncidentReport& report)
{
    const IncidentRow& incident = report.incident;
    QString text = QStringLiteral("# ")
        + IncidentReportWords::tr("Incident %1: %2").arg(incident.id).arg(literal(incident.title))
        + QStringLiteral("\n\n");
    QList<QStringList> rows{
        {IncidentReportWords::tr("State"),
            incidentText(incident.status).word
                + (incident.isFalseAlarm ? QStringLiteral(" · ") + IncidentReportWords::tr("a false alarm")
                                         : QString())},
        {IncidentReportWords::tr("Scope"), scopeName(incident.scope)},
        {IncidentReportWords::tr("About business dates from"), literal(incident.fromDate)},
        {IncidentReportWords::tr("Owner"), literal(incident.owner)},
        {IncidentReportWords::tr("Opened"),
            incidentInstant(incident.openedAt) + QStringLiteral(" · ") + literal(incident.openedBy)},
        {IncidentReportWords::tr("Closed"), incidentInstant(incident.closedAt)}};
    return text + table({QString(), QString()}, rows);
}

QString freezesOf(const IncidentReport& report)
{
    QList<QStringList> rows;
    for (const IncidentFreezeRow& freeze : report.freezes)
        rows << QStringList{QString::number(freeze.id), scopeName(freeze.scope), literal(freeze.actor),
            literal(freeze.reason), incidentInstant(freeze.effectiveAt), incidentInstant(freeze.drainedAt),
            incidentInstant(freeze.liftedAt)};
    return table({IncidentReportWords::tr("Freeze"), IncidentReportWords::tr("Scope"), IncidentReportWords::tr("By"),
                     IncidentReportWords::tr("Reason"), IncidentReportWords::tr("In force"),
                     IncidentReportWords::tr("Drained"), IncidentReportWords::tr("Lifted")},
        rows);
}

QString logOf(const IncidentReport& report)
{
    QList<QStringList> rows;
    for (const IncidentStepRow& step : report.steps)
        rows << QStringList{QString::number(step.no), incidentInstant(step.at), literal(step.actor),
            incidentStepText(step.kind), incidentText(step.status).word, literal(step.note)};
    return table({IncidentReportWords::tr("Step"), IncidentReportWords::tr("When"), IncidentReportWords::tr("Who"),
                     IncidentReportWords::tr("What"), IncidentReportWords::tr("State after it"),
                     IncidentReportWords::tr("Words")},
        rows);
}

QString evidenceOf(const IncidentReport& report)
{
    QList<QStringList> rows;
    for (const EvidenceLine& line : evidenceLines(report.steps))
        rows << QStringList{literal(line.run), literal(line.seenAt), literal(line.part), literal(line.rows),
            QStringLiteral("sha256 `%1`").arg(literal(line.digest)), literal(line.where)};
    return table(
        {IncidentReportWords::tr("Run"), IncidentReportWords::tr("Seen at"), IncidentReportWords::tr("Part"),
            IncidentReportWords::tr("Rows"), IncidentReportWords::tr("Digest"), IncidentReportWords::tr("Where")},
        rows);
}

/// The last word about each cause.
QString causesOf(const IncidentReport& report)
{
    QList<QStringList> rows;
    for (const CauseLine& line : causeLines(report.steps)) {
        QStringList named;
        for (const QString& one : line.rows)
            named << literal(one);
        rows << QStringList{hypothesisText(line.hypothesis), verdictText(line.verdict), literal(line.why),
            named.join(QStringLiteral(", "))};
    }
    return table({IncidentReportWords::tr("Cause"), IncidentReportWords::tr("Verdict"), IncidentReportWords::tr("Why"),
                     IncidentReportWords::tr("Rows that it rests on")},
        rows);
}

QString answerOf(const IncidentReport& report)
{
    const QString answer = centralAnswer(report.steps);
    return (answer.isEmpty() ? IncidentReportWords::tr("Nobody has answered it yet.") : literal(answer))
        + QStringLiteral("\n");
}

QString comparisonsOf(const IncidentReport& report)
{
    QList<QStringList> rows;
    for (const ComparisonLine& line : comparisonLines(report.steps)) {
        QStringList found;
        for (const QString& one : line.found)
            found << literal(one);
        rows << QStringList{literal(line.channel), incidentInstant(line.at), literal(line.outcome),
            literal(line.compared), literal(line.differences), found.join(QStringLiteral(", "))};
    }
    return table({IncidentReportWords::tr("Channel"), IncidentReportWords::tr("When"),
                     IncidentReportWords::tr("Outcome"), IncidentReportWords::tr("Compared"),
                     IncidentReportWords::tr("Differences"), IncidentReportWords::tr("Which")},
        rows);
}

QString planOf(const IncidentReport::Plan& plan)
{
    const RequestRow& request = plan.request;
    QString text = IncidentReportWords::tr("Request %1, %2. Asked for by %3: %4. Decided by %5: %6.")
                       .arg(request.id)
                       .arg(literal(request.status), literal(request.maker), literal(request.reason),
                           request.checker.empty() ? QStringLiteral("–") : literal(request.checker),
                           literal(request.decisionReason))
        + QStringLiteral("\n\n")
        + IncidentReportWords::tr("Hash of the plan: sha256 `%1`.").arg(literal(request.planHash))
        + QStringLiteral("\n\n");
    QList<QStringList> totals;
    for (const PlanTotalLine& line : planTotals(request))
        totals << QStringList{recoveryActionText(line.action.toStdString()), literal(line.currency),
            QString::number(line.operations), QString::number(line.amountMinor)};
    text += table({IncidentReportWords::tr("Action"), IncidentReportWords::tr("Currency"),
                      IncidentReportWords::tr("Operations"), IncidentReportWords::tr("Amount in minor units")},
        totals);
    const QJsonArray actions = QJsonDocument::fromJson(QByteArray::fromStdString(request.plan))
                                   .object()
                                   .value(QLatin1StringView("actions"))
                                   .toArray();
    QList<QStringList> rows;
    for (const RequestItemRow& item : plan.items)
        rows << QStringList{QString::number(item.no), literal(item.operation),
            recoveryActionText(actions.at(item.no - 1).toString().toStdString()), literal(item.status),
            literal(item.reason)};
    return text + QStringLiteral("\n")
        + table(
            {IncidentReportWords::tr("Item"), IncidentReportWords::tr("Operation"), IncidentReportWords::tr("Action"),
                IncidentReportWords::tr("Result"), IncidentReportWords::tr("Reason")},
            rows)
        + QStringLiteral("\n");
}

QString plansOf(const IncidentReport& report)
{
    QString text;
    for (const IncidentReport::Plan& plan : report.plans)
        text += planOf(plan);
    return text.isEmpty() ? IncidentReportWords::tr("None was asked for.") + QStringLiteral("\n") : text;
}

QString equalitiesOf(const IncidentReport& report)
{
    QList<QStringList> rows;
    for (const EqualityRow& row : report.equalities)
        rows << QStringList{equalityText(row.equality), literal(row.ours), literal(row.theirs),
            row.holds ? QStringLiteral("✔") : QStringLiteral("✖")};
    return table({IncidentReportWords::tr("Equality"), IncidentReportWords::tr("One side"),
                     IncidentReportWords::tr("Other side"), IncidentReportWords::tr("Holds")},
        rows);
}

/// What nobody has done yet.
QString openEndsOf(const IncidentReport& report)
{
    QStringList ends;
    for (const std::string& missing : report.gate.missing)
        ends << missingText(missing);
    for (const IncidentReport::Plan& plan : report.plans) {
        for (const RequestItemRow& item : plan.items) {
            if (item.status == "REFUSED" || item.status == "UNKNOWN")
                ends << IncidentReportWords::tr("Item %1 of request %2 was not carried out: %3.")
                            .arg(item.no)
                            .arg(plan.request.id)
                            .arg(literal(item.reason));
        }
    }
    for (const EqualityRow& row : report.equalities) {
        if (!row.holds)
            ends << IncidentReportWords::tr("The two sides differ: %1.").arg(equalityText(row.equality));
    }
    if (ends.isEmpty())
        return IncidentReportWords::tr("None.") + QStringLiteral("\n");
    return QStringLiteral("- ") + ends.join(QStringLiteral("\n- ")) + QStringLiteral("\n");
}

} // namespace

QString incidentReport(const IncidentReport& report)
{
    return summaryOf(report)
        + heading(IncidentReportWords::tr("Why could the second run still take effect?"), answerOf(report))
        + heading(IncidentReportWords::tr("Freezes"), freezesOf(report))
        + heading(IncidentReportWords::tr("Timeline"), logOf(report))
        + heading(IncidentReportWords::tr("Evidence"), evidenceOf(report))
        + heading(IncidentReportWords::tr("Causes"), causesOf(report))
        + heading(IncidentReportWords::tr("Comparisons with the books outside"), comparisonsOf(report))
        + heading(IncidentReportWords::tr("Recovery plans"), plansOf(report))
        + heading(IncidentReportWords::tr("The five equalities"), equalitiesOf(report))
        + heading(IncidentReportWords::tr("Open ends"), openEndsOf(report));
}

} // namespace onceover::models
