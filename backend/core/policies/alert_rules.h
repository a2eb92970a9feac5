// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/enum_names.h"
#include "core/records/timestamp.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// What somebody is told about. Names are those of alert.rule.
enum class AlertRule {
    DeadLetter,     ///< One is open (R76).
    DeadLetterOld,  ///< It is open for over a day; each one, the second and later as well (R84).
    UnknownOld,     ///< The outside's answer is unknown past the channel's escalation (K60).
    LeaseStuck,     ///< A worker's leases are overdue and nobody took over.
    QueueLong,      ///< More waits than the limit (R79).
    QueueOld,       ///< The oldest waits longer than the limit (R79).
    Difference,     ///< A comparison does not come out, whichever the sign (R97).
    MoneyFailed,    ///< A run or batch of grade P0 failed (R130).
    SchedulerLate,  ///< A due run was not begun.
    ClockBackwards, ///< The database's clock is behind what it said before (K23).
    WorkerVanished, ///< An incarnation stopped beating without a farewell.
    ComparisonSlow, ///< A comparison took longer than its limit (R96).
    NotCompared,    ///< A comparison that was due could not be made: not the same as no difference.
    CalendarEnds,   ///< The days that a channel's business calendar knows end soon.
    QueueFull,      ///< Runs are not enumerated, because too much waits already (R79).
    HistoryLost,    ///< What was signed of the audit chains is not in this database: restored, lost, or cut off.
    AnchorsLate,    ///< Nobody signs the audit chains any more.
    GuardChanged,   ///< A guard of the database is not as recorded: dropped, disabled or rewritten (S6).
    RequestWaits,   ///< Nobody decided a request for longer than the limit.
    RequestExpires, ///< A request that nobody decided expires within the limit.
};

template <>
inline constexpr std::array<std::string_view, 20> kNamesOf<AlertRule>{"dead letter", "dead letter old", "unknown old",
    "lease stuck", "queue long", "queue old", "difference", "money failed", "scheduler late", "clock backwards",
    "worker vanished", "comparison slow", "not compared", "calendar ends", "queue full", "history lost", "anchors late",
    "guard changed", "request waits", "request expires"};
static_assert(namesAreComplete(AlertRule::RequestExpires));

/// One thing that was looked at, with what was measured. What the measure means is the rule's: a count, an age or a
/// distance in milliseconds, a number of differences.
struct AlertFact {
    AlertRule rule = AlertRule::DeadLetter;
    std::string subject; ///< Stays the same while the thing lasts: "message 4711", "channel bank-a".
    std::string grade;   ///< P0 or P1.
    std::string key;     ///< Idempotency or run key; may be empty where no single one is meant.
    std::string lastError;
    std::string detail;
    std::string job;
    std::string zone; ///< The job's.
    std::optional<BusinessDate> bizDate;
    std::int64_t measure = 0;
    std::int64_t limit = 0;
};

/// Does this fact call for somebody? Beyond its limit, and for a difference: anything but none.
[[nodiscard]] bool callsForAlert(const AlertFact& fact);

/// An alert that is open.
struct OpenAlert {
    std::int64_t id = 0;
    std::string rule; ///< As stored; a newer program may have written it.
    std::string subject;
    std::string grade;
    std::string lastError;
    std::string detail;
    std::string zone;
    Timestamp openedAt;
    bool acknowledged = false;
    int escalations = 0;
    std::optional<Timestamp> escalatedAt;
};

/// How long an unacknowledged P0 waits for its person, and how often it goes on to the next (R77, R130).
struct EscalationLimits {
    milliseconds after{4 * 3600 * 1000};
    milliseconds atLeast{30 * 60 * 1000};
    int most = 6; ///< A day of four hours each. The last level at which somebody is told.
};

/// When an alert that nobody acknowledged goes to the next contact: after the limit or at 23:59 of the job's day,
/// whichever is first, but never within `atLeast` of its opening or of the last escalation. A zone that is not known
/// counts as UTC.
[[nodiscard]] Timestamp escalationDue(const OpenAlert& alert, const EscalationLimits& limits);

/// An alert that goes to the next contact, from the level that it was found at.
struct Escalation {
    std::int64_t alert = 0;
    int fromLevel = 0;
};

/// What is to be done about alerts.
struct AlertChanges {
    std::vector<AlertFact> open;                             ///< Not open yet.
    std::vector<std::pair<std::int64_t, AlertFact>> refresh; ///< Open, and its words changed.
    std::vector<std::int64_t> close;                         ///< What they told of is over.
    std::vector<Escalation> escalate;
    [[nodiscard]] bool empty() const { return open.empty() && refresh.empty() && close.empty() && escalate.empty(); }
};

/// Compares what was looked at with what is open. An alert whose rule this program does not know is left alone. An
/// alert of a known rule is closed when no fact calls for it any more; hence `facts` must be whole for every rule.
/// What was escalated as often as the limit says stays open and is told to nobody further: it stands in the list of
/// alerts until somebody acknowledges it or its cause is gone.
[[nodiscard]] AlertChanges decideAlerts(const std::vector<AlertFact>& facts, const std::vector<OpenAlert>& open,
    const EscalationLimits& limits, Timestamp now);

/// One plain line for mail, webhook and log (R128): grade, rule, subject, key, business date, last error; control
/// characters are dropped and each part is cut, so that no text can forge a line.
[[nodiscard]] std::string alertLine(const AlertFact& fact);

/// The words of an alert's message: its line, and from level 1 on that nobody acknowledged it (R130).
[[nodiscard]] std::string alertText(const AlertFact& fact, int level);

} // namespace onceover
