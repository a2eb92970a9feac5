// SPDX-License-Identifier: GPL-3.0-or-later
// The six layers of an operation in words, the first of them where one became two, the key's clock, and what is copied.
#include <QTest>

#include "fake_console.h"
#include "models/compensation_text.h"
#include "models/detail_tables.h"
#include "models/operation_report.h"
#include "models/timeline_text.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace onceover;
using namespace onceover::models;
using namespace onceover::testing;

Q_DECLARE_METATYPE(onceover::models::Layer)

namespace {

const QLocale kEnglish(QLocale::English, QLocale::UnitedStates);

OperationDetail sample()
{
    return sampleOperationDetail(Condition::Filled, sampleOperations().rows.at(4).ref.id);
}

/// One trigger, one attempt, one send, accepted.
OperationDetail straight()
{
    OperationDetail detail = sample();
    detail.attempts.resize(2);
    detail.attempts[1].status = "SUCCEEDED";
    detail.calls.resize(1);
    detail.calls[0].answer = "ACCEPTED";
    detail.calls[0].externalRef = "PB-1";
    detail.calls[0].error.clear();
    detail.calls[0].amountMinor = detail.operation.amountMinor;
    detail.calls[0].currency = detail.operation.currency;
    detail.operation.status = "SUCCEEDED";
    detail.operation.externalRef = "PB-1";
    detail.message->status = "ACCEPTED";
    detail.message->finishedAt = sampleTime();
    return detail;
}

/// What makes `straight()` good, for two hours now.
CompensationFact refundOf(const OperationDetail& original)
{
    CompensationFact fact;
    fact.operation = OperationId{Uuid::parse("00000000-0000-5000-8000-000000000077").value_or(Uuid{})};
    fact.original = original.id;
    fact.kind = "refund";
    fact.request = 12;
    fact.amountMinor = 1'800;
    fact.currency = "GBP";
    fact.status = "AWAITING_EXTERNAL";
    fact.madeAt = sampleTime() - std::chrono::hours{2} - std::chrono::minutes{10};
    return fact;
}

QString whatOf(const TimelineEntry& entry)
{
    return entryText(entry, kEnglish).what;
}

} // namespace

class DetailWordsTest : public QObject {
    Q_OBJECT

private slots:
    void firstDoubledLayerIsFound_data();
    void firstDoubledLayerIsFound();
    void splitIsMarkedAtTheSecondOne();
    void sendWithoutAnAnswerStillCounts();
    void effectsAreDifferentReferences();
    void timelineIsInOrderAndComplete(); // R4, R32
    void everyRowHasWordsAndAKeyOfItsOwn();
    void wordsSayWhatHappened();
    void purgedLogStillTellsWhenItWasMade();
    void answerThatDisagreesSaysBothAmounts();
    void unknownStoredWordsShowAsThemselves();
    void keyClockTellsUntilWhen_data();
    void keyClockTellsUntilWhen();
    void compensationsTellHowFarTheyAre();       // R91
    void compensationNamesItsOriginal();         // R91, R93
    void reportsHoldWhatMakesTheOperationGood(); // R91
    void jsonIsExactAndLeavesTheBytesOut();
    void markdownCannotBeBrokenByText();
    void tablesHoldTheModelRules();
};

