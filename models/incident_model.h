// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_incident.h"
#include "models/gateway/connection_monitor.h"
#include "models/state_text.h"

#include <QString>
#include <QStringList>

#include <string_view>
#include <vector>

namespace onceover::models {

/// What a person may do about an incident on its page.
enum class IncidentDeed {
    None, ///< Nothing: it is over.
    Wait, ///< Nothing yet: the engine or the bank is at it.
    Freeze,
    Fence,
    GiveReason,
    SaveEvidence,
    Diagnose,
    Weigh,
    AnswerWhy,
    CompareBooks,
    RequestPlan,
    OpenRequest, ///< Its plan waits for a second person.
    BeginRecovery,
    Advance,
    Lift,
    ShowLetters,
    Close,
    TakeOver,
    Note,
    GoBack,
    CallFalseAlarm,
};
inline constexpr int kIncidentDeeds = static_cast<int>(IncidentDeed::CallFalseAlarm) + 1;

/// One of the seven steps.
struct IncidentStage {
    enum class State { Done, Now, Ahead, PassedOver };
    QString name;
    QString caption; ///< Where it stands.
    State state = State::Ahead;
};

/// "INC-4711"
[[nodiscard]] QString incidentName(std::int64_t incident);

/// The seven steps, as far as they are taken.
[[nodiscard]] std::vector<IncidentStage> incidentStages(const IncidentDetail& detail);

/// What the next step waits for, one sentence each, in the order of the gate.
[[nodiscard]] QStringList missingTexts(const IncidentDetail& detail);

/// What removes one thing that a gate misses ("EVIDENCE outside").
[[nodiscard]] IncidentDeed remedyOf(std::string_view missing, const IncidentDetail& detail);

/// The one thing that is to be done next: what removes the first thing that is missing, or the step itself.
[[nodiscard]] IncidentDeed nextDeed(const IncidentDetail& detail, const ConnectionStatus& status);

/// The words of a button that does it; empty for None and Wait.
[[nodiscard]] QString deedText(IncidentDeed deed, const IncidentDetail& detail);

/// Why this session's person cannot do it now: role, owner, state; empty: they can.
[[nodiscard]] QString whyNoDeed(IncidentDeed deed, const IncidentDetail& detail, const ConnectionStatus& status);

/// Where the incident stands and what is next, in a sentence.
[[nodiscard]] QString nextSentence(const IncidentDetail& detail, const ConnectionStatus& status);

/// Does this session's person own it?
[[nodiscard]] bool isOwner(const IncidentDetail& detail, const ConnectionStatus& status);

} // namespace onceover::models
