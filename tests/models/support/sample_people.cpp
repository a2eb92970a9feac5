// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_people.h"

#include "fake_console.h"

#include <string>

namespace onceover::testing {

namespace {

using std::chrono::hours;
using std::chrono::minutes;

/// A SHA-256 in hex, another one per number.
std::string sampleHash(int number)
{
    const std::string digits = "0123456789abcdef";
    std::string hash;
    for (std::size_t i = 0; i < 64; ++i)
        hash += digits[(static_cast<std::size_t>(number) * 5 + i * 7) % digits.size()];
    return hash;
}

} // namespace

std::vector<RequestListRow> workRequests()
{
    RequestListRow replay;
    replay.id = 313;
    replay.view = "mine";
    replay.kind = "replay";
    replay.status = "REQUESTED";
    replay.maker = "alice";
    replay.makerName = "Alice Zhang";
    replay.reason = "INC-4711 bank timeout; the bank never saw them";
    replay.ticket = "INC-4711";
    replay.planHash = "7f3a91c2d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f";
    replay.amounts = {{"CNY", 128430000}};
    replay.items = 3;
    replay.requestedAt = sampleTime() - minutes{18};
    replay.expiresAt = sampleTime() + minutes{8};
    RequestListRow lift = replay;
    lift.id = 312;
    lift.view = "to-me";
    lift.kind = "lift";
    lift.maker = "bob";
    lift.makerName = "Bob Li";
    lift.reason = "the bank is back";
    lift.amounts.clear();
    lift.items = 0;
    lift.requestedAt = sampleTime() - minutes{4};
    lift.expiresAt = sampleTime() + minutes{11};
    RequestListRow done = replay;
    done.id = 311;
    done.view = "decided";
    done.status = "VERIFIED";
    done.checkerName = "Bob Li";
    done.itemsDone = 3;
    done.amounts = {{"CNY", 128430000}, {"USD", 1500}};
    done.requestedAt = sampleTime() - hours{5};
    done.decidedAt = sampleTime() - hours{4};
    done.decisionReason = "agreed with the desk";
    RequestListRow rejected = done;
    rejected.id = 310;
    rejected.kind = "dismissal";
    rejected.status = "REJECTED";
    rejected.itemsDone = 0;
    return {replay, lift, done, rejected};
}

std::vector<AuditListRow> workAudit()
{
    const auto row = [](std::int64_t seq, const char* action, const char* target, const char* reason) {
        AuditListRow made;
        made.chain = "people";
        made.seq = seq;
        made.at = sampleTime() - minutes{90 - seq};
        made.actor = "alice";
        made.actorName = "Alice Zhang";
        made.login = "alice";
        made.role = "operator,viewer";
        made.action = action;
        made.target = target;
        made.outcome = "DONE";
        made.reason = reason;
        made.detail = "{\"approval_id\": 311, \"items\": 3}";
        made.requestId = "ac2f4349-e354-4c74-ac24-ec0a39482a1e";
        made.hash = sampleHash(static_cast<int>(seq));
        return made;
    };
    AuditListRow refused = row(82, "approve", "request 311", "OWN_REQUEST");
    refused.outcome = "REFUSED";
    return {row(83, "freeze", "job settle-daily", "INC-4711"), refused,
        row(81, "request replay", "operation 00000000-0000-4000-8000-000000000001", "the bank never saw it")};
}

std::vector<AuditHeadRow> workHeads()
{
    return {{"people", 83, sampleHash(83), 81, sampleTime() - minutes{7}},
        {"system", 12, sampleHash(12), 12, sampleTime() - hours{3}},
        {"worker:w-1-77bc", 4, sampleHash(4), std::nullopt, sampleTime() - minutes{1}}};
}

std::vector<AccessRow> workAccess()
{
    AccessRow alice{1, "alice", "alice", "Alice Zhang", {"operator", "viewer"}, false, sampleTime() - hours{3}};
    AccessRow bob{2, "bob", "bob", "Bob Li", {"approver", "viewer"}, false, sampleTime() - hours{3}};
    AccessRow chief{3, "chief", "", "", {"operator (admin)", "viewer"}, false, sampleTime() - hours{3}};
    AccessRow postgres{4, "postgres", "", "", {}, true, sampleTime() - hours{3}};
    return {alice, bob, chief, postgres};
}

std::vector<RolloutListRow> workRollouts()
{
    RolloutListRow limited;
    limited.jobId = "settle-daily";
    limited.ruleVersion = 2;
    limited.mode = "limited";
    limited.scopes = {"channel practice-bank-2", "merchant 17"};
    limited.since = sampleTime() - hours{30};
    limited.maker = "Alice Zhang";
    limited.checker = "Bob Li";
    limited.isCurrent = limited.isActing = limited.isNewest = limited.isStaged = true;
    limited.open = 214;
    limited.held = 180;
    limited.done = 34;
    limited.failed = 1;
    limited.findings = 180;
    limited.alertsOpen = 1;
    limited.left
        = {{"effect", 34, 4'512'300, "CNY"}, {"operation PENDING", 214, 28'000'000, "CNY"}, {"run", 1, {}, ""}};
    RolloutListRow before = limited;
    before.ruleVersion = 1;
    before.mode = "full";
    before.scopes.clear();
    before.since = sampleTime() - hours{24 * 90};
    before.maker = before.checker = "";
    before.isCurrent = before.isNewest = false;
    before.open = before.held = before.findings = 0;
    before.done = 10'412;
    before.failed = 17;
    before.left.clear();
    RolloutListRow observed = before;
    observed.jobId = "renew";
    observed.mode = "observe";
    observed.isCurrent = observed.isNewest = true;
    observed.isActing = false;
    observed.done = observed.failed = 0;
    observed.openRequest = 314;
    RolloutListRow plain = before;
    plain.jobId = "clean-temp";
    plain.isCurrent = plain.isNewest = true;
    plain.isStaged = false;
    plain.done = plain.failed = 0;
    return {plain, observed, limited, before};
}

} // namespace onceover::testing
