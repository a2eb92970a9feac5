// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/classify.h"
#include "core/policies/retry.h"
#include "core/ports/operation_port.h"
#include "core/ports/payment_channel.h"
#include "engine/boot_clock.h"
#include "engine/duty.h"
#include "engine/duty_log.h"
#include "engine/held_leases.h"
#include "engine/operation_claimer.h"
#include "engine/wake.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace onceover::engine {

/// What a settler is made of; everything but ports and builder is shared with other duties and outlives it.
struct SettlerParts {
    std::unique_ptr<OperationPort> port;
    std::unique_ptr<PayloadBuilder> payloads;
    HeldLeases& held;
    Wakes& wakes;
    DutyLog log;
    Draw draw;
    BootClock clock = bootNow;
};

/// Claims sets of operations and posts each set in one transaction: state (the fence), HOLD legs, message.
///
/// A set stays in hand until each of its rows is posted, put off, failed for good or lost; what a lost connection left
/// undone is done after the reconnect, as long as the lease holds. Rows fail alone: a set that the database refuses is
/// halved until the wrong row stands alone (DESIGN.md rule 3). An unknown COMMIT is read back, never assumed (rule 6).
class Settler final : public Duty {
public:
    explicit Settler(SettlerParts parts);

    [[nodiscard]] Result<Round> runRound() override;
    void windDown() override;

private:
    /// The claimed rows by what is to become of them.
    struct Hand {
        std::vector<Posting> postings;
        std::vector<UnpaidSettlement> unpaid;
        std::vector<RetryLater> retries;
        std::vector<PermanentFailure> failures;
        bool postingsInDoubt = false;
        std::string jobType;
        int rows = 0;  ///< Claimed with it.
        int asked = 0; ///< How many at most.
        BootInstant askedAt{0};
        Timestamp claimedAt;  ///< By the database's clock, as the lease.
        Timestamp leaseUntil; ///< Of the claim; renewals may have moved it.
        std::map<std::pair<std::string, std::string>, Result<SendWindow>> windows; ///< By channel and settle date.
        [[nodiscard]] bool isEmpty() const
        {
            return postings.empty() && unpaid.empty() && retries.empty() && failures.empty();
        }
    };

    [[nodiscard]] Result<Done> prepare();
    [[nodiscard]] Result<bool> takeNext();
    void plan(const ClaimedOperation& operation);
    [[nodiscard]] Result<SendWindow> windowOf(const ChannelProfile& profile, BusinessDate settleDate);
    void putOff(const ClaimedOperation& operation, const Failure& failure, RetryClass retryClass);
    void handBack(const ClaimedOperation& operation, std::string_view why);

    [[nodiscard]] Result<Done> workHand();
    void dropWhatIsLost();
    /// The set is out of hand, whatever became of its rows: how long it took decides how large the next one is.
    void putDown();
    [[nodiscard]] Result<Done> readBack();
    [[nodiscard]] Result<Done> postAll();
    [[nodiscard]] Result<SetOutcome> postWhole(const std::vector<Posting>& set);
    void notePosted(const std::vector<Posting>& set, const SetOutcome& outcome);
    /// What one refused set becomes: smaller sets on `open`, or decisions about single rows.
    void divide(std::vector<Posting> set, const Failure& failure, std::vector<std::vector<Posting>>& open);
    [[nodiscard]] Result<Done> applyUnpaid();
    [[nodiscard]] Result<Done> applyRetries();
    [[nodiscard]] Result<Done> applyFailures();

    SettlerParts m_parts;
    OperationClaimer m_claimer;
    std::optional<KeyNamespace> m_namespace;
    std::vector<ChannelProfile> m_profiles;
    std::vector<BusinessCalendar> m_calendars;
    BootInstant m_refreshedAt{0};
    bool m_isPrepared = false;
    Hand m_hand;
    std::int64_t m_pieces = 0; ///< Since the round began.
};

} // namespace onceover::engine
