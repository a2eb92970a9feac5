// SPDX-License-Identifier: GPL-3.0-or-later
// What a person at a desk asks from a shell: what comes next, what crosses a release, what one key became, what was
// compared.
#include <QTest>

#include "fault_rig.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <memory>

using namespace onceover::test;

namespace {

constexpr const char* kBefore
    = "2026-05-12 10:29:50Z"; // 18:29:50 in Shanghai; the job runs at 18:30 for the day before.
constexpr const char* kDate = "2026-05-11";

QJsonObject objectOf(const CtlAnswer& answer)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(answer.out)).object();
}

std::string textOf(const CtlAnswer& answer)
{
    return "exit " + std::to_string(answer.exitStatus) + ": " + answer.out + answer.err;
}

QString member(const QJsonObject& object, const char* name)
{
    return object.value(QLatin1StringView(name)).toVariant().toString();
}

} // namespace

class DeskEndToEnd : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void nextAndJobsTellWhatComes();            // R10, R20
    void aReleaseInTheRetryWindowIsToldTwice(); // R81
    void nothingComparedIsNotSuccess();
    void whatBecameOfOneKeyIsAsked(); // R59
    void aChannelIsPausedAndResumed();
    void theWorksheetIsTheIssuesAndOurOwn(); // R1, R2
    void lettersAndAlertsAreRead();          // R76, R82, R130
    void aChannelThatKeepsWhatItDeclaresPasses();

private:
    std::unique_ptr<FaultRig> m_rig;
};

void DeskEndToEnd::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<FaultRig>(TestCluster::shared(), RigOptions{.merchants = 5});
    QVERIFY2(m_rig->problem().empty(), m_rig->problem().c_str());
    ONCEOVER_MUST(m_rig->beginAt(kBefore));
}

void DeskEndToEnd::cleanup()
{
    m_rig.reset();
}

void DeskEndToEnd::nextAndJobsTellWhatComes()
{
    const CtlAnswer next = m_rig->ctl("carol", {"next", "--count", "3", "--json"});
    QVERIFY2(next.exitStatus == 0, textOf(next).c_str());
    const QJsonArray runs = objectOf(next).value(QLatin1StringView("next")).toArray();
    QCOMPARE(runs.size(), 3);
    QCOMPARE(member(runs[0].toObject(), "run_key"), QStringLiteral("settle-daily:2026-05-11"));
    QCOMPARE(member(runs[0].toObject(), "local_wall"), QStringLiteral("2026-05-12 18:30 +08:00"));
    QCOMPARE(member(runs[2].toObject(), "biz_date"), QStringLiteral("2026-05-13"));

    const CtlAnswer jobs = m_rig->ctl("carol", {"jobs", "--json"});
    QVERIFY2(jobs.exitStatus == 0, textOf(jobs).c_str());
    const QJsonArray all = objectOf(jobs).value(QLatin1StringView("jobs")).toArray();
    QCOMPARE(all.size(), 1);
    const QJsonObject job = all[0].toObject();
    QCOMPARE(member(job, "job"), QStringLiteral("settle-daily"));
    for (const char* answer : {"same_action", "may_repeat", "allowed_lateness_seconds", "catch_up", "held_policy"})
        QVERIFY2(!member(job, answer).isEmpty(), answer);
    QCOMPARE(job.value(QLatin1StringView("next")).toArray().first(),
        runs[0].toObject().value(QLatin1StringView("scheduled_at")));

    const CtlAnswer words = m_rig->ctl("carol", {"next"});
    QVERIFY2(
        words.exitStatus == 0 && words.out.find("settle-daily:2026-05-11") != std::string::npos, textOf(words).c_str());
    QCOMPARE(m_rig->ctl("carol", {"next", "nobody", "--json"}).exitStatus, 1);
}

