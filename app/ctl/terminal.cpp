// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal.h"

#include "models/display_text.h"

#include <cstdio>

namespace onceover::ctl {

namespace {

void writeLine(std::FILE* file, const QByteArray& line)
{
    std::fwrite(line.constData(), 1, static_cast<std::size_t>(line.size()), file);
    std::fputc('\n', file);
    std::fflush(file);
}

} // namespace

void printLine(const QString& line)
{
    writeLine(stdout, line.toUtf8());
}

void printLine(std::string_view line)
{
    writeLine(stdout, QByteArray(line.data(), static_cast<qsizetype>(line.size())));
}

void printNote(const QString& line)
{
    writeLine(stderr, line.toUtf8());
}

void printWhere(const ServerIdentity& server, bool onStderr)
{
    const QString line = QStringLiteral("%1 · %2 · %3 (%4)")
                             .arg(models::environmentText(server.environment).word, models::plainText(server.database),
                                 models::serverText(server), models::plainText(server.installationName));
    if (onStderr)
        printNote(line);
    else
        printLine(line);
}

ExitCode exitCodeFor(const Failure& failure)
{
    // A schema that does not fit, or a missing duty, is a refusal of a database that was reached.
    if (failure.kind == FailureKind::Refused || failure.kind == FailureKind::InDoubt)
        return ExitCode::Broken;
    return models::isConnectionFailure(failure) ? ExitCode::NoDatabase : ExitCode::Broken;
}

ExitCode reportFailure(const Failure& failure, const QString& item)
{
    const models::FailureText text = models::failureText(failure, item);
    printNote(models::failureSentence(failure, item));
    if (!text.details.isEmpty())
        printNote(QStringLiteral("  ") + QString(text.details).replace(QLatin1Char('\n'), QStringLiteral("\n  ")));
    return exitCodeFor(failure);
}

} // namespace onceover::ctl
