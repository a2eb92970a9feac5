// SPDX-License-Identifier: GPL-3.0-or-later
// app/sandbox.sh itself, with programs that only play their part: what it starts it stops, however it ends, and what
// becomes of a window that cannot be opened, is closed, or is killed.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

constexpr int kPatienceMs = 60'000;

} // namespace

class SandboxScriptTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void theWindowDecidesHowItEnds_data();
    void theWindowDecidesHowItEnds();
    void aDisplayThatCannotBeOpenedIsNoFailure();
    void whateverEndsItStopsWhatItStarted_data();
    void whateverEndsItStopsWhatItStarted();
    void aPartThatIsEndedEarlyStopsNothing();
    void aRunningSandboxIsLeftRunning();
    void theSandboxOfAKilledStartIsTakenOver();

private:
    void put(const QString& name, const QByteArray& content, bool program = false);
    [[nodiscard]] bool exists(const QString& name) const { return QFile::exists(m_folder->filePath(name)); }
    std::unique_ptr<QProcess> start(const QStringList& arguments = {});
    static QString output(QProcess& script);
    bool endPlayer(const QString& player, int signal);

    std::unique_ptr<QTemporaryDir> m_folder;
};

void SandboxScriptTest::put(const QString& name, const QByteArray& content, bool program)
{
    const QString path = m_folder->filePath(name);
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
    file.close();
    if (program)
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

void SandboxScriptTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    const std::pair<const char*, const char*> copies[] = {{"app/sandbox.sh", "app/sandbox.sh"}, {"app/setup.sh", "app/setup.sh"},
        {"tests/e2e/players/onceoverctl", "build/bin/onceoverctl"}, {"tests/e2e/players/onceover", "build/bin/onceover"}};
    for (const auto& [from, to] : copies) {
        QFile original(QStringLiteral(ONCEOVER_SOURCE_DIR "/") + QLatin1StringView(from));
        QVERIFY(original.open(QIODevice::ReadOnly));
        put(QLatin1StringView(to), original.readAll(), true);
    }
    // Nothing is compiled and no package is missing.
    put(u"path/cmake"_s, "#!/bin/sh\n", true);
    put(u"path/ninja"_s, "#!/bin/sh\n", true);
    put(u"path/dpkg-query"_s, "#!/bin/sh\nfor name; do printf 'installed %s\\n' \"$name\"; done\n", true);
    put(u"box/lock"_s, "");
}

void SandboxScriptTest::cleanup()
{
    for (const QString& player : {u"window"_s, u"hanging"_s}) {
        if (exists(player))
            std::ignore = endPlayer(player, SIGKILL);
    }
    m_folder.reset();
}

std::unique_ptr<QProcess> SandboxScriptTest::start(const QStringList& arguments)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PATH"_s, m_folder->filePath(u"path"_s) + u':' + environment.value(u"PATH"_s));
    environment.insert(u"ONCEOVER_SANDBOX_DIR"_s, m_folder->filePath(u"box"_s));
    environment.insert(u"TMPDIR"_s, m_folder->path());
    environment.insert(u"DISPLAY"_s, u":9931"_s);
    environment.remove(u"WAYLAND_DISPLAY"_s);
    auto script = std::make_unique<QProcess>();
    script->setProcessEnvironment(environment);
    script->setProcessChannelMode(QProcess::MergedChannels);
    script->setStandardInputFile(QProcess::nullDevice());
    script->start(u"bash"_s, QStringList{m_folder->filePath(u"app/sandbox.sh"_s)} + arguments);
    return script;
}

QString SandboxScriptTest::output(QProcess& script)
{
    return QString::fromUtf8(script.readAll());
}

/// The number that a player wrote down is that of a process which this test started. Not yet: while it is on its way to its sleep.
bool SandboxScriptTest::endPlayer(const QString& player, int signal)
{
    QFile file(m_folder->filePath(player));
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const auto pid = static_cast<pid_t>(file.readAll().trimmed().toInt());
    QFile command(u"/proc/%1/cmdline"_s.arg(pid));
    return command.open(QIODevice::ReadOnly) && command.readAll().startsWith("sleep") && ::kill(pid, signal) == 0;
}

void SandboxScriptTest::theWindowDecidesHowItEnds_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("closed") << 0 << 0;
    QTest::newRow("failed") << 1 << 1;
    QTest::newRow("aborted") << 134 << 1;
}

void SandboxScriptTest::theWindowDecidesHowItEnds()
{
    QFETCH(int, status);
    QFETCH(int, exitCode);
    put(u"window-ends"_s, QByteArray::number(status));
    const auto script = start();
    QVERIFY(script->waitForFinished(kPatienceMs));
    const QString said = output(*script);
    QVERIFY2(script->exitCode() == exitCode, qPrintable(said));
    QCOMPARE(said.contains(u"ended with status %1"_s.arg(status)), status != 0);
    QVERIFY2(said.contains(u"Everything is stopped"_s), qPrintable(said));
    QVERIFY(!exists(u"running"_s));
}

