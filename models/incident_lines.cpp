// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incident_lines.h"

#include "acts/recover.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <set>

namespace onceover::models {

namespace {

QString storedText(const std::string& text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QJsonObject factsOf(const std::string& json)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}

QString member(const QJsonObject& object, const char* name)
{
    return object.value(QLatin1StringView(name)).toVariant().toString();
}

} // namespace

std::vector<EvidenceLine> evidenceLines(const std::vector<IncidentStepRow>& steps)
{
    std::vector<EvidenceLine> lines;
    for (const IncidentStepRow& step : steps) {
        if (step.kind != "EVIDENCE")
            continue;
        const QJsonObject facts = factsOf(step.facts);
        const QJsonObject parts = facts.value(QLatin1StringView("parts")).toObject();
        for (auto part = parts.begin(); part != parts.end(); ++part) {
            const QJsonObject one = part.value().toObject();
            lines.push_back({storedText(step.note), member(facts, "snapshot_at"), part.key(), member(one, "lines"),
                member(one, "sha256"), member(facts, "where"), member(facts, "signed_by")});
        }
    }
    return lines;
}

std::vector<CauseLine> causeLines(const std::vector<IncidentStepRow>& steps)
{
    std::vector<CauseLine> lines(kCountOf<Hypothesis>);
    for (std::size_t i = 0; i < lines.size(); ++i)
        lines[i].hypothesis = static_cast<Hypothesis>(i);
    for (const IncidentStepRow& step : steps) {
        if (step.kind != "HYPOTHESIS")
            continue;
        const QJsonObject facts = factsOf(step.facts);
        const auto hypothesis = fromName<Hypothesis>(member(facts, "hypothesis").toStdString());
        if (!hypothesis)
            continue;
        CauseLine& line = lines[static_cast<std::size_t>(*hypothesis)];
        line.verdict
            = member(facts, "verdict") == QLatin1StringView("SUPPORTED") ? Verdict::Supported : Verdict::Refuted;
        line.why = storedText(step.note);
        line.by = storedText(step.actor);
        line.rows.clear();
        for (const QJsonValue& one : facts.value(QLatin1StringView("rows")).toArray())
            line.rows << one.toString();
    }
    return lines;
}

std::vector<ComparisonLine> comparisonLines(const std::vector<IncidentStepRow>& steps)
{
    std::vector<ComparisonLine> lines;
    for (const IncidentStepRow& step : steps) {
        if (step.kind != "RECONCILIATION")
            continue;
        const QJsonObject facts = factsOf(step.facts);
        QStringList found;
        for (const QJsonValue& one : facts.value(QLatin1StringView("found")).toArray())
            found << member(one.toObject(), "kind") + QLatin1Char(' ') + member(one.toObject(), "key");
        lines.push_back({step.no, member(facts, "channel"), step.at, member(facts, "outcome"),
            member(facts, "compared"), member(facts, "differences"), found});
    }
    return lines;
}

QString centralAnswer(const std::vector<IncidentStepRow>& steps)
{
    QString answer;
    for (const IncidentStepRow& step : steps) {
        if (step.kind == "ANSWER")
            answer = storedText(step.note);
    }
    return answer;
}

std::vector<PlanTotalLine> planTotals(const RequestRow& plan)
{
    std::vector<PlanTotalLine> lines;
    for (const QJsonValue& value : factsOf(plan.plan).value(QLatin1StringView("counts")).toArray()) {
        const QJsonObject one = value.toObject();
        lines.push_back({member(one, "action"), member(one, "currency"),
            one.value(QLatin1StringView("operations")).toVariant().toLongLong(),
            one.value(QLatin1StringView("amount")).toVariant().toLongLong()});
    }
    return lines;
}

std::vector<PlanTotalLine> planTotals(const RecoveryProposal& proposal)
{
    std::vector<PlanTotalLine> lines;
    for (const RecoveryTotal& total : proposal.totals)
        lines.push_back({storedText(std::string(nameOf(total.action))), storedText(total.currency), total.operations,
            total.amountMinor});
    return lines;
}

std::vector<RecoveryLine> recoveryLines(const RecoveryProposal& proposal)
{
    std::vector<RecoveryLine> lines;
    lines.reserve(proposal.items.size());
    for (const RecoveryItem& item : proposal.items)
        lines.push_back({item.facts.operation.value.toString(), item.facts.merchant.value, item.facts.amountMinor,
            item.facts.currency, std::string(nameOf(item.facts.status)), item.facts.key, item.decision});
    return lines;
}

RecoveryWish plannedWish(std::int64_t incident, const RecoveryProposal& proposal, const QStringList& leftAlone)
{
    std::set<OperationId> alone;
    for (const QString& id : leftAlone) {
        if (const auto parsed = Uuid::parse(id.toStdString()))
            alone.insert(OperationId{*parsed});
    }
    return acts::wishOf(incident, proposal, alone, {}, {});
}

AmountPerCurrency plannedAmounts(const RecoveryProposal& proposal, const RecoveryWish& wish)
{
    std::set<OperationId> chosen;
    for (const RecoveryWish::Item& item : wish.items)
        chosen.insert(item.operation);
    AmountPerCurrency amounts;
    for (const RecoveryItem& item : proposal.items) {
        if (chosen.contains(item.facts.operation))
            amounts[item.facts.currency] += item.facts.amountMinor;
    }
    return amounts;
}

} // namespace onceover::models
