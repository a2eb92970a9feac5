// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

/// A TCP server that answers whole HTTP requests by a script, one step per request, whatever connection it comes on.
/// After its script it reads and never answers. It counts what arrived, so that a test sees what really left.
class ScriptedServer {
public:
    struct Step {
        std::string bytes;   ///< Written as they are; may be half an answer or nothing.
        bool closes = false; ///< Closes the connection afterwards.
        bool resets = false; ///< Closes it with a reset.
    };

    explicit ScriptedServer(std::vector<Step> script)
        : m_script(std::move(script))
        , m_stop(::eventfd(0, EFD_CLOEXEC))
        , m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        ::bind(m_listener, reinterpret_cast<sockaddr*>(&address), sizeof address);
        ::listen(m_listener, 64);
        socklen_t size = sizeof address;
        ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size);
        m_port = ntohs(address.sin_port);
        m_thread = std::jthread([this] { serve(); });
    }
    ~ScriptedServer()
    {
        const std::uint64_t one = 1;
        static_cast<void>(!::write(m_stop, &one, sizeof one));
        m_thread.join();
        ::close(m_listener);
        ::close(m_stop);
    }
    ScriptedServer(const ScriptedServer&) = delete;
    ScriptedServer& operator=(const ScriptedServer&) = delete;

    [[nodiscard]] std::string endpoint() const { return "http://127.0.0.1:" + std::to_string(m_port); }
    [[nodiscard]] int requests() const { return m_requests; } ///< Whole requests that arrived.
    [[nodiscard]] int connections() const { return m_connections; }

    static std::string http(std::string_view statusLine, std::string_view body, std::string_view more = {})
    {
        return "HTTP/1.1 " + std::string{statusLine} + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n"
            + std::string{more} + "\r\n" + std::string{body};
    }

private:
    struct Peer {
        int socket = -1;
        std::string input;
    };

    /// Takes one whole request off the front of the input.
    static bool takeRequest(std::string& input)
    {
        const auto end = input.find("\r\n\r\n");
        if (end == std::string::npos)
            return false;
        std::size_t length = 0;
        if (const auto at = input.find("Content-Length: "); at != std::string::npos && at < end)
            length = std::stoul(input.substr(at + 16));
        if (input.size() < end + 4 + length)
            return false;
        input.erase(0, end + 4 + length);
        return true;
    }

    void answer(Peer& peer)
    {
        const auto number = static_cast<std::size_t>(m_requests++);
        if (number >= m_script.size())
            return;
        const Step& step = m_script[number];
        static_cast<void>(!::send(peer.socket, step.bytes.data(), step.bytes.size(), MSG_NOSIGNAL));
        if (step.resets) {
            const linger abort{1, 0};
            ::setsockopt(peer.socket, SOL_SOCKET, SO_LINGER, &abort, sizeof abort);
        }
        if (step.closes || step.resets) {
            ::close(peer.socket);
            peer.socket = -1;
        }
    }

    void serve()
    {
        std::vector<Peer> peers;
        while (true) {
            std::vector<pollfd> waits{{m_stop, POLLIN, 0}, {m_listener, POLLIN, 0}};
            for (const Peer& peer : peers)
                waits.push_back({peer.socket, POLLIN, 0});
            ::poll(waits.data(), waits.size(), -1);
            if (waits[0].revents != 0)
                break;
            for (std::size_t i = 0; i < peers.size(); ++i) {
                if (waits[i + 2].revents == 0)
                    continue;
                std::array<char, 4096> buffer{};
                const auto got = ::recv(peers[i].socket, buffer.data(), buffer.size(), 0);
                if (got <= 0) {
                    ::close(peers[i].socket);
                    peers[i].socket = -1;
                    continue;
                }
                peers[i].input.append(buffer.data(), static_cast<std::size_t>(got));
                while (peers[i].socket >= 0 && takeRequest(peers[i].input))
                    answer(peers[i]);
            }
            std::erase_if(peers, [](const Peer& peer) { return peer.socket < 0; });
            if (waits[1].revents != 0) {
                ++m_connections;
                peers.push_back({::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC), {}});
            }
        }
        for (const Peer& peer : peers)
            ::close(peer.socket);
    }

    std::vector<Step> m_script;
    int m_stop = -1;
    int m_listener = -1;
    int m_port = 0;
    std::atomic<int> m_requests{0};
    std::atomic<int> m_connections{0};
    std::jthread m_thread;
};
