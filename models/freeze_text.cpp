// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/freeze_text.h"

#include "models/money_text.h"
#include "models/plain_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace onceover::models {

namespace {

struct FreezeTexts {
    Q_DECLARE_TR_FUNCTIONS(FreezeText)
};

ToneLine stops(const QString& text)
{
    return {text, Tone::Ok, QStringLiteral("check")};
}

ToneLine goesOn(const QString& text)
{
    return {text, Tone::Warn, QStringLiteral("triangle-alert")};
}

/// The freezes that a person or a rule ordered, without the pauses of channels.
std::vector<const FreezeLine*> oldestFirst(const std::vector<FreezeLine>& lines)
{
    std::vector<const FreezeLine*> freezes;
    for (const FreezeLine& freeze : lines) {
        if (!freeze.isPause)
            freezes.push_back(&freeze);
    }
    std::stable_sort(
        freezes.begin(), freezes.end(), [](const FreezeLine* a, const FreezeLine* b) { return a->since < b->since; });
    return freezes;
}

} // namespace

QString freezeButtonText(const ControlScope& scope)
{
    if (scope.kind.empty())
        return FreezeTexts::tr("Freeze now");
    if (scope.kind == "everything")
        return FreezeTexts::tr("Freeze everything now");
    return FreezeTexts::tr("Freeze %1 now", "scope").arg(scopeText(scope.kind, scope.ref));
}

QString scopeChoiceText(const ControlScope& scope)
{
    return FreezeTexts::tr("%1   (%2)", "scope, key").arg(scopeText(scope.kind, scope.ref), scopeLetter(scope.kind));
}

QChar scopeLetter(const std::string& kind)
{
    return kind == "everything" ? QLatin1Char('E')
        : kind == "batch"       ? QLatin1Char('B')
        : kind == "job"         ? QLatin1Char('J')
        : kind == "channel"     ? QLatin1Char('C')
                                : QLatin1Char('M');
}

std::vector<ToneLine> freezeEffects(const ControlScope& scope, const FreezesNow* now)
{
    std::vector<ToneLine> lines;
    if (scope.kind == "everything" || scope.kind == "job")
        lines.push_back(stops(FreezeTexts::tr("New runs are held until the lift.")));
    lines.push_back(stops(FreezeTexts::tr("No operation is claimed or tried again.")));
    lines.push_back(stops(FreezeTexts::tr("No sender sends: messages wait where they are.")));
    lines.push_back(
        stops(FreezeTexts::tr("Replays wait, unless a plan that two persons made goes on under the freeze.")));
    lines.push_back(goesOn(FreezeTexts::tr(
        "Not stopped: work that was claimed before goes on to its end or lapses. A fence takes it away.")));
    lines.push_back(goesOn(
        FreezeTexts::tr("Not stopped: facts are recorded, the bank is asked, books are compared, alerts go out.")));
    if (now && !now->mayLeave.empty())
        lines.push_back(goesOn(FreezeTexts::tr("Not stopped: %n call(s) that may be at the bank already.", nullptr,
            boundedCount(static_cast<std::int64_t>(now->mayLeave.size())))));
    else
        lines.push_back(goesOn(FreezeTexts::tr("Not stopped: calls that are at the bank already. None is known now.")));
    return lines;
}

QString mayLeaveText(const MayLeaveRow& message, Timestamp now)
{
    const QString from = message.host.empty()
        ? plainText(message.worker)
        : FreezeTexts::tr("%1 on %2", "worker, host").arg(plainText(message.worker), plainText(message.host));
    const QString what = QStringLiteral("%1 \u00B7 %2 \u00B7 %3")
                             .arg(plainText(message.key), moneyText(message.amountMinor, message.currency),
                                 plainText(message.channel));
    if (!message.lastSentAt)
        return FreezeTexts::tr("%1: may still leave from %2", "message, sender").arg(what, from);
    return FreezeTexts::tr("%1: sent %2 ago by %3", "message, age, sender")
        .arg(what, ageText(*message.lastSentAt, now), from);
}

