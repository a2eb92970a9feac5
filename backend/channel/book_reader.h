// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/book_port.h"
#include "core/ports/proof_port.h"
#include "core/result.h"

#include <string_view>
#include <vector>

namespace onceover::channel {

/// Reads the whole book of a bank that lets its book be read (the practice bank), page by page, in the order in which
/// it was written. The truth that judges us: the bank's own numbers, not our record of them (F54). `channelId` is only
/// copied into the rows. Broken when a row cannot be read: half a book proves nothing.
[[nodiscard]] Result<std::vector<OutsideEffect>> readBook(std::string_view endpoint, std::string_view channelId = {});

/// A page of it at a time.
class HttpBook final : public BookPort {
public:
    [[nodiscard]] Result<BookPage> readPage(const std::string& endpoint, std::uint64_t after) override;
};

} // namespace onceover::channel
