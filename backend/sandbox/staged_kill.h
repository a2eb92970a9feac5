// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/records/timestamp.h"
#include "core/result.h"
#include "sandbox/fill_watch.h"

#include <cstdint>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace onceover::sandbox {

class SandboxProcesses;

/// What became of the work of a worker that was killed, all of it read from the database and the banks' own books.
struct KillStory {
    BusinessDate bizDate;
    std::string process; ///< Its name among the sandbox's processes.
    pid_t pid = 0;
    std::int64_t held = 0; ///< Operations that it had claimed and not settled.
    struct TakenOver {
        std::string by; ///< Name of the process, else the worker's id.
        std::int64_t operations = 0;
    };
    std::vector<TakenOver> takenOver;
    milliseconds after{0};           ///< From the kill until the last of them was taken over.
    std::int64_t attemptsLost = 0;   ///< Its attempts that were written LOST.
    std::int64_t tookEffectOnce = 0; ///< Of those taken over: SUCCEEDED, and exactly once in a bank's own book.

    [[nodiscard]] std::int64_t takenOverInAll() const;
    /// Everything that it held was taken over and took effect exactly once.
    [[nodiscard]] bool isSurvived() const { return held > 0 && takenOverInAll() == held && tookEffectOnce == held; }
};

/// Kills a worker while it holds claims. So that it certainly does, posting waits meanwhile: a lock on the ledger,
/// which lets claims through. Only when the server has noticed that the worker is gone does the lock go: a statement
/// that waits could still commit for a client that no longer exists (FAULTS.md).
class StagedKill {
public:
    /// `conninfo`: the superuser's, for a session of its own.
    StagedKill(std::string conninfo, SandboxProcesses& processes);
    ~StagedKill();
    StagedKill(const StagedKill&) = delete;
    StagedKill& operator=(const StagedKill&) = delete;

    /// Before the day begins.
    [[nodiscard]] Result<Done> makePostingWait();
    /// After it began: waits until a worker holds claims, ends it by SIGKILL, and starts it again.
    [[nodiscard]] Result<Done> strike(store::Connection& superuser, BusinessDate day, const KeepAlive& keepAlive);
    /// After the day is settled.
    [[nodiscard]] Result<KillStory> tell(store::Connection& superuser) const;

private:
    struct Session;
    [[nodiscard]] Result<Done> waitUntilItHolds(store::Connection& superuser, const KeepAlive& keepAlive);
    [[nodiscard]] Result<Done> kill(store::Connection& superuser);
    [[nodiscard]] Result<Done> waitUntilTheServerNoticed(store::Connection& superuser) const;

    std::string m_conninfo;
    SandboxProcesses& m_processes;
    std::unique_ptr<Session> m_posting;
    KillStory m_story;
    std::string m_victim; ///< The worker's id.
    Timestamp m_killedAt;
};

} // namespace onceover::sandbox
