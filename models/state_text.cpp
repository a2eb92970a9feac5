// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/state_text.h"

#include "core/states/attempt_state.h"
#include "core/states/batch_state.h"
#include "core/states/message_state.h"
#include "core/states/operation_state.h"
#include "core/states/run_state.h"
#include "core/states/shard_state.h"
#include "models/plain_text.h"
#include "models/request_text.h"
#include "models/work_text.h"

#include <QCoreApplication>
#include <QLoggingCategory>
#include <QSet>

#include <mutex>

namespace onceover::models {

namespace {

Q_LOGGING_CATEGORY(lcStates, "onceover.models.states")

struct StateWords {
    Q_DECLARE_TR_FUNCTIONS(StateText)
};

StateText state(const QString& word, Tone tone, QLatin1String icon, const QString& explanation)
{
    return {word, tone, QString(icon), explanation, true};
}

using Icon = QLatin1String;

StateText wordsOf(OperationState value)
{
    switch (value) {
    case OperationState::Pending:
        return state(StateWords::tr("Pending", "operation"), Tone::Neutral, Icon("circle-dashed"),
            StateWords::tr("Waits for a worker to claim it."));
    case OperationState::Retryable:
        return state(StateWords::tr("To retry", "operation"), Tone::Warn, Icon("rotate-ccw"),
            StateWords::tr("Failed in passing; it is tried again by itself at the time shown."));
    case OperationState::Processing:
        return state(StateWords::tr("Processing", "operation"), Tone::Info, Icon("circle-play"),
            StateWords::tr("A worker holds it under a lease."));
    case OperationState::AwaitingExternal:
        return state(StateWords::tr("Awaiting bank", "operation"), Tone::Info, Icon("send"),
            StateWords::tr("The money is on hold and the message is being sent or answered."));
    case OperationState::UnknownExternal:
        return state(StateWords::tr("Unknown at bank", "operation"), Tone::Unknown, Icon("circle-help"),
            StateWords::tr("The bank may or may not have executed it. It is asked; nothing is sent again before."));
    case OperationState::Succeeded:
        return state(StateWords::tr("Succeeded", "operation"), Tone::Ok, Icon("circle-check"),
            StateWords::tr("It took effect, once."));
    case OperationState::FailedPermanent:
        return state(StateWords::tr("Failed for good", "operation"), Tone::Danger, Icon("circle-x"),
            StateWords::tr("It is not tried again by itself; a person decides by its dead letter."));
    }
    return {};
}

StateText wordsOf(MessageState value)
{
    switch (value) {
    case MessageState::Pending:
        return state(StateWords::tr("To send", "message"), Tone::Neutral, Icon("circle-dashed"),
            StateWords::tr("Waits for a sender."));
    case MessageState::Sending:
        return state(StateWords::tr("Sending", "message"), Tone::Info, Icon("send"),
            StateWords::tr("Marked as sent before the bytes leave; the answer is awaited."));
    case MessageState::Accepted:
        return state(StateWords::tr("Accepted", "message"), Tone::Ok, Icon("circle-check"),
            StateWords::tr("The bank accepted it."));
    case MessageState::Refused:
        return state(StateWords::tr("Refused", "message"), Tone::Danger, Icon("circle-x"),
            StateWords::tr("The bank refused it for good."));
    case MessageState::Unknown:
        return state(StateWords::tr("Answer unknown", "message"), Tone::Unknown, Icon("circle-help"),
            StateWords::tr("No certain answer; the bank is asked under the same key."));
    case MessageState::Failed:
        return state(StateWords::tr("Never sent", "message"), Tone::Danger, Icon("circle-x"),
            StateWords::tr("Provably not sent, and the attempts are spent."));
    }
    return {};
}

StateText wordsOf(RunState value)
{
    switch (value) {
    case RunState::Due:
        return state(StateWords::tr("Due", "run"), Tone::Neutral, Icon("circle-dashed"),
            StateWords::tr("Triggered; the scheduler begins it."));
    case RunState::Held:
        return state(StateWords::tr("Held", "run"), Tone::Warn, Icon("snowflake"),
            StateWords::tr("A freeze keeps it from starting; the lift decides what becomes of it."));
    case RunState::Running:
        return state(StateWords::tr("Running", "run"), Tone::Info, Icon("circle-play"),
            StateWords::tr("Its batch is being worked on."));
    case RunState::Done:
        return state(
            StateWords::tr("Done", "run"), Tone::Ok, Icon("circle-check"), StateWords::tr("Its work is complete."));
    case RunState::Failed:
        return state(StateWords::tr("Failed", "run"), Tone::Danger, Icon("circle-x"),
            StateWords::tr("Its batch failed, or its attempts are spent."));
    case RunState::Skipped:
        return state(StateWords::tr("Skipped", "run"), Tone::Neutral, Icon("ban"),
            StateWords::tr(
                "Left out by the policy of its job or of a lift; the policy and who applied it are recorded."));
    }
    return {};
}

StateText wordsOf(AttemptState value)
{
    switch (value) {
    case AttemptState::Started:
        return state(
            StateWords::tr("Started", "attempt"), Tone::Info, Icon("circle-play"), StateWords::tr("Under way."));
    case AttemptState::Succeeded:
        return state(
            StateWords::tr("Succeeded", "attempt"), Tone::Ok, Icon("circle-check"), StateWords::tr("It ended well."));
    case AttemptState::Failed:
        return state(StateWords::tr("Failed", "attempt"), Tone::Danger, Icon("circle-x"),
            StateWords::tr("It ended with an error."));
    case AttemptState::Lost:
        return state(StateWords::tr("Lost", "attempt"), Tone::Warn, Icon("clock-alert"),
            StateWords::tr("Its worker vanished; written by the one that took over."));
    case AttemptState::Fenced:
        return state(StateWords::tr("Fenced", "attempt"), Tone::Warn, Icon("ban"),
            StateWords::tr("Its claims were fenced; it can do no work any more."));
    case AttemptState::Released:
        return state(StateWords::tr("Released", "attempt"), Tone::Neutral, Icon("ban"),
            StateWords::tr("Its worker stopped cleanly and gave its work back."));
    }
    return {};
}

StateText wordsOf(ShardState value)
{
    switch (value) {
    case ShardState::Open:
        return state(StateWords::tr("Open", "shard"), Tone::Neutral, Icon("circle-dashed"),
            StateWords::tr("Its inputs are not counted yet."));
    case ShardState::Enumerated:
        return state(StateWords::tr("Enumerated", "shard"), Tone::Info, Icon("circle-play"),
            StateWords::tr("Count, amounts and hash of its inputs are written down; its work goes on."));
    case ShardState::Done:
        return state(StateWords::tr("Done", "shard"), Tone::Ok, Icon("circle-check"),
            StateWords::tr("Every operation of it is accepted."));
    }
    return {};
}

StateText wordsOf(BatchState value)
{
    switch (value) {
    case BatchState::Created:
        return state(StateWords::tr("Created", "batch"), Tone::Neutral, Icon("circle-dashed"),
            StateWords::tr("Its operations are being enumerated."));
    case BatchState::Running:
        return state(StateWords::tr("Running", "batch"), Tone::Info, Icon("circle-play"),
            StateWords::tr("Something in it can move without a person."));
    case BatchState::Partial:
        return state(StateWords::tr("Partial", "batch"), Tone::Warn, Icon("triangle-alert"),
            StateWords::tr("Nothing in it can move by itself, and something waits for a person."));
    case BatchState::Reconciling:
        return state(StateWords::tr("Reconciling", "batch"), Tone::Info, Icon("scale"),
            StateWords::tr("Everything is accepted; counts and amounts are being compared."));
    case BatchState::Completed:
        return state(StateWords::tr("Completed", "batch"), Tone::Ok, Icon("circle-check"),
            StateWords::tr("Settled and reconciled. It is never run again."));
    case BatchState::Failed:
        return state(StateWords::tr("Failed", "batch"), Tone::Danger, Icon("circle-x"),
            StateWords::tr("A rule or our own fault stopped it; only an approved recovery starts it again."));
    }
    return {};
}

/// A value that no table of this program has: shown as itself, told once in the log.
StateText unknownState(const char* machine, std::string_view stored)
{
    constexpr qsizetype kToldMost = 200;
    static std::mutex mutex; // Protects `told`; words are made on any thread.
    static QSet<QString> told;
    const QString shown = plainText(stored);
    {
        const QString once = QLatin1String(machine) + QLatin1Char(':') + shown;
        const std::lock_guard lock(mutex);
        if (!told.contains(once) && told.size() < kToldMost) {
            told.insert(once);
            qCWarning(lcStates, "unknown stored value of %s: %s", machine, qUtf8Printable(shown));
        }
    }
    return {QStringLiteral("%1?").arg(shown), Tone::Neutral, QStringLiteral("circle-dashed"),
        StateWords::tr("This program does not know this value. A newer version of Onceover may have written it."),
        false};
}

template <typename Enum>
StateText wordsOfStored(const char* machine, std::string_view stored)
{
    if (const auto value = fromName<Enum>(stored))
        return wordsOf(*value);
    return unknownState(machine, stored);
}

} // namespace

StateText stateText(Machine machine, std::string_view stored)
{
    switch (machine) {
    case Machine::Operation:
        return wordsOfStored<OperationState>("operation", stored);
    case Machine::Message:
        return wordsOfStored<MessageState>("message", stored);
    case Machine::Run:
        return wordsOfStored<RunState>("run", stored);
    case Machine::Attempt:
        return wordsOfStored<AttemptState>("attempt", stored);
    case Machine::Shard:
        return wordsOfStored<ShardState>("shard", stored);
    case Machine::Batch:
        return wordsOfStored<BatchState>("batch", stored);
    case Machine::DeadLetter:
        return deadLetterStateText(stored);
    case Machine::Worker:
        return workerStateText(stored);
    case Machine::Difference:
        return differenceStateText(stored);
    case Machine::Alert:
        return alertStateText(stored);
    case Machine::Request:
        return requestStateText(stored);
    case Machine::AuditChain:
        return auditChainText(stored);
    case Machine::Call:
        return callAnswerText(stored);
    }
    return {};
}

StateText operationStateText(const OperationRow& row, Timestamp now)
{
    const bool holds = row.status == nameOf(OperationState::Processing);
    if (holds && row.leaseUntil && *row.leaseUntil < now)
        return overdueLeaseText();
    return stateText(Machine::Operation, row.status);
}

StateText frozenText()
{
    return state(StateWords::tr("Frozen"), Tone::Critical, Icon("snowflake"),
        StateWords::tr("New attempts, claims, retries and sends are stopped here."));
}

StateText deadLetterText()
{
    return state(StateWords::tr("Dead letter"), Tone::Danger, Icon("skull"),
        StateWords::tr("It is not tried any more and waits for a person."));
}

StateText overdueLeaseText()
{
    return state(StateWords::tr("Lease overdue"), Tone::Warn, Icon("clock-alert"),
        StateWords::tr("Its worker did not renew the lease; another worker takes it over at its next claim."));
}

StateText agreementText(std::optional<bool> agrees)
{
    if (!agrees)
        return state(
            QStringLiteral("\u2013"), Tone::Neutral, Icon("minus"), StateWords::tr("Nothing was compared yet."));
    if (*agrees)
        return state(StateWords::tr("agrees", "counts or amounts"), Tone::Ok, Icon("check"),
            StateWords::tr("All sources agree."));
    return state(StateWords::tr("differs", "counts or amounts"), Tone::Danger, Icon("x"),
        StateWords::tr("The sources differ; nothing is repaired by itself."));
}

StateText workerText(bool alive)
{
    if (alive)
        return state(StateWords::tr("Alive", "worker"), Tone::Ok, Icon("circle-check"),
            StateWords::tr("It was seen within the limit."));
    return state(StateWords::tr("Not seen", "worker"), Tone::Warn, Icon("clock-alert"),
        StateWords::tr("No heartbeat within the limit; what it held is taken over when its leases end."));
}

StateText worklistKindText(std::string_view kind)
{
    if (kind == "unknown")
        return wordsOf(OperationState::UnknownExternal);
    if (kind == "dead-letter")
        return deadLetterText();
    if (kind == "stuck-lease")
        return overdueLeaseText();
    if (kind == "difference")
        return state(StateWords::tr("Difference"), Tone::Danger, Icon("scale"),
            StateWords::tr("Two sources do not agree; a person decides."));
    if (kind == "batch")
        return state(StateWords::tr("Batch waits"), Tone::Warn, Icon("triangle-alert"),
            StateWords::tr("A batch cannot go on without a person."));
    return unknownState("worklist", kind);
}

QString failureClassText(std::string_view stored)
{
    if (stored.empty())
        return {};
    const auto value = fromName<FailureClass>(stored);
    if (!value)
        return unknownState("failure class", stored).word;
    switch (*value) {
    case FailureClass::Rule:
        return StateWords::tr("breaks a rule");
    case FailureClass::Data:
        return StateWords::tr("wrong data");
    case FailureClass::Defect:
        return StateWords::tr("our own fault");
    case FailureClass::BudgetSpent:
        return StateWords::tr("attempts spent");
    case FailureClass::WorkerLost:
        return StateWords::tr("lost its worker three times");
    case FailureClass::NotSent:
        return StateWords::tr("never sent");
    case FailureClass::Refused:
        return StateWords::tr("refused by the bank");
    case FailureClass::NotExecuted:
        return StateWords::tr("not executed, by approved resolution");
    }
    return {};
}

StateText environmentText(std::string_view stored)
{
    if (stored == "production")
        return state(StateWords::tr("PRODUCTION"), Tone::Critical, Icon("shield-alert"), StateWords::tr("Real money."));
    if (stored == "staging")
        return state(StateWords::tr("STAGING"), Tone::Warn, Icon("triangle-alert"),
            StateWords::tr("A rehearsal of production."));
    if (stored == "development")
        return state(StateWords::tr("DEVELOPMENT"), Tone::Info, Icon("circle-play"), StateWords::tr("For developers."));
    if (stored == "sandbox")
        return state(StateWords::tr("SANDBOX"), Tone::Ok, Icon("circle-check"),
            StateWords::tr("A private database to practise on; no real money."));
    StateText text = unknownState("environment", stored);
    text.tone = Tone::Critical; // What we do not know may be production.
    return text;
}

QString roleText(std::string_view role)
{
    if (role == "operator")
        return StateWords::tr("operator", "role");
    if (role == "approver")
        return StateWords::tr("approver", "role");
    if (role == "auditor")
        return StateWords::tr("auditor", "role");
    if (role == "viewer")
        return StateWords::tr("viewer", "role");
    return plainText(role);
}

QString scopeText(std::string_view kind, std::string_view ref)
{
    const QString name = plainText(ref);
    if (kind == "everything" || kind == "all")
        return StateWords::tr("everything", "scope");
    if (kind == "job")
        return StateWords::tr("job %1", "scope").arg(name);
    if (kind == "channel")
        return StateWords::tr("channel %1", "scope").arg(name);
    if (kind == "merchant")
        return StateWords::tr("merchant %1", "scope").arg(name);
    if (kind == "batch")
        return StateWords::tr("batch %1", "scope").arg(name);
    return QStringLiteral("%1 %2").arg(plainText(kind), name).trimmed();
}

QString dutyText(std::string_view duty)
{
    if (duty == "scheduler")
        return StateWords::tr("scheduler", "duty");
    if (duty == "settler")
        return StateWords::tr("settler", "duty");
    if (duty == "lease_keeper" || duty == "lease-keeper")
        return StateWords::tr("lease keeper", "duty");
    if (duty == "sender")
        return StateWords::tr("sender", "duty");
    if (duty == "resolver")
        return StateWords::tr("resolver", "duty");
    if (duty == "callback")
        return StateWords::tr("callback listener", "duty");
    if (duty == "reconciler")
        return StateWords::tr("reconciler", "duty");
    if (duty == "comparer")
        return StateWords::tr("comparer", "duty");
    if (duty == "replayer")
        return StateWords::tr("replayer", "duty");
    if (duty == "janitor")
        return StateWords::tr("janitor", "duty");
    return plainText(duty);
}

} // namespace onceover::models