void SandboxScriptTest::aDisplayThatCannotBeOpenedIsNoFailure()
{
    put(u"window-ends"_s, "4");
    const auto script = start();
    QVERIFY(script->waitForFinished(kPatienceMs));
    const QString said = output(*script);
    QVERIFY2(script->exitCode() == 0, qPrintable(said));
    QVERIFY2(said.contains(u"The display :9931 cannot be opened"_s), qPrintable(said));
    QVERIFY2(said.contains(u"1 pages"_s), qPrintable(said));
    QVERIFY(!exists(u"running"_s));
}

void SandboxScriptTest::whateverEndsItStopsWhatItStarted_data()
{
    QTest::addColumn<QString>("hangs");
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("exitCode");
    for (const char* when : {"start", "fill", "window"}) {
        QTest::addRow("terminated, %s", when) << QString::fromLatin1(when) << SIGTERM << 143;
        QTest::addRow("terminal closed, %s", when) << QString::fromLatin1(when) << SIGHUP << 129;
    }
}

void SandboxScriptTest::whateverEndsItStopsWhatItStarted()
{
    QFETCH(QString, hangs);
    QFETCH(int, signal);
    QFETCH(int, exitCode);
    const bool inWindow = hangs == u"window"_s;
    if (!inWindow)
        put(hangs + u"-hangs"_s, "");
    const auto script = start();
    QTRY_VERIFY_WITH_TIMEOUT(exists(inWindow ? u"window"_s : u"hanging"_s), kPatienceMs);
    ::kill(static_cast<pid_t>(script->processId()), signal);
    if (hangs == u"start"_s) // A shell looks at signals when its foreground program has ended; a terminal tells that one too.
        QTRY_VERIFY_WITH_TIMEOUT(endPlayer(u"hanging"_s, signal), kPatienceMs);
    QVERIFY(script->waitForFinished(kPatienceMs));
    QVERIFY2(script->exitCode() == exitCode, qPrintable(output(*script)));
    QVERIFY(!exists(u"running"_s));
}

/// On a busy machine the days may be settled before the compiler beside them has begun, and that part of the script is ended while
/// it still asks for its priority: that is not the end of the script. The promises can be checked only while the sandbox runs.
void SandboxScriptTest::aPartThatIsEndedEarlyStopsNothing()
{
    put(u"path/chrt"_s,
        "#!/bin/sh\n"
        "[ \"$3\" = true ] || exit 0\n"
        "asking=$(cut -d ' ' -f 4 /proc/$PPID/stat)\n"
        "read -r script started <\"$ONCEOVER_SANDBOX_DIR/started-by\"\n"
        "[ \"$asking\" = \"$script\" ] || kill -TERM \"$asking\"\n",
        true);
    put(u"window-ends"_s, "0");
    const auto script = start();
    QVERIFY(script->waitForFinished(kPatienceMs));
    const QString said = output(*script);
    QVERIFY2(script->exitCode() == 0 && said.contains(u"promises 13/13"_s), qPrintable(said));
    QVERIFY(!exists(u"running"_s));
}

void SandboxScriptTest::aRunningSandboxIsLeftRunning()
{
    put(u"running"_s, "");
    put(u"window-ends"_s, "0");
    const auto script = start();
    QVERIFY(script->waitForFinished(kPatienceMs));
    const QString said = output(*script);
    QVERIFY2(script->exitCode() == 0 && said.contains(u"attached"_s) && said.contains(u"runs on"_s), qPrintable(said));
    QVERIFY(exists(u"running"_s));
}

void SandboxScriptTest::theSandboxOfAKilledStartIsTakenOver()
{
    const auto killed = start();
    QTRY_VERIFY_WITH_TIMEOUT(exists(u"window"_s), kPatienceMs);
    killed->kill();
    QVERIFY(killed->waitForFinished(kPatienceMs));
    QVERIFY(exists(u"running"_s));
    endPlayer(u"window"_s, SIGTERM); // It outlived the script.

    put(u"window-ends"_s, "0");
    const auto next = start();
    QVERIFY(next->waitForFinished(kPatienceMs));
    const QString said = output(*next);
    QVERIFY2(next->exitCode() == 0 && said.contains(u"took over"_s), qPrintable(said));
    QVERIFY(!exists(u"running"_s));
}

QTEST_GUILESS_MAIN(SandboxScriptTest)
#include "tst_sandbox_script.moc"
