// SPDX-License-Identifier: GPL-3.0-or-later
#include "remedy_command.h"

#include "acts/remedy.h"
#include "acts/request_id.h"
#include "models/display_text.h"
#include "models/remedy_plan.h"
#include "request_answer.h"
#include "store/remedy_store.h"

#include <QCoreApplication>

namespace onceover::ctl {

namespace {

struct RemedyWords {
    Q_DECLARE_TR_FUNCTIONS(RemedyCommand)
};

std::optional<Uuid> operationFrom(const std::string& text)
{
    auto id = Uuid::parse(text);
    if (!id) {
        printNote(RemedyWords::tr("%1 is no operation id.").arg(models::plainText(text)));
        return std::nullopt;
    }
    return *id;
}

std::optional<Evidence> evidenceFrom(const std::string& named, const std::string& says, const std::string& reference)
{
    const auto colon = named.find(':');
    if (colon == std::string::npos) {
        printNote(RemedyWords::tr(
            "Evidence is named as statement:N, statement:N/ENTRY, call:N, callback:CHANNEL/EVENT or document:FILE."));
        return std::nullopt;
    }
    const std::string which = named.substr(colon + 1);
    auto evidence = models::namedEvidence(named.substr(0, colon), which, says, reference);
    if (!evidence)
        printNote(RemedyWords::tr("The file %1 cannot be read.").arg(models::plainText(which)));
    return evidence;
}

} // namespace

ExitCode runResolve(const CommonOptions& common, const ResolveOptions& options)
{
    const auto operation = operationFrom(options.operation);
    if (!operation)
        return ExitCode::Usage;
    const auto evidence = evidenceFrom(options.evidence, options.says, options.bankReference);
    if (!evidence)
        return ExitCode::Usage;
    const ResolveWish wish{*operation, options.decision == "executed", *evidence, options.reason, options.ticket};
    return withActStore<store::RemedyStore>(
        common, "alice", [&](RemedyPort& port) { return acts::requestResolve(port, wish, acts::newRequestId()); });
}

ExitCode runCompensation(const CommonOptions& common, const RemedyOptions& options)
{
    const auto original = operationFrom(options.subject);
    if (!original)
        return ExitCode::Usage;
    CompensationWish wish;
    wish.original = *original;
    wish.type = options.type;
    wish.amountMinor = numberFrom(options.amount);
    wish.difference = numberFrom(options.difference);
    if ((!options.amount.empty() && !wish.amountMinor) || (!options.difference.empty() && !wish.difference)) {
        printNote(RemedyWords::tr("An amount is written in minor units, a difference as its number."));
        return ExitCode::Usage;
    }
    if (!options.evidence.empty()) {
        const auto evidence = evidenceFrom(options.evidence, options.says, {});
        if (!evidence)
            return ExitCode::Usage;
        wish.evidence = *evidence;
    }
    wish.underFreeze = options.underFreeze;
    wish.reason = options.reason;
    wish.ticket = options.ticket;
    return withActStore<store::RemedyStore>(
        common, "alice", [&](RemedyPort& port) { return acts::requestCompensation(port, wish, acts::newRequestId()); });
}

ExitCode runRevision(const CommonOptions& common, const RemedyOptions& options)
{
    const auto operation = operationFrom(options.subject);
    if (!operation)
        return ExitCode::Usage;
    const RevisionWish wish{*operation, options.underFreeze, options.reason, options.ticket};
    return withActStore<store::RemedyStore>(
        common, "alice", [&](RemedyPort& port) { return acts::requestRevision(port, wish, acts::newRequestId()); });
}

ExitCode runCorrection(const CommonOptions& common, const RemedyOptions& options)
{
    const auto difference = numberFrom(options.subject);
    if (!difference) {
        printNote(RemedyWords::tr("A difference is named by its number."));
        return ExitCode::Usage;
    }
    return withActStore<store::RemedyStore>(common, "alice", [&](RemedyPort& port) {
        return acts::requestCorrection(port, *difference, options.reason, options.ticket, acts::newRequestId());
    });
}

ExitCode runMatch(const CommonOptions& common, const MatchOptions& options)
{
    const auto difference = numberFrom(options.difference);
    if (!difference) {
        printNote(RemedyWords::tr("A difference is named by its number."));
        return ExitCode::Usage;
    }
    const auto colon = options.record.find(':');
    const auto record = colon == std::string::npos
        ? std::nullopt
        : models::namedRecord(options.record.substr(0, colon), options.record.substr(colon + 1));
    if (!record) {
        printNote(RemedyWords::tr("A record is named as entry:N/ENTRY, message:KEY or difference:N."));
        return ExitCode::Usage;
    }
    const MatchWish wish{*difference, *record, options.reason, options.ticket};
    return withActStore<store::RemedyStore>(
        common, "alice", [&](RemedyPort& port) { return acts::requestMatch(port, wish, acts::newRequestId()); });
}

ExitCode runMissingMessage(const CommonOptions& common, const RemedyOptions& options)
{
    const auto operation = operationFrom(options.subject);
    if (!operation)
        return ExitCode::Usage;
    const MessageWish wish{*operation, options.reason, options.ticket};
    return withActStore<store::RemedyStore>(common, "alice",
        [&](RemedyPort& port) { return acts::requestMissingMessage(port, wish, acts::newRequestId()); });
}

ExitCode runResend(const CommonOptions& common, const RemedyOptions& options)
{
    const auto operation = operationFrom(options.subject);
    if (!operation)
        return ExitCode::Usage;
    const MessageWish wish{*operation, options.reason, options.ticket};
    return withActStore<store::RemedyStore>(
        common, "alice", [&](RemedyPort& port) { return acts::requestResend(port, wish, acts::newRequestId()); });
}

} // namespace onceover::ctl
