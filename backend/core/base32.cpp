// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base32.h"

namespace onceover {

std::string toBase32(std::span<const std::uint8_t> bytes)
{
    std::string text;
    text.reserve((bytes.size() * 8 + 4) / 5);
    std::uint32_t waiting = 0; // Bits not written yet, at most twelve, in the low end.
    int waitingBits = 0;
    for (const std::uint8_t byte : bytes) {
        waiting = ((waiting << 8) | byte) & 0xfffU;
        waitingBits += 8;
        while (waitingBits >= 5) {
            waitingBits -= 5;
            text.push_back(kBase32Alphabet[(waiting >> waitingBits) & 0x1fU]);
        }
    }
    if (waitingBits > 0)
        text.push_back(kBase32Alphabet[(waiting << (5 - waitingBits)) & 0x1fU]);
    return text;
}

} // namespace onceover
