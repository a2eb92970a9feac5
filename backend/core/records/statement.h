// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/enum_names.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// One line of a bank's statement: what it did to the account.
struct StatementLine {
    int entry = 0;                ///< The booking that it belongs to, from 1: a batch has several lines.
    int place = 0;                ///< Where it stands in the file, as a line of text; from 1.
    std::int64_t amountMinor = 0; ///< Signed: what came in is above 0.
    std::string currency;
    BusinessDate bookedOn;
    std::optional<BusinessDate> valueOn; ///< Nothing: not told, or a day of banks with twelve months of 30 days.
    std::string bankReference;           ///< The bank's own name of it.
    std::string endToEnd;                ///< What we called it, where the bank hands that back.
    std::string kind;                    ///< The bank's code for its kind, as it stands.
    std::string text;                    ///< What it says to a reader.
    std::vector<std::string> references; ///< All that may name a message of ours, no more than kReferencesKept.
    bool isReversal = false;             ///< The bank takes back an earlier booking.
    std::string returnReason;            ///< Why money came back (AC01, MS03), where it is told.
    friend bool operator==(const StatementLine&, const StatementLine&) = default;
};

inline constexpr std::size_t kReferencesKept = 64;

/// A statement as its bank wrote it, in the order of the file. Amounts in minor units.
struct BankStatement {
    std::string format;    ///< camt.053 or MT940.
    std::string account;   ///< As the bank writes it; empty: it does not say.
    std::string reference; ///< The bank's name of this statement.
    std::string currency;
    std::optional<std::int64_t> openingMinor; ///< Nothing: the file names no balance.
    std::optional<std::int64_t> closingMinor;
    BusinessDate from; ///< The first and the last day that it covers.
    BusinessDate to;
    int place = 0; ///< Where it begins in the file, as a line of text; from 1.
    std::vector<StatementLine> lines;
    friend bool operator==(const BankStatement&, const BankStatement&) = default;
};

/// Why a file is not taken as statements.
enum class StatementFaultKind {
    TooLarge,
    NotAStatement,   ///< Another format, or a message that is no end-of-day statement.
    Malformed,       ///< Something in it cannot be read.
    CurrencyDiffers, ///< More than one currency on one account.
    DetailsDiffer,   ///< The lines of a batch do not come to its booking.
    BalanceMissing,  ///< Nothing says what the lines must come to.
    DoesNotAddUp,    ///< Opening balance and lines do not come to the closing balance.
};

template <>
inline constexpr std::array<std::string_view, 7> kNamesOf<StatementFaultKind>{"STATEMENT_TOO_LARGE", "NOT_A_STATEMENT",
    "STATEMENT_MALFORMED", "STATEMENT_CURRENCY_DIFFERS", "STATEMENT_DETAILS_DIFFER", "STATEMENT_BALANCE_MISSING",
    "STATEMENT_DOES_NOT_ADD_UP"};
static_assert(namesAreComplete(StatementFaultKind::DoesNotAddUp));

/// The first fault of a file, with its place.
struct StatementFault {
    StatementFaultKind kind = StatementFaultKind::Malformed;
    int place = 0; ///< The line of text; 0: the file as a whole.
    std::string found;
    friend bool operator==(const StatementFault&, const StatementFault&) = default;
};

} // namespace onceover
