// SPDX-License-Identifier: GPL-3.0-or-later
// The body of a duty's thread, the ticker, and the points where a drill may strike.
#include <QTest>

#include "engine/duty_runner.h"
#include "engine/failpoint.h"
#include "engine/ticker.h"
#include "engine_fakes.h"

#include <stdexcept>
#include <thread>

using namespace onceover;
using namespace onceover::engine;
using namespace onceover::engine::fakes;

namespace {

/// Rounds by a script; after it, it asks its thread to stop.
class ScriptedRounds final : public Duty {
public:
    std::deque<std::function<Result<Round>()>> rounds;
    std::function<void()> atTheEnd;
    int* windDowns = nullptr;

    Result<Round> runRound() override
    {
        if (rounds.empty()) {
            atTheEnd();
            return Round{};
        }
        auto round = rounds.front();
        rounds.pop_front();
        return round();
    }
    void windDown() override { ++*windDowns; }
};

struct Bench {
    std::stop_source stop;
    Wake wake;
    LogKeeper log;
    DutyOptions options;
    int windDowns = 0;
    int made = 0;
    ScriptedDuty* port = nullptr; ///< The last one; kept alive by `kept`.
    std::vector<std::unique_ptr<ScriptedDuty>> kept;
    std::deque<std::function<Result<Round>()>> rounds;
    std::deque<Failure> connectFailures;

    /// Forwards to a port that outlives the thread's parts, so that a test can read it afterwards.
    class Forward final : public DutyPort {
    public:
        explicit Forward(ScriptedDuty& target)
            : m_target(target)
        {
        }
        Result<Done> registerWorker(const WorkerIdentity& identity) override
        {
            return m_target.registerWorker(identity);
        }
        Result<Done> beat(std::string_view duty, std::int64_t pieces) override { return m_target.beat(duty, pieces); }
        Result<Done> stopWorker(std::string_view reason) override { return m_target.stopWorker(reason); }
        Woken wait(int fd, std::chrono::milliseconds atMost) override { return m_target.wait(fd, atMost); }
        Result<Done> announce() override { return m_target.announce(); }
        Result<Done> ensureConnected() override { return m_target.ensureConnected(); }

    private:
        ScriptedDuty& m_target;
    };

    void run()
    {
        options.name = "settler";
        runDuty(
            stop.get_token(), options,
            [this] {
                ++made;
                kept.push_back(std::make_unique<ScriptedDuty>());
                port = kept.back().get();
                port->connectFailures = std::exchange(connectFailures, {});
                auto duty = std::make_unique<ScriptedRounds>();
                duty->rounds = std::exchange(rounds, {});
                duty->windDowns = &windDowns;
                duty->atTheEnd = [this] { stop.request_stop(); };
                return DutyOnThread{std::make_unique<Forward>(*port), std::move(duty)};
            },
            wake, DutyLog(log.sink(), "settler"));
    }
};

Result<Round> worked(std::int64_t pieces)
{
    return Round{pieces, true, std::nullopt};
}

} // namespace

class TstEngineRunner : public QObject {
    Q_OBJECT

private slots:
    void aDutyRegistersBeatsAndWindsDown();
    void anUnreachableServerIsTriedUntilItIsBack();
    void aLostConnectionIsMadeAgain();
    void anExceptionEndsAtTheThreadsEntryAndTheDutyBeginsAnew();
    void everyFailureLeavesTheDutyAtWork_data();
    void everyFailureLeavesTheDutyAtWork();
    void aWakeBeforeTheWaitIsNotMissed();
    void theTickerAnnouncesAtMostFiveTimesASecond();
    void aFailpointStrikesAtItsNthPass();
    void aWrongFailpointIsRefused_data();
    void aWrongFailpointIsRefused();
};

void TstEngineRunner::aDutyRegistersBeatsAndWindsDown()
{
    Bench bench;
    int cleanEnds = 0;
    bench.options.onCleanEnd = [&](DutyPort&) { ++cleanEnds; };
    bench.rounds = {[] { return worked(3); }, [] { return worked(4); }};
    bench.run();
    QCOMPARE(bench.port->registrations, 1);
    QVERIFY(bench.port->beats >= 2);
    QCOMPARE(bench.port->pieces, std::int64_t{7});
    QCOMPARE(bench.windDowns, 1);
    QCOMPARE(cleanEnds, 1);
}

