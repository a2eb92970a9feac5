// SPDX-License-Identifier: GPL-3.0-or-later
// What the tab Channels says.
#include "models/work_cells.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct ChannelWork {
    Q_DECLARE_TR_FUNCTIONS(ChannelWork)
};

QString channelKind(const std::string& kind)
{
    if (kind == "payout")
        return ChannelWork::tr("payouts", "channel");
    if (kind == "mail")
        return ChannelWork::tr("mail", "channel");
    if (kind == "webhook")
        return ChannelWork::tr("webhooks", "channel");
    return plainText(kind);
}

QString queryWord(const std::string& kind)
{
    if (kind == "authoritative")
        return ChannelWork::tr("certain", "query");
    if (kind == "eventual")
        return ChannelWork::tr("certain later", "query");
    if (kind == "none")
        return ChannelWork::tr("not possible", "query");
    return plainText(kind);
}

/// Since when, by whom and why; empty when it is not paused.
QString pauseText(const ChannelRow& row, const TimeFormat& format)
{
    return row.pausedAt ? ChannelWork::tr("since %1 by %2: %3", "instant, person, reason")
                              .arg(format.full(*row.pausedAt), plainText(row.pausedBy), plainText(row.pauseReason))
                        : QString();
}

CellText enabledCell(const ChannelRow& row, const RowTableModel& table)
{
    if (row.pausedAt)
        return {.display = ChannelWork::tr("paused"),
            .copy = QStringLiteral("paused"),
            .hover = pauseText(row, table.timeFormat()),
            .icon = QStringLiteral("pause"),
            .tone = Tone::Warn};
    if (row.enabled)
        return {.display = ChannelWork::tr("in use"),
            .copy = QStringLiteral("true"),
            .icon = QStringLiteral("circle-check"),
            .tone = Tone::Ok};
    return {.display = ChannelWork::tr("not in use"), .copy = QStringLiteral("false")};
}

CellText resendCell(const ChannelRow& row)
{
    const QString why = whyNoResend(row);
    if (why.isEmpty())
        return {.display = ChannelWork::tr("after asking"),
            .copy = QStringLiteral("yes"),
            .hover = ChannelWork::tr("It may be sent again, after asking, within the life of the key.")};
    return {.display = ChannelWork::tr("never"),
        .copy = QStringLiteral("no"),
        .hover = why,
        .icon = QStringLiteral("ban"),
        .tone = Tone::Warn};
}

CellText testCell(const ChannelRow& row, const RowTableModel& table)
{
    if (row.kind != "payout" && !row.testedAt)
        return dashCell();
    if (!row.testedAt)
        return {.display = ChannelWork::tr("never", "self-test"),
            .copy = QStringLiteral("never"),
            .hover = ChannelWork::tr("No self-test of this version is recorded: it cannot be enabled."),
            .icon = QStringLiteral("circle-help"),
            .tone = Tone::Warn};
    const QString ago = ageText(*row.testedAt, table.now());
    CellText cell;
    cell.display = row.testPassed ? ChannelWork::tr("passed, %1 ago", "self-test").arg(ago)
                                  : ChannelWork::tr("failed, %1 ago", "self-test").arg(ago);
    cell.copy = row.testPassed ? QStringLiteral("passed") : QStringLiteral("failed");
    cell.hover = ChannelWork::tr("%1, by %2", "instant, person")
                     .arg(table.timeFormat().hover(*row.testedAt, table.now()), plainText(row.testedBy));
    cell.icon = row.testPassed ? QStringLiteral("circle-check") : QStringLiteral("circle-x");
    cell.tone = row.testPassed ? Tone::Ok : Tone::Danger;
    return cell;
}

QString lastTest(const ChannelRow& row, const WorkLook& look)
{
    if (!row.testedAt)
        return row.kind == "payout" ? ChannelWork::tr("none; the version cannot be enabled without a passed one")
                                    : QString();
    const QString when = look.format.full(*row.testedAt);
    return row.testPassed
        ? ChannelWork::tr("passed at %1, by %2").arg(when, plainText(row.testedBy))
        : ChannelWork::tr("failed at %1, by %2; the version cannot be enabled again before one passes")
              .arg(when, plainText(row.testedBy));
}

