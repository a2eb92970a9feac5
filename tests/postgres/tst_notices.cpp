// SPDX-License-Identifier: GPL-3.0-or-later
// Mail and webhooks of the P1 jobs: through the outbox alone, once per key, whatever repeats. A real database, the real
// engine, and the practice bank as their sink.
#include <QTest>

#include "engine_bench.h"

#include "channel/practice_control.h"
#include "channel/signature.h"

using namespace onceover;
using namespace onceover::test;

namespace {

const std::string kSunday = "2026-10-25"; // Of ISO week 43; the report of Monday 2026-10-26 tells of it.
constexpr int kListeners = 5;

class NoticeBench : public EngineBench {
public:
    using EngineBench::EngineBench;

    /// One settled day, five merchants that want mail and webhooks, two channels and the three jobs. Empty when all is
    /// there.
    [[nodiscard]] std::string prepare(const char* secret = "practice secret")
    {
        if (const auto entered = enterDay(kSunday); !entered)
            return entered.error().detail;
        std::string wrong = sql(
            "UPDATE onceover.merchant SET notify_mail = 'm' || merchant_id || '@example.org', notify_webhook = true "
            "WHERE merchant_id IN (SELECT merchant_id FROM onceover.merchant ORDER BY 1 LIMIT "
            + std::to_string(kListeners) + ")");
        wrong += addNoticeChannels(secret);
        for (const char* type : {"weekly-report", "mail-digest", "webhook-delivery"})
            wrong += addJob(type, "Asia/Shanghai", "0 8 * * *", std::string{type} == "weekly-report" ? 0 : -1);
        return wrong;
    }
    [[nodiscard]] std::string settleSunday()
    {
        const std::string answer = trigger(kSunday);
        return answer == "DONE CREATED" ? awaitBatch(kSunday) : answer;
    }
    /// Triggers a job for a date and waits for its batch.
    [[nodiscard]] std::string notify(
        const std::string& job, const std::string& day, const std::string& status = "COMPLETED")
    {
        const std::string answer = trigger(day, job);
        if (answer.substr(0, 4) != "DONE")
            return answer;
        return await(
            "SELECT coalesce((SELECT status FROM onceover.settlement_batch WHERE job_type = '" + job + "'), '')",
            status);
    }
};

} // namespace

class TstNotices : public QObject {
    Q_OBJECT

private slots:
    void aWeeklyReportGoesOutOncePerIsoWeek();
    void aDigestTellsWhatBecameOfTheDay();
    void webhooksAreSignedAndTakenOnce();
    void anUnreliableSinkTakesEachOnce_data();
    void anUnreliableSinkTakesEachOnce();
    void aWrongSignatureIsADeadLetterAtOnce();
    void withoutASecretNoWebhookLeaves();
    void withoutAChannelTheRunFailsAndSaysSo();
    void theSignatureIsTheStandardOne();
};

