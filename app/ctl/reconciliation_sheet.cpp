// SPDX-License-Identifier: GPL-3.0-or-later
#include "reconciliation_sheet.h"

#include "models/display_text.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>

namespace onceover::ctl {

namespace {

struct SheetWords {
    Q_DECLARE_TR_FUNCTIONS(ReconcileCommand)
};

QString outcomeText(const ComparisonRow& comparison)
{
    if (comparison.outcome == "NOT_READ")
        return SheetWords::tr("not read: %1").arg(models::plainText(comparison.detail));
    if (comparison.outcome == "NOTHING_COMPARED" && comparison.differences == 0)
        return SheetWords::tr("nothing was compared");
    return SheetWords::tr("%1 compared, %2 differences, in %3")
        .arg(models::countText(comparison.compared), models::countText(comparison.differences),
            models::spanText(milliseconds{comparison.tookMillis}));
}

/// `theirs − ours` with its sign; what one side lacks counts as nothing.
QString signText(const DifferenceRow& difference)
{
    if (!difference.oursMinor && !difference.theirsMinor)
        return {};
    return models::moneyText(
        difference.theirsMinor.value_or(0) - difference.oursMinor.value_or(0), difference.currency);
}

Json comparisonJson(const ComparisonRow& comparison)
{
    return {{"kind", comparison.kind}, {"channel", comparison.channel}, {"outcome", comparison.outcome},
        {"compared", comparison.compared}, {"differences", comparison.differences}, {"took_ms", comparison.tookMillis},
        {"started_at", plainTime(comparison.startedAt)}, {"detail", comparison.detail}};
}

Json differenceJson(const DifferenceRow& difference)
{
    const auto number = [](const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json(nullptr); };
    Json json{{"kind", difference.kind}, {"pair", difference.pair}, {"subject", difference.subject},
        {"channel", difference.channel}, {"idempotency_key", difference.key}, {"external_ref", difference.externalRef},
        {"ours_minor", number(difference.oursMinor)}, {"theirs_minor", number(difference.theirsMinor)},
        {"currency", difference.currency}, {"detail", difference.detail}, {"status", difference.status}};
    json["occurred_at"] = difference.occurredAt ? Json(plainTime(*difference.occurredAt)) : Json(nullptr);
    return json;
}

void printDifference(const DifferenceRow& difference, Timestamp now)
{
    const std::string& subject = difference.subject.empty() ? difference.key : difference.subject;
    printLine(QStringLiteral("  %1 %2 %3")
                  .arg(models::plainText(difference.kind), -22)
                  .arg(models::plainText(subject), -34)
                  .arg(signText(difference)));
    QString more = models::plainText(difference.detail);
    // Its age at discovery, where it was recorded, else its age now (R102).
    if (difference.occurredAt)
        more += QStringLiteral(" · ")
            + SheetWords::tr("found after %1")
                  .arg(models::ageText(*difference.occurredAt, difference.openedAt.value_or(now)));
    printLine(QStringLiteral("    ") + more);
}

} // namespace

std::string_view wholeOutcome(const ReconciliationSheet& sheet)
{
    const auto& all = sheet.comparisons;
    const auto has = [](std::string_view outcome) {
        return [outcome](const ComparisonRow& comparison) { return comparison.outcome == outcome; };
    };
    if (!sheet.differences.empty())
        return "DIFFERENT";
    if (std::any_of(all.begin(), all.end(), has("NOT_READ")))
        return "NOT_READ";
    return std::any_of(all.begin(), all.end(), has("COMPARED")) ? "AGREES" : "NOTHING_COMPARED";
}

void addSheet(Json& json, const ReconciliationSheet& sheet)
{
    json["taken_at"] = plainTime(sheet.readAt);
    json["outcome"] = wholeOutcome(sheet);
    json["comparisons"] = Json::array();
    for (const ComparisonRow& comparison : sheet.comparisons)
        json["comparisons"].push_back(comparisonJson(comparison));
    json["differences"] = Json::array();
    for (const DifferenceRow& difference : sheet.differences)
        json["differences"].push_back(differenceJson(difference));
}

void printSheet(const ReconciliationSheet& sheet)
{
    if (sheet.comparisons.empty())
        printLine(SheetWords::tr("No comparison is recorded for that day: this is not the same as no difference."));
    for (const ComparisonRow& comparison : sheet.comparisons) {
        printLine(QStringLiteral("%1 %2  %3")
                      .arg(models::plainText(comparison.kind), models::plainText(comparison.channel),
                          outcomeText(comparison)));
        if (comparison.outcome == "COMPARED" && !comparison.detail.empty())
            printLine(QStringLiteral("  ") + models::plainText(comparison.detail));
    }
    for (const DifferenceRow& difference : sheet.differences)
        printDifference(difference, sheet.readAt);
    if (!sheet.comparisons.empty() && wholeOutcome(sheet) == "NOTHING_COMPARED")
        printLine(SheetWords::tr("Nothing was compared: this is not the same as no difference."));
}

} // namespace onceover::ctl
