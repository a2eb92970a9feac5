// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/refusal_text.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct RefusalWords {
    Q_DECLARE_TR_FUNCTIONS(RefusalText)
};

FailureText tooOld(const QString& found)
{
    if (found.isEmpty() || found == QLatin1String("0"))
        return {RefusalWords::tr("No Onceover schema"), RefusalWords::tr("This database has no Onceover schema."),
            RefusalWords::tr("Choose another database, or let the migrator run `onceoverctl migrate` in it."), {}};
    return {RefusalWords::tr("Schema too old"),
        RefusalWords::tr("The schema of this database is older than this program needs (found: %1).").arg(found),
        RefusalWords::tr("Let the migrator run `onceoverctl migrate`, or use the older Onceover."), {}};
}

FailureText tooNew(const QString& found)
{
    return {RefusalWords::tr("Schema too new"),
        found.isEmpty()
            ? RefusalWords::tr("The schema of this database is newer than this program knows.")
            : RefusalWords::tr("The schema of this database is newer than this program knows (found: %1).").arg(found),
        RefusalWords::tr("Install the newer Onceover; this one writes nothing here."), {}};
}

FailureText selfCheck(const QString& found)
{
    return {RefusalWords::tr("Self-check failed"),
        found.isEmpty() ? RefusalWords::tr("The self-check of this connection failed.")
                        : RefusalWords::tr("The self-check of this connection failed: %1.").arg(found),
        RefusalWords::tr(
            "Run `onceoverctl doctor`: it says what is missing and how to mend it. Nothing is written until then."),
        {}};
}

/// Reasons in the state of the subject.
FailureText stateRefusal(Refusal refusal, const QString& found)
{
    if (refusal == Refusal::NotInThisState)
        return {RefusalWords::tr("Not in this state"),
            found.isEmpty() ? RefusalWords::tr("Its present state does not allow this.")
                            : RefusalWords::tr("Its present state does not allow this (found: %1).").arg(found),
            RefusalWords::tr("Read it again, then decide."), {}};
    return {RefusalWords::tr("Moved meanwhile"),
        found.isEmpty() ? RefusalWords::tr("Somebody else holds a newer version of it.")
                        : RefusalWords::tr("Somebody else holds a newer version of it (found: %1).").arg(found),
        RefusalWords::tr("Read it again, then decide."), {}};
}

