// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"

#include <QMetaType>
#include <QString>

#include <string_view>

namespace onceover::models {

/// What a state means for the reader; views own the colours. Unknown is neither failure nor progress.
enum class Tone { Neutral, Info, Ok, Warn, Danger, Unknown, Critical };

/// Which table of backend/core/states a stored state word belongs to; from DeadLetter on, what other rows are said to be.
enum class Machine {
    Operation,
    Message,
    Run,
    Attempt,
    Shard,
    Batch,
    DeadLetter,
    Worker,
    Difference,
    Alert,
    Request,
    AuditChain,
    Call
};

/// A state for people: always word, icon and tone together, never colour alone (UX.md section 4).
struct StateText {
    QString word; ///< Translated; the stored value itself with "?" when it is not known.
    Tone tone = Tone::Neutral;
    QString icon;        ///< Name of our drawing, e.g. "circle-check".
    QString explanation; ///< One sentence for hover and What's This.
    bool known = true;   ///< False: a newer program wrote it.
    friend bool operator==(const StateText&, const StateText&) = default;
};

/// The words of a stored state. A value that is not in the core table shows as itself in Neutral with "?" and is logged
/// once, never as the nearest known state.
[[nodiscard]] StateText stateText(Machine machine, std::string_view stored);

/// An operation's state with what is true now: an overdue lease is a state of its own for the reader.
/// `now` is the database's clock.
[[nodiscard]] StateText operationStateText(const OperationRow& row, Timestamp now);

// Overlays that are no state of a machine.
[[nodiscard]] StateText frozenText();
[[nodiscard]] StateText deadLetterText();
[[nodiscard]] StateText overdueLeaseText();
/// agrees, differs, or – while nothing was compared (never a green nothing).
[[nodiscard]] StateText agreementText(std::optional<bool> agrees);
/// A worker's line: alive, or not seen.
[[nodiscard]] StateText workerText(bool alive);

/// Kind of a worklist row (unknown, dead-letter, stuck-lease, difference, batch).
[[nodiscard]] StateText worklistKindText(std::string_view kind);

/// Why an operation failed for good, in words; empty for an empty class.
[[nodiscard]] QString failureClassText(std::string_view stored);

/// `PRODUCTION`, `STAGING`, `DEVELOPMENT`, `SANDBOX`, in capitals as people read it, with the tone that colours title
/// and status bar: production is Critical, an unknown class as well.
[[nodiscard]] StateText environmentText(std::string_view stored);

/// operator, approver, auditor, viewer in words.
[[nodiscard]] QString roleText(std::string_view role);

/// Scope of a freeze: "everything", "channel practice-bank", ….
[[nodiscard]] QString scopeText(std::string_view kind, std::string_view ref);

/// A duty of a worker (settler, sender, …) in words.
[[nodiscard]] QString dutyText(std::string_view duty);

} // namespace onceover::models

Q_DECLARE_METATYPE(onceover::models::Tone)
