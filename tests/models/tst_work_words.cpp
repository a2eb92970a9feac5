// SPDX-License-Identifier: GPL-3.0-or-later
// What the lists of the engine's work say: words that a person decides about money by.
#include <QSet>
#include <QTest>

#include "core/policies/message_decision.h"
#include "core/states/operation_state.h"
#include "fake_console.h"
#include "models/difference_text.h"
#include "models/error_text.h"
#include "models/statement_text.h"
#include "models/work_spec.h"
#include "models/worklist_model.h"

#include <algorithm>
#include <cstddef>

using namespace onceover;
using namespace onceover::models;
using namespace onceover::testing;

namespace {

template <typename Row>
std::vector<Row> sampleRows()
{
    return std::get<Page<Row>>(sampleWork(Condition::Filled, WorkSpec<Row>::kList)).rows;
}

/// The text of a column, by its id, as the table shows it.
template <typename Row>
QModelIndex cellOf(FactTable<Row>& table, int row, const QString& id)
{
    for (int column = 0; column < table.columnCount(); ++column) {
        if (table.column(column).id == id)
            return table.index(row, column);
    }
    return {};
}

template <typename Row>
void fill(FactTable<Row>& table, std::vector<Row> rows)
{
    table.setNow(sampleTime());
    table.setTimeFormat(TimeFormat::utc().relativeTo(sampleTime()));
    table.setRows(std::move(rows));
}

} // namespace

class WorkWordsTest : public QObject {
    Q_OBJECT

private slots:
    void everyClassOfLetterHasItsOwnMeaning();       // R82
    void letterOverADayIsMarkedByShapeToneAndWord(); // R84, R155
    void lettersAreGroupedByClassTaskOrWorker();     // UX.md section 6
    void neverReplayWhatTookEffectOrWasGivenBack_data();
    void neverReplayWhatTookEffectOrWasGivenBack(); // K11
    void stuckLeaseSaysWhatHappensByItself_data();
    void stuckLeaseSaysWhatHappensByItself(); // R34
    void holderIsGoneLateStoppedOrUnknown();
    void channelSaysWhyNothingIsSentAgain_data(); // R62, R66, R67
    void channelSaysWhyNothingIsSentAgain();
    void aCallSaysWhatTheBankCalledIt();
    void differencesAreFoundByCurrencyAndSign();
    void nothingComparedIsNotZeroDifferences();
    void aStatementThatNamesNothingOfOursSaysSo();
    void differenceSaysWhoOwesWhom();
    void eachPairOfSourcesSaysWhatItMeans_data(); // R95, R99
    void eachPairOfSourcesSaysWhatItMeans();
    void aDifferenceNamesWhatItIsAbout(); // R95
    void keyPastItsLifeIsSaidSo();
    void amountsAreCopiedWithTheirCode();
    void lastErrorsAreSaidInWords_data();
    void lastErrorsAreSaidInWords();
    void whatNeedsAPersonNamesNoStoredWord();
};

void WorkWordsTest::everyClassOfLetterHasItsOwnMeaning()
{
    QSet<QString> meanings;
    QSet<QString> words;
    int classes = 0;
    const auto look = [&](std::string_view name) {
        DeadLetterListRow row;
        row.failureClass = name;
        meanings.insert(letterMeaning(row));
        words.insert(letterClassText(name));
        ++classes;
        QVERIFY2(!letterClassText(name).contains(QLatin1Char('?')), std::string{name}.c_str());
    };
    for (const std::string_view name : kNamesOf<FailureClass>)
        look(name);
    for (const std::string_view name : kNamesOf<MessageLetter>) {
        if (!fromName<FailureClass>(name)) // Two classes are those of operations as well.
            look(name);
    }
    QCOMPARE(classes, 11);
    QCOMPARE(meanings.size(), classes);
    QCOMPARE(words.size(), classes);
}

