// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/error_text.h"

#include "core/enum_names.h"
#include "core/records/answer.h"
#include "core/states/message_state.h"
#include "core/states/operation_state.h"
#include "models/display_text.h"
#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/reason_text.h"
#include "models/timeline_text.h"
#include "models/work_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <array>

namespace onceover::models {

namespace {

struct ErrorWords {
    Q_DECLARE_TR_FUNCTIONS(Error)
};

/// Sentences of core/policies/message_decision.cpp and engine/unknown_resolver.cpp that follow a colon or semicolon.
constexpr std::array kSentences{
    QT_TRANSLATE_NOOP("Error", "the channel cannot be asked"),
    QT_TRANSLATE_NOOP("Error", "the profile version is not known"),
    QT_TRANSLATE_NOOP("Error", "an earlier send may have left"),
    QT_TRANSLATE_NOOP("Error", "an earlier send is being executed"),
    QT_TRANSLATE_NOOP("Error", "the budget is spent"),
    QT_TRANSLATE_NOOP("Error", "the key's life ends before the next send"),
    QT_TRANSLATE_NOOP("Error", "without reference, amount or currency"),
};

/// Sentences of resources/sql/statements/watch.sql, of v_three_table_difference and of what a request did to a message,
/// with what stands in them.
struct SentenceForm {
    const char* pattern;
    const char* words;
};
constexpr std::array kForms{
    SentenceForm{
        "^(\\d+) wait, the oldest for (\\d+) min$", QT_TRANSLATE_NOOP("Error", "%1 wait, the oldest for %2 min")},
    SentenceForm{"^planned for (\\S+) and not begun$", QT_TRANSLATE_NOOP("Error", "planned for %1 and not begun")},
    SentenceForm{"^not seen since (\\S+)$", QT_TRANSLATE_NOOP("Error", "not seen since %1")},
    SentenceForm{"^the clock says (\\S+), a heartbeat was written at (\\S+)$",
        QT_TRANSLATE_NOOP("Error", "the clock says %1, a heartbeat was written at %2")},
    SentenceForm{"^it took (\\d+) s$", QT_TRANSLATE_NOOP("Error", "it took %1 s")},
    SentenceForm{"^it knows no day after (\\S+): enter the next days$",
        QT_TRANSLATE_NOOP("Error", "it knows no day after %1: enter the next days")},
    SentenceForm{"^the book was not read$", QT_TRANSLATE_NOOP("Error", "the book was not read")},
    SentenceForm{"^the order was not paid$", QT_TRANSLATE_NOOP("Error", "the order was not paid")},
    SentenceForm{"^the payment belongs to no order$", QT_TRANSLATE_NOOP("Error", "the payment belongs to no order")},
    SentenceForm{
        "^paid again: the first payment is (.+)$", QT_TRANSLATE_NOOP("Error", "paid again: the first payment is %1")},
    SentenceForm{"^paid to (\\S+), extended to (\\S+)$", QT_TRANSLATE_NOOP("Error", "paid to %1, extended to %2")},
    SentenceForm{
        "^extended to (\\S+), ordered to (\\S+)$", QT_TRANSLATE_NOOP("Error", "extended to %1, ordered to %2")},
    SentenceForm{"^subscription (\\d+) does not exist$", QT_TRANSLATE_NOOP("Error", "subscription %1 does not exist")},
    SentenceForm{"^nobody has decided it; it expires at (\\S+)$",
        QT_TRANSLATE_NOOP("Error", "nobody has decided it; it expires at %1")},
    SentenceForm{"^(\\d+) more are not as recorded$", QT_TRANSLATE_NOOP("Error", "%1 more are not as recorded")},
    SentenceForm{"^made again by request (\\d+); an earlier one may have left$",
        QT_TRANSLATE_NOOP("Error", "made again by request %1; an earlier one may have left")},
    SentenceForm{"^request (\\d+): sent again under the same key$",
        QT_TRANSLATE_NOOP("Error", "request %1: sent again under the same key")},
};

/// What guard_faults() says of a guard, each with its sentence.
constexpr std::array kGuardFaults{
    QT_TRANSLATE_NOOP("Error", "it is missing, not as recorded"),
    QT_TRANSLATE_NOOP("Error", "it is disabled, not as recorded"),
    QT_TRANSLATE_NOOP("Error", "it is invalid, not as recorded"),
    QT_TRANSLATE_NOOP("Error", "it is changed, not as recorded"),
    QT_TRANSLATE_NOOP("Error", "it is missing or disabled, not as recorded"),
    QT_TRANSLATE_NOOP("Error", "it is empty, not as recorded"),
};

QString formText(const QString& text)
{
    for (const char* sentence : kGuardFaults) {
        if (text == QLatin1String(sentence))
            return QCoreApplication::translate("Error", sentence);
    }
    for (const SentenceForm& form : kForms) {
        const QRegularExpressionMatch match = QRegularExpression(QLatin1String(form.pattern)).match(text);
        if (!match.hasMatch())
            continue;
        QString words = QCoreApplication::translate("Error", form.words);
        for (int i = 1; i <= match.lastCapturedIndex(); ++i)
            words.replace(QStringLiteral("%%1").arg(i), match.captured(i));
        return words;
    }
    return {};
}

QString sentenceText(const QString& part)
{
    for (const char* sentence : kSentences) {
        if (part == QLatin1String(sentence))
            return QCoreApplication::translate("Error", sentence);
    }
    static const QRegularExpression effect(
        QStringLiteral("^executed with ([A-Z]{3}) minor (-?\\d+) instead of ([A-Z]{3}) minor (-?\\d+)$"));
    if (const QRegularExpressionMatch match = effect.match(part); match.hasMatch())
        return ErrorWords::tr("executed with %1 instead of %2", "amounts")
            .arg(moneyText(match.captured(2).toLongLong(), match.captured(1).toStdString()),
                moneyText(match.captured(4).toLongLong(), match.captured(3).toStdString()));
    return part;
}

/// Parts that the engine joined by semicolons.
QString sentencesText(const QString& text)
{
    QStringList parts;
    for (const QString& part : text.split(QStringLiteral("; ")))
        parts << sentenceText(part);
    return parts.join(ErrorWords::tr("; ", "between two sentences"));
}

/// `REFUSED ACCOUNT_CLOSED: HTTP 402: …`, `UNKNOWN: …`, `ACCEPTED; …`: the kind of answer, its code, what was said.
QString answerWords(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("^([A-Z_]+)(?: ([^:; ]+))?(?:([:;]) (.*))?$"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch() || !fromName<AnswerKind>(match.captured(1).toStdString()))
        return {};
    QString words = answerText(match.captured(1).toStdString()).text;
    if (!match.captured(2).isEmpty() && !match.captured(4).contains(match.captured(2)))
        words = ErrorWords::tr("%1 (%2)", "kind of answer, the bank's code").arg(words, match.captured(2));
    if (match.captured(4).isEmpty())
        return words;
    const QString said = sentencesText(match.captured(4));
    return match.captured(3) == QLatin1String(":") ? ErrorWords::tr("%1: %2", "answer, what was said").arg(words, said)
                                                   : ErrorWords::tr("%1; %2", "answer, what follows").arg(words, said);
}

/// Details of a difference: what both sides were at when it was found.
QString differenceWords(const QString& text)
{
    static const QRegularExpression late(QStringLiteral("^executed there, (still )?([A-Z_]+) here$"));
    if (const QRegularExpressionMatch match = late.match(text); match.hasMatch()) {
        const QString state = stateText(Machine::Message, match.captured(2).toStdString()).word.toLower();
        return match.captured(1).isEmpty()
            ? ErrorWords::tr("executed there, %1 here", "state of the message").arg(state)
            : ErrorWords::tr("executed there, still %1 here", "state of the message").arg(state);
    }
    static const QRegularExpression ordered(QStringLiteral("^ordered (-?\\d+) ([A-Z]{3}), paid (-?\\d+) ([A-Z]{3})$"));
    if (const QRegularExpressionMatch match = ordered.match(text); match.hasMatch())
        return ErrorWords::tr("ordered %1, paid %2", "amounts")
            .arg(moneyText(match.captured(1).toLongLong(), match.captured(2).toStdString()),
                moneyText(match.captured(3).toLongLong(), match.captured(4).toStdString()));
    static const QRegularExpression judged(QStringLiteral("^operation ([A-Z_]+), answer ([A-Z_]*) (.*)$"));
    if (const QRegularExpressionMatch match = judged.match(text); match.hasMatch()) {
        const QString answer = answerWords(match.captured(3));
        return ErrorWords::tr("operation %1; answer: %2", "state, answer")
            .arg(stateText(Machine::Operation, match.captured(1).toStdString()).word.toLower(),
                answer.isEmpty() ? answerText(match.captured(2).toStdString()).text : answer);
    }
    return {};
}

} // namespace

QString errorText(std::string_view stored)
{
    const QString plain = plainText(stored);
    if (const QString words = answerWords(plain); !words.isEmpty())
        return words;
    if (const QString words = differenceWords(plain); !words.isEmpty())
        return words;
    if (const QString words = formText(plain); !words.isEmpty())
        return words;
    // Of an alert about a difference: its kind, then its detail.
    static const QRegularExpression difference(QStringLiteral("^([A-Z_]+)(?:: (.*))?$"));
    if (const QRegularExpressionMatch match = difference.match(plain); match.hasMatch()) {
        const QString kind = differenceKindText(match.captured(1).toStdString());
        const bool known = !kind.endsWith(QLatin1Char('?'));
        QString detail = differenceWords(match.captured(2));
        if (detail.isEmpty())
            detail = formText(match.captured(2));
        if (known)
            return match.captured(2).isEmpty() ? kind
                                               : ErrorWords::tr("%1: %2", "kind of difference, detail")
                                                     .arg(kind, detail.isEmpty() ? match.captured(2) : detail);
    }
    return sentencesText(reasonText(stored));
}

} // namespace onceover::models
