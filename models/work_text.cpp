// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/work_text.h"

#include "core/policies/message_decision.h"
#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/work_spec.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct WorkWords {
    Q_DECLARE_TR_FUNCTIONS(WorkText)
};

constexpr std::string_view kNoWorker = "none"; // As the list's statement names it.

StateText workState(const QString& word, Tone tone, const char* icon, const QString& explanation)
{
    return {word, tone, QLatin1String(icon), explanation, true};
}

/// A value that a newer program wrote: shown as itself.
StateText asStored(std::string_view stored)
{
    return {QStringLiteral("%1?").arg(plainText(stored)), Tone::Neutral, QStringLiteral("circle-dashed"),
        WorkWords::tr("This program does not know this value. A newer version of Onceover may have written it."),
        false};
}

QString joinSentences(const QStringList& sentences)
{
    return sentences.join(QLatin1Char(' '));
}

} // namespace

// --- states ----------------------------------------------------------------------------------------------------------

StateText deadLetterStateText(std::string_view stored)
{
    if (stored == "OPEN")
        return workState(WorkWords::tr("Open", "dead letter"), Tone::Danger, "skull",
            WorkWords::tr("Nobody has decided about it yet."));
    if (stored == "REPLAY_REQUESTED")
        return workState(WorkWords::tr("Replay asked for", "dead letter"), Tone::Info, "stamp",
            WorkWords::tr("A replay under the original keys waits for a second person."));
    if (stored == "COMPENSATION_REQUESTED")
        return workState(WorkWords::tr("Compensation asked for", "dead letter"), Tone::Info, "stamp",
            WorkWords::tr("A compensation waits for a second person."));
    if (stored == "RESOLVED")
        return workState(
            WorkWords::tr("Resolved", "dead letter"), Tone::Ok, "circle-check", WorkWords::tr("It is settled how."));
    return asStored(stored);
}

StateText workerStateText(std::string_view name)
{
    if (name == "ALIVE")
        return workState(WorkWords::tr("Alive", "worker"), Tone::Ok, "circle-check",
            WorkWords::tr("Seen within the last 30 seconds."));
    if (name == "GONE")
        return workState(WorkWords::tr("Gone", "worker"), Tone::Warn, "clock-alert",
            WorkWords::tr("No heartbeat for over 30 seconds and no goodbye; what it held is taken over when its leases "
                          "end."));
    if (name == "STOPPED")
        return workState(WorkWords::tr("Stopped", "worker"), Tone::Neutral, "ban",
            WorkWords::tr("It stopped cleanly and gave its work back."));
    return asStored(name);
}

std::string workerState(const WorkerRow& row)
{
    return row.stoppedAt ? "STOPPED" : row.alive ? "ALIVE" : "GONE";
}

StateText differenceStateText(std::string_view stored)
{
    if (stored == "OPEN")
        return workState(WorkWords::tr("Open", "difference"), Tone::Danger, "scale",
            WorkWords::tr("A person decides; nothing is repaired by itself."));
    if (stored == "RESOLVED")
        return workState(WorkWords::tr("Resolved", "difference"), Tone::Ok, "circle-check",
            WorkWords::tr("The books agree again, or an approved act explained it."));
    return asStored(stored);
}

StateText alertStateText(std::string_view stored)
{
    if (stored == "OPEN")
        return workState(WorkWords::tr("Open", "alert"), Tone::Danger, "triangle-alert",
            WorkWords::tr("Nobody has acknowledged it. One of grade P0 goes to the next contact, and to the last of "
                          "them a few times; then it only stands here."));
    if (stored == "ACKNOWLEDGED")
        return workState(WorkWords::tr("Acknowledged", "alert"), Tone::Warn, "user",
            WorkWords::tr("Somebody looks after it; its cause still stands."));
    if (stored == "CLOSED")
        return workState(WorkWords::tr("Over", "alert"), Tone::Ok, "circle-check", WorkWords::tr("Its cause is gone."));
    return asStored(stored);
}