void DeskEndToEnd::aReleaseInTheRetryWindowIsToldTwice()
{
    QVERIFY(m_rig->tables().rows(
        "INSERT INTO onceover.release_window (starts_at, ends_at, what) VALUES ('2026-05-12 10:30:00Z', "
        "'2026-05-12 10:45:00Z', 'engine 4.2')"));
    const CtlAnswer next = m_rig->ctl("carol", {"next", "--count", "2", "--json"});
    const QJsonArray runs = objectOf(next).value(QLatin1StringView("next")).toArray();
    QCOMPARE(member(runs[0].toObject().value(QLatin1StringView("crosses_release")).toObject(), "what"),
        QStringLiteral("engine 4.2"));
    QVERIFY(runs[1].toObject().value(QLatin1StringView("crosses_release")).isNull());

    ONCEOVER_MUST(m_rig->startWorker("scheduler", "scheduler"));
    QVERIFY2(waitUntil([this] {
        return m_rig->tables().count("SELECT count(*) FROM onceover.job_outlook WHERE release_window_id IS NOT NULL")
            == 1;
    }),
        m_rig->logs().c_str());
    const CtlAnswer doctor = m_rig->ctl("carol", {"doctor"});
    QVERIFY2(doctor.out.find("engine 4.2") != std::string::npos, textOf(doctor).c_str());
    QVERIFY2(doctor.exitStatus == 0, textOf(doctor).c_str()); // Advice: money is late then, not wrong.
}

void DeskEndToEnd::nothingComparedIsNotSuccess()
{
    const char* none = "no enabled job of type reconcile";
    const CtlAnswer doctor = m_rig->ctl("carol", {"doctor"});
    QVERIFY2(doctor.exitStatus == 0 && doctor.out.find(none) != std::string::npos, textOf(doctor).c_str());
    // No day was ever compared; and nothing was ever sent that could be.
    for (const std::vector<std::string>& what :
        {std::vector<std::string>{"reconcile", "--date", "2026-01-01"}, {"reconcile"}}) {
        const CtlAnswer words = m_rig->ctl("carol", what);
        QVERIFY2(words.exitStatus == 1 && words.out.find("not the same as no difference") != std::string::npos,
            textOf(words).c_str());
        std::vector<std::string> json = what;
        json.emplace_back("--json");
        const CtlAnswer answer = m_rig->ctl("carol", json);
        QCOMPARE(answer.exitStatus, 1);
        QCOMPARE(member(objectOf(answer), "outcome"), QStringLiteral("NOTHING_COMPARED"));
    }
    ONCEOVER_MUST(m_rig->sell(kDate));
    ONCEOVER_MUST(m_rig->startWorker("worker"));
    ONCEOVER_MUST(m_rig->advanceTo("2026-05-12 10:30:01Z"));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    const CtlAnswer settled = m_rig->ctl("carol", {"reconcile", "--json"});
    QVERIFY2(settled.exitStatus == 0, textOf(settled).c_str());
    QCOMPARE(member(objectOf(settled), "outcome"), QStringLiteral("AGREES"));
}

void DeskEndToEnd::whatBecameOfOneKeyIsAsked()
{
    ONCEOVER_MUST(m_rig->sell(kDate));
    ONCEOVER_MUST(m_rig->startWorker("worker"));
    ONCEOVER_MUST(m_rig->advanceTo("2026-05-12 10:30:01Z"));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    const std::string key = m_rig->tables().value("SELECT min(idempotency_key) FROM onceover.outbox");
    const CtlAnswer words = m_rig->ctl("svc_resolver", {"query", key});
    QVERIFY2(words.exitStatus == 0, textOf(words).c_str());
    // The first line names database and host, as every command's; a connection string is none of a reader's business.
    QVERIFY2(words.out.find("dbname=") == std::string::npos && words.out.find("user=") == std::string::npos,
        textOf(words).c_str());
    const CtlAnswer json = m_rig->ctl("svc_resolver", {"query", key, "--json"});
    QCOMPARE(member(objectOf(json), "answer"), QStringLiteral("FOUND_EXECUTED"));
    QVERIFY2(json.out.find("dbname=") == std::string::npos, textOf(json).c_str());
    QCOMPARE(m_rig->ctl("svc_resolver", {"query", std::string(32, 'A')}).exitStatus, 1);
}

