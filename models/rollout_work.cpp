// SPDX-License-Identifier: GPL-3.0-or-later
// What the tab Rollout says.
#include "models/rollout_text.h"
#include "models/schedule_text.h"
#include "models/work_cells.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct RolloutWork {
    Q_DECLARE_TR_FUNCTIONS(RolloutWork)
};

constexpr std::int64_t kRolloutCountedUpTo = 10000;

Tone stageTone(const RolloutListRow& row)
{
    return !row.isActing ? Tone::Neutral : row.mode == "full" ? Tone::Ok : Tone::Warn;
}

CellText stageCell(const RolloutListRow& row)
{
    const char* icon = row.mode == "full" ? "circle-check" : row.mode == "limited" ? "circle-play" : "circle-dashed";
    CellText cell{.display = rolloutModeText(row.mode),
        .copy = plainText(row.mode),
        .hover = rolloutStageText(row.mode),
        .icon = QLatin1String(icon),
        .tone = stageTone(row)};
    if (row.mode != "observe" && !row.isActing)
        cell.hover += QLatin1Char('\n') + RolloutWork::tr("A later version in stage full has taken its place.");
    return cell;
}

QString scopesText(const RolloutListRow& row)
{
    QStringList scopes;
    for (const std::string& scope : row.scopes)
        scopes << scopeText(scope.substr(0, scope.find(' ')), scope.substr(scope.find(' ') + 1));
    return scopes.join(QStringLiteral(", "));
}

CellText forCell(const RolloutListRow& row)
{
    if (!row.scopes.empty()) {
        CellText cell = plainCell(scopesText(row));
        QStringList stored;
        for (const std::string& scope : row.scopes)
            stored << plainText(scope);
        cell.copy = stored.join(QStringLiteral(", "));
        return cell;
    }
    return row.mode == "full" ? plainCell(RolloutWork::tr("everybody")) : plainCell(RolloutWork::tr("nobody"));
}

QString whoText(const RolloutListRow& row)
{
    return row.maker.empty()
        ? RolloutWork::tr("as the job began")
        : RolloutWork::tr("%1, approved by %2", "persons").arg(plainText(row.maker), plainText(row.checker));
}

QString boundedText(std::int64_t count)
{
    return count > kRolloutCountedUpTo ? RolloutWork::tr("more than %1").arg(countText(kRolloutCountedUpTo))
                                       : countText(count);
}

CellText boundedCell(std::int64_t count)
{
    return {.display = boundedText(count), .copy = QString::number(count)};
}

/// What a stage keeps back: under "observe" that is what it is for.
CellText heldCell(const RolloutListRow& row)
{
    if (row.mode == "full")
        return dashCell();
    CellText cell = boundedCell(row.held);
    cell.hover = RolloutWork::tr("Open operations that are neither claimed nor sent while it is in this stage.");
    if (row.held > 0) {
        cell.icon = QStringLiteral("pause");
        cell.tone = Tone::Info;
    }
    return cell;
}

CellText failedCell(const RolloutListRow& row)
{
    CellText cell = countCell(row.failed);
    if (row.failed > 0) {
        cell.icon = QStringLiteral("circle-x");
        cell.tone = Tone::Danger;
    }
    return cell;
}

} // namespace