/// Reasons of a request or a decision about one.
FailureText requestRefusal(Refusal refusal, const QString& found)
{
    switch (refusal) {
    case Refusal::OwnRequest:
        return {RefusalWords::tr("Your own request"), RefusalWords::tr("You asked for this; a second person decides."),
            RefusalWords::tr("Ask an approver; you can withdraw it."), {}};
    case Refusal::NotOwnRequest:
        return {RefusalWords::tr("Not your request"), RefusalWords::tr("Only who asked can withdraw it."),
            RefusalWords::tr("An approver can reject it."), {}};
    case Refusal::AlreadyDecided:
        return {RefusalWords::tr("Already decided"),
            found.isEmpty() ? RefusalWords::tr("This request was decided before.")
                            : RefusalWords::tr("This request was decided before: %1.").arg(found),
            RefusalWords::tr("Read it again; nothing is to be done."), {}};
    case Refusal::Expired:
        return {RefusalWords::tr("Expired"), RefusalWords::tr("Nobody decided in time; the request has ended."),
            RefusalWords::tr("Look at the state again and ask anew, where it is still right."), {}};
    case Refusal::PlanDiffers:
        return {RefusalWords::tr("Another plan"),
            RefusalWords::tr("What you decided about is not the plan of this request."),
            RefusalWords::tr("Read the request again, then decide."), {}};
    case Refusal::Moved:
        return {RefusalWords::tr("Moved meanwhile"),
            RefusalWords::tr("A row of the plan has moved since it was asked for; the request is void."),
            RefusalWords::tr("Look at the state again and ask anew, where it is still right."), {}};
    case Refusal::TotalDiffers:
        return {RefusalWords::tr("Another total"),
            RefusalWords::tr("What you typed is not the total of the plan (expected: %1).").arg(found),
            RefusalWords::tr("Read the amounts again, then type the total."), {}};
    case Refusal::OpenRequest:
        return {RefusalWords::tr("Another request is open"),
            RefusalWords::tr("There is an open request about this already."),
            RefusalWords::tr("Decide or withdraw that one first."), {}};
    case Refusal::EffectOnRecord:
        return {RefusalWords::tr("It took effect"),
            RefusalWords::tr("This key has succeeded, so doing it again is no remedy."),
            RefusalWords::tr("What must be made good is a compensation of its own."), {}};
    case Refusal::OnlyARevision:
        return {RefusalWords::tr("Only a revision"),
            RefusalWords::tr("This was refused or not executed, and its money was given back."),
            RefusalWords::tr("Replace it by an approved revision."), {}};
    case Refusal::AnswerIsUnknown:
        return {RefusalWords::tr("The bank's answer is unknown"),
            RefusalWords::tr("Nobody knows whether the bank executed this."),
            RefusalWords::tr("Ask the bank or wait for the statement; an unknown is neither sent again nor closed."),
            {}};
    case Refusal::NotDrained:
        return {RefusalWords::tr("Not drained"),
            RefusalWords::tr("Something the freeze covers is in work or may still leave."),
            RefusalWords::tr("Wait until it has drained, or fence it."), {}};
    default:
        return {};
    }
}

/// `request 8`, as the database names it: its number alone.
QString numberOfRequest(const QString& found)
{
    const QLatin1String named("request ");
    return found.startsWith(named) ? found.mid(named.size()) : found;
}

/// Reasons of what replaces, makes good or resolves an operation.
FailureText remedyRefusal(Refusal refusal, const QString& found)
{
    switch (refusal) {
    case Refusal::EvidenceContradicts:
        return {RefusalWords::tr("The record says otherwise"),
            found.isEmpty() ? RefusalWords::tr("A recorded fact contradicts this.")
                            : RefusalWords::tr("A recorded fact contradicts this: %1.").arg(found),
            RefusalWords::tr("Read the recorded answers of the bank again, then decide."), {}};
    case Refusal::TooEarly:
        return {RefusalWords::tr("Too early"),
            found.isEmpty() ? RefusalWords::tr("What was sent may still take effect.")
                            : RefusalWords::tr("What was sent may still take effect (until: %1).").arg(found),
            RefusalWords::tr("Wait until then and ask the bank once more."), {}};
    case Refusal::AlreadyReplaced:
        return {RefusalWords::tr("Already replaced"),
            found.isEmpty() ? RefusalWords::tr("Another operation has taken its place.")
                            : RefusalWords::tr("Another operation has taken its place: %1.").arg(found),
            RefusalWords::tr("Look at that one."), {}};
    case Refusal::AlreadyMatched:
        return {RefusalWords::tr("Already matched"),
            found.isEmpty() ? RefusalWords::tr("The record or the payment is matched already.")
                            : RefusalWords::tr("The record or the payment is matched already, by request %1.")
                                  .arg(numberOfRequest(found)),
            RefusalWords::tr("Name the record that belongs to this one, or leave the difference open."), {}};
    case Refusal::StandsForMoney:
        return {RefusalWords::tr("It stands for money"),
            RefusalWords::tr("A difference of this kind is not explained away by a record."),
            RefusalWords::tr("Ask for a compensation or a correction."), {}};
    case Refusal::NeverOfACompensation:
        return {RefusalWords::tr("Never of a compensation"),
            RefusalWords::tr("This operation makes another one good itself."),
            RefusalWords::tr("Ask for a compensation of the original."), {}};
    case Refusal::KeyNotExpressible:
        return {RefusalWords::tr("The channel cannot carry our keys"),
            found.isEmpty()
                ? RefusalWords::tr("Nothing sent through it could be told from its repetition.")
                : RefusalWords::tr("Nothing sent through it could be told from its repetition: %1.").arg(found),
            RefusalWords::tr(
                "Agree with the bank on keys of 32 characters, A to Z and 2 to 7, in a header of their own, "
                "and enter a version of the profile that says so."),
            {}};
    case Refusal::SelfTestMissing:
        return {RefusalWords::tr("Self-test missing"),
            RefusalWords::tr("This profile of the channel has not passed its self-test."),
            RefusalWords::tr("Run `onceoverctl channel self-test`, then ask again."), {}};
    case Refusal::RetentionTooShort:
        return {RefusalWords::tr("Kept too short"),
            found.isEmpty()
                ? RefusalWords::tr("A record of a key would be dropped before its last possible retry.")
                : RefusalWords::tr("A record of a key would be dropped before its last possible retry (%1).")
                      .arg(found),
            RefusalWords::tr("Keep the records longer, or shorten the retries."), {}};
    case Refusal::KeyNotRegistered:
        return {RefusalWords::tr("Key not registered"), RefusalWords::tr("No administrator has registered this key."),
            RefusalWords::tr("Let an administrator register its public half."), {}};
    default:
        return {};
    }
}

