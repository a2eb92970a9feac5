// SPDX-License-Identifier: GPL-3.0-or-later
// What died is started again: soon, then slower, then no more; and each of it is told.
#include <QTemporaryDir>
#include <QTest>

#include "sandbox/fill.h"
#include "sandbox/process_keeper.h"

#include <csignal>
#include <string>
#include <vector>

using namespace onceover;
using namespace onceover::sandbox;
using namespace std::chrono_literals;

namespace {

constexpr RestartRules kRules{100ms, 350ms, 4, 60s};

RestartPolicy::TimePoint at(std::chrono::milliseconds since)
{
    return RestartPolicy::TimePoint{} + since;
}

ChildOptions patientChild()
{
    ChildOptions options;
    options.command = {"tail", "-f", "/dev/null"};
    return options;
}

} // namespace

class TestProcessKeeper : public QObject {
    Q_OBJECT

private slots:
    void waitsLongerFromDeathToDeathAndThenGivesUp();
    void aCalmTimeForgives();
    void startsWhatDiedAndTellsIt();
    void whatCannotLiveIsGivenUpAndNamed();
    void whoIsStartedByAnotherIsWelcome();
    void eachDayHasItsScene_data();
    void eachDayHasItsScene();
};

void TestProcessKeeper::waitsLongerFromDeathToDeathAndThenGivesUp()
{
    RestartPolicy policy(kRules);
    policy.started(at(0ms));
    std::vector<std::chrono::milliseconds> waits;
    while (const auto wait = policy.died(at(1s)))
        waits.push_back(*wait);
    QCOMPARE(waits, (std::vector<std::chrono::milliseconds>{100ms, 200ms, 350ms, 350ms}));
}

void TestProcessKeeper::aCalmTimeForgives()
{
    RestartPolicy policy(kRules);
    policy.started(at(0ms));
    QCOMPARE(policy.died(at(1s)), std::optional(100ms));
    QCOMPARE(policy.died(at(2s)), std::optional(200ms));
    policy.started(at(3s));
    QCOMPARE(policy.died(at(63s)), std::optional(100ms));
    QCOMPARE(policy.deaths(), 1);
}

void TestProcessKeeper::startsWhatDiedAndTellsIt()
{
    const QTemporaryDir folder;
    Supervisor supervisor(folder.filePath(QStringLiteral("processes")).toStdString());
    std::vector<std::string> told;
    const auto start = [&supervisor] {
        return supervisor.start("patient", patientChild()).map([](const ProcessId&) { return Done{}; });
    };
    QVERIFY(start());
    const auto first = supervisor.running("patient");
    ProcessKeeper keeper(
        supervisor, {{"patient", start}}, kRules, [&told](std::string_view line) { told.emplace_back(line); });
    QVERIFY(!keeper.look(at(0ms)).againIn);
    QVERIFY(told.empty());

    QVERIFY(signalProcess(*first, SIGKILL));
    QVERIFY(waitUntilGone(*first, 10s));
    const auto found = keeper.look(at(10ms));
    QCOMPARE(found.againIn, std::optional(100ms));
    QCOMPARE(found.restarts, 0);
    QCOMPARE(keeper.look(at(60ms)).againIn, std::optional(50ms));
    const auto restarted = keeper.look(at(110ms));
    QCOMPARE(restarted.restarts, 1);
    QVERIFY(restarted.trouble.empty());
    const auto second = supervisor.running("patient");
    QVERIFY(second && *second != *first);
    QCOMPARE(told.size(), std::size_t{2});
    QVERIFY(supervisor.stop("patient", 10s));
}

void TestProcessKeeper::whatCannotLiveIsGivenUpAndNamed()
{
    const QTemporaryDir folder;
    const Supervisor supervisor(folder.filePath(QStringLiteral("processes")).toStdString());
    int tries = 0;
    const auto start = [&tries]() -> Result<Done> {
        ++tries;
        return fail(FailureKind::Unavailable, "no such program");
    };
    ProcessKeeper keeper(supervisor, {{"sick", start}}, kRules, {});
    auto time = 0ms;
    std::string trouble;
    for (int look = 0; look < 20 && trouble.empty(); ++look, time += 400ms)
        trouble = keeper.look(at(time)).trouble;
    QVERIFY2(trouble.find("sick") != std::string::npos && trouble.find("no such program") != std::string::npos,
        trouble.c_str());
    QCOMPARE(tries, 4);
    QVERIFY(!keeper.look(at(time + 1h)).againIn);
    QCOMPARE(tries, 4);
}

void TestProcessKeeper::whoIsStartedByAnotherIsWelcome()
{
    const QTemporaryDir folder;
    Supervisor supervisor(folder.filePath(QStringLiteral("processes")).toStdString());
    ProcessKeeper keeper(supervisor,
        {{"patient", [] { return Result<Done>{fail(FailureKind::Unavailable, "not by us")}; }}}, kRules, {});
    QCOMPARE(keeper.look(at(0ms)).againIn, std::optional(100ms));
    QVERIFY(supervisor.start("patient", patientChild()));
    const auto look = keeper.look(at(200ms));
    QVERIFY(!look.againIn && look.trouble.empty());
    QVERIFY(supervisor.stop("patient", 10s));
}

void TestProcessKeeper::eachDayHasItsScene_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<int>("total");
    QTest::addColumn<int>("scene");
    const auto row = [](const char* name, int number, int total, Scene scene) {
        QTest::newRow(name) << number << total << static_cast<int>(scene);
    };
    row("first of ninety", 1, 90, Scene::Calm);
    row("45 of 90", 45, 90, Scene::Kill);
    row("87 of 90", 87, 90, Scene::Calm);
    row("88 of 90", 88, 90, Scene::Storm);
    row("89 of 90", 89, 90, Scene::Refusals);
    row("90 of 90", 90, 90, Scene::Overload);
    row("3 of 6", 3, 6, Scene::Kill);
    row("4 of 6", 4, 6, Scene::Storm);
    row("last of a calm fill", 5, 5, Scene::Calm);
}

void TestProcessKeeper::eachDayHasItsScene()
{
    QFETCH(const int, number);
    QFETCH(const int, total);
    QFETCH(const int, scene);
    QCOMPARE(static_cast<int>(sceneOf(number, total)), scene);
}

QTEST_GUILESS_MAIN(TestProcessKeeper)
#include "tst_process_keeper.moc"
