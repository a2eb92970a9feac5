// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/book_port.h"
#include "core/ports/proof_port.h"

#include <functional>
#include <memory>

namespace onceover {

/// What the books of the outside are laid beside ours with.
struct BookDesk {
    std::function<Result<ReadableBooks>()> readable;
    std::shared_ptr<BookPort> theirs;
    std::shared_ptr<OurBookPort> ours;
};

} // namespace onceover