void WorkWordsTest::letterOverADayIsMarkedByShapeToneAndWord()
{
    FactTable<DeadLetterListRow> table;
    std::vector<DeadLetterListRow> rows = sampleRows<DeadLetterListRow>();
    rows[0].openedAt = sampleTime() - std::chrono::hours{24} - std::chrono::seconds{1};
    rows[1].openedAt = sampleTime() - std::chrono::hours{24};
    fill(table, rows);
    const QString age = QStringLiteral("age");
    QCOMPARE(cellOf(table, 0, age).data(IconRole).toString(), QStringLiteral("clock-alert"));
    QCOMPARE(cellOf(table, 0, age).data(ToneRole).value<Tone>(), Tone::Danger);
    QVERIFY(cellOf(table, 0, age).data(Qt::ToolTipRole).toString().contains(QStringLiteral("24 hours")));
    QVERIFY(cellOf(table, 1, age).data(IconRole).toString().isEmpty());
    // The clock alone makes it cross the mark.
    table.setNow(sampleTime() + std::chrono::seconds{1});
    QCOMPARE(cellOf(table, 1, age).data(IconRole).toString(), QStringLiteral("clock-alert"));
}

/// While nothing can be read, a group shows those of the loaded rows that it was counted for.
void WorkWordsTest::lettersAreGroupedByClassTaskOrWorker()
{
    for (const char* by : {"", "task", "worker"}) {
        const auto page = std::get<Page<DeadLetterListRow>>(sampleWork(Condition::Filled, WorkList::DeadLetters, by));
        QVERIFY(page.groups.size() > 1);
        std::int64_t grouped = 0;
        for (const GroupCount& group : page.groups) {
            ListQuery query;
            query.groupBy = by;
            query.group = group.name;
            const auto found = std::count_if(page.rows.begin(), page.rows.end(),
                [&query](const DeadLetterListRow& row) { return WorkSpec<DeadLetterListRow>::matches(row, query); });
            QCOMPARE(static_cast<std::int64_t>(found), group.count);
            grouped += group.count;
        }
        QCOMPARE(grouped, page.total);
    }
    QCOMPARE(letterGroupText("", "REFUSED"), letterClassText("REFUSED"));
    QCOMPARE(letterGroupText("task", "settle-daily"), QStringLiteral("settle-daily"));
    QCOMPARE(letterGroupText("worker", "w-2-41f0"), QStringLiteral("w-2-41f0"));
    QCOMPARE(letterGroupText("worker", "none"), QStringLiteral("no worker"));
    FactTable<DeadLetterListRow> table;
    fill(table, sampleRows<DeadLetterListRow>());
    QCOMPARE(cellOf(table, 0, QStringLiteral("worker")).data().toString(), QStringLiteral("w-2-41f0"));
}

void WorkWordsTest::neverReplayWhatTookEffectOrWasGivenBack_data()
{
    QTest::addColumn<QString>("failure");
    QTest::addColumn<QString>("standing");
    QTest::addColumn<bool>("effect");
    QTest::addColumn<QString>("contains");
    QTest::newRow("took effect") << "NOT_SENT"
                                 << "HOLD" << true << "replay is out of the question";
    QTest::newRow("given back") << "REFUSED"
                                << "BACK" << false << "no replay, only an approved revision";
    QTest::newRow("unknown") << "UNKNOWN"
                             << "HOLD" << false << "cannot be dismissed";
    QTest::newRow("never sent") << "NOT_SENT"
                                << "HOLD" << false << "same bytes under the same key";
    QTest::newRow("never posted") << "BUDGET_SPENT"
                                  << "" << false << "under its original keys";
}

void WorkWordsTest::neverReplayWhatTookEffectOrWasGivenBack()
{
    QFETCH(QString, failure);
    QFETCH(QString, standing);
    QFETCH(bool, effect);
    QFETCH(QString, contains);
    DeadLetterListRow row;
    row.subjectKind = "operation";
    row.status = "OPEN";
    row.failureClass = failure.toStdString();
    row.standing = standing.toStdString();
    row.effectFound = effect;
    QVERIFY2(letterChoices(row).contains(contains), qPrintable(letterChoices(row)));
}

