// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/operation_port.h"
#include "core/records/job.h"
#include "core/records/operation.h"
#include "store/duty_connection.h"
#include "support/compare_text.h"
#include "support/test_cluster.h"

#include <memory>
#include <string>
#include <vector>

namespace onceover::test {

inline constexpr int kRigMerchants = 24;
inline constexpr int kRigItems = 60; ///< Of one day.

/// A migrated database with two days of business input (store_inputs.sql), and the duties' connections to it.
class StoreRig {
public:
    explicit StoreRig(TestCluster& cluster = TestCluster::shared());

    [[nodiscard]] const std::string& problem() const { return m_problem; }
    [[nodiscard]] TestDatabase& database() { return m_database; }

    /// A new connection of a duty: login svc_<group>, worker incarnation `worker`.
    [[nodiscard]] std::shared_ptr<store::DutyConnection> duty(
        const std::string& group, const std::string& worker = "w1") const;
    /// The same through another socket folder (socket_cutter.h).
    [[nodiscard]] std::shared_ptr<store::DutyConnection> dutyThrough(
        const std::string& socketFolder, const std::string& group, const std::string& worker = "w1") const;

    /// One value as the superuser, schema onceover on the search path.
    [[nodiscard]] std::string ask(const std::string& sql) const;
    [[nodiscard]] std::int64_t count(const std::string& sql) const { return std::stoll("0" + ask(sql)); }

    /// The schedule's trigger of that day.
    [[nodiscard]] DueTrigger dueOf(const std::string& day) const;
    /// Records the schedule's trigger of that day as `worker`.
    [[nodiscard]] Result<TriggerAnswer> trigger(const std::string& day, const std::string& worker = "s1") const;
    /// Trigger, run, batch, every shard enumerated: the batch.
    [[nodiscard]] Result<BatchId> enumerate(const std::string& day, const std::string& worker = "s1") const;
    /// What a payout of this operation looks like.
    [[nodiscard]] Posting postingOf(const ClaimedOperation& operation) const;
    /// Claims everything that is due and posts it, as `worker`.
    [[nodiscard]] Result<int> postAll(const std::string& worker = "w1") const;

    [[nodiscard]] std::vector<Posting> postingsOf(const ClaimedSet& set) const;

    /// The lease of everything that is in work has ended, as if its time had passed.
    void endLeases() const;
    /// A freeze of that scope is in force.
    void freeze(const std::string& kind, const std::string& ref) const;
    void liftFreezes() const;
    /// As if two persons had lifted every freeze at that instant, an SQL expression over its row.
    void liftFreezesAt(const std::string& moment) const;

private:
    TestDatabase m_database;
    std::string m_problem;
    KeyNamespace m_namespace;
};

/// The operations to enumerate of what a shard's inputs are.
[[nodiscard]] std::vector<PlannedOperation> planned(
    const KeyNamespace& ns, const std::string& day, const std::vector<InputGroup>& inputs);

/// Everything of the job that is due, in all buckets.
[[nodiscard]] ClaimRequest claimOf(milliseconds lease = milliseconds{60000}, int most = 500);

/// All 64 buckets.
[[nodiscard]] std::vector<Bucket> allBuckets();

/// A failure in words, for QVERIFY2.
[[nodiscard]] std::string wordsOf(const Failure& failure);

} // namespace onceover::test

/// A Result that must have a value; evaluates what it is given once.
#define ONCEOVER_OK(...)                                                                                               \
    do {                                                                                                               \
        const auto& okResult = (__VA_ARGS__);                                                                          \
        QVERIFY2(okResult.has_value(), okResult ? "" : onceover::test::wordsOf(okResult.error()).c_str());             \
    } while (false)
