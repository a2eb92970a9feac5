// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include <httplib.h>

namespace onceover::channel {

/// One accepted connection as httplib's stream, that ends: what is read must be there within a time from the start and
/// within a number of bytes, however it trickles in. Reads through a buffer, because httplib reads heads byte by byte.
class DeadlineStream final : public httplib::Stream {
public:
    /// Why reading ended early.
    enum class End { None, TooSlow, TooLarge, Stopped };

    /// `stopEvent`: readable once nothing more shall be served.
    DeadlineStream(socket_t socket, int stopEvent, std::chrono::milliseconds within, std::size_t bytesMax);

    bool is_readable() const override;
    bool is_writable() const override;
    ssize_t read(char* target, std::size_t size) override;
    ssize_t write(const char* source, std::size_t size) override;
    void get_remote_ip_and_port(std::string& ip, int& port) const override;
    void get_local_ip_and_port(std::string& ip, int& port) const override;
    socket_t socket() const override { return m_socket; }

    [[nodiscard]] End end() const { return m_end; }
    [[nodiscard]] bool wrote() const { return m_wrote; }
    [[nodiscard]] bool readAnything() const { return m_readBytes > 0; }
    void writeAll(std::string_view text);

    /// Ends the answer, then reads and drops what still comes for a moment, so that closing does not reset the
    /// connection under an answer that the other side has not read. Closes the socket.
    void closeGently();

private:
    /// True when there is something to read before the deadline.
    [[nodiscard]] bool waitReadable();

    socket_t m_socket;
    int m_stopEvent;
    std::chrono::steady_clock::time_point m_until;
    std::size_t m_bytesMax;
    std::array<char, 8192> m_buffer{};
    std::size_t m_used = 0;
    std::size_t m_filled = 0;
    std::size_t m_readBytes = 0;
    bool m_wrote = false;
    End m_end = End::None;
};

} // namespace onceover::channel
