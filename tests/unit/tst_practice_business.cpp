// SPDX-License-Identifier: GPL-3.0-or-later
// The practice business: believable, and the same for the same seed everywhere.
#include <QTest>

#include "core/schedule.h"
#include "sandbox/practice_business.h"

#include <map>
#include <set>
#include <string>

using namespace onceover;
using namespace onceover::sandbox;
using namespace std::chrono_literals;

namespace {

const Timestamp kEndOfTime{std::chrono::hours{24 * 365 * 60}};

BusinessDate day(int month, unsigned dayOfMonth)
{
    return BusinessDate::make(2026, static_cast<unsigned>(month), dayOfMonth).value();
}

} // namespace

class TestPracticeBusiness : public QObject {
    Q_OBJECT

private slots:
    void hasMerchantsInEightZonesAndSixCurrencies();
    void sameSeedTellsTheSameStory();
    void anotherSeedTellsAnotherStory();
    void eachMerchantIsAboveZeroAtEveryMoment_data();
    void eachMerchantIsAboveZeroAtEveryMoment();
    void settleDateIsTheOneOfZoneAndCutOff();
    void identifiersAreUniqueAcrossDays();
    void nothingIsSoldAfterTheGivenInstant();
    void scaleAddsMerchantsAndChangesNone();
    void walkInSalesAreTheirSecondsOwn();
    void someArePaidMonthlyAndSomeWantToBeTold();
    void subscriptionsFallDueOnEachDay();
};

void TestPracticeBusiness::hasMerchantsInEightZonesAndSixCurrencies()
{
    const PracticeBusiness business(1);
    std::set<std::string> names;
    std::set<std::string> zones;
    std::set<std::string> currencies;
    bool chinese = false;
    for (const PracticeMerchant& merchant : business.merchants()) {
        names.insert(merchant.name);
        zones.insert(merchant.timeZone);
        currencies.insert(merchant.currency.toString());
        chinese = chinese || static_cast<unsigned char>(merchant.name.front()) >= 0x80;
        QVERIFY(checkTimeZone(merchant.timeZone));
    }
    QCOMPARE(business.merchants().size(), std::size_t{120});
    QCOMPARE(names.size(), business.merchants().size());
    QCOMPARE(zones.size(), std::size_t{8});
    QCOMPARE(currencies, (std::set<std::string>{"CNY", "EUR", "GBP", "JPY", "KWD", "USD"}));
    QVERIFY(chinese);
}

void TestPracticeBusiness::sameSeedTellsTheSameStory()
{
    // Written down once: a change of compiler, library or machine must not change it.
    const auto sales = PracticeBusiness(7).salesOf(day(11, 22), kEndOfTime);
    QVERIFY(sales);
    QCOMPARE(sales->size(), std::size_t{1306});
    QCOMPARE(sales->front().id, std::string{"S-1001-20261122-1"});
    QCOMPARE(sales->front().amountMinor, std::int64_t{17500});
}

void TestPracticeBusiness::anotherSeedTellsAnotherStory()
{
    const auto one = PracticeBusiness(7).salesOf(day(11, 22), kEndOfTime);
    const auto other = PracticeBusiness(8).salesOf(day(11, 22), kEndOfTime);
    QVERIFY(one && other);
    QVERIFY(one->size() != other->size() || one->front().amountMinor != other->front().amountMinor);
}

void TestPracticeBusiness::eachMerchantIsAboveZeroAtEveryMoment_data()
{
    QTest::addColumn<int>("month");
    QTest::addColumn<int>("dayOfMonth");
    QTest::newRow("plain day") << 11 << 20;
    QTest::newRow("Berlin and London lose an hour") << 3 << 29;
    QTest::newRow("Berlin and London gain an hour") << 10 << 25;
    QTest::newRow("New York loses an hour") << 3 << 8;
    QTest::newRow("Adelaide gains an hour") << 4 << 5;
    QTest::newRow("Adelaide loses an hour") << 10 << 4;
    QTest::newRow("last day of the year") << 12 << 31;
}

void TestPracticeBusiness::eachMerchantIsAboveZeroAtEveryMoment()
{
    QFETCH(const int, month);
    QFETCH(const int, dayOfMonth);
    const PracticeBusiness business(20261);
    const auto sales = business.salesOf(day(month, static_cast<unsigned>(dayOfMonth)), kEndOfTime);
    QVERIFY(sales);
    std::map<MerchantId, std::int64_t> sums;
    std::map<MerchantId, Timestamp> last;
    for (const PracticeSale& sale : *sales) {
        sums[sale.merchant] += sale.amountMinor;
        QVERIFY2(sums[sale.merchant] > 0, sale.id.c_str());
        QVERIFY2((sale.kind == "sale") == (sale.amountMinor > 0), sale.id.c_str());
        last[sale.merchant] = std::max(last[sale.merchant], sale.occurredAt);
    }
    QCOMPARE(sums.size(), business.merchants().size());
}

// K31: the settle date is the merchant's, whatever day it is elsewhere.
void TestPracticeBusiness::settleDateIsTheOneOfZoneAndCutOff()
{
    const PracticeBusiness business(20261);
    std::map<MerchantId, const PracticeMerchant*> byId;
    for (const PracticeMerchant& merchant : business.merchants())
        byId[merchant.id] = &merchant;
    const auto sales = business.salesOf(day(10, 25), kEndOfTime);
    QVERIFY(sales);
    for (const PracticeSale& sale : *sales) {
        const PracticeMerchant& merchant = *byId[sale.merchant];
        QCOMPARE(settleDateFor(merchant.timeZone, merchant.cutOff, sale.occurredAt).value().toString(),
            std::string{"2026-10-25"});
        QCOMPARE(sale.settleDate.toString(), std::string{"2026-10-25"});
    }
}

