// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace onceover::store {

/// Which database a program talks to. `conninfo` may hold a password: it is handed to libpq and shown nowhere.
struct ConnectionTarget {
    std::string conninfo;
    std::string origin; ///< Where it came from: "--dsn", "--service", "environment" or "sandbox".

    /// The same target under another login (a duty's, a person's); replaces a user that the string names.
    [[nodiscard]] ConnectionTarget withUser(std::string_view login) const;

    /// "host=… port=… dbname=… user=…" for logs and answers: never a password, option or key.
    [[nodiscard]] std::string describe() const;
};

/// What the command line said; --dsn and --service exclude each other (the program checks).
struct TargetOptions {
    std::optional<std::string> dsn;
    std::optional<std::string> service;
};

/// --dsn or --service, else the PG environment (PGSERVICE, PGHOST, PGHOSTADDR or PGDATABASE set), else the running
/// sandbox (its file `conninfo`), else Unavailable with the remedy; the program then exits with 3.
[[nodiscard]] Result<ConnectionTarget> resolveTarget(const TargetOptions& options);

/// The sandbox's folder: ONCEOVER_SANDBOX_DIR; for root /var/lib/onceover/sandbox; else
/// ${XDG_DATA_HOME:-~/.local/share}/onceover/sandbox.
[[nodiscard]] std::filesystem::path sandboxFolder();

/// One `keyword='value'` with the quoting that libpq wants.
[[nodiscard]] std::string conninfoWord(std::string_view keyword, std::string_view value);

} // namespace onceover::store
