// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/batch/batch_page.h"

#include "models/freeze_scope.h"
#include "models/reason_text.h"
#include "models/timeline_text.h"
#include "views/charts/state_chart.h"
#include "views/lists/operations_page.h"
#include "views/overview/twin_card.h"
#include "views/style/fonts.h"
#include "views/widgets/data_table.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/step_strip.h"
#include "views/widgets/table_part.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QProgressBar>

#include <algorithm>

namespace onceover::views {

namespace {

constexpr int kTriggersShown = 4;
constexpr int kLooksShown = 5;

QFont keyFont()
{
    QFont font = monospaced(fontOf(TextKind::Title));
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

BatchPage::BatchPage(const PageContext& context, QWidget* parent)
    : DetailPage(QLatin1String(models::kBatchPage), context, models::ReadKind::Batch, parent)
    , m_states(new models::StateCountModel(this))
    , m_shards(new models::ShardTable(this))
    , m_triggers(new models::TriggerTable(this))
    , m_attempts(new models::AttemptTable(this))
    , m_looks(new models::LookTable(this))
    , m_differences(new models::DifferenceTable(this))
    , m_audit(new models::AuditTable(this))
    , m_title(new TextLabel(TextKind::Title))
    , m_state(new ToneChip)
    , m_reason(new TextLabel(TextKind::Body))
    , m_onces(new StepStrip(objectName() + QStringLiteral(".onces")))
    , m_alarm(new ToneLine(ToneLine::Ground::Filled))
    , m_progress(new QProgressBar)
    , m_progressText(new TextLabel(TextKind::Body))
    , m_facts(new FactGrid(objectName() + QStringLiteral(".facts")))
    , m_operations(new OperationsPage(QStringLiteral("batch.operations"), context))
    , m_stateCard(nullptr)
    , m_shardPart(new TablePart(objectName() + QStringLiteral(".shards"), m_shards))
    , m_runFacts(new FactGrid(objectName() + QStringLiteral(".run")))
    , m_triggerPart(new TablePart(objectName() + QStringLiteral(".triggers"), m_triggers))
    , m_attemptPart(new TablePart(objectName() + QStringLiteral(".attempts"), m_attempts))
    , m_agreement(new ToneLine(ToneLine::Ground::Plain))
    , m_lookPart(new TablePart(objectName() + QStringLiteral(".looks"), m_looks))
    , m_differencePart(new TablePart(objectName() + QStringLiteral(".differences"), m_differences))
    , m_auditPart(new TablePart(objectName() + QStringLiteral(".audit"), m_audit))
{
    buildHeader();
    buildTabs();
    connect(&gateway(), &models::Gateway::batchReady, this, &BatchPage::take);
    connect(m_operations, &Page::addressActivated, this, &Page::addressActivated);
    retranslate();
}

QString BatchPage::title() const
{
    return tr("Batch", "page");
}

void BatchPage::buildHeader()
{
    addHeading(m_title, m_state, keyFont)->addWidget(m_reason, 1);
    m_reason->setObjectName(objectName() + QStringLiteral(".reason"));
    m_reason->setWordWrap(true);
    m_alarm->setObjectName(objectName() + QStringLiteral(".alarm"));
    m_progress->setObjectName(objectName() + QStringLiteral(".progress"));
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    auto* progress = new QHBoxLayout;
    progress->setSpacing(12);
    progress->addWidget(m_progress, 1);
    progress->addWidget(m_progressText);
    header()->addWidget(m_onces);
    header()->addWidget(m_alarm);
    header()->addLayout(progress);
    header()->addWidget(m_facts);
    m_alarm->hide();
}

void BatchPage::buildTabs()
{
    addTab(QStringLiteral("operations"), m_operations, [this] {
        return m_detail ? tr("Operations (%1)", "tab").arg(models::countText(m_detail->batch.total))
                        : tr("Operations", "tab");
    });
    m_stateCard = new TwinCard(objectName() + QStringLiteral(".states"),
        new StateChart(objectName() + QStringLiteral(".states.chart"), m_states), m_states);
    m_stateCard->setMinimumHeight(240);
    adopt(m_stateCard->table(), m_states);
    addTab(QStringLiteral("states"), m_stateCard, [] { return tr("State distribution", "tab"); });
    adopt(m_shardPart, m_shards);
    addTab(QStringLiteral("shards"), m_shardPart,
        [this] { return counted(tr("Shards", "tab"), m_detail ? m_detail->shards.size() : 0, false); });
    buildRunsTab();
    buildReconciliationTab();
    adopt(m_auditPart, m_audit);
    addTab(QStringLiteral("audit"), m_auditPart, [this] {
        return counted(tr("Audit", "tab"), m_detail ? m_detail->audit.size() : 0, m_detail && m_detail->auditHasMore);
    });
}

void BatchPage::buildRunsTab()
{
    auto* runs = new QWidget;
    auto* lines = new QVBoxLayout(runs);
    lines->setContentsMargins(0, 8, 0, 0);
    lines->setSpacing(10);
    lines->addWidget(m_runFacts);
    lines->addWidget(m_triggerPart);
    lines->addWidget(m_attemptPart, 1);
    m_triggerPart->setRowsShown(kTriggersShown);
    adopt(m_triggerPart, m_triggers);
    adopt(m_attemptPart, m_attempts);
    addTab(QStringLiteral("runs"), runs, [this] {
        return counted(tr("Runs and attempts", "tab"), m_detail ? m_detail->attempts.size() : 0,
            m_detail && m_detail->attemptsHaveMore);
    });
}

void BatchPage::buildReconciliationTab()
{
    auto* reconciliation = new QWidget;
    auto* lines = new QVBoxLayout(reconciliation);
    lines->setContentsMargins(0, 8, 0, 0);
    lines->setSpacing(10);
    m_agreement->setObjectName(objectName() + QStringLiteral(".agreement"));
    lines->addWidget(m_agreement);
    lines->addWidget(m_lookPart);
    lines->addWidget(m_differencePart, 1);
    m_lookPart->setRowsShown(kLooksShown);
    adopt(m_lookPart, m_looks);
    adopt(m_differencePart, m_differences);
    connect(m_differencePart->table(), &DataTable::rowOpened, this, &BatchPage::openOperation);
    addTab(QStringLiteral("reconciliation"), reconciliation, [this] {
        return counted(tr("Reconciliation", "tab"), m_detail ? m_detail->differences.size() : 0,
            m_detail && m_detail->differencesHaveMore);
    });
}

QString BatchPage::counted(const QString& word, std::size_t count, bool more) const
{
    if (count == 0)
        return word;
    const QString number = models::countText(static_cast<std::int64_t>(count));
    return more ? tr("%1 (%2+)", "tab, count").arg(word, number) : tr("%1 (%2)", "tab, count").arg(word, number);
}

void BatchPage::openOperation(const QString& differenceKey)
{
    const int row = m_differences->rowOf(differenceKey);
    if (row < 0 || m_differences->rowAt(row).operation.empty())
        return;
    emit addressActivated(
        {QLatin1String(models::kOperationPage), models::plainText(m_differences->rowAt(row).operation), {}});
}

void BatchPage::watch(bool on)
{
    gateway().watchBatch(on && !key().isEmpty() ? std::optional(key().toStdString()) : std::nullopt);
}

void BatchPage::forget()
{
    m_detail.reset();
    if (m_operations->isEntered())
        m_operations->leave(); // Until it is known which batch's operations to read.
    m_operations->setBatch(std::nullopt);
    showTables();
}

void BatchPage::take(const models::BatchDetailPtr& detail)
{
    if (QString::fromStdString(detail->runKey) != key())
        return;
    m_detail = detail->found ? detail : nullptr;
    showTables();
    arrived(detail->takenAt, detail->found);
    if (!m_detail)
        return;
    m_operations->setBatch(m_detail->batch.batch);
    tabShown(tab());
}

void BatchPage::tabShown(const QString& id)
{
    // Its operations are read only while they are looked at.
    if (id == QLatin1String("operations") && isEntered() && m_detail) {
        if (!m_operations->isEntered())
            m_operations->enter();
    } else if (m_operations->isEntered()) {
        m_operations->leave();
    }
}

void BatchPage::focusFilter()
{
    if (tab() == QLatin1String("operations"))
        m_operations->focusFilter();
}

bool BatchPage::escape()
{
    return (tab() == QLatin1String("operations") && m_operations->escape()) || DetailPage::escape();
}

void BatchPage::saveLayout()
{
    m_operations->saveLayout();
}

void BatchPage::showTables()
{
    static const BatchDetail nothing;
    const BatchDetail& detail = m_detail ? *m_detail : nothing;
    m_states->setCounts(detail.states);
    m_shards->setRows(detail.shards);
    m_triggers->setRows(detail.triggers);
    m_attempts->setRows(detail.attempts);
    m_looks->setRows(detail.looks);
    m_differences->setRows(detail.differences);
    m_audit->setRows(detail.audit);
}

void BatchPage::showOnces()
{
    const BatchRow& batch = m_detail->batch;
    const bool twice = m_detail->effectsMax > 1;
    const bool again = batch.executed > 1;
    const auto lost = std::count_if(m_detail->attempts.begin(), m_detail->attempts.end(),
        [](const AttemptFact& attempt) { return attempt.status == "LOST" || attempt.status == "FENCED"; });
    Step triggered{QStringLiteral("trigger"), models::countText(batch.triggered), tr("triggered", "once"),
        tr("reasons to run it", "caption"), models::Tone::Neutral, false,
        tr("Schedule, people, catch-up and replay may each ask for the run; it stays one run.")};
    if (batch.triggered == 1 && !m_detail->triggers.empty())
        triggered.caption
            = tr("by %1", "trigger source").arg(models::triggerSourceText(m_detail->triggers.front().source));
    const Step executed{QStringLiteral("play"), models::countText(batch.executed), tr("executed", "once"),
        lost > 0 ? tr("%n attempt(s) lost on the way", nullptr, static_cast<int>(lost))
                 : tr("tries at the run and its shards"),
        again ? models::Tone::Info : models::Tone::Neutral, again,
        tr("Tries at the run, and one more for each worker that was lost within a shard. Work may be done again; its "
           "effect may not.")};
    const Step effect{twice ? QStringLiteral("circle-x") : QStringLiteral("circle-check"),
        models::countText(m_detail->effectsMax), tr("took effect", "once"),
        tr("at most, of any operation; %1 of %2 succeeded", "done, total")
            .arg(models::countText(batch.done), models::countText(batch.total)),
        twice                           ? models::Tone::Danger
            : m_detail->effectsMax == 1 ? models::Tone::Ok
                                        : models::Tone::Neutral,
        twice, tr("The most accepted effects of any one operation. More than 1 means that money left twice.")};
    m_onces->setSteps(tr("Triggered, executed, took effect"), {triggered, executed, effect});
    m_alarm->setVisible(twice);
    if (twice)
        m_alarm->setLine(
            tr("An operation of this batch took effect %1 times. Freeze the batch and open its differences.")
                .arg(models::countText(m_detail->effectsMax)),
            QStringLiteral("circle-x"), models::Tone::Danger);
}

void BatchPage::showHead(Timestamp now)
{
    const BatchRow& batch = m_detail->batch;
    const models::StateText state = models::stateText(models::Machine::Batch, batch.status);
    m_title->setPlainText(models::plainText(batch.runKey));
    m_state->setChip({state.word, state.icon, state.tone}, state.explanation);
    m_reason->setPlainText(batch.statusReason.empty() ? state.explanation : models::reasonText(batch.statusReason));
    const int percent = models::percentOf(batch.done, batch.total);
    m_progress->setValue(percent);
    m_progressText->setPlainText(tr("%1 of %2 operations succeeded (%3 %)", "done, total, percent")
                                     .arg(models::countText(batch.done), models::countText(batch.total))
                                     .arg(percent));
    m_progress->setAccessibleName(m_progressText->text());
    const models::TimeFormat format = context().format.relativeTo(m_detail->takenAt);
    const auto instant = [&](const char* id, const QString& name, std::optional<Timestamp> at) {
        return Fact{
            QLatin1String(id), name, at ? format.cell(*at) : QString(), at ? format.hover(*at, now) : QString(), false};
    };
    m_facts->setFacts({{QStringLiteral("amounts"), tr("Amount"), models::totalsText(batch.amounts), {}, true},
        {QStringLiteral("bizDate"), tr("Business date"), models::dateText(batch.bizDate), {}, false},
        {QStringLiteral("job"), tr("Job"), models::plainText(batch.jobId), {}, false},
        {QStringLiteral("grade"), tr("Grade"), models::plainText(batch.grade), {}, false},
        {QStringLiteral("scope"), tr("Scope"),
            batch.scope.empty() ? tr("everything", "scope of a batch") : models::plainText(batch.scope), {}, false},
        {QStringLiteral("input"), tr("Input version"), models::plainText(m_detail->inputVersion), {}, true},
        {QStringLiteral("rule"), tr("Rule version"), QString::number(m_detail->ruleVersion), {}, false},
        instant("created", tr("Created"), batch.createdAt), instant("check", tr("Last check"), batch.lastCheck),
        instant("finished", tr("Finished"), batch.finishedAt)});
}

void BatchPage::show(Timestamp now)
{
    if (!m_detail)
        return;
    showHead(now);
    showOnces();
    const RunFact& run = m_detail->run;
    const models::TimeFormat format = context().format.relativeTo(m_detail->takenAt);
    const auto instant = [&](const char* id, const QString& name, std::optional<Timestamp> at) {
        return Fact{
            QLatin1String(id), name, at ? format.cell(*at) : QString(), at ? format.hover(*at, now) : QString(), false};
    };
    m_runFacts->setFacts({{QStringLiteral("state"), tr("Run"), models::stateText(models::Machine::Run, run.status).word,
                              models::stateText(models::Machine::Run, run.status).explanation, false},
        {QStringLiteral("reason"), tr("Reason"), models::reasonText(run.statusReason), {}, false},
        instant("scheduled", tr("Scheduled for"), run.scheduledAt),
        {QStringLiteral("wall"), tr("On the wall"),
            run.localWall.empty()
                ? QString()
                : QStringLiteral("%1 %2").arg(models::plainText(run.localWall), models::plainText(run.zone)),
            tr("What the clock on the wall said when it was due, in the job's zone."), false},
        instant("started", tr("Started"), run.startedAt), instant("ended", tr("Ended"), run.finishedAt)});
    const models::StateText count = models::agreementText(m_detail->batch.countAgrees);
    const models::StateText amount = models::agreementText(m_detail->batch.amountAgrees);
    const bool differs = count.tone == models::Tone::Danger || amount.tone == models::Tone::Danger;
    m_agreement->setLine(m_detail->batch.countAgrees ? tr("Count: %1 \u00B7 Amount: %2").arg(count.word, amount.word)
                                                     : tr("Nothing was compared yet."),
        count.icon, differs ? models::Tone::Danger : count.tone);
    m_stateCard->setTitle(tr("Operations by state: %1 in all").arg(models::countText(m_states->total())));
}

std::vector<Crumb> BatchPage::crumbs() const
{
    return {{tr("Batches"), {QStringLiteral("batches"), {}, {}}, false}, {models::plainText(key()), {}, true}};
}

QString BatchPage::whatItIs() const
{
    return tr("Batch %1").arg(models::plainText(key()));
}

void BatchPage::retranslate()
{
    m_shardPart->setHeading(tr("Shards: what the inputs promised, and what is there"));
    m_shardPart->setEmptyText(tr("Its shards are not made yet."));
    m_triggerPart->setHeading(tr("Triggers"));
    m_triggerPart->setEmptyText(tr("No trigger is recorded."));
    m_attemptPart->setHeading(tr("Attempts"));
    m_attemptPart->setCaption(tr("Kept 30 days after the end"));
    m_attemptPart->setEmptyText(tr("No attempt yet, or its attempts are older than 30 days."));
    m_lookPart->setHeading(tr("Looks"));
    m_lookPart->setEmptyText(tr("Nothing was compared yet."));
    m_differencePart->setHeading(tr("Open differences"));
    m_differencePart->setEmptyText(tr("No open difference. Enter on a difference opens its operation."));
    m_auditPart->setHeading(tr("What people and the system did to this batch"));
    m_auditPart->setEmptyText(tr("Nobody did anything to this batch: it ran by itself."));
    DetailPage::retranslate();
}

std::vector<ControlScope> BatchPage::freezeScopes() const
{
    return m_detail && m_detail->found ? models::freezeScopesOf(m_detail->batch) : std::vector<ControlScope>{};
}

} // namespace onceover::views
