// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace onceover::models {

/// The reason that the engine stored with the state of a batch or run, in the reader's language. The engine writes a
/// few fixed sentences; what is none of them (a difference with its figures, a failure) is shown as it is stored.
[[nodiscard]] QString reasonText(std::string_view stored);

/// How an attempt ended, by the code that the engine stored. An unknown code is shown as it is.
[[nodiscard]] QString attemptOutcomeText(std::string_view stored);

} // namespace onceover::models
