// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_work.h"
#include "models/state_text.h"
#include "models/time_text.h"

#include <QString>

#include <string>
#include <string_view>

namespace onceover::models {

/// Where a dead letter stands: open, a replay or a compensation was asked for, resolved.
[[nodiscard]] StateText deadLetterStateText(std::string_view stored);
/// A worker: alive, gone (not seen and no goodbye), stopped.
[[nodiscard]] StateText workerStateText(std::string_view name);
/// ALIVE, GONE or STOPPED.
[[nodiscard]] std::string workerState(const WorkerRow& row);
/// An open or resolved difference.
[[nodiscard]] StateText differenceStateText(std::string_view stored);
/// What a call was answered, and UNANSWERED: what has no certain answer.
[[nodiscard]] StateText callAnswerText(std::string_view stored);
/// How an attempt was ended from outside, for the picture of attempts: its sign and its word; both empty: it was not.
struct AttemptMark {
    QString sign{};
    QString word{};
};
[[nodiscard]] AttemptMark attemptMark(const AttemptRow& row);
/// SEND, QUERY, CALLBACK, EVIDENCE.
[[nodiscard]] QString callKindText(std::string_view stored);
/// An alert that nobody took, that somebody took, that is over.
[[nodiscard]] StateText alertStateText(std::string_view stored);

/// Why something stopped being retried, in a few words: the classes of operations and those of messages.
[[nodiscard]] QString letterClassText(std::string_view stored);
/// What letters may be grouped by: task, worker, or class, the usual one; "by task".
[[nodiscard]] QString letterGroupingText(std::string_view by);
/// Under what a letter is grouped, as stored: its class, its task or its worker; "none": no worker had it.
[[nodiscard]] std::string letterGroup(const DeadLetterListRow& row, std::string_view by);
/// Such a group in words.
[[nodiscard]] QString letterGroupText(std::string_view by, std::string_view group);
/// What such a letter means for the money, in one or two sentences.
[[nodiscard]] QString letterMeaning(const DeadLetterListRow& row);
/// What a person may ask for, and what is out of the question.
[[nodiscard]] QString letterChoices(const DeadLetterListRow& row);

/// What will happen to a stuck lease by itself.
[[nodiscard]] QString stuckLeaseOutlook(const StuckLeaseRow& row);
/// The worker that holds it: gone, late, stopped or unknown.
[[nodiscard]] StateText holderText(const StuckLeaseRow& row, Timestamp now);

/// What happens to a message next.
[[nodiscard]] QString messageOutlook(const MessageRow& row, Timestamp now);
/// What the profile means, in sentences.
[[nodiscard]] QString channelMeaning(const ChannelRow& row);
/// Why nothing is sent again by itself on this channel; empty: after the bank was asked, it may be.
[[nodiscard]] QString whyNoResend(const ChannelRow& row);

/// MISSING_HERE, AMOUNT, … in words.
[[nodiscard]] QString differenceKindText(std::string_view kind);

} // namespace onceover::models