void DetailWordsTest::firstDoubledLayerIsFound_data()
{
    QTest::addColumn<QString>("doubled");
    QTest::addColumn<int>("layer");
    QTest::addColumn<QString>("line");
    QTest::newRow("none") << QString() << -1 << QStringLiteral("No layer happened twice. It took effect once.");
    QTest::newRow("trigger") << QStringLiteral("trigger") << static_cast<int>(models::Layer::Trigger)
                             << QStringLiteral("trigger 2: one became two at Trigger. It took effect once.");
    QTest::newRow("attempt at the shard")
        << QStringLiteral("attempt") << static_cast<int>(models::Layer::Attempt)
        << QStringLiteral("trigger 1, attempt 2: one became two at Attempt. It took effect once.");
    QTest::newRow("attempt at the run") << QStringLiteral("run") << static_cast<int>(models::Layer::Attempt) << QString();
    QTest::newRow("revision") << QStringLiteral("revision") << static_cast<int>(models::Layer::Operation) << QString();
    QTest::newRow("paid and given back") << QStringLiteral("ledger") << static_cast<int>(models::Layer::Ledger) << QString();
    QTest::newRow("send") << QStringLiteral("send") << static_cast<int>(models::Layer::Bank) << QString();
    QTest::newRow("two effects") << QStringLiteral("effect") << static_cast<int>(models::Layer::Bank)
                                 << QStringLiteral("trigger 1, attempt 1, operation 1, ledger 1, outbox 1, bank 2: "
                                                   "one became two at Bank. It took effect 2 times.");
}

// Issue B: "1 trigger, 1 run, 2 attempts → ATTEMPT".
void DetailWordsTest::firstDoubledLayerIsFound()
{
    QFETCH(QString, doubled);
    QFETCH(int, layer);
    QFETCH(QString, line);
    OperationDetail detail = straight();
    if (doubled == QLatin1String("trigger")) {
        detail.triggers.push_back(detail.triggers.front());
    } else if (doubled == QLatin1String("attempt")) {
        detail.attempts.push_back(sample().attempts[2]);
    } else if (doubled == QLatin1String("run")) {
        detail.attempts.push_back(detail.attempts.front());
    } else if (doubled == QLatin1String("revision")) {
        detail.revisions = 2;
    } else if (doubled == QLatin1String("ledger")) {
        for (const char* phase : {"PAY", "BACK"}) {
            detail.legs.push_back(detail.legs.front());
            detail.legs.back().phase = phase;
        }
    } else if (doubled == QLatin1String("send")) {
        detail.message->sends = 2;
    } else if (doubled == QLatin1String("effect")) {
        detail.calls.push_back(detail.calls.front());
        detail.calls.back().externalRef = "PB-2";
    }
    const std::optional<models::Layer> found = firstDoubled(detail);
    QCOMPARE(found ? static_cast<int>(*found) : -1, layer);
    const auto counts = layerCounts(detail);
    QCOMPARE(std::count_if(counts.begin(), counts.end(), [](const LayerCount& count) { return count.firstDoubled; }),
        layer < 0 ? 0 : 1);
    const ToneLine told = onceLine(detail);
    if (!line.isEmpty())
        QCOMPARE(told.text, line);
    QCOMPARE(told.tone, doubled == QLatin1String("effect") ? Tone::Danger : Tone::Ok);
}

void DetailWordsTest::splitIsMarkedAtTheSecondOne()
{
    const std::vector<TimelineEntry> rows = timelineOf(sample());
    QCOMPARE(std::count_if(rows.begin(), rows.end(), [](const TimelineEntry& row) { return row.splits; }), 1);
    const auto split = std::find_if(rows.begin(), rows.end(), [](const TimelineEntry& row) { return row.splits; });
    QCOMPARE(split->key, QStringLiteral("began:912"));
    const std::vector<TimelineEntry> calm = timelineOf(straight());
    QVERIFY(std::none_of(calm.begin(), calm.end(), [](const TimelineEntry& row) { return row.splits; }));
}

// A sender that died after its mark left no call, but the bytes may have left.
void DetailWordsTest::sendWithoutAnAnswerStillCounts()
{
    OperationDetail detail = sample();
    detail.calls.clear();
    detail.message->sends = 1;
    QCOMPARE(layerCounts(detail)[5].count, 1);
}