// --- dead letters ----------------------------------------------------------------------------------------------------

QString letterClassText(std::string_view stored)
{
    if (const auto letter = fromName<MessageLetter>(stored)) {
        switch (*letter) {
        case MessageLetter::NotSent:
            return WorkWords::tr("never sent");
        case MessageLetter::Refused:
            return WorkWords::tr("refused by the bank");
        case MessageLetter::Mismatch:
            return WorkWords::tr("other bytes under the key");
        case MessageLetter::Differs:
            return WorkWords::tr("accepted, but differs");
        case MessageLetter::Unknown:
            return WorkWords::tr("outcome unknown");
        }
    }
    return failureClassText(stored);
}

QString letterGroupingText(std::string_view by)
{
    if (by == "task")
        return WorkWords::tr("by task");
    return by == "worker" ? WorkWords::tr("by worker") : WorkWords::tr("by class");
}

std::string letterGroup(const DeadLetterListRow& row, std::string_view by)
{
    if (by == "task")
        return row.jobId;
    if (by == "worker")
        return row.worker.empty() ? std::string(kNoWorker) : row.worker;
    return row.failureClass;
}

QString letterGroupText(std::string_view by, std::string_view group)
{
    if (by == "task")
        return plainText(group);
    if (by == "worker")
        return group == kNoWorker ? WorkWords::tr("no worker") : plainText(group);
    return letterClassText(group);
}

QString letterMeaning(const DeadLetterListRow& row)
{
    if (const auto letter = fromName<MessageLetter>(row.failureClass)) {
        switch (*letter) {
        case MessageLetter::NotSent:
            return WorkWords::tr("The message provably never left, and its attempts are spent. The money is on hold.");
        case MessageLetter::Refused:
            return WorkWords::tr("The bank refused it for good; the money on hold was given back to the merchant.");
        case MessageLetter::Mismatch:
            return WorkWords::tr(
                "The bank knows this key with other bytes. That is our fault; a new key is never made.");
        case MessageLetter::Differs:
            return WorkWords::tr("The bank accepted another amount or currency than ours. The books differ until a "
                                 "person decides.");
        case MessageLetter::Unknown:
            return WorkWords::tr("The bank may or may not have executed it, and asking has not told. It is neither "
                                 "success nor failure.");
        }
    }
    if (const auto known = fromName<FailureClass>(row.failureClass)) {
        switch (*known) {
        case FailureClass::Rule:
            return WorkWords::tr("It breaks a business rule. Its batch was stopped and frozen.");
        case FailureClass::Data:
            return WorkWords::tr("Its own data is wrong. Only this operation stopped; nothing was sent.");
        case FailureClass::Defect:
            return WorkWords::tr("Our own fault. Its batch was stopped and frozen until the program is mended.");
        case FailureClass::BudgetSpent:
            return WorkWords::tr("It failed in passing until its attempts or its time were spent. Nothing was sent.");
        case FailureClass::WorkerLost:
            return WorkWords::tr("Three workers vanished while holding it alone; it may be what ends them.");
        case FailureClass::NotExecuted:
            return WorkWords::tr("It was established that the bank did not execute it; the money on hold was given "
                                 "back.");
        case FailureClass::NotSent:
        case FailureClass::Refused:
            break; // Above: messages have the same two.
        }
    }
    return WorkWords::tr("It is not tried any more and waits for a person.");
}

QString letterChoices(const DeadLetterListRow& row)
{
    if (row.status == "RESOLVED")
        return WorkWords::tr("Nothing: it is resolved.");
    if (row.effectFound)
        return WorkWords::tr(
            "The bank says that it executed it: a replay is out of the question. What is wrong is made "
            "good by an approved compensation.");
    if (row.standing == "BACK")
        return WorkWords::tr("The money was given back: no replay, only an approved revision with the same items.");
    if (row.failureClass == nameOf(MessageLetter::Unknown) || row.failureClass == nameOf(MessageLetter::Differs)
        || row.failureClass == nameOf(MessageLetter::Mismatch))
        return WorkWords::tr("First the bank's statement: executed or not. Then an approved resolution from that "
                             "evidence; it cannot be dismissed.");
    if (row.standing == "HOLD")
        return WorkWords::tr(
            "An approved replay sends the same bytes under the same key. The bank then sees one order.");
    if (row.subjectKind == "run")
        return WorkWords::tr("An approved batch recovery starts the run again under its own key.");
    return WorkWords::tr(
        "After its cause is mended an approved replay arms the same operation again under its original "
        "keys.");
}

