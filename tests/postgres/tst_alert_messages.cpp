// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts reach people through the outbox: one message per alert, level and kind, whatever repeats and however many
// look. A real database, the real engine, and the practice bank as their sink.
#include <QTest>

#include "engine_bench.h"

#include "channel/practice_control.h"
#include "sql/migrations.h"

using namespace onceover;
using namespace onceover::test;

namespace {

const std::set<engine::Role> kWhoTells{engine::Role::Reconciler, engine::Role::Sender, engine::Role::Resolver};

/// A database in practice time in which nothing is sold, with a channel for mail and one for webhooks, and two
/// contacts.
class AlertBench : public EngineBench {
public:
    using EngineBench::EngineBench;

    [[nodiscard]] std::string prepare(const char* secret = "practice secret")
    {
        if (const std::string wrong = enterNothingSold(); !wrong.empty())
            return wrong;
        if (const auto ran = database.runAsSuperuser(sql::findProvision("sandbox")->text); !ran)
            return ran.error().detail;
        std::string wrong = sql("SELECT FROM onceover.sandbox_begin('2026-05-10 08:00Z')") + addNoticeChannels(secret);
        // Practice time leaps: no worker vanished because of that.
        wrong += sql("UPDATE onceover.watch_limit SET amount = amount * 100000 WHERE name = 'worker silence'");
        return wrong
            + sql("INSERT INTO onceover.alert_contact VALUES (0, 'on call', 'oncall@practice.example'), (1, 'lead', "
                  "'lead@practice.example')");
    }
    /// Something that a person must be told: the letter of the n-th run, counted from 1 and put in order.
    [[nodiscard]] std::string putLetter(int n, const std::string& grade = "P0") const
    {
        const std::string number = std::to_string(n);
        const std::string day = "2026-04-" + std::string(n < 10 ? "0" : "") + number;
        return sql("INSERT INTO onceover.job_run (job_id, job_type, scope, run_key, biz_date, grade, status, zone, "
                   "tzdata_version) VALUES "
                   "('settle-daily', 'settle-daily', '', 'settle-daily:"
            + day + "', '" + day
            + "', 'P0', 'HELD', 'Asia/Shanghai', ''); UPDATE onceover.job_run SET status = 'SKIPPED', finished_at = "
              "onceover.clock() WHERE "
              "status = 'HELD'; INSERT INTO onceover.dead_letter (subject_kind, subject_id, job_id, biz_date, grade, "
              "idempotency_key, "
              "failure_class, last_error, payload, attempts) SELECT 'run', run_id, 'settle-daily', '2026-05-09', '"
            + grade
            + "', 'settle-daily:2026-05-09', 'BUDGET_SPENT', 'the bank is away', '', 4 FROM onceover.job_run WHERE "
              "biz_date = '"
            + day + "'");
    }
    [[nodiscard]] std::string advance(const std::string& instant) const
    {
        return sql("SELECT FROM onceover.sandbox_advance('" + instant + "', true)");
    }
    /// "level kind status" of each message, in order.
    [[nodiscard]] std::string messages() const
    {
        return sql("SELECT string_agg(level || ' ' || message_kind || ' ' || status, ', ' ORDER BY alert_id, level, "
                   "message_kind) FROM "
                   "onceover.v_alert_message");
    }
    [[nodiscard]] std::string awaitMessages(const std::string& wanted)
    {
        const std::string found
            = await("SELECT coalesce(string_agg(level || ' ' || message_kind || ' ' || status, ', ' ORDER BY "
                    "alert_id, level, message_kind), '') FROM onceover.v_alert_message",
                wanted);
        if (found != wanted) // Qt does not print a std::string that differs.
            qWarning("%s\n%s\n%s", found.c_str(),
                sql("SELECT alert_id, rule, subject, escalations, opened_at, closed_at FROM onceover.alert").c_str(),
                troubles().c_str());
        return found;
    }
    [[nodiscard]] static QJsonObject bodyOf(const QJsonValue& notice)
    {
        return QJsonDocument::fromJson(notice[QLatin1String("body")].toString().toUtf8()).object();
    }
    /// Until each of the two reconcilers beats: how many did.
    [[nodiscard]] std::string awaitAnotherLook() const
    {
        return await("SELECT count(DISTINCT worker_id) FROM onceover.worker_heartbeat WHERE duty = 'reconciler'", "2");
    }
};

} // namespace