void DetailWordsTest::effectsAreDifferentReferences()
{
    OperationDetail detail = straight();
    detail.calls.push_back(detail.calls.front());
    detail.calls.back().kind = "QUERY";
    detail.calls.back().answer = "FOUND_EXECUTED";
    QCOMPARE(effectsOf(detail), 1); // Told twice, happened once.
    detail.calls.back().externalRef = "PB-2";
    QCOMPARE(effectsOf(detail), 2);
    detail.calls.clear();
    QCOMPARE(effectsOf(detail), 1); // By callback or resolution.
    QCOMPARE(effectsOf(sample()), 0);
}

void DetailWordsTest::timelineIsInOrderAndComplete()
{
    const OperationDetail detail = sample();
    const std::vector<TimelineEntry> rows = timelineOf(detail);
    QVERIFY(std::is_sorted(
        rows.begin(), rows.end(), [](const TimelineEntry& a, const TimelineEntry& b) { return a.at < b.at; }));
    // 1 trigger, 3 attempts with their ends, 5 events, 1 posting, message written and marked, 2 calls.
    QCOMPARE(rows.size(), std::size_t{1 + 6 + 5 + 1 + 2 + 2});
    for (const models::Layer layer : kLayers)
        QVERIFY(
            std::any_of(rows.begin(), rows.end(), [layer](const TimelineEntry& row) { return row.layer == layer; }));
    OperationDetail unknown = detail;
    unknown.found = false;
    QVERIFY(timelineOf(unknown).empty());
}

void DetailWordsTest::everyRowHasWordsAndAKeyOfItsOwn()
{
    QStringList keys;
    for (const TimelineEntry& row : timelineOf(sample())) {
        const EntryText text = entryText(row, kEnglish);
        QVERIFY2(!text.what.isEmpty() && !text.what.contains(QLatin1Char('%')), qPrintable(row.key));
        QVERIFY(!layerText(row.layer).word.isEmpty() && !layerText(row.layer).icon.isEmpty());
        keys << row.key;
    }
    QCOMPARE(keys.removeDuplicates(), 0);
    for (const std::string_view name : kNamesOf<OperationEvent>) {
        EventFact event = sample().events.front();
        event.kind = name;
        TimelineEntry row;
        row.moment = Moment::Changed;
        row.fact = event;
        QVERIFY2(!whatOf(row).endsWith(QLatin1Char('?')), std::string(name).c_str());
    }
}

void DetailWordsTest::wordsSayWhatHappened()
{
    const std::vector<TimelineEntry> rows = timelineOf(sample());
    QStringList words;
    for (const TimelineEntry& row : rows)
        words << whatOf(row);
    QVERIFY(words.contains(QStringLiteral("Trigger (schedule): created the run")));
    QVERIFY(words.contains(QStringLiteral("Attempt 1 at shard 3 ended: lost: no heartbeat for 5 min")));
    QVERIFY(words.contains(QStringLiteral("Taken over by w-2.host-a.4711 from a worker whose lease ended")));
    QVERIFY2(words.contains(QStringLiteral(
                 "Put on hold: 991.65\u00A0GBP, payable to merchant 1004 \u2192 in transit at practice-bank")),
        qPrintable(words.join(QLatin1Char('\n'))));
    QVERIFY(words.contains(QStringLiteral("Sent: no certain answer after 30,004 ms: no answer within 30 s")));
    QVERIFY(words.contains(QStringLiteral("Asked: it is being executed after 48 ms")));
}

// Logs are kept 30 days: the page then still says when the operation was made.
void DetailWordsTest::purgedLogStillTellsWhenItWasMade()
{
    OperationDetail detail = sample();
    detail.events.clear();
    const std::vector<TimelineEntry> rows = timelineOf(detail);
    const auto made
        = std::find_if(rows.begin(), rows.end(), [](const TimelineEntry& row) { return row.moment == Moment::Made; });
    QVERIFY(made != rows.end());
    QCOMPARE(made->at, detail.createdAt);
}

