// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_detail.h"
#include "models/time_text.h"

#include <QString>

namespace onceover::models {

/// Everything that the operation's page shows, as indented JSON: amounts in minor units with their currency, instants
/// in UTC with microseconds, stored words untranslated. The payload's bytes are left out; its size and SHA-256 say
/// which they are.
[[nodiscard]] QString operationJson(const OperationDetail& detail);

/// The same for people, as Markdown in the current language: head, layers, what makes it good, timeline, key, legs,
/// items, dead letters. Text of the database cannot break the table it stands in.
[[nodiscard]] QString operationMarkdown(const OperationDetail& detail, const TimeFormat& format, Timestamp now);

} // namespace onceover::models
