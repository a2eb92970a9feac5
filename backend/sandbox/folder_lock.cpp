// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/folder_lock.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace onceover::sandbox {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

FolderLock::~FolderLock()
{
    if (m_file >= 0)
        ::close(m_file);
}

Result<FolderLock> FolderLock::take(const fs::path& folder, std::chrono::milliseconds atMost)
{
    std::error_code error;
    fs::create_directories(folder, error);
    const fs::path path = folder / kFile;
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return fail(FailureKind::Unavailable, "cannot write " + path.string() + ": " + std::generic_category().message(errno));
    FolderLock lock(file);
    // flock() has no time limit of its own, so it is asked again; nobody waits here in the normal course of things.
    const auto deadline = steady_clock::now() + atMost;
    while (::flock(file, LOCK_EX | LOCK_NB) != 0) {
        if (steady_clock::now() >= deadline)
            return fail(FailureKind::Unavailable, "another program is making, filling or stopping the sandbox in " + folder.string());
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
    return lock;
}

} // namespace onceover::sandbox