void DetailWordsTest::answerThatDisagreesSaysBothAmounts()
{
    OperationDetail detail = straight();
    detail.calls[0].amountMinor = 1;
    const std::vector<TimelineEntry> rows = timelineOf(detail);
    const QString what = whatOf(rows.at(rows.size() - 2));
    QVERIFY2(what.contains(QStringLiteral("0.01\u00A0GBP, ordered were 991.65\u00A0GBP")), qPrintable(what));
}

void DetailWordsTest::unknownStoredWordsShowAsThemselves()
{
    OperationDetail detail = sample();
    detail.events.front().kind = "TELEPORT";
    detail.calls.front().answer = "SHRUG";
    QStringList words;
    for (const TimelineEntry& row : timelineOf(detail))
        words << whatOf(row);
    QVERIFY(words.contains(QStringLiteral("TELEPORT?")));
    QVERIFY(std::any_of(
        words.begin(), words.end(), [](const QString& word) { return word.contains(QStringLiteral("SHRUG?")); }));
}

void DetailWordsTest::keyClockTellsUntilWhen_data()
{
    QTest::addColumn<int>("hoursLeft");
    QTest::addColumn<bool>("ended");
    QTest::addColumn<int>("tone");
    QTest::addColumn<QString>("says");
    QTest::newRow("three days") << 72 << false << static_cast<int>(Tone::Neutral) << QStringLiteral("(in 3 d 0 h)");
    QTest::newRow("soon") << 23 << false << static_cast<int>(Tone::Warn) << QStringLiteral("(in 23 h 00 min)");
    QTest::newRow("soon, but ended") << 23 << true << static_cast<int>(Tone::Neutral) << QStringLiteral("in 23 h");
    QTest::newRow("over") << -2 << false << static_cast<int>(Tone::Danger)
                          << QStringLiteral("Nothing may be sent under it");
    QTest::newRow("over and ended") << -2 << true << static_cast<int>(Tone::Neutral) << QStringLiteral("ago");
}

// R57: until when the same key means the same order.
void DetailWordsTest::keyClockTellsUntilWhen()
{
    QFETCH(int, hoursLeft);
    QFETCH(bool, ended);
    QFETCH(int, tone);
    QFETCH(QString, says);
    OperationDetail detail = ended ? straight() : sample();
    detail.message->honouredUntil = sampleTime() + std::chrono::hours{hoursLeft};
    const ToneLine clock = keyClock(detail, TimeFormat::utc(), sampleTime());
    QCOMPARE(static_cast<int>(clock.tone), tone);
    QVERIFY2(clock.text.contains(says), qPrintable(clock.text));
    detail.message->firstSentAt.reset();
    QVERIFY(keyClock(detail, TimeFormat::utc(), sampleTime()).text.startsWith(QStringLiteral("Not sent yet")));
    detail.message.reset();
    QVERIFY(keyClock(detail, TimeFormat::utc(), sampleTime()).text.startsWith(QStringLiteral("Nothing is to be sent")));
}

