// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "channel/book_reader.h"
#include "core/analysis/book_comparison.h"
#include "json_text.h"
#include "models/display_text.h"
#include "store/desk_store.h"
#include "store/proof_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <iostream>

#include <unistd.h>

namespace onceover::ctl {

namespace {

struct ReconcileWords {
    Q_DECLARE_TR_FUNCTIONS(ReconcileCommand)
};

/// What a sheet comes to as a whole; only the last one is success. Nothing compared is never "no differences".
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

QString outcomeText(const ComparisonRow& comparison)
{
    if (comparison.outcome == "NOT_READ")
        return ReconcileWords::tr("not read: %1").arg(models::plainText(comparison.detail));
    if (comparison.outcome == "NOTHING_COMPARED" && comparison.differences == 0)
        return ReconcileWords::tr("nothing was compared");
    return ReconcileWords::tr("%1 compared, %2 differences, in %3")
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
            + ReconcileWords::tr("found after %1")
                  .arg(models::ageText(*difference.occurredAt, difference.openedAt.value_or(now)));
    printLine(QStringLiteral("    ") + more);
}

DifferenceRow rowOf(const Mismatch& mismatch, const std::string& channel)
{
    DifferenceRow row;
    row.kind = nameOf(mismatch.kind);
    row.pair = "ours/book";
    row.channel = channel;
    row.key = mismatch.key;
    row.externalRef = mismatch.externalRef;
    row.oursMinor = mismatch.oursMinor;
    row.theirsMinor = mismatch.theirsMinor;
    row.currency = mismatch.currency;
    row.detail = mismatch.detail;
    row.status = "NOW";
    row.occurredAt = mismatch.occurredAt;
    return row;
}

/// How far it has come, in one line that is written anew, where somebody looks; false never.
bool tellProgress(const std::string& channel, const BookProgress& progress)
{
    if (::isatty(STDERR_FILENO) == 0 || progress.theirs + progress.ours == 0)
        return true;
    const QString line
        = ReconcileWords::tr("%1: %2 of theirs read, %3 of ours looked for")
              .arg(models::plainText(channel), models::countText(progress.theirs), models::countText(progress.ours));
    std::cerr << "\r\x1b[K" << line.toStdString() << std::flush;
    return true;
}

/// Lays one channel's book beside ours, page by page, and adds what was found.
Result<Done> addBook(store::DeskStore& desk, const std::string& channel, const std::string& endpoint, Timestamp from,
    ReconciliationSheet& sheet)
{
    const auto began = std::chrono::steady_clock::now();
    ComparisonRow comparison;
    comparison.kind = "book";
    comparison.channel = channel;
    comparison.startedAt = from;
    channel::HttpBook book;
    const auto compared = compareBook(book, desk, endpoint, channel, from,
        [&channel](const BookProgress& progress) { return tellProgress(channel, progress); });
    if (::isatty(STDERR_FILENO) != 0)
        std::cerr << "\r\x1b[K" << std::flush;
    if (!compared)
        return tl::unexpected{compared.error()};
    const BookComparison& found = compared->comparison;
    comparison.detail = compared->unread;
    if (found.found > static_cast<std::int64_t>(found.mismatches.size()))
        comparison.detail = "only the first " + std::to_string(found.mismatches.size()) + " differences are listed";
    comparison.compared = found.compared;
    comparison.differences = found.found;
    comparison.outcome = !compared->unread.empty() ? "NOT_READ" : found.compared == 0 ? "NOTHING_COMPARED" : "COMPARED";
    for (const Mismatch& mismatch : found.mismatches)
        sheet.differences.push_back(rowOf(mismatch, channel));
    comparison.tookMillis = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - began).count();
    sheet.comparisons.push_back(std::move(comparison));
    return Done{};
}

Result<ReconciliationSheet> compareNow(
    const store::ConnectionTarget& target, store::DeskStore& desk, const std::string& channel)
{
    store::ProofStore proof{target, std::string{kProgram}};
    const Result<ReadableBooks> readable = proof.readableBooks();
    if (!readable)
        return tl::unexpected{readable.error()};
    ReconciliationSheet sheet;
    sheet.readAt = readable->databaseTime;
    bool isKnown = channel.empty();
    for (const auto& [name, endpoint] : readable->endpoints) {
        if (!channel.empty() && name != channel)
            continue;
        isKnown = true;
        if (const auto added = addBook(desk, name, endpoint, readable->databaseTime, sheet); !added)
            return tl::unexpected{added.error()};
    }
    if (!isKnown)
        return refuse(Refusal::NoChannelProfile, channel);
    if (!channel.empty())
        return sheet;
    auto tables = desk.threeTablesNow();
    if (!tables)
        return tables;
    sheet.comparisons.insert(sheet.comparisons.end(), tables->comparisons.begin(), tables->comparisons.end());
    sheet.differences.insert(sheet.differences.end(), tables->differences.begin(), tables->differences.end());
    return sheet;
}

void printSheet(const ReconciliationSheet& sheet)
{
    if (sheet.comparisons.empty())
        printLine(ReconcileWords::tr("No comparison is recorded for that day: this is not the same as no difference."));
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
        printLine(ReconcileWords::tr("Nothing was compared: this is not the same as no difference."));
}

} // namespace

ExitCode runReconcile(const CommonOptions& common, const ReconcileOptions& options)
{
    std::optional<BusinessDate> day;
    if (options.date) {
        const Result<BusinessDate> read = BusinessDate::parse(*options.date);
        if (!read) {
            static_cast<void>(reportFailure(read.error(), models::plainText(*options.date)));
            return ExitCode::Usage;
        }
        day = *read;
    }
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    store::DeskStore desk{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = desk.connect();
    if (!server)
        return reportFailure(server.error());
    const Result<ReconciliationSheet> sheet
        = day ? desk.recordedDay(*day, options.channel) : compareNow(*target, desk, options.channel);
    if (!sheet)
        return reportFailure(sheet.error(), models::plainText(options.channel));
    if (common.json) {
        Json json = whereJson(*server);
        json["taken_at"] = plainTime(sheet->readAt);
        json["outcome"] = wholeOutcome(*sheet);
        json["comparisons"] = Json::array();
        for (const ComparisonRow& comparison : sheet->comparisons)
            json["comparisons"].push_back(comparisonJson(comparison));
        json["differences"] = Json::array();
        for (const DifferenceRow& difference : sheet->differences)
            json["differences"].push_back(differenceJson(difference));
        printJson(json);
    } else {
        printWhere(*server);
        printSheet(*sheet);
    }
    return wholeOutcome(*sheet) == "AGREES" ? ExitCode::Ok : ExitCode::Broken;
}

} // namespace onceover::ctl
