// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/digest.h"
#include "core/identifiers.h"
#include "core/records/desk.h"
#include "core/records/statement.h"
#include "core/records/timestamp.h"
#include "core/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace onceover {

/// What became of a person's wish to import a statement.
struct StatementAnswer {
    bool done = false;
    std::string reason;         ///< Why it was refused, by name.
    std::string found;          ///< What was found instead.
    std::int64_t statement = 0; ///< Its number here.
    bool isNew = false;         ///< False: it was imported before, by whom and when is told; nothing happened.
    std::string by;
    std::optional<Timestamp> at;
    std::int64_t compared = 0; ///< Lines that name a message of ours. 0: nothing was compared.
    std::int64_t differences = 0;
    std::int64_t opened = 0; ///< Of them, told for the first time.
};

/// Statements of banks, imported by people (DESIGN.md section 8). A statement is kept once and changes nothing but the
/// list of differences.
class StatementPort {
public:
    virtual ~StatementPort() = default;

    /// `file`: the fingerprint of the bytes that it was read from. Told twice, under one request id or under two, it is
    /// imported once.
    [[nodiscard]] virtual Result<StatementAnswer> importStatement(
        const ChannelId& channel, const Sha256& file, const BankStatement& statement, const Uuid& requestId)
        = 0;

    /// The comparison that was made when it was imported, and its differences as they stand now.
    [[nodiscard]] virtual Result<ReconciliationSheet> sheetOf(std::int64_t statement) = 0;
};

} // namespace onceover
