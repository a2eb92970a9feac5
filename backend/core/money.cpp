// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/money.h"

#include <limits>

namespace onceover {

namespace {

// Active codes of ISO 4217 by the number of decimals, one blank between codes.
constexpr std::string_view kNoDecimals = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";
constexpr std::string_view kTwoDecimals
    = "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE "
      "CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD "
      "HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU "
      "MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG "
      "SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST "
      "XCD XCG YER ZAR ZMW ZWG";
constexpr std::string_view kThreeDecimals = "BHD IQD JOD KWD LYD OMR TND";
constexpr std::string_view kFourDecimals = "CLF UYW";

struct ExponentGroup {
    std::string_view codes;
    int exponent;
};

constexpr std::array kGroups{
    ExponentGroup{kTwoDecimals, 2},
    ExponentGroup{kNoDecimals, 0},
    ExponentGroup{kThreeDecimals, 3},
    ExponentGroup{kFourDecimals, 4},
};

/// The exponent of a listed code of three letters.
constexpr std::optional<int> exponentOf(std::string_view code)
{
    for (const auto& group : kGroups) {
        for (std::size_t at = 0; at < group.codes.size(); at += 4) {
            if (group.codes.substr(at, 3) == code)
                return group.exponent;
        }
    }
    return std::nullopt;
}
static_assert(exponentOf("CNY") == 2 && exponentOf("JPY") == 0 && exponentOf("KWD") == 3 && exponentOf("CLF") == 4);
static_assert(!exponentOf("XXX") && !exponentOf("XAU"));

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The two halves of an unsigned plain number, checked for form alone.
struct PlainNumber {
    std::string_view whole;
    std::string_view decimals;
};

std::optional<PlainNumber> splitPlain(std::string_view unsignedText)
{
    const std::size_t point = unsignedText.find('.');
    PlainNumber number{unsignedText.substr(0, point), {}};
    if (point != std::string_view::npos) {
        number.decimals = unsignedText.substr(point + 1);
        if (number.decimals.empty())
            return std::nullopt;
    }
    if (number.whole.empty() || (number.whole.size() > 1 && number.whole.front() == '0'))
        return std::nullopt;
    for (const std::string_view half : {number.whole, number.decimals}) {
        for (const char c : half) {
            if (!isDigit(c))
                return std::nullopt;
        }
    }
    return number;
}

/// value * 10 - digit without overflow. Working below zero reaches the smallest value, too.
bool appendDigitBelowZero(std::int64_t& value, int digit)
{
    return !__builtin_mul_overflow(value, std::int64_t{10}, &value)
        && !__builtin_sub_overflow(value, std::int64_t{digit}, &value);
}

} // namespace

Result<CurrencyCode> CurrencyCode::parse(std::string_view text)
{
    if (text.size() != 3 || !exponentOf(text))
        return refuse(Refusal::UnknownCurrency, std::string{text});
    return CurrencyCode{{text[0], text[1], text[2]}};
}

int CurrencyCode::exponent() const
{
    return exponentOf(view()).value_or(0);
}

std::string Money::formatPlain() const
{
    const auto decimals = static_cast<std::size_t>(currency.exponent());
    const bool negative = minor < 0;
    const auto bits = static_cast<std::uint64_t>(minor);
    std::string digits
        = std::to_string(negative ? ~bits + 1 : bits); // Unsigned, so that the smallest value has a form.
    if (digits.size() <= decimals)
        digits.insert(0, decimals + 1 - digits.size(), '0');
    if (decimals > 0)
        digits.insert(digits.size() - decimals, 1, '.');
    return negative ? "-" + digits : digits;
}

Result<Money> Money::parsePlain(std::string_view text, CurrencyCode currency)
{
    const bool negative = !text.empty() && text.front() == '-';
    const auto number = splitPlain(negative ? text.substr(1) : text);
    if (currency == CurrencyCode{})
        return refuse(Refusal::UnknownCurrency, currency.toString());
    const auto decimals = static_cast<std::size_t>(currency.exponent());
    if (!number || number->decimals.size() > decimals)
        return refuse(Refusal::AmountMalformed, std::string{text});
    std::string digits{number->whole};
    digits += number->decimals;
    digits.append(decimals - number->decimals.size(), '0');

    std::int64_t belowZero = 0;
    for (const char c : digits) {
        if (!appendDigitBelowZero(belowZero, c - '0'))
            return refuse(Refusal::AmountOutOfRange, std::string{text});
    }
    if (negative)
        return belowZero == 0 ? Result<Money>{refuse(Refusal::AmountMalformed, std::string{text})}
                              : Money{belowZero, currency};
    if (belowZero == std::numeric_limits<std::int64_t>::min())
        return refuse(Refusal::AmountOutOfRange, std::string{text});
    return Money{-belowZero, currency};
}

Result<Money> add(const Money& a, const Money& b)
{
    if (a.currency != b.currency)
        return refuse(Refusal::CurrencyDiffers, a.currency.toString() + " and " + b.currency.toString());
    Money sum{0, a.currency};
    if (__builtin_add_overflow(a.minor, b.minor, &sum.minor))
        return refuse(Refusal::AmountOutOfRange, a.formatPlain() + " + " + b.formatPlain());
    return sum;
}

Result<Money> negate(const Money& amount)
{
    if (amount.minor == std::numeric_limits<std::int64_t>::min())
        return refuse(Refusal::AmountOutOfRange, amount.formatPlain());
    return Money{-amount.minor, amount.currency};
}

bool amountsAgree(const AmountsByCurrency& a, const AmountsByCurrency& b)
{
    const auto covers = [](const AmountsByCurrency& all, const AmountsByCurrency& some) {
        for (const auto& [currency, minor] : some) {
            const auto found = all.find(currency);
            if ((found == all.end() ? 0 : found->second) != minor)
                return false;
        }
        return true;
    };
    return covers(a, b) && covers(b, a);
}

} // namespace onceover