/// Reasons of the incident procedure.
FailureText incidentRefusal(Refusal refusal, const QString& found)
{
    if (refusal == Refusal::NotOwner)
        return {RefusalWords::tr("Not the owner"),
            found.isEmpty()
                ? RefusalWords::tr("Only the owner of the incident takes its steps.")
                : RefusalWords::tr("Only the owner of the incident takes its steps (owner: %1).").arg(found),
            RefusalWords::tr("Take the incident over first; that is recorded."), {}};
    if (refusal == Refusal::OpenIncident)
        return {RefusalWords::tr("An incident is open"),
            found.isEmpty() ? RefusalWords::tr("There is an open incident about this already.")
                            : RefusalWords::tr("There is an open incident about this already: %1.").arg(found),
            RefusalWords::tr("Go on with that one."), {}};
    return {RefusalWords::tr("The gate does not hold"),
        found.isEmpty() ? RefusalWords::tr("The next step needs something that is missing.")
                        : RefusalWords::tr("The next step needs something that is missing: %1.").arg(found),
        RefusalWords::tr("Do what is missing first; a step may go back, never be skipped."), {}};
}

} // namespace

FailureText refusalText(Refusal refusal, const QString& found)
{
    switch (refusal) {
    case Refusal::SchemaTooOld:
        return tooOld(found);
    case Refusal::SchemaTooNew:
        return tooNew(found);
    case Refusal::SelfCheckFailed:
        return selfCheck(found);
    case Refusal::NotASandbox:
        return {RefusalWords::tr("Not a sandbox"),
            RefusalWords::tr("This is only possible in a sandbox, and this database is none."),
            RefusalWords::tr("Start one with `onceoverctl sandbox start`."), {}};
    case Refusal::NotMappedToPerson:
        return {RefusalWords::tr("Login without a person"),
            RefusalWords::tr("This login is not mapped to a person; acts need one."),
            RefusalWords::tr("Ask an administrator to map it (person_login), or log in with your own."), {}};
    case Refusal::MissingRole:
        return {RefusalWords::tr("Role missing"),
            RefusalWords::tr("This login does not have the role that this act needs."),
            RefusalWords::tr("Ask somebody who has it, or an administrator for the role."), {}};
    case Refusal::UnknownJob:
        return {RefusalWords::tr("Unknown job"), RefusalWords::tr("There is no job of this name."),
            RefusalWords::tr("Look at the list of jobs and check the spelling."), {}};
    case Refusal::UnknownSubject:
        return {RefusalWords::tr("Not found"), RefusalWords::tr("There is nothing under this key."),
            RefusalWords::tr("Check the key and the database that you are connected to."), {}};
    case Refusal::JobDisabled:
        return {RefusalWords::tr("Job disabled"), RefusalWords::tr("This job is disabled."),
            RefusalWords::tr("Enable it first, if it may run."), {}};
    case Refusal::BusinessDateInvalid:
        return {RefusalWords::tr("Business date invalid"),
            RefusalWords::tr("This is not a business date that the job can have."),
            RefusalWords::tr("Write an existing day as YYYY-MM-DD."), {}};
    case Refusal::BusinessDateNotOver:
        return {RefusalWords::tr("Business date not over"),
            RefusalWords::tr("This business date is not over yet in the job's time zone."),
            RefusalWords::tr("Trigger it after midnight there; the schedule does so by itself."), {}};
    case Refusal::RequestIdReused:
        return {RefusalWords::tr("Request id used before"),
            RefusalWords::tr("This request id belongs to another request."),
            RefusalWords::tr("Open the dialog again: it makes a new one."), {}};
    case Refusal::Frozen:
        return {RefusalWords::tr("Frozen"), RefusalWords::tr("A freeze in force covers this."),
            RefusalWords::tr("Look at the incident; it goes on after the lift."), {}};
    case Refusal::NotInThisState:
    case Refusal::StaleVersion:
        return stateRefusal(refusal, found);
    case Refusal::LeaseStillHeld:
        return {RefusalWords::tr("Lease still held"), RefusalWords::tr("A worker still holds the lease."),
            RefusalWords::tr("Wait until it ends, or fence it."), {}};
    case Refusal::FinalState:
        return {RefusalWords::tr("Already final"), RefusalWords::tr("It has ended; nothing changes it any more."),
            RefusalWords::tr("Look at its history; what must be made good needs an operation of its own."), {}};
    case Refusal::NeedsApproval:
        return {RefusalWords::tr("Approval needed"), RefusalWords::tr("This needs the approval of a second person."),
            RefusalWords::tr("Request it; an approver decides."), {}};
    case Refusal::BatchAlreadyCompleted:
        return {RefusalWords::tr("Batch already completed"),
            RefusalWords::tr("This batch is settled and reconciled; it is never run again."),
            RefusalWords::tr("Corrections are operations of their own, in a batch of their own."), {}};
    case Refusal::NoEvidence:
        return {RefusalWords::tr("No evidence"), RefusalWords::tr("No recorded answer of the bank supports this."),
            RefusalWords::tr("Ask the bank first, or wait for the statement."), {}};
    case Refusal::OwnRequest:
    case Refusal::NotOwnRequest:
    case Refusal::AlreadyDecided:
    case Refusal::Expired:
    case Refusal::PlanDiffers:
    case Refusal::Moved:
    case Refusal::TotalDiffers:
    case Refusal::OpenRequest:
    case Refusal::EffectOnRecord:
    case Refusal::OnlyARevision:
    case Refusal::AnswerIsUnknown:
    case Refusal::NotDrained:
        return requestRefusal(refusal, found);
    case Refusal::EvidenceContradicts:
    case Refusal::TooEarly:
    case Refusal::AlreadyReplaced:
    case Refusal::AlreadyMatched:
    case Refusal::StandsForMoney:
    case Refusal::NeverOfACompensation:
    case Refusal::KeyNotExpressible:
    case Refusal::SelfTestMissing:
    case Refusal::RetentionTooShort:
    case Refusal::KeyNotRegistered:
        return remedyRefusal(refusal, found);
    case Refusal::NotOwner:
    case Refusal::OpenIncident:
    case Refusal::GateNotHeld:
        return incidentRefusal(refusal, found);
    case Refusal::ScheduleNotSupported:
        return {RefusalWords::tr("Schedule not supported"), RefusalWords::tr("This form of schedule is not supported."),
            RefusalWords::tr("Write the five fields minute, hour, day of the month, month and day of the week, such as "
                             "\"30 2 * * *\"."),
            {}};
    case Refusal::UnknownTimeZone:
        return {RefusalWords::tr("Unknown time zone"), RefusalWords::tr("There is no time zone of this name."),
            RefusalWords::tr("Use an IANA name such as Asia/Shanghai."), {}};
    case Refusal::InstantBeyondZoneData:
        return {RefusalWords::tr("Beyond the time zone data"),
            RefusalWords::tr("The time zone data do not reach that far."),
            RefusalWords::tr("Choose an earlier date, or install newer time zone data."), {}};
    case Refusal::CalendarUnknown:
        return {RefusalWords::tr("Calendar does not reach"),
            found.isEmpty() ? RefusalWords::tr("A day that is needed is missing in the channel's business calendar.")
                            : RefusalWords::tr("A day is missing in a business calendar: %1.").arg(found),
            RefusalWords::tr(
                "Enter the missing days of that calendar; whether a bank works on a day is never guessed."),
            {}};
    case Refusal::ValueDatePast:
        return {RefusalWords::tr("The value date is past"),
            found.isEmpty()
                ? RefusalWords::tr("The channel refuses orders whose value date has passed.")
                : RefusalWords::tr("The channel refuses orders whose value date has passed: %1.").arg(found),
            RefusalWords::tr("Nothing was sent. Enable a version of the profile with a value date rule that the bank "
                             "still takes, then replay."),
            {}};
    case Refusal::UnknownCurrency:
        return {RefusalWords::tr("Unknown currency"), RefusalWords::tr("This is not an active ISO 4217 currency."),
            RefusalWords::tr("Check the code; amounts are never guessed."), {}};
    case Refusal::CurrencyDiffers:
        return {RefusalWords::tr("Currencies differ"),
            RefusalWords::tr("Amounts of different currencies cannot be put together."),
            RefusalWords::tr("Use one currency; there is no conversion here."), {}};
    case Refusal::AmountMalformed:
        return {RefusalWords::tr("Amount not understood"), RefusalWords::tr("This is not an amount of that currency."),
            RefusalWords::tr("Write digits with at most the currency's decimals, such as 1234.50."), {}};
    case Refusal::AmountOutOfRange:
        return {RefusalWords::tr("Amount out of range"),
            RefusalWords::tr("This amount is too large to be held exactly."),
            RefusalWords::tr("Check the amount; it looks wrong."), {}};
    case Refusal::KeyMalformed:
        return {RefusalWords::tr("Key not understood"), RefusalWords::tr("This is not a valid key."),
            RefusalWords::tr("Copy it from where it is shown; keys are computed, never typed."), {}};
    case Refusal::ValueMalformed:
        return {RefusalWords::tr("Value not understood"),
            RefusalWords::tr("This value does not have the expected form."),
            RefusalWords::tr("Look at the details for the form that is expected."), {}};
    case Refusal::NoChannelProfile:
        return {RefusalWords::tr("No channel profile"),
            RefusalWords::tr("This channel has no profile, so nothing may be sent through it."),
            RefusalWords::tr("Write and enable a profile for it first."), {}};
    case Refusal::ChannelDisabled:
        return {RefusalWords::tr("Channel disabled"), RefusalWords::tr("This channel is not enabled."),
            RefusalWords::tr("Enable its profile first; messages wait until then."), {}};
    case Refusal::ResendNotAllowed:
        return {RefusalWords::tr("Sending again is not allowed"),
            RefusalWords::tr("The channel's profile does not allow sending this again."),
            RefusalWords::tr("A person decides from the bank's statement."), {}};
    case Refusal::BudgetSpent:
        return {RefusalWords::tr("Attempts spent"), RefusalWords::tr("Its attempts or its time are spent."),
            RefusalWords::tr("It is a dead letter now; look at it before anything else."), {}};
    }
    return {};
}

} // namespace onceover::models