class TstAlertMessages : public QObject {
    Q_OBJECT

private slots:
    void anAlertIsToldOnceByMailAndWebhook();
    void twoReconcilersTellItOnce();
    void aSinkThatIsAwayIsTriedAgain();
    void anUnreliableSinkTakesEachOnce_data();
    void anUnreliableSinkTakesEachOnce();
    void whatNobodyAcknowledgesGoesToTheNextContactOnce();
    void escalationEndsAtItsLimit();
    void whoAcknowledgedIsNotToldAgain();
    void aFreezeHoldsNoAlert();
    void whatCannotBeToldIsALetterAndNotToldInCircles();
    void withoutAChannelNothingIsWritten();
    void theSameAlertHasTheSameKeyAfterLosingRows();
    void theReconcilerWritesNoOtherMessage_data();
    void theReconcilerWritesNoOtherMessage();
};

// R55, R76, R128: with key and last error, through the outbox, each kind once.
void TstAlertMessages::anAlertIsToldOnceByMailAndWebhook()
{
    AlertBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    QCOMPARE(bench.putLetter(1), std::string{});
    bench.startEngine(kWhoTells);
    QCOMPARE(
        bench.awaitMessages("0 mail ACCEPTED, 0 webhook ACCEPTED"), std::string{"0 mail ACCEPTED, 0 webhook ACCEPTED"});
    bench.stopEngine();
    const QJsonArray mails = bench.taken(QStringLiteral("mail"));
    QCOMPARE(mails.size(), qsizetype{1});
    QCOMPARE(mails[0][QLatin1String("sends")].toInt(), 1);
    const QJsonObject mail = AlertBench::bodyOf(mails[0]);
    QCOMPARE(mail[QLatin1String("to")].toString(), QStringLiteral("oncall@practice.example"));
    QCOMPARE(mail[QLatin1String("subject")].toString(), QStringLiteral("P0 dead letter: run 1"));
    QCOMPARE(mail[QLatin1String("text")].toString(),
        QStringLiteral("P0 dead letter: run 1, 2026-05-09, key settle-daily:2026-05-09, last error: the bank is away "
                       "(BUDGET_SPENT)"));
    const QJsonObject hook = AlertBench::bodyOf(bench.taken(QStringLiteral("webhook"))[0]);
    QCOMPARE(hook[QLatin1String("idempotency_key")].toString(), QStringLiteral("settle-daily:2026-05-09"));
    QCOMPARE(hook[QLatin1String("level")].toInt(), 0);
    // No direct send: whatever the sink took is a message of the outbox, under its computed key.
    QCOMPARE(bench.sql("SELECT count(*), count(DISTINCT idempotency_key) FROM onceover.outbox WHERE batch_id = 0"),
        std::string{"2|2"});
    QCOMPARE(mails[0][QLatin1String("key")].toString().toStdString(),
        bench.sql("SELECT idempotency_key FROM onceover.outbox WHERE message_kind = 'mail'"));
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R55
void TstAlertMessages::twoReconcilersTellItOnce()
{
    AlertBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    for (int n = 1; n <= 12; ++n)
        QCOMPARE(bench.putLetter(n, n % 2 == 0 ? "P0" : "P1"), std::string{});
    bench.startEngine(kWhoTells);
    bench.startEngine(kWhoTells);
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.v_alert_message WHERE status = 'ACCEPTED'", "24"),
        std::string{"24"});
    QCOMPARE(bench.awaitAnotherLook(), std::string{"2"});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.alert"), std::string{"12"});
    QCOMPARE(bench.sql("SELECT count(*), max(sends_total) FROM onceover.outbox"), std::string{"24|1"});
    QCOMPARE(bench.taken(QStringLiteral("mail")).size(), qsizetype{12});
    QCOMPARE(bench.taken(QStringLiteral("webhook")).size(), qsizetype{12});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R55, R70, R73: the outbox tries again; the alert is not written again.
void TstAlertMessages::aSinkThatIsAwayIsTriedAgain()
{
    AlertBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    bench.stopBank();
    QCOMPARE(bench.putLetter(1), std::string{});
    bench.startEngine(kWhoTells);
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.outbox WHERE attempts > 0", "2"), std::string{"2"});
    bench.startBank();
    QCOMPARE(
        bench.awaitMessages("0 mail ACCEPTED, 0 webhook ACCEPTED"), std::string{"0 mail ACCEPTED, 0 webhook ACCEPTED"});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT bool_and(sends_total > 1) FROM onceover.outbox"), std::string{"t"});
    QCOMPARE(bench.taken(QStringLiteral("mail")).size(), qsizetype{1});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstAlertMessages::anUnreliableSinkTakesEachOnce_data()
{
    QTest::addColumn<QByteArray>("misdeeds");
    QTest::newRow("loses answers") << QByteArray(R"({"lose_answer":0.6,"seed":1})");
    QTest::newRow("5xx after it took it") << QByteArray(R"({"fail_after_execute":0.6,"seed":2})");
    QTest::newRow("throttles") << QByteArray(R"({"throttle":0.6,"retry_after_s":0,"seed":4})");
}

// R58, R59: what is unknown is asked about, not sent again.
void TstAlertMessages::anUnreliableSinkTakesEachOnce()
{
    QFETCH(QByteArray, misdeeds);
    AlertBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), misdeeds.toStdString()));
    for (int n = 1; n <= 6; ++n)
        QCOMPARE(bench.putLetter(n), std::string{});
    bench.startEngine(kWhoTells);
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.v_alert_message WHERE status = 'ACCEPTED'", "12"),
        std::string{"12"});
    bench.stopEngine();
    QCOMPARE(bench.taken(QStringLiteral("mail")).size(), qsizetype{6});
    QCOMPARE(bench.taken(QStringLiteral("webhook")).size(), qsizetype{6});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R130: after four hours, or at the end of the job's day, to the next contact; a further message, once, by two