QString heldText(const FreezeRow& freeze)
{
    return FreezeTexts::tr("Held: %1, %2, %3", "operations, messages, runs")
        .arg(FreezeTexts::tr("%n operation(s)", nullptr, boundedCount(freeze.operations)),
            FreezeTexts::tr("%n message(s)", nullptr, boundedCount(freeze.messages)),
            FreezeTexts::tr("%n run(s)", nullptr, boundedCount(freeze.runs)));
}

ToneLine freezeProgress(const FreezeRow& freeze, const TimeFormat& format)
{
    const QString scope = scopeText(freeze.scope.kind, freeze.scope.ref);
    if (!freeze.effectiveAt)
        return {FreezeTexts::tr("%1: ordered, not yet in force.", "scope").arg(scope), Tone::Warn,
            QStringLiteral("hourglass")};
    const QString since = format.full(*freeze.effectiveAt);
    if (freeze.status == "LIFT_REQUESTED")
        return {FreezeTexts::tr("%1: in force since %2. Its lift waits for a second person.", "scope, time")
                    .arg(scope, since),
            Tone::Critical, QStringLiteral("stamp")};
    if (freeze.drainedAt)
        return {FreezeTexts::tr("%1: in force since %2, drained since %3. Nothing that it covers can leave any more.",
                    "scope, times")
                    .arg(scope, since, format.relativeTo(*freeze.effectiveAt).clock(*freeze.drainedAt)),
            Tone::Critical, QStringLiteral("snowflake")};
    if (freeze.mayStillLeave > 0)
        return {FreezeTexts::tr("%1: in force since %2, draining: %n call(s) may still leave.", nullptr,
                    boundedCount(freeze.mayStillLeave))
                    .arg(scope, since),
            Tone::Critical, QStringLiteral("snowflake")};
    return {FreezeTexts::tr("%1: in force since %2. Work that was claimed before is draining.", "scope, time")
                .arg(scope, since),
        Tone::Critical, QStringLiteral("snowflake")};
}

QString whyNoLift(const FreezeRow& freeze)
{
    if (freeze.status == "LIFT_REQUESTED")
        return FreezeTexts::tr("Its lift was asked for already; an approver decides.");
    if (!freeze.drainedAt)
        return FreezeTexts::tr("It has not drained yet: something that it covers is in work or may still leave.");
    return {};
}

std::optional<ToneLine> freezeBannerText(const OverviewSnapshot& snapshot, const TimeFormat& format)
{
    const std::vector<const FreezeLine*> freezes = oldestFirst(snapshot.freezes);
    if (freezes.empty())
        return std::nullopt;
    const FreezeLine& oldest = *freezes.front();
    QString text = FreezeTexts::tr("FROZEN since %1 by %2: %3. Reason: %4. %n operation(s) held.",
        "time, person, scope, reason", boundedCount(snapshot.heldOperations))
                       .arg(format.full(oldest.since), plainText(oldest.actor),
                           scopeText(oldest.scopeKind, oldest.scopeRef), plainText(oldest.reason));
    if (freezes.size() > 1)
        text += QLatin1Char(' ')
            + FreezeTexts::tr(
                "And %n more freeze(s).", nullptr, boundedCount(static_cast<std::int64_t>(freezes.size()) - 1));
    return ToneLine{text, Tone::Critical, QStringLiteral("snowflake")};
}

QString freezeBannerShort(const OverviewSnapshot& snapshot, const TimeFormat& format)
{
    const std::vector<const FreezeLine*> freezes = oldestFirst(snapshot.freezes);
    if (freezes.empty())
        return {};
    const FreezeLine& oldest = *freezes.front();
    return FreezeTexts::tr("FROZEN since %1: %2. %n held.", "time, scope", boundedCount(snapshot.heldOperations))
        .arg(format.relativeTo(snapshot.takenAt).clock(oldest.since), scopeText(oldest.scopeKind, oldest.scopeRef));
}

QString noReplayerText(bool replayerAlive)
{
    return replayerAlive
        ? QString()
        : FreezeTexts::tr("Nobody runs the duty replayer now: nothing is carried out, and no freeze drains. Start one "
                          "with `onceover-worker --roles replayer`.");
}

} // namespace onceover::models
