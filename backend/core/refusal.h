// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace onceover {

/// Every named reason for "no", in order of descending precedence: when several apply, the first one is told.
/// The names are stored in the database (audit, trigger answers) and never change their meaning.
enum class Refusal {
    // the installation
    SchemaTooOld,
    SchemaTooNew,
    SelfCheckFailed,
    NotASandbox,
    // the person
    NotMappedToPerson,
    MissingRole,
    // the subject
    UnknownJob,
    UnknownSubject,
    JobDisabled,
    BusinessDateInvalid,
    BusinessDateNotOver,
    RequestIdReused,
    Frozen,
    // the state
    NotInThisState,
    StaleVersion,
    LeaseStillHeld,
    FinalState,
    NeedsApproval,
    BatchAlreadyCompleted,
    NoEvidence,
    OwnRequest,
    NotOwnRequest,
    AlreadyDecided,
    Expired,
    PlanDiffers,
    Moved,
    TotalDiffers,
    OpenRequest,
    EffectOnRecord,
    OnlyARevision,
    AnswerIsUnknown,
    EvidenceContradicts,
    TooEarly,
    AlreadyReplaced,
    AlreadyMatched,
    StandsForMoney,
    NeverOfACompensation,
    NotDrained,
    NotOwner,
    OpenIncident,
    GateNotHeld,
    KeyNotExpressible,
    SelfTestMissing,
    // the data
    ScheduleNotSupported,
    UnknownTimeZone,
    InstantBeyondZoneData,
    CalendarUnknown,
    ValueDatePast,
    UnknownCurrency,
    CurrencyDiffers,
    AmountMalformed,
    AmountOutOfRange,
    KeyMalformed,
    ValueMalformed,
    NoChannelProfile,
    ChannelDisabled,
    ResendNotAllowed,
    RetentionTooShort,
    KeyNotRegistered,
    BudgetSpent,
};

/// The stable name of a refusal, as stored and printed by `--json`.
[[nodiscard]] std::string_view refusalName(Refusal refusal);

/// The refusal of that name; nothing when the name is unknown (a newer program wrote it).
[[nodiscard]] std::optional<Refusal> refusalFromName(std::string_view name);

} // namespace onceover