// reconcilers.
void TstAlertMessages::whatNobodyAcknowledgesGoesToTheNextContactOnce()
{
    AlertBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    QCOMPARE(bench.putLetter(1, "P0"), std::string{});
    QCOMPARE(bench.putLetter(2, "P1"), std::string{}); // Not escalated.
    bench.startEngine(kWhoTells);
    bench.startEngine(kWhoTells);
    const std::string first = "0 mail ACCEPTED, 0 webhook ACCEPTED, 0 mail ACCEPTED, 0 webhook ACCEPTED";
    QCOMPARE(bench.awaitMessages(first), first);
    QCOMPARE(bench.advance("2026-05-10 12:15Z"), std::string{}); // It was 16:00 in Shanghai, and is 20:15.
    const std::string second = "0 mail ACCEPTED, 0 webhook ACCEPTED, 1 mail ACCEPTED, 1 webhook ACCEPTED, 0 mail "
                               "ACCEPTED, 0 webhook ACCEPTED";
    QCOMPARE(bench.awaitMessages(second), second);
    QCOMPARE(bench.awaitAnotherLook(), std::string{"2"});
    bench.stopEngine();
    QCOMPARE(bench.messages(), second);
    QCOMPARE(bench.sql("SELECT string_agg(grade || ' ' || escalations, ', ' ORDER BY grade) FROM onceover.alert"),
        std::string{"P0 1, P1 0"});
    QStringList told;
    for (const QJsonValue& mail : bench.taken(QStringLiteral("mail"))) {
        const QJsonObject body = AlertBench::bodyOf(mail);
        if (body[QLatin1String("to")].toString() == QLatin1String("lead@practice.example"))
            told.append(body[QLatin1String("text")].toString());
    }
    QCOMPARE(told,
        QStringList{QStringLiteral("Nobody acknowledged this, escalation 1: P0 dead letter: run 1, 2026-05-09, key "
                                   "settle-daily:2026-05-09, last error: the bank is away (BUDGET_SPENT)")});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R77, R130: the last contact is told again, but not for ever; what nobody acknowledges stays open in the list.
void TstAlertMessages::escalationEndsAtItsLimit()
{
    AlertBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    QCOMPARE(bench.sql("UPDATE onceover.watch_limit SET amount = 2 WHERE name = 'escalations'"), std::string{});
    QCOMPARE(bench.putLetter(1), std::string{});
    bench.startEngine(kWhoTells);
    std::string told = "0 mail ACCEPTED, 0 webhook ACCEPTED";
    QCOMPARE(bench.awaitMessages(told), told);
    for (const char* level : {"1", "2"}) {
        QCOMPARE(bench.advance(*level == '1' ? "2026-05-10 12:15Z" : "2026-05-10 16:30Z"), std::string{});
        told += std::string{", "} + level + " mail ACCEPTED, " + level + " webhook ACCEPTED";
        QCOMPARE(bench.awaitMessages(told), told);
    }
    QCOMPARE(bench.advance("2026-05-12 00:00Z"), std::string{});
    // Something newer that is told shows that the reconciler looked since.
    QCOMPARE(bench.putLetter(2, "P1"), std::string{});
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.v_alert_message m JOIN onceover.v_alert a USING (alert_id) "
                         "WHERE a.grade = 'P1' AND m.status = 'ACCEPTED'",
                 "2"),
        std::string{"2"});
    bench.stopEngine();
    QCOMPARE(
        bench.sql("SELECT string_agg(escalations || ' ' || (closed_at IS NULL) || ' ' || (acknowledged_at IS NULL), "
                  "',') FROM onceover.alert WHERE grade = 'P0' AND rule = 'dead letter'"),
        std::string{"2 true true"});
    QCOMPARE(bench.sql("SELECT max(level) FROM onceover.v_alert_message"), std::string{"2"});
}

