// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/result.h"

#include <QString>

namespace onceover::models {

/// A failure for people. `what` and `next` are whole translated sentences; `details` is for the log, a copy button and
/// bug reports (statement, SQLSTATE, the server's own words, made plain).
struct FailureText {
    QString title;   ///< A few words, for a banner's head: "Login refused".
    QString what;    ///< What happened, and to which item.
    QString next;    ///< What to do next.
    QString details; ///< May be empty.
};

/// The words for any failure: connection (wrong connection string, missing database, login refused, server away, older
/// or newer schema, self-check), read only, refusals by name, conflict, rejected data, lost commit, our own fault.
/// `item` names what it happened to (a key, a job, a page); it may be empty.
[[nodiscard]] FailureText failureText(const Failure& failure, const QString& item = {});

/// `what` and `next` as one text, for one line of a terminal or a banner.
[[nodiscard]] QString failureSentence(const Failure& failure, const QString& item = {});

/// The sentence of a refusal's name as stored (`trigger_run` returns one); an unknown name shows as itself.
[[nodiscard]] QString refusalSentence(std::string_view name, const QString& item = {});

/// What a manual trigger led to: new, existing, held or already completed, with run and batch; or why not.
[[nodiscard]] QString triggerSentence(
    const ManualTriggerAnswer& answer, const QString& job, const BusinessDate& bizDate);

/// Is this failure about the connection and not about the item (so that the whole screen is stale)?
[[nodiscard]] bool isConnectionFailure(const Failure& failure);

/// Did the server (or its pass file) refuse this login? Then trying again by itself only makes it worse.
[[nodiscard]] bool isLoginRefused(const Failure& failure);

/// Schema, self-check or a database that is not what was asked for: reading only if compatible, no writes.
[[nodiscard]] bool isWrongSchema(const Failure& failure);

} // namespace onceover::models
