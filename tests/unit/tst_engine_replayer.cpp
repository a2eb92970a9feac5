// SPDX-License-Identifier: GPL-3.0-or-later
// The replayer goes on with a request set by set as long as it holds it, and wakes whom it made work for.
#include <QTest>

#include "engine/replayer.h"
#include "engine_fakes.h"

using namespace onceover;
using namespace onceover::engine;
using namespace onceover::engine::fakes;

namespace {

/// What the database would answer, in turn.
struct ReplayScript {
    std::deque<Result<std::optional<std::int64_t>>> claims;
    std::deque<Result<ExecutedSet>> sets;
    std::vector<SettledRequest> settled;
    std::vector<std::int64_t> drained;
    int executions = 0;
    int settles = 0;
};

class ScriptedReplayPort final : public ReplayPort {
public:
    explicit ScriptedReplayPort(ReplayScript& script)
        : m_script(script)
    {
    }
    Result<std::optional<std::int64_t>> claim(milliseconds) override { return next(m_script.claims); }
    Result<ExecutedSet> execute(std::int64_t, milliseconds, int) override
    {
        ++m_script.executions;
        return next(m_script.sets);
    }
    Result<std::vector<SettledRequest>> settle() override
    {
        ++m_script.settles;
        return m_script.settled;
    }
    Result<std::vector<std::int64_t>> drainFreezes(int) override { return m_script.drained; }

private:
    template <typename Answer>
    static Result<Answer> next(std::deque<Result<Answer>>& script)
    {
        if (script.empty())
            return tl::unexpected{failureOf(FailureKind::Unavailable)};
        Result<Answer> answer = script.front();
        script.pop_front();
        return answer;
    }
    ReplayScript& m_script;
};

struct Bench {
    ReplayScript script;
    Wakes wakes;
    LogKeeper log;
    Replayer duty{{std::make_unique<ScriptedReplayPort>(script), wakes, DutyLog(log.sink(), "replayer")}};
};

std::optional<std::int64_t> none()
{
    return std::nullopt;
}

} // namespace

class EngineReplayer : public QObject {
    Q_OBJECT

private slots:
    void itGoesOnUntilNothingIsLeft()
    {
        Bench bench;
        bench.script.claims = {std::optional<std::int64_t>{5}};
        bench.script.sets = {ExecutedSet{"replay", 500, 0, 20, "EXECUTING"}, ExecutedSet{"replay", 19, 1, 0, "PARTLY"}};
        const auto round = bench.duty.runRound();
        QVERIFY(round.has_value());
        QCOMPARE(round->pieces, std::int64_t{519});
        QVERIFY(round->moreNow);
        QCOMPARE(bench.script.executions, 2);
        for (const Wake* wake :
            {&bench.wakes.settler, &bench.wakes.sender, &bench.wakes.scheduler, &bench.wakes.ticker})
            QVERIFY(isReadable(wake->fd()));
        QCOMPARE(bench.log.count("request_executed"), 1);
    }

    void itLetsGoOfWhatAnotherHolds()
    {
        Bench bench;
        bench.script.claims = {std::optional<std::int64_t>{5}};
        bench.script.sets
            = {ExecutedSet{"replay", 0, 0, std::nullopt, "EXECUTING"}, ExecutedSet{"replay", 1, 0, 0, ""}};
        QVERIFY(bench.duty.runRound().has_value());
        QCOMPARE(bench.script.executions, 1);
        QVERIFY(!isReadable(bench.wakes.sender.fd()));
    }

    void aFailureIsTheRunnersAndDoesNotLoop()
    {
        Bench bench;
        bench.script.claims = {std::optional<std::int64_t>{5}};
        bench.script.sets = {tl::unexpected{failureOf(FailureKind::Conflict, "40P01")}};
        QVERIFY(!bench.duty.runRound().has_value());
        QCOMPARE(bench.script.executions, 1);
    }

    void withoutRequestsItStillWatchesAndSettles()
    {
        Bench bench;
        bench.script.claims = {none()};
        bench.script.settled = {{4, "VERIFIED"}};
        bench.script.drained = {9};
        const auto round = bench.duty.runRound();
        QVERIFY(round.has_value());
        QVERIFY(!round->moreNow);
        QCOMPARE(round->pieces, std::int64_t{2});
        QCOMPARE(bench.log.count("freeze_drained"), 1);
        QCOMPARE(bench.log.count("request_settled"), 1);
        QVERIFY(isReadable(bench.wakes.ticker.fd()));
    }
};

QTEST_GUILESS_MAIN(EngineReplayer)
#include "tst_engine_replayer.moc"
