// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/records/timestamp.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// One alert as a person reads it.
struct AlertRow {
    std::int64_t id = 0;
    std::string rule;
    std::string subject;
    std::string grade;
    std::string key;
    std::string lastError;
    std::string detail;
    Timestamp openedAt;
    std::string acknowledgedBy; ///< Empty: nobody yet.
    std::optional<Timestamp> acknowledgedAt;
    int escalations = 0;
};

/// One dead letter without its payload (R82).
struct DeadLetterRow {
    std::int64_t id = 0;
    std::string subject;
    std::string job;
    BusinessDate bizDate;
    std::string grade;
    std::string key;
    std::string failureClass;
    std::string lastError;
    std::int64_t payloadBytes = 0;
    int attempts = 0;
    std::optional<std::int64_t> amountMinor;
    std::string currency;
    std::string status;
    Timestamp openedAt;
};

/// Rows with the database's time at which they were read.
template <typename RowType>
struct DeskList {
    Timestamp readAt;
    std::vector<RowType> rows;
};

/// One comparison that was recorded (R96).
struct ComparisonRow {
    std::string kind;
    std::string channel;
    BusinessDate bizDate;
    std::string outcome;
    std::int64_t compared = 0;
    std::int64_t differences = 0;
    std::int64_t opened = 0;
    std::int64_t tookMillis = 0;
    Timestamp startedAt;
    std::string detail;
};

/// One difference, as recorded or as found now.
struct DifferenceRow {
    std::string kind;
    std::string pair;
    std::string subject; ///< Order, payment or subscription; empty for an operation.
    std::string channel;
    std::string key;
    std::string externalRef;
    std::optional<std::int64_t> oursMinor;
    std::optional<std::int64_t> theirsMinor;
    std::string currency;
    std::string detail;
    std::string status;
    std::optional<Timestamp> occurredAt;
    std::optional<Timestamp> openedAt; ///< None: found now and not recorded.
};

/// What a day's comparisons said, or what one says now.
struct ReconciliationSheet {
    Timestamp readAt;
    std::vector<ComparisonRow> comparisons;
    std::vector<DifferenceRow> differences;
};

} // namespace onceover
