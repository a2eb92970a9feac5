// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/payload_builder.h"

#include "core/money.h"

#include <nlohmann/json.hpp>

namespace onceover::channel {

Result<std::string> JsonPayloadBuilder::build(const ClaimedOperation& operation, const ChannelProfile& profile) const
{
    const auto currency = CurrencyCode::parse(operation.currency);
    if (!currency)
        return tl::unexpected{currency.error()};
    if (operation.amountMinor <= 0)
        return refuse(Refusal::AmountOutOfRange, std::to_string(operation.amountMinor));
    if (operation.beneficiaryName.empty() || operation.beneficiaryAccount.empty())
        return refuse(Refusal::ValueMalformed, "the beneficiary has no name or no account");

    // The order of members is that of their names (nlohmann's default object), and so is independent of this code.
    nlohmann::json order{
        {"beneficiary", {{"account", operation.beneficiaryAccount}, {"name", operation.beneficiaryName}}},
        {"currency", currency->toString()}, {"merchant_id", operation.merchant.value},
        {"operation_id", operation.ref.id.value.toString()}, {"settle_date", operation.settleDate.toString()}};
    if (operation.settlementType == "renew")
        order["subscription"]
            = operation.scopeRef; // Who is charged: the subscriber, for the period from settle_date on.
    switch (profile.amountUnit) {
    case AmountUnit::Minor:
        order["amount"] = operation.amountMinor;
        break;
    case AmountUnit::Major:
        order["amount"] = Money{operation.amountMinor, *currency}.formatPlain();
        break;
    }
    try {
        return order.dump();
    } catch (const nlohmann::json::type_error&) {
        return refuse(Refusal::ValueMalformed, "the beneficiary is no valid UTF-8 text");
    }
}

} // namespace onceover::channel
