// SPDX-License-Identifier: GPL-3.0-or-later
// Processes that outlive their starter: found again by number and start, and nothing else is ever touched.
#include <QTemporaryDir>
#include <QTest>

#include "sandbox/child_process.h"
#include "sandbox/folder_lock.h"
#include "sandbox/supervisor.h"

#include <csignal>
#include <string>
#include <unistd.h>

using namespace onceover;
using namespace onceover::sandbox;
using namespace std::chrono_literals;

namespace {

ChildOptions command(std::vector<std::string> words)
{
    ChildOptions options;
    options.command = std::move(words);
    return options;
}

/// Lives until a signal ends it.
ChildOptions patientChild()
{
    return command({"tail", "-f", "/dev/null"});
}

} // namespace

class TestChildProcess : public QObject
{
    Q_OBJECT

private slots:
    void collectsWhatAProgramPrintsAndHowItEnds();
    void feedsInputThatTheProgramDoesNotReadWhole();
    void programThatIsMissingIsUnavailable();
    void programThatHangsIsKilled();
    void processIsKnownByNumberAndStart();
    void anotherProcessWithTheSameNumberIsNotTouched();
    void supervisorFindsItsProcessesAgain();
    void supervisorEndsWhatIgnoresTheRequest();
    void folderIsLockedByOneAtATime();
};

void TestChildProcess::collectsWhatAProgramPrintsAndHowItEnds()
{
    const auto ended = runChild(command({"sh", "-c", "cat; echo problem >&2; exit 3"}), "input", 10s);
    QVERIFY(ended);
    QCOMPARE(ended->exitStatus, 3);
    QCOMPARE(ended->output, std::string{"inputproblem\n"});
}

void TestChildProcess::feedsInputThatTheProgramDoesNotReadWhole()
{
    const std::string much(1'000'000, 'x');
    const auto ended = runChild(command({"head", "-c", "3"}), much, 10s);
    QVERIFY(ended);
    QCOMPARE(ended->output, std::string{"xxx"});
}

void TestChildProcess::programThatIsMissingIsUnavailable()
{
    const auto ended = runChild(command({"/nowhere/program"}), {}, 10s);
    QVERIFY(!ended);
    QCOMPARE(ended.error().kind, FailureKind::Unavailable);
    QVERIFY(ended.error().detail.find("/nowhere/program") != std::string::npos);
}

void TestChildProcess::programThatHangsIsKilled()
{
    const auto ended = runChild(patientChild(), {}, 100ms);
    QVERIFY(!ended);
    QCOMPARE(ended.error().kind, FailureKind::Unavailable);
}

void TestChildProcess::processIsKnownByNumberAndStart()
{
    const auto process = startChild(patientChild());
    QVERIFY(process);
    QVERIFY(isAlive(*process));
    QVERIFY(process->startTicks > 0);
    QVERIFY(signalProcess(*process, SIGTERM));
    QVERIFY(waitUntilGone(*process, 10s));
    QVERIFY(!isAlive(*process));
}

void TestChildProcess::anotherProcessWithTheSameNumberIsNotTouched()
{
    const auto process = startChild(patientChild());
    QVERIFY(process);
    const ProcessId earlier{process->pid, process->startTicks - 1};
    QVERIFY(!isAlive(earlier));
    QVERIFY(!signalProcess(earlier, SIGKILL));
    QVERIFY(waitUntilGone(earlier, 0ms));
    QVERIFY(isAlive(*process));
    QVERIFY(signalProcess(*process, SIGKILL));
    QVERIFY(waitUntilGone(*process, 10s));
}

void TestChildProcess::supervisorFindsItsProcessesAgain()
{
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("processes")).toStdString();
    const auto first = Supervisor(file).start("bank", patientChild());
    QVERIFY(first);
    Supervisor later(file);
    QCOMPARE(later.running("bank"), std::optional(*first));
    // One of that name is enough.
    const auto second = later.start("bank", patientChild());
    QVERIFY(second);
    QCOMPARE(second->pid, first->pid);
    QVERIFY(later.stop("bank", 10s));
    QVERIFY(!isAlive(*first));
    QVERIFY(!later.running("bank"));
    QVERIFY(later.stop("bank", 10s)); // Nothing to stop is no failure.
}

void TestChildProcess::supervisorEndsWhatIgnoresTheRequest()
{
    const QTemporaryDir folder;
    Supervisor supervisor(folder.filePath(QStringLiteral("processes")).toStdString());
    const std::string ready = folder.filePath(QStringLiteral("ready")).toStdString();
    const auto process = supervisor.start("deaf", command({"sh", "-c", "trap '' TERM; : > " + ready + "; while :; do sleep 60; done"}));
    QVERIFY(process);
    QTRY_VERIFY(QFile::exists(QString::fromStdString(ready)));
    QVERIFY(supervisor.stop("deaf", 50ms));
    QVERIFY(!isAlive(*process));
}

void TestChildProcess::folderIsLockedByOneAtATime()
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    {
        const auto lock = FolderLock::take(path, 0ms);
        QVERIFY(lock);
        const auto second = FolderLock::take(path, 30ms);
        QVERIFY(!second);
        QCOMPARE(second.error().kind, FailureKind::Unavailable);
    }
    QVERIFY(FolderLock::take(path, 0ms));
}

QTEST_GUILESS_MAIN(TestChildProcess)
#include "tst_child_process.moc"
