// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/reason_text.h"

#include "models/plain_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <array>

namespace onceover::models {

namespace {

/// Every sentence of core/analysis/batch_decision.cpp without figures, and of statements/run_attempt.sql and
/// job_run.sql.
constexpr std::array kReasons{
    QT_TRANSLATE_NOOP("Reason", "there is work"),
    QT_TRANSLATE_NOOP("Reason", "no inputs: 0 = 0"),
    QT_TRANSLATE_NOOP("Reason", "inputs were counted, and no operation is there"),
    QT_TRANSLATE_NOOP("Reason", "all shards are done and counts are as expected"),
    QT_TRANSLATE_NOOP("Reason", "something can move again"),
    QT_TRANSLATE_NOOP("Reason", "operations differ from what the inputs were counted to"),
    QT_TRANSLATE_NOOP("Reason", "open differences wait for a person"),
    QT_TRANSLATE_NOOP("Reason", "operations, ledger, outbox and answers agree"),
    QT_TRANSLATE_NOOP("Reason", "its worker is gone"),
    QT_TRANSLATE_NOOP("Reason", "frozen"),
};

} // namespace

QString attemptOutcomeText(std::string_view stored)
{
    struct Outcome {
        const char* code;
        const char* words;
    };
    static constexpr std::array kOutcomes{
        Outcome{"ENUMERATED", QT_TRANSLATE_NOOP("Reason", "made the operations")},
        Outcome{"ENUMERATION_FAILED", QT_TRANSLATE_NOOP("Reason", "could not make the operations")},
        Outcome{"QUEUE_FULL", QT_TRANSLATE_NOOP("Reason", "let go: too much waits already")},
        Outcome{"SHARD_DONE", QT_TRANSLATE_NOOP("Reason", "its shard is done")},
        Outcome{"TAKEN_OVER", QT_TRANSLATE_NOOP("Reason", "another worker took it over")},
        Outcome{"CLEAN_STOP", QT_TRANSLATE_NOOP("Reason", "given back at a clean stop")},
        Outcome{"WORKER_GONE", QT_TRANSLATE_NOOP("Reason", "its worker is gone")},
        Outcome{"COMPARED", QT_TRANSLATE_NOOP("Reason", "the books were compared")},
        Outcome{"CLEANED", QT_TRANSLATE_NOOP("Reason", "old files were removed")},
        Outcome{"NO_FOLDER", QT_TRANSLATE_NOOP("Reason", "there was no folder to clean")},
    };
    for (const Outcome& outcome : kOutcomes) {
        if (stored == outcome.code)
            return QCoreApplication::translate("Reason", outcome.words);
    }
    return plainText(stored);
}

QString reasonText(std::string_view stored)
{
    const QString plain = plainText(stored);
    for (const char* reason : kReasons) {
        if (plain == QLatin1String(reason))
            return QCoreApplication::translate("Reason", reason);
    }
    static const QRegularExpression waiting(
        QStringLiteral("^(\\d+) failed, (\\d+) unknown, (\\d+) differences wait for a person$"));
    if (const QRegularExpressionMatch match = waiting.match(plain); match.hasMatch())
        return QCoreApplication::translate("Reason", "%1 failed, %2 unknown, %3 differences wait for a person")
            .arg(match.captured(1), match.captured(2), match.captured(3));
    static const QRegularExpression full(
        QStringLiteral("^queue full: (\\d+) wait to be worked or sent; nothing is added before it sinks$"));
    if (const QRegularExpressionMatch match = full.match(plain); match.hasMatch())
        return QCoreApplication::translate(
            "Reason", "queue full: %1 wait to be worked or sent; nothing is added before it sinks")
            .arg(match.captured(1));
    static const QString kTakenOver = QStringLiteral("its lease ran out; taken over by ");
    if (plain.startsWith(kTakenOver))
        return QCoreApplication::translate("Reason", "its lease ran out; taken over by %1")
            .arg(plain.mid(kTakenOver.size()));
    return plain;
}

} // namespace onceover::models
