// SPDX-License-Identifier: GPL-3.0-or-later
// Finding and going: what the palette finds, what a pasted text opens, where back and forward lead, which rows are
// held.
#include <QTest>

#include "fake_console.h"
#include "models/keyset_window.h"
#include "models/page_history.h"
#include "models/palette_search.h"

#include <set>

using namespace onceover;
using namespace onceover::models;
using namespace onceover::testing;

namespace {

using Window = KeysetWindow<OperationRow>;

std::string keyOf(const OperationRow& row)
{
    return row.ref.id.value.toString();
}

/// A window and the list that it reads.
struct Reading {
    int first = 0;
    int count = 0;
    Window window{keyOf};
    int reads = 0;

    /// Carries out one read; was it taken?
    bool step()
    {
        const ListQuery query = window.nextRead();
        ++reads;
        return window.take(pageOfMany(query, first, count), query);
    }
    /// Reads until only refreshes are left.
    void settle()
    {
        do {
            QVERIFY(step());
        } while (window.growthWanted());
    }
    /// Scrolls so that this row of what is held is the first one in view.
    void scrollTo(int row)
    {
        window.setView(row, row + 24);
        settle();
    }
    [[nodiscard]] bool isContiguous() const
    {
        const std::vector<OperationRow> rows = window.rows();
        std::set<std::string> keys;
        for (const OperationRow& row : rows)
            keys.insert(keyOf(row));
        if (keys.size() != rows.size() || rows.empty())
            return false;
        const int start = firstNumber();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (keyOf(rows[i]) != idOfMany(start + static_cast<int>(i)))
                return false;
        }
        return true;
    }
    [[nodiscard]] int firstNumber() const
    {
        const std::string key = keyOf(window.rows().front());
        for (int number = first; number < first + count; ++number) {
            if (idOfMany(number) == key)
                return number;
        }
        return -1'000'000;
    }
};

} // namespace

class NavigationTest : public QObject {
    Q_OBJECT

private slots:
    void theBetterFitComesFirst_data();
    void theBetterFitComesFirst();
    void whatDoesNotFitIsNotFound();
    void mnemonicsAreNoText();
    void pastedTextsOpenTheirObject_data();
    void pastedTextsOpenTheirObject();
    void backAndForwardReturnToTheVisit();
    void aNewWayForgetsWhatLayAhead();
    void aLongListIsReadPageByPage();
    void atMostFiveThousandRowsAreHeld();
    void scrollingBackReadsTheRowsAboveAgain();
    void aJumpGrowsAtBothEnds();
    void onlyWhatIsInViewIsReadAgain();
    void newRowsComeInAboveWithoutGapOrRepeat_data();
    void newRowsComeInAboveWithoutGapOrRepeat();
    void aRefreshAcrossTwoPagesKeepsThemApart();
    void noMoreAreHeldWhenRowsComeInWhereOneReads();
    void rowsThatLeaveTheListLeaveTheWindow();
    void answersOfAnotherListAreNotTaken();
};

void NavigationTest::theBetterFitComesFirst_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("better");
    QTest::addColumn<QString>("worse");
    QTest::newRow("begin of the name") << QStringLiteral("op") << QStringLiteral("Operations")
                                       << QStringLiteral("Copy the link");
    QTest::newRow("begin of words") << QStringLiteral("tr") << QStringLiteral("Trigger a run")
                                    << QStringLiteral("Next row");
    QTest::newRow("initials") << QStringLiteral("rn") << QStringLiteral("Refresh now") << QStringLiteral("Larger in");
    QTest::newRow("unbroken") << QStringLiteral("dark") << QStringLiteral("Dark") << QStringLiteral("Date, as rank");
    QTest::newRow("chinese") << QString::fromUtf8("\u5237\u65b0") << QString::fromUtf8("\u7acb\u5373\u5237\u65b0")
                             << QString::fromUtf8("\u5237\u6210\u65b0");
}

void NavigationTest::theBetterFitComesFirst()
{
    QFETCH(QString, typed);
    QFETCH(QString, better);
    QFETCH(QString, worse);
    const auto good = fuzzyScore(typed, better);
    const auto bad = fuzzyScore(typed, worse);
    QVERIFY(good);
    QVERIFY2(!bad || *bad < *good, qPrintable(QString::number(bad.value_or(-1))));
}

void NavigationTest::whatDoesNotFitIsNotFound()
{
    QVERIFY(!fuzzyScore(QStringLiteral("xyz"), QStringLiteral("Refresh now")));
    QVERIFY(!fuzzyScore(QStringLiteral("won"), QStringLiteral("Refresh now"))); // The order counts.
    QCOMPARE(fuzzyScore(QString(), QStringLiteral("Refresh now")), std::optional<int>(0));
}

void NavigationTest::mnemonicsAreNoText()
{
    QCOMPARE(withoutMnemonic(QStringLiteral("&Refresh now")), QStringLiteral("Refresh now"));
    QCOMPARE(withoutMnemonic(QString::fromUtf8("\u7acb\u5373\u5237\u65b0(&R)")),
        QString::fromUtf8("\u7acb\u5373\u5237\u65b0"));
}

