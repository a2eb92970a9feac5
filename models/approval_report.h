// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_people.h"
#include "models/time_text.h"

#include <QByteArray>
#include <QString>

namespace onceover::models {

/// The approval sheet for the file, as Markdown: both persons, the reason, the hash of the plan, what is done and to
/// whom, each item that was read with its value date. Every instant has the offset of `format`'s zone.
[[nodiscard]] QString approvalReport(const RequestDetail& detail, const TimeFormat& format);

/// The items of the plan that were read, one JSON object a line; amounts are text in minor units, for a JSON reader may
/// not keep larger ones exact.
[[nodiscard]] QByteArray planItemLines(const RequestDetail& detail);

/// Is every item of the plan among those that were read?
[[nodiscard]] bool hasAllItems(const RequestDetail& detail);

} // namespace onceover::models
