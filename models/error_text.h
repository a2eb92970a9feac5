// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace onceover::models {

/// The last error of a message, dead letter or alert in the reader's language: what the engine made of the answer and
/// its own few sentences are translated, amounts written as amounts; what the outside said stays as it said it. What is
/// not known is shown as it is stored.
[[nodiscard]] QString errorText(std::string_view stored);

} // namespace onceover::models
