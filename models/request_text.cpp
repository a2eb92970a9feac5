// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/request_text.h"

#include "core/money.h"
#include "models/connection_text.h"
#include "models/failure_text.h"
#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/plan_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace onceover::models {

namespace {

struct RequestTexts {
    Q_DECLARE_TR_FUNCTIONS(RequestText)
};

/// A stored word with what people read for it.
struct RequestWord {
    const char* stored;
    Tone tone;
    const char* icon;
    struct Words {
        const char* source;
        const char* comment;
    } word;
    Words explanation;
};

constexpr std::array kRequestWords{
    RequestWord{"REQUESTED", Tone::Info, "stamp", QT_TRANSLATE_NOOP3("RequestText", "Requested", "request"),
        QT_TRANSLATE_NOOP3("RequestText", "A second person decides.", "request")},
    RequestWord{"APPROVED", Tone::Warn, "check", QT_TRANSLATE_NOOP3("RequestText", "Approved", "request"),
        QT_TRANSLATE_NOOP3("RequestText", "Approved by a second person; the engine has not begun yet.", "request")},
    RequestWord{"EXECUTING", Tone::Info, "circle-play", QT_TRANSLATE_NOOP3("RequestText", "Executing", "request"),
        QT_TRANSLATE_NOOP3("RequestText", "The engine carries it out, item by item.", "request")},
    RequestWord{"EXECUTED", Tone::Warn, "hourglass",
        QT_TRANSLATE_NOOP3("RequestText", "Executed, not yet verified", "request"),
        QT_TRANSLATE_NOOP3(
            "RequestText", "Done; that it had the effect that was asked for is still watched.", "request")},
    RequestWord{"PARTLY", Tone::Warn, "triangle-alert", QT_TRANSLATE_NOOP3("RequestText", "Partly", "request"),
        QT_TRANSLATE_NOOP3("RequestText", "Some items were done, others refused: look at each.", "request")},
    RequestWord{"FAILED", Tone::Danger, "circle-x", QT_TRANSLATE_NOOP3("RequestText", "Failed", "request"),
        QT_TRANSLATE_NOOP3("RequestText", "Nothing of it could be done.", "request")},
    RequestWord{"VERIFIED", Tone::Ok, "circle-check", QT_TRANSLATE_NOOP3("RequestText", "Verified", "request"),
        QT_TRANSLATE_NOOP3("RequestText", "Done, and what it was for has come about.", "request")},
    RequestWord{"REJECTED", Tone::Danger, "circle-x", QT_TRANSLATE_NOOP3("RequestText", "Rejected", "request"),
        QT_TRANSLATE_NOOP3("RequestText", "A second person said no; nothing was done.", "request")},
    RequestWord{"WITHDRAWN", Tone::Neutral, "ban", QT_TRANSLATE_NOOP3("RequestText", "Withdrawn", "request"),
        QT_TRANSLATE_NOOP3("RequestText", "Who asked took it back; nothing was done.", "request")},
    RequestWord{"EXPIRED", Tone::Neutral, "ban", QT_TRANSLATE_NOOP3("RequestText", "Expired", "request"),
        QT_TRANSLATE_NOOP3("RequestText", "Nobody decided, or carried it out, in time; nothing was done.", "request")},
    RequestWord{"VOID", Tone::Neutral, "ban", QT_TRANSLATE_NOOP3("RequestText", "Void", "request"),
        QT_TRANSLATE_NOOP3("RequestText", "A row of its plan moved; nothing was done.", "request")},
};

constexpr std::array kItemWords{
    RequestWord{"PENDING", Tone::Neutral, "circle-dashed", QT_TRANSLATE_NOOP3("RequestText", "Not yet", "item"),
        QT_TRANSLATE_NOOP3("RequestText", "Nothing was done about it so far.", "item")},
    RequestWord{"DONE", Tone::Ok, "circle-check", QT_TRANSLATE_NOOP3("RequestText", "Done", "item"),
        QT_TRANSLATE_NOOP3("RequestText", "It was carried out.", "item")},
    RequestWord{"REFUSED", Tone::Warn, "ban", QT_TRANSLATE_NOOP3("RequestText", "Refused", "item"),
        QT_TRANSLATE_NOOP3("RequestText", "It was left alone, because a rule said no at the last moment.", "item")},
    RequestWord{"UNKNOWN", Tone::Unknown, "circle-help", QT_TRANSLATE_NOOP3("RequestText", "Answer unknown", "item"),
        QT_TRANSLATE_NOOP3("RequestText", "Nobody knows yet whether it took effect.", "item")},
};

constexpr std::array kChainWords{
    RequestWord{"people", Tone::Neutral, "users", QT_TRANSLATE_NOOP3("RequestText", "Acts of people", "chain"),
        QT_TRANSLATE_NOOP3("RequestText", "Every act of a person, done or refused, in its own chain.", "chain")},
    RequestWord{"system", Tone::Neutral, "shield-alert", QT_TRANSLATE_NOOP3("RequestText", "System", "chain"),
        QT_TRANSLATE_NOOP3("RequestText", "What the system itself wrote down: membership, lost history.", "chain")},
};

template <std::size_t N>
StateText wordOf(const std::array<RequestWord, N>& words, std::string_view stored)
{
    for (const RequestWord& word : words) {
        if (word.stored == stored)
            return {QCoreApplication::translate("RequestText", word.word.source, word.word.comment), word.tone,
                QLatin1String(word.icon),
                QCoreApplication::translate("RequestText", word.explanation.source, word.explanation.comment), true};
    }
    const QString plain = plainText(stored);
    return {plain + QLatin1Char('?'), Tone::Neutral, QStringLiteral("circle-help"),
        RequestTexts::tr("A state that this program does not know: %1.").arg(plain), false};
}

/// Kinds of requests, and what an approval makes of their items.
struct KindWords {
    const char* stored;
    RequestWord::Words word;
    RequestWord::Words effect;
};

constexpr std::array kKindWords{
    KindWords{"replay", QT_TRANSLATE_NOOP3("RequestText", "Replay", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "begins again under its original key", "effect")},
    KindWords{"re-send", QT_TRANSLATE_NOOP3("RequestText", "Re-send", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "sent again: same key, same bytes", "effect")},
    KindWords{"resolve", QT_TRANSLATE_NOOP3("RequestText", "Resolve an unknown", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "closed as the evidence says", "effect")},
    KindWords{"revision", QT_TRANSLATE_NOOP3("RequestText", "Revision", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "replaced by a new revision with the same items", "effect")},
    KindWords{"correction", QT_TRANSLATE_NOOP3("RequestText", "Correction", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "corrected by an operation of its own", "effect")},
    KindWords{"compensation", QT_TRANSLATE_NOOP3("RequestText", "Compensation", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "made good by a new operation tied to it", "effect")},
    KindWords{"recovery plan", QT_TRANSLATE_NOOP3("RequestText", "Recovery plan", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "recovered as the plan says", "effect")},
    KindWords{"batch recovery", QT_TRANSLATE_NOOP3("RequestText", "Batch recovery", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "its batch goes on", "effect")},
    KindWords{"lift", QT_TRANSLATE_NOOP3("RequestText", "Lift a freeze", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "goes on", "effect")},
    KindWords{"dismissal", QT_TRANSLATE_NOOP3("RequestText", "Dismiss a dead letter", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "closed without doing anything", "effect")},
    KindWords{"match", QT_TRANSLATE_NOOP3("RequestText", "Match", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "matched with the other book", "effect")},
    KindWords{"missing outbox", QT_TRANSLATE_NOOP3("RequestText", "Missing message", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "gets the message that it lacks", "effect")},
    KindWords{"profile", QT_TRANSLATE_NOOP3("RequestText", "Channel profile", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "sent by the new profile from now on", "effect")},
    KindWords{"rollout", QT_TRANSLATE_NOOP3("RequestText", "Rollout", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "settled by the new rule", "effect")},
    KindWords{"beneficiary", QT_TRANSLATE_NOOP3("RequestText", "Beneficiary", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "paid to the new beneficiary from now on", "effect")},
    KindWords{"retention setting", QT_TRANSLATE_NOOP3("RequestText", "Retention", "kind"),
        QT_TRANSLATE_NOOP3("RequestText", "kept as long as the new setting says", "effect")},
};

const KindWords* kindOf(std::string_view kind)
{
    for (const KindWords& words : kKindWords) {
        if (words.stored == kind)
            return &words;
    }
    return nullptr;
}

/// How many differences a match closes: the one that it is about, and that of the record where it has one.
int differencesOf(const RequestDetail& detail)
{
    const std::size_t closes = closedDifferences(detail.request.plan).size();
    return boundedCount(static_cast<std::int64_t>(std::max<std::size_t>(closes, 1)));
}

/// Digits with what people put between them taken out.
QString bareAmount(QString typed, const std::string& currency)
{
    typed.remove(QLatin1Char(',')).remove(QLatin1Char(' ')).remove(QChar(0x00a0)).remove(QChar(0x202f));
    typed.replace(QChar(0x2212), QLatin1Char('-'));
    if (typed.endsWith(QString::fromStdString(currency), Qt::CaseInsensitive))
        typed.chop(static_cast<qsizetype>(currency.size()));
    return typed;
}

} // namespace

