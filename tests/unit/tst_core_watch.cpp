// SPDX-License-Identifier: GPL-3.0-or-later
// What is told, when it goes to the next contact, how two books are laid side by side, and how long records must live.
#include <QTest>

#include "core/analysis/book_comparison.h"
#include "core/policies/alert_rules.h"
#include "core/policies/retention.h"
#include "core/records/figure.h"

#include <algorithm>
#include <set>
#include <utility>

using namespace onceover;
using namespace std::chrono_literals;

namespace {

Timestamp at(const char* day, std::chrono::minutes time)
{
    return Timestamp{std::chrono::microseconds{BusinessDate::parse(day)->days().time_since_epoch()} + time};
}

AlertFact fact(AlertRule rule, std::int64_t measure, std::int64_t limit)
{
    AlertFact made;
    made.rule = rule;
    made.subject = "message 4711";
    made.grade = "P0";
    made.key = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    made.lastError = "timeout";
    made.zone = "Asia/Shanghai";
    made.measure = measure;
    made.limit = limit;
    return made;
}

OpenAlert openAlert(const AlertFact& told, Timestamp openedAt)
{
    OpenAlert alert;
    alert.id = 7;
    alert.rule = std::string{nameOf(told.rule)};
    alert.subject = told.subject;
    alert.grade = told.grade;
    alert.lastError = told.lastError;
    alert.zone = told.zone;
    alert.openedAt = openedAt;
    return alert;
}

const Timestamp kBookRead = at("2026-03-10", 600min);

OurEntry ours(const char* key, MessageState status = MessageState::Accepted)
{
    OurEntry entry;
    entry.key = key;
    entry.amountMinor = 1000;
    entry.currency = "CNY";
    entry.status = status;
    entry.externalRef = std::string{"ref-"} + key;
    entry.lastSentAt = kBookRead - 60min;
    entry.finishedAt = kBookRead - 50min;
    entry.overdueAfter = std::chrono::hours{4};
    return entry;
}

TheirEntry theirs(const char* key)
{
    return {key, std::string{"ref-"} + key, 1000, "CNY"};
}

/// Both books as ports, a line at a time; it notes what was asked for.
class TwoBooks final : public BookPort, public OurBookPort {
public:
    TwoBooks(std::vector<OurEntry> ours, std::vector<TheirEntry> theirs)
        : m_ours(std::move(ours))
        , m_theirs(std::move(theirs))
    {
        for (std::size_t i = 0; i < m_ours.size(); ++i) {
            m_ours[i].message = static_cast<std::int64_t>(i) + 1;
            m_ours[i].operation.value.bytes[0] = static_cast<std::uint8_t>(i + 1);
        }
    }
    Result<BookPage> readPage(const std::string&, std::uint64_t after) override
    {
        BookPage page;
        if (after < m_theirs.size())
            page.entries.push_back(m_theirs[after]);
        page.next = after + 1;
        page.isLast = page.next >= m_theirs.size();
        ++pagesRead;
        return page;
    }
    Result<std::vector<BookPair>> pairUp(const std::string&, std::vector<TheirEntry> theirs) override
    {
        longestPage = std::max(longestPage, theirs.size());
        std::vector<BookPair> pairs;
        for (TheirEntry& entry : theirs) {
            BookPair pair;
            for (const OurEntry& mine : m_ours) {
                if (mine.key == entry.key)
                    pair.ours = mine;
                if (mine.externalRef == entry.externalRef && !pair.referenceOf)
                    pair.referenceOf = mine.operation;
            }
            pair.theirs = std::move(entry);
            pairs.push_back(std::move(pair));
        }
        return pairs;
    }
    Result<std::vector<OurEntry>> acceptedBefore(
        const std::string&, Timestamp before, OurPlace after, int limit) override
    {
        std::vector<OurEntry> page;
        for (const OurEntry& mine : m_ours) {
            if (mine.status == MessageState::Accepted && mine.finishedAt < before && mine.message > after.message
                && static_cast<int>(page.size()) < limit)
                page.push_back(mine);
        }
        ++ourPagesRead;
        return page;
    }
    Result<std::int64_t> countAcceptedBefore(const std::string&, Timestamp before) override
    {
        return std::count_if(m_ours.begin(), m_ours.end(),
            [&](const OurEntry& mine) { return mine.status == MessageState::Accepted && mine.finishedAt < before; });
    }

