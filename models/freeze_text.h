// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_people.h"
#include "models/overview_model.h"
#include "models/state_text.h"
#include "models/time_text.h"

#include <QString>

#include <optional>
#include <vector>

namespace onceover::models {

/// What a freeze says until somebody gives the real reason; never translated, because the database knows it again and
/// asks for another one before evidence is saved (UX.md correction 4).
inline constexpr const char* kPrefilledReason = "on-call freeze, reason to follow";

/// "Freeze everything now": the button says what it stops.
[[nodiscard]] QString freezeButtonText(const ControlScope& scope);
/// "everything", "batch 17", …; the letter that chooses it stands in `scopeLetter`.
[[nodiscard]] QString scopeChoiceText(const ControlScope& scope);
/// The key that chooses a scope of that kind: E, B, J, C, M.
[[nodiscard]] QChar scopeLetter(const std::string& kind);

/// What a freeze stops (Ok) and what it does not (Warn), with what may be at the bank already.
[[nodiscard]] std::vector<ToneLine> freezeEffects(const ControlScope& scope, const FreezesNow* now);
/// One message that may still leave: key, amount, channel, from where.
[[nodiscard]] QString mayLeaveText(const MayLeaveRow& message, Timestamp now);

/// An order: ordered, in force since when, drained, lift requested; with what still may leave.
[[nodiscard]] ToneLine freezeProgress(const FreezeRow& freeze, const TimeFormat& format);
/// What it keeps back: "214 operations, 3 messages and 1 run held".
[[nodiscard]] QString heldText(const FreezeRow& freeze);
/// Why its lift cannot be asked for now; empty: it can.
[[nodiscard]] QString whyNoLift(const FreezeRow& freeze);

/// The banner of every page while something is frozen: the oldest freeze, and how many more; nothing: nothing is.
[[nodiscard]] std::optional<ToneLine> freezeBannerText(const OverviewSnapshot& snapshot, const TimeFormat& format);
/// The same on one line, for a low window; empty: nothing is frozen.
[[nodiscard]] QString freezeBannerShort(const OverviewSnapshot& snapshot, const TimeFormat& format);

/// Said beside every request while nobody is there to carry it out (UX.md correction 1); empty: somebody is.
[[nodiscard]] QString noReplayerText(bool replayerAlive);

} // namespace onceover::models
