// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/business_writer.h"

#include "core/keys.h"
#include "store/connection.h"

#include <string>
#include <vector>

namespace onceover::sandbox {

Result<std::int64_t> putMerchants(
    store::Connection& superuser, const PracticeBusiness& business, std::string_view channel, std::string_view giro)
{
    std::vector<MerchantId> ids;
    std::vector<Bucket> buckets;
    std::vector<std::string> names;
    std::vector<std::string> zones;
    std::vector<std::int64_t> cutOffs;
    std::vector<std::string> currencies;
    std::vector<std::string> beneficiaryNames;
    std::vector<std::string> accounts;
    std::vector<std::string> countries;
    std::vector<std::string> channels;
    for (const PracticeMerchant& merchant : business.merchants()) {
        ids.push_back(merchant.id);
        buckets.push_back(bucketOf(merchant.id));
        names.push_back(merchant.name);
        zones.push_back(merchant.timeZone);
        cutOffs.push_back(merchant.cutOff.count());
        currencies.push_back(merchant.currency.toString());
        beneficiaryNames.push_back(merchant.beneficiaryName);
        accounts.push_back(merchant.beneficiaryAccount);
        countries.push_back(merchant.beneficiaryCountry);
        channels.emplace_back(merchant.isPaidByGiro && !giro.empty() ? giro : channel);
    }
    return superuser
        .run("PutPracticeMerchants",
            store::params(
                ids, buckets, names, zones, cutOffs, currencies, beneficiaryNames, accounts, countries, channels))
        .map([](const store::Rows& rows) { return rows.affected(); });
}

Result<Done> letMerchantsChoose(store::Connection& superuser, const PracticeBusiness& business)
{
    std::vector<MerchantId> ids;
    std::vector<std::string> cycles;
    std::vector<std::string> mails;
    std::vector<bool> webhooks;
    for (const PracticeMerchant& merchant : business.merchants()) {
        ids.push_back(merchant.id);
        cycles.emplace_back(merchant.isPaidMonthly ? "settle-monthly" : "settle-daily");
        mails.push_back(merchant.notifyMail);
        webhooks.push_back(merchant.wantsWebhook);
    }
    return superuser.run("LetPracticeMerchantsChoose", store::params(ids, cycles, mails, webhooks))
        .map([](const store::Rows&) { return Done{}; });
}

Result<Done> putSubscriptions(store::Connection& superuser, const PracticeBusiness& business, BusinessDate first)
{
    const auto subscriptions = business.subscriptionsFrom(first);
    if (!subscriptions)
        return tl::unexpected(subscriptions.error());
    std::vector<std::int64_t> ids;
    std::vector<MerchantId> merchants;
    std::vector<std::string> users;
    std::vector<std::int64_t> amounts;
    std::vector<std::string> currencies;
    std::vector<BusinessDate> paidUntil;
    std::vector<std::int64_t> anchors;
    for (const PracticeSubscription& one : *subscriptions) {
        ids.push_back(one.id);
        merchants.push_back(one.merchant);
        users.push_back(one.userRef);
        amounts.push_back(one.amountMinor);
        currencies.push_back(one.currency.toString());
        paidUntil.push_back(one.paidUntil);
        anchors.push_back(one.anchorDay);
    }
    return superuser
        .run("PutPracticeSubscriptions", store::params(ids, merchants, users, amounts, currencies, paidUntil, anchors))
        .map([](const store::Rows&) { return Done{}; });
}

namespace {

/// All of one settle date.
Result<std::int64_t> put(store::Connection& superuser, const std::vector<PracticeSale>& sales, BusinessDate day)
{
    std::vector<Bucket> buckets;
    std::vector<std::string> kinds;
    std::vector<std::string> ids;
    std::vector<MerchantId> merchants;
    std::vector<std::int64_t> amounts;
    std::vector<std::string> currencies;
    std::vector<Timestamp> instants;
    for (const PracticeSale& sale : sales) {
        buckets.push_back(bucketOf(sale.merchant));
        kinds.emplace_back(sale.kind);
        ids.push_back(sale.id);
        merchants.push_back(sale.merchant);
        amounts.push_back(sale.amountMinor);
        currencies.push_back(sale.currency.toString());
        instants.push_back(sale.occurredAt);
    }
    return superuser
        .run("PutPracticeSalesOfOpenDay",
            store::params(buckets, kinds, ids, merchants, amounts, currencies, instants, day))
        .map([](const store::Rows& rows) { return rows.affected(); });
}

} // namespace

Result<std::int64_t> putSales(
    store::Connection& superuser, const PracticeBusiness& business, BusinessDate day, Timestamp until)
{
    const auto sales = business.salesOf(day, until);
    if (!sales)
        return tl::unexpected(sales.error());
    return put(superuser, *sales, day);
}

Result<std::int64_t> putSale(store::Connection& superuser, const PracticeSale& sale)
{
    return put(superuser, {sale}, sale.settleDate);
}

} // namespace onceover::sandbox