void TestPracticeBusiness::identifiersAreUniqueAcrossDays()
{
    const PracticeBusiness business(20261);
    std::set<std::string> ids;
    std::size_t count = 0;
    for (unsigned dayOfMonth = 1; dayOfMonth <= 7; ++dayOfMonth) {
        const auto sales = business.salesOf(day(11, dayOfMonth), kEndOfTime);
        QVERIFY(sales);
        count += sales->size();
        for (const PracticeSale& sale : *sales)
            ids.insert(sale.id);
    }
    QCOMPARE(ids.size(), count);
}

void TestPracticeBusiness::nothingIsSoldAfterTheGivenInstant()
{
    const PracticeBusiness business(20261);
    const auto noonOfUtc = Timestamp{date::sys_days{day(11, 20).days()} + std::chrono::hours{12}};
    const auto all = business.salesOf(day(11, 20), kEndOfTime);
    const auto some = business.salesOf(day(11, 20), noonOfUtc);
    QVERIFY(all && some);
    QVERIFY(!some->empty() && some->size() < all->size());
    for (const PracticeSale& sale : *some)
        QVERIFY(sale.occurredAt <= noonOfUtc);
}

void TestPracticeBusiness::scaleAddsMerchantsAndChangesNone()
{
    const PracticeBusiness one(7);
    const PracticeBusiness three(7, 3);
    QCOMPARE(three.merchants().size(), 3 * one.merchants().size());
    std::set<std::string> names;
    std::set<std::int64_t> ids;
    std::size_t byGiro = 0;
    for (const PracticeMerchant& merchant : three.merchants()) {
        names.insert(merchant.name);
        ids.insert(merchant.id.value);
        byGiro += merchant.isPaidByGiro ? 1 : 0;
    }
    QCOMPARE(names.size(), three.merchants().size());
    QCOMPARE(ids.size(), three.merchants().size());
    QCOMPARE(byGiro, std::size_t{18});
    for (std::size_t i = 0; i < one.merchants().size(); ++i) {
        QCOMPARE(three.merchants()[i].id, one.merchants()[i].id);
        QCOMPARE(three.merchants()[i].name, one.merchants()[i].name);
        QCOMPARE(three.merchants()[i].beneficiaryAccount, one.merchants()[i].beneficiaryAccount);
    }
}

void TestPracticeBusiness::walkInSalesAreTheirSecondsOwn()
{
    const PracticeBusiness business(7);
    const Timestamp at = date::sys_days{day(11, 22).days()} + 10h;
    const auto first = business.walkInSale(at);
    const auto same = business.walkInSale(at + 300ms);
    const auto next = business.walkInSale(at + 3s);
    QVERIFY(first && same && next);
    QCOMPARE(first->id, same->id);
    QVERIFY(first->id != next->id);
    QVERIFY(first->amountMinor > 0);
    QVERIFY(first->occurredAt <= at);
}

// R129: every job of the practice business has something to do.
void TestPracticeBusiness::someArePaidMonthlyAndSomeWantToBeTold()
{
    std::size_t monthly = 0;
    std::size_t mails = 0;
    std::size_t webhooks = 0;
    const PracticeBusiness business(7);
    for (const PracticeMerchant& merchant : business.merchants()) {
        monthly += merchant.isPaidMonthly ? 1 : 0;
        mails += merchant.notifyMail.empty() ? 0 : 1;
        webhooks += merchant.wantsWebhook ? 1 : 0;
        QVERIFY(!merchant.isPaidMonthly || !merchant.isPaidByGiro);
        QVERIFY(merchant.notifyMail.empty() || merchant.notifyMail.ends_with("@practice.example"));
    }
    QCOMPARE(monthly, std::size_t{6});
    QCOMPARE(mails, std::size_t{6});
    QCOMPARE(webhooks, std::size_t{6});
}

void TestPracticeBusiness::subscriptionsFallDueOnEachDay()
{
    const PracticeBusiness business(7);
    const auto all = business.subscriptionsFrom(day(1, 31));
    const auto again = business.subscriptionsFrom(day(1, 31));
    QVERIFY(all && again);
    std::map<std::string, int> perDay;
    std::set<std::int64_t> ids;
    for (std::size_t i = 0; i < all->size(); ++i) {
        const PracticeSubscription& one = (*all)[i];
        QCOMPARE(one.amountMinor, (*again)[i].amountMinor);
        QVERIFY(one.amountMinor > 0);
        QCOMPARE(one.anchorDay, static_cast<unsigned>(one.paidUntil.ymd().day()));
        ids.insert(one.id);
        ++perDay[one.paidUntil.toString()];
    }
    QCOMPARE(ids.size(), all->size());
    QCOMPARE(perDay.size(), std::size_t{30});
    QCOMPARE(perDay.begin()->first, std::string{"2026-01-31"});
    for (const auto& [date, count] : perDay)
        QCOMPARE(count, 3);
}

QTEST_GUILESS_MAIN(TestPracticeBusiness)
#include "tst_practice_business.moc"
