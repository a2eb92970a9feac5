// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/operation_timeline.h"
#include "models/overview_model.h"
#include "models/state_text.h"
#include "models/time_text.h"

#include <QLocale>
#include <QString>

namespace onceover::models {

/// A layer for people: word, icon, and what it counts.
[[nodiscard]] StateText layerText(Layer layer);

/// One row of the timeline in words.
struct EntryText {
    QString what{};
    QString who{}; ///< Worker, person or duty; may be empty.
    QString ids{}; ///< Numbers by which the rows are found in the database.
    Tone tone = Tone::Neutral;
    friend bool operator==(const EntryText&, const EntryText&) = default;
};
[[nodiscard]] EntryText entryText(const TimelineEntry& entry, const QLocale& locale = QLocale());

/// What happened in a layer, below its count: "1 lost, 1 succeeded", "on hold, paid".
[[nodiscard]] QString layerCaption(Layer layer, const OperationDetail& detail);

/// "trigger 1, attempt 2: one became two at Attempt. It took effect once." Danger when it took effect twice.
[[nodiscard]] ToneLine onceLine(const OperationDetail& detail);

/// The life of the idempotency key: until when the bank treats the same key as the same order.
[[nodiscard]] ToneLine keyClock(const OperationDetail& detail, const TimeFormat& format, Timestamp now);

/// How a trigger came about: "schedule", "manual", "catch-up", "replay".
[[nodiscard]] QString triggerSourceText(std::string_view source);
/// What became of it: "created the run", "the run existed already", …
[[nodiscard]] QString triggerAnswerText(std::string_view answer);
/// HOLD, PAY, BACK in words.
[[nodiscard]] QString phaseText(std::string_view phase);
/// "payable · merchant 1032", "in transit · practice-bank".
[[nodiscard]] QString accountText(std::string_view kind, std::string_view owner);
/// What the bank answered, with its tone.
[[nodiscard]] ToneLine answerText(std::string_view answer);

} // namespace onceover::models
