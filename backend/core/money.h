// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

/// An active ISO 4217 code that money can be held in. Metals, test codes and units of account without minor units
/// (XAU, XTS, XDR, …) are none. The default "XXX" stands for "not set" and never parses.
class CurrencyCode {
public:
    constexpr CurrencyCode() = default;

    /// The code of three upper-case letters; refuses any other text and unknown codes (UnknownCurrency).
    [[nodiscard]] static Result<CurrencyCode> parse(std::string_view text);

    [[nodiscard]] constexpr std::string_view view() const { return {m_letters.data(), m_letters.size()}; }
    [[nodiscard]] std::string toString() const { return std::string{view()}; }

    /// Decimal digits between minor and major unit: 2 for most, JPY 0, KWD 3, CLF 4. 0 for the unset code.
    [[nodiscard]] int exponent() const;

    friend constexpr auto operator<=>(const CurrencyCode&, const CurrencyCode&) = default;

private:
    explicit constexpr CurrencyCode(std::array<char, 3> letters)
        : m_letters(letters)
    {
    }

    std::array<char, 3> m_letters{'X', 'X', 'X'};
};

/// An amount in minor units of one currency. No floating point anywhere; no factor that a caller could get wrong (F54).
struct Money {
    std::int64_t minor = 0;
    CurrencyCode currency;
    friend constexpr bool operator==(const Money&, const Money&) = default;

    /// The plain form in major units without the code: "-1234567.89", JPY "1234567", KWD "1.234". For logs, exports and
    /// wire formats; what people read is made by models/display_text.
    [[nodiscard]] std::string formatPlain() const;

    /// Reads the plain form: an optional minus, digits without leading zeros or separators, and at most as many
    /// decimals as the currency has. Refuses everything else (AmountMalformed: blanks, plus, comma, exponent, "NaN",
    /// "-0", ".5", "5.", a decimal too many) and what does not fit (AmountOutOfRange).
    [[nodiscard]] static Result<Money> parsePlain(std::string_view text, CurrencyCode currency);
};

/// The sum; refuses different currencies (CurrencyDiffers) and overflow (AmountOutOfRange).
[[nodiscard]] Result<Money> add(const Money& a, const Money& b);

/// The amount with the other sign; refuses the one value that has none (AmountOutOfRange).
[[nodiscard]] Result<Money> negate(const Money& amount);

/// Minor units per currency code, e.g. what a shard's inputs sum up to.
using AmountsByCurrency = std::map<std::string, std::int64_t>;

/// Are the amounts the same? A currency with nothing in it equals a missing one.
[[nodiscard]] bool amountsAgree(const AmountsByCurrency& a, const AmountsByCurrency& b);

} // namespace onceover
