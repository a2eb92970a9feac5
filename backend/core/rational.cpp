// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rational.h"

#include <limits>
#include <numeric>

namespace onceover {

namespace {

constexpr int kDecimalsMax = 9;

/// Holds any numerator times any power of ten that is asked for.
__extension__ using Wide = unsigned __int128;

std::int64_t powerOfTen(int exponent)
{
    std::int64_t power = 1;
    for (int i = 0; i < exponent; ++i)
        power *= 10;
    return power;
}

std::optional<std::int64_t> product(std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    if (__builtin_mul_overflow(a, b, &result))
        return std::nullopt;
    return result;
}

bool isDecimalDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

std::optional<Rational> Rational::of(std::int64_t numerator, std::int64_t denominator)
{
    constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
    if (denominator == 0 || numerator == kLowest || denominator == kLowest)
        return std::nullopt;
    const std::int64_t divisor = std::gcd(numerator, denominator) * (denominator < 0 ? -1 : 1);
    Rational value;
    value.m_numerator = numerator / divisor;
    value.m_denominator = denominator / divisor;
    return value;
}

std::optional<Rational> Rational::parse(std::string_view text)
{
    const bool isNegative = text.starts_with('-');
    if (isNegative)
        text.remove_prefix(1);
    std::int64_t digits = 0;
    int decimals = -1; // -1: no point was seen yet.
    for (const char c : text) {
        if (c == '.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (!isDecimalDigit(c) || decimals == kDecimalsMax)
            return std::nullopt;
        const auto shifted = product(digits, 10);
        if (!shifted || __builtin_add_overflow(*shifted, c - '0', &digits))
            return std::nullopt;
        decimals += decimals >= 0 ? 1 : 0;
    }
    const bool hasDigits = !text.empty() && isDecimalDigit(text.front()) && isDecimalDigit(text.back());
    if (!hasDigits)
        return std::nullopt;
    return of(isNegative ? -digits : digits, powerOfTen(decimals < 0 ? 0 : decimals));
}

std::string Rational::rounded(int decimals) const
{
    const auto positive = static_cast<Wide>(m_numerator < 0 ? -m_numerator : m_numerator);
    const auto denominator = static_cast<Wide>(m_denominator);
    const Wide scaled = positive * static_cast<Wide>(powerOfTen(decimals));
    const Wide rest = scaled % denominator;
    const Wide digits = scaled / denominator + (rest >= denominator - rest ? 1 : 0);
    std::string text;
    for (Wide left = digits; left > 0 || static_cast<int>(text.size()) <= decimals; left /= 10)
        text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(left % 10)));
    if (decimals > 0)
        text.insert(text.size() - static_cast<std::size_t>(decimals), 1, '.');
    return m_numerator < 0 && digits > 0 ? '-' + text : text;
}

std::optional<Rational> plus(const Rational& a, const Rational& b)
{
    const auto left = product(a.numerator(), b.denominator());
    const auto right = product(b.numerator(), a.denominator());
    const auto denominator = product(a.denominator(), b.denominator());
    std::int64_t sum = 0;
    if (!left || !right || !denominator || __builtin_add_overflow(*left, *right, &sum))
        return std::nullopt;
    return Rational::of(sum, *denominator);
}

std::optional<Rational> times(const Rational& a, const Rational& b)
{
    const auto numerator = product(a.numerator(), b.numerator());
    const auto denominator = product(a.denominator(), b.denominator());
    if (!numerator || !denominator)
        return std::nullopt;
    return Rational::of(*numerator, *denominator);
}

std::optional<Rational> dividedBy(const Rational& a, const Rational& b)
{
    const auto inverse = Rational::of(b.denominator(), b.numerator());
    return inverse ? times(a, *inverse) : std::nullopt;
}

std::optional<Rational> times(const std::optional<Rational>& a, const std::optional<Rational>& b)
{
    return a && b ? times(*a, *b) : std::nullopt;
}

std::optional<Rational> dividedBy(const std::optional<Rational>& a, const std::optional<Rational>& b)
{
    return a && b ? dividedBy(*a, *b) : std::nullopt;
}

} // namespace onceover
