// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

namespace onceover::test {

/// A Unix socket that passes everything on to a server's socket, until the next COMMIT comes by: then it lets that
/// through or not, and cuts the line in both cases, so that its answer does not come back (DESIGN.md rule 6).
class SocketCutter {
public:
    enum class Cut { Never, BeforeCommit, AfterCommit };

    explicit SocketCutter(const std::filesystem::path& serverSocketFolder);
    ~SocketCutter();
    SocketCutter(const SocketCutter&) = delete;
    SocketCutter& operator=(const SocketCutter&) = delete;

    /// The folder to connect to.
    [[nodiscard]] const std::string& folder() const { return m_folder; }
    /// What happens at the next COMMIT; back to Never afterwards.
    void cutNext(Cut cut) { m_cut = cut; }

private:
    void accept(std::stop_token stop);
    void pass(int client, std::stop_token stop);

    std::string m_server;
    std::string m_folder;
    int m_listener = -1;
    std::atomic<Cut> m_cut{Cut::Never};
    std::jthread m_thread;
};

} // namespace onceover::test
