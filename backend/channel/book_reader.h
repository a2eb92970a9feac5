// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/proof_port.h"
#include "core/ports/watch_port.h"
#include "core/result.h"

#include <string_view>
#include <vector>

namespace onceover::channel {

/// Reads the whole book of a bank that lets its book be read (the practice bank), page by page, in the order in which
/// it was written. The truth that judges us: the bank's own numbers, not our record of them (F54). `channelId` is only
/// copied into the rows. Broken when a row cannot be read: half a book proves nothing.
[[nodiscard]] Result<std::vector<OutsideEffect>> readBook(std::string_view endpoint, std::string_view channelId = {});

/// The same as a port.
class HttpBook final : public BookPort {
public:
    [[nodiscard]] Result<std::vector<OutsideEffect>> readBook(
        const std::string& endpoint, const std::string& channelId) override
    {
        return channel::readBook(endpoint, channelId);
    }
};

} // namespace onceover::channel