    int pagesRead = 0;
    int ourPagesRead = 0;
    std::size_t longestPage = 0;

private:
    std::vector<OurEntry> m_ours;
    std::vector<TheirEntry> m_theirs;
};

BookComparison compared(std::vector<OurEntry> ours, std::vector<TheirEntry> theirs)
{
    TwoBooks books{std::move(ours), std::move(theirs)};
    const auto comparison
        = compareBook(books, books, "here", "bank", kBookRead, [](const BookProgress&) { return true; });
    return comparison ? comparison->comparison : BookComparison{};
}

/// "AMOUNT k1 -1,TWICE k2": each kind with its key and sign of theirs less ours.
QString told(const BookComparison& comparison)
{
    QStringList words;
    for (const Mismatch& mismatch : comparison.mismatches) {
        QString word
            = QString::fromUtf8(nameOf(mismatch.kind).data(), static_cast<qsizetype>(nameOf(mismatch.kind).size()))
            + u' ' + QString::fromStdString(mismatch.key);
        if (mismatch.oursMinor && mismatch.theirsMinor && *mismatch.oursMinor != *mismatch.theirsMinor)
            word += QString::number(*mismatch.theirsMinor - *mismatch.oursMinor).prepend(u' ');
        words << word;
    }
    words.sort();
    return words.join(u',');
}

} // namespace

class TestCoreWatch : public QObject {
    Q_OBJECT

private slots:
    void eachRuleCallsBeyondItsLimit_data(); // R79, R84, R96, R97, K23, K60
    void eachRuleCallsBeyondItsLimit();
    void whatIsOpenIsNotOpenedAgainAndWhatIsOverCloses(); // R76: one alert
    void theSecondOldLetterIsToldAsWell();                // R84
    void unacknowledgedMoneyGoesToTheNextContact_data();  // R130
    void unacknowledgedMoneyGoesToTheNextContact();
    void escalationEndsAtItsLimit();         // R77
    void onlyUnacknowledgedMoneyEscalates(); // R130
    void theLineCarriesKeyAndLastError();    // R128
    void eachMismatchIsFoundByName_data();   // R100
    void eachMismatchIsFoundByName();
    void booksThatAgreeHaveNoMismatch();
    void nothingComparedIsNotZeroDifferences();
    void booksAreReadPageByPageAndStopOnAWish(); // R100
    void manyMismatchesAreCountedAndSomeAreNamed();
    void recordsOutliveTheLastRetry_data(); // R21, R144
    void recordsOutliveTheLastRetry();
    void labelsAreFiveWords(); // R127
};

void TestCoreWatch::eachRuleCallsBeyondItsLimit_data()
{
    QTest::addColumn<int>("rule");
    QTest::addColumn<int>("measure");
    QTest::addColumn<int>("limit");
    QTest::addColumn<bool>("calls");
    for (std::size_t i = 0; i < kCountOf<AlertRule>; ++i) {
        const auto rule = static_cast<AlertRule>(i);
        const bool counts = rule == AlertRule::DeadLetter || rule == AlertRule::Difference
            || rule == AlertRule::MoneyFailed || rule == AlertRule::NotCompared || rule == AlertRule::QueueFull
            || rule == AlertRule::HistoryLost || rule == AlertRule::GuardChanged;
        const std::string name{nameOf(rule)};
        QTest::newRow((name + ": none").c_str()) << static_cast<int>(i) << 0 << (counts ? 0 : 10) << false;
        QTest::newRow((name + ": at the limit").c_str()) << static_cast<int>(i) << (counts ? 0 : 10) << 10 << false;
        QTest::newRow((name + ": beyond").c_str())
            << static_cast<int>(i) << (counts ? 1 : 11) << (counts ? 0 : 10) << true;
        if (counts)
            QTest::newRow((name + ": the other sign").c_str()) << static_cast<int>(i) << -1 << 0 << true;
    }
}

void TestCoreWatch::eachRuleCallsBeyondItsLimit()
{
    QFETCH(int, rule);
    QFETCH(int, measure);
    QFETCH(int, limit);
    QFETCH(bool, calls);
    QCOMPARE(callsForAlert(fact(static_cast<AlertRule>(rule), measure, limit)), calls);
}

