// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/approval_report.h"

#include "models/markdown_text.h"
#include "models/money_text.h"
#include "models/plan_text.h"
#include "models/request_text.h"
#include "models/state_text.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

namespace onceover::models {

namespace {

using markdown::literal;

struct ApprovalReportWords {
    Q_DECLARE_TR_FUNCTIONS(ApprovalReport)
};

QString dash()
{
    return QString(QChar(0x2013));
}

QString optionalInstant(const std::optional<Timestamp>& at, const TimeFormat& format)
{
    return at ? format.full(*at) : dash();
}

QString orDash(const QString& text)
{
    return text.isEmpty() ? dash() : text;
}

QString approvalFacts(const RequestDetail& detail, const TimeFormat& format)
{
    const RequestRow& request = detail.request;
    const QList<QStringList> rows{{ApprovalReportWords::tr("Asked for by"), literal(detail.makerName)},
        {ApprovalReportWords::tr("Asked for at"), format.full(request.requestedAt)},
        {ApprovalReportWords::tr("Reason"), orDash(literal(request.reason))},
        {ApprovalReportWords::tr("Ticket"), orDash(literal(request.ticket))},
        {ApprovalReportWords::tr("State"), literal(requestStateText(request.status).word)},
        {ApprovalReportWords::tr("Expires"), format.full(request.expiresAt)},
        {ApprovalReportWords::tr("Decided by"), orDash(literal(detail.checkerName))},
        {ApprovalReportWords::tr("Decided at"), optionalInstant(request.decidedAt, format)},
        {ApprovalReportWords::tr("What they said"), orDash(literal(request.decisionReason))},
        {ApprovalReportWords::tr("Executed"), optionalInstant(request.executedAt, format)},
        {ApprovalReportWords::tr("Verified"), optionalInstant(request.verifiedAt, format)},
        {ApprovalReportWords::tr("Items"), countText(request.items)},
        {ApprovalReportWords::tr("Totals"), totalsText(detail.amounts)},
        {ApprovalReportWords::tr("Payees"), countText(detail.payees)},
        {ApprovalReportWords::tr("Plan (SHA-256)"), literal(request.planHash)},
        {ApprovalReportWords::tr("Zone of the times"), format.relativeTo(detail.takenAt).offset()},
        {ApprovalReportWords::tr("As read at"), format.full(detail.takenAt)}};
    return markdown::table({ApprovalReportWords::tr("Fact"), ApprovalReportWords::tr("Value")}, rows);
}

QString approvalItems(const RequestDetail& detail)
{
    QList<QStringList> rows;
    for (const PlanItemRow& item : detail.items) {
        const QString now = stateText(Machine::Operation, item.statusNow).word;
        const QString payee = item.payeeChanged
            ? ApprovalReportWords::tr("%1 (another one now)", "beneficiary").arg(literal(item.payee))
            : literal(item.payee);
        rows << QStringList{QString::number(item.no), literal(item.key.empty() ? item.operation : item.key),
            orDash(payee), moneyText(item.amountMinor, item.currency),
            item.valueDate ? dateText(*item.valueDate) : dash(),
            literal(item.moved ? ApprovalReportWords::tr("moved: %1", "state now").arg(now) : now),
            orDash(literal(item.lastAnswer)),
            item.status.empty() ? dash() : literal(requestItemStateText(item.status).word)};
    }
    return markdown::table({ApprovalReportWords::tr("No."), ApprovalReportWords::tr("Key"),
                               ApprovalReportWords::tr("Beneficiary"), ApprovalReportWords::tr("Amount"),
                               ApprovalReportWords::tr("Value date"), ApprovalReportWords::tr("State now"),
                               ApprovalReportWords::tr("Bank's last answer"), ApprovalReportWords::tr("Result")},
        rows);
}

} // namespace

bool hasAllItems(const RequestDetail& detail)
{
    return static_cast<std::int64_t>(detail.items.size()) >= detail.request.items;
}

QString approvalReport(const RequestDetail& detail, const TimeFormat& format)
{
    const RequestRow& request = detail.request;
    QString text = QStringLiteral("# ")
        + ApprovalReportWords::tr("Request %1: %2", "number, kind")
              .arg(QString::number(request.id), requestKindText(request.kind))
        + QStringLiteral("\n\n") + approvalFacts(detail, format);
    QString does = literal(requestMeaning(detail)) + QLatin1Char('\n');
    const QStringList says = planLines(request.kind, request.plan, format);
    for (const QString& line : says)
        does += QStringLiteral("\n- ") + literal(line);
    const QString moved = movedText(detail);
    if (!moved.isEmpty())
        does += QStringLiteral("\n\n") + literal(moved);
    text += markdown::heading(ApprovalReportWords::tr("What it does"), does + QLatin1Char('\n'));
    if (request.items == 0)
        return text;
    const QString title = hasAllItems(detail)
        ? ApprovalReportWords::tr("Items, the largest first")
        : ApprovalReportWords::tr("The %1 largest of %2 items")
              .arg(countText(static_cast<std::int64_t>(detail.items.size())), countText(request.items));
    return text + markdown::heading(title, approvalItems(detail));
}

QByteArray planItemLines(const RequestDetail& detail)
{
    QByteArray lines;
    for (const PlanItemRow& item : detail.items) {
        const auto text = [](const std::string& utf8) { return QString::fromStdString(utf8); };
        const QJsonObject line{{QStringLiteral("request"), static_cast<qint64>(detail.request.id)},
            {QStringLiteral("plan_sha256"), text(detail.request.planHash)}, {QStringLiteral("item"), item.no},
            {QStringLiteral("operation"), text(item.operation)}, {QStringLiteral("key"), text(item.key)},
            {QStringLiteral("merchant"), static_cast<qint64>(item.merchant)},
            {QStringLiteral("payee"), text(item.payee)}, {QStringLiteral("payee_account"), text(item.payeeAccount)},
            {QStringLiteral("payee_changed"), item.payeeChanged},
            {QStringLiteral("amount_minor"), QString::number(item.amountMinor)},
            {QStringLiteral("currency"), text(item.currency)},
            {QStringLiteral("value_date"), item.valueDate ? QJsonValue(dateText(*item.valueDate)) : QJsonValue()},
            {QStringLiteral("state_planned"), text(item.statusPlanned)},
            {QStringLiteral("state_now"), text(item.statusNow)}, {QStringLiteral("moved"), item.moved},
            {QStringLiteral("effect_on_record"), item.effectOnRecord},
            {QStringLiteral("last_answer"), text(item.lastAnswer)}, {QStringLiteral("result"), text(item.status)},
            {QStringLiteral("reason"), text(item.reason)}};
        lines += QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
    }
    return lines;
}

} // namespace onceover::models
