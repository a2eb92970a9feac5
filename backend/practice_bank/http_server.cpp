// SPDX-License-Identifier: GPL-3.0-or-later
#include "practice_bank/http_server.h"

#include "practice_bank/book.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace practice_bank {

namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds kIdleMax{60'000}; ///< A connection without a request is closed after this.
constexpr Milliseconds kReadMax{5'000}; ///< A request that stalls half way.
constexpr Milliseconds kWriteMax{5'000}; ///< A client that does not read.
constexpr int kBacklog = 1024; ///< httplib asks for 5, and the sixth of many senders would wait a second for its SYN.
constexpr std::size_t kBodyBytesMax = 64 * 1024;

/// One accepted socket as httplib's stream. Reads through a buffer, because httplib reads heads byte by byte; collects
/// what is written until flush(), so that an answer is one segment, or none.
class Connection : public httplib::Stream {
public:
    Connection(socket_t socket, int stopEvent)
        : m_socket(socket)
        , m_stopEvent(stopEvent)
    {
    }

    /// True when the next request has begun to arrive; false when the client left, idled too long, or the bank stops.
    [[nodiscard]] bool waitForRequest() { return m_used < m_filled || waitReadable(kIdleMax); }
    /// Sends what was written; false when the client is gone or the connection was cut.
    [[nodiscard]] bool flush();
    void cut() { m_isCut = true; }
    [[nodiscard]] bool isCut() const { return m_isCut; }

    bool is_readable() const override { return m_used < m_filled || waitReadable(kReadMax); }
    bool is_writable() const override { return !m_isCut; }
    ssize_t read(char* target, std::size_t size) override;
    ssize_t write(const char* source, std::size_t size) override;
    void get_remote_ip_and_port(std::string& ip, int& port) const override { addressOf(::getpeername, ip, port); }
    void get_local_ip_and_port(std::string& ip, int& port) const override { addressOf(::getsockname, ip, port); }
    socket_t socket() const override { return m_socket; }

private:
    using NameCall = int (*)(int, sockaddr*, socklen_t*);

    [[nodiscard]] bool waitReadable(Milliseconds longest) const;
    void addressOf(NameCall call, std::string& ip, int& port) const;

    socket_t m_socket;
    int m_stopEvent;
    std::array<char, 16 * 1024> m_buffer{};
    std::size_t m_used = 0;
    std::size_t m_filled = 0;
    std::string m_unsent;
    bool m_isCut = false;
};

/// The connection that this thread serves now, for cutConnection(); httplib hands its handlers no way to it.
thread_local Connection* servedConnection = nullptr;

bool Connection::waitReadable(Milliseconds longest) const
{
    std::array<pollfd, 2> watched{{{m_socket, POLLIN, 0}, {m_stopEvent, POLLIN, 0}}};
    int ready = 0;
    do {
        ready = ::poll(watched.data(), watched.size(), static_cast<int>(longest.count()));
    } while (ready < 0 && errno == EINTR);
    return ready > 0 && watched[1].revents == 0;
}

ssize_t Connection::read(char* target, std::size_t size)
{
    if (m_used == m_filled) {
        // A client that expects "100 Continue" sends nothing before it has it.
        if (!flush() || !waitReadable(kReadMax)) {
            return -1;
        }
        const ssize_t received = ::recv(m_socket, m_buffer.data(), m_buffer.size(), 0);
        if (received <= 0) {
            return received;
        }
        m_used = 0;
        m_filled = static_cast<std::size_t>(received);
    }
    const std::size_t taken = std::min(size, m_filled - m_used);
    std::memcpy(target, m_buffer.data() + m_used, taken);
    m_used += taken;
    return static_cast<ssize_t>(taken);
}

ssize_t Connection::write(const char* source, std::size_t size)
{
    if (m_isCut) {
        return -1;
    }
    m_unsent.append(source, size);
    return static_cast<ssize_t>(size);
}

bool Connection::flush()
{
    if (m_isCut) {
        return false;
    }
    for (std::size_t done = 0; done < m_unsent.size();) {
        const ssize_t sent = ::send(m_socket, m_unsent.data() + done, m_unsent.size() - done, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent < 0) {
            return false; // A send that took longer than kWriteMax ends here as well.
        }
        done += static_cast<std::size_t>(sent);
    }
    m_unsent.clear();
    return true;
}

void Connection::addressOf(NameCall call, std::string& ip, int& port) const
{
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (call(m_socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        return;
    }
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (address.ss_family == AF_INET) {
        const auto* v4 = reinterpret_cast<const sockaddr_in*>(&address);
        ::inet_ntop(AF_INET, &v4->sin_addr, text.data(), text.size());
        port = ntohs(v4->sin_port);
    } else if (address.ss_family == AF_INET6) {
        const auto* v6 = reinterpret_cast<const sockaddr_in6*>(&address);
        ::inet_ntop(AF_INET6, &v6->sin6_addr, text.data(), text.size());
        port = ntohs(v6->sin6_port);
    }
    ip = text.data();
}

} // namespace

HttpServer::HttpServer(std::size_t threads)
    : m_stopEvent(::eventfd(0, EFD_CLOEXEC))
{
    if (m_stopEvent < 0) {
        throw StartFailure("the system has no file descriptor left");
    }
    new_task_queue = [threads] { return new httplib::ThreadPool(threads); };
    set_tcp_nodelay(true);
    set_payload_max_length(kBodyBytesMax);
    set_read_timeout(kReadMax);
    set_write_timeout(kWriteMax);
    // Only told to clients; the loop below serves a connection as often as it likes.
    set_keep_alive_max_count(1'000'000);
    set_keep_alive_timeout(kIdleMax.count() / 1000);
    // Address reuse lets a restarted bank take its port back at once. Port reuse, which httplib would ask for, would
    // let two banks share one port and answer by turns.
    set_socket_options([](socket_t socket) {
        const int yes = 1;
        ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
}

HttpServer::~HttpServer()
{
    stop();
    ::close(m_stopEvent);
}

int HttpServer::start(const std::string& address, int port)
{
    errno = 0;
    const int bound = port == 0 ? bind_to_any_port(address) : (bind_to_port(address, port) ? port : -1);
    if (bound <= 0) {
        const std::string reason = errno == EADDRINUSE ? "the port is taken by another program"
            : errno != 0                               ? std::strerror(errno) // NOLINT(concurrency-mt-unsafe)
                                                       : "not an address of this machine";
        throw StartFailure("cannot listen on " + address + " port " + std::to_string(port) + ": " + reason);
    }
    ::listen(svr_sock_, kBacklog);
    m_listener = std::thread([this] { listen_after_bind(); });
    return bound;
}

void HttpServer::stop()
{
    if (!m_listener.joinable()) {
        return;
    }
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(m_stopEvent, &one, sizeof one);
    // httplib ignores a stop that comes before its loop runs; the thread was started, so that the loop will run.
    while (!is_running()) {
        std::this_thread::yield();
    }
    httplib::Server::stop();
    m_listener.join();
}

void HttpServer::cutConnection()
{
    if (servedConnection != nullptr) {
        servedConnection->cut();
    }
}

bool HttpServer::process_and_close_socket(socket_t socket)
{
    Connection connection(socket, m_stopEvent);
    servedConnection = &connection;
    bool isGood = true;
    while (isGood && connection.waitForRequest()) {
        bool clientCloses = false;
        isGood = process_request(connection, false, clientCloses, nullptr);
        isGood = connection.flush() && isGood && !clientCloses;
    }
    servedConnection = nullptr;
    if (connection.isCut()) {
        // Lingering zero seconds: close() sends a reset and drops what was not sent.
        const linger now{1, 0};
        ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    } else {
        ::shutdown(socket, SHUT_RDWR);
    }
    ::close(socket);
    return isGood;
}

} // namespace practice_bank
