// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/settings_store.h"

#include <utility>

namespace onceover::store {

namespace {

std::optional<std::string> nothingIfEmpty(const std::string& text)
{
    return text.empty() ? std::nullopt : std::optional{text};
}

RolloutRow rolloutFrom(const Row& row)
{
    RolloutRow rollout;
    rollout.job = row.string("job_id");
    rollout.ruleVersion = row.int32("rule_version");
    rollout.mode = row.string("mode");
    rollout.scopes = row.textArray("scope_list");
    rollout.since = row.timestamp("since");
    rollout.maker = row.string("maker");
    rollout.checker = row.string("checker");
    rollout.isCurrent = row.boolean("is_current");
    rollout.isActing = row.boolean("is_acting");
    rollout.open = row.int64("operations_open");
    rollout.held = row.int64("operations_held");
    rollout.done = row.int64("operations_done");
    rollout.failed = row.int64("operations_failed");
    rollout.findings = row.int64("findings");
    rollout.takeovers = row.int64("takeovers");
    rollout.alertsOpen = row.int64("alerts_open");
    return rollout;
}

RolloutLeftRow rolloutLeftFrom(const Row& row)
{
    return {row.int32("rule_version"), row.string("what"), row.int64("n"), row.optionalInt64("amount_minor"),
        row.string("currency")};
}

} // namespace

SettingsStore::SettingsStore(const ConnectionTarget& target, std::string program)
    : m_session(target, std::move(program))
{
}

Result<ServerIdentity> SettingsStore::connect()
{
    return m_session.connect();
}

Result<RequestAnswer> SettingsStore::requestBatchRecovery(const BatchRecoveryWish& wish, const Uuid& requestId)
{
    const std::string target = wish.batch ? "batch " + std::to_string(*wish.batch)
                                          : wish.job + (wish.bizDate ? " " + wish.bizDate->toString() : "");
    return readAnswer(m_session.act("RequestBatchRecovery",
                          params(wish.batch, nothingIfEmpty(wish.job), wish.bizDate, wish.causeRemoved, wish.why.reason,
                              wish.why.ticket, requestId),
                          {"request batch recovery", target, requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> SettingsStore::requestRollout(const RolloutWish& wish, const Uuid& requestId)
{
    return readAnswer(
        m_session.act("RequestRollout",
            params(wish.job, wish.ruleVersion, wish.mode, wish.scopes, wish.why.reason, wish.why.ticket, requestId),
            {"request rollout", "rules of " + wish.job, requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> SettingsStore::requestProfile(const ProfileWish& wish, const Uuid& requestId)
{
    return readAnswer(m_session.act("RequestProfile",
                          params(wish.channel, wish.change, wish.version, nothingIfEmpty(wish.fields), wish.why.reason,
                              wish.why.ticket, requestId),
                          {"request profile", "channel " + wish.channel, requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> SettingsStore::requestBeneficiary(const BeneficiaryWish& wish, const Uuid& requestId)
{
    return readAnswer(
        m_session.act("RequestBeneficiary",
            params(wish.merchant, wish.name, wish.account, wish.country, wish.why.reason, wish.why.ticket, requestId),
            {"request beneficiary", "merchant " + std::to_string(wish.merchant), requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> SettingsStore::requestRetentionSetting(const RetentionWish& wish, const Uuid& requestId)
{
    return readAnswer(
        m_session.act("RequestRetentionSetting",
            params(wish.subject, nothingIfEmpty(wish.fields), wish.why.reason, wish.why.ticket, requestId),
            {"request retention setting", wish.subject, requestId}),
        readRequestAnswer);
}

Result<std::vector<RolloutRow>> SettingsStore::rollouts(const std::string& job)
{
    return readEach(m_session.read("ReadRollouts", params(nothingIfEmpty(job))), rolloutFrom);
}

Result<std::vector<RolloutLeftRow>> SettingsStore::rolloutLeft(const std::string& job)
{
    return readEach(m_session.read("ReadRolloutLeft", params(job)), rolloutLeftFrom);
}

} // namespace onceover::store