void WorkWordsTest::stuckLeaseSaysWhatHappensByItself_data()
{
    QTest::addColumn<bool>("frozen");
    QTest::addColumn<int>("settlers");
    QTest::addColumn<int>("recoveries");
    QTest::addColumn<QString>("contains");
    QTest::newRow("a freeze") << true << 3 << 0 << "before the lift";
    QTest::newRow("nobody there") << false << 0 << 0 << "nothing happens until one starts";
    QTest::newRow("taken over") << false << 1 << 0 << "as version 8";
    QTest::newRow("the third loss ends it") << false << 1 << 2 << "becomes a dead letter";
}

void WorkWordsTest::stuckLeaseSaysWhatHappensByItself()
{
    QFETCH(bool, frozen);
    QFETCH(int, settlers);
    QFETCH(int, recoveries);
    QFETCH(QString, contains);
    StuckLeaseRow row;
    row.version = 7;
    row.frozen = frozen;
    row.settlers = settlers;
    row.recoveries = recoveries;
    row.lost = recoveries > 0;
    QVERIFY2(stuckLeaseOutlook(row).contains(contains), qPrintable(stuckLeaseOutlook(row)));
}

void WorkWordsTest::holderIsGoneLateStoppedOrUnknown()
{
    StuckLeaseRow row;
    QCOMPARE(holderText(row, sampleTime()).word, QStringLiteral("unknown"));
    row.lastBeat = sampleTime() - std::chrono::seconds{31};
    QCOMPARE(holderText(row, sampleTime()).word, QStringLiteral("gone"));
    row.lastBeat = sampleTime() - std::chrono::seconds{30};
    QCOMPARE(holderText(row, sampleTime()).word, QStringLiteral("late"));
    row.workerStopped = true;
    QCOMPARE(holderText(row, sampleTime()).word, QStringLiteral("stopped"));
}

// DESIGN.md section 5: what forbids that a message is sent again by itself.
void WorkWordsTest::channelSaysWhyNothingIsSentAgain_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("contains");
    QTest::newRow("good") << ""
                          << "";
    QTest::newRow("ignores_key") << "ignores"
                                 << "ignores the key";
    QTest::newRow("executes") << "executes"
                              << "executes a repeat";
    QTest::newRow("query none") << "none"
                                << "cannot be asked";
    QTest::newRow("no late limit") << "late"
                                   << "no limit for late execution";
    QTest::newRow("retention too short") << "short"
                                         << "forgets a key";
}

void WorkWordsTest::channelSaysWhyNothingIsSentAgain()
{
    QFETCH(QString, what);
    QFETCH(QString, contains);
    ChannelRow row = sampleRows<ChannelRow>().front();
    if (what == QLatin1String("ignores"))
        row.onMismatch = "ignores_key";
    if (what == QLatin1String("executes"))
        row.onInFlight = "executes";
    if (what == QLatin1String("none"))
        row.queryKind = "none";
    if (what == QLatin1String("late"))
        row.maxLateExecution.reset();
    if (what == QLatin1String("short"))
        row.retention = row.margin + *row.maxLateExecution + row.retrySpan - milliseconds{1};
    const QString why = whyNoResend(row);
    QCOMPARE(why.isEmpty(), contains.isEmpty());
    QVERIFY2(why.contains(contains), qPrintable(why));
}