void DeskEndToEnd::aChannelIsPausedAndResumed()
{
    const std::vector<std::string> pause{"channel", "pause", "practice-bank", "--reason", "the bank is away"};
    QCOMPARE(m_rig->ctl("alice", {"channel", "pause", "practice-bank"}).exitStatus, 2); // Without a reason: usage.
    const CtlAnswer refused = m_rig->ctl("bob", pause);
    QVERIFY2(refused.exitStatus == 1, textOf(refused).c_str());
    const CtlAnswer paused = m_rig->ctl("alice", pause);
    QVERIFY2(paused.exitStatus == 0 && paused.out.find("practice-bank: paused.") != std::string::npos,
        textOf(paused).c_str());
    const CtlAnswer listed = m_rig->ctl("carol", {"channel", "pauses", "--json"});
    const QJsonArray pauses = objectOf(listed).value(QLatin1StringView("pauses")).toArray();
    QVERIFY2(pauses.size() == 1, textOf(listed).c_str());
    QCOMPARE(member(pauses[0].toObject(), "paused_by"), QStringLiteral("alice"));
    QCOMPARE(member(pauses[0].toObject(), "messages_held"), QStringLiteral("0"));
    const CtlAnswer status = m_rig->ctl("carol", {"status"});
    QVERIFY2(status.out.find("the bank is away") != std::string::npos, textOf(status).c_str());
    const CtlAnswer resumed
        = m_rig->ctl("alice", {"channel", "resume", "practice-bank", "--reason", "it is back", "--json"});
    QVERIFY2(resumed.exitStatus == 0, textOf(resumed).c_str());
    QCOMPARE(member(objectOf(resumed), "changed"), QStringLiteral("true"));
    QVERIFY(objectOf(resumed).value(QLatin1StringView("pause")).isNull());
    const CtlAnswer none = m_rig->ctl("carol", {"channel", "pauses"});
    QVERIFY2(none.out.find("No channel is paused.") != std::string::npos, textOf(none).c_str());
}

void DeskEndToEnd::theWorksheetIsTheIssuesAndOurOwn()
{
    const CtlAnswer baseline = m_rig->ctl("carol", {"reckon", "--baseline", "--json"});
    QVERIFY2(baseline.exitStatus == 0, textOf(baseline).c_str());
    QStringList values;
    for (const QJsonValue& line : objectOf(baseline).value(QLatin1StringView("baseline")).toArray()) {
        values << member(line.toObject(), "value").remove(QLatin1Char('%'));
        QCOMPARE(member(line.toObject(), "basis"), QStringLiteral("assumed"));
    }
    QCOMPARE(values.join(QLatin1Char(' ')),
        QStringLiteral("6 180 0.72 8.64 3.46 0.67 138 2.3 12 100 31 32850 9.1 5.8 4.0 0.9"));
    ONCEOVER_MUST(m_rig->sell(kDate));
    ONCEOVER_MUST(m_rig->startWorker("worker"));
    ONCEOVER_MUST(m_rig->advanceTo("2026-05-12 10:30:01Z"));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    const CtlAnswer own = m_rig->ctl("carol", {"reckon", "--json"});
    QVERIFY2(own.exitStatus == 0, textOf(own).c_str());
    const QJsonObject month = objectOf(own).value(QLatin1StringView("month")).toObject();
    QCOMPARE(member(month, "jobs"), QStringLiteral("1"));
    QVERIFY2(month.value(QLatin1StringView("executions")).toInteger() > 0, textOf(own).c_str());
    QCOMPARE(objectOf(own).value(QLatin1StringView("own")).toArray().size(), 16);
    const CtlAnswer words = m_rig->ctl("carol", {"reckon"});
    QVERIFY2(words.exitStatus == 0 && words.out.find("last 30 days") != std::string::npos, textOf(words).c_str());
    QCOMPARE(m_rig->ctl("carol", {"reckon", "--price", "much"}).exitStatus, 2);
}

