// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/identifiers.h"
#include "core/money.h"
#include "core/records/timestamp.h"
#include "core/result.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::sandbox {

/// A merchant of the practice business; nobody of that name exists, and its account is at no bank.
struct PracticeMerchant {
    MerchantId id;
    std::string name;
    std::string timeZone;
    std::chrono::minutes cutOff{0}; ///< Local time at which its business day ends; 0: at midnight.
    CurrencyCode currency;
    std::string beneficiaryName;
    std::string beneficiaryAccount;
    std::string beneficiaryCountry;
    bool isPaidByGiro = false; ///< Through the second practice bank, which cannot be asked what became of an order.
    bool isPaidMonthly = false;
    std::string notifyMail; ///< Where its digests and reports go; empty: it wants none.
    bool wantsWebhook = false;
};

/// A user who pays one of the merchants month by month.
struct PracticeSubscription {
    std::int64_t id = 0;
    MerchantId merchant;
    std::string userRef;
    std::int64_t amountMinor = 0;
    CurrencyCode currency;
    BusinessDate paidUntil;
    unsigned anchorDay = 1; ///< Day of the month on which a period ends.
};

/// Something that a merchant sold, gave back or was charged, signed.
struct PracticeSale {
    std::string_view kind; ///< sale, refund or fee.
    std::string id;        ///< The same for the same seed, merchant and day, so that selling again adds nothing.
    MerchantId merchant;
    std::int64_t amountMinor = 0;
    CurrencyCode currency;
    Timestamp occurredAt;
    BusinessDate settleDate; ///< From the merchant's zone and cut-off (core/schedule).
};

/// A business to practise on: about 120 merchants in eight time zones (half-hour ones and ones with daylight saving
/// among them) who sell in CNY, USD, EUR, GBP, JPY and KWD, take some goods back and pay fees. The same seed gives the
/// same merchants and sales on every machine. At every moment of a day each merchant's sum of that day is above zero.
/// Some are paid monthly, some want mail or webhooks, and about ninety users pay a merchant by subscription.
/// `scale` times as many merchants give weight; the first 120 are the same at every scale.
class PracticeBusiness {
public:
    explicit PracticeBusiness(std::uint64_t seed, int scale = 1);

    [[nodiscard]] const std::vector<PracticeMerchant>& merchants() const { return m_merchants; }

    /// What is settled on that day and happened up to and including `until`, by merchant and time. Fails only when the
    /// zone data of this machine is broken.
    [[nodiscard]] Result<std::vector<PracticeSale>> salesOf(BusinessDate day, Timestamp until) const;

    /// Subscriptions of which some fall due on each day from `first` on; each is paid until its first due date.
    [[nodiscard]] Result<std::vector<PracticeSubscription>> subscriptionsFrom(BusinessDate first) const;

    /// One more sale, at this second, besides those of salesOf(): what comes in while somebody watches. The same second
    /// gives the same sale.
    [[nodiscard]] Result<PracticeSale> walkInSale(Timestamp at) const;

private:
    std::uint64_t m_seed;
    std::vector<PracticeMerchant> m_merchants;
};

} // namespace onceover::sandbox
