// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/refusal.h"

#include <array>
#include <utility>

namespace onceover {

namespace {

constexpr std::array kNames{
    std::pair{Refusal::SchemaTooOld, std::string_view{"SCHEMA_TOO_OLD"}},
    std::pair{Refusal::SchemaTooNew, std::string_view{"SCHEMA_TOO_NEW"}},
    std::pair{Refusal::SelfCheckFailed, std::string_view{"SELF_CHECK_FAILED"}},
    std::pair{Refusal::NotASandbox, std::string_view{"NOT_A_SANDBOX"}},
    std::pair{Refusal::NotMappedToPerson, std::string_view{"NOT_MAPPED_TO_PERSON"}},
    std::pair{Refusal::MissingRole, std::string_view{"MISSING_ROLE"}},
    std::pair{Refusal::UnknownJob, std::string_view{"UNKNOWN_JOB"}},
    std::pair{Refusal::UnknownSubject, std::string_view{"UNKNOWN_SUBJECT"}},
    std::pair{Refusal::JobDisabled, std::string_view{"JOB_DISABLED"}},
    std::pair{Refusal::BusinessDateInvalid, std::string_view{"BUSINESS_DATE_INVALID"}},
    std::pair{Refusal::BusinessDateNotOver, std::string_view{"BUSINESS_DATE_NOT_OVER"}},
    std::pair{Refusal::RequestIdReused, std::string_view{"REQUEST_ID_REUSED"}},
    std::pair{Refusal::Frozen, std::string_view{"FROZEN"}},
    std::pair{Refusal::NotInThisState, std::string_view{"NOT_IN_THIS_STATE"}},
    std::pair{Refusal::StaleVersion, std::string_view{"STALE_VERSION"}},
    std::pair{Refusal::LeaseStillHeld, std::string_view{"LEASE_STILL_HELD"}},
    std::pair{Refusal::FinalState, std::string_view{"FINAL_STATE"}},
    std::pair{Refusal::NeedsApproval, std::string_view{"NEEDS_APPROVAL"}},
    std::pair{Refusal::BatchAlreadyCompleted, std::string_view{"BATCH_ALREADY_COMPLETED"}},
    std::pair{Refusal::NoEvidence, std::string_view{"NO_EVIDENCE"}},
    std::pair{Refusal::OwnRequest, std::string_view{"OWN_REQUEST"}},
    std::pair{Refusal::NotOwnRequest, std::string_view{"NOT_OWN_REQUEST"}},
    std::pair{Refusal::AlreadyDecided, std::string_view{"ALREADY_DECIDED"}},
    std::pair{Refusal::Expired, std::string_view{"EXPIRED"}},
    std::pair{Refusal::PlanDiffers, std::string_view{"PLAN_DIFFERS"}},
    std::pair{Refusal::Moved, std::string_view{"MOVED"}},
    std::pair{Refusal::TotalDiffers, std::string_view{"TOTAL_DIFFERS"}},
    std::pair{Refusal::OpenRequest, std::string_view{"OPEN_REQUEST"}},
    std::pair{Refusal::EffectOnRecord, std::string_view{"EFFECT_ON_RECORD"}},
    std::pair{Refusal::OnlyARevision, std::string_view{"ONLY_A_REVISION"}},
    std::pair{Refusal::AnswerIsUnknown, std::string_view{"ANSWER_IS_UNKNOWN"}},
    std::pair{Refusal::EvidenceContradicts, std::string_view{"EVIDENCE_CONTRADICTS"}},
    std::pair{Refusal::TooEarly, std::string_view{"TOO_EARLY"}},
    std::pair{Refusal::AlreadyReplaced, std::string_view{"ALREADY_REPLACED"}},
    std::pair{Refusal::AlreadyMatched, std::string_view{"ALREADY_MATCHED"}},
    std::pair{Refusal::StandsForMoney, std::string_view{"STANDS_FOR_MONEY"}},
    std::pair{Refusal::NeverOfACompensation, std::string_view{"NEVER_OF_A_COMPENSATION"}},
    std::pair{Refusal::NotDrained, std::string_view{"NOT_DRAINED"}},
    std::pair{Refusal::NotOwner, std::string_view{"NOT_OWNER"}},
    std::pair{Refusal::OpenIncident, std::string_view{"OPEN_INCIDENT"}},
    std::pair{Refusal::GateNotHeld, std::string_view{"GATE_NOT_HELD"}},
    std::pair{Refusal::KeyNotExpressible, std::string_view{"KEY_NOT_EXPRESSIBLE"}},
    std::pair{Refusal::SelfTestMissing, std::string_view{"SELF_TEST_MISSING"}},
    std::pair{Refusal::ScheduleNotSupported, std::string_view{"SCHEDULE_NOT_SUPPORTED"}},
    std::pair{Refusal::UnknownTimeZone, std::string_view{"UNKNOWN_TIME_ZONE"}},
    std::pair{Refusal::InstantBeyondZoneData, std::string_view{"INSTANT_BEYOND_ZONE_DATA"}},
    std::pair{Refusal::CalendarUnknown, std::string_view{"CALENDAR_UNKNOWN"}},
    std::pair{Refusal::ValueDatePast, std::string_view{"VALUE_DATE_PAST"}},
    std::pair{Refusal::UnknownCurrency, std::string_view{"UNKNOWN_CURRENCY"}},
    std::pair{Refusal::CurrencyDiffers, std::string_view{"CURRENCY_DIFFERS"}},
    std::pair{Refusal::AmountMalformed, std::string_view{"AMOUNT_MALFORMED"}},
    std::pair{Refusal::AmountOutOfRange, std::string_view{"AMOUNT_OUT_OF_RANGE"}},
    std::pair{Refusal::KeyMalformed, std::string_view{"KEY_MALFORMED"}},
    std::pair{Refusal::ValueMalformed, std::string_view{"VALUE_MALFORMED"}},
    std::pair{Refusal::NoChannelProfile, std::string_view{"NO_CHANNEL_PROFILE"}},
    std::pair{Refusal::ChannelDisabled, std::string_view{"CHANNEL_DISABLED"}},
    std::pair{Refusal::ResendNotAllowed, std::string_view{"RESEND_NOT_ALLOWED"}},
    std::pair{Refusal::RetentionTooShort, std::string_view{"RETENTION_TOO_SHORT"}},
    std::pair{Refusal::KeyNotRegistered, std::string_view{"KEY_NOT_REGISTERED"}},
    std::pair{Refusal::BudgetSpent, std::string_view{"BUDGET_SPENT"}},
};

/// The table lists the enum without gaps, in its order, so that an index is a lookup.
constexpr bool everyRefusalInOrder()
{
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (static_cast<std::size_t>(kNames[i].first) != i)
            return false;
    }
    return kNames.size() == static_cast<std::size_t>(Refusal::BudgetSpent) + 1;
}
static_assert(everyRefusalInOrder());

} // namespace

std::string_view refusalName(Refusal refusal)
{
    return kNames[static_cast<std::size_t>(refusal)].second;
}

std::optional<Refusal> refusalFromName(std::string_view name)
{
    for (const auto& [refusal, refusalText] : kNames) {
        if (refusalText == name)
            return refusal;
    }
    return std::nullopt;
}

} // namespace onceover
