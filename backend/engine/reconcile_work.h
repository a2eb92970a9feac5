// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/run_port.h"
#include "core/ports/watch_port.h"
#include "engine/boot_clock.h"

#include <functional>
#include <memory>
#include <vector>

namespace onceover::engine {

/// The work of `reconcile`: lays each readable book beside ours, compares the three tables and looks at the dead
/// letters, each once per business date (R95–R102). The run is DONE when all of it is written down, and the database
/// refuses it before; a book that could not be read is written down as not read and fails the attempt, so that the
/// job's own retries ask again. It compares and tells; it never repairs (R98). Uses a connection of the watching duty's
/// login besides that of the run.
class ReconcileWork final : public JobWork {
public:
    ReconcileWork(std::unique_ptr<WatchPort> port, std::unique_ptr<BookPort> books, BootClock clock = bootNow);

    [[nodiscard]] std::string_view jobType() const override { return "reconcile"; }
    [[nodiscard]] Result<WorkOutcome> work(const RunTask& task, const std::function<bool()>& keepGoing) override;

    /// The books that drained freezes wait for; each is recorded once per freeze. A book that cannot be read fails the
    /// rest of the look, not what was compared before.
    [[nodiscard]] Result<WorkOutcome> compareForFreezes();

private:
    /// What became of one comparison; `unread` says why a book could not be read.
    struct Compared {
        RecordedComparison recorded;
        std::string unread;
    };
    [[nodiscard]] Result<WorkOutcome> compareEach(
        const std::vector<DueComparison>& owed, const std::function<bool()>& keepGoing);
    [[nodiscard]] Result<Compared> compare(const DueComparison& due, const std::function<bool()>& keepGoing);
    [[nodiscard]] Result<Compared> layBookBeside(const DueComparison& due, const std::function<bool()>& keepGoing);

    std::unique_ptr<WatchPort> m_port;
    std::unique_ptr<BookPort> m_books;
    BootClock m_clock;
};

} // namespace onceover::engine