CellText latencyCell(const ChannelRow& row)
{
    if (!row.median)
        return {.display = QString(QChar(0x2013)), .hover = ChannelWork::tr("No call in the last hour.")};
    return {.display = ChannelWork::tr("%1 ms").arg(countText(row.median->count())),
        .copy = QString::number(row.median->count()),
        .hover
        = ChannelWork::tr(
            "Median %1 ms, one in twenty slower than %2 ms, of %n call(s).", nullptr, static_cast<int>(row.calls))
              .arg(countText(row.median->count()), countText(row.slowest5Percent.value_or(milliseconds{0}).count()))};
}

CellText unknownCell(const ChannelRow& row)
{
    if (!row.enabled)
        return dashCell();
    CellText cell = countCell(row.unknown);
    if (row.unknown > 0) {
        cell.icon = QStringLiteral("circle-help");
        cell.tone = Tone::Unknown;
    }
    return cell;
}

QString refusalCodes(const ChannelRow& row)
{
    QStringList codes;
    for (const std::string& code : row.refusalCodes)
        codes << plainText(code);
    return codes.join(QStringLiteral(", "));
}

} // namespace

// --- channels --------------------------------------------------------------------------------------------------------

const std::vector<FactColumn<ChannelRow>>& FactSpec<ChannelRow>::columns()
{
    using Row = ChannelRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = ChannelWork::tr("Channel", "column"),
                 .definition = ChannelWork::tr("Name of the channel."),
                 .source = QStringLiteral("channel_profile.channel_id")};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.channel); }},
        {[] {
             return ColumnText{.id = QStringLiteral("version"),
                 .title = ChannelWork::tr("Version", "column"),
                 .definition = ChannelWork::tr("A profile never changes; a change is a new version."),
                 .source = QStringLiteral("channel_profile.profile_version"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.version); }},
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = ChannelWork::tr("In use", "column"),
                 .definition = ChannelWork::tr("One version of a channel is in use at a time."),
                 .source = QStringLiteral("channel_profile.enabled")};
         },
            [](const Row& row, const RowTableModel& table) { return enabledCell(row, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("kind"),
                 .title = ChannelWork::tr("Kind", "column"),
                 .definition = ChannelWork::tr("What it carries."),
                 .source = QStringLiteral("channel_profile.kind"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return plainCell(channelKind(row.kind)); }},
        {[] {
             return ColumnText{.id = QStringLiteral("resend"),
                 .title = ChannelWork::tr("Sent again by itself", "column"),
                 .definition
                 = ChannelWork::tr("Whether a message may be sent again after the bank was asked, and if not, why."),
                 .source = QStringLiteral(
                     "channel_profile.on_mismatch, on_in_flight, query_kind, retention, max_late_execution")};
         },
            [](const Row& row, const RowTableModel&) { return resendCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("selftest"),
                 .title = ChannelWork::tr("Self-test", "column"),
                 .definition
                 = ChannelWork::tr("The last self-test of this version: whether the bank does what is declared."),
                 .source = QStringLiteral("channel_self_test.passed, at")};
         },
            [](const Row& row, const RowTableModel& table) { return testCell(row, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("life"),
                 .title = ChannelWork::tr("Key life", "column"),
                 .definition = ChannelWork::tr("For how long the bank knows a key, less the margin."),
                 .source = QStringLiteral("channel_profile.retention, retention_margin")};
         },
            [](const Row& row, const RowTableModel&) { return spanCell(row.retention - row.margin); }},
        {[] {
             return ColumnText{.id = QStringLiteral("query"),
                 .title = ChannelWork::tr("Asking", "column"),
                 .definition = ChannelWork::tr("What an answer to a question is worth."),
                 .source = QStringLiteral("channel_profile.query_kind"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return plainCell(queryWord(row.queryKind)); }},
        {[] {
             return ColumnText{.id = QStringLiteral("latency"),
                 .title = ChannelWork::tr("Latency", "column"),
                 .definition = ChannelWork::tr("Median of the calls of the last hour; the slowest twentieth on hover."),
                 .source = QStringLiteral("external_call.duration"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return latencyCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("unknown"),
                 .title = ChannelWork::tr("Unknown", "column"),
                 .definition = ChannelWork::tr("Messages whose outcome at the bank is unknown now."),
                 .source = QStringLiteral("outbox.status"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return unknownCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("open"),
                 .title = ChannelWork::tr("To send", "column"),
                 .definition = ChannelWork::tr("Messages that wait or are on their way."),
                 .source = QStringLiteral("outbox.status"),
                 .shownByDefault = false,
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return row.enabled ? countCell(row.open) : dashCell(); }},
        {[] {
             return ColumnText{.id = QStringLiteral("calls"),
                 .title = ChannelWork::tr("Calls", "column"),
                 .definition = ChannelWork::tr("Made in the last hour, at most 20,000."),
                 .source = QStringLiteral("external_call.at"),
                 .shownByDefault = false,
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return row.enabled ? countCell(row.calls) : dashCell(); }},
        {[] {
             return ColumnText{.id = QStringLiteral("endpoint"),
                 .title = ChannelWork::tr("Address", "column"),
                 .definition = ChannelWork::tr("Where it is reached."),
                 .source = QStringLiteral("channel_profile.endpoint"),
                 .shownByDefault = false,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.endpoint); }}};
    return all;
}

QString FactSpec<ChannelRow>::key(const ChannelRow& row)
{
    return plainText(row.channel + "/" + std::to_string(row.version));
}

std::optional<Tone> FactSpec<ChannelRow>::tone(const ChannelRow& row)
{
    if (row.pausedAt)
        return Tone::Warn;
    return row.enabled ? std::optional(Tone::Ok) : std::nullopt;
}

QString WorkSpec<ChannelRow>::title()
{
    return ChannelWork::tr("Channels", "page");
}

QString WorkSpec<ChannelRow>::header()
{
    return ChannelWork::tr("What each bank declares, in versions. No profile: no idempotency. A version is enabled by "
                           "two persons after its self-test.");
}

QString WorkSpec<ChannelRow>::emptyTitle()
{
    return ChannelWork::tr("No channel");
}

QString WorkSpec<ChannelRow>::emptyText()
{
    return ChannelWork::tr("Nothing can be sent before a channel has a profile; the practice sandbox makes one.");
}

QString WorkSpec<ChannelRow>::groupText(const std::string& name)
{
    return channelKind(name);
}

std::vector<WorkFact> WorkSpec<ChannelRow>::facts(const ChannelRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("meaning", ChannelWork::tr("What it declares"), channelMeaning(row))
        .add("paused", ChannelWork::tr("Paused"), pauseText(row, look.format))
        .add("resend", ChannelWork::tr("Never sent again by itself"),
            whyNoResend(row).isEmpty()
                ? ChannelWork::tr("It may be sent again, after asking, within the life of the key.")
                : whyNoResend(row))
        .add("key", ChannelWork::tr("Key goes in"), plainText(row.keyTransport), true)
        .add("life", ChannelWork::tr("Key life"),
            ChannelWork::tr("%1, less a margin of %2").arg(spanText(row.retention), spanText(row.margin)))
        .add("codes", ChannelWork::tr("Codes that refuse for good"), refusalCodes(row), true)
        .add("limits", ChannelWork::tr("Limits"),
            ChannelWork::tr("%1 sends, %2 questions, a person after %3")
                .arg(countText(row.maxSendAttempts), countText(row.maxQueries), spanText(row.escalateAfter)))
        .add("selftest", ChannelWork::tr("Last self-test"), lastTest(row, look))
        .add("latency", ChannelWork::tr("Latency, last hour"), latencyCell(row).hover)
        .add("endpoint", ChannelWork::tr("Address"), plainText(row.endpoint), true)
        .add("created", ChannelWork::tr("Made"), row.createdAt, look)
        .add("by", ChannelWork::tr("Made by"), plainText(row.createdBy));
    return facts.take();
}

PageAddress WorkSpec<ChannelRow>::target(const ChannelRow& row)
{
    return PageAddress{
        QStringLiteral("outbox"), {}, {{QStringLiteral("q"), QStringLiteral("channel:") + plainText(row.channel)}}};
}

bool WorkSpec<ChannelRow>::matches(const ChannelRow& row, const ListQuery& query)
{
    return agrees(query.group, row.kind);
}

} // namespace onceover::models
