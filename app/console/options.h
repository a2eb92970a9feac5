// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/connection_target.h"
#include "views/style/theme.h"

#include <QSize>
#include <QString>

#include <cstdint>
#include <optional>

namespace onceover::console {

/// Exit codes of all our programs.
inline constexpr int kExitOk = 0;
inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitNoDatabase = 3;
/// Of the console alone: there is no display, or it cannot be opened.
inline constexpr int kExitNoDisplay = 4;

/// What the command line asked for.
struct Options {
    store::TargetOptions target;
    std::optional<std::string> login;  ///< --as: a practice login, in a sandbox only.
    QString page;                      ///< A page, also with a filter, or an address; empty: the first.
    std::optional<QString> language;   ///< Nothing: as in the last session, else the locale's.
    std::optional<views::Theme> theme; ///< Nothing: as in the last session, else the system's; both for --shoot.
    QString shootFolder;               ///< Empty: a window for people.
    std::optional<std::int64_t> report; ///< --report: the incident whose report is printed instead of a window.
    QString pdfFile;                   ///< Where to.
    QSize shootSize{1366, 768};        ///< Of the pictures, before scaling.
};

/// What to do after reading the command line.
struct ParsedOptions {
    std::optional<Options> options; ///< Nothing: print `text` and leave with `exitCode`.
    QString text;
    int exitCode = kExitOk;
};

/// Reads the arguments without a display: help, version and mistakes are answered before any window exists.
[[nodiscard]] ParsedOptions parseOptions(int argc, char** argv);

} // namespace onceover::console
