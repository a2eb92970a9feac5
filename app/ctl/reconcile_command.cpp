// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "channel/book_reader.h"
#include "core/analysis/book_comparison.h"
#include "json_text.h"
#include "models/display_text.h"
#include "reconciliation_sheet.h"
#include "statement_import.h"
#include "store/desk_store.h"
#include "store/proof_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <chrono>
#include <iostream>

#include <unistd.h>

namespace onceover::ctl {

namespace {

struct ReconcileWords {
    Q_DECLARE_TR_FUNCTIONS(ReconcileCommand)
};

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

} // namespace

ExitCode runReconcile(const CommonOptions& common, const ReconcileOptions& options)
{
    if (options.statement)
        return importStatements(common, options);
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
        addSheet(json, *sheet);
        printJson(json);
    } else {
        printWhere(*server);
        printSheet(*sheet);
    }
    return wholeOutcome(*sheet) == "AGREES" ? ExitCode::Ok : ExitCode::Broken;
}

} // namespace onceover::ctl
