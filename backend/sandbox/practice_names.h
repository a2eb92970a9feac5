// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace onceover::sandbox {

/// Where merchants of one kind live and how they are named.
struct PracticeRegion {
    std::string_view timeZone;
    std::string_view country;
    std::string_view currency;
    std::size_t merchants;
    std::string_view legalForm; ///< Ends the beneficiary's name.
    bool paidByGiro = false;    ///< By the bank that cannot be asked.
};

/// The eight regions, in the order of merchant numbers.
inline constexpr PracticeRegion kPracticeRegions[] = {
    {"Asia/Shanghai", "CN", "CNY", 30, "有限公司"},
    {"Asia/Tokyo", "JP", "JPY", 16, " KK"},
    {"Asia/Kolkata", "IN", "USD", 14, " Pvt Ltd"},
    {"Asia/Kuwait", "KW", "KWD", 8, " WLL"},
    {"Europe/Berlin", "DE", "EUR", 18, " GmbH"},
    {"Europe/London", "GB", "GBP", 14, " Ltd"},
    {"America/New_York", "US", "USD", 14, " LLC"},
    {"Australia/Adelaide", "AU", "USD", 6, " Pty Ltd", true},
};

/// The name of the n-th merchant of a region (both from 0); different for every pair. Beyond the region's own number of
/// merchants a name comes again with the number of the branch.
[[nodiscard]] std::string practiceName(std::size_t region, std::size_t n);

} // namespace onceover::sandbox