/// UX.md section 6: answer class, HTTP and bank code, duration; what nobody waited for has none.
void WorkWordsTest::aCallSaysWhatTheBankCalledIt()
{
    FactTable<CallRow> table;
    fill(table, sampleRows<CallRow>()); // Accepted, unanswered, asked, called back.
    const QString code = QStringLiteral("code");
    const QString took = QStringLiteral("took");
    QCOMPARE(cellOf(table, 0, code).data().toString(), QStringLiteral("HTTP 200"));
    QCOMPARE(cellOf(table, 0, took).data().toString(), QStringLiteral("1,240 ms"));
    QCOMPARE(cellOf(table, 1, code).data().toString(), QString(QChar(0x2013)));
    QCOMPARE(cellOf(table, 1, QStringLiteral("answer")).data(ToneRole).value<Tone>(), Tone::Unknown);
    QCOMPARE(cellOf(table, 3, code).data().toString(), QStringLiteral("AC04"));
    QCOMPARE(cellOf(table, 3, took).data().toString(), QString(QChar(0x2013)));
    ListQuery query;
    query.status = "UNANSWERED";
    int unanswered = 0;
    for (const CallRow& row : sampleRows<CallRow>()) {
        unanswered += WorkSpec<CallRow>::matches(row, query) ? 1 : 0;
        QVERIFY(callKindText(row.kind) != QString::fromStdString(row.kind));
        QCOMPARE(WorkSpec<CallRow>::target(row).key, QString::fromStdString(row.operation));
    }
    QCOMPARE(unanswered, 1);
    query.status.clear();
    query.keyPrefix = "Practice-bank";
    QVERIFY(WorkSpec<CallRow>::matches(sampleRows<CallRow>().front(), query)); // The channel is found as well.
    QVERIFY(stateText(Machine::Call, "UNANSWERED").known && !stateText(Machine::Call, "REFUSED").word.isEmpty());
}

void WorkWordsTest::differencesAreFoundByCurrencyAndSign()
{
    const auto count = [](const char* currency, const char* sign) {
        ListQuery query;
        query.currency = currency;
        query.sign = sign;
        const auto rows = sampleRows<DifferenceListRow>(); // 12.50 and 12.00 USD; nothing and something CNY, twice.
        return std::count_if(rows.begin(), rows.end(),
            [&query](const DifferenceListRow& row) { return WorkSpec<DifferenceListRow>::matches(row, query); });
    };
    QCOMPARE(count("", ""), std::ptrdiff_t{3});
    QCOMPARE(count("USD", ""), std::ptrdiff_t{1});
    QCOMPARE(count("", "less"), std::ptrdiff_t{1});
    QCOMPARE(count("CNY", "more"), std::ptrdiff_t{2});
    QCOMPARE(count("", "equal"), std::ptrdiff_t{0});
}

void WorkWordsTest::nothingComparedIsNotZeroDifferences()
{
    FactTable<ReconciliationRow> table;
    ReconciliationRow row = sampleRows<ReconciliationRow>().front();
    row.compared = 0;
    row.differences = 0;
    ReconciliationRow clean = row;
    clean.reconciliation = 1;
    clean.compared = 120;
    ReconciliationRow running = clean;
    running.reconciliation = 2;
    running.finishedAt.reset();
    fill(table, {row, clean, running});
    const QString differences = QStringLiteral("differences");
    QCOMPARE(cellOf(table, 0, differences).data().toString(), QString(QChar(0x2013)));
    QVERIFY(!cellOf(table, 0, differences).data(ToneRole).isValid()
        || cellOf(table, 0, differences).data(ToneRole).value<Tone>() != Tone::Ok);
    QCOMPARE(cellOf(table, 0, QStringLiteral("compared")).data().toString(), QStringLiteral("nothing"));
    QCOMPARE(cellOf(table, 1, differences).data(ToneRole).value<Tone>(), Tone::Ok);
    QCOMPARE(cellOf(table, 2, differences).data().toString(), QString(QChar(0x2013)));
    QVERIFY(WorkSpec<DifferenceListRow>::emptyText().contains(QStringLiteral("only where something was compared")));
}

