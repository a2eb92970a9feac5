// SPDX-License-Identifier: GPL-3.0-or-later
// The network parts (R37): a worker is cut off from PostgreSQL, or everybody from the bank, for longer than every lease.
// Nothing says so; bytes stand still or are lost. Then it is as before, and who was away goes on where it was.
#include <QTest>

#include "fault_rig.h"
#include "judge.h"
#include "sandbox/tcp_proxy.h"

#include <QTemporaryDir>

#include <memory>
#include <optional>

using namespace onceover::test;
using onceover::sandbox::Direction;
using onceover::sandbox::Passage;
using onceover::sandbox::ProxyAddress;
using onceover::sandbox::TcpProxy;

namespace {

// 18:30 in Shanghai; the job settles the day before.
constexpr const char* kBefore = "2026-05-12 10:29:50Z";
constexpr const char* kDue = "2026-05-12 10:30:01Z";
constexpr const char* kDate = "2026-05-11";
constexpr int kMerchants = 80;
constexpr const char* kServerSocket = ".s.PGSQL.5432";

/// What a parted line does.
enum class Parting {
    Silence,      ///< A black hole: both ways stand still, and all of it arrives in the end.
    NothingThere, ///< What is sent to the server is lost.
    NothingBack,  ///< It arrives, and the answers are lost: who sent it cannot know.
};

void part(TcpProxy& line, Parting parting)
{
    switch (parting) {
    case Parting::Silence:
        line.let(Direction::ToServer, Passage::Hold);
        line.let(Direction::ToClient, Passage::Hold);
        return;
    case Parting::NothingThere:
        line.let(Direction::ToServer, Passage::Drop);
        return;
    case Parting::NothingBack:
        line.let(Direction::ToClient, Passage::Drop);
        return;
    }
}

/// As before. A line that lost bytes is of no use to anybody any more: whoever was at its ends learns so.
void mend(TcpProxy& line, Parting parting)
{
    line.let(Direction::ToServer, Passage::Pass);
    line.let(Direction::ToClient, Passage::Pass);
    if (parting != Parting::Silence)
        line.cut();
}

} // namespace

class FaultPartition : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void aWorkerCutOffFromTheDatabaseComesBackAndChangesNothing_data();
    void aWorkerCutOffFromTheDatabaseComesBackAndChangesNothing(); // R37, R26, R47, K40
    void aBankCutOffForLongerThanEveryLeasePaysOnce_data();
    void aBankCutOffForLongerThanEveryLeasePaysOnce(); // R37, R58, R59, K40

private:
    [[nodiscard]] bool becomesTrue(const char* sql);

    std::unique_ptr<FaultRig> m_rig;
};

void FaultPartition::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<FaultRig>(
        TestCluster::shared(), RigOptions{.merchants = kMerchants, .answerTimeoutMs = 1000, .maxInFlight = 4});
    QVERIFY2(m_rig->problem().empty(), m_rig->problem().c_str());
    ONCEOVER_MUST(m_rig->beginAt(kBefore));
    ONCEOVER_MUST(m_rig->sell(kDate));
}

void FaultPartition::cleanup()
{
    m_rig.reset();
}

bool FaultPartition::becomesTrue(const char* sql)
{
    return waitUntil([&] { return m_rig->tables().value(sql) == "t"; });
}

void FaultPartition::aWorkerCutOffFromTheDatabaseComesBackAndChangesNothing_data()
{
    QTest::addColumn<Parting>("parting");
    QTest::addColumn<bool>("holdsClaims"); // Parted while it holds a claimed set; else while it sends.
    QTest::addRow("silence while it sends") << Parting::Silence << false;
    QTest::addRow("silence with a claimed set") << Parting::Silence << true;
    QTest::addRow("nothing arrives while it sends") << Parting::NothingThere << false;
    QTest::addRow("nothing comes back while it sends") << Parting::NothingBack << false;
    QTest::addRow("nothing comes back with a claimed set") << Parting::NothingBack << true;
}

