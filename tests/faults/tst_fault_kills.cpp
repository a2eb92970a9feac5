// SPDX-License-Identifier: GPL-3.0-or-later
// A day is settled by three workers and a sender of its own while their processes, the bank and PostgreSQL are killed
// at random moments. Prints its seed; ONCEOVER_SEED=<seed> replays the same plans.
#include <QTest>

#include "fault_rig.h"
#include "judge.h"

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <set>

using namespace onceover::test;

namespace {

constexpr int kRounds = 20; ///< ONCEOVER_ROUNDS=<n> plays that many.
constexpr int kMerchants = 300;
constexpr const char* kFirstDate = "2026-03-02";

enum class Victim { Worker, Sender, Bank, Postgres };
constexpr std::array kVictimNames{"worker", "sender", "bank", "PostgreSQL"};

/// What a strike counts. Each only grows while a day is settled, so that a threshold is met for certain.
struct Measure {
    const char* name;
    const char* sql;
};
constexpr std::array kMeasures{
    Measure{"enumerated", "SELECT count(*) FROM onceover.settlement_operation WHERE biz_date = $d"},
    Measure{"claimed", "SELECT count(*) FROM onceover.settlement_operation WHERE biz_date = $d AND attempts_total > 0"},
    Measure{"posted",
        "SELECT count(*) FROM onceover.settlement_operation o JOIN onceover.outbox m USING (bucket, operation_id) "
        "WHERE biz_date = $d"},
    Measure{"marked",
        "SELECT count(*) FROM onceover.settlement_operation o JOIN onceover.outbox m USING (bucket, operation_id) "
        "WHERE biz_date = $d AND m.sends_total > 0"},
    Measure{"answered",
        "SELECT count(DISTINCT c.operation_id) FROM onceover.external_call c JOIN onceover.settlement_operation o "
        "USING (bucket, operation_id) WHERE o.biz_date = $d"},
    Measure{
        "succeeded", "SELECT count(*) FROM onceover.settlement_operation WHERE biz_date = $d AND status = 'SUCCEEDED'"},
};

struct Strike {
    Victim victim = Victim::Worker;
    int worker = 0; ///< Which of the three.
    std::size_t measure = 0;
    int threshold = 1;
    bool isDone = false;

    [[nodiscard]] std::string text() const
    {
        return std::string{kVictimNames[static_cast<std::size_t>(victim)]}
        + (victim == Victim::Worker ? ' ' + std::to_string(worker + 1) : std::string{}) + " at "
            + std::to_string(threshold) + ' ' + kMeasures[measure].name;
    }
};

/// What happens in one round; follows from seed and round alone.
struct Plan {
    std::vector<Strike> strikes;
    std::string misbehaviour;
};

Plan makePlan(std::uint64_t seed, int round)
{
    std::seed_seq mixed{
        static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U), static_cast<std::uint32_t>(round)};
    std::mt19937 random(mixed);
    const auto draw = [&random](int from, int to) {
        return from + static_cast<int>(random() % static_cast<unsigned>(to - from + 1));
    };
    const auto strikeAt = [&](Victim victim) {
        const auto measure = static_cast<std::size_t>(draw(0, static_cast<int>(kMeasures.size()) - 1));
        return Strike{victim, draw(0, 2), measure, draw(1, kMerchants)};
    };
    Plan plan;
    plan.strikes = {strikeAt(Victim::Worker), strikeAt(Victim::Worker), strikeAt(Victim::Sender)};
    if (draw(0, 1) == 0 || round % 4 == 0)
        plan.strikes.push_back(strikeAt(Victim::Bank));
    if (draw(0, 2) == 0 || round % 5 == 0)
        plan.strikes.push_back(strikeAt(Victim::Postgres));
    const std::string delay = "\"delay_ms\": " + std::to_string(draw(5, 60));
    const bool misbehaves = draw(0, 1) == 0 || round % 3 == 0;
    plan.misbehaviour = misbehaves ? "{" + delay
            + ", \"lose_answer\": 0.08, \"fail_after_execute\": 0.08, \"fail_before_execute\": 0.08, \"seed\": "
            + std::to_string(draw(1, 1'000'000)) + "}"
                                   : "{" + delay + "}";
    return plan;
}

std::string workerName(int number)
{
    return "worker-" + std::to_string(number + 1);
}

} // namespace

class FaultKills : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everythingCompletesByItselfOnce_data();
    void everythingCompletesByItselfOnce();
    void everyKindWasKilledInTheMiddle();
    void cleanupTestCase();

private:
    std::string begin(int round);
    std::string strike(const Strike& strike);
    long long measured(std::size_t measure) const;

    std::unique_ptr<TestCluster> m_cluster;
    std::unique_ptr<FaultRig> m_rig;
    std::string m_date;
    std::map<Victim, int> m_inTheMiddle; ///< Kills while the day was not settled yet.
};