void NavigationTest::pastedTextsOpenTheirObject_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("page");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("profile");
    const QString id = QStringLiteral("0a1b2c3d-0000-4000-8000-000000000001");
    QTest::newRow("operation id") << QStringLiteral("  %1\n").arg(id) << QStringLiteral("op") << id << QString();
    QTest::newRow("in capitals") << id.toUpper() << QStringLiteral("op") << id << QString();
    for (const char* key :
        {"settle-daily:2026-10-26", "renew@eu:2026-10-26", "weekly-report:2026-W43", "settlement:2026-09"})
        QTest::newRow(key) << QString::fromUtf8(key) << QStringLiteral("batch") << QString::fromUtf8(key) << QString();
    QTest::newRow("address") << QStringLiteral("onceover://prod/op/%1?tab=bank").arg(id) << QStringLiteral("op") << id
                             << QStringLiteral("prod");
    for (const char* other : {"refresh", "2026-10-26", "settle-daily:", "settle-daily:2026", "http://prod/op/1", ""})
        QTest::newRow(qPrintable(QStringLiteral("none: %1").arg(QString::fromUtf8(other))))
            << QString::fromUtf8(other) << QString() << QString() << QString();
}

void NavigationTest::pastedTextsOpenTheirObject()
{
    QFETCH(QString, text);
    QFETCH(QString, page);
    const auto target = pastedTarget(text);
    QCOMPARE(target.has_value(), !page.isEmpty());
    if (!target)
        return;
    QCOMPARE(target->address.page, page);
    QTEST(target->address.key, "key");
    QTEST(target->profile, "profile");
}

void NavigationTest::backAndForwardReturnToTheVisit()
{
    PageHistory history;
    QVERIFY(!history.canGoBack() && !history.back());
    history.goTo({QStringLiteral("overview"), {}, {}});
    history.goTo({QStringLiteral("operations"), {}, {}});
    history.goTo({QStringLiteral("operations"), {}, {}}); // Where one is already.
    const Visit left{{QStringLiteral("operations"), {}, {{QStringLiteral("q"), QStringLiteral("merchant:5")}}},
        {{QStringLiteral("top"), QStringLiteral("row 7")}}};
    history.update(left);
    QCOMPARE(history.back()->address.page, QStringLiteral("overview"));
    QVERIFY(!history.canGoBack() && history.canGoForward());
    QVERIFY(history.forward() == std::optional<Visit>(left));
    QVERIFY(!history.forward());
}

void NavigationTest::aNewWayForgetsWhatLayAhead()
{
    PageHistory history;
    for (const char* page : {"a", "b", "c"})
        history.goTo({QString::fromUtf8(page), {}, {}});
    history.back();
    history.back();
    history.goTo({QStringLiteral("d"), {}, {}});
    QVERIFY(!history.canGoForward());
    QCOMPARE(history.back()->address.page, QStringLiteral("a"));
    for (int i = 0; i < 300; ++i)
        history.goTo({QString::number(i), {}, {}});
    int visits = 1;
    while (history.back())
        ++visits;
    QCOMPARE(visits, static_cast<int>(PageHistory::kVisitsMax));
}

void NavigationTest::aLongListIsReadPageByPage()
{
    Reading reading{.count = 1200};
    reading.window.reset({});
    reading.settle();
    QCOMPARE(reading.window.count(), std::size_t{500});
    QVERIFY(reading.window.atStart() && !reading.window.atEnd());
    reading.scrollTo(470);
    QCOMPARE(reading.window.count(), std::size_t{1000});
    reading.scrollTo(970);
    QCOMPARE(reading.window.count(), std::size_t{1200});
    QVERIFY(reading.window.atEnd());
    QVERIFY(reading.isContiguous());
}

void NavigationTest::atMostFiveThousandRowsAreHeld()
{
    Reading reading{.count = 12400};
    reading.window.reset({});
    reading.settle();
    while (!reading.window.atEnd()) {
        reading.scrollTo(static_cast<int>(reading.window.count()) - 30);
        QVERIFY(reading.window.count() <= 5000);
    }
    QVERIFY(reading.isContiguous());
    QCOMPARE(*reading.window.above() + static_cast<std::int64_t>(reading.window.count()), 12400);
    QCOMPARE(reading.firstNumber(), static_cast<int>(*reading.window.above()));
}

void NavigationTest::scrollingBackReadsTheRowsAboveAgain()
{
    Reading reading{.count = 9000};
    reading.window.reset({});
    reading.settle();
    while (!reading.window.atEnd())
        reading.scrollTo(static_cast<int>(reading.window.count()) - 30);
    while (!reading.window.atStart()) {
        reading.scrollTo(0);
        QVERIFY(reading.window.count() <= 5000);
        QVERIFY(reading.isContiguous());
    }
    QCOMPARE(reading.firstNumber(), 0);
    QCOMPARE(reading.window.above(), std::optional<std::int64_t>(0));
    QVERIFY(!reading.window.atEnd());
}

