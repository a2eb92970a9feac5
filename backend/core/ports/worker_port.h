// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "core/result.h"

#include <chrono>
#include <string>
#include <vector>

namespace onceover {

/// One incarnation of one process.
struct WorkerIdentity {
    WorkerId id;
    std::string program;
    std::string appVersion;
    std::string host;
    int pid = 0;
    std::vector<std::string> duties;
};

/// Why a wait ended.
enum class Woken { Timeout, Tick, WakeFd, ConnectionLost };

/// What every duty does beside its work, on its own connection: registration, heartbeat, own audit chain, waiting.
class DutyPort
{
public:
    virtual ~DutyPort() = default;

    /// Inserts the worker's row (by insert-or-read) and, once per incarnation, its chain's first audit row.
    [[nodiscard]] virtual Result<Done> registerWorker(const WorkerIdentity& identity) = 0;

    /// Writes the minute's heartbeat of a duty. `pieces`: work done since the last beat.
    [[nodiscard]] virtual Result<Done> beat(std::string_view duty, std::int64_t pieces) = 0;

    /// Ends the incarnation: row and audit. Only for a clean stop; a killed worker's row stays open.
    [[nodiscard]] virtual Result<Done> stopWorker(std::string_view reason) = 0;

    /// Waits on this connection for a tick, for `wakeFd`, or at most so long. Makes the connection LISTEN at the first call.
    [[nodiscard]] virtual Woken wait(int wakeFd, std::chrono::milliseconds atMost) = 0;

    /// Announces that something changed (NOTIFY onceover_tick), in a transaction of its own; the ticker calls it at most
    /// five times a second.
    [[nodiscard]] virtual Result<Done> announce() = 0;

    /// Reconnects when the connection is gone; Unavailable while the server is away. Self-checks as at the start.
    [[nodiscard]] virtual Result<Done> ensureConnected() = 0;
};

/// The janitor's duty: folds counts and balances, keeps partitions ahead.
class JanitorPort
{
public:
    virtual ~JanitorPort() = default;
    [[nodiscard]] virtual Result<int> foldCounts() = 0;
    [[nodiscard]] virtual Result<int> foldBalances() = 0;
    [[nodiscard]] virtual Result<int> makePartitions() = 0;
    /// Hours that are over, counted once for the pictures; how many rows were written.
    [[nodiscard]] virtual Result<int> rollHours() = 0;
    /// One sample a minute of what a person watches; 0 when this minute has one.
    [[nodiscard]] virtual Result<int> sample() = 0;
    /// What is past its retention goes, except what open work still needs (DESIGN.md section 8); how many partitions.
    [[nodiscard]] virtual Result<int> dropOld() = 0;
    /// Once a day, who is a member of which role, as a row of the chain `system`; 0 when this day has one.
    [[nodiscard]] virtual Result<int> recordMembership() = 0;
};

} // namespace onceover