void FaultKills::initTestCase()
{
    m_cluster = std::make_unique<TestCluster>(); // Its server is killed: not the shared one.
    ONCEOVER_NEED(*m_cluster);
    qInfo("seed %llu (ONCEOVER_SEED=%llu replays it)", static_cast<unsigned long long>(testSeed()),
        static_cast<unsigned long long>(testSeed()));
}

void FaultKills::cleanupTestCase()
{
    m_rig.reset();
    m_cluster.reset();
}

std::string FaultKills::begin(int round)
{
    // After a round that failed the next one begins with a new installation, so that it tells its own story.
    if (!m_rig) {
        m_rig = std::make_unique<FaultRig>(*m_cluster, RigOptions{.merchants = kMerchants});
        if (!m_rig->problem().empty())
            return m_rig->problem();
    }
    m_date = QDate::fromString(QLatin1StringView(kFirstDate), Qt::ISODate)
                 .addDays(round)
                 .toString(Qt::ISODate)
                 .toStdString();
    for (int worker = 0; worker < 3; ++worker) {
        if (!m_rig->isWorkerRunning(workerName(worker))) {
            if (std::string problem = m_rig->startWorker(workerName(worker)); !problem.empty())
                return problem;
        }
    }
    if (!m_rig->isWorkerRunning("sender")) {
        if (std::string problem = m_rig->startWorker("sender", "sender"); !problem.empty())
            return problem;
    }
    return m_rig->sell(m_date);
}

long long FaultKills::measured(std::size_t measure) const
{
    std::string sql = kMeasures[measure].sql;
    const std::string quoted = "'" + m_date + "'";
    sql.replace(sql.find("$d"), 2, quoted);
    return m_rig->tables().count(sql);
}

/// Kills and restarts at once; what went wrong, else empty.
std::string FaultKills::strike(const Strike& strike)
{
    switch (strike.victim) {
    case Victim::Worker:
        m_rig->killWorker(workerName(strike.worker));
        return m_rig->startWorker(workerName(strike.worker));
    case Victim::Sender:
        m_rig->killWorker("sender");
        return m_rig->startWorker("sender", "sender");
    case Victim::Bank:
        m_rig->bank().kill();
        return m_rig->bank().start();
    case Victim::Postgres: {
        if (const auto killed = m_cluster->server().kill(); !killed)
            return killed.error().detail;
        const auto started = m_cluster->server().start();
        return started ? std::string{} : started.error().detail;
    }
    }
    return "no such victim";
}

void FaultKills::everythingCompletesByItselfOnce_data()
{
    QTest::addColumn<int>("round");
    bool isSet = false;
    const int wanted = qEnvironmentVariableIntValue("ONCEOVER_ROUNDS", &isSet);
    const int rounds = isSet && wanted > 0 ? wanted : kRounds;
    for (int round = 1; round <= rounds; ++round)
        QTest::addRow("round %d", round) << round;
}

// K05 K06 K08 K09 K10 K11 K33 K51 K52 K53, F17, R28 R58 R59
void FaultKills::everythingCompletesByItselfOnce()
{
    QFETCH(int, round);
    ONCEOVER_MUST(begin(round));
    Plan plan = makePlan(testSeed(), round);
    ONCEOVER_MUST(m_rig->bank().misbehave(plan.misbehaviour));
    ONCEOVER_MUST(m_rig->trigger(m_date));

    std::string told = plan.misbehaviour;
    std::string failed;
    const bool allDone = waitUntil([&] {
        for (Strike& next : plan.strikes) {
            if (next.isDone || measured(next.measure) < next.threshold)
                continue;
            const bool isMiddle = !m_rig->isSettled(m_date);
            next.isDone = true;
            m_inTheMiddle[next.victim] += isMiddle ? 1 : 0;
            told += "; " + next.text() + (isMiddle ? "" : " (too late)");
            failed = strike(next);
            if (!failed.empty())
                return true;
        }
        return std::ranges::all_of(plan.strikes, &Strike::isDone);
    });
    qInfo("%s", told.c_str());
    QVERIFY2(failed.empty(), failed.c_str());
    const std::string unsettled = m_rig->waitUntilSettled(m_date);
    const std::string wrong = unsettled.empty() ? judge(*m_rig) : unsettled;
    if (!allDone || !wrong.empty()) {
        const std::string logs = m_rig->logs();
        m_rig.reset();
        QFAIL((told + "\n" + wrong + logs).c_str());
    }
}

void FaultKills::everyKindWasKilledInTheMiddle()
{
    // Otherwise the rounds prove nothing.
    for (const Victim victim : {Victim::Worker, Victim::Sender, Victim::Bank, Victim::Postgres})
        QVERIFY2(m_inTheMiddle[victim] > 0, kVictimNames[static_cast<std::size_t>(victim)]);
}

QTEST_GUILESS_MAIN(FaultKills)
#include "tst_fault_kills.moc"
