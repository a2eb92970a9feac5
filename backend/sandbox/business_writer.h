// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/records/timestamp.h"
#include "core/result.h"
#include "sandbox/practice_business.h"

#include <cstdint>
#include <string_view>

namespace onceover::store {
class Connection;
}

namespace onceover::sandbox {

/// Enters the merchants, who are paid through `channel`, or through `giro` where they are of that kind and there is
/// one; those that are there stay as they are. Returns how many were new.
[[nodiscard]] Result<std::int64_t> putMerchants(store::Connection& superuser, const PracticeBusiness& business,
    std::string_view channel, std::string_view giro = {});

/// Their cycles, mail addresses and webhooks, as the business says.
[[nodiscard]] Result<Done> letMerchantsChoose(store::Connection& superuser, const PracticeBusiness& business);

/// Enters the subscriptions of which some fall due on each day from `first` on; those that are there stay as they are.
[[nodiscard]] Result<Done> putSubscriptions(
    store::Connection& superuser, const PracticeBusiness& business, BusinessDate first);

/// Enters what is settled on `day` and happened up to `until`. What is there stays; a day that has a batch is sealed
/// and takes nothing. Returns how many were new.
[[nodiscard]] Result<std::int64_t> putSales(
    store::Connection& superuser, const PracticeBusiness& business, BusinessDate day, Timestamp until);

/// Enters what was just sold, unless its day is sealed. Returns how many were new.
[[nodiscard]] Result<std::int64_t> putSale(store::Connection& superuser, const PracticeSale& sale);

} // namespace onceover::sandbox
