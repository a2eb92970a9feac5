// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/temp_cleaner.h"

#include <system_error>
#include <utility>

namespace onceover::engine {

namespace fs = std::filesystem;

TempCleaner::TempCleaner(Limits limits)
    : m_limits(std::move(limits))
{
}

Result<WorkOutcome> TempCleaner::work(const RunTask&, const std::function<bool()>& keepGoing)
{
    WorkOutcome outcome;
    std::error_code error;
    fs::directory_iterator files(m_limits.folder, error);
    if (error == std::errc::no_such_file_or_directory) {
        outcome.detail = "NO_FOLDER";
        return outcome;
    }
    if (error)
        return fail(FailureKind::Unavailable, m_limits.folder.string() + ": " + error.message(), "cleanup-temp");
    const auto limit = fs::file_time_type::clock::now() - m_limits.olderThan;
    int looked = 0;
    for (; files != fs::directory_iterator{} && outcome.rowsAffected < m_limits.filesMax; files.increment(error)) {
        if (error)
            return fail(FailureKind::Unavailable, m_limits.folder.string() + ": " + error.message(), "cleanup-temp");
        constexpr int kLookEvery = 100;
        if (++looked % kLookEvery == 0 && !keepGoing())
            return fail(FailureKind::Cancelled, "stopped while cleaning", "cleanup-temp");
        std::error_code ignored; // A file that vanished, or may not be removed, stays uncounted.
        if (files->symlink_status(ignored).type() != fs::file_type::regular)
            continue;
        const auto written = files->last_write_time(ignored);
        if (!ignored && written < limit && fs::remove(files->path(), ignored))
            ++outcome.rowsAffected;
    }
    outcome.detail = "CLEANED";
    return outcome;
}

} // namespace onceover::engine
