// SPDX-License-Identifier: GPL-3.0-or-later
// The same business date, triggered again: by three schedulers at once, by hand, by processes at once, before, during
// and after it is settled. Every trigger leaves its row and is told about the one run; nothing else grows.
#include <QTest>

#include "fault_rig.h"
#include "judge.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <memory>

using namespace onceover::test;

namespace {

// 18:30 in Shanghai; the job settles the day before.
constexpr const char* kBefore = "2026-05-12 10:29:50Z";
constexpr const char* kDue = "2026-05-12 10:30:01Z";
constexpr const char* kDueAgain = "2026-05-12 10:31:01Z";
constexpr const char* kDate = "2026-05-11";
constexpr const char* kRunKey = "settle-daily:2026-05-11";

QJsonObject objectOf(const CtlAnswer& answer)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(answer.out)).object();
}

/// An answer of `trigger --json` that names the run.
bool namesTheRun(const CtlAnswer& answer)
{
    return answer.exitStatus == 0
        && objectOf(answer).value(QLatin1StringView("run_key")).toString() == QLatin1StringView(kRunKey);
}

std::string textOf(const CtlAnswer& answer)
{
    return "exit " + std::to_string(answer.exitStatus) + ": " + answer.out + answer.err;
}

} // namespace

class FaultRepeats : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void threeSchedulersMakeOneTrigger();
    void aDateTriggeredByHandAndBySchedule(); // R33, R35: a schedule that was moved, a date that is done
    void aRestartedSchedulerRepeatsNothing();
    void theBusinessDateIsNeverGuessed();

private:
    std::string startWorkersThatWatch();
    std::vector<CtlAnswer> triggerTwiceAtOnce();
    long long triggers(const std::string& source);

    std::unique_ptr<FaultRig> m_rig;
};

void FaultRepeats::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<FaultRig>(
        TestCluster::shared(), RigOptions{.merchants = 100, .answerTimeoutMs = 400, .maxInFlight = 2});
    QVERIFY2(m_rig->problem().empty(), m_rig->problem().c_str());
    ONCEOVER_MUST(m_rig->beginAt(kBefore));
    ONCEOVER_MUST(m_rig->sell(kDate));
}

void FaultRepeats::cleanup()
{
    m_rig.reset();
}

/// Three processes with worker ids of their own, all of which look for due instants.
std::string FaultRepeats::startWorkersThatWatch()
{
    for (const char* name : {"worker-1", "worker-2", "worker-3"}) {
        if (std::string problem = m_rig->startWorker(name); !problem.empty())
            return problem;
    }
    const bool allWatch = waitUntil([this] {
        return m_rig->tables().count(
                   "SELECT count(DISTINCT worker_id) FROM onceover.worker_heartbeat WHERE duty = 'scheduler'")
            == 3;
    });
    return allWatch ? std::string{} : "not all schedulers came up\n" + m_rig->logs();
}

std::vector<CtlAnswer> FaultRepeats::triggerTwiceAtOnce()
{
    const auto command = m_rig->ctlCommand("alice", {"trigger", "settle-daily", "--biz-date", kDate, "--json"});
    return runCtlsAtOnce({command, command});
}

long long FaultRepeats::triggers(const std::string& source)
{
    return m_rig->tables().count("SELECT count(*) FROM onceover.run_trigger WHERE run_key = '" + std::string{kRunKey}
        + "' AND source = '" + source + "'");
}

// K67, R1
void FaultRepeats::threeSchedulersMakeOneTrigger()
{
    ONCEOVER_MUST(startWorkersThatWatch());
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.run_trigger"), 1);
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.job_run"), 1);
    ONCEOVER_MUST(judge(*m_rig));
}

