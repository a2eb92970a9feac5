// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/deadline_stream.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace onceover::channel {

namespace {

constexpr std::chrono::milliseconds kWriteTimeMax{2000};
constexpr std::chrono::milliseconds kLingerTimeMax{500};
constexpr std::size_t kLingerBytesMax = std::size_t{1} << 20U;

int leftOf(std::chrono::steady_clock::time_point until)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    return static_cast<int>(std::max(left, std::chrono::milliseconds{0}).count());
}

} // namespace

DeadlineStream::DeadlineStream(socket_t socket, int stopEvent, std::chrono::milliseconds within, std::size_t bytesMax)
    : m_socket(socket)
    , m_stopEvent(stopEvent)
    , m_until(std::chrono::steady_clock::now() + within)
    , m_bytesMax(bytesMax)
{
}

bool DeadlineStream::is_readable() const
{
    return m_used < m_filled || m_end == End::None;
}

bool DeadlineStream::is_writable() const
{
    return true;
}

bool DeadlineStream::waitReadable()
{
    std::array<pollfd, 2> watched{{{m_socket, POLLIN, 0}, {m_stopEvent, POLLIN, 0}}};
    int ready = 0;
    do {
        ready = ::poll(watched.data(), watched.size(), leftOf(m_until));
    } while (ready < 0 && errno == EINTR);
    if (ready == 0)
        m_end = End::TooSlow;
    else if (watched[1].revents != 0)
        m_end = End::Stopped;
    return m_end == End::None && ready > 0;
}

ssize_t DeadlineStream::read(char* target, std::size_t size)
{
    if (m_used == m_filled) {
        if (m_readBytes >= m_bytesMax)
            m_end = End::TooLarge;
        if (m_end != End::None || !waitReadable())
            return -1;
        const ssize_t received = ::recv(m_socket, m_buffer.data(), m_buffer.size(), 0);
        if (received <= 0)
            return received;
        m_used = 0;
        m_filled = static_cast<std::size_t>(received);
        m_readBytes += m_filled;
    }
    const std::size_t taken = std::min(size, m_filled - m_used);
    std::memcpy(target, m_buffer.data() + m_used, taken);
    m_used += taken;
    return static_cast<ssize_t>(taken);
}

ssize_t DeadlineStream::write(const char* source, std::size_t size)
{
    const auto until = std::chrono::steady_clock::now() + kWriteTimeMax;
    m_wrote = true;
    for (std::size_t done = 0; done < size;) {
        pollfd watched{m_socket, POLLOUT, 0};
        const int ready = ::poll(&watched, 1, leftOf(until));
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return -1; // It does not read.
        const ssize_t sent = ::send(m_socket, source + done, size - done, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (sent < 0)
            return -1;
        done += static_cast<std::size_t>(sent);
    }
    return static_cast<ssize_t>(size);
}

void DeadlineStream::writeAll(std::string_view text)
{
    static_cast<void>(write(text.data(), text.size()));
}

void DeadlineStream::get_remote_ip_and_port(std::string& ip, int& port) const
{
    ip.clear();
    port = 0;
}

void DeadlineStream::get_local_ip_and_port(std::string& ip, int& port) const
{
    ip.clear();
    port = 0;
}

void DeadlineStream::closeGently()
{
    ::shutdown(m_socket, SHUT_WR);
    const auto until = std::chrono::steady_clock::now() + kLingerTimeMax;
    for (std::size_t dropped = 0; dropped < kLingerBytesMax;) {
        pollfd watched{m_socket, POLLIN, 0};
        if (::poll(&watched, 1, leftOf(until)) <= 0)
            break;
        const ssize_t received = ::recv(m_socket, m_buffer.data(), m_buffer.size(), MSG_DONTWAIT);
        if (received <= 0)
            break;
        dropped += static_cast<std::size_t>(received);
    }
    ::close(m_socket);
}

} // namespace onceover::channel
