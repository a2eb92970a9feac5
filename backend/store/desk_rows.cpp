// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/desk_rows.h"

namespace onceover::store {

ComparisonRow readComparisonRow(const Row& row)
{
    ComparisonRow comparison;
    comparison.kind = row.string("kind");
    comparison.channel = row.textOrEmpty("channel_id");
    comparison.bizDate = row.date("biz_date");
    comparison.outcome = row.string("outcome");
    comparison.compared = row.int64("compared");
    comparison.differences = row.int64("differences");
    comparison.opened = row.int64("opened");
    comparison.tookMillis = row.optionalInt64("took_ms").value_or(0);
    comparison.startedAt = row.timestamp("started_at");
    comparison.detail = row.textOrEmpty("detail");
    return comparison;
}

DifferenceRow readDifferenceRow(const Row& row)
{
    DifferenceRow difference;
    difference.kind = row.string("kind");
    difference.pair = row.textOrEmpty("pair");
    difference.subject = row.textOrEmpty("subject");
    difference.channel = row.textOrEmpty("channel_id");
    difference.key = row.textOrEmpty("idempotency_key");
    difference.externalRef = row.textOrEmpty("external_ref");
    difference.oursMinor = row.optionalInt64("ours_minor");
    difference.theirsMinor = row.optionalInt64("theirs_minor");
    difference.currency = row.textOrEmpty("currency");
    difference.detail = row.textOrEmpty("detail");
    difference.status = row.textOrEmpty("status");
    difference.occurredAt = row.optionalTimestamp("occurred_at");
    difference.openedAt = row.optionalTimestamp("opened_at");
    return difference;
}

} // namespace onceover::store
