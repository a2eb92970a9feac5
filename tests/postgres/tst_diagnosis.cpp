// SPDX-License-Identifier: GPL-3.0-or-later
// What a diagnosis finds in our own tables: layers side by side per business key, and who worked on it when (R107 R109
// R111 R112).
#include <QTest>

#include "store/diagnosis_store.h"
#include "store/operation_store.h"
#include "store_rig.h"

using namespace onceover;
using namespace onceover::test;

namespace {

constexpr const char* kDay = "2026-03-10";

} // namespace

class TestDiagnosis : public QObject {
    Q_OBJECT

private slots:
    void init();
    void aRunWithoutRepetitionHasNothingToTell();
    void aTakeOverIsTwoAttemptsAndOneEffect_data(); // R109 R111
    void aTakeOverIsTwoAttemptsAndOneEffect();
    void aSecondEffectIsAnIncidentWithItsReason(); // R106 R112
    void whoIsNoAuditorIsRefused();

private:
    [[nodiscard]] Result<std::optional<RunToDiagnose>> read(const char* login = "carol") const;

    std::unique_ptr<StoreRig> m_rig;
};

void TestDiagnosis::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
}

Result<std::optional<RunToDiagnose>> TestDiagnosis::read(const char* login) const
{
    store::DiagnosisStore store{{m_rig->database().conninfo(login), "--dsn"}, "tst_diagnosis"};
    if (const auto connected = store.connect(); !connected)
        return tl::unexpected{connected.error()};
    return store.readRun(JobId{"settle-daily"}, *BusinessDate::parse(kDay), 200);
}

void TestDiagnosis::aRunWithoutRepetitionHasNothingToTell()
{
    ONCEOVER_OK(m_rig->postAll());
    const auto run = read();
    ONCEOVER_OK(run);
    QVERIFY(run->has_value());
    QCOMPARE((*run)->runKey, std::string{"settle-daily:2026-03-10"});
    QVERIFY((*run)->operations > 0);
    QCOMPARE((*run)->doubledTotal, 0);
    QVERIFY((*run)->executions.empty());
    QVERIFY(diagnose((*run)->executions).repeated.empty());
}

void TestDiagnosis::aTakeOverIsTwoAttemptsAndOneEffect_data()
{
    QTest::addColumn<bool>("livedOn");
    QTest::addColumn<QString>("verdict");
    QTest::newRow("the first worker was heard of afterwards") << true << QStringLiteral("SUPPORTED");
    QTest::newRow("nobody heard of it again") << false << QStringLiteral("OPEN"); // It may have been killed.
}

void TestDiagnosis::aTakeOverIsTwoAttemptsAndOneEffect()
{
    QFETCH(bool, livedOn);
    QFETCH(QString, verdict);
    store::OperationStore first{m_rig->duty("worker", "w1")};
    ONCEOVER_OK(first.claim(claimOf()));
    m_rig->endLeases();
    ONCEOVER_OK(m_rig->postAll("w2"));
    if (livedOn)
        QCOMPARE(m_rig->ask("INSERT INTO worker_heartbeat (worker_id, duty, minute, beat_at) VALUES ('w1', 'settler', "
                            "date_trunc('minute', clock()), clock())"),
            std::string{});
    const auto run = read();
    ONCEOVER_OK(run);
    QVERIFY((*run)->doubledTotal > 0);
    for (const DoubledKey& key : (*run)->doubled) {
        QCOMPARE(key.layers.of(Layer::Attempt), 2);
        QCOMPARE(key.layers.of(Layer::Operation), 1);
        QCOMPARE(key.layers.of(Layer::Message), 1);
        QVERIFY(!isIncident(key.layers));
        QCOMPARE(firstDoubled(key.layers), std::optional{Layer::Attempt});
        // The order waits to be sent: what the outside makes of it nobody knows yet.
        QVERIFY(!key.isAnswered);
        QVERIFY2(whySecondTookEffect(key).find("Not known yet") == 0, whySecondTookEffect(key).c_str());
    }
    const Diagnosis diagnosis = diagnose((*run)->executions);
    QCOMPARE(static_cast<std::int64_t>(diagnosis.repeated.size()), (*run)->doubledTotal);
    const RepeatedWork& repeated = diagnosis.repeated.front();
    QVERIFY(repeated.isOneTrigger);
    QCOMPARE(repeated.executions.size(), std::size_t{2});
    QCOMPARE(
        QString::fromUtf8(nameOf(repeated.verdicts[static_cast<std::size_t>(Hypothesis::Failover)].verdict)), verdict);
    for (const Hypothesis other : {Hypothesis::BroadcastRoute, Hypothesis::ManualRerun, Hypothesis::WrongRetry,
             Hypothesis::BroadcastTakenForShards, Hypothesis::ShardRangeLost, Hypothesis::Clock})
        QCOMPARE(repeated.verdicts[static_cast<std::size_t>(other)].verdict, Verdict::Refuted);
}

void TestDiagnosis::aSecondEffectIsAnIncidentWithItsReason()
{
    ONCEOVER_OK(m_rig->postAll());
    const std::string operation = m_rig->ask(
        "SELECT operation_id FROM settlement_operation WHERE status = 'AWAITING_EXTERNAL' ORDER BY 1 LIMIT 1");
    const std::string call = "INSERT INTO external_call (kind, channel_id, profile_version, bucket, outbox_id, "
                             "operation_id, idempotency_key, outbox_version, "
                             "started_at, duration, answer, external_ref, worker_id) SELECT 'SEND', channel_id, 1, "
                             "bucket, outbox_id, operation_id, "
                             "idempotency_key, 1, clock(), '1 ms', 'ACCEPTED', r, 'w1' FROM outbox, unnest(ARRAY['bank "
                             "1', 'bank 2']) r WHERE operation_id = '"
        + operation + "'";
    QCOMPARE(m_rig->ask(call), std::string{});
    const auto run = read();
    ONCEOVER_OK(run);
    QCOMPARE((*run)->doubledTotal, 1);
    const DoubledKey& key = (*run)->doubled.front();
    QCOMPARE(key.operation.value.toString(), operation);
    QCOMPARE(key.layers.of(Layer::Effect), 2);
    QVERIFY(isIncident(key.layers));
    QCOMPARE(firstDoubled(key.layers), std::optional{Layer::Effect});
    QVERIFY2(whySecondTookEffect(key).find("the repetition is on its side") != std::string::npos,
        whySecondTookEffect(key).c_str());
}

void TestDiagnosis::whoIsNoAuditorIsRefused()
{
    const auto run = read("alice");
    QVERIFY(!run);
    QCOMPARE(run.error().refusal, std::optional{Refusal::MissingRole});
}

QTEST_GUILESS_MAIN(TestDiagnosis)
#include "tst_diagnosis.moc"
