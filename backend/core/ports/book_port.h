// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching.h"
#include "core/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace onceover {

/// Some lines of an outside book, in the order in which it was written.
struct BookPage {
    std::vector<TheirEntry> entries;
    std::uint64_t next = 0; ///< Where the page after this one begins.
    bool isLast = true;
};

/// An outside book that can be read.
class BookPort {
public:
    virtual ~BookPort() = default;
    /// The page after that place; 0: from the beginning. Unavailable when nobody answers, Broken when a line cannot be
    /// read: half a book proves nothing.
    [[nodiscard]] virtual Result<BookPage> readPage(const std::string& endpoint, std::uint64_t after) = 0;
};

/// A place among our messages, in the order of bucket and number.
struct OurPlace {
    int bucket = -1;
    std::int64_t message = -1;
};

/// Our side of it.
class OurBookPort {
public:
    virtual ~OurBookPort() = default;
    /// Each line of theirs beside what is known of it here, in their order.
    [[nodiscard]] virtual Result<std::vector<BookPair>> pairUp(
        const std::string& channel, std::vector<TheirEntry> theirs)
        = 0;
    /// At most `limit` messages of the channel that were accepted before that, behind that place.
    [[nodiscard]] virtual Result<std::vector<OurEntry>> acceptedBefore(
        const std::string& channel, Timestamp before, OurPlace after, int limit)
        = 0;
    /// How many messages of the channel were accepted before that.
    [[nodiscard]] virtual Result<std::int64_t> countAcceptedBefore(const std::string& channel, Timestamp before) = 0;
};

} // namespace onceover