// R91: a compensation is in flight, with its age, until it took effect or failed.
void DetailWordsTest::compensationsTellHowFarTheyAre()
{
    OperationDetail detail = straight();
    QVERIFY(compensationsInWords(detail, TimeFormat::utc(), sampleTime()).empty());
    CompensationFact flies = refundOf(detail);
    CompensationFact paid = flies;
    paid.kind = "extension";
    paid.amountMinor = 0;
    paid.status = "SUCCEEDED";
    paid.finishedAt = sampleTime();
    CompensationFact failed = flies;
    failed.status = "FAILED_PERMANENT";
    failed.failureClass = "REFUSED";
    failed.finishedAt = sampleTime();
    detail.compensations = {flies, paid, failed};
    const auto lines = compensationsInWords(detail, TimeFormat::utc(), sampleTime());
    QCOMPARE(lines.size(), std::size_t{3});
    QCOMPARE(lines[0].text,
        QStringLiteral("Compensation by request 12: Refund of 18.00\u00A0GBP, in flight for 2 h 10 min"));
    QCOMPARE(lines[0].state, stateText(Machine::Operation, "AWAITING_EXTERNAL"));
    QCOMPARE(lines[0].other, flies.operation);
    QCOMPARE(lines[1].text,
        QStringLiteral("Compensation by request 12: Extension, took effect at ")
            + TimeFormat::utc().full(sampleTime()));
    QCOMPARE(lines[1].state.tone, Tone::Ok);
    QVERIFY2(lines[2].text.endsWith(QStringLiteral(", failed: refused by the bank")), qPrintable(lines[2].text));
    flies.madeAt = sampleTime() - std::chrono::hours{75};
    detail.compensations = {flies};
    const QString days = compensationsInWords(detail, TimeFormat::utc(), sampleTime()).front().text;
    QVERIFY2(days.endsWith(QStringLiteral("in flight for 3 d 3 h")), qPrintable(days));
}

// R91, R93: seen from itself it names what it makes good and the request that two persons decided on.
void DetailWordsTest::compensationNamesItsOriginal()
{
    OperationDetail detail = straight();
    const CompensationFact fact = refundOf(detail);
    detail.id = fact.operation;
    detail.compensations = {fact};
    const auto lines = compensationsInWords(detail, TimeFormat::utc(), sampleTime());
    QCOMPARE(lines.size(), std::size_t{1});
    QCOMPARE(lines[0].other, fact.original);
    QVERIFY(lines[0].state.word.isEmpty()); // The head of its page has it.
    QCOMPARE(lines[0].text,
        QStringLiteral("Refund for operation %1, approved by request 12: in flight for 2 h 10 min")
            .arg(QString::fromStdString(fact.original.value.toString())));
}

// R91: who reads a copy sees what makes the operation good as well.
void DetailWordsTest::reportsHoldWhatMakesTheOperationGood()
{
    OperationDetail detail = straight();
    const CompensationFact fact = refundOf(detail);
    const QString key = QString::fromStdString(fact.operation.value.toString());
    QVERIFY(!operationMarkdown(detail, TimeFormat::utc(), sampleTime()).contains(QStringLiteral("Compensation by")));
    detail.compensations = {fact};
    const QString report = operationMarkdown(detail, TimeFormat::utc(), sampleTime());
    const QStringList lines = report.split(QLatin1Char('\n'));
    const auto line = std::find_if(lines.begin(), lines.end(),
        [](const QString& one) { return one.startsWith(QStringLiteral("- Compensation by request 12")); });
    QVERIFY2(
        line != lines.end() && line->contains(QStringLiteral("2 h 10 min")) && line->endsWith(key), qPrintable(report));
    const QJsonObject read = QJsonDocument::fromJson(operationJson(detail).toUtf8()).object();
    const QJsonArray ties = read.value(QStringLiteral("compensations")).toArray();
    QCOMPARE(ties.size(), 1);
    const QJsonObject tie = ties.first().toObject();
    QCOMPARE(tie.value(QStringLiteral("operation_id")).toString(), key);
    QCOMPARE(
        tie.value(QStringLiteral("original_id")).toString(), read.value(QStringLiteral("operation_id")).toString());
    QCOMPARE(tie.value(QStringLiteral("kind")).toString(), QStringLiteral("refund"));
    QCOMPARE(tie.value(QStringLiteral("approval_id")).toInt(), 12);
    QCOMPARE(tie.value(QStringLiteral("amount_minor")).toString(), QStringLiteral("1800"));
    QCOMPARE(tie.value(QStringLiteral("status")).toString(), QStringLiteral("AWAITING_EXTERNAL"));
    QVERIFY(tie.value(QStringLiteral("finished_at")).isNull());
}

