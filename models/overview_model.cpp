// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/overview_model.h"

#include "core/states/operation_state.h"
#include "models/money_text.h"
#include "models/plain_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace onceover::models {

namespace {

struct OverviewWords {
    Q_DECLARE_TR_FUNCTIONS(Overview)
};

constexpr std::int64_t kCountedExactly = 10000;
constexpr std::chrono::minutes kAboutAnHour{75}; // A sample older than this is said with its time.

/// Plural forms take an int; no count on this page comes near its limit.
int pluralCount(std::int64_t count)
{
    return static_cast<int>(std::min<std::int64_t>(count, 1'000'000'000));
}

/// What every part needs.
struct Look {
    const OverviewSnapshot& snapshot;
    TimeFormat format;
    Timestamp now;
    QLocale locale;

    [[nodiscard]] QString count(std::int64_t value) const { return countText(value, false, locale); }
    [[nodiscard]] QString checkedAt() const
    {
        return OverviewWords::tr("checked %1").arg(format.clock(snapshot.takenAt));
    }
};

/// "03:12" on the snapshot's own day, else its date: since when a number is compared.
QString sinceText(const Look& look, Timestamp at)
{
    const QString clock = look.format.clock(at); // 03:12:44, or 03-15 03:12:44
    return clock.contains(QLatin1Char(' ')) ? clock.section(QLatin1Char(' '), 0, 0)
                                            : clock.section(QLatin1Char(':'), 0, 1);
}

/// "+5 in the last hour": the number now against the one an hour ago, or against the last one sampled before that ("+5
/// since 03-14"); what was not sampled says so.
QString trend(const Look& look, const std::string& metric, std::int64_t now)
{
    const auto sampled = look.snapshot.hourAgo.find(metric);
    if (sampled == look.snapshot.hourAgo.end())
        return OverviewWords::tr("an hour ago: not known");
    const std::int64_t change = now - sampled->second;
    if (look.snapshot.hourAgoAt && *look.snapshot.hourAgoAt < look.snapshot.takenAt - kAboutAnHour) {
        const QString since = sinceText(look, *look.snapshot.hourAgoAt);
        if (change == 0)
            return OverviewWords::tr("unchanged since %1", "time or date").arg(since);
        return change > 0
            ? OverviewWords::tr("+%1 since %2", "count, time or date").arg(look.count(change), since)
            : OverviewWords::tr("\u2212%1 since %2", "count, time or date").arg(look.count(-change), since);
    }
    if (change == 0)
        return OverviewWords::tr("as an hour ago");
    return change > 0 ? OverviewWords::tr("+%1 in the last hour").arg(look.count(change))
                      : OverviewWords::tr("\u2212%1 in the last hour").arg(look.count(-change));
}

/// First line of the Overview: is the engine alive?
ToneLine engineLine(const Look& look)
{
    const OverviewSnapshot& s = look.snapshot;
    // While a sandbox is filled its time leaps from day to day, so that ages say nothing.
    if (s.practice && s.practice->daysBehind > 0 && s.practice->workersAlive > 0)
        return {OverviewWords::tr("Engine: %n worker(s)", nullptr, s.practice->workersAlive)
                + QStringLiteral(" \u00B7 ")
                + OverviewWords::tr("settling day %1 of %2, up to the present")
                      .arg(look.count(s.practice->daysSettled),
                          look.count(s.practice->daysSettled + s.practice->daysBehind)),
            Tone::Ok, QStringLiteral("users")};
    if (s.workersAlive <= 0) {
        if (!s.lastWorkerSeen)
            return {OverviewWords::tr(
                        "No worker was ever seen: nothing is being settled. Start one with `onceover-worker`."),
                Tone::Danger, QStringLiteral("circle-x")};
        return {OverviewWords::tr("No worker seen for %1: nothing is being settled.")
                    .arg(ageText(*s.lastWorkerSeen, look.now)),
            Tone::Danger, QStringLiteral("circle-x")};
    }
    QStringList parts{OverviewWords::tr("Engine: %n worker(s)", nullptr, s.workersAlive)};
    parts << (s.lastSchedulerBeat
            ? OverviewWords::tr("scheduler tick %1 ago").arg(ageText(*s.lastSchedulerBeat, look.now))
            : OverviewWords::tr("no scheduler seen"));
    parts << (s.lastSend       ? OverviewWords::tr("sender last sent %1 ago").arg(ageText(*s.lastSend, look.now))
            : s.operations > 0 ? OverviewWords::tr("nothing sent lately")
                               : OverviewWords::tr("nothing sent yet"));
    const bool schedulerMissing = !s.lastSchedulerBeat || s.lastSchedulerBeat < look.now - std::chrono::minutes{2};
    return {parts.join(QStringLiteral(" \u00B7 ")), schedulerMissing ? Tone::Warn : Tone::Ok,
        schedulerMissing ? QStringLiteral("triangle-alert") : QStringLiteral("users")};
}

/// Of a channel on an outage; a freeze has the banner of every page.
ToneLine pauseBanner(const FreezeLine& pause, const Look& look)
{
    const QString held = OverviewWords::tr("%n operation(s) held", nullptr, pluralCount(look.snapshot.heldOperations));
    return {OverviewWords::tr("PAUSED since %1 by %2: %3. Reason: %4. %5.", "time, person, scope, reason, held")
                .arg(look.format.full(pause.since), plainText(pause.actor), scopeText(pause.scopeKind, pause.scopeRef),
                    plainText(pause.reason), held),
        Tone::Warn, QStringLiteral("pause")};
}

std::vector<ToneLine> banners(const Look& look)
{
    const OverviewSnapshot& s = look.snapshot;
    std::vector<ToneLine> lines;
    for (const FreezeLine& freeze : s.freezes) {
        if (freeze.isPause)
            lines.push_back(pauseBanner(freeze, look));
    }
    if (s.effectsMax > 1)
        lines.push_back({OverviewWords::tr("An operation took effect %n time(s). Freeze, then look at the incident.",
                             nullptr, pluralCount(s.effectsMax)),
            Tone::Critical, QStringLiteral("shield-alert")});
    if (s.server.person.empty() && !s.server.login.empty())
        lines.push_back(
            {OverviewWords::tr(
                 "The login %1 is not mapped to a person: you can look, but not act. Ask an administrator to map it.")
                    .arg(plainText(s.server.login)),
                Tone::Warn, QStringLiteral("triangle-alert")});
    if (s.server.environment == "sandbox")
        lines.push_back({OverviewWords::tr("Practice time: the clock of this sandbox is its own. No real money."),
            Tone::Info, QStringLiteral("hourglass")});
    return lines;
}

/// What the lines below a tile's number say.
struct TileLines {
    QString first;
    QString second;
};

TileLines stuckLeaseLines(const Look& look, const QString& change)
{
    const OverviewSnapshot& s = look.snapshot;
    const bool aged = s.stuckLeases > 0 && s.oldestStuckLease;
    return {
        aged ? OverviewWords::tr("oldest %1").arg(ageText(*s.oldestStuckLease, look.now)) : look.checkedAt(), change};
}

TileLines deadLetterLines(const Look& look, const QString& change)
{
    const OverviewSnapshot& s = look.snapshot;
    return {
        s.deadLetters > 0 ? OverviewWords::tr("%1 over 24 h").arg(look.count(s.deadLettersOver24h)) : look.checkedAt(),
        change};
}

TileLines unknownLines(const Look& look, const QString& change)
{
    if (look.snapshot.unknownAtBank == 0)
        return {look.checkedAt(), change};
    return {totalsText(look.snapshot.unknownAmounts, look.locale),
        OverviewWords::tr("at risk \u00B7 %1", "amounts above; trend").arg(change)};
}

TileLines approvalLines(const Look& look, const QString&)
{
    return {look.checkedAt(), {}};
}

/// What the other books have more than ours, with its sign, as on the page Reconciliation.
QString differencesText(const AmountPerCurrency& amounts, const QLocale& locale)
{
    QStringList parts;
    for (const auto& [currency, minor] : amounts) {
        const QString money = moneyText(minor, currency, locale);
        parts << (minor > 0 ? QLatin1Char('+') + money : money);
    }
    return parts.join(QStringLiteral(" \u00B7 "));
}

TileLines differenceLines(const Look& look, const QString& change)
{
    const OverviewSnapshot& s = look.snapshot;
    const QString compared = s.lastReconciled
        ? OverviewWords::tr("compared %1").arg(look.format.clock(*s.lastReconciled))
        : OverviewWords::tr("nothing was compared yet");
    const QString amounts = s.openDifferences > 0 ? differencesText(s.differenceAmounts, look.locale) : QString();
    if (!amounts.isEmpty())
        return {amounts, compared};
    return {compared, s.openDifferences == 0 && s.lastReconciled ? change : QString()};
}

/// One tile: its number, what it is when something needs a person, and the lines below.
struct TileSpec {
    struct Words {
        const char* source;
        const char* comment;
    };
    const char* id;
    Words title;
    const char* icon;
    const char* page;   ///< Deep link below the profile; empty: no page yet.
    const char* metric; ///< The number's name among the samples; empty: it is not sampled.
    Tone tone;          ///< Of a number above zero.
    std::int64_t OverviewSnapshot::*number;
    TileLines (*lines)(const Look& look, const QString& change);
};

constexpr std::array kTiles{
    TileSpec{"stuckLeases", QT_TRANSLATE_NOOP3("Overview", "Stuck leases", "tile"), "clock-alert", "leases",
        "stuck_leases", Tone::Warn, &OverviewSnapshot::stuckLeases, stuckLeaseLines},
    TileSpec{"deadLetters", QT_TRANSLATE_NOOP3("Overview", "Dead letters", "tile"), "skull", "dead", "dead_letters",
        Tone::Danger, &OverviewSnapshot::deadLetters, deadLetterLines},
    TileSpec{"unknownAtBank", QT_TRANSLATE_NOOP3("Overview", "Unknown at bank", "tile"), "circle-help",
        "operations?q=state:unknown_external", "unknown_at_bank", Tone::Unknown, &OverviewSnapshot::unknownAtBank,
        unknownLines},
    TileSpec{"approvals", QT_TRANSLATE_NOOP3("Overview", "To approve", "tile"), "stamp", "approvals", "", Tone::Info,
        &OverviewSnapshot::approvalsOpen, approvalLines},
    TileSpec{"differences", QT_TRANSLATE_NOOP3("Overview", "Differences", "tile"), "scale", "reconcile",
        "open_differences", Tone::Danger, &OverviewSnapshot::openDifferences, differenceLines},
};

Tile makeTile(const TileSpec& spec, const Look& look)
{
    const std::int64_t number = look.snapshot.*spec.number;
    const TileLines lines = spec.lines(look, trend(look, spec.metric, number));
    Tile tile{.id = QLatin1String(spec.id),
        .title = QCoreApplication::translate("Overview", spec.title.source, spec.title.comment),
        .value = look.count(number),
        .first = lines.first,
        .second = lines.second,
        .tone = number > 0 ? spec.tone : Tone::Neutral,
        .icon = QLatin1String(spec.icon),
        .page = QLatin1String(spec.page)};
    // Never a reassuring zero when nothing was compared.
    if (spec.number == &OverviewSnapshot::openDifferences && number == 0 && !look.snapshot.lastReconciled)
        tile.value = QString(QChar(0x2013));
    return tile;
}

ToneLine oncesLine(const Look& look)
{
    const OverviewSnapshot& s = look.snapshot;
    if (!s.newestBizDate)
        return {OverviewWords::tr("Nothing was triggered yet."), Tone::Neutral, QStringLiteral("circle-dashed")};
    const QString text
        = OverviewWords::tr("%1: triggered %2 \u00B7 executed %3 \u00B7 took effect %4 \u00B7 at most %5 per operation")
              .arg(dateText(*s.newestBizDate), look.count(s.triggered), look.count(s.executed),
                  look.count(s.tookEffect), look.count(s.effectsMax));
    if (s.effectsMax > 1)
        return {text, Tone::Danger, QStringLiteral("circle-x")};
    return {text, Tone::Ok, QStringLiteral("circle-check")};
}

QString outboxLine(const Look& look)
{
    const OverviewSnapshot& s = look.snapshot;
    if (s.outboxOpen == 0)
        return OverviewWords::tr("Outbox: nothing open");
    if (!s.oldestUnsent)
        return OverviewWords::tr("Outbox: %1 open, all sent").arg(look.count(s.outboxOpen));
    return OverviewWords::tr("Outbox: %1 open, oldest unsent %2")
        .arg(look.count(s.outboxOpen), ageText(*s.oldestUnsent, look.now));
}

bool narrows(const ListQuery& query)
{
    return !query.status.empty() || query.bizDate || !query.jobType.empty() || query.merchant || query.batch
        || !query.keyPrefix.empty() || !query.group.empty() || query.minAge;
}

QString nothingMatches(Timestamp takenAt, const TimeFormat& format)
{
    return OverviewWords::tr("Nothing matches the filter, as of %1. Clear it to see everything.")
        .arg(format.relativeTo(takenAt).clock(takenAt));
}

} // namespace

StateText openAlertsText(const OpenAlerts& alerts)
{
    const bool anyUnseen = alerts.unseen > 0;
    StateText text{OverviewWords::tr("%n alert(s)", "open", pluralCount(alerts.open)),
        anyUnseen ? Tone::Warn : Tone::Neutral, QStringLiteral("bell"),
        OverviewWords::tr("Alerts whose cause is still there. Opens their page."), true};
    if (anyUnseen)
        text.word = OverviewWords::tr("%1, %2 unseen", "5 alerts").arg(text.word, countText(alerts.unseen));
    return text;
}

OverviewText describeOverview(
    const OverviewSnapshot& snapshot, const TimeFormat& format, Timestamp now, const QLocale& locale)
{
    const Look look{snapshot, format.relativeTo(snapshot.takenAt), std::max(now, snapshot.takenAt), locale};
    OverviewText text;
    text.engine = engineLine(look);
    text.banners = banners(look);
    for (const TileSpec& spec : kTiles)
        text.tiles.push_back(makeTile(spec, look));
    text.onces = oncesLine(look);
    text.worklistTitle = snapshot.worklistHasMore ? OverviewWords::tr("Needs you, oldest first (the first %n)", nullptr,
                             static_cast<int>(snapshot.worklist.size()))
                                                  : OverviewWords::tr("Needs you, oldest first");
    text.worklistEmpty = {OverviewWords::tr("Nothing needs you. Checked %1.").arg(look.format.clock(snapshot.takenAt)),
        Tone::Ok, QStringLiteral("circle-check")};
    text.distributionTitle = OverviewWords::tr("Operations by state: %1 in all").arg(look.count(snapshot.operations));
    text.asOf = OverviewWords::tr("as of %1 %2", "time, offset")
                    .arg(look.format.clock(snapshot.takenAt), look.format.offset());
    text.outbox = outboxLine(look);
    return text;
}

void tellAsPast(OverviewText& text, const OverviewSnapshot& snapshot, const TimeFormat& format)
{
    const QString at = format.relativeTo(snapshot.takenAt).clock(snapshot.takenAt);
    text.engine = {OverviewWords::tr("Not known now. At %1: %2", "time, state of the engine").arg(at, text.engine.text),
        Tone::Neutral, QStringLiteral("plug-off")};
    text.worklistEmpty = {OverviewWords::tr("Not known now. Nothing needed you at %1.").arg(at), Tone::Neutral,
        QStringLiteral("plug-off")};
}

QString listCaption(const HeldRows& held, Timestamp takenAt, const TimeFormat& format, const QLocale& locale)
{
    const QString time = format.relativeTo(takenAt).clock(takenAt);
    const bool openEnded = held.totalIsEstimate && held.total > kCountedExactly;
    if (!openEnded && held.above == 0 && held.rows == held.total)
        return OverviewWords::tr("%1 of %2, as of %3")
            .arg(countText(held.rows, false, locale), countText(held.total, held.totalIsEstimate, locale), time);
    const QString total = openEnded
        ? OverviewWords::tr("more than %1", "rows in all").arg(countText(kCountedExactly, false, locale))
        : countText(std::max(held.total, held.above.value_or(0) + held.rows), held.totalIsEstimate, locale);
    if (!held.above)
        return held.newestFirst ? OverviewWords::tr("%1 rows loaded of %2, newest first, as of %3")
                                      .arg(countText(held.rows, false, locale), total, time)
                                : OverviewWords::tr("%1 rows loaded of %2, by key, as of %3")
                                      .arg(countText(held.rows, false, locale), total, time);
    const QString first = countText(*held.above + 1, false, locale);
    const QString last = countText(*held.above + held.rows, false, locale);
    return held.newestFirst
        ? OverviewWords::tr("rows %1\u2013%2 of %3, newest first, as of %4").arg(first, last, total, time)
        : OverviewWords::tr("rows %1\u2013%2 of %3, by key, as of %4").arg(first, last, total, time);
}

bool listIsByDate(const ListQuery& query, bool ofOperations)
{
    if (!ofOperations)
        return true;
    return query.keyPrefix.empty() && !query.batch
        && (query.merchant || query.status.empty() || query.status == nameOf(OperationState::Succeeded));
}

QString emptyBatchesText(const ListQuery& query, Timestamp takenAt, const TimeFormat& format)
{
    if (narrows(query))
        return nothingMatches(takenAt, format);
    return OverviewWords::tr("No batch yet, as of %1. The scheduler makes one for each business date; "
                             "`onceoverctl trigger JOB --biz-date DATE` asks for one.")
        .arg(format.relativeTo(takenAt).clock(takenAt));
}

QString emptyOperationsText(const ListQuery& query, Timestamp takenAt, const TimeFormat& format)
{
    if (narrows(query))
        return nothingMatches(takenAt, format);
    return OverviewWords::tr("No operation yet, as of %1. They are enumerated when a batch begins.")
        .arg(format.relativeTo(takenAt).clock(takenAt));
}

} // namespace onceover::models
