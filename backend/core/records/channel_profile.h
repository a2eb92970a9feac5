// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "core/records/timestamp.h"
#include "core/send_window.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

enum class OnMismatch { Error, OldAnswer, IgnoresKey };
enum class OnInFlight { Conflict409, Blocks, Executes };
enum class QueryKind { Authoritative, Eventual, None };
enum class RefusalKind { Final, RetryableSameKey };
enum class AmountUnit { Minor, Major };

/// What one channel declares, in one version (DESIGN.md section 5), and how we treat it. No profile = no idempotency.
struct ChannelProfile {
    ChannelId channel;
    int profileVersion = 0;
    std::string kind;     ///< payout, mail or webhook.
    std::string endpoint; ///< Base address, e.g. http://127.0.0.1:8099
    bool enabled = false;
    std::string keyTransport; ///< "header:Idempotency-Key"
    milliseconds retention{0};
    milliseconds retentionMargin{0};
    OnMismatch onMismatch = OnMismatch::Error;
    OnInFlight onInFlight = OnInFlight::Conflict409;
    bool stores5xx = false;
    QueryKind queryKind = QueryKind::None;
    milliseconds queryEventualMax{0};
    std::optional<milliseconds> maxLateExecution; ///< Nothing: the channel gives no such promise.
    RefusalKind refusal = RefusalKind::Final;
    std::vector<std::string> refusalCodes; ///< What it calls refused for good; any other code is unknown.
    AmountUnit amountUnit = AmountUnit::Minor;
    milliseconds connectTimeout{5000};
    milliseconds answerTimeout{30000};
    milliseconds sendLease{120000};
    int maxInFlight = 64;
    std::vector<milliseconds> retryBackoff;
    int maxSendAttempts = 4;
    std::vector<milliseconds> queryBackoff;
    int maxQueries = 20;
    SendingHours hours;                          ///< Cut-off, calendar and value dates.
    milliseconds escalateAfter{4 * 3600 * 1000}; ///< An unknown of this age goes to a person.
    int keyMaxLen = 0;                           ///< The longest key that it takes.
    std::string keyCharset;                      ///< The characters of its keys: "A-Z2-7".
    bool fencing = false;                        ///< It turns away a send whose fencing token is smaller than one it saw.
    std::string testEndpoint;                    ///< Where its test mode is; empty: nobody said.
    bool callbackSigned = false;                 ///< It signs its callbacks; others are not taken.
};

} // namespace onceover
