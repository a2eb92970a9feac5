// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine_bench.h"

#include "acts/decide.h"
#include "acts/request_id.h"
#include "channel/practice_control.h"
#include "store/control_store.h"
#include "store/remedy_store.h"

#include <string>

namespace onceover::test {

inline const std::string kDayOfRemedies = "2026-05-11";

/// Nothing can move without a person.
inline const std::string kNothingMoves = R"(
  SELECT (SELECT count(*) FROM onceover.settlement_operation WHERE status IN ('PENDING', 'RETRYABLE', 'PROCESSING', 'AWAITING_EXTERNAL'))
       + (SELECT count(*) FROM onceover.settlement_operation o WHERE o.status = 'UNKNOWN_EXTERNAL' AND NOT EXISTS (
            SELECT FROM onceover.dead_letter d WHERE d.operation_id = o.operation_id AND d.status <> 'RESOLVED'))
       + (SELECT count(*) FROM onceover.settlement_batch WHERE status NOT IN ('COMPLETED', 'PARTIAL'))
       + (SELECT (count(*) = 0)::integer FROM onceover.settlement_batch))";

/// A bench with two persons and the replayer.
class RemedyBench : public EngineBench {
public:
    RemedyBench()
        : alice({database.conninfo("alice"), "test"}, "remedy_bench")
        , bob({database.conninfo("bob"), "test"}, "remedy_bench")
    {
    }
    store::RemedyStore alice;
    store::ControlStore bob;

    void startAll()
    {
        auto roles = allRoles();
        roles.insert(engine::Role::Replayer);
        startEngine(roles);
    }
    /// The day runs until nothing moves without a person; "" then.
    [[nodiscard]] std::string runDay(const std::string& misbehaviour = "{}")
    {
        if (const auto entered = enterDay(kDayOfRemedies); !entered)
            return entered.error().detail;
        if (std::string wrong = bePatient(); !wrong.empty())
            return wrong;
        if (!channel::setMisbehaviour(endpoint(), misbehaviour))
            return "the bank is away";
        return {};
    }
    /// What a busy machine delays is not lost: none of these stories is about time.
    [[nodiscard]] std::string bePatient() const
    {
        return sql(
            "UPDATE onceover.job SET lease = '20 s'; UPDATE onceover.channel_profile SET connect_timeout = '10 s', "
            "answer_timeout = '10 s', send_lease = '30 s'");
    }
    [[nodiscard]] std::string awaitBatches(const std::string& statuses) const
    {
        return await("SELECT string_agg(status, ' ' ORDER BY batch_id) FROM onceover.settlement_batch", statuses,
            std::chrono::seconds{120});
    }
    [[nodiscard]] std::string untilNothingMoves()
    {
        const std::string left = await(kNothingMoves, "0", std::chrono::seconds{90});
        return left == "0" ? std::string{} : left + " move\n" + troubles();
    }
    /// What a profile declares does not change in a version; here it is declared so from the start.
    [[nodiscard]] std::string declare(const std::string& declared)
    {
        return sql(
            "ALTER TABLE onceover.channel_profile DISABLE TRIGGER guard_update; UPDATE onceover.channel_profile SET "
            + declared + "; ALTER TABLE onceover.channel_profile ENABLE ALWAYS TRIGGER guard_update");
    }
    /// bob reads the plan and approves it as read; the refusal, or "".
    [[nodiscard]] std::string approve(std::int64_t request)
    {
        const auto rows = bob.requests(request, 1);
        if (!rows || rows->empty())
            return "no such request";
        const auto answer = acts::approve(
            bob, {request, rows->front().planHash, rows->front().planTotal, "read"}, acts::newRequestId());
        return !answer ? answer.error().detail : answer->done ? std::string{} : answer->reason + " " + answer->found;
    }
    [[nodiscard]] std::string awaitRequest(std::int64_t request, const std::string& status = "VERIFIED")
    {
        const std::string found
            = await("SELECT status FROM onceover.approval WHERE approval_id = " + std::to_string(request), status,
                std::chrono::seconds{120});
        return found == status ? std::string{} : found + "\n" + troubles();
    }
    /// Approved, executed, verified: "", else where it stands.
    [[nodiscard]] std::string carryThrough(const Result<RequestAnswer>& asked)
    {
        if (!asked || !asked->done)
            return asked ? asked->reason + " " + asked->found : asked.error().detail;
        if (std::string wrong = approve(asked->id); !wrong.empty())
            return wrong;
        return awaitRequest(asked->id);
    }
    [[nodiscard]] Uuid idOf(const std::string& query) const { return *Uuid::parse(sql(query)); }
};

/// "DONE", or the refusal.
inline std::string saidTo(const Result<RequestAnswer>& answer)
{
    return !answer ? answer.error().detail : answer->done ? "DONE" : answer->reason;
}

} // namespace onceover::test
