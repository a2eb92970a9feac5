// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/statement_text.h"

#include "core/money.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace onceover::channel {

namespace {

constexpr std::size_t kWordLeast = 6;
constexpr std::size_t kWordMost = 64;
constexpr std::size_t kKeyLength = 32;

bool isWordCharacter(char c)
{
    return isDigit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_' || c == '.';
}

/// Of the letters and digits that our keys are made of.
bool isKeyCharacter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= '2' && c <= '7');
}

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// How many bytes the character that begins here has in UTF-8; 0: none begins here.
std::size_t lengthOfCharacter(std::string_view bytes)
{
    const auto at = [bytes](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned char lead = at(0);
    const std::size_t length = lead < 0x80 ? 1
        : lead >= 0xC2 && lead < 0xE0      ? 2
        : lead >= 0xE0 && lead < 0xF0      ? 3
        : lead >= 0xF0 && lead < 0xF5      ? 4
                                           : 0;
    if (length == 0 || length > bytes.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((at(i) & 0xC0) != 0x80)
            return 0;
    }
    const bool isOverlong = (lead == 0xE0 && at(1) < 0xA0) || (lead == 0xF0 && at(1) < 0x90);
    const bool isBeyond = (lead == 0xED && at(1) > 0x9F) || (lead == 0xF4 && at(1) > 0x8F);
    return isOverlong || isBeyond ? 0 : length;
}

/// The text with what only breaks it into lines left out: ends of lines, and the numbers of subfields ("?21").
std::string joinedText(std::string_view text)
{
    std::string joined;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n' || text[i] == '\r')
            continue;
        if (text[i] == '?' && i + 2 < text.size() && isDigit(text[i + 1]) && isDigit(text[i + 2])) {
            i += 2;
            continue;
        }
        joined += text[i];
    }
    return joined;
}

template <typename Is, typename Take>
void eachRun(std::string_view text, Is is, Take take)
{
    for (std::size_t from = 0; from < text.size();) {
        if (!is(text[from])) {
            ++from;
            continue;
        }
        std::size_t to = from;
        while (to < text.size() && is(text[to]))
            ++to;
        take(text.substr(from, to - from));
        from = to;
    }
}

} // namespace

std::string plainFrom(std::string_view text)
{
    std::string plain{trimmed(text)};
    std::replace_if(
        plain.begin(), plain.end(),
        [](char c) { return c != '\n' && (static_cast<unsigned char>(c) < 0x20 || c == 0x7F); }, ' ');
    return plain;
}

tl::unexpected<StatementFault> statementFault(StatementFaultKind kind, int place, std::string found)
{
    return tl::unexpected{StatementFault{kind, place, std::move(found)}};
}

bool isUtf8(std::string_view bytes)
{
    while (!bytes.empty()) {
        const std::size_t length = lengthOfCharacter(bytes);
        if (length == 0)
            return false;
        bytes.remove_prefix(length);
    }
    return true;
}

std::string utf8From(std::string_view bytes)
{
    if (isUtf8(bytes))
        return std::string{bytes};
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            text += c;
        } else {
            text += static_cast<char>(0xC0U | (byte >> 6U));
            text += static_cast<char>(0x80U | (byte & 0x3FU));
        }
    }
    return text;
}

std::string shownOf(std::string_view text)
{
    constexpr std::size_t kShown = 80;
    std::string shown;
    while (!text.empty() && shown.size() < kShown) {
        const std::size_t length = std::max<std::size_t>(lengthOfCharacter(text), 1);
        const auto lead = static_cast<unsigned char>(text.front());
        const bool isPlain = length > 1 ? true : lead >= 0x20 && lead < 0x7F;
        shown += isPlain ? text.substr(0, length) : std::string_view{"?"};
        text.remove_prefix(length);
    }
    return text.empty() ? shown : shown + "...";
}

std::optional<std::int64_t> minorUnitsOf(std::string_view text, char mark, std::string_view currency)
{
    const auto code = CurrencyCode::parse(currency);
    if (!code || text.empty() || !isDigit(text.front()))
        return std::nullopt;
    const auto point = text.find(mark);
    std::string digits{text.substr(0, point)};
    std::string_view decimals = point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
    while (decimals.size() > static_cast<std::size_t>(code->exponent()) && decimals.back() == '0')
        decimals.remove_suffix(1);
    if (decimals.size() > static_cast<std::size_t>(code->exponent()))
        return std::nullopt;
    digits += decimals;
    digits.append(static_cast<std::size_t>(code->exponent()) - decimals.size(), '0');
    std::int64_t minor = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), minor);
    if (error != std::errc{} || end != digits.data() + digits.size())
        return std::nullopt;
    return minor;
}

std::string referenceFrom(std::string_view text)
{
    static constexpr std::array kNone{std::string_view{"NOTPROVIDED"}, std::string_view{"NONREF"},
        std::string_view{"NOREF"}, std::string_view{"EREF"}, std::string_view{"PREF"}};
    const std::string_view word = trimmed(text);
    const bool saysNone = std::find(kNone.begin(), kNone.end(), word) != kNone.end();
    return saysNone ? std::string{} : plainFrom(word);
}

void addReference(StatementLine& line, std::string_view text)
{
    const std::string word = referenceFrom(text);
    if (word.empty() || word.size() > kWordMost || word.find('\n') != std::string::npos
        || line.references.size() >= kReferencesKept
        || std::find(line.references.begin(), line.references.end(), word) != line.references.end())
        return;
    line.references.push_back(word);
}

void addReferencesFrom(StatementLine& line, std::string_view text)
{
    const std::string joined = joinedText(text);
    // Keys first: of a long text everything else may be left out.
    for (const std::string_view source : {text, std::string_view{joined}})
        eachRun(source, isKeyCharacter, [&line](std::string_view run) {
            // One that is longer may be a key with a word before or behind it; a key cannot be met by chance.
            if (run.size() < kKeyLength || run.size() > kWordMost)
                return;
            addReference(line, run.substr(0, kKeyLength));
            addReference(line, run.substr(run.size() - kKeyLength));
        });
    for (const std::string_view source : {text, std::string_view{joined}})
        eachRun(source, isWordCharacter, [&line](std::string_view run) {
            if (run.size() >= kWordLeast && run.size() <= kWordMost)
                addReference(line, run);
        });
}

} // namespace onceover::channel