// R130
void TstAlertMessages::whoAcknowledgedIsNotToldAgain()
{
    AlertBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    QCOMPARE(bench.putLetter(1), std::string{});
    bench.startEngine(kWhoTells);
    const std::string first = "0 mail ACCEPTED, 0 webhook ACCEPTED";
    QCOMPARE(bench.awaitMessages(first), first);
    QCOMPARE(bench.sql("SELECT outcome FROM onceover.acknowledge_alert((SELECT min(alert_id) FROM onceover.v_alert), "
                       "gen_random_uuid())",
                 "alice"),
        std::string{"DONE"});
    QCOMPARE(bench.advance("2026-05-10 20:00Z"), std::string{});
    // Something newer that is told shows that the reconciler looked since.
    QCOMPARE(bench.putLetter(2, "P1"), std::string{});
    const std::string second = first + ", " + first;
    QCOMPARE(bench.awaitMessages(second), second);
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT max(escalations) FROM onceover.alert"), std::string{"0"});
}

// DESIGN.md rule 12, I12
void TstAlertMessages::aFreezeHoldsNoAlert()
{
    AlertBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    QCOMPARE(bench.sql("INSERT INTO onceover.freeze_order (scope_kind, scope_ref, actor, reason) VALUES ('everything', "
                       "'', 'alice', 'test'), "
                       "('channel', 'practice-mail', 'alice', 'test'); UPDATE onceover.freeze_order SET status = "
                       "'IN_FORCE', effective_at = "
                       "onceover.clock()"),
        std::string{});
    QCOMPARE(bench.putLetter(1), std::string{});
    bench.startEngine(kWhoTells);
    const std::string told = "0 mail ACCEPTED, 0 webhook ACCEPTED";
    QCOMPARE(bench.awaitMessages(told), told);
    bench.stopEngine();
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R71, R82, R84: an alert that cannot be delivered is a task for a person, with an alert of its own that is shown but
// not sent.
void TstAlertMessages::whatCannotBeToldIsALetterAndNotToldInCircles()
{
    AlertBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare("another secret"), std::string{}); // The sink refuses what is signed with it.
    QCOMPARE(bench.putLetter(1), std::string{});
    bench.startEngine(kWhoTells);
    const std::string told = "0 mail ACCEPTED, 0 webhook REFUSED";
    QCOMPARE(bench.awaitMessages(told), told);
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.alert WHERE subject LIKE 'message %'", "1"), std::string{"1"});
    QCOMPARE(bench.putLetter(2, "P1"), std::string{}); // It is looked at again.
    const std::string more = told + ", 0 mail ACCEPTED, 0 webhook REFUSED";
    QCOMPARE(bench.awaitMessages(more), more);
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT string_agg(subject_kind || ' ' || failure_class || ' ' || job_id || ' ' || biz_date || "
                       "' ' || grade, ', ' ORDER "
                       "BY dead_letter_id) FROM onceover.dead_letter WHERE subject_kind = 'message'"),
        std::string{"message REFUSED settle-daily 2026-05-09 P0, message REFUSED settle-daily 2026-05-09 P1"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstAlertMessages::withoutAChannelNothingIsWritten()
{
    AlertBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    QCOMPARE(bench.sql("UPDATE onceover.channel_profile SET enabled = false WHERE kind = 'webhook'; DELETE FROM "
                       "onceover.alert_contact"),
        std::string{});
    QCOMPARE(bench.putLetter(1), std::string{});
    bench.startEngine(kWhoTells);
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.alert", "1"), std::string{"1"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.outbox"), std::string{"0"});
    // As soon as there is somebody, he is told what is still open.
    QCOMPARE(bench.sql("INSERT INTO onceover.alert_contact VALUES (0, 'on call', 'oncall@practice.example')"),
        std::string{});
    QCOMPARE(bench.awaitMessages("0 mail ACCEPTED"), std::string{"0 mail ACCEPTED"});
    bench.stopEngine();
}