void WorkWordsTest::aStatementThatNamesNothingOfOursSaysSo()
{
    FactTable<StatementRow> table;
    fill(table, sampleRows<StatementRow>()); // Agrees, differs, nothing compared.
    const QString differences = QStringLiteral("differences");
    QCOMPARE(cellOf(table, 0, differences).data(ToneRole).value<Tone>(), Tone::Ok);
    QCOMPARE(cellOf(table, 1, differences).data(ToneRole).value<Tone>(), Tone::Danger);
    QCOMPARE(cellOf(table, 2, differences).data().toString(), QString(QChar(0x2013)));
    FactTable<StatementLineRow> lines;
    fill(lines, sampleRows<StatementLineRow>());
    const QString match = QStringLiteral("match");
    QCOMPARE(cellOf(lines, 0, match).data().toString(), QStringLiteral("agrees"));
    QCOMPARE(cellOf(lines, 1, match).data().toString(), QStringLiteral("came back from the bank"));
    QCOMPARE(cellOf(lines, 2, match).data().toString(), QStringLiteral("not of this channel"));
    QCOMPARE(statementFaultSentence({StatementFaultKind::DoesNotAddUp, 7, "opening 1"}),
        QStringLiteral("Line 7: opening balance and lines do not come to the closing balance: opening 1"));
    QVERIFY(statementRefusalSentence("STATEMENT_HAS_OTHER_CONTENT", {}).contains(QStringLiteral("ask the bank")));
}

void WorkWordsTest::differenceSaysWhoOwesWhom()
{
    DifferenceListRow row = sampleRows<DifferenceListRow>().front(); // Ours 12.50, theirs 12.00 USD.
    QVERIFY2(differenceMeaning(row).contains(QStringLiteral("the merchant waits for it")),
        qPrintable(differenceMeaning(row)));
    std::swap(row.oursMinor, row.theirsMinor);
    QVERIFY2(differenceMeaning(row).contains(QStringLiteral("left our account")), qPrintable(differenceMeaning(row)));
    QVERIFY(differenceMeaning(row).contains(QStringLiteral("0.50")));
    FactTable<DifferenceListRow> table;
    fill(table, {row});
    QVERIFY(cellOf(table, 0, QStringLiteral("difference")).data().toString().startsWith(QLatin1Char('+')));
}

/// A renewal is charged: nothing of it left our account, and no merchant waits for it.
void WorkWordsTest::eachPairOfSourcesSaysWhatItMeans_data()
{
    QTest::addColumn<QString>("pair");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("ours"); // -1: that side has nothing.
    QTest::addColumn<int>("theirs");
    QTest::addColumn<QString>("says");
    const auto row
        = [](const char* pair, const char* kind, int ours, int theirs, const char* says, const char* type = "") {
              QTest::addRow("%s %s %s %d %d", pair, kind, type, ours, theirs)
                  << QString::fromLatin1(pair) << QString::fromLatin1(kind) << QString::fromLatin1(type) << ours
                  << theirs << QString::fromLatin1(says);
          };
    // \xa0: an amount and its currency are never torn apart.
    row("payments/subscriptions", "CHARGED_NOT_EXTENDED", 0, 1500, "Charged, not given: the subscriber paid 15.00");
    row("payments/subscriptions", "MISSING_HERE", -1, 1500, "paid for a subscription that does not exist");
    row("orders/subscriptions", "EXTENDED_NOT_CHARGED", 1500, 0, "Given, not charged");
    row("orders/subscriptions", "MISSING_THERE", 1500, -1, "is for a subscription that does not exist");
    row("orders/payments", "MISSING_THERE", 1500, -1, "Nobody paid this order of 15.00");
    row("orders/payments", "MISSING_HERE", -1, 1500, "for no order of ours");
    row("orders/payments", "TWICE", 1500, 1500, "the subscriber paid 15.00");
    row("orders/payments", "AMOUNT", 1500, 1400, "The subscriber paid 1.00\xa0USD less than was ordered.");
    row("orders/payments", "AMOUNT", 1500, 1600, "The subscriber paid 1.00\xa0USD more than was ordered.");
    row("orders/payments", "CURRENCY", 1500, 1500, "neither amount can be taken from the other");
    row("ours/book", "AMOUNT", 1500, 1600, "the payer was charged without a reason here", "renew");
    row("ours/book", "MISSING_THERE", 1500, -1, "that the bank did not collect", "renew");
    row("ours/book", "MISSING_THERE", 1500, -1, "that the bank did not collect", "reversal");
    row("ours/book", "TWICE", 1500, 1500, "the payer was charged 15.00\xa0USD at least once too often", "renew");
    row("ours/book", "TWICE", 1500, 1500, "15.00\xa0USD left our account at least once too often", "settle-daily");
    row("ours/book", "MISSING_THERE", 1500, -1, "the merchant waits for it", "settle-monthly");
    row("", "RETURNED", 1500, 0, "sent 15.00\xa0USD back later", "settle-daily");
}