// K32, K33
void TstEngineRunner::anUnreachableServerIsTriedUntilItIsBack()
{
    Bench bench;
    bench.connectFailures = {failureOf(FailureKind::Unavailable), failureOf(FailureKind::Unavailable)};
    bench.run();
    QCOMPARE(bench.port->connects, 3);
    QCOMPARE(bench.port->registrations, 1);
    QCOMPARE(bench.log.count("duty_hindered"), 1); // Told once, not at every try.
    QCOMPARE(bench.log.count("duty_connected"), 1);
}

// K34
void TstEngineRunner::aLostConnectionIsMadeAgain()
{
    Bench bench;
    bench.rounds = {[]() -> Result<Round> { return tl::unexpected{failureOf(FailureKind::Unavailable)}; },
        [] { return worked(1); }};
    bench.run();
    QCOMPARE(bench.made, 1);
    QCOMPARE(bench.port->connects, 2);
    QCOMPARE(bench.port->pieces, std::int64_t{1});
}

void TstEngineRunner::anExceptionEndsAtTheThreadsEntryAndTheDutyBeginsAnew()
{
    Bench bench;
    bench.rounds = {[]() -> Result<Round> { throw std::runtime_error("scripted"); }};
    bench.run();
    QCOMPARE(bench.made, 2);
    QCOMPARE(bench.log.count("duty_failed"), 1);
    QCOMPARE(bench.windDowns, 1);
}

void TstEngineRunner::everyFailureLeavesTheDutyAtWork_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("refused") << static_cast<int>(FailureKind::Refused);
    QTest::newRow("conflict") << static_cast<int>(FailureKind::Conflict);
    QTest::newRow("unavailable") << static_cast<int>(FailureKind::Unavailable);
    QTest::newRow("cancelled") << static_cast<int>(FailureKind::Cancelled);
    QTest::newRow("in doubt") << static_cast<int>(FailureKind::InDoubt);
    QTest::newRow("data rejected") << static_cast<int>(FailureKind::DataRejected);
    QTest::newRow("broken") << static_cast<int>(FailureKind::Broken);
}

void TstEngineRunner::everyFailureLeavesTheDutyAtWork()
{
    QFETCH(int, kind);
    Bench bench;
    bench.rounds = {[kind]() -> Result<Round> { return tl::unexpected{failureOf(static_cast<FailureKind>(kind))}; },
        [] { return worked(1); }};
    bench.run();
    QCOMPARE(bench.made, 1);
    QCOMPARE(bench.port->pieces, std::int64_t{1});
}

void TstEngineRunner::aWakeBeforeTheWaitIsNotMissed()
{
    Wake wake;
    QVERIFY(!wake.waitFor(milliseconds{0}));
    wake.notify();
    wake.notify();
    QVERIFY(wake.waitFor(milliseconds{0}));
    wake.drain();
    QVERIFY(!wake.waitFor(milliseconds{0}));
}

// K47
void TstEngineRunner::theTickerAnnouncesAtMostFiveTimesASecond()
{
    ManualClock clock;
    Wakes wakes;
    ScriptedDuty port;
    Ticker ticker(port, wakes, clock.reader());
    QVERIFY(ticker.runRound());
    QCOMPARE(port.announcements, 0);
    for (int i = 0; i < 100; ++i) { // One second, something changing every 10 ms.
        wakes.announce();
        QVERIFY(ticker.runRound());
        clock.pass(milliseconds{10});
    }
    QCOMPARE(port.announcements, 5);
    const auto waits = ticker.runRound();
    QVERIFY(waits->pieces == 1 || waits->nextIn.has_value()); // What changed in the pause is announced at its end.
}

void TstEngineRunner::aFailpointStrikesAtItsNthPass()
{
    QVERIFY(armFailpoints("settler.after_post:3:throw"));
    passFailpoint("settler.after_post");
    passFailpoint("settler.before_post");
    passFailpoint("settler.after_post");
    QVERIFY_EXCEPTION_THROWN(passFailpoint("settler.after_post"), FailpointHit);
    passFailpoint("settler.after_post");
}

void TstEngineRunner::aWrongFailpointIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"", "settler.after_post", "no.such:1:kill", "settler.after_post:0:kill",
             "settler.after_post:x:kill", "settler.after_post:1:explode", "settler.after_post:1:kill,"})
        QTest::newRow(text) << QByteArray(text);
}

void TstEngineRunner::aWrongFailpointIsRefused()
{
    QFETCH(QByteArray, text);
    const auto armed = armFailpoints(text.toStdString());
    QVERIFY(!armed);
    QCOMPARE(armed.error().refusal, std::optional{Refusal::ValueMalformed});
}

QTEST_GUILESS_MAIN(TstEngineRunner)
#include "tst_engine_runner.moc"
