// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/practice_business.h"

#include "core/schedule.h"
#include "sandbox/practice_names.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <random>

namespace onceover::sandbox {

namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kFirstMerchant = 1001;
constexpr std::int64_t kFewOutOf = 20;
constexpr std::int64_t kPaidMonthly = 3;
constexpr std::int64_t kWantsMail = 8;
constexpr std::int64_t kWantsWebhook = 14;
constexpr int kSubscriptions = 90;
constexpr int kDaysOfAPeriod = 30; ///< First due dates are spread over so many days.

/// What things cost in a currency, in minor units.
struct PriceList {
    std::string_view currency;
    std::uint64_t lowest;
    std::uint64_t highest;
    std::uint64_t step; ///< Prices are multiples of this …
    std::int64_t less;  ///< … less this: 12.99 rather than 13.00.
    std::int64_t feePerMille;
};
constexpr std::array kPrices{
    PriceList{"CNY", 1'500, 68'000, 50, 0, 6},
    PriceList{"USD", 600, 24'000, 100, 1, 26},
    PriceList{"EUR", 500, 21'000, 100, 5, 14},
    PriceList{"GBP", 450, 19'000, 100, 1, 16},
    PriceList{"JPY", 380, 28'000, 10, 0, 32},
    PriceList{"KWD", 1'250, 64'000, 250, 0, 19},
};

const PriceList& pricesIn(CurrencyCode currency)
{
    const auto* found = std::find_if(
        kPrices.begin(), kPrices.end(), [&](const PriceList& p) { return p.currency == currency.view(); });
    assert(found != kPrices.end());
    return *found;
}

/// A number from the generator's own bits. The library's distributions differ between implementations; the engine does
/// not.
class Dice {
public:
    explicit Dice(std::uint64_t seed)
        : m_engine(seed)
    {
    }
    /// 0 to count − 1. The bias of the remainder is far below anything that a practice business could notice.
    std::uint64_t below(std::uint64_t count) { return m_engine() % count; }

private:
    std::mt19937_64 m_engine;
};

/// Spreads neighbouring seeds far apart (the finalizer of SplitMix64).
std::uint64_t mix(std::uint64_t value)
{
    value += 0x9E3779B97F4A7C15ULL;
    value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ (value >> 27U)) * 0x94D049BB133111EBULL;
    return value ^ (value >> 31U);
}

std::string digits(Dice& dice, int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += static_cast<char>('0' + dice.below(10));
    return text;
}

/// Shaped like an account of that country, at a bank that does not exist.
std::string accountNumber(std::string_view country, Dice& dice)
{
    if (country == "GB")
        return "GB00PRAC000000" + digits(dice, 8);
    if (country == "DE")
        return "DE0000000000" + digits(dice, 10);
    if (country == "KW")
        return "KW00PRAC" + digits(dice, 22);
    return "0000" + digits(dice, country == "CN" ? 15 : 8);
}

std::chrono::minutes cutOffOf(std::size_t number)
{
    // Most shops end their day at midnight, some before it: what they sell later belongs to the next day.
    constexpr std::array<std::chrono::minutes, 8> kCutOffs{0min, 0min, 0min, 23h, 0min, 0min, 22h + 30min, 0min};
    return kCutOffs[number % kCutOffs.size()];
}

/// The business day of a merchant as instants: [from, to).
struct DaySpan {
    Timestamp from;
    Timestamp to;
};

Result<DaySpan> spanOf(const PracticeMerchant& merchant, BusinessDate day)
{
    const auto first = day.plusDays(merchant.cutOff == 0min ? 0 : -1);
    if (!first)
        return tl::unexpected(first.error());
    const auto next = first->plusDays(1);
    if (!next)
        return tl::unexpected(next.error());
    const auto from = startOfDay(merchant.timeZone, *first);
    const auto to = startOfDay(merchant.timeZone, *next);
    if (!from || !to)
        return tl::unexpected(from ? to.error() : from.error());
    return DaySpan{*from + merchant.cutOff, *to + merchant.cutOff};
}

std::int64_t priceOf(const PriceList& prices, Dice& dice)
{
    // The smaller of two throws: many small tickets, few large ones.
    const std::uint64_t steps = (prices.highest - prices.lowest) / prices.step;
    const std::uint64_t throwOne = dice.below(steps);
    const std::uint64_t throwTwo = dice.below(steps);
    return static_cast<std::int64_t>((prices.lowest / prices.step + 1 + std::min(throwOne, throwTwo)) * prices.step)
        - prices.less;
}

std::string itemId(char letter, const PracticeMerchant& merchant, BusinessDate day, std::size_t number)
{
    std::string date = day.toString();
    std::erase(date, '-');
    return std::string{letter} + '-' + std::to_string(merchant.id.value) + '-' + date + '-' + std::to_string(number);
}

/// The n-th merchant of a region, under its number.
PracticeMerchant merchantOf(std::uint64_t seed, std::size_t region, std::size_t n, std::int64_t number)
{
    const PracticeRegion& where = kPracticeRegions[region];
    Dice dice(mix(mix(seed) ^ static_cast<std::uint64_t>(number)));
    PracticeMerchant merchant;
    merchant.id = MerchantId{number};
    merchant.name = practiceName(region, n);
    merchant.timeZone = where.timeZone;
    merchant.cutOff = cutOffOf(n % where.merchants);
    merchant.currency = CurrencyCode::parse(where.currency).value();
    merchant.beneficiaryName = merchant.name + std::string{where.legalForm};
    merchant.beneficiaryAccount = accountNumber(where.country, dice);
    merchant.beneficiaryCountry = where.country;
    merchant.isPaidByGiro = where.paidByGiro;
    // A few of each kind, spread over the regions, and nobody of two kinds.
    switch (number % kFewOutOf) {
    case kPaidMonthly:
        merchant.isPaidMonthly = !where.paidByGiro;
        break;
    case kWantsMail:
        merchant.notifyMail = "books-" + std::to_string(number) + "@practice.example";
        break;
    case kWantsWebhook:
        merchant.wantsWebhook = true;
        break;
    default:
        break;
    }
    return merchant;
}

/// One merchant's day. The first sale is never given back and the fee is a small part of what was kept, so that the sum
/// is above zero from the first sale on, wherever one stops reading.
std::vector<PracticeSale> dayOf(const PracticeMerchant& merchant, BusinessDate day, DaySpan span, Dice dice)
{
    const PriceList& prices = pricesIn(merchant.currency);
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(span.to - span.from);
    // Open from a third of the business day until shortly before its end.
    const auto opens = seconds / 3;
    const auto openFor = static_cast<std::uint64_t>((seconds - opens - 30min).count());
    const std::size_t count = 5 + dice.below(9);
    std::vector<std::chrono::seconds> times(count);
    for (auto& time : times)
        time = opens + std::chrono::seconds{dice.below(openFor)};
    std::sort(times.begin(), times.end());

    std::vector<PracticeSale> sales;
    std::int64_t kept = 0;
    for (std::size_t n = 0; n < count; ++n) {
        const std::int64_t price = priceOf(prices, dice);
        kept += price;
        sales.push_back({"sale", itemId('S', merchant, day, n + 1), merchant.id, price, merchant.currency,
            span.from + times[n], day});
        constexpr std::uint64_t kOneInSoManyIsGivenBack = 14;
        if (n == 0 || dice.below(kOneInSoManyIsGivenBack) != 0)
            continue;
        kept -= price;
        sales.push_back({"refund", itemId('R', merchant, day, n + 1), merchant.id, -price, merchant.currency,
            span.from + times[n] + 10min, day});
    }
    const std::int64_t fee = std::max<std::int64_t>(1, kept * prices.feePerMille / 1000);
    sales.push_back({"fee", itemId('F', merchant, day, 1), merchant.id, -fee, merchant.currency, span.to - 15min, day});
    return sales;
}

} // namespace

PracticeBusiness::PracticeBusiness(std::uint64_t seed, int scale)
    : m_seed(seed)
{
    std::int64_t number = kFirstMerchant;
    for (int round = 0; round < scale; ++round) {
        for (std::size_t region = 0; region < std::size(kPracticeRegions); ++region) {
            const PracticeRegion& where = kPracticeRegions[region];
            for (std::size_t i = 0; i < where.merchants; ++i, ++number)
                m_merchants.push_back(
                    merchantOf(seed, region, static_cast<std::size_t>(round) * where.merchants + i, number));
        }
    }
}

Result<std::vector<PracticeSale>> PracticeBusiness::salesOf(BusinessDate day, Timestamp until) const
{
    std::vector<PracticeSale> all;
    for (const PracticeMerchant& merchant : m_merchants) {
        const auto span = spanOf(merchant, day);
        if (!span)
            return tl::unexpected(span.error());
        const auto dayNumber = static_cast<std::uint64_t>(day.days().time_since_epoch().count());
        Dice dice(mix(mix(mix(m_seed) ^ static_cast<std::uint64_t>(merchant.id.value)) ^ dayNumber));
        for (PracticeSale& sale : dayOf(merchant, day, *span, dice)) {
            // The day is decided where every intake decides it; on a day of a clock change the span above may be an
            // hour off.
            const auto settleDate = settleDateFor(merchant.timeZone, merchant.cutOff, sale.occurredAt);
            if (!settleDate)
                return tl::unexpected(settleDate.error());
            if (*settleDate == day && sale.occurredAt <= until)
                all.push_back(std::move(sale));
        }
    }
    return all;
}

Result<std::vector<PracticeSubscription>> PracticeBusiness::subscriptionsFrom(BusinessDate first) const
{
    std::vector<PracticeSubscription> all;
    for (int n = 0; n < kSubscriptions; ++n) {
        Dice dice(mix(mix(m_seed) ^ (0x5AB5'0000ULL + static_cast<std::uint64_t>(n))));
        const PracticeMerchant& merchant = m_merchants[dice.below(m_merchants.size())];
        const auto due = first.plusDays(n % kDaysOfAPeriod);
        if (!due)
            return tl::unexpected(due.error());
        PracticeSubscription one;
        one.id = n + 1;
        one.merchant = merchant.id;
        one.userRef = "user-" + std::to_string(5000 + n);
        one.amountMinor = priceOf(pricesIn(merchant.currency), dice);
        one.currency = merchant.currency;
        one.paidUntil = *due;
        one.anchorDay = static_cast<unsigned>(due->ymd().day());
        all.push_back(std::move(one));
    }
    return all;
}

Result<PracticeSale> PracticeBusiness::walkInSale(Timestamp at) const
{
    const auto second = std::chrono::floor<std::chrono::seconds>(at);
    const auto number = second.time_since_epoch().count();
    Dice dice(mix(mix(m_seed) ^ static_cast<std::uint64_t>(number)));
    const PracticeMerchant& merchant = m_merchants[dice.below(m_merchants.size())];
    const auto day = settleDateFor(merchant.timeZone, merchant.cutOff, second);
    if (!day)
        return tl::unexpected(day.error());
    const std::int64_t price = priceOf(pricesIn(merchant.currency), dice);
    return PracticeSale{"sale", "W" + std::to_string(merchant.id.value) + '-' + std::to_string(number), merchant.id,
        price, merchant.currency, second, *day};
}

} // namespace onceover::sandbox