void FaultPartition::aWorkerCutOffFromTheDatabaseComesBackAndChangesNothing()
{
    QFETCH(Parting, parting);
    QFETCH(bool, holdsClaims);
    QTemporaryDir folder;
    const std::filesystem::path lineFolder = folder.path().toStdString();
    const auto line = TcpProxy::start(ProxyAddress{.path = lineFolder / kServerSocket},
        ProxyAddress{.path = m_rig->cluster().server().socketFolder() / kServerSocket});
    QVERIFY(line);
    ONCEOVER_MUST(m_rig->bank().misbehave("{\"delay_ms\": 100}"));
    {
        // Under the lock its post waits in the server: whether it is carried out, only the parted line could tell.
        std::optional<JudgeDatabase> lock;
        if (holdsClaims) {
            lock.emplace(m_rig->conninfo("postgres"));
            QVERIFY(lock->rows("BEGIN; LOCK TABLE onceover.outbox IN SHARE ROW EXCLUSIVE MODE"));
        }
        ONCEOVER_MUST(m_rig->startWorkerThrough("island", lineFolder));
        ONCEOVER_MUST(m_rig->advanceTo(kDue));
        QVERIFY2(becomesTrue(holdsClaims
                         ? "SELECT count(*) > 0 FROM onceover.settlement_operation WHERE status = 'PROCESSING'"
                         : "SELECT count(*) FILTER (WHERE status = 'ACCEPTED') > 5 AND count(*) FILTER (WHERE status = "
                           "'SENDING') > 0 FROM onceover.outbox"),
            m_rig->logs().c_str());
        part(**line, parting);
    }
    QVERIFY2(!m_rig->isSettled(kDate), "the day ended before the line parted: the case proves nothing");
    const std::string island = m_rig->tables().value("SELECT worker_id FROM onceover.worker");
    ONCEOVER_MUST(m_rig->startWorker("other"));
    // A session that was parted within a transaction keeps its rows until the server ends it, after half a minute.
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate, 2 * kGenerous));
    QVERIFY(m_rig->isWorkerRunning("island"));
    const Effects settled = effectsOf(*m_rig);

    const std::string mendedAt = m_rig->tables().value("SELECT onceover.clock()");
    mend(**line, parting);
    ONCEOVER_MUST(m_rig->waitUntilAllBeat(island, mendedAt));
    Effects later = effectsOf(*m_rig);
    // What it learnt from the bank while it was away is a fact, and written down.
    later.counts["external_call"] = settled.counts.at("external_call");
    QVERIFY2(later == settled, (settled.text() + "became " + later.text()).c_str());
    const std::string wrong = judge(*m_rig);
    QVERIFY2(wrong.empty(), (wrong + m_rig->logs()).c_str());
}

void FaultPartition::aBankCutOffForLongerThanEveryLeasePaysOnce_data()
{
    QTest::addColumn<Parting>("parting");
    QTest::addRow("orders and answers stand still, and arrive late") << Parting::Silence;
    QTest::addRow("orders are lost") << Parting::NothingThere;
    QTest::addRow("answers are lost") << Parting::NothingBack;
}

void FaultPartition::aBankCutOffForLongerThanEveryLeasePaysOnce()
{
    QFETCH(Parting, parting);
    const std::string endpoint = m_rig->bank().endpoint();
    const auto bankPort = static_cast<std::uint16_t>(std::stoi(endpoint.substr(endpoint.rfind(':') + 1)));
    const auto line = TcpProxy::start(ProxyAddress{}, ProxyAddress{.port = bankPort});
    QVERIFY(line);
    QVERIFY2(m_rig->tables().rows("UPDATE onceover.channel_profile SET endpoint = 'http://127.0.0.1:"
                 + std::to_string((*line)->port()) + "'"),
        m_rig->tables().problem().c_str());
    ONCEOVER_MUST(m_rig->bank().misbehave("{\"delay_ms\": 50}"));
    ONCEOVER_MUST(m_rig->startWorker("first"));
    ONCEOVER_MUST(m_rig->startWorker("second"));
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    QVERIFY2(becomesTrue("SELECT count(*) FILTER (WHERE status = 'ACCEPTED') > 5 AND count(*) FILTER (WHERE status = "
                         "'SENDING') > 0 FROM onceover.outbox"),
        m_rig->logs().c_str());
    part(**line, parting);
    QVERIFY2(!m_rig->isSettled(kDate), "the day ended before the line parted: the case proves nothing");
    // Everything that was under way is unknown, was asked for, and nobody answered: it is not sent again.
    QVERIFY2(becomesTrue("SELECT count(*) FILTER (WHERE queries > 0) > 0 AND count(*) FILTER (WHERE queries > 0 AND "
                         "sends_total > 1) = 0 FROM onceover.outbox WHERE status = 'UNKNOWN'"),
        m_rig->logs().c_str());
    mend(**line, parting);
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    QCOMPARE(effectsOf(*m_rig).counts.at("the bank's book"), kMerchants);
    const std::string wrong = judge(*m_rig);
    QVERIFY2(wrong.empty(), (wrong + m_rig->logs()).c_str());
}

QTEST_GUILESS_MAIN(FaultPartition)
#include "tst_fault_partition.moc"