void WorkWordsTest::eachPairOfSourcesSaysWhatItMeans()
{
    QFETCH(QString, pair);
    QFETCH(QString, kind);
    QFETCH(QString, type);
    QFETCH(int, ours);
    QFETCH(int, theirs);
    QFETCH(QString, says);
    DifferenceListRow row;
    row.pair = pair.toStdString();
    row.kind = kind.toStdString();
    row.settlementType = type.toStdString();
    row.operation = type.isEmpty() ? std::string{} : std::string{"b0"};
    row.currency = "USD";
    row.oursMinor = ours < 0 ? std::nullopt : std::optional<std::int64_t>(ours);
    row.theirsMinor = theirs < 0 ? std::nullopt : std::optional<std::int64_t>(theirs);
    const QString meaning = differenceMeaning(row);
    QVERIFY2(meaning.contains(says), qPrintable(meaning));
    if (pair != QLatin1String("ours/book") || type.startsWith(QLatin1String("re"))) {
        QVERIFY2(!meaning.contains(QStringLiteral("left our account")), qPrintable(meaning));
        QVERIFY2(!meaning.contains(QStringLiteral("the merchant waits")), qPrintable(meaning));
    }
}

void WorkWordsTest::aDifferenceNamesWhatItIsAbout()
{
    FactTable<DifferenceListRow> table;
    DifferenceListRow charged = sampleRows<DifferenceListRow>().back();
    DifferenceListRow foreign = charged;
    foreign.difference = 10;
    foreign.kind = "CURRENCY";
    fill(table, {charged, foreign});
    QCOMPARE(cellOf(table, 0, QStringLiteral("key")).data().toString(), QStringLiteral("subscription 7"));
    QCOMPARE(cellOf(table, 0, QStringLiteral("key")).data(CopyRole).toString(), QStringLiteral("subscription 7"));
    QCOMPARE(cellOf(table, 0, QStringLiteral("pair")).data().toString(), QStringLiteral("payments, subscriptions"));
    QVERIFY(cellOf(table, 0, QStringLiteral("difference")).data().toString().contains(QStringLiteral("15.00")));
    QCOMPARE(cellOf(table, 1, QStringLiteral("difference")).data().toString(), QString(QChar(0x2013)));
}

void WorkWordsTest::keyPastItsLifeIsSaidSo()
{
    FactTable<MessageRow> table;
    std::vector<MessageRow> rows = sampleRows<MessageRow>();
    rows[0].honouredUntil = sampleTime() + std::chrono::hours{1};
    rows[1].honouredUntil = sampleTime();
    rows[2].honouredUntil.reset();
    fill(table, rows);
    const QString life = QStringLiteral("key_life");
    QVERIFY(cellOf(table, 0, life).data().toString().contains(QStringLiteral("left")));
    QCOMPARE(cellOf(table, 1, life).data(ToneRole).value<Tone>(), Tone::Danger);
    QVERIFY(cellOf(table, 1, life).data(Qt::ToolTipRole).toString().contains(QStringLiteral("no role")));
    QCOMPARE(cellOf(table, 2, life).data().toString(), QStringLiteral("not sent yet"));
}

void WorkWordsTest::amountsAreCopiedWithTheirCode()
{
    FactTable<DeadLetterListRow> table;
    fill(table, sampleRows<DeadLetterListRow>());
    QCOMPARE(cellOf(table, 0, QStringLiteral("amount")).data(CopyRole).toString(), QStringLiteral("12844.00\tCNY"));
    QCOMPARE(cellOf(table, 4, QStringLiteral("amount")).data(CopyRole).toString(), QStringLiteral("\t"));
    QCOMPARE(cellOf(table, 0, QStringLiteral("key")).data(CopyRole).toString().size(), 32);
    QVERIFY(cellOf(table, 0, QStringLiteral("key")).data().toString().size() <= 9);
}

