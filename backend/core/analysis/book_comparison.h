// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/book_port.h"

#include <functional>

namespace onceover {

/// How far a comparison has come.
struct BookProgress {
    std::int64_t theirs = 0; ///< Lines of their book.
    std::int64_t ours = 0;   ///< Accepted messages of ours looked for in it, after the whole of it was read.
};

/// What came of a comparison, or why their book could not be read.
struct ComparedBook {
    BookComparison comparison;
    std::string unread; ///< Empty: it was read to its end.
};

/// Lays one channel's book beside ours, a page of theirs at a time and then a page of ours at a time (R100): neither
/// book is ever held whole. Ours is read after theirs: what they have was sent before, so its message is there.
/// `theirBookFrom`: the database's time before this began. Asks before each page whether to go on; Cancelled when not.
/// Fails when ours cannot be read.
[[nodiscard]] Result<ComparedBook> compareBook(BookPort& theirs, OurBookPort& ours, const std::string& endpoint,
    const std::string& channel, Timestamp theirBookFrom, const std::function<bool(const BookProgress&)>& keepGoing);

} // namespace onceover
