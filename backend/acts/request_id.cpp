// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/request_id.h"

#include <random>

namespace onceover::acts {

Uuid newRequestId()
{
    std::random_device device; // The system's own source; a seeded generator would repeat ids across processes.
    Uuid id;
    for (std::size_t i = 0; i < id.bytes.size(); i += 4) {
        const std::uint32_t word = device();
        for (std::size_t byte = 0; byte < 4; ++byte)
            id.bytes[i + byte] = static_cast<std::uint8_t>(word >> (8 * byte));
    }
    id.bytes[6] = static_cast<std::uint8_t>((id.bytes[6] & 0x0FU) | 0x40U); // version 4
    id.bytes[8] = static_cast<std::uint8_t>((id.bytes[8] & 0x3FU) | 0x80U); // RFC 4122 variant
    return id;
}

} // namespace onceover::acts