void WorkWordsTest::lastErrorsAreSaidInWords_data()
{
    QTest::addColumn<QString>("stored");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* stored, const char* said) {
        QTest::newRow(stored) << QString::fromUtf8(stored) << QString::fromUtf8(said);
    };
    row("REFUSED ACCOUNT_CLOSED: HTTP 402: ACCOUNT_CLOSED", "refused for good: HTTP 402: ACCOUNT_CLOSED");
    row("REFUSED R17: no such account", "refused for good (R17): no such account");
    row("UNKNOWN: Recv failure: Connection reset by peer", "no certain answer: Recv failure: Connection reset by peer");
    row("QUERY_UNKNOWN: the channel cannot be asked",
        "the question had no certain answer: the channel cannot be asked");
    row("ACCEPTED; executed with USD minor 65447 instead of USD minor 65446",
        "accepted; executed with 654.47\u00A0USD instead of 654.46\u00A0USD");
    row("NOT_SENT: connection refused; the budget is spent",
        "provably not sent: connection refused; the budget is spent");
    row("LATE: executed there, still UNKNOWN here", "booked late: executed there, still answer unknown here");
    row("executed there, REFUSED here", "executed there, refused here");
    row("AMOUNT: operation AWAITING_EXTERNAL, answer ACCEPTED ACCEPTED; executed with JPY minor 7 instead of JPY minor "
        "8",
        "another amount: operation awaiting bank; answer: accepted; executed with 7\u00A0JPY instead of 8\u00A0JPY");
    row("AMOUNT: ordered 1500 CNY, paid 1200 CNY", "another amount: ordered 15.00\u00A0CNY, paid 12.00\u00A0CNY");
    row("40 wait, the oldest for 12 min", "40 wait, the oldest for 12 min");
    row("its worker is gone", "its worker is gone");
    row("ERROR: no such thing", "ERROR: no such thing"); // Of somebody else: as they said it.
    row("", "");
}

void WorkWordsTest::lastErrorsAreSaidInWords()
{
    QFETCH(QString, stored);
    QTEST(errorText(stored.toStdString()), "said");
}

/// A difference's kind and a batch's state stand in the worklist as people say them, with the sign of the page.
void WorkWordsTest::whatNeedsAPersonNamesNoStoredWord()
{
    WorklistModel model;
    WorklistRow difference{"difference", "k1", "AMOUNT settle-daily 2026-11-27 M1117", "P0", sampleTime(), 1, "USD"};
    WorklistRow batch{"batch", "k2", "settle-daily 2026-11-27 PARTIAL", "P0", sampleTime(), std::nullopt, ""};
    model.setRows({difference, batch});
    const auto what = [&model](int row) { return model.index(row, WorklistModel::TitleColumn).data().toString(); };
    QCOMPARE(what(0), QStringLiteral("settle-daily 2026-11-27 M1117: another amount"));
    QCOMPARE(what(1), QStringLiteral("settle-daily 2026-11-27: partial"));
    QCOMPARE(model.index(0, WorklistModel::AmountColumn).data().toString(), QStringLiteral("+0.01\u00A0USD"));
    // The day of a run's key is enough beside its job and day in words; it is copied whole.
    batch.key = "settle-daily:2026-11-27";
    model.setRows({batch});
    const QModelIndex key = model.index(0, WorklistModel::KeyColumn);
    QCOMPARE(key.data().toString(), QStringLiteral("\u20262026-11-27"));
    QCOMPARE(key.data(CopyRole).toString(), QStringLiteral("settle-daily:2026-11-27"));
    QCOMPARE(key.data(KeyRole).toString(), QStringLiteral("batch/settle-daily:2026-11-27"));
}

QTEST_GUILESS_MAIN(WorkWordsTest)
#include "tst_work_words.moc"
