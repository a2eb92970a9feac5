// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_requests.h"

namespace onceover::testing {

namespace {

/// "call 7", "document 7f3a91c2 says …": as short as a test reads it.
std::string evidenceText(const Evidence& evidence)
{
    if (evidence.kind.empty())
        return "no evidence";
    std::string text = evidence.kind + ' ' + evidence.source.substr(0, 8);
    if (!evidence.part.empty())
        text += '/' + evidence.part;
    if (!evidence.text.empty())
        text += " says " + evidence.text;
    if (!evidence.reference.empty())
        text += " ref " + evidence.reference;
    return text;
}

std::string whyText(const std::string& reason, const std::string& ticket, bool underFreeze = false)
{
    return ": " + reason + (ticket.empty() ? "" : ' ' + ticket) + (underFreeze ? " under-freeze" : "");
}

} // namespace

Result<RequestAnswer> FakeSettings::requestBatchRecovery(const BatchRecoveryWish&, const Uuid&)
{
    return m_script->takeRequest("batch recovery", "batch recovery");
}

Result<RequestAnswer> FakeSettings::requestRollout(const RolloutWish& wish, const Uuid&)
{
    std::string scopes;
    for (const std::string& scope : wish.scopes)
        scopes += (scopes.empty() ? " for " : ", ") + scope;
    const std::string version = wish.ruleVersion ? ' ' + std::to_string(*wish.ruleVersion) : std::string{};
    return m_script->takeRequest(
        "rollout " + wish.job + version + ' ' + wish.mode + scopes + whyText(wish.why.reason, wish.why.ticket),
        "rollout");
}

Result<RequestAnswer> FakeSettings::requestProfile(const ProfileWish&, const Uuid&)
{
    return m_script->takeRequest("profile", "profile");
}

Result<RequestAnswer> FakeSettings::requestBeneficiary(const BeneficiaryWish&, const Uuid&)
{
    return m_script->takeRequest("beneficiary", "beneficiary");
}

Result<RequestAnswer> FakeSettings::requestRetentionSetting(const RetentionWish&, const Uuid&)
{
    return m_script->takeRequest("retention", "retention setting");
}

Result<RequestAnswer> FakeRemedies::requestResolve(const ResolveWish& wish, const Uuid&)
{
    return m_script->takeRequest("resolve " + std::string(wish.executed ? "executed" : "not executed") + " by "
            + evidenceText(wish.evidence) + whyText(wish.reason, wish.ticket),
        "resolve");
}

Result<RequestAnswer> FakeRemedies::requestCompensation(const CompensationWish& wish, const Uuid&)
{
    return m_script->takeRequest("compensate " + wish.type + ' '
            + (wish.amountMinor ? std::to_string(*wish.amountMinor) : std::string("whole")) + " by "
            + evidenceText(wish.evidence) + (wish.difference ? " closes " + std::to_string(*wish.difference) : "")
            + whyText(wish.reason, wish.ticket, wish.underFreeze),
        "compensation");
}

Result<RequestAnswer> FakeRemedies::requestRevision(const RevisionWish& wish, const Uuid&)
{
    return m_script->takeRequest("revise" + whyText(wish.reason, wish.ticket, wish.underFreeze), "revision");
}

Result<RequestAnswer> FakeRemedies::requestCorrection(
    std::int64_t difference, const std::string& reason, const std::string& ticket, const Uuid&)
{
    return m_script->takeRequest("correct " + std::to_string(difference) + whyText(reason, ticket), "correction");
}

Result<RequestAnswer> FakeRemedies::requestMatch(const MatchWish& wish, const Uuid&)
{
    return m_script->takeRequest("match " + std::to_string(wish.difference) + " by "
            + evidenceText({wish.record.kind, wish.record.source, wish.record.part, {}, {}})
            + whyText(wish.reason, wish.ticket),
        "match");
}

Result<RequestAnswer> FakeRemedies::requestMissingMessage(const MessageWish& wish, const Uuid&)
{
    return m_script->takeRequest("missing message" + whyText(wish.reason, wish.ticket), "missing outbox");
}

Result<RequestAnswer> FakeRemedies::requestResend(const MessageWish& wish, const Uuid&)
{
    return m_script->takeRequest("re-send" + whyText(wish.reason, wish.ticket), "re-send");
}

} // namespace onceover::testing