void TestCoreWatch::whatIsOpenIsNotOpenedAgainAndWhatIsOverCloses()
{
    const AlertFact letter = fact(AlertRule::DeadLetter, 1, 0);
    const Timestamp now = at("2026-03-10", 60min);
    QCOMPARE(decideAlerts({letter, letter}, {}, {}, now).open.size(), 1U);
    const OpenAlert open = openAlert(letter, now - 10min);
    QVERIFY(decideAlerts({letter}, {open}, {}, now).empty());
    AlertFact changed = letter;
    changed.lastError = "refused";
    QCOMPARE(decideAlerts({changed}, {open}, {}, now).refresh.size(), 1U);
    QCOMPARE(decideAlerts({}, {open}, {}, now).close, std::vector<std::int64_t>{7});
    OpenAlert newer = open;
    newer.rule = "of a newer program";
    QVERIFY(decideAlerts({}, {newer}, {}, now).empty());
}

void TestCoreWatch::theSecondOldLetterIsToldAsWell()
{
    const AlertFact first = fact(AlertRule::DeadLetterOld, 25, 24);
    AlertFact second = first;
    second.subject = "message 4712";
    const AlertChanges changes = decideAlerts({first, second}, {openAlert(first, Timestamp{})}, {}, Timestamp{});
    QCOMPARE(changes.open.size(), 1U);
    QCOMPARE(changes.open.front().subject, std::string{"message 4712"});
}

void TestCoreWatch::unacknowledgedMoneyGoesToTheNextContact_data()
{
    QTest::addColumn<QString>("zone");
    QTest::addColumn<int>("openedMinute");
    QTest::addColumn<int>("dueMinute");
    // Minutes of 2026-03-10 in UTC; Shanghai is eight hours ahead.
    QTest::newRow("four hours") << QStringLiteral("Etc/UTC") << 600 << 840;
    QTest::newRow("the day ends before") << QStringLiteral("Etc/UTC") << 1300 << 1439;
    QTest::newRow("but at least half an hour") << QStringLiteral("Etc/UTC") << 1425 << 1455;
    QTest::newRow("the day ends in the job's zone") << QStringLiteral("Asia/Shanghai") << 840 << 959;
    QTest::newRow("an unknown zone counts as UTC") << QStringLiteral("Mars/Base") << 1300 << 1439;
}

void TestCoreWatch::unacknowledgedMoneyGoesToTheNextContact()
{
    QFETCH(QString, zone);
    QFETCH(int, openedMinute);
    QFETCH(int, dueMinute);
    AlertFact failed = fact(AlertRule::MoneyFailed, 1, 0);
    failed.zone = zone.toStdString();
    const OpenAlert open = openAlert(failed, at("2026-03-10", std::chrono::minutes{openedMinute}));
    const Timestamp due = at("2026-03-10", std::chrono::minutes{dueMinute});
    QCOMPARE(escalationDue(open, {}), due);
    QVERIFY(decideAlerts({failed}, {open}, {}, due - 1min).escalate.empty());
    QCOMPARE(decideAlerts({failed}, {open}, {}, due).escalate.size(), 1U);
    OpenAlert again = open; // From the level that it was found at, so that two who decide at once escalate it once.
    again.escalations = 2;
    QCOMPARE(decideAlerts({failed}, {again}, {}, due).escalate.front().fromLevel, 2);
    QCOMPARE(alertText(failed, 0), alertLine(failed));
    QCOMPARE(alertText(failed, 2), "Nobody acknowledged this, escalation 2: " + alertLine(failed));
}

// R77: the last contact is told a few times, not for ever; the alert stays open.
void TestCoreWatch::escalationEndsAtItsLimit()
{
    const AlertFact failed = fact(AlertRule::MoneyFailed, 1, 0);
    OpenAlert open = openAlert(failed, at("2026-03-10", 0min));
    const Timestamp later = at("2026-03-12", 0min);
    const EscalationLimits limits{.most = 3};
    open.escalations = 2;
    QCOMPARE(decideAlerts({failed}, {open}, limits, later).escalate.size(), 1U);
    open.escalations = 3;
    QVERIFY(decideAlerts({failed}, {open}, limits, later).empty());
}

void TestCoreWatch::onlyUnacknowledgedMoneyEscalates()
{
    AlertFact failed = fact(AlertRule::MoneyFailed, 1, 0);
    OpenAlert open = openAlert(failed, at("2026-03-10", 0min));
    const Timestamp later = at("2026-03-12", 0min);
    open.acknowledged = true;
    QVERIFY(decideAlerts({failed}, {open}, {}, later).escalate.empty());
    open.acknowledged = false;
    open.escalations = 1;
    open.escalatedAt = later - 10min; // The next contact has its own time.
    QVERIFY(decideAlerts({failed}, {open}, {}, later).escalate.empty());
    open.escalatedAt.reset();
    open.grade = "P1";
    QVERIFY(decideAlerts({failed}, {open}, {}, later).escalate.empty());
}

