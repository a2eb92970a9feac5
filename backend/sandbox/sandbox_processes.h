// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/timestamp.h"
#include "core/result.h"
#include "sandbox/process_keeper.h"
#include "sandbox/supervisor.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::sandbox {

/// Names of a sandbox's processes, as in its list.
inline constexpr std::string_view kBankProcess = "bank";
inline constexpr std::string_view kGiroProcess = "giro"; ///< The bank that cannot be asked what became of an order.
inline constexpr std::string_view kKeeperProcess = "keeper";
[[nodiscard]] std::string workerProcess(int number);

/// The programs around a sandbox's server: two practice banks, workers, and the keeper that watches them; each is known
/// by its name in the folder's list, writes its log into the folder, and is started at most once at a time.
class SandboxProcesses {
public:
    /// `programs`: the folder of onceover-bank, onceover-worker and onceoverctl; `conninfo`: the database, without a
    /// login.
    SandboxProcesses(std::filesystem::path folder, std::filesystem::path programs, std::string conninfo);

    /// Both banks, by their own books, on the ports that they had before; returns once they answer. `offset`: their
    /// clock.
    [[nodiscard]] Result<Done> startBanks(milliseconds offset);
    [[nodiscard]] Result<Done> startWorker(int number);
    [[nodiscard]] Result<Done> startWorkers(int count);
    [[nodiscard]] Result<Done> startKeeper();
    /// Tells the practice bank where to call back, and by which secret: from now on each of its verdicts follows as a
    /// signed callback. Waits until the first worker says where it listens. The bank forgets it when it ends; whoever
    /// starts it again tells it again.
    [[nodiscard]] Result<Done> letBankCallBack();

    /// Ends all that live: first who would start the others again, then workers, then the banks, so that no payout of
    /// theirs is left unanswered.
    [[nodiscard]] Result<Done> stopAll();

    /// Where a bank answers; empty while it never ran.
    [[nodiscard]] std::string endpoint(std::string_view bank) const;
    /// Where the first worker takes the practice bank's callbacks; empty while it never did.
    [[nodiscard]] std::string callbackAddress() const;
    /// Of both banks, those that ever ran.
    [[nodiscard]] std::vector<std::string> endpoints() const;
    [[nodiscard]] std::map<std::string, ProcessId> allRunning() const { return m_supervisor.allRunning(); }
    /// Why not everything lives that should; empty when all is well.
    [[nodiscard]] std::string trouble(int workers) const;
    /// Watches banks and workers. `offset`: the clock of a bank that is started again.
    [[nodiscard]] ProcessKeeper keeper(
        int workers, std::function<milliseconds()> offset, std::function<void(std::string_view)> say);

    /// Is there a bank's book in this folder?
    [[nodiscard]] static bool hasBook(const std::filesystem::path& folder);

private:
    /// Once per sandbox.
    [[nodiscard]] Result<Done> makeAnchorKey();
    /// The one that signs anchors and takes callbacks; `options` as for any worker.
    [[nodiscard]] Result<Done> startFirstWorker(ChildOptions options);
    [[nodiscard]] Result<Done> startBank(std::string_view bank, milliseconds offset);
    /// Of a bank, or of the door for callbacks; 0 while unknown.
    [[nodiscard]] int port(std::string_view who) const;
    [[nodiscard]] std::filesystem::path file(const std::string& name) const { return m_folder / name; }
    [[nodiscard]] std::string endOfLog(const std::string& process) const;

    std::filesystem::path m_folder;
    std::filesystem::path m_programs;
    std::string m_conninfo;
    Supervisor m_supervisor;
};

} // namespace onceover::sandbox