const std::vector<FactColumn<RolloutListRow>>& FactSpec<RolloutListRow>::columns()
{
    using Row = RolloutListRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("job"),
                 .title = RolloutWork::tr("Job", "column"),
                 .definition = RolloutWork::tr("The job whose rules these are."),
                 .source = QStringLiteral("rollout.job_id"),
                 .sortable = true,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.jobId); }},
        {[] {
             return ColumnText{.id = QStringLiteral("version"),
                 .title = RolloutWork::tr("Rules", "column"),
                 .definition = RolloutWork::tr("Version of the rules. The job plans by its newest that takes effect."),
                 .source = QStringLiteral("rollout.rule_version"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) {
                CellText cell = countCell(row.ruleVersion);
                if (row.isCurrent)
                    cell.hover = RolloutWork::tr("The job plans by this version.");
                return cell;
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("stage"),
                 .title = RolloutWork::tr("Stage", "column"),
                 .definition = RolloutWork::tr("Observe, then limited, then full; two persons move it."),
                 .source = QStringLiteral("rollout.mode")};
         },
            [](const Row& row, const RowTableModel&) { return stageCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("for"),
                 .title = RolloutWork::tr("Takes effect for", "column"),
                 .definition = RolloutWork::tr("Whom the stage lets it settle for."),
                 .source = QStringLiteral("rollout.scope_list")};
         },
            [](const Row& row, const RowTableModel&) { return forCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("since"),
                 .title = RolloutWork::tr("Since", "column"),
                 .definition = RolloutWork::tr("When it entered this stage."),
                 .source = QStringLiteral("rollout.at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.since, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("held"),
                 .title = RolloutWork::tr("Held", "column"),
                 .definition = RolloutWork::tr("Open operations that the stage keeps back, as a freeze would."),
                 .source = QStringLiteral("operation_due"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return heldCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("done"),
                 .title = RolloutWork::tr("Took effect", "column"),
                 .definition = RolloutWork::tr("Operations that succeeded, over its newest 400 batches."),
                 .source = QStringLiteral("operation_count"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.done); }},
        {[] {
             return ColumnText{.id = QStringLiteral("failed"),
                 .title = RolloutWork::tr("Failed", "column"),
                 .definition = RolloutWork::tr("Operations that failed for good, over its newest 400 batches."),
                 .source = QStringLiteral("operation_count"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return failedCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("findings"),
                 .title = RolloutWork::tr("Findings", "column"),
                 .definition = RolloutWork::tr("What it would have done that did not take effect."),
                 .source = QStringLiteral("rollout_finding"),
                 .shownByDefault = false,
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return boundedCell(row.findings); }},
        {[] {
             return ColumnText{.id = QStringLiteral("who"),
                 .title = RolloutWork::tr("Moved by", "column"),
                 .definition = RolloutWork::tr("Who asked for this stage, and who approved it."),
                 .source = QStringLiteral("approval.maker"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return plainCell(whoText(row)); }}};
    return all;
}

QString FactSpec<RolloutListRow>::key(const RolloutListRow& row)
{
    return QString::fromStdString(row.jobId) + QLatin1Char(' ') + QString::number(row.ruleVersion);
}

std::optional<Tone> FactSpec<RolloutListRow>::tone(const RolloutListRow& row)
{
    return stageTone(row);
}

QString WorkSpec<RolloutListRow>::title()
{
    return RolloutWork::tr("Rollout", "page");
}

QString WorkSpec<RolloutListRow>::header()
{
    return RolloutWork::tr(
        "New rules observe first, then take effect for a few, then for everybody. Each step takes two persons.");
}

QString WorkSpec<RolloutListRow>::emptyTitle()
{
    return RolloutWork::tr("No rules");
}

QString WorkSpec<RolloutListRow>::emptyText()
{
    return RolloutWork::tr("No job is configured: no rules are known.");
}

QString WorkSpec<RolloutListRow>::groupText(const std::string& name)
{
    return rolloutModeText(name);
}

std::vector<WorkFact> WorkSpec<RolloutListRow>::facts(const RolloutListRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("means", RolloutWork::tr("What this stage means"), rolloutStageText(row.mode))
        .add("for", RolloutWork::tr("Takes effect for"), forCell(row).display)
        .add("since", RolloutWork::tr("Since"), std::optional(row.since), look)
        .add("who", RolloutWork::tr("Moved by"), whoText(row))
        .add("work", RolloutWork::tr("Its work"),
            RolloutWork::tr("open %1, held %2, took effect %3, failed %4", "counts")
                .arg(countText(row.open), boundedText(row.held), countText(row.done), countText(row.failed)))
        .add("findings", RolloutWork::tr("Findings"),
            row.findings == 1
                ? RolloutWork::tr("1 operation that it would have settled did not take effect")
                : RolloutWork::tr("%1 operations that it would have settled did not take effect")
                      .arg(boundedText(row.findings)))
        .add("system", RolloutWork::tr("System"),
            RolloutWork::tr("taken over %1, open alerts of the job %2", "counts")
                .arg(countText(row.takeovers), countText(row.alertsOpen)))
        .add("left", RolloutWork::tr("Going back must deal with"),
            rolloutLeftLines(row).join(QStringLiteral(" \u00B7 ")));
    if (row.openRequest > 0)
        facts.add("request", RolloutWork::tr("Open request"), QString::number(row.openRequest));
    return facts.take();
}

PageAddress WorkSpec<RolloutListRow>::target(const RolloutListRow&)
{
    return {};
}

bool WorkSpec<RolloutListRow>::matches(const RolloutListRow& row, const ListQuery& query)
{
    return agrees(query.group, row.mode);
}

} // namespace onceover::models
