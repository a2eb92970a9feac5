// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bank_process.h"
#include "judge_database.h"
#include "sandbox/child_process.h"
#include "support/compare_text.h"
#include "support/test_cluster.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::test {

inline constexpr std::string_view kAllRoles = "scheduler,settler,sender,resolver,janitor";
inline constexpr auto kGenerous
    = std::chrono::seconds{60}; ///< Far more than anything here takes; a bound, never a wait.

/// Waits by condition, looking every few milliseconds; false when it did not come true in time.
[[nodiscard]] bool waitUntil(const std::function<bool()>& condition, std::chrono::milliseconds atMost = kGenerous);

/// The seed of this run: $ONCEOVER_SEED, else a new one.
[[nodiscard]] std::uint64_t testSeed();

/// What a run of onceoverctl answered.
struct CtlAnswer {
    int exitStatus = -1; ///< -1: it crashed, or did not end in time.
    std::string out;
    std::string err;
};

/// Runs onceoverctl; `environment` is added to this program's own, of which nothing that names a database is kept.
[[nodiscard]] CtlAnswer runCtl(
    const std::vector<std::string>& arguments, const std::map<std::string, std::string>& environment = {});
/// Runs several at once, all started before the first has ended.
[[nodiscard]] std::vector<CtlAnswer> runCtlsAtOnce(const std::vector<std::vector<std::string>>& commands);

/// How the settled business is made; times are those of the rows of job and channel, scaled.
struct RigOptions {
    int merchants = 60;
    int claimSize = 25;
    int answerTimeoutMs = 150;
    int maxInFlight = 16;
};

/// One installation under attack: a database, a bank with a book of its own, workers as processes. Everything that it
/// starts ends with it.
class FaultRig {
public:
    explicit FaultRig(TestCluster& cluster, RigOptions options = {});
    ~FaultRig();
    FaultRig(const FaultRig&) = delete;
    FaultRig& operator=(const FaultRig&) = delete;

    /// Why it cannot be used; empty when it can.
    [[nodiscard]] const std::string& problem() const { return m_problem; }
    /// The database under attack; a copy of it can be put under attack instead (see useDatabase).
    [[nodiscard]] const std::string& database() const { return m_name; }
    [[nodiscard]] std::string conninfo(std::string_view login = {}) const { return m_cluster.conninfo(login, m_name); }
    [[nodiscard]] JudgeDatabase& tables() { return *m_tables; }
    [[nodiscard]] BankProcess& bank() { return *m_bank; }
    [[nodiscard]] TestCluster& cluster() { return m_cluster; }

    /// Works on another database of the cluster from now on, with the same bank.
    void useDatabase(const std::string& name);

    /// Enters what was sold on a date. What went wrong, else empty.
    [[nodiscard]] std::string sell(const std::string& date);

    /// Moves practice time and the bank's clock; practice time begins at the first call. What went wrong, else empty.
    [[nodiscard]] std::string beginAt(const std::string& instant);
    [[nodiscard]] std::string advanceTo(const std::string& instant);

    /// Starts onceover-worker under a name of ours. `failpoint`: ONCEOVER_FAIL; `environment` is added to its own. What
    /// went wrong, else empty.
    [[nodiscard]] std::string startWorker(const std::string& name, std::string_view roles = kAllRoles,
        const std::string& failpoint = {}, const std::map<std::string, std::string>& environment = {});
    /// The same for a worker that reaches the server through another socket folder: a proxy's.
    [[nodiscard]] std::string startWorkerThrough(const std::string& name, const std::filesystem::path& socketFolder);
    void killWorker(const std::string& name);
    void signalWorker(const std::string& name, int signal);
    /// SIGTERM; false when it did not end by itself in time, or not with exit 0.
    [[nodiscard]] bool stopWorker(const std::string& name);
    /// The same for one that was asked to stop already: a second signal would end it at once.
    [[nodiscard]] bool awaitCleanEnd(const std::string& name);
    [[nodiscard]] bool isWorkerRunning(const std::string& name) const;
    /// Did it end by SIGKILL (which nobody here sends to it)?
    [[nodiscard]] bool wasWorkerKilled(const std::string& name) const;
    [[nodiscard]] bool isWorkerStopped(const std::string& name) const;
    void killAllWorkers();
    /// The end of every worker's log, for a message.
    [[nodiscard]] std::string logs() const;
    /// All that a worker has logged so far.
    [[nodiscard]] std::string logOf(const std::string& name) const;

    /// `onceoverctl <arguments> --dsn <as login>`.
    [[nodiscard]] CtlAnswer ctl(std::string_view login, std::vector<std::string> arguments) const;
    [[nodiscard]] std::vector<std::string> ctlCommand(std::string_view login, std::vector<std::string> arguments) const;
    /// `onceoverctl trigger` as alice. What went wrong, else empty.
    [[nodiscard]] std::string trigger(const std::string& date) const;

    /// Is the day settled to the end: batch COMPLETED and run DONE?
    [[nodiscard]] bool isSettled(const std::string& date);
    /// Waits for that; what stood in the way, else empty.
    [[nodiscard]] std::string waitUntilSettled(const std::string& date, std::chrono::milliseconds atMost = kGenerous);
    /// Waits until every duty of that worker (its id in the tables) has gone on after that instant. What stood in the
    /// way, else empty.
    [[nodiscard]] std::string waitUntilAllBeat(const std::string& workerId, const std::string& since);

private:
    [[nodiscard]] std::string launch(const std::string& name, std::string_view roles, const std::string& dsn,
        const std::map<std::string, std::string>& environment);
    [[nodiscard]] std::string prepare(const RigOptions& options);

    TestCluster& m_cluster;
    std::filesystem::path m_folder;
    std::unique_ptr<TestDatabase> m_database;
    std::string m_name;
    std::unique_ptr<JudgeDatabase> m_tables;
    std::unique_ptr<BankProcess> m_bank;
    std::map<std::string, sandbox::ProcessId> m_workers;
    bool m_hasBegun = false;
    std::string m_problem;
};

} // namespace onceover::test

/// Does one thing that says what went wrong, and ends the test with that.
#define ONCEOVER_MUST(act)                                                                                             \
    do {                                                                                                               \
        const std::string whatWentWrong = (act);                                                                       \
        QVERIFY2(whatWentWrong.empty(), whatWentWrong.c_str());                                                        \
    } while (false)
