// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy_plan.h"

#include "core/digest.h"
#include "core/states/operation_state.h"
#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/state_text.h"
#include "models/timeline_text.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>

namespace onceover::models {

namespace {

struct RemedyWords {
    Q_DECLARE_TR_FUNCTIONS(RemedyPlan)
};

bool isUnknown(const RemedySubject& subject)
{
    return subject.status == nameOf(OperationState::UnknownExternal)
        || subject.status == nameOf(OperationState::AwaitingExternal);
}

bool makesGood(const RemedySubject& subject)
{
    return subject.type == "refund" || subject.type == "extension" || subject.type == "reversal";
}

QString whyNoResolution(const RemedySubject& subject)
{
    if (subject.status == nameOf(OperationState::UnknownExternal))
        return {};
    return subject.status == nameOf(OperationState::AwaitingExternal)
        ? RemedyWords::tr("The bank has not answered yet: there is nothing unknown to decide.")
        : RemedyWords::tr("Its outcome is known: there is nothing to decide.");
}

QString whyNoCompensation(const RemedySubject& subject)
{
    if (makesGood(subject))
        return RemedyWords::tr("It makes another one good itself: compensate the original.");
    if (compensationTypes(subject.type).empty())
        return RemedyWords::tr("It moves no money: there is nothing to make good.");
    if (subject.status == nameOf(OperationState::Succeeded))
        return {};
    if (isUnknown(subject))
        return RemedyWords::tr("Its outcome is unknown: decide that first.");
    return subject.effectFound
        ? RemedyWords::tr("It failed, but an answer says that it was executed: its difference is corrected first.")
        : RemedyWords::tr("It had no effect: there is nothing to make good. A replay does it again.");
}

QString whyNoRevision(const RemedySubject& subject)
{
    if (makesGood(subject) || subject.type == "correction")
        return RemedyWords::tr("It makes another one good itself: it is asked for anew, not replaced.");
    if (subject.effectFound || subject.status == nameOf(OperationState::Succeeded))
        return RemedyWords::tr("It took effect: replacing it would pay twice. Make it good instead.");
    if (isUnknown(subject))
        return RemedyWords::tr("Its outcome is unknown: decide that first.");
    if (subject.failureClass == "REFUSED" || subject.failureClass == "NOT_EXECUTED")
        return {};
    return subject.status == nameOf(OperationState::FailedPermanent)
        ? RemedyWords::tr("Its money was not given back: a replay does it again, under its own key.")
        : RemedyWords::tr("It has not failed for good.");
}

QString whyNoSecondSend(const RemedySubject& subject)
{
    if (subject.effectFound || subject.status == nameOf(OperationState::Succeeded))
        return RemedyWords::tr("It took effect: it is never sent again.");
    if (subject.status == nameOf(OperationState::UnknownExternal))
        return {};
    return subject.status == nameOf(OperationState::AwaitingExternal)
        ? RemedyWords::tr("The bank has not answered yet: the engine asks and sends by itself.")
        : RemedyWords::tr("Its outcome is known: there is nothing to send again.");
}

QString whyNoMissingMessage(const RemedySubject& subject)
{
    if (!subject.answersRead) // A list does not look for it.
        return RemedyWords::tr("Whether its message is missing is told on its own page.");
    if (subject.hasMessage)
        return RemedyWords::tr("Its message is there: nothing is missing.");
    if (subject.effectFound)
        return RemedyWords::tr("It took effect: it is never sent again.");
    return subject.status == nameOf(OperationState::AwaitingExternal)
        ? QString()
        : RemedyWords::tr("It waits for no bank, so it lacks no message.");
}

bool isNumberText(std::string_view text)
{
    return !text.empty() && text.size() <= 18
        && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

RemedySubject remedySubject(const OperationDetail& detail)
{
    const OperationRow& row = detail.operation;
    RemedySubject subject{.operation = row.ref.id.value,
        .type = row.settlementType,
        .amountMinor = row.amountMinor,
        .currency = row.currency,
        .status = row.status,
        .failureClass = row.failureClass,
        .channel = row.channel,
        .payee = detail.beneficiaryName,
        .hasMessage = detail.message.has_value(),
        .answers = detail.calls};
    std::sort(subject.answers.begin(), subject.answers.end(),
        [](const CallFact& a, const CallFact& b) { return a.at > b.at; });
    subject.effectFound = std::any_of(detail.calls.begin(), detail.calls.end(),
        [](const CallFact& call) { return call.answer == "ACCEPTED" || call.answer == "FOUND_EXECUTED"; });
    return subject;
}

RemedySubject remedySubject(const DifferenceListRow& row)
{
    RemedySubject subject;
    subject.operation = Uuid::parse(row.operation).value_or(Uuid{});
    subject.amountMinor = row.theirsMinor.value_or(row.oursMinor.value_or(0));
    subject.currency = row.currency;
    subject.channel = row.channel;
    subject.answersRead = false;
    return subject;
}

std::optional<RemedySubject> operationSubject(const DeadLetterListRow& row)
{
    const std::optional<Uuid> operation = Uuid::parse(row.operation);
    if (!operation)
        return std::nullopt;
    RemedySubject subject{.operation = *operation,
        .type = row.settlementType,
        .amountMinor = row.amountMinor.value_or(0),
        .currency = row.currency,
        .status = row.operationStatus,
        .failureClass = row.failureClass};
    subject.effectFound = row.effectFound;
    subject.answersRead = false;
    return subject;
}

std::optional<RemedySubject> operationSubject(const DifferenceListRow& row)
{
    const std::optional<Uuid> operation = Uuid::parse(row.operation);
    if (!operation)
        return std::nullopt;
    RemedySubject subject{.operation = *operation,
        .type = row.settlementType,
        .amountMinor = row.operationMinor,
        .currency = row.operationCurrency,
        .status = row.operationStatus,
        .failureClass = row.operationFailure,
        .channel = row.channel};
    subject.effectFound = row.effectFound;
    subject.answersRead = false;
    subject.difference = row.status == "OPEN" ? row.difference : 0;
    return subject;
}

QString whyNoOperation(const DeadLetterListRow& row)
{
    return row.subjectKind == "run" ? RemedyWords::tr("It is about a run: a run is recovered, not put right.")
                                    : RemedyWords::tr("It names no operation of ours.");
}

QString whyNoOperation(const DifferenceListRow& row)
{
    return row.subject.empty()
        ? RemedyWords::tr("It names no operation of ours.")
        : RemedyWords::tr("It names no operation of ours: open the one that charged %1, and name difference %2 there.")
              .arg(plainText(row.subject), QString::number(row.difference));
}

QString whyNoRemedy(Remedy remedy, const RemedySubject& subject)
{
    switch (remedy) {
    case Remedy::Resolve:
        return whyNoResolution(subject);
    case Remedy::Compensate:
        return whyNoCompensation(subject);
    case Remedy::Revise:
        return whyNoRevision(subject);
    case Remedy::Resend:
        return whyNoSecondSend(subject);
    case Remedy::MissingMessage:
        return whyNoMissingMessage(subject);
    }
    return {};
}

QString whyNoCorrection(const DifferenceListRow& row)
{
    if (row.kind != "CONTRADICTION")
        return RemedyWords::tr("Only a contradiction is corrected: money found gone after the bank had refused it.");
    if (row.status != "OPEN")
        return RemedyWords::tr("It is resolved: nothing is to be booked any more.");
    return {};
}

QString whyNoMatch(const DifferenceListRow& row)
{
    if (recordKinds(row.kind).empty())
        return RemedyWords::tr("It stands for money or for a count, and no record explains that away.");
    if (row.status != "OPEN")
        return RemedyWords::tr("It is resolved: nothing is to be explained any more.");
    return {};
}

QString remedyHeadline(const RemedySubject& subject)
{
    const QString amount
        = subject.currency.empty() ? QString(QChar(0x2013)) : moneyText(subject.amountMinor, subject.currency);
    if (subject.status.empty())
        return amount;
    const QString state = stateText(Machine::Operation, subject.status).word;
    const QString what
        = RemedyWords::tr("%1 \u00B7 %2 \u00B7 %3", "amount, type, state").arg(amount, plainText(subject.type), state);
    return subject.payee.empty()
        ? what
        : RemedyWords::tr("%1 \u00B7 to %2", "amount, type and state; payee").arg(what, plainText(subject.payee));
}

QStringList answerLines(const RemedySubject& subject, int most)
{
    if (!subject.answersRead)
        return {subject.effectFound
                ? RemedyWords::tr("an answer says that it was executed; the page of the operation has them all")
                : RemedyWords::tr("no answer says that it was executed; the page of the operation has them all")};
    QStringList lines;
    for (const CallFact& call : subject.answers) {
        if (lines.size() == most)
            break;
        const QString amount = call.amountMinor && !call.currency.empty() ? moneyText(*call.amountMinor, call.currency)
                                                                          : QString(QChar(0x2013));
        lines << RemedyWords::tr("No. %1: %2 \u00B7 %3 \u00B7 %4", "number, answer, amount, reference")
                     .arg(QString::number(call.call.value), answerText(call.answer).text, amount,
                         call.externalRef.empty() ? QString(QChar(0x2013)) : plainText(call.externalRef));
    }
    if (lines.isEmpty())
        lines << RemedyWords::tr("no answer is on record");
    return lines;
}

std::vector<std::string> compensationTypes(std::string_view settlementType)
{
    if (settlementType == "renew")
        return {"refund", "extension"};
    if (settlementType == "settle-daily" || settlementType == "settle-monthly" || settlementType == "correction")
        return {"reversal"};
    return {};
}

QString compensationTypeText(std::string_view type)
{
    if (type == "refund")
        return RemedyWords::tr("Refund", "compensation");
    if (type == "extension")
        return RemedyWords::tr("Extension", "compensation");
    if (type == "reversal")
        return RemedyWords::tr("Reversal", "compensation");
    return plainText(type);
}

QString compensationMeaning(std::string_view type)
{
    if (type == "refund")
        return RemedyWords::tr("What was charged is paid back, by an operation of its own that is sent to the bank.");
    if (type == "extension")
        return RemedyWords::tr("The subscription is paid for one more period; no money moves.");
    if (type == "reversal")
        return RemedyWords::tr(
            "What was paid out is claimed back from the merchant, by an operation of its own. It needs evidence.");
    return plainText(type);
}

const std::vector<std::string>& evidenceKinds()
{
    static const std::vector<std::string> kinds{"call", "callback", "statement", "document"};
    return kinds;
}

QString evidenceKindText(std::string_view kind)
{
    if (kind == "call")
        return RemedyWords::tr("A recorded answer of the bank", "evidence");
    if (kind == "callback")
        return RemedyWords::tr("A signed callback", "evidence");
    if (kind == "statement")
        return RemedyWords::tr("An imported statement", "evidence");
    if (kind == "document")
        return RemedyWords::tr("A document", "evidence");
    return plainText(kind);
}

QString evidencePrompt(std::string_view kind)
{
    if (kind == "call")
        return RemedyWords::tr("&Number of the recorded answer");
    if (kind == "callback")
        return RemedyWords::tr("Channel and eve&nt: practice-bank/evt-17");
    if (kind == "statement")
        return RemedyWords::tr("&Number of the statement, or number/entry");
    return RemedyWords::tr("Fi&le of the document; its fingerprint is kept");
}

std::vector<std::string> recordKinds(std::string_view differenceKind)
{
    if (differenceKind == "MISSING_THERE")
        return {"entry", "difference"};
    if (differenceKind == "MISSING_HERE")
        return {"message", "difference"};
    if (differenceKind == "LATE")
        return {"message"};
    return {};
}

QString recordKindText(std::string_view kind)
{
    if (kind == "entry")
        return RemedyWords::tr("A line of an imported statement", "record");
    if (kind == "message")
        return RemedyWords::tr("A message of ours that the bank accepted", "record");
    if (kind == "difference")
        return RemedyWords::tr("Another difference: the other side of this one", "record");
    return plainText(kind);
}

QString recordPrompt(std::string_view kind)
{
    if (kind == "entry")
        return RemedyWords::tr("Statement and &entry: 12/3");
    if (kind == "message")
        return RemedyWords::tr("&Key of the message");
    return RemedyWords::tr("Number o&f the other difference");
}

std::optional<MatchingRecord> namedRecord(const std::string& kind, const std::string& which)
{
    if (kind == "entry") {
        const auto slash = which.find('/');
        if (slash == std::string::npos || !isNumberText(which.substr(0, slash))
            || !isNumberText(which.substr(slash + 1)))
            return std::nullopt;
        return MatchingRecord{kind, which.substr(0, slash), which.substr(slash + 1)};
    }
    if (kind == "message" && !which.empty())
        return MatchingRecord{kind, which, {}};
    if (kind == "difference" && isNumberText(which))
        return MatchingRecord{kind, which, {}};
    return std::nullopt;
}

std::optional<Evidence> namedEvidence(
    const std::string& kind, const std::string& which, const std::string& says, const std::string& reference)
{
    Evidence evidence{kind, which, {}, says, reference};
    if (kind == "document") {
        QFile file(QString::fromStdString(which));
        if (!file.open(QIODevice::ReadOnly))
            return std::nullopt;
        const QByteArray bytes = file.readAll();
        if (file.error() != QFileDevice::NoError)
            return std::nullopt;
        evidence.source = toHex(sha256(std::string_view{bytes.constData(), static_cast<std::size_t>(bytes.size())}));
        return evidence;
    }
    if (const auto slash = which.find('/'); slash != std::string::npos) {
        evidence.part = which.substr(slash + 1);
        evidence.source.resize(slash);
    }
    return evidence;
}

} // namespace onceover::models