// I7, R22: the id is computed from what is told, not from a sequence.
void TstAlertMessages::theSameAlertHasTheSameKeyAfterLosingRows()
{
    AlertBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(), std::string{});
    const auto tell = [&bench] {
        std::ignore = bench.sql("SELECT setval(q, nextval(q) + 1000) FROM (SELECT "
                                "pg_get_serial_sequence('onceover.alert', 'alert_id')::regclass AS q) x");
        std::ignore = bench.sql(
            "INSERT INTO onceover.alert (rule, subject, grade, last_error) VALUES ('dead letter', 'run 1', 'P0', 'x')");
        std::ignore = bench.sql("SELECT onceover.send_alert(max(alert_id), 0, 'mail', 'words') FROM onceover.alert");
        return bench.sql("SELECT idempotency_key FROM onceover.outbox ORDER BY outbox_id DESC LIMIT 1");
    };
    const std::string first = tell();
    QCOMPARE(first.size(), std::size_t{32});
    for (const char* table : {"outbox", "alert_message", "alert"})
        QCOMPARE(bench.sql(std::string{"ALTER TABLE onceover."} + table + " DISABLE TRIGGER USER; DELETE FROM onceover."
                     + table + "; ALTER TABLE onceover." + table + " ENABLE TRIGGER USER"),
            std::string{});
    QCOMPARE(tell(), first);
    // The next opening of the same thing is another one.
    QCOMPARE(bench.sql("UPDATE onceover.alert SET closed_at = onceover.clock()"), std::string{});
    QVERIFY(tell() != first);
}

void TstAlertMessages::theReconcilerWritesNoOtherMessage_data()
{
    QTest::addColumn<QByteArray>("statement");
    QTest::newRow("an outbox row") << QByteArray("INSERT INTO outbox (bucket) VALUES (1)");
    QTest::newRow("an alert's message") << QByteArray(
        "INSERT INTO alert_message VALUES (1, 0, 'mail', 1, 0, gen_random_uuid())");
    QTest::newRow("a contact") << QByteArray("INSERT INTO alert_contact VALUES (7, 'me', 'me@example.org')");
}

// R98
void TstAlertMessages::theReconcilerWritesNoOtherMessage()
{
    QFETCH(QByteArray, statement);
    static TestDatabase database;
    ONCEOVER_NEED(database);
    const auto done = database.run("svc_reconciler", "SET search_path = onceover; " + statement.toStdString());
    QVERIFY(!done);
    QVERIFY2(done.error().detail.find("permission denied") != std::string::npos, done.error().detail.c_str());
}

QTEST_GUILESS_MAIN(TstAlertMessages)
#include "tst_alert_messages.moc"
