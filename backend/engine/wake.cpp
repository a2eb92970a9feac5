// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/wake.h"

#include <cerrno>
#include <cstdint>
#include <system_error>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace onceover::engine {

Wake::Wake()
    : m_fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    if (m_fd < 0)
        throw std::system_error(errno, std::generic_category(), "eventfd");
}

Wake::~Wake()
{
    ::close(m_fd);
}

void Wake::notify() const noexcept
{
    const std::uint64_t one = 1;
    // A full counter (EAGAIN) is a notification as well.
    static_cast<void>(!::write(m_fd, &one, sizeof one));
}

void Wake::drain() const noexcept
{
    std::uint64_t count = 0;
    static_cast<void>(!::read(m_fd, &count, sizeof count));
}

bool Wake::waitFor(std::chrono::milliseconds atMost) const noexcept
{
    return isReadable(m_fd, atMost);
}

bool isReadable(int fd, std::chrono::milliseconds atMost) noexcept
{
    pollfd wait{fd, POLLIN, 0};
    return ::poll(&wait, 1, static_cast<int>(atMost.count())) > 0;
}

} // namespace onceover::engine