StateText requestStateText(std::string_view stored)
{
    return wordOf(kRequestWords, stored);
}

StateText requestItemStateText(std::string_view stored)
{
    return wordOf(kItemWords, stored);
}

StateText auditChainText(std::string_view chain)
{
    return wordOf(kChainWords, chain);
}

QString requestKindText(std::string_view kind)
{
    const KindWords* words = kindOf(kind);
    return words ? QCoreApplication::translate("RequestText", words->word.source, words->word.comment)
                 : plainText(kind) + QLatin1Char('?');
}

QString requestViewText(std::string_view view)
{
    if (view == "to-me")
        return RequestTexts::tr("To me", "requests");
    if (view == "mine")
        return RequestTexts::tr("Mine", "requests");
    if (view == "open")
        return RequestTexts::tr("Open", "requests");
    if (view == "decided")
        return RequestTexts::tr("Decided", "requests");
    return plainText(view);
}

QString requestEffectText(std::string_view kind, const PlanItemRow& item)
{
    if (kind == "replay" && item.classPlanned == "NOT_SENT")
        return RequestTexts::tr("sent: same key, same bytes", "effect");
    const KindWords* words = kindOf(kind);
    return words ? QCoreApplication::translate("RequestText", words->effect.source, words->effect.comment)
                 : RequestTexts::tr("as the plan says", "effect");
}

