// SPDX-License-Identifier: GPL-3.0-or-later
#include "log_file.h"

#include "models/plain_text.h"

#include <QDir>
#include <QFile>

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <cstdlib>

namespace onceover::console {

namespace {

constexpr std::size_t kFileBytesMax = 5 * 1024 * 1024;
constexpr std::size_t kOlderFiles = 4; // With the current one: five.
constexpr qsizetype kMessageMax = 2000;

bool toTerminal = false; // Set once, before the first message.
QString fatalSentence;   // Set by the main thread alone, before and after it opens the display.
int fatalExitCode = 1;

spdlog::level::level_enum levelOf(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return spdlog::level::debug;
    case QtInfoMsg:
        return spdlog::level::info;
    case QtWarningMsg:
        return spdlog::level::warn;
    case QtCriticalMsg:
        return spdlog::level::err;
    case QtFatalMsg:
        return spdlog::level::critical;
    }
    return spdlog::level::info;
}

/// One line, limited, without control characters: nobody forges a second line (S15).
void writeMessage(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    const std::string line = models::plainText(message.left(kMessageMax)).toStdString();
    const char* category = context.category ? context.category : "default";
    spdlog::log(levelOf(type), "{} {}", category, line);
    if (type == QtFatalMsg && !fatalSentence.isEmpty()) {
        std::fprintf(stderr, "%s\n", qUtf8Printable(fatalSentence));
        std::_Exit(fatalExitCode); // Nothing was opened yet, and Qt is in no state to be taken down in order.
    }
    // The drawing surface without a display says this at every window; it is of no use to anybody.
    const bool noise = message.contains(QStringLiteral("propagateSizeHints"));
    if ((toTerminal && type != QtDebugMsg && type != QtInfoMsg && !noise) || type == QtFatalMsg)
        std::fprintf(stderr, "%s: %s\n", category, line.c_str());
}

} // namespace

QString stateFolder()
{
    QString base = qEnvironmentVariable("XDG_STATE_HOME"); // Qt 6.4 does not know this place.
    if (base.isEmpty())
        base = QDir::homePath() + QStringLiteral("/.local/state");
    return base + QStringLiteral("/onceover");
}

void leaveOnFatal(const QString& sentence, int exitCode)
{
    fatalSentence = sentence;
    fatalExitCode = exitCode;
}

QString startLog(bool alsoTerminal)
{
    toTerminal = alsoTerminal;
    const QString folder = stateFolder();
    QString file = folder + QStringLiteral("/console.log");
    try {
        QDir().mkpath(folder);
        QFile::setPermissions(folder, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
        auto log = spdlog::rotating_logger_mt("console", file.toStdString(), kFileBytesMax, kOlderFiles);
        log->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
        log->flush_on(spdlog::level::warn);
        spdlog::set_default_logger(std::move(log));
    } catch (const spdlog::spdlog_ex& error) {
        std::fprintf(stderr, "onceover: no log file: %s\n", error.what());
        spdlog::set_level(spdlog::level::off);
        file.clear();
    }
    qInstallMessageHandler(writeMessage);
    return file;
}

} // namespace onceover::console