// --- stuck leases ----------------------------------------------------------------------------------------------------

QString stuckLeaseOutlook(const StuckLeaseRow& row)
{
    if (row.frozen)
        return WorkWords::tr("A freeze is in force: nobody takes it over before the lift.");
    if (row.settlers == 0)
        return WorkWords::tr("No worker with the duty settler is alive: nothing happens until one starts.");
    if (row.recoveries >= 2)
        return WorkWords::tr("The next claim takes it alone, as version %1. If that worker vanishes too, it fails for "
                             "good and becomes a dead letter.")
            .arg(row.version + 1);
    if (row.lost)
        return WorkWords::tr("It lost its worker before: the next claim takes it alone, as version %1.")
            .arg(row.version + 1);
    return WorkWords::tr("The next claim of any settler takes it over as version %1; the former holder can do no work "
                         "with it any more.")
        .arg(row.version + 1);
}

StateText holderText(const StuckLeaseRow& row, Timestamp now)
{
    if (row.workerStopped)
        return workState(WorkWords::tr("stopped", "holder"), Tone::Warn, "ban",
            WorkWords::tr("The worker stopped; it should have given this back."));
    if (!row.lastBeat)
        return workState(WorkWords::tr("unknown", "holder"), Tone::Warn, "circle-help",
            WorkWords::tr("No heartbeat of this worker is known."));
    if (now - *row.lastBeat > std::chrono::seconds{30})
        return workState(WorkWords::tr("gone", "holder"), Tone::Warn, "clock-alert",
            WorkWords::tr("No heartbeat for over 30 seconds."));
    return workState(WorkWords::tr("late", "holder"), Tone::Info, "hourglass",
        WorkWords::tr("The worker is alive but did not renew this lease in time."));
}

// --- messages and channels -------------------------------------------------------------------------------------------

QString messageOutlook(const MessageRow& row, Timestamp now)
{
    if (row.held)
        return WorkWords::tr("Held by a freeze in force: nothing is sent before the lift. Asking the bank goes on.");
    if (row.status == "PENDING")
        return row.nextAt && *row.nextAt > now ? WorkWords::tr("Waits until then before it may be sent.")
                                               : WorkWords::tr("The next free sender takes it.");
    if (row.status == "SENDING")
        return WorkWords::tr("On its way: marked before the bytes left. If the sender vanishes, the outcome is unknown "
                             "and the bank is asked.");
    if (row.status == "UNKNOWN")
        return WorkWords::tr("The bank is asked under the same key. Nothing is sent again before it says that it never "
                             "saw it, and the profile allows it.");
    return {};
}

QString channelMeaning(const ChannelRow& row)
{
    QStringList said;
    if (row.onMismatch == "error")
        said << WorkWords::tr("Other bytes under a known key are refused.");
    else if (row.onMismatch == "old_answer")
        said << WorkWords::tr("Other bytes under a known key get the old answer.");
    else
        said << WorkWords::tr("The key is ignored: each send may be executed.");
    if (row.onInFlight == "409")
        said << WorkWords::tr("A repeat while the first is under way is turned away.");
    else if (row.onInFlight == "blocks")
        said << WorkWords::tr("A repeat while the first is under way waits for it.");
    else
        said << WorkWords::tr("A repeat while the first is under way may be executed as well.");
    said << (row.stores5xx ? WorkWords::tr("A failed answer (5xx) is kept under the key.")
                           : WorkWords::tr("A failed answer (5xx) is not kept."));
    if (row.queryKind == "authoritative")
        said << WorkWords::tr("Asking tells the truth: \u201Cnever seen\u201D is certain.");
    else if (row.queryKind == "eventual")
        said << WorkWords::tr("Asking tells the truth after %1.")
                    .arg(spanText(row.queryEventualMax.value_or(milliseconds{0})));
    else
        said << WorkWords::tr("It cannot be asked.");
    said << (row.maxLateExecution ? WorkWords::tr("It executes at most %1 late.").arg(spanText(*row.maxLateExecution))
                                  : WorkWords::tr("It promises no limit for late execution."));
    said << (row.refusal == "final" ? WorkWords::tr("A refusal is final.")
                                    : WorkWords::tr("A refusal may be tried again under the same key."));
    return joinSentences(said);
}