QString requestMeaning(const RequestDetail& detail)
{
    const std::string& kind = detail.request.kind;
    if (kind == "lift" && detail.freeze)
        return RequestTexts::tr(
            "If approved, %1 goes on: %2 operations, %3 messages and %4 runs are released, each job "
            "by its own policy.")
            .arg(scopeText(detail.freeze->scope.kind, detail.freeze->scope.ref), countText(detail.freeze->operations),
                countText(detail.freeze->messages), countText(detail.freeze->runs));
    if (kind == "replay" || kind == "re-send")
        return RequestTexts::tr("Money out at most: %1 to %n payee(s), under keys that were computed before.", nullptr,
            boundedCount(detail.payees))
            .arg(totalsText(detail.amounts));
    if (kind == "match")
        return RequestTexts::tr("If approved, %n difference(s) are closed; no money moves and no state changes.",
            nullptr, differencesOf(detail));
    if (kind == "missing outbox")
        return RequestTexts::tr(
            "If approved, the message is made again under the key that was always its own. Money out at "
            "most: %1, once, whether an earlier one left or not.")
            .arg(totalsText(detail.amounts));
    if (kind == "dismissal")
        return RequestTexts::tr("If approved, the letter is closed and nothing is done about it: %1 stay as they are.")
            .arg(totalsText(detail.amounts));
    return detail.amounts.empty() ? requestKindText(kind)
                                  : RequestTexts::tr("About %1 in all.", "amounts").arg(totalsText(detail.amounts));
}

