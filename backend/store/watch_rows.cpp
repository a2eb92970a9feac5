// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/watch_rows.h"

#include <charconv>

namespace onceover::store {

namespace {

double decimalOf(const Row& row, std::string_view column)
{
    const std::string_view text = row.text(column);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        row.throwMalformed(column, "a number");
    return value;
}

/// One value of every mismatch as an array parameter.
template <typename Read>
auto columnOf(const std::vector<Mismatch>& mismatches, Read read)
{
    std::vector<decltype(read(mismatches.front()))> column;
    column.reserve(mismatches.size());
    for (const Mismatch& mismatch : mismatches)
        column.push_back(read(mismatch));
    return column;
}

} // namespace

AlertFact readAlertFact(const Row& row)
{
    AlertFact fact;
    fact.rule = row.named<AlertRule>("rule");
    fact.subject = row.string("subject");
    fact.grade = row.string("grade");
    fact.key = row.textOrEmpty("key");
    fact.lastError = row.string("last_error");
    fact.detail = row.textOrEmpty("detail");
    fact.job = row.textOrEmpty("job_id");
    fact.zone = row.textOrEmpty("zone");
    if (!row.isNull("biz_date"))
        fact.bizDate = row.date("biz_date");
    fact.measure = row.int64("measure");
    fact.limit = row.int64("amount");
    return fact;
}

OpenAlert readOpenAlert(const Row& row)
{
    OpenAlert alert;
    alert.id = row.int64("alert_id");
    alert.rule = row.string("rule");
    alert.subject = row.string("subject");
    alert.grade = row.string("grade");
    alert.lastError = row.string("last_error");
    alert.detail = row.string("detail");
    alert.zone = row.string("zone");
    alert.openedAt = row.timestamp("opened_at");
    alert.acknowledged = row.boolean("acknowledged");
    alert.escalations = row.int32("escalations");
    alert.escalatedAt = row.optionalTimestamp("escalated_at");
    return alert;
}

OwedAlert readOwedAlert(const Row& row)
{
    OwedAlert owed;
    owed.alert = row.int64("alert_id");
    owed.level = row.int32("level");
    owed.kind = row.string("kind");
    const auto rule = fromName<AlertRule>(row.text("rule"));
    if (!rule)
        return owed;
    AlertFact& fact = owed.fact.emplace();
    fact.rule = *rule;
    fact.subject = row.string("subject");
    fact.grade = row.string("grade");
    fact.key = row.textOrEmpty("key");
    fact.lastError = row.string("last_error");
    fact.detail = row.textOrEmpty("detail");
    if (!row.isNull("biz_date"))
        fact.bizDate = row.date("biz_date");
    return owed;
}

Params escalationParams(const std::vector<Escalation>& escalations)
{
    std::vector<std::int64_t> alerts;
    std::vector<std::int64_t> levels;
    for (const Escalation& one : escalations) {
        alerts.push_back(one.alert);
        levels.push_back(one.fromLevel);
    }
    return params(alerts, levels);
}

OurEntry readOurEntry(const Row& row)
{
    OurEntry entry;
    entry.bucket = row.bucket("bucket");
    entry.message = row.int64("outbox_id");
    entry.operation = row.operationId("operation_id");
    entry.key = row.string("idempotency_key");
    entry.amountMinor = row.int64("amount_minor");
    entry.currency = row.string("currency");
    entry.status = row.named<MessageState>("status");
    entry.externalRef = row.string("external_ref");
    entry.lastSentAt = row.optionalTimestamp("last_sent_at");
    entry.finishedAt = row.optionalTimestamp("finished_at");
    entry.overdueAfter = row.millis("overdue_ms");
    return entry;
}

Params pairParams(const std::string& channel, const std::vector<TheirEntry>& theirs)
{
    std::vector<std::string> keys;
    std::vector<std::string> references;
    keys.reserve(theirs.size());
    references.reserve(theirs.size());
    for (const TheirEntry& entry : theirs) {
        keys.push_back(entry.key);
        references.push_back(entry.externalRef);
    }
    return params(channel, keys, references);
}

Result<std::vector<BookPair>> readPairs(const Rows& rows, std::vector<TheirEntry> theirs)
{
    std::size_t next = 0;
    auto pairs = rows.readAll([&](const Row& row) {
        BookPair pair;
        if (next < theirs.size())
            pair.theirs = std::move(theirs[next++]);
        if (!row.isNull("outbox_id"))
            pair.ours = readOurEntry(row);
        if (!row.isNull("reference_of"))
            pair.referenceOf = row.operationId("reference_of");
        return pair;
    });
    if (pairs && pairs->size() != theirs.size())
        return fail(FailureKind::Broken, "a line of the book was lost on the way", "PairOurBook");
    return pairs;
}

Params acceptedParams(const std::string& channel, Timestamp before, OurPlace after, int limit)
{
    return params(channel, before, after.bucket, after.message, limit);
}

std::int64_t readAccepted(const Row& row)
{
    return row.int64("accepted");
}

FigureSample readFigure(const Row& row)
{
    return {row.string("figure"), row.string("job_type"), row.string("channel_id"), row.string("duty"),
        row.string("class"), row.string("rule_version"), decimalOf(row, "value")};
}

Params alertParams(const AlertFact& fact)
{
    return params(
        fact.rule, fact.subject, fact.grade, fact.key, fact.lastError, fact.detail, fact.job, fact.zone, fact.bizDate);
}

Params mismatchParams(const ComparisonRecord& record, std::int64_t run)
{
    const std::vector<Mismatch>& all = record.mismatches;
    return params(record.due.channel, columnOf(all, [](const Mismatch& m) { return m.kind; }),
        columnOf(all, [](const Mismatch& m) { return m.bucket; }),
        columnOf(all, [](const Mismatch& m) { return m.operation; }),
        columnOf(all, [](const Mismatch& m) { return m.key; }),
        columnOf(all, [](const Mismatch& m) { return m.externalRef; }),
        columnOf(all, [](const Mismatch& m) { return m.oursMinor; }),
        columnOf(all, [](const Mismatch& m) { return m.theirsMinor; }),
        columnOf(all, [](const Mismatch& m) { return m.currency; }),
        columnOf(all, [](const Mismatch& m) { return m.detail; }),
        columnOf(all, [](const Mismatch& m) { return m.occurredAt; }), run);
}

} // namespace onceover::store
