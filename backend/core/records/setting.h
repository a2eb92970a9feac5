// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/records/timestamp.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// Why a person asks for something, for the second one and for the audit.
struct RequestReason {
    std::string reason;
    std::string ticket;
};

/// A wish that a batch that failed, or a run whose attempts are spent, goes on: named by its batch, or by job and
/// business date.
struct BatchRecoveryWish {
    std::optional<std::int64_t> batch;
    std::string job;
    std::optional<BusinessDate> bizDate;
    std::string causeRemoved; ///< What removed the cause: the freeze of the failure is lifted with it. Empty: it stays.
    RequestReason why;
};

/// A wish that a version of a job's rules enters another stage.
struct RolloutWish {
    std::string job;
    std::optional<int> ruleVersion;  ///< None: the newest.
    std::string mode;                ///< observe, limited or full.
    std::vector<std::string> scopes; ///< For whom a limited one takes effect: "merchant 17", "channel practice-bank".
    RequestReason why;
};

/// In which stage a version of a job's rules is, and what became of the work of its batches.
struct RolloutRow {
    std::string job;
    int ruleVersion = 0;
    std::string mode;
    std::vector<std::string> scopes;
    Timestamp since;
    std::string maker; ///< Empty: the job began so.
    std::string checker;
    bool isCurrent = false; ///< The job plans by it.
    bool isActing = false;  ///< It takes effect, for everybody or for those who are named.
    std::int64_t open = 0;
    std::int64_t held = 0; ///< Counted up to 10,001.
    std::int64_t done = 0;
    std::int64_t failed = 0;
    std::int64_t findings = 0;
    std::int64_t takeovers = 0;
    std::int64_t alertsOpen = 0;
};

/// What going back from a version must deal with.
struct RolloutLeftRow {
    int ruleVersion = 0;
    std::string what; ///< "run", "operation STATE", "letter" or "effect".
    std::int64_t count = 0;
    std::optional<std::int64_t> amountMinor;
    std::string currency;
};

/// A wish about a channel: a new version of its profile, or which version is enabled.
struct ProfileWish {
    std::string channel;
    std::string change; ///< version, enable or disable.
    std::optional<int> version;
    std::string fields; ///< JSON object of what a new version says otherwise; empty: none.
    RequestReason why;
};

/// A wish that a merchant be paid to another account.
struct BeneficiaryWish {
    std::int64_t merchant = 0;
    std::string name;
    std::string account;
    std::string country; ///< Two letters.
    RequestReason why;
};

/// A wish about how long a record is kept, or how long is retried.
struct RetentionWish {
    std::string subject; ///< "record attempt", "record outside call", "job J", "channel C".
    std::string fields;  ///< JSON object of what changes.
    RequestReason why;
};

} // namespace onceover