QString ifNothingIsDone(const RequestDetail& detail, const TimeFormat& format)
{
    const std::string& kind = detail.request.kind;
    const QString until = format.full(detail.request.expiresAt);
    if (detail.request.status != "REQUESTED")
        return {};
    if (kind == "lift")
        return RequestTexts::tr("If you do nothing: the request expires at %1 and the freeze stays in force.")
            .arg(until);
    if (kind == "replay" || kind == "re-send" || kind == "dismissal")
        return RequestTexts::tr(
            "If you do nothing: the request expires at %1, the letters stay open and no money moves.")
            .arg(until);
    if (kind == "match")
        return RequestTexts::tr("If you do nothing: the request expires at %1 and %n difference(s) stay open.", nullptr,
            differencesOf(detail))
            .arg(until);
    if (kind == "missing outbox")
        return RequestTexts::tr(
            "If you do nothing: the request expires at %1, nothing is sent and the money stays held.")
            .arg(until);
    return RequestTexts::tr("If you do nothing: the request expires at %1 and everything stays as it is.").arg(until);
}

QString movedText(const RequestDetail& detail)
{
    if (detail.moved == 0 || detail.request.status != "REQUESTED")
        return {};
    return RequestTexts::tr("%1 of %2 rows changed since it was asked for: it cannot be approved any more. Ask %3 to "
                            "renew it.",
        "changed, all, person")
        .arg(countText(detail.moved), countText(detail.request.items), plainText(detail.makerName));
}

std::string totalToType(const AmountPerCurrency& amounts, std::int64_t items)
{
    return amounts.size() == 1 ? std::to_string(amounts.begin()->second) : items == 0 ? "" : std::to_string(items);
}

QString totalPrompt(const std::string& planTotal, const AmountPerCurrency& amounts)
{
    if (planTotal.empty())
        return {};
    if (amounts.size() == 1)
        return RequestTexts::tr("Type the total in %1").arg(plainText(amounts.begin()->first));
    return RequestTexts::tr("Type the number of items");
}

std::optional<std::string> typedTotal(
    const std::string& planTotal, const AmountPerCurrency& amounts, const QString& typed)
{
    if (planTotal.empty())
        return std::string{};
    if (amounts.size() != 1) {
        const bool same = typed.trimmed() == QString::fromStdString(planTotal);
        return same ? std::optional(planTotal) : std::nullopt;
    }
    const auto amount = typedAmount(typed, amounts.begin()->first);
    return amount && std::to_string(*amount) == planTotal ? std::optional(planTotal) : std::nullopt;
}

std::optional<std::int64_t> typedAmount(const QString& typed, const std::string& currency)
{
    const auto code = CurrencyCode::parse(currency);
    if (!code)
        return std::nullopt;
    const auto amount = Money::parsePlain(bareAmount(typed, currency).toStdString(), *code);
    return amount ? std::optional(amount->minor) : std::nullopt;
}

bool isMaker(const RequestDetail& detail, const ConnectionStatus& status)
{
    return status.server && !status.server->person.empty() && status.server->person == detail.request.maker;
}

QString whyNoDecision(const RequestDetail& detail, const ConnectionStatus& status, Timestamp now)
{
    const RequestRow& request = detail.request;
    if (request.status != "REQUESTED") {
        const QString word = requestStateText(request.status).word;
        return detail.checkerName.empty()
            ? RequestTexts::tr("It is decided already: %1.", "state").arg(word)
            : RequestTexts::tr("%1 decided it already: %2.", "person, state").arg(plainText(detail.checkerName), word);
    }
    if (isMaker(detail, status))
        return refusalSentence("OWN_REQUEST");
    if (const QString why = whyNoAct(status, "approver"); !why.isEmpty())
        return why;
    if (request.expiresAt <= now)
        return refusalSentence("EXPIRED");
    return {};
}

QString whyNoWithdrawal(const RequestDetail& detail, const ConnectionStatus& status)
{
    if (!isMaker(detail, status))
        return refusalSentence("NOT_OWN_REQUEST");
    if (detail.request.status != "REQUESTED")
        return RequestTexts::tr("It is decided already: %1.", "state")
            .arg(requestStateText(detail.request.status).word);
    return whyNoAct(status, "operator");
}

} // namespace onceover::models
