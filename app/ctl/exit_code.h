// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace onceover::ctl {

/// What a script that calls onceoverctl reads (DESIGN.md section 10). The numbers never change their meaning.
enum class ExitCode {
    Ok = 0,
    Broken = 1, ///< A promise is broken, or a rule said no.
    Usage = 2,
    NoDatabase = 3,
};

} // namespace onceover::ctl