// K68, K69 (the day after), F8, R18, R44
void FaultRepeats::aDateTriggeredByHandAndBySchedule()
{
    // Before: nobody works yet. Two at once make one run.
    for (const CtlAnswer& answer : triggerTwiceAtOnce())
        QVERIFY2(namesTheRun(answer), textOf(answer).c_str());
    QCOMPARE(triggers("manual"), 2);
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.run_trigger WHERE answer = 'CREATED'"), 1);
    QCOMPARE(
        m_rig->tables().value("SELECT count(*) || ' ' || min(status) FROM onceover.job_run"), std::string("1 DUE"));

    // During: the bank takes its time, so that both triggers meet the batch half done.
    ONCEOVER_MUST(m_rig->bank().misbehave("{\"delay_ms\": 100}"));
    ONCEOVER_MUST(startWorkersThatWatch());
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    QVERIFY(waitUntil([this] {
        return m_rig->tables().count("SELECT count(*) FROM onceover.outbox WHERE status = 'ACCEPTED'") > 0;
    }));
    QVERIFY2(waitUntil([this] { return triggers("schedule") == 1; }), m_rig->logs().c_str());
    for (const CtlAnswer& answer : triggerTwiceAtOnce())
        QVERIFY2(namesTheRun(answer), textOf(answer).c_str());
    QVERIFY2(!m_rig->isSettled(kDate), "the day ended before it was triggered again: the case proves nothing");
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.run_trigger WHERE answer = 'EXISTING'"), 4);
    ONCEOVER_MUST(m_rig->bank().misbehave("{}"));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    const Effects settled = effectsOf(*m_rig);

    // After: by hand, twice at once, and by the schedule, whose plan was moved by a minute and comes due for the same
    // date.
    for (const CtlAnswer& answer : triggerTwiceAtOnce())
        QVERIFY2(namesTheRun(answer), textOf(answer).c_str());
    QVERIFY(m_rig->tables().rows("UPDATE onceover.job SET schedule = '31 18 * * *'"));
    ONCEOVER_MUST(m_rig->advanceTo(kDueAgain));
    QVERIFY2(waitUntil([this] { return triggers("schedule") == 2; }), m_rig->logs().c_str());
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.run_trigger WHERE answer = 'ALREADY_COMPLETED'"), 3);

    // Two whole rounds of every scheduler later there is still nothing more.
    const std::string beats = "SELECT count(DISTINCT h.worker_id) FROM onceover.worker_heartbeat h WHERE h.duty = "
                              "'scheduler' AND h.beat_at > '";
    const std::string now = m_rig->tables().value("SELECT onceover.clock()");
    QVERIFY(waitUntil([&] { return m_rig->tables().count(beats + now + "'") == 3; }));
    const Effects later = effectsOf(*m_rig);
    QVERIFY2(later == settled, (settled.text() + "became " + later.text()).c_str());
    QCOMPARE(triggers("manual"), 6);
    QCOMPARE(triggers("schedule"), 2);
    ONCEOVER_MUST(judge(*m_rig));
}

// F8, R1, R44: new incarnations look at the same instants again.
void FaultRepeats::aRestartedSchedulerRepeatsNothing()
{
    ONCEOVER_MUST(startWorkersThatWatch());
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    const Effects settled = effectsOf(*m_rig);
    for (const char* name : {"worker-1", "worker-2", "worker-3"})
        QVERIFY2(m_rig->stopWorker(name), (std::string{name} + " did not stop cleanly\n" + m_rig->logs()).c_str());
    for (const char* name : {"worker-4", "worker-5"})
        ONCEOVER_MUST(m_rig->startWorker(name));
    QVERIFY(waitUntil([this] {
        return m_rig->tables().count("SELECT count(DISTINCT h.worker_id) FROM onceover.worker_heartbeat h JOIN "
                                     "onceover.worker w USING (worker_id) "
                                     "WHERE h.duty = 'scheduler' AND w.stopped_at IS NULL")
            == 2;
    }));
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.run_trigger"), 1);
    const Effects later = effectsOf(*m_rig);
    QVERIFY2(later == settled, (settled.text() + "became " + later.text()).c_str());
    ONCEOVER_MUST(judge(*m_rig));
}

// K69, R19
void FaultRepeats::theBusinessDateIsNeverGuessed()
{
    const CtlAnswer answer = m_rig->ctl("alice", {"trigger", "settle-daily"});
    QVERIFY2(answer.exitStatus == 2, textOf(answer).c_str());
    QVERIFY2((answer.out + answer.err).find("--biz-date") != std::string::npos, textOf(answer).c_str());
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.run_trigger"), 0);
    // A day that is not over has no settlement yet.
    const CtlAnswer today = m_rig->ctl("alice", {"trigger", "settle-daily", "--biz-date", "2026-05-12", "--json"});
    QVERIFY2(today.exitStatus == 1, textOf(today).c_str());
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.run_trigger"), 0);
}

QTEST_GUILESS_MAIN(FaultRepeats)
#include "tst_fault_repeats.moc"
