// SPDX-License-Identifier: GPL-3.0-or-later
#include "practice_bank/payout.h"

#include "practice_bank/bank_clock.h"
#include "practice_bank/currency_table.h"

#include <algorithm>
#include <limits>

#include <nlohmann/json.hpp>

namespace practice_bank {

namespace {

using nlohmann::json;

constexpr std::size_t kNameMax = 256;

std::optional<std::string> textOf(const json& object, const char* member)
{
    const auto found = object.find(member);
    if (found == object.end() || !found->is_string()) {
        return std::nullopt;
    }
    auto text = found->get<std::string>();
    if (text.empty() || text.size() > kNameMax) {
        return std::nullopt;
    }
    return text;
}

/// Whole numbers only: 12.0 is refused, because an order that went through floating point may have lost a unit.
std::optional<std::int64_t> wholeNumberOf(const json& object, const char* member)
{
    const auto found = object.find(member);
    if (found == object.end() || !found->is_number_integer()) {
        return std::nullopt;
    }
    constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (found->is_number_unsigned() && found->get<std::uint64_t>() > kMax) {
        return std::nullopt;
    }
    return found->get<std::int64_t>();
}

bool namesBeneficiary(const json& order)
{
    const auto found = order.find("beneficiary");
    return found != order.end() && found->is_object() && textOf(*found, "name") && textOf(*found, "account");
}

/// "123.45" with exactly the currency's places, in minor units; nothing for any other text.
std::optional<std::int64_t> minorOf(const std::string& text, int exponent)
{
    const auto dot = text.find('.');
    const std::size_t places = dot == std::string::npos ? 0 : text.size() - dot - 1;
    const std::string digits = dot == std::string::npos ? text : text.substr(0, dot) + text.substr(dot + 1);
    constexpr std::size_t kDigitsMax = 17;
    if (places != static_cast<std::size_t>(exponent) || digits.empty() || digits.size() > kDigitsMax
        || digits.find_first_not_of("0123456789") != std::string::npos) {
        return std::nullopt;
    }
    return std::stoll(digits);
}

/// The part that an order and a line of the book have in common.
std::optional<Payout> readPayout(const json& object, bool amountIsMajor)
{
    const auto currency = textOf(object, "currency");
    // Below zero: a currency that this bank does not know.
    const int places = currency ? currencyExponent(*currency).value_or(-1) : -1;
    std::optional<std::int64_t> amount;
    if (!amountIsMajor) {
        amount = wholeNumberOf(object, "amount");
    } else if (const auto told = textOf(object, "amount"); told && places >= 0) {
        amount = minorOf(*told, places);
    }
    const auto merchantId = wholeNumberOf(object, "merchant_id");
    const auto operationId = textOf(object, "operation_id");
    const auto settleDate = textOf(object, "settle_date");
    if (!amount || *amount <= 0 || !currency || !merchantId || !operationId || !settleDate
        || !isCalendarDay(*settleDate)) {
        return std::nullopt;
    }
    if (places < 0) {
        return std::nullopt;
    }
    const auto valueDate = textOf(object, "value_date");
    if (valueDate && !isCalendarDay(*valueDate)) {
        return std::nullopt;
    }
    return Payout{*amount, places, *currency, *merchantId, *operationId, *settleDate, valueDate.value_or("")};
}

} // namespace

std::string inMajorUnits(std::int64_t amount, int exponent)
{
    std::string digits = std::to_string(amount);
    const auto places = static_cast<std::size_t>(exponent);
    if (places == 0) {
        return digits;
    }
    if (digits.size() <= places) {
        digits.insert(0, places + 1 - digits.size(), '0');
    }
    return digits.insert(digits.size() - places, 1, '.');
}

std::optional<Payout> parsePayout(std::string_view body, bool amountIsMajor)
{
    const json order = json::parse(body, nullptr, false);
    if (!order.is_object() || !namesBeneficiary(order)) {
        return std::nullopt;
    }
    return readPayout(order, amountIsMajor);
}

bool isAcceptableKey(std::string_view key)
{
    return !key.empty() && key.size() <= 255
        && std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

std::string toBookLine(const BookRecord& record)
{
    json line{{"line", record.line}, {"key", record.key}, {"operation_id", record.payout.operationId},
        {"merchant_id", record.payout.merchantId}, {"amount", record.payout.amount},
        {"exponent", record.payout.exponent}, {"currency", record.payout.currency},
        {"settle_date", record.payout.settleDate}, {"executed_at", record.executedAt},
        {"body_sha256", record.bodySha256}};
    if (record.isAgain) {
        line["again"] = true;
    }
    switch (record.verdict) {
    case Verdict::Executed:
        line["kind"] = "EXECUTED";
        line["seq"] = record.seq;
        line["reference"] = record.reference;
        break;
    case Verdict::Refused:
        line["kind"] = "REFUSED";
        line["code"] = record.refusalCode;
        break;
    }
    return line.dump() + '\n';
}

std::optional<BookRecord> parseBookLine(std::string_view text)
{
    const json line = json::parse(text, nullptr, false);
    if (!line.is_object()) {
        return std::nullopt;
    }
    const auto payout = readPayout(line, false);
    const auto number = wholeNumberOf(line, "line");
    const auto kind = textOf(line, "kind");
    const auto key = textOf(line, "key");
    const auto executedAt = textOf(line, "executed_at");
    const auto bodySha256 = textOf(line, "body_sha256");
    if (!payout || !number || *number < 1 || !kind || !key || !executedAt || !bodySha256
        || wholeNumberOf(line, "exponent") != payout->exponent) {
        return std::nullopt;
    }
    BookRecord record{static_cast<std::uint64_t>(*number), 0, Verdict::Executed, *key, *payout, {}, {}, *executedAt,
        *bodySha256, line.contains("again")};
    if (*kind == "EXECUTED") {
        const auto seq = wholeNumberOf(line, "seq");
        const auto reference = textOf(line, "reference");
        if (!seq || *seq < 1 || !reference) {
            return std::nullopt;
        }
        record.seq = static_cast<std::uint64_t>(*seq);
        record.reference = *reference;
        return record;
    }
    const auto code = textOf(line, "code");
    if (*kind != "REFUSED" || !code) {
        return std::nullopt;
    }
    record.verdict = Verdict::Refused;
    record.refusalCode = *code;
    return record;
}

} // namespace practice_bank
