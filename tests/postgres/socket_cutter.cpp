// SPDX-License-Identifier: GPL-3.0-or-later
#include "socket_cutter.h"

#include <array>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace onceover::test {

namespace {

constexpr std::string_view kSocketName = "/.s.PGSQL.5432";

sockaddr_un addressOf(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    return address;
}

bool writeAll(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (written <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// Passes on what the server says until the answer to COMMIT has come, and that no more: it certainly got there.
void passAnswersBeforeCommit(int server, int client)
{
    std::string said;
    std::array<char, 4096> buffer{};
    std::size_t at = std::string::npos;
    while (at == std::string::npos) {
        pollfd answered{server, POLLIN, 0};
        const ssize_t got = ::poll(&answered, 1, 5000) > 0 ? ::read(server, buffer.data(), buffer.size()) : 0;
        if (got <= 0)
            return;
        said.append(buffer.data(), static_cast<std::size_t>(got));
        at = said.find(std::string_view{"COMMIT\0", 7});
    }
    constexpr std::size_t kHeader = 5; // Kind and length of the message that holds the word.
    static_cast<void>(writeAll(client, std::string_view{said}.substr(0, at - kHeader)));
}

} // namespace

SocketCutter::SocketCutter(const std::filesystem::path& serverSocketFolder)
    : m_server(serverSocketFolder.string() + std::string{kSocketName})
{
    std::string pattern = std::filesystem::temp_directory_path() / "onceover-cutter-XXXXXX";
    m_folder = ::mkdtemp(pattern.data());
    m_listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_un address = addressOf(m_folder + std::string{kSocketName});
    if (::bind(m_listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0
        || ::listen(m_listener, 8) != 0) // NOLINT
        return;
    m_thread = std::jthread([this](std::stop_token stop) { accept(std::move(stop)); });
}

SocketCutter::~SocketCutter()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
    ::close(m_listener);
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

void SocketCutter::accept(std::stop_token stop)
{
    // One line at a time is enough: a store has one connection, and a lost one is gone before the next comes.
    while (!stop.stop_requested()) {
        pollfd ready{m_listener, POLLIN, 0};
        if (::poll(&ready, 1, 20) <= 0)
            continue;
        const int client = ::accept(m_listener, nullptr, nullptr);
        if (client >= 0)
            pass(client, stop);
    }
}

void SocketCutter::pass(int client, std::stop_token stop)
{
    const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_un address = addressOf(m_server);
    bool open = ::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0; // NOLINT
    std::array<char, 65536> buffer{};
    while (open && !stop.stop_requested()) {
        std::array<pollfd, 2> ready{pollfd{client, POLLIN, 0}, pollfd{server, POLLIN, 0}};
        if (::poll(ready.data(), 2, 20) <= 0)
            continue;
        for (std::size_t side = 0; side < 2 && open; ++side) {
            if (ready[side].revents == 0)
                continue;
            const ssize_t got = ::read(ready[side].fd, buffer.data(), buffer.size());
            if (got <= 0) {
                open = false;
                break;
            }
            const std::string_view bytes{buffer.data(), static_cast<std::size_t>(got)};
            // "Commit" is the name of the prepared statement, so it stands in each Bind of it.
            const bool isCommit = side == 0 && bytes.find(std::string_view{"Commit\0", 7}) != std::string_view::npos;
            const Cut cut = isCommit ? m_cut.exchange(Cut::Never) : Cut::Never;
            if (cut != Cut::BeforeCommit)
                open = writeAll(side == 0 ? server : client, bytes);
            if (cut == Cut::AfterCommit) {
                passAnswersBeforeCommit(server, client);
            }
            if (cut != Cut::Never)
                open = false;
        }
    }
    ::close(client);
    ::close(server);
}

} // namespace onceover::test
