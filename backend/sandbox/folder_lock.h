// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <chrono>
#include <filesystem>
#include <string_view>
#include <utility>

namespace onceover::sandbox {

/// The exclusive right to make, start, fill or stop what is in a folder. It ends with the object, and with the program,
/// however that ends.
class FolderLock
{
public:
    static constexpr std::string_view kFile = "lock";

    /// Makes the folder when it is absent and waits for the lock. Unavailable when another program keeps it longer.
    [[nodiscard]] static Result<FolderLock> take(const std::filesystem::path& folder, std::chrono::milliseconds atMost);

    FolderLock(FolderLock&& other) noexcept
        : m_file(std::exchange(other.m_file, -1))
    {
    }
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock();

private:
    explicit FolderLock(int file)
        : m_file(file)
    {
    }

    int m_file;
};

} // namespace onceover::sandbox