void DetailWordsTest::jsonIsExactAndLeavesTheBytesOut()
{
    OperationDetail detail = sample();
    detail.operation.amountMinor = 9'007'199'254'740'993; // Beyond what a double keeps.
    detail.message->payload = "secret bytes";
    const QString json = operationJson(detail);
    QVERIFY(!json.contains(QStringLiteral("secret")));
    const QJsonObject read = QJsonDocument::fromJson(json.toUtf8()).object();
    QCOMPARE(read.value(QStringLiteral("amount_minor")).toString(), QStringLiteral("9007199254740993"));
    QCOMPARE(read.value(QStringLiteral("status")).toString(), QStringLiteral("UNKNOWN_EXTERNAL"));
    QCOMPARE(read.value(QStringLiteral("layers")).toObject().value(QStringLiteral("attempt")).toInt(), 2);
    QCOMPARE(read.value(QStringLiteral("events")).toArray().size(), 5);
    QCOMPARE(read.value(QStringLiteral("outbox")).toObject().value(QStringLiteral("payload_size")).toInt(), 214);
    QCOMPARE(read.value(QStringLiteral("taken_at")).toString(), QStringLiteral("2026-03-14T19:12:44.123456Z"));
}

// S13, S15: text of the database stays text.
void DetailWordsTest::markdownCannotBeBrokenByText()
{
    OperationDetail detail = sample();
    detail.operation.merchantName = "a|b\n# title <script> [x](y)";
    const QString report = operationMarkdown(detail, TimeFormat::utc(), sampleTime());
    QVERIFY2(report.contains(QStringLiteral("a\\|b\u2424\\# title \\<script\\> \\[x\\](y)")), qPrintable(report));
    QVERIFY(report.contains(QStringLiteral("one became two at Attempt")));
    QVERIFY(report.contains(QStringLiteral("(here one became two)")));
}

void DetailWordsTest::tablesHoldTheModelRules()
{
    const BatchDetail batch = sampleBatchDetail(Condition::Filled, "settle-daily:2026-03-14");
    const OperationDetail operation = sample();
    const auto check = [](auto& table, const auto& rows) {
        const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::Fatal);
        table.setNow(sampleTime());
        table.setTimeFormat(TimeFormat::utc().relativeTo(sampleTime()));
        table.setRows(rows);
        table.setRows({});
        table.setRows(rows);
        QCOMPARE(table.rowCount(), static_cast<int>(rows.size()));
        QStringList ids;
        for (int column = 0; column < table.columnCount(); ++column) {
            const ColumnText text = table.column(column);
            QVERIFY(
                !text.id.isEmpty() && !text.title.isEmpty() && !text.definition.isEmpty() && !text.source.isEmpty());
            ids << text.id;
            for (int row = 0; row < table.rowCount(); ++row)
                QVERIFY(table.index(row, column).data(CopyRole).isValid());
        }
        QCOMPARE(ids.removeDuplicates(), 0);
        QVERIFY(ids.size() <= 8); // At most eight columns by default.
    };
    TriggerTable triggers;
    check(triggers, batch.triggers);
    AttemptTable attempts;
    check(attempts, batch.attempts);
    ShardTable shards;
    check(shards, batch.shards);
    LookTable looks;
    check(looks, batch.looks);
    DifferenceTable differences;
    check(differences, batch.differences);
    AuditTable audit;
    check(audit, batch.audit);
    LegTable legs;
    check(legs, operation.legs);
    ItemTable items;
    check(items, operation.items);
    DeadLetterTable letters;
    check(letters, operation.deadLetters);
    TimelineTable timeline;
    check(timeline, timelineOf(operation));
    // A shard that differs from its promise says so, in sign and tone.
    QCOMPARE(shards.index(6, 4).data(ToneRole).value<Tone>(), Tone::Danger);
    QVERIFY(!shards.index(5, 4).data(ToneRole).isValid());
}

QTEST_GUILESS_MAIN(DetailWordsTest)
#include "tst_detail_words.moc"