void TestCoreWatch::theLineCarriesKeyAndLastError()
{
    for (std::size_t i = 0; i < kCountOf<AlertRule>; ++i) {
        AlertFact made = fact(static_cast<AlertRule>(i), 1, 0);
        made.lastError = "timeout\nP0 forged: line";
        made.bizDate = *BusinessDate::parse("2026-03-10");
        const std::string line = alertLine(made);
        QVERIFY(line.find(made.key) != std::string::npos);
        QVERIFY(line.find("last error: timeout P0 forged: line") != std::string::npos);
        QVERIFY(line.find("2026-03-10") != std::string::npos);
        QVERIFY(line.find('\n') == std::string::npos);
    }
}

void TestCoreWatch::eachMismatchIsFoundByName_data()
{
    QTest::addColumn<QString>("expected");
    for (const char* kind : {"MISSING_HERE k2", "MISSING_THERE k1", "AMOUNT k1 -1", "AMOUNT k1 1", "CURRENCY k1",
             "TWICE k1", "LATE k1", "CONTRADICTION k1", "REFERENCE_TAKEN k1", "REFERENCE_TAKEN k2"})
        QTest::newRow(kind) << QString::fromLatin1(kind);
}

void TestCoreWatch::eachMismatchIsFoundByName()
{
    QFETCH(QString, expected);
    std::vector<OurEntry> mine{ours("k1")};
    std::vector<TheirEntry> book{theirs("k1")};
    if (expected == u"MISSING_HERE k2")
        book.push_back(theirs("k2"));
    else if (expected == u"MISSING_THERE k1")
        book.clear();
    else if (expected == u"AMOUNT k1 -1")
        book[0].amountMinor = 999;
    else if (expected == u"AMOUNT k1 1")
        book[0].amountMinor = 1001;
    else if (expected == u"CURRENCY k1")
        book[0].currency = "JPY";
    else if (expected == u"TWICE k1")
        book.insert(book.end(), 2, theirs("k1")); // Three times is one difference.
    else if (expected == u"LATE k1") {
        mine[0].status = MessageState::Unknown;
        mine[0].finishedAt.reset();
        mine[0].lastSentAt = kBookRead - std::chrono::hours{5};
    } else if (expected == u"CONTRADICTION k1")
        mine[0].status = MessageState::Refused;
    else if (expected == u"REFERENCE_TAKEN k1")
        book[0].externalRef = "ref-other";
    else {
        mine.push_back(ours("k2"));
        mine[1].externalRef = "ref-k1";
        book.push_back({"k2", "ref-k1", 1000, "CNY"});
    }
    const BookComparison comparison = compared(mine, book);
    QCOMPARE(told(comparison), expected);
}

void TestCoreWatch::booksThatAgreeHaveNoMismatch()
{
    OurEntry fresh = ours("k2");
    fresh.finishedAt = kBookRead + 1s; // Accepted while their book was being read.
    OurEntry underWay = ours("k3", MessageState::Unknown);
    underWay.finishedAt.reset();
    const BookComparison comparison
        = compared({ours("k1"), fresh, underWay, ours("k4", MessageState::Refused)}, {theirs("k1"), theirs("k3")});
    QCOMPARE(told(comparison), QString());
    QCOMPARE(comparison.compared, 2);
}

void TestCoreWatch::nothingComparedIsNotZeroDifferences()
{
    QCOMPARE(compared({}, {}).compared, 0);
    const BookComparison empty = compared({ours("k1")}, {});
    QCOMPARE(empty.compared, 0);
    QCOMPARE(empty.mismatches.size(), 1U);
}

