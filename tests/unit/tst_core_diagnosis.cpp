// SPDX-License-Identifier: GPL-3.0-or-later
// Which executions repeat each other, and what speaks for and against each cause (R106 R107 R109 R110 R111), on rows of
// our own and on logs of another scheduler made by others.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/analysis/diagnosis.h"
#include "core/analysis/xxl_log.h"
#include "core_cases.h"

using namespace onceover;
using namespace std::chrono_literals;

namespace {

constexpr Timestamp kTwo{std::chrono::hours{24 * 20000 + 2}}; // Two o'clock of some night.

/// One execution of the settlement of that night, on a node, dispatched so many minutes after two.
Execution executionAt(const char* id, const char* node, std::chrono::minutes after)
{
    Execution execution;
    execution.id = id;
    execution.trigger = "trigger 1";
    execution.job = "settle-daily";
    execution.scope = "2026-03-29";
    execution.node = node;
    execution.start = StartKind::Schedule;
    execution.route = RouteKind::One;
    execution.end = ExecutionEnd::Succeeded;
    execution.dispatchedAt = kTwo + after;
    execution.endedAt = kTwo + after + 20min;
    execution.lastHeartbeatAt = execution.endedAt;
    execution.patience = 5min;
    execution.clockOff = 0ms;
    execution.items = 5000;
    execution.scopeItems = 5000;
    return execution;
}

Verdict verdictOn(const Diagnosis& diagnosis, Hypothesis hypothesis)
{
    return diagnosis.repeated.at(0).verdicts.at(static_cast<std::size_t>(hypothesis)).verdict;
}

/// The names of the hypotheses with that verdict, and the rows of the first.
QString named(const Diagnosis& diagnosis, Verdict verdict)
{
    QStringList names;
    for (const HypothesisVerdict& weighed : diagnosis.repeated.at(0).verdicts) {
        if (weighed.verdict == verdict)
            names << QString::fromUtf8(nameOf(weighed.hypothesis));
    }
    return names.join(QLatin1Char(' '));
}

QByteArray caseFile(const QString& name)
{
    QFile file(casesFolder() + QStringLiteral("/scheduler/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray{};
}

} // namespace

class TestCoreDiagnosis : public QObject {
    Q_OBJECT

private slots:
    void oneTriggerThreeNodesTwoRanTheWhole(); // R111
    void eachCauseIsSupportedByItsRows_data(); // R110
    void eachCauseIsSupportedByItsRows();
    void symptomsAloneSupportNothing(); // R110
    void shardsAndRetriesOfFailuresAreNoRepetition();
    void imbalanceIsNeverACause();               // R48: a judgement over rows, wherever they were read
    void theFirstLayerThatDoubledIsNamed_data(); // R106
    void theFirstLayerThatDoubledIsNamed();
    void logsOfOthersAreRead_data(); // R107, data/scheduler
    void logsOfOthersAreRead();
    void theTrueDuplicateIsFoundAndTheShardsAreNot(); // R107 R110
    void aLogThatIsNoneIsRefusedWithItsLine_data();
    void aLogThatIsNoneIsRefusedWithItsLine();
};

void TestCoreDiagnosis::oneTriggerThreeNodesTwoRanTheWhole()
{
    Execution a = executionAt("attempt 1", "node-a", 0min);
    a.lastHeartbeatAt = kTwo + 1min; // Silent from then on, and not dead.
    a.endedAt = kTwo + 30min;
    const Execution b = executionAt("attempt 2", "node-b", 6min);
    const Diagnosis diagnosis = diagnose({b, a}); // The third node was idle: it has no row.
    QCOMPARE(diagnosis.repeated.size(), std::size_t{1});
    const RepeatedWork& repeated = diagnosis.repeated.front();
    QCOMPARE(repeated.executions, (std::vector<std::string>{"attempt 1", "attempt 2"}));
    QVERIFY(repeated.isOneTrigger);
    QVERIFY(!repeated.shard);
    QCOMPARE(repeated.verdicts.size(), kCountOf<Hypothesis>);
    QCOMPARE(named(diagnosis, Verdict::Supported), QStringLiteral("FAILOVER"));
    QCOMPARE(named(diagnosis, Verdict::Open), QString());
    QCOMPARE(repeated.verdicts.front().rows, (std::vector<std::string>{"attempt 1", "attempt 2"}));
    QCOMPARE(diagnosis.overlaps.size(), std::size_t{1});
    QCOMPARE(diagnosis.overlaps.front().together, milliseconds{24min});
}

void TestCoreDiagnosis::eachCauseIsSupportedByItsRows_data()
{
    QTest::addColumn<int>("cause");
    for (std::size_t i = 0; i < kCountOf<Hypothesis>; ++i)
        QTest::newRow(std::string{nameOf(static_cast<Hypothesis>(i))}.c_str()) << static_cast<int>(i);
}

void TestCoreDiagnosis::eachCauseIsSupportedByItsRows()
{
    QFETCH(int, cause);
    const auto hypothesis = static_cast<Hypothesis>(cause);
    std::vector<Execution> rows{executionAt("attempt 1", "node-a", 0min), executionAt("attempt 2", "node-b", 6min)};
    switch (hypothesis) {
    case Hypothesis::Failover:
        rows[0].lastHeartbeatAt = kTwo + 30s;
        break;
    case Hypothesis::BroadcastRoute:
        for (Execution& row : rows)
            row.route = RouteKind::Broadcast;
        break;
    case Hypothesis::ManualRerun:
        rows[1].start = StartKind::Manual;
        rows[1].trigger = "trigger 2";
        break;
    case Hypothesis::WrongRetry:
        rows[1].start = StartKind::Retry;
        rows[1].retryOf = "attempt 1";
        rows[0].end = ExecutionEnd::Lost;
        break;
    case Hypothesis::BroadcastTakenForShards:
        // Each was given a half, both worked on the whole: that they share work shows in the items, not in the ranges.
        for (int i = 0; i < 2; ++i) {
            rows[static_cast<std::size_t>(i)].route = RouteKind::Broadcast;
            rows[static_cast<std::size_t>(i)].shard = ExecutionShard{i, 2};
        }
        break;
    case Hypothesis::ShardRangeLost:
        rows[0].shard = ExecutionShard{0, 2};
        rows[0].items = 2500;
        break;
    case Hypothesis::Clock:
        rows[1].clockOff = -10min; // Beyond the patience of five.
        break;
    }
    const Diagnosis diagnosis = diagnose(rows);
    QCOMPARE(diagnosis.repeated.size(), std::size_t{1});
    QCOMPARE(named(diagnosis, Verdict::Supported), QString::fromUtf8(nameOf(hypothesis)));
    QCOMPARE(named(diagnosis, Verdict::Open), QString());
    const HypothesisVerdict& weighed = diagnosis.repeated.front().verdicts.at(static_cast<std::size_t>(cause));
    QVERIFY(!weighed.rows.empty() && !weighed.why.empty());
}

void TestCoreDiagnosis::symptomsAloneSupportNothing()
{
    Execution a;
    a.id = "log 1";
    a.job = "job 1";
    a.scope = "2026-03-29";
    a.end = ExecutionEnd::Succeeded;
    Execution b = a;
    b.id = "log 2";
    const Diagnosis diagnosis = diagnose({a, b});
    QCOMPARE(diagnosis.repeated.size(), std::size_t{1});
    QCOMPARE(named(diagnosis, Verdict::Supported), QString());
    QCOMPARE(diagnosis.unjudged, 0);
    // Without any key nothing is said of them at all.
    a.scope = b.scope = "";
    QVERIFY(diagnose({a, b}).repeated.empty());
    QCOMPARE(diagnose({a, b}).unjudged, 2);
    // What has to be divided to be lost or taken for it was not: that much the rows do say.
    QCOMPARE(named(diagnosis, Verdict::Refuted), QStringLiteral("BROADCAST_TAKEN_FOR_SHARDS SHARD_RANGE_LOST"));
}

void TestCoreDiagnosis::shardsAndRetriesOfFailuresAreNoRepetition()
{
    std::vector<Execution> shards;
    for (int i = 0; i < 3; ++i) {
        shards.push_back(executionAt(("attempt " + std::to_string(i)).c_str(), "node", 0min));
        shards.back().route = RouteKind::Broadcast;
        shards.back().shard = ExecutionShard{i, 3};
        shards.back().items = 1667;
    }
    QVERIFY(diagnose(shards).repeated.empty());
    std::vector<Execution> retries;
    for (int i = 0; i < 4; ++i) {
        retries.push_back(executionAt(("attempt " + std::to_string(i)).c_str(), "node", std::chrono::minutes{i * 30}));
        retries.back().start = i == 0 ? StartKind::Schedule : StartKind::Retry;
        retries.back().end = i == 3 ? ExecutionEnd::Succeeded : ExecutionEnd::Failed;
        retries.back().retryOf = i == 0 ? "" : "attempt " + std::to_string(i - 1);
    }
    QVERIFY(diagnose(retries).repeated.empty());
    // The same chain, one of whose links nobody knows the end of, is one.
    retries[1].end = ExecutionEnd::Lost;
    QCOMPARE(diagnose(retries).repeated.size(), std::size_t{1});
    // What never reached a node did nothing.
    retries[1].end = ExecutionEnd::NotDispatched;
    QVERIFY(diagnose(retries).repeated.empty());
}

void TestCoreDiagnosis::imbalanceIsNeverACause()
{
    std::vector<Execution> parts;
    const std::array<std::int64_t, 3> sizes{1, 1, 97};
    for (int i = 0; i < 3; ++i) {
        parts.push_back(executionAt(("attempt " + std::to_string(i)).c_str(), "node", 0min));
        parts.back().shard = ExecutionShard{i, 3};
        parts.back().items = sizes[static_cast<std::size_t>(i)];
        parts.back().scopeItems = 99;
    }
    const Diagnosis diagnosis = diagnose(parts);
    QCOMPARE(diagnosis.imbalanced, std::vector<std::string>{"settle-daily"});
    QVERIFY(diagnosis.repeated.empty());
}

void TestCoreDiagnosis::theFirstLayerThatDoubledIsNamed_data()
{
    QTest::addColumn<QList<int>>("counts");
    QTest::addColumn<QString>("layer");
    QTest::addColumn<bool>("isIncident");
    QTest::newRow("once") << QList<int>{1, 1, 1, 1, 1, 1} << "" << false;
    QTest::newRow("three triggers, one effect") << QList<int>{3, 3, 1, 1, 1, 1} << "TRIGGER" << false;
    QTest::newRow("two attempts, one effect") << QList<int>{1, 2, 1, 1, 1, 1} << "ATTEMPT" << false;
    QTest::newRow("two operations") << QList<int>{1, 2, 2, 2, 2, 2} << "ATTEMPT" << true;
    QTest::newRow("one message, two effects") << QList<int>{1, 1, 1, 1, 1, 2} << "EFFECT" << true;
    QTest::newRow("legs twice") << QList<int>{1, 1, 1, 2, 1, 1} << "LEGS" << true;
}

void TestCoreDiagnosis::theFirstLayerThatDoubledIsNamed()
{
    QFETCH(QList<int>, counts);
    QFETCH(QString, layer);
    QFETCH(bool, isIncident);
    LayerCounts layers;
    for (std::size_t i = 0; i < layers.counts.size(); ++i)
        layers.counts[i] = counts[static_cast<qsizetype>(i)];
    const auto first = firstDoubled(layers);
    QCOMPARE(first ? QString::fromUtf8(nameOf(*first)) : QString(), layer);
    QCOMPARE(onceover::isIncident(layers), isIncident);
}

void TestCoreDiagnosis::logsOfOthersAreRead_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
        {"xxl__eqc_daily31.sql", "xxl__imewp_dup_and_shards.sql", "xxl__readygo_lost.sql", "xxl__sxcode_200rows.sql"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestCoreDiagnosis::logsOfOthersAreRead()
{
    QFETCH(QString, name);
    QFile truthFile(casesFolder() + QStringLiteral("/truth.json"));
    if (!truthFile.open(QIODevice::ReadOnly))
        QSKIP("the files made by others are not here");
    const QJsonObject truth = QJsonDocument::fromJson(truthFile.readAll())
                                  .object()[QStringLiteral("scheduler/") + name]
                                  .toObject()[QStringLiteral("truth")]
                                  .toObject();
    const auto executions = readXxlLog(caseFile(name).toStdString());
    QVERIFY2(executions.has_value(), executions ? "" : executions.error().found.c_str());
    QCOMPARE(static_cast<int>(executions->size()), truth[QStringLiteral("rows")].toInt());
    QVERIFY(truth[QStringLiteral("rows")].toInt() > 0);
    const Diagnosis diagnosis = diagnose(*executions);
    QCOMPARE(static_cast<int>(diagnosis.repeated.size()), truth[QStringLiteral("n_dup_groups")].toInt());
    QStringList overlaps;
    for (const Overlap& overlap : diagnosis.overlaps)
        overlaps << QString::fromStdString(
            overlap.earlier + " " + overlap.later + " " + std::to_string(overlap.together.count() / 1000));
    QStringList expected;
    for (const QJsonValue& value : truth[QStringLiteral("overlapping_executions(job,id1,id2,seconds)")].toArray()) {
        const QJsonArray parts = value.toArray();
        expected
            << QStringLiteral("log %1 log %2 %3").arg(parts[1].toInt()).arg(parts[2].toInt()).arg(parts[3].toDouble());
    }
    QCOMPARE(overlaps, expected);
}

void TestCoreDiagnosis::theTrueDuplicateIsFoundAndTheShardsAreNot()
{
    const QByteArray dump = caseFile(QStringLiteral("xxl__imewp_dup_and_shards.sql"));
    if (dump.isEmpty())
        QSKIP("the files made by others are not here");
    const Diagnosis diagnosis = diagnose(readXxlLog(dump.toStdString()).value());
    QCOMPARE(diagnosis.repeated.size(), std::size_t{1});
    QCOMPARE(diagnosis.repeated.front().executions, (std::vector<std::string>{"log 12", "log 13"}));
    QCOMPARE(diagnosis.repeated.front().job, std::string{"job 3"});
    QCOMPARE(verdictOn(diagnosis, Hypothesis::ManualRerun), Verdict::Supported);
    QCOMPARE(verdictOn(diagnosis, Hypothesis::BroadcastRoute), Verdict::Refuted); // One node got both.
    QCOMPARE(verdictOn(diagnosis, Hypothesis::Failover), Verdict::Refuted);
    QCOMPARE(verdictOn(diagnosis, Hypothesis::Clock), Verdict::Open);
}

void TestCoreDiagnosis::aLogThatIsNoneIsRefusedWithItsLine_data()
{
    QTest::addColumn<QByteArray>("dump");
    QTest::addColumn<QString>("says");
    QTest::newRow("too few values") << QByteArray("\n\nINSERT INTO `xxl_job_log` VALUES (1, 2);") << "line 3";
    QTest::newRow("text without end") << QByteArray("INSERT INTO `xxl_job_log` (`id`, `job_id`) VALUES (1, 'a);")
                                      << "line 1";
    QTest::newRow("no number") << QByteArray(
        "INSERT INTO `xxl_job_log` (`id`, `job_id`, `trigger_code`, `handle_code`) VALUES (1, 2, 'x', 0);")
                               << "line 1";
}

void TestCoreDiagnosis::aLogThatIsNoneIsRefusedWithItsLine()
{
    QFETCH(QByteArray, dump);
    QFETCH(QString, says);
    const auto read = readXxlLog(dump.toStdString());
    QVERIFY(!read);
    QCOMPARE(read.error().refusal, std::optional{Refusal::ValueMalformed});
    QVERIFY2(QString::fromStdString(read.error().found).contains(says), read.error().found.c_str());
    QCOMPARE(readXxlLog("DROP TABLE `xxl_job_log`; LOCK TABLES `xxl_job_log` WRITE;").value().size(), std::size_t{0});
}

QTEST_GUILESS_MAIN(TestCoreDiagnosis)
#include "tst_core_diagnosis.moc"