void DeskEndToEnd::lettersAndAlertsAreRead()
{
    const CtlAnswer none = m_rig->ctl("carol", {"dead-letters", "--json"});
    QVERIFY2(none.exitStatus == 0, textOf(none).c_str());
    QVERIFY(objectOf(none).value(QLatin1StringView("dead_letters")).toArray().isEmpty());
    ONCEOVER_MUST(m_rig->bank().misbehave(R"({"next":{"refuse":1}})"));
    ONCEOVER_MUST(m_rig->sell(kDate));
    ONCEOVER_MUST(m_rig->startWorker("worker", "scheduler,settler,sender,resolver,reconciler,janitor"));
    ONCEOVER_MUST(m_rig->advanceTo("2026-05-12 10:30:01Z"));
    QVERIFY2(waitUntil([this] {
        return m_rig->tables().count("SELECT count(*) FROM onceover.alert WHERE rule = 'dead letter'") == 1;
    }),
        m_rig->logs().c_str());
    const CtlAnswer letters = m_rig->ctl("carol", {"dead-letters", "--json"});
    QVERIFY2(letters.exitStatus == 0, textOf(letters).c_str());
    const QJsonArray all = objectOf(letters).value(QLatin1StringView("dead_letters")).toArray();
    QCOMPARE(all.size(), 1);
    QCOMPARE(member(all[0].toObject(), "failure_class"), QStringLiteral("REFUSED"));
    for (const char* fact : {"job", "biz_date", "idempotency_key", "last_error", "payload_bytes", "amount_minor"})
        QVERIFY2(!member(all[0].toObject(), fact).isEmpty(), fact);
    const CtlAnswer old = m_rig->ctl("carol", {"dead-letters", "--older", "24h", "--json"});
    QVERIFY(old.exitStatus == 0 && objectOf(old).value(QLatin1StringView("dead_letters")).toArray().isEmpty());
    const CtlAnswer words = m_rig->ctl("carol", {"dead-letters"});
    QVERIFY2(words.exitStatus == 0
            && words.out.find(member(all[0].toObject(), "idempotency_key").toStdString()) != std::string::npos,
        textOf(words).c_str());

    const CtlAnswer alerts = m_rig->ctl("carol", {"alerts", "--json"});
    QVERIFY2(alerts.exitStatus == 0, textOf(alerts).c_str());
    QString number;
    for (const QJsonValue& alert : objectOf(alerts).value(QLatin1StringView("alerts")).toArray()) {
        if (member(alert.toObject(), "rule") == QLatin1String("dead letter"))
            number = member(alert.toObject(), "alert_id");
    }
    QVERIFY2(!number.isEmpty(), textOf(alerts).c_str());
    QCOMPARE(m_rig->ctl("alice", {"alerts", "--ack", "first"}).exitStatus, 2);
    const std::vector<std::string> acknowledge{
        "alerts", "--ack", number.toStdString(), "--reason", "the bank is asked"};
    QCOMPARE(m_rig->ctl("carol", acknowledge).exitStatus, 1); // An auditor looks on.
    const CtlAnswer seen = m_rig->ctl("alice", acknowledge);
    QVERIFY2(seen.exitStatus == 0 && seen.out.find("seen by ") != std::string::npos, textOf(seen).c_str());
}

// A channel that does what it declares may be enabled; one that cannot even be reached may not.
void DeskEndToEnd::aChannelThatKeepsWhatItDeclaresPasses()
{
    QVERIFY(m_rig->tables().rows(
        "ALTER TABLE onceover.channel_profile DISABLE TRIGGER guard_update; UPDATE onceover.channel_profile SET "
        "connect_timeout = '5 s', answer_timeout = '5 s', send_lease = '20 s', max_late_execution = '5 s', "
        "refusal_codes = '{INSUFFICIENT_FUNDS,ACCOUNT_CLOSED,BENEFICIARY_REJECTED,LIMIT_EXCEEDED}'; "
        "ALTER TABLE onceover.channel_profile ENABLE ALWAYS TRIGGER guard_update"));
    QCOMPARE(m_rig->ctl("alice", {"channel", "self-test", "practice-bank"}).exitStatus, 2); // It names no test mode.
    const std::vector<std::string> test{
        "channel", "self-test", "practice-bank", "--endpoint", m_rig->bank().endpoint() + "/test", "--json"};
    const CtlAnswer passed = m_rig->ctl("alice", test);
    QVERIFY2(passed.exitStatus == 0, textOf(passed).c_str());
    QCOMPARE(member(objectOf(passed), "passed"), QStringLiteral("true"));
    QVERIFY(objectOf(passed).value(QLatin1StringView("probes")).toArray().size() > 5);
    const CtlAnswer failed
        = m_rig->ctl("alice", {"channel", "self-test", "practice-bank", "--endpoint", "http://127.0.0.1:1"});
    QVERIFY2(
        failed.exitStatus == 1 && failed.out.find("must not be enabled") != std::string::npos, textOf(failed).c_str());
    QCOMPARE(m_rig->tables().value("SELECT passed FROM onceover.channel_self_test ORDER BY self_test_id DESC LIMIT 1"),
        std::string("f"));
    QCOMPARE(m_rig->ctl("alice", {"channel", "self-test", "nobody", "--endpoint", "http://127.0.0.1:1"}).exitStatus, 1);
}

QTEST_GUILESS_MAIN(DeskEndToEnd)
#include "tst_e2e_desk.moc"
