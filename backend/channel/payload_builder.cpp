// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/payload_builder.h"

#include "channel/answer_classifier.h"
#include "core/money.h"

#include <nlohmann/json.hpp>

namespace onceover::channel {

namespace {

using nlohmann::json;

/// "12.50 CNY and 3000 JPY", in the order of the codes; "nothing" when there is none.
std::string amountsInWords(const json& minorByCurrency)
{
    std::string text;
    for (const auto& [code, minor] : minorByCurrency.items()) {
        const auto currency = CurrencyCode::parse(code);
        if (!currency || !minor.is_number_integer())
            continue;
        text += (text.empty() ? "" : " and ") + Money{minor.get<std::int64_t>(), *currency}.formatPlain() + " " + code;
    }
    return text.empty() ? "nothing" : text;
}

/// Mail and webhooks: what was fixed when the operation was enumerated, and its identity.
Result<std::string> buildNotice(const ClaimedOperation& operation, const ChannelProfile& profile)
{
    const json notice = json::parse(operation.notice, nullptr, false);
    if (!notice.is_object())
        return refuse(Refusal::ValueMalformed, "operation without a notice to send");
    json message{{"operation_id", operation.ref.id.value.toString()}};
    if (profile.kind == "webhook") {
        message["type"] = operation.settlementType;
        message["merchant_id"] = operation.merchant.value;
        message["settlements"] = notice;
    } else {
        if (operation.beneficiaryAccount.find('@') == std::string::npos)
            return refuse(Refusal::ValueMalformed, "no mail address");
        const std::string from = notice.value("from", "");
        const std::string until = notice.value("to", "");
        const std::string days = from == until ? from : from + " to " + until;
        message["to"] = operation.beneficiaryAccount;
        message["subject"] = "Settlements of " + days;
        message["text"] = operation.beneficiaryName + ", " + days + ": "
            + std::to_string(notice.value("settlements", 0)) + " settlements, "
            + std::to_string(notice.value("paid", 0)) + " paid out ("
            + amountsInWords(notice.value("paid_minor", json::object())) + "), "
            + std::to_string(notice.value("carried_over", 0)) + " carried over, "
            + std::to_string(notice.value("open", 0)) + " open, " + std::to_string(notice.value("failed", 0))
            + " failed.";
    }
    try {
        return message.dump();
    } catch (const json::exception&) {
        return refuse(Refusal::ValueMalformed, "the notice is no valid UTF-8 text");
    }
}

} // namespace

Result<std::string> JsonPayloadBuilder::build(const ClaimedOperation& operation, const ChannelProfile& profile) const
{
    if (isNotice(profile))
        return buildNotice(operation, profile);
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
    if (operation.valueDate)
        order["value_date"] = operation.valueDate->toString();
    if (operation.settlementType == "renew")
        order["subscription"]
            = operation.scopeRef; // Who is charged: the subscriber, for the period from settle_date on.
    if (operation.settlementType == "refund" || operation.settlementType == "reversal")
        order["makes_good"] = operation.scopeRef; // The original, and the how-manieth time.
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
