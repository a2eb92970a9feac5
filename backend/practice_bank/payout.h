// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace practice_bank {

/// What the bank takes from the body of a payout order. The beneficiary is checked and then forgotten: the book proves
/// it by the fingerprint of the whole body, and so holds no name and no account number.
struct Payout {
    std::int64_t amount = 0; ///< Minor units, greater than zero.
    int exponent = 0;        ///< By the bank's own table; never taken from the order.
    std::string currency;
    std::int64_t merchantId = 0;
    std::string operationId;
    std::string settleDate; ///< `YYYY-MM-DD`, a day that exists.
    std::string valueDate;  ///< Of an order that names one; no line of the book has it.
};

/// Reads a payout order, whose amount is a whole number of minor units or, where the bank is of that kind, a text in
/// major units; members it does not know are ignored. Nothing when the order is malformed, its currency is
/// unknown, or its amount is not a whole number of minor units above zero.
[[nodiscard]] std::optional<Payout> parsePayout(std::string_view body, bool amountIsMajor = false);

/// The amount as text in major units: 12345 of two places is "123.45".
[[nodiscard]] std::string inMajorUnits(std::int64_t amount, int exponent);

/// 1 to 255 printable ASCII characters without blanks.
[[nodiscard]] bool isAcceptableKey(std::string_view key);

enum class Verdict { Executed, Refused };

/// One line of the book: what the bank did under one key, for good.
struct BookRecord {
    std::uint64_t line = 0; ///< Position in the file, from 1, without gaps.
    std::uint64_t seq = 0;  ///< Position among the executed effects, from 1, without gaps; 0 for a refusal.
    Verdict verdict = Verdict::Executed;
    std::string key;
    Payout payout;
    std::string reference;   ///< The bank's own; empty for a refusal.
    std::string refusalCode; ///< Empty for an executed payout.
    std::string executedAt;  ///< Bank time, UTC.
    std::string bodySha256;
    bool isAgain = false; ///< Decided once more under a key that was decided before: this bank is of that kind.
};

/// One line of JSON, with its newline at the end.
[[nodiscard]] std::string toBookLine(const BookRecord& record);

/// Nothing unless the text (without newline) is a whole and sensible record.
[[nodiscard]] std::optional<BookRecord> parseBookLine(std::string_view text);

} // namespace practice_bank
