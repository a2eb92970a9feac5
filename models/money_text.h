// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"

#include <QLocale>
#include <QString>

#include <cstdint>
#include <string_view>

namespace onceover::models {

/// `1,284,300.00 CNY`: exact minor units with the currency's own digits (JPY 0, KWD 3), the locale's grouping, U+2212
/// as minus and the code after a no-break space. A currency that this program does not know is shown in minor units and
/// says so; nothing is guessed.
[[nodiscard]] QString moneyText(std::int64_t minor, std::string_view currency, const QLocale& locale = QLocale());

/// One amount per currency, in the order of the codes, `1.00 CNY · 2.00 USD`; never added across currencies. `–` when
/// there is none.
[[nodiscard]] QString totalsText(const AmountPerCurrency& amounts, const QLocale& locale = QLocale());

/// `-1234567.89`, for copy and export; the code goes into a field of its own. Unknown currency: the minor units.
[[nodiscard]] QString moneyPlain(std::int64_t minor, std::string_view currency);

/// `-1234567.89 CNY; 2.00 USD`, for one field.
[[nodiscard]] QString totalsPlain(const AmountPerCurrency& amounts);

/// A count for the %n of a text with singular and plural: a million stands for all that are more.
[[nodiscard]] int boundedCount(std::int64_t count);

/// A count with the locale's grouping; `≈` in front of an estimate.
[[nodiscard]] QString countText(std::int64_t count, bool estimate = false, const QLocale& locale = QLocale());

/// A share for bars, 0 to 100; 100 only when done equals total, 0 only when nothing is done.
[[nodiscard]] int percentOf(std::int64_t done, std::int64_t total);

} // namespace onceover::models