QString whyNoResend(const ChannelRow& row)
{
    QStringList why;
    if (row.onMismatch == "ignores_key")
        why << WorkWords::tr("It ignores the key.");
    if (row.onInFlight == "executes")
        why << WorkWords::tr("It executes a repeat while the first is under way.");
    if (row.queryKind == "none")
        why << WorkWords::tr("It cannot be asked whether it saw a key.");
    if (!row.maxLateExecution)
        why << WorkWords::tr("It gives no limit for late execution.");
    else if (row.retention - row.margin < *row.maxLateExecution + row.retrySpan)
        why << WorkWords::tr("It forgets a key (%1) before late execution and the retry schedule (%2) have passed.")
                   .arg(spanText(row.retention - row.margin), spanText(*row.maxLateExecution + row.retrySpan));
    return joinSentences(why);
}

// --- differences -----------------------------------------------------------------------------------------------------

QString differenceKindText(std::string_view kind)
{
    if (kind == "MISSING_HERE")
        return WorkWords::tr("missing here");
    if (kind == "MISSING_THERE")
        return WorkWords::tr("missing there");
    if (kind == "AMOUNT")
        return WorkWords::tr("another amount");
    if (kind == "CURRENCY")
        return WorkWords::tr("another currency");
    if (kind == "TWICE")
        return WorkWords::tr("executed twice");
    if (kind == "LATE")
        return WorkWords::tr("booked late");
    if (kind == "CONTRADICTION")
        return WorkWords::tr("contradicts what is final");
    if (kind == "REFERENCE_TAKEN")
        return WorkWords::tr("reference of another operation");
    if (kind == "COUNT")
        return WorkWords::tr("another count");
    if (kind == "RETURNED")
        return WorkWords::tr("came back from the bank");
    if (kind == "CHARGED_NOT_EXTENDED")
        return WorkWords::tr("charged, not extended");
    if (kind == "EXTENDED_NOT_CHARGED")
        return WorkWords::tr("extended, not charged");
    return asStored(kind).word;
}

// --- captions --------------------------------------------------------------------------------------------------------

QString workCaption(std::optional<std::int64_t> above, std::int64_t rows, std::int64_t total, bool totalIsEstimate,
    Timestamp takenAt, const TimeFormat& format)
{
    constexpr std::int64_t kCountedExactly = 10000;
    const QString time = format.relativeTo(takenAt).clock(takenAt);
    const QString all = totalIsEstimate && total > kCountedExactly
        ? WorkWords::tr("more than %1", "rows in all").arg(countText(kCountedExactly))
        : countText(total, totalIsEstimate);
    if (above == 0 && rows >= total)
        return WorkWords::tr("%1 in all, as of %2", "rows, time").arg(countText(rows), time);
    if (!above)
        return WorkWords::tr("%1 rows loaded of %2, as of %3").arg(countText(rows), all, time);
    return WorkWords::tr("rows %1\u2013%2 of %3, as of %4")
        .arg(countText(*above + 1), countText(*above + rows), all, time);
}

QString checkedText(Timestamp takenAt, const TimeFormat& format)
{
    return WorkWords::tr("Checked %1.").arg(format.relativeTo(takenAt).clock(takenAt));
}

} // namespace onceover::models
