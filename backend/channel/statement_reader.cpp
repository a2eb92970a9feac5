// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/statement_reader.h"

#include "channel/camt_reader.h"
#include "channel/mt940_reader.h"

#include <algorithm>
#include <string>

namespace onceover::channel {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The line of the first byte that no UTF-8 text has there.
int placeOfFirstFault(std::string_view bytes)
{
    std::size_t good = 0;
    std::size_t bad = bytes.size();
    while (good + 1 < bad) {
        const std::size_t middle = good + (bad - good) / 2;
        std::size_t end = middle;
        while (end < bytes.size() && (static_cast<unsigned char>(bytes[end]) & 0xC0U) == 0x80U)
            ++end; // Not within a character.
        (isUtf8(bytes.substr(0, end)) ? good : bad) = middle;
    }
    return static_cast<int>(std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(good), '\n')) + 1;
}

} // namespace

tl::expected<std::vector<BankStatement>, StatementFault> readStatements(std::string_view bytes)
{
    if (bytes.size() > kStatementBytesMost)
        return statementFault(StatementFaultKind::TooLarge, 0,
            std::to_string(bytes.size()) + " bytes, at most " + std::to_string(kStatementBytesMost));
    if (bytes.substr(0, 2) == "\x1F\x8B")
        return statementFault(StatementFaultKind::NotAStatement, 1, "it is compressed; unpack it first");
    if (bytes.find('\0') != std::string_view::npos)
        return statementFault(StatementFaultKind::NotAStatement, 0, "neither UTF-8 nor ISO 8859-1: it has zero bytes");
    if (bytes.substr(0, kByteOrderMark.size()) == kByteOrderMark)
        bytes.remove_prefix(kByteOrderMark.size());
    const auto first = bytes.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return statementFault(StatementFaultKind::NotAStatement, 0, "it is empty");
    if (bytes[first] != '<')
        return readMt940(bytes);
    if (!isUtf8(bytes))
        return statementFault(StatementFaultKind::NotAStatement, placeOfFirstFault(bytes), "not in UTF-8");
    return readCamt(bytes);
}

} // namespace onceover::channel