// R12, R19, R55: triggered daily, one report: any day of the week hits the key of its Monday.
void TstNotices::aWeeklyReportGoesOutOncePerIsoWeek()
{
    NoticeBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    bench.startEngine();
    QCOMPARE(bench.settleSunday(), std::string{"COMPLETED"});
    QCOMPARE(bench.notify("weekly-report", "2026-10-26"), std::string{"COMPLETED"});
    for (const char* day : {"2026-10-27", "2026-11-01", "2026-10-26"})
        QCOMPARE(bench.trigger(day, "weekly-report"), std::string{"DONE ALREADY_COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT run_key, biz_date, status FROM onceover.job_run WHERE job_id = 'weekly-report'"),
        std::string{"weekly-report:2026-W43|2026-10-26|DONE"});
    const QJsonArray mails = bench.taken(QStringLiteral("mail"));
    QCOMPARE(mails.size(), qsizetype{kListeners});
    for (const QJsonValue& mail : mails) {
        QCOMPARE(mail[QLatin1String("sends")].toInt(), 1);
        const QJsonObject message = QJsonDocument::fromJson(mail[QLatin1String("body")].toString().toUtf8()).object();
        QCOMPARE(
            message[QLatin1String("subject")].toString(), QStringLiteral("Settlements of 2026-10-19 to 2026-10-25"));
        QVERIFY(message[QLatin1String("to")].toString().endsWith(QLatin1String("@example.org")));
        QVERIFY2(message[QLatin1String("text")].toString().contains(QLatin1String(": 1 settlements, 1 paid out (")),
            qPrintable(message[QLatin1String("text")].toString()));
    }
    QCOMPARE(bench.sql("SELECT count(*), sum(amount_minor) FROM onceover.settlement_operation WHERE settlement_type = "
                       "'weekly-report'"),
        std::string{"5|0"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.ledger_entry l JOIN onceover.settlement_operation o USING "
                       "(bucket, operation_id) WHERE "
                       "o.settlement_type = 'weekly-report'"),
        std::string{"0"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R55
void TstNotices::aDigestTellsWhatBecameOfTheDay()
{
    NoticeBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    QCOMPARE(bench.sql("UPDATE onceover.merchant SET on_hold = true WHERE notify_webhook"), std::string{});
    bench.startEngine();
    QCOMPARE(bench.settleSunday(), std::string{"COMPLETED"});
    QCOMPARE(bench.notify("mail-digest", kSunday), std::string{"COMPLETED"});
    bench.stopEngine();
    const QJsonArray mails = bench.taken(QStringLiteral("mail"));
    QCOMPARE(mails.size(), qsizetype{kListeners});
    for (const QJsonValue& mail : mails)
        QVERIFY2(mail[QLatin1String("body")].toString().contains(
                     QLatin1String("0 paid out (nothing), 1 carried over, 0 open, 0 failed.")),
            qPrintable(mail[QLatin1String("body")].toString()));
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R55: the sink checks the signature of the raw bytes; the id is the key.
void TstNotices::webhooksAreSignedAndTakenOnce()
{
    NoticeBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    bench.startEngine();
    bench.startEngine();
    QCOMPARE(bench.settleSunday(), std::string{"COMPLETED"});
    QCOMPARE(bench.notify("webhook-delivery", kSunday), std::string{"COMPLETED"});
    QCOMPARE(bench.trigger(kSunday, "webhook-delivery"), std::string{"DONE ALREADY_COMPLETED"});
    bench.stopEngine();
    const QJsonArray hooks = bench.taken(QStringLiteral("webhook"));
    QCOMPARE(hooks.size(), qsizetype{kListeners});
    QStringList keys;
    for (const QJsonValue& hook : hooks) {
        QCOMPARE(hook[QLatin1String("sends")].toInt(), 1);
        keys.append(hook[QLatin1String("key")].toString());
    }
    keys.sort();
    QCOMPARE(keys.join(QLatin1Char('\n')).toStdString(),
        bench.sql("SELECT idempotency_key FROM onceover.outbox WHERE message_kind = 'webhook' ORDER BY idempotency_key "
                  "COLLATE \"C\""));
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstNotices::anUnreliableSinkTakesEachOnce_data()
{
    QTest::addColumn<QByteArray>("misdeeds");
    QTest::newRow("loses answers") << QByteArray(R"({"lose_answer":0.6,"seed":1})");
    QTest::newRow("5xx after it took it") << QByteArray(R"({"fail_after_execute":0.6,"seed":2})");
    QTest::newRow("5xx before") << QByteArray(R"({"fail_before_execute":0.6,"seed":3})");
    QTest::newRow("throttles") << QByteArray(R"({"throttle":0.6,"retry_after_s":0,"seed":4})");
}

// R55, R58, R59: asked before it is sent again.
void TstNotices::anUnreliableSinkTakesEachOnce()
{
    QFETCH(QByteArray, misdeeds);
    NoticeBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    bench.startEngine();
    QCOMPARE(bench.settleSunday(), std::string{"COMPLETED"});
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), misdeeds.toStdString()));
    QCOMPARE(bench.notify("webhook-delivery", kSunday), std::string{"COMPLETED"});
    QCOMPARE(bench.notify("mail-digest", kSunday), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.taken(QStringLiteral("webhook")).size(), qsizetype{kListeners});
    QCOMPARE(bench.taken(QStringLiteral("mail")).size(), qsizetype{kListeners});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R71: a signature that the receiver refuses is not tried again.
void TstNotices::aWrongSignatureIsADeadLetterAtOnce()
{
    NoticeBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare("another secret"), std::string{});
    bench.startEngine();
    QCOMPARE(bench.settleSunday(), std::string{"COMPLETED"});
    QCOMPARE(bench.notify("webhook-delivery", kSunday, "PARTIAL"), std::string{"PARTIAL"});
    bench.stopEngine();
    QCOMPARE(bench.taken(QStringLiteral("webhook")).size(), qsizetype{0});
    QCOMPARE(bench.sql(
                 "SELECT failure_class, grade, count(*) FROM onceover.dead_letter WHERE status = 'OPEN' GROUP BY 1, 2"),
        std::string{"REFUSED|P1|5"});
    QCOMPARE(
        bench.sql("SELECT max(sends_total) FROM onceover.outbox WHERE message_kind = 'webhook'"), std::string{"1"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstNotices::withoutASecretNoWebhookLeaves()
{
    NoticeBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(""), std::string{});
    QCOMPARE(
        bench.sql("UPDATE onceover.channel_profile SET max_send_attempts = 2 WHERE kind = 'webhook'"), std::string{});
    bench.startEngine();
    QCOMPARE(bench.settleSunday(), std::string{"COMPLETED"});
    QCOMPARE(bench.notify("webhook-delivery", kSunday, "PARTIAL"), std::string{"PARTIAL"});
    bench.stopEngine();
    QCOMPARE(bench.taken(QStringLiteral("webhook")).size(), qsizetype{0});
    QCOMPARE(
        bench.sql(
            "SELECT failure_class, count(*) FROM onceover.dead_letter WHERE last_error LIKE '%no secret%' GROUP BY 1"),
        std::string{"NOT_SENT|5"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R77, R82: nothing to send through: the run's attempts are spent, and a person is told.
void TstNotices::withoutAChannelTheRunFailsAndSaysSo()
{
    NoticeBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    QCOMPARE(bench.sql("UPDATE onceover.channel_profile SET enabled = false WHERE kind = 'mail'"), std::string{});
    bench.startEngine();
    QCOMPARE(bench.settleSunday(), std::string{"COMPLETED"});
    QCOMPARE(bench.notify("mail-digest", kSunday, "FAILED"), std::string{"FAILED"});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT subject_kind, idempotency_key, status FROM onceover.dead_letter"),
        "run|mail-digest:" + kSunday + "|OPEN");
}

// RFC 4231, test case 2.
void TstNotices::theSignatureIsTheStandardOne()
{
    QCOMPARE(channel::hmacSha256Hex("Jefe", "what do ya want for nothing?"),
        std::string{"5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"});
}

QTEST_GUILESS_MAIN(TstNotices)
#include "tst_notices.moc"
