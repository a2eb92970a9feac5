// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_detail.h"
#include "core/records/console_work.h"
#include "core/records/remedy.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::models {

/// What a person may ask for where the engine cannot go on with an operation.
enum class Remedy { Resolve, Compensate, Revise, Resend, MissingMessage };

/// An operation that somebody wants to decide about, to make good or to replace.
struct RemedySubject {
    Uuid operation;
    std::string type; ///< settle-daily, renew, …
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string status;
    std::string failureClass;
    std::string channel{};
    std::string payee{};             ///< Name of the beneficiary's snapshot.
    bool effectFound = false;        ///< A recorded answer says that it was executed.
    bool hasMessage = true;          ///< Its message is there, in whatever state.
    std::vector<CallFact> answers{}; ///< The recorded ones, the newest first.
    bool answersRead = true;         ///< False: a list told only whether one of them says that it was executed.
    std::int64_t difference = 0;     ///< That its compensation closes; 0: none.
};

[[nodiscard]] RemedySubject remedySubject(const OperationDetail& detail);
/// What a difference says itself: the amount that a correction books.
[[nodiscard]] RemedySubject remedySubject(const DifferenceListRow& row);
/// The operation that a dead letter is about; nothing: it is about a run.
[[nodiscard]] std::optional<RemedySubject> operationSubject(const DeadLetterListRow& row);
/// The operation that a difference is about, with the difference where making it good closes it; nothing: the
/// difference names none.
[[nodiscard]] std::optional<RemedySubject> operationSubject(const DifferenceListRow& row);

/// Why it is out of the question, in a sentence that says what is right instead; empty: it may be asked for. The
/// database has the last word.
[[nodiscard]] QString whyNoRemedy(Remedy remedy, const RemedySubject& subject);
/// Why nothing can be asked for about a row that names no operation of ours.
[[nodiscard]] QString whyNoOperation(const DeadLetterListRow& row);
[[nodiscard]] QString whyNoOperation(const DifferenceListRow& row);
/// Why a difference is not corrected; empty: it may be asked for.
[[nodiscard]] QString whyNoCorrection(const DifferenceListRow& row);
/// Why a difference is not closed by a record that explains it; empty: it may be asked for.
[[nodiscard]] QString whyNoMatch(const DifferenceListRow& row);

/// "1,200.00 CNY · settle-daily · Outcome unknown at the bank · to Payee".
[[nodiscard]] QString remedyHeadline(const RemedySubject& subject);
/// What the outside said so far, a line each, the newest first; at most `most`.
[[nodiscard]] QStringList answerLines(const RemedySubject& subject, int most);

/// By what an operation of that type is made good: refund and extension, or reversal; none: by nothing.
[[nodiscard]] std::vector<std::string> compensationTypes(std::string_view settlementType);
[[nodiscard]] QString compensationTypeText(std::string_view type);
/// What it does, in a sentence.
[[nodiscard]] QString compensationMeaning(std::string_view type);

/// The kinds of evidence in the order in which they are offered: call, callback, statement, document.
[[nodiscard]] const std::vector<std::string>& evidenceKinds();
[[nodiscard]] QString evidenceKindText(std::string_view kind);
/// What is to be named of it: "Number of the recorded answer", …
[[nodiscard]] QString evidencePrompt(std::string_view kind);

/// By which kinds of records a difference of that kind is explained, in the order in which they are offered; none: it
/// stands for money, or goes by itself (match_rule in the database).
[[nodiscard]] std::vector<std::string> recordKinds(std::string_view differenceKind);
[[nodiscard]] QString recordKindText(std::string_view kind);
/// What is to be named of it: "Number of the statement/entry", …
[[nodiscard]] QString recordPrompt(std::string_view kind);
/// The record of that kind that `which` names: an entry as N/ENTRY, a message by its key, a difference by its number.
/// Nothing: it names none.
[[nodiscard]] std::optional<MatchingRecord> namedRecord(const std::string& kind, const std::string& which);

/// The evidence of that kind that `which` names: a call by its number, a callback by CHANNEL/EVENT, a statement as N or
/// N/ENTRY, a document by its file, of which the fingerprint is kept. `says`: what a document says. `reference`: the
/// bank's, where only a document tells it. Nothing: a file that cannot be read.
[[nodiscard]] std::optional<Evidence> namedEvidence(
    const std::string& kind, const std::string& which, const std::string& says, const std::string& reference);

} // namespace onceover::models
