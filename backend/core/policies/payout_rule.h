// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/enum_names.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace onceover {

/// Why a settlement pays nothing in its cycle (DESIGN.md section 9); its signed amount goes into the next one.
enum class UnpaidReason {
    NotPositive,  ///< Refunds, fees and charge-backs reach or pass the sales; 0 leaves nothing to carry over.
    OnHold,       ///< Nothing may be paid to this merchant.
    BelowMinimum, ///< Less than the merchant's minimum payout.
};

template <>
inline constexpr std::array<std::string_view, 3> kNamesOf<UnpaidReason>{"NOT_POSITIVE", "ON_HOLD", "BELOW_MINIMUM"};
static_assert(namesAreComplete(UnpaidReason::BelowMinimum));

/// Is this the type of a settlement, which pays a merchant the sum of its items?
[[nodiscard]] constexpr bool isSettlement(std::string_view settlementType)
{
    return settlementType == "settle-daily" || settlementType == "settle-monthly";
}

/// What decides whether a settlement is paid out; amounts in minor units of its currency.
struct PayoutFacts {
    std::int64_t amountMinor = 0;
    std::int64_t minimumMinor = 0;
    bool merchantOnHold = false;
};

/// The first reason not to pay, or none: it is paid. The database looks once more, by onceover.unpaid_reason().
[[nodiscard]] constexpr std::optional<UnpaidReason> decideUnpaid(
    std::string_view settlementType, const PayoutFacts& facts)
{
    if (!isSettlement(settlementType))
        return std::nullopt;
    if (facts.amountMinor <= 0)
        return UnpaidReason::NotPositive;
    if (facts.merchantOnHold)
        return UnpaidReason::OnHold;
    if (facts.amountMinor < facts.minimumMinor)
        return UnpaidReason::BelowMinimum;
    return std::nullopt;
}

} // namespace onceover
