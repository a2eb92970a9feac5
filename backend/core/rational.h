// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

/// An exact fraction of two 64-bit whole numbers, always reduced, denominator positive. Nothing is rounded before it is
/// shown. What does not fit into 64 bits is no value: an operation gives back nothing rather than a wrong number.
class Rational {
public:
    constexpr Rational() = default;
    // Whole numbers are written where a fraction is meant.
    constexpr Rational(std::int64_t whole) // NOLINT(google-explicit-constructor)
        : m_numerator(whole)
    {
    }

    /// The reduced fraction; nothing when the denominator is 0 or a part has no positive counterpart.
    [[nodiscard]] static std::optional<Rational> of(std::int64_t numerator, std::int64_t denominator);

    /// Reads "40", "0.4" or "-2.304": at most nine decimals; nothing for any other text.
    [[nodiscard]] static std::optional<Rational> parse(std::string_view text);

    [[nodiscard]] constexpr std::int64_t numerator() const { return m_numerator; }
    [[nodiscard]] constexpr std::int64_t denominator() const { return m_denominator; }
    [[nodiscard]] constexpr bool isZero() const { return m_numerator == 0; }

    /// Rounded half away from zero to `decimals` (0 to 9) places: "3.46", "138", "-0.5".
    [[nodiscard]] std::string rounded(int decimals) const;

    friend constexpr bool operator==(const Rational&, const Rational&) = default;

private:
    std::int64_t m_numerator = 0;
    std::int64_t m_denominator = 1;
};

/// Exact; nothing when the result does not fit, and for a division by zero.
[[nodiscard]] std::optional<Rational> plus(const Rational& a, const Rational& b);
[[nodiscard]] std::optional<Rational> times(const Rational& a, const Rational& b);
[[nodiscard]] std::optional<Rational> dividedBy(const Rational& a, const Rational& b);

/// The same over values that may be missing: nothing where one is missing.
[[nodiscard]] std::optional<Rational> times(const std::optional<Rational>& a, const std::optional<Rational>& b);
[[nodiscard]] std::optional<Rational> dividedBy(const std::optional<Rational>& a, const std::optional<Rational>& b);

} // namespace onceover
