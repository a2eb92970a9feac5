// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <string_view>

class QJsonObject;

namespace onceover::models {

/// planLines() of the kinds of requests that change no payment but what payments go by: channel, rules of a job,
/// beneficiary, retention, a batch that goes on, and the recovery plan of an incident. Old and new stand beside each
/// other. Empty for another kind.
[[nodiscard]] QStringList settingLines(std::string_view kind, const QJsonObject& plan);

} // namespace onceover::models