void TestCoreWatch::booksAreReadPageByPageAndStopOnAWish()
{
    std::vector<OurEntry> mine;
    std::vector<TheirEntry> book;
    for (int i = 0; i < 20; ++i) {
        const std::string key = "k" + std::to_string(i);
        mine.push_back(ours(key.c_str()));
        book.push_back(theirs(key.c_str()));
    }
    TwoBooks all{mine, book};
    std::vector<std::int64_t> told;
    const auto whole = compareBook(all, all, "here", "bank", kBookRead, [&](const BookProgress& progress) {
        told.push_back(progress.theirs + progress.ours);
        return true;
    });
    QVERIFY(whole && whole->unread.empty());
    QCOMPARE(whole->comparison.compared, 20);
    QCOMPARE(all.longestPage, std::size_t{1}); // Never more of theirs than one page at a time.
    QCOMPARE(told.size(), std::size_t{20});
    QVERIFY(std::is_sorted(told.begin(), told.end()));
    QCOMPARE(all.ourPagesRead, 0); // As many of ours as they have: none can be missing there.

    TwoBooks lacking{mine, {book.begin(), book.end() - 1}};
    const auto missingOne
        = compareBook(lacking, lacking, "here", "bank", kBookRead, [](const BookProgress&) { return true; });
    QVERIFY(missingOne);
    QCOMPARE(lacking.ourPagesRead, 1);
    QCOMPARE(missingOne->comparison.mismatches.size(), std::size_t{1});
    QCOMPARE(missingOne->comparison.mismatches.front().kind, MismatchKind::MissingThere);

    TwoBooks some{mine, book};
    const auto stopped = compareBook(
        some, some, "here", "bank", kBookRead, [](const BookProgress& progress) { return progress.theirs < 3; });
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().kind, FailureKind::Cancelled);
    QCOMPARE(some.pagesRead, 3);
    QCOMPARE(some.ourPagesRead, 0);
}

void TestCoreWatch::manyMismatchesAreCountedAndSomeAreNamed()
{
    BookComparer comparer{kBookRead};
    std::vector<BookPair> strangers(kMismatchesNamed + 5);
    for (std::size_t i = 0; i < strangers.size(); ++i)
        strangers[i].theirs.key = "s" + std::to_string(i);
    comparer.take(strangers);
    QCOMPARE(comparer.comparison().found, static_cast<std::int64_t>(strangers.size()));
    QCOMPARE(comparer.comparison().mismatches.size(), kMismatchesNamed);
    QCOMPARE(comparer.comparison().compared, 0);
}

void TestCoreWatch::recordsOutliveTheLastRetry_data()
{
    QTest::addColumn<int>("totalDays");
    QTest::addColumn<int>("backoffDays");
    QTest::addColumn<int>("lateDays");
    QTest::addColumn<bool>("jobFits");
    QTest::addColumn<bool>("channelFits");
    QTest::newRow("as made") << 0 << 0 << 0 << true << true;
    QTest::newRow("29 days in all") << 29 << 0 << 0 << true << true;
    QTest::newRow("30 days in all") << 30 << 0 << 0 << false << true;
    QTest::newRow("three waits of 9 days, a tenth longer each") << 0 << 9 << 0 << true << true;
    QTest::newRow("three waits of 10 days, a tenth longer each") << 0 << 10 << 0 << false << true;
    QTest::newRow("three waits of 130 days") << 0 << 130 << 0 << false << false;
    QTest::newRow("executed 400 days late") << 0 << 0 << 400 << true << false;
}

void TestCoreWatch::recordsOutliveTheLastRetry()
{
    QFETCH(int, totalDays);
    QFETCH(int, backoffDays);
    QFETCH(int, lateDays);
    Job job;
    job.maxTotalTime = std::chrono::days{totalDays};
    job.retryBackoff = {std::chrono::days{backoffDays}};
    QTEST(recordsOutliveRetries(job, milliseconds{0}).has_value(), "jobFits");
    ChannelProfile profile;
    profile.retryBackoff = job.retryBackoff;
    profile.maxLateExecution = std::chrono::days{lateDays};
    QTEST(recordsOutliveRetries(profile).has_value(), "channelFits");
}

void TestCoreWatch::labelsAreFiveWords()
{
    const FigureLabels labels = labelsOf({"operations", "settle-daily", "bank", "sender", "succeeded", "1", 1});
    std::set<std::string_view> names;
    for (const auto& [name, value] : labels)
        names.insert(name);
    QCOMPARE(names, (std::set<std::string_view>{"job_type", "channel", "duty", "class", "rule_version"}));
    QVERIFY(labelsOf({"operations", "", "", "", "", "", 1}).empty());
    std::set<std::string_view> figures;
    for (const FigureMeaning& meaning : kFigures)
        QVERIFY(figures.insert(meaning.figure).second);
}

QTEST_GUILESS_MAIN(TestCoreWatch)
#include "tst_core_watch.moc"