void NavigationTest::aJumpGrowsAtBothEnds()
{
    Reading reading{.count = 6000}; // 600 a date.
    ListQuery query;
    query.fromDate = BusinessDate::make(2026, 3, 10);
    reading.window.reset(query);
    QVERIFY(reading.step());
    QCOMPARE(reading.firstNumber(), 4 * 600);
    QVERIFY(!reading.window.above());
    reading.scrollTo(0);
    QVERIFY(reading.firstNumber() < 4 * 600);
    QVERIFY(reading.isContiguous());
    while (!reading.window.atStart())
        reading.scrollTo(0);
    QCOMPARE(reading.window.above(), std::optional<std::int64_t>(0));
    QVERIFY(reading.isContiguous());
}

void NavigationTest::onlyWhatIsInViewIsReadAgain()
{
    Reading reading{.count = 5000};
    reading.window.reset({});
    reading.settle();
    while (!reading.window.atEnd())
        reading.scrollTo(static_cast<int>(reading.window.count()) - 30);
    reading.scrollTo(2600);
    const ListQuery again = reading.window.nextRead();
    QVERIFY(again.limit <= 600);
    QCOMPARE(again.after, std::string{"2499"});
    QVERIFY(reading.window.take(pageOfMany(again, 0, 5000), again));
    QCOMPARE(reading.window.count(), std::size_t{5000});
    QVERIFY(reading.isContiguous());
}

void NavigationTest::newRowsComeInAboveWithoutGapOrRepeat_data()
{
    QTest::addColumn<int>("arriving");
    for (const int arriving : {1, 12, 59, 300, 2000})
        QTest::addRow("%d", arriving) << arriving;
}

void NavigationTest::newRowsComeInAboveWithoutGapOrRepeat()
{
    QFETCH(int, arriving);
    Reading reading{.count = 3000};
    reading.window.reset({});
    reading.settle();
    reading.scrollTo(470);
    reading.scrollTo(0);
    reading.first -= arriving;
    reading.count += arriving;
    reading.settle();
    QVERIFY(reading.isContiguous());
    QCOMPARE(reading.firstNumber(), -arriving);
    while (!reading.window.atEnd()) {
        reading.scrollTo(static_cast<int>(reading.window.count()) - 30);
        QVERIFY(reading.isContiguous());
    }
}

/// Pages that a refresh read in one go are let go one by one, and read again one by one.
void NavigationTest::aRefreshAcrossTwoPagesKeepsThemApart()
{
    Reading reading{.count = 12400};
    reading.window.reset({});
    reading.settle();
    for (int boundary = 500; boundary < 5000; boundary += 500) {
        reading.scrollTo(boundary - 12);
        QVERIFY(reading.step()); // What is in view once more: the end of one page and the begin of the next.
        QVERIFY(reading.isContiguous());
        QCOMPARE(reading.window.count(), static_cast<std::size_t>(boundary + 500));
    }
    reading.scrollTo(700);
    const ListQuery one = reading.window.nextRead();
    QVERIFY2(one.limit <= 600, qPrintable(QString::number(one.limit)));
    QCOMPARE(one.after, std::string{"499"});
    for (int above = 500; above <= 3000; above += 500) {
        reading.scrollTo(4900);
        QCOMPARE(reading.window.count(), std::size_t{5000});
        QCOMPARE(reading.window.above(), std::optional<std::int64_t>(above));
        QVERIFY(reading.isContiguous());
    }
}

void NavigationTest::noMoreAreHeldWhenRowsComeInWhereOneReads()
{
    Reading reading{.count = 12400};
    reading.window.reset({});
    reading.settle();
    while (reading.window.count() < 5000)
        reading.scrollTo(static_cast<int>(reading.window.count()) - 30);
    reading.scrollTo(0);
    for (int round = 0; round < 200; ++round) {
        reading.first -= 59;
        reading.count += 59;
        const ListQuery again = reading.window.nextRead();
        QVERIFY2(again.limit <= 2 * 500 + 60, qPrintable(QString::number(again.limit)));
        QVERIFY(reading.window.take(pageOfMany(again, reading.first, reading.count), again));
        QVERIFY(reading.window.count() <= 5000);
        QVERIFY(reading.window.count() >= 500);
        QVERIFY(reading.isContiguous());
        QCOMPARE(reading.firstNumber(), reading.first);
    }
}

void NavigationTest::rowsThatLeaveTheListLeaveTheWindow()
{
    Reading reading{.count = 40};
    reading.window.reset({});
    reading.settle();
    reading.count = 3;
    reading.settle();
    QCOMPARE(reading.window.count(), std::size_t{3});
    reading.count = 0;
    QVERIFY(reading.step());
    QCOMPARE(reading.window.count(), std::size_t{0});
    reading.count = 7;
    QVERIFY(reading.step());
    QCOMPARE(reading.window.count(), std::size_t{7});
}

void NavigationTest::answersOfAnotherListAreNotTaken()
{
    Reading reading{.count = 40};
    reading.window.reset({});
    ListQuery other = reading.window.nextRead();
    other.merchant = 5;
    QVERIFY(!reading.window.take(pageOfMany(other, 0, 40), other));
    QVERIFY(reading.step());
}

QTEST_APPLESS_MAIN(NavigationTest)
#include "tst_navigation.moc"
