// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/incident/incident_page.h"

#include "models/failure_text.h"
#include "models/freeze_scope.h"
#include "models/incident_text.h"
#include "models/request_text.h"
#include "views/style/fonts.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/plain.h"
#include "views/widgets/step_strip.h"
#include "views/widgets/table_part.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

namespace onceover::views {

namespace {

using Deed = models::IncidentDeed;
using StageState = models::IncidentStage::State;

QFont titleFont()
{
    QFont font = fontOf(TextKind::Heading);
    font.setWeight(QFont::DemiBold);
    return font;
}

Step stepOf(const models::IncidentStage& stage, int number)
{
    Step step;
    step.value = QString(QChar(0x2460 + number)); // ① to ⑦
    step.word = stage.name;
    step.caption = stage.caption;
    step.marked = stage.state == StageState::Now;
    step.icon = stage.state == StageState::Done ? QStringLiteral("circle-check")
        : stage.state == StageState::Now        ? QStringLiteral("circle-play")
        : stage.state == StageState::PassedOver ? QStringLiteral("minus")
                                                : QStringLiteral("circle-dashed");
    step.tone = stage.state == StageState::Done ? models::Tone::Ok
        : stage.state == StageState::Now        ? models::Tone::Info
                                                : models::Tone::Neutral;
    return step;
}

} // namespace

IncidentPage::IncidentPage(const PageContext& context, QWidget* parent)
    : DetailPage(QLatin1String(models::kIncidentPage), context, models::ReadKind::Incident, parent)
    , m_log(new models::IncidentLogTable(this))
    , m_evidence(new models::EvidenceTable(this))
    , m_causes(new models::CauseTable(this))
    , m_comparisons(new models::ComparisonTable(this))
    , m_totals(new models::PlanTotalTable(this))
    , m_equalities(new models::EqualityTable(this))
    , m_title(new TextLabel(TextKind::Heading))
    , m_state(new ToneChip)
    , m_steps(new StepStrip(objectName() + QStringLiteral(".steps")))
    , m_gate(new ToneLine(ToneLine::Ground::Filled))
    , m_next(new QPushButton)
    , m_missing(new TextLabel(TextKind::Body))
    , m_facts(new FactGrid(objectName() + QStringLiteral(".facts")))
    , m_answer(new TextLabel(TextKind::Body))
    , m_planned(new TextLabel(TextKind::Body))
    , m_counts(new TextLabel(TextKind::Body))
    , m_count(new QPushButton)
    , m_logPart(new TablePart(objectName() + QStringLiteral(".log"), m_log))
    , m_evidencePart(new TablePart(objectName() + QStringLiteral(".evidence"), m_evidence))
    , m_causePart(new TablePart(objectName() + QStringLiteral(".causes"), m_causes))
    , m_comparisonPart(new TablePart(objectName() + QStringLiteral(".comparisons"), m_comparisons))
    , m_totalPart(new TablePart(objectName() + QStringLiteral(".totals"), m_totals))
    , m_equalityPart(new TablePart(objectName() + QStringLiteral(".equalities"), m_equalities))
    , m_acts(new QToolButton)
    , m_report(new QToolButton)
    , m_copyReport(nullptr)
    , m_saveReport(nullptr)
    , m_printReport(nullptr)
    , m_said(new ToneLine(ToneLine::Ground::Plain))
{
    buildHeader();
    buildTabs();
    buildMenus();
    listen();
    retranslate();
}

QString IncidentPage::title() const
{
    return tr("Incident", "page");
}

void IncidentPage::buildHeader()
{
    addHeading(m_title, m_state, titleFont)->setStretch(0, 1);
    m_title->setElides();
    m_gate->setObjectName(objectName() + QStringLiteral(".gate"));
    m_next->setObjectName(objectName() + QStringLiteral(".next"));
    m_next->setAutoDefault(true);
    m_missing->setObjectName(objectName() + QStringLiteral(".missing"));
    m_missing->setWordWrap(true);
    m_said->setObjectName(objectName() + QStringLiteral(".said"));
    m_said->hide();
    auto* next = new QHBoxLayout;
    next->setSpacing(12);
    next->addWidget(m_gate, 1);
    next->addWidget(m_next);
    header()->addWidget(m_steps);
    header()->addLayout(next);
    header()->addWidget(m_missing);
    header()->addWidget(m_facts);
    header()->addWidget(m_said);
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (m_detail)
            carryOut(models::nextDeed(*m_detail, gateway().status()));
    });
}

void IncidentPage::buildTabs()
{
    for (TextLabel* label : {m_answer, m_planned, m_counts})
        label->setWordWrap(true);
    m_answer->setObjectName(objectName() + QStringLiteral(".answer"));
    m_planned->setObjectName(objectName() + QStringLiteral(".planned"));
    m_counts->setObjectName(objectName() + QStringLiteral(".counts"));
    m_count->setObjectName(objectName() + QStringLiteral(".count"));
    auto* countLine = new QWidget;
    auto* count = new QHBoxLayout(countLine);
    count->setContentsMargins(0, 0, 0, 0);
    count->addWidget(m_counts, 1);
    count->addWidget(m_count);
    adopt(m_logPart, m_log);
    addTab(QStringLiteral("log"), m_logPart, [this] { return tr("Log (%1)", "tab").arg(m_log->rowCount()); });
    adopt(m_evidencePart, m_evidence);
    addTab(QStringLiteral("evidence"), m_evidencePart, [] { return tr("Evidence", "tab"); });
    adopt(m_causePart, m_causes);
    addTab(QStringLiteral("causes"), stacked({m_answer}, m_causePart), [] { return tr("Causes", "tab"); });
    adopt(m_comparisonPart, m_comparisons);
    addTab(QStringLiteral("comparisons"), m_comparisonPart, [] { return tr("Comparisons", "tab"); });
    adopt(m_totalPart, m_totals);
    addTab(QStringLiteral("plan"), stacked({m_planned}, m_totalPart), [] { return tr("Plan", "tab"); });
    adopt(m_equalityPart, m_equalities);
    addTab(QStringLiteral("equalities"), stacked({countLine}, m_equalityPart), [] { return tr("Equalities", "tab"); });
    connect(m_count, &QPushButton::clicked, this, [this] {
        if (m_detail && !m_counting)
            m_counting = gateway().countEqualities(m_detail->incident.id);
        showEqualities();
    });
}

void IncidentPage::buildMenus()
{
    addMenuButton(m_acts, QStringLiteral("acts"), QStringLiteral("play"));
    addMenuButton(m_report, QStringLiteral("report"), QStringLiteral("copy"));
    for (const Deed deed : {Deed::Note, Deed::TakeOver, Deed::Fence, Deed::GiveReason, Deed::SaveEvidence,
             Deed::Diagnose, Deed::Weigh, Deed::AnswerWhy, Deed::CompareBooks, Deed::RequestPlan, Deed::OpenRequest,
             Deed::GoBack, Deed::CallFalseAlarm, Deed::Lift}) {
        QAction* action = m_acts->menu()->addAction(QString());
        action->setObjectName(objectName() + QStringLiteral(".act.%1").arg(static_cast<int>(deed)));
        connect(action, &QAction::triggered, this, [this, deed] { carryOut(deed); });
        m_deeds.emplace(deed, action);
    }
    m_copyReport = m_report->menu()->addAction(QString());
    m_saveReport = m_report->menu()->addAction(QString());
    m_printReport = m_report->menu()->addAction(QString());
    m_copyReport->setObjectName(objectName() + QStringLiteral(".report.copy"));
    m_saveReport->setObjectName(objectName() + QStringLiteral(".report.save"));
    m_printReport->setObjectName(objectName() + QStringLiteral(".report.print"));
    connect(m_copyReport, &QAction::triggered, this, [this] { wantReport({}); });
    connect(m_saveReport, &QAction::triggered, this, [this] { wantReport(QStringLiteral("md")); });
    connect(m_printReport, &QAction::triggered, this, [this] { wantReport(QStringLiteral("pdf")); });
}

void IncidentPage::listen()
{
    connect(&gateway(), &models::Gateway::incidentReady, this, &IncidentPage::take);
    connect(&gateway(), &models::Gateway::equalitiesReady, this,
        [this](qint64 incident, const models::EqualitiesPtr& equalities) {
            if (!m_detail || incident != m_detail->incident.id)
                return;
            m_counting.reset();
            m_counted = equalities;
            showEqualities();
        });
    connect(&gateway(), &models::Gateway::incidentReportReady, this,
        [this](const Uuid& id, const models::IncidentReportPtr& report) {
            if (m_reporting == id)
                keepReport(report);
        });
    connect(&gateway(), &models::Gateway::incidentWorkFailed, this, [this](const Uuid& id, const Failure& failure) {
        if (m_counting == id) {
            m_counting.reset();
            m_counts->setPlainText(models::failureSentence(failure, tr("The five equalities")));
        } else if (m_reporting == id) {
            m_reporting.reset();
            m_said->setLine(
                models::failureSentence(failure, tr("The report")), QStringLiteral("circle-x"), models::Tone::Danger);
            m_said->show();
        }
    });
}

void IncidentPage::watch(bool on)
{
    bool isNumber = false;
    const qint64 id = key().toLongLong(&isNumber);
    gateway().watchIncident(on && isNumber ? std::optional<std::int64_t>(id) : std::nullopt);
    // What is no number at all is in no database; there is nothing to ask.
    if (on && !isNumber && !key().isEmpty())
        arrived(gateway().databaseNow().value_or(Timestamp{}), false);
}

void IncidentPage::forget()
{
    m_detail.reset();
    m_counted.reset();
    m_countedAt.clear();
    m_counting.reset();
    m_said->hide();
    showTables();
}

void IncidentPage::take(const models::IncidentDetailPtr& detail)
{
    if (QString::number(detail->incident.id) != key())
        return;
    m_detail = detail->found ? detail : nullptr;
    showTables();
    arrived(detail->takenAt, detail->found);
    countWhenDue();
}

/// The last steps are about the five equalities: they are counted when something has happened since.
void IncidentPage::countWhenDue()
{
    if (!m_detail || m_counting)
        return;
    const IncidentRow& incident = m_detail->incident;
    const bool isDue = incident.status == "RECOVERING" || incident.status == "VERIFIED" || incident.status == "CLOSED";
    const QString stands
        = QString::number(incident.steps) + QLatin1Char(' ') + QString::fromStdString(incident.planStatus);
    if (!isDue || stands == m_countedAt)
        return;
    m_countedAt = stands;
    m_counting = gateway().countEqualities(incident.id);
    showEqualities();
}

void IncidentPage::showTables()
{
    static const IncidentDetail nothing;
    const IncidentDetail& detail = m_detail ? *m_detail : nothing;
    m_log->setRows(detail.steps);
    m_evidence->setRows(models::evidenceLines(detail.steps));
    m_causes->setRows(models::causeLines(detail.steps));
    m_comparisons->setRows(models::comparisonLines(detail.steps));
    m_totals->setRows(
        detail.plans.empty() ? std::vector<models::PlanTotalLine>{} : models::planTotals(detail.plans.front()));
    m_equalities->setRows(m_counted ? *m_counted : std::vector<EqualityRow>{});
}

void IncidentPage::showHead(Timestamp now)
{
    const IncidentRow& incident = m_detail->incident;
    const models::StateText state = models::incidentText(incident.status);
    m_title->setPlainText(
        tr("%1: %2", "number, title").arg(models::incidentName(incident.id), models::plainText(incident.title)));
    m_state->setChip({state.word, state.icon, state.tone}, state.explanation);
    std::vector<Step> steps;
    for (const models::IncidentStage& stage : models::incidentStages(*m_detail))
        steps.push_back(stepOf(stage, static_cast<int>(steps.size())));
    m_steps->setSteps(tr("The seven steps"), steps);
    const models::TimeFormat format = context().format.relativeTo(m_detail->takenAt);
    const auto instant = [&](const char* id, const QString& name, std::optional<Timestamp> at) {
        return Fact{
            QLatin1String(id), name, at ? format.cell(*at) : QString(), at ? format.hover(*at, now) : QString(), false};
    };
    QString freeze;
    if (incident.freezesInForce > 0)
        freeze = incident.freezesDraining > 0 ? tr("in force, draining") : tr("in force, drained");
    m_facts->setFacts({{QStringLiteral("owner"), tr("Owner"), models::plainText(incident.owner), {}, false},
        {QStringLiteral("scope"), tr("Scope"), models::scopeText(incident.scope.kind, incident.scope.ref), {}, false},
        {QStringLiteral("freeze"), tr("Freeze"), freeze, {}, false}, instant("opened", tr("Opened"), incident.openedAt),
        instant("frozen", tr("Frozen since"), incident.frozenAt),
        {QStringLiteral("from"), tr("Business dates from"), models::plainText(incident.fromDate), {}, false},
        instant("closed", tr("Closed"), incident.closedAt)});
}

void IncidentPage::showNext()
{
    const models::ConnectionStatus status = gateway().status();
    const Deed deed = models::nextDeed(*m_detail, status);
    const QString why = models::whyNoDeed(deed, *m_detail, status);
    const bool holds = m_detail->gate.missing.empty();
    m_gate->setLine(models::nextSentence(*m_detail, status),
        holds ? QStringLiteral("circle-check") : QStringLiteral("info"), holds ? models::Tone::Ok : models::Tone::Warn);
    m_next->setText(models::deedText(deed, *m_detail));
    m_next->setVisible(!m_next->text().isEmpty());
    m_next->setEnabled(why.isEmpty());
    setHint(m_next, why);
    QStringList missing = models::missingTexts(*m_detail);
    if (!missing.isEmpty())
        missing.removeFirst(); // It stands beside the button.
    if (!why.isEmpty() && m_next->isVisibleTo(this))
        missing.prepend(why);
    m_missing->setPlainText(missing.join(QLatin1Char('\n')));
    m_missing->setVisible(!missing.isEmpty());
}

void IncidentPage::showPlan()
{
    if (m_detail->plans.empty()) {
        m_planned->setPlainText(tr("No recovery plan was asked for."));
        return;
    }
    const RequestRow& plan = m_detail->plans.front();
    m_planned->setPlainText(tr("Request %1: %2. Asked for by %3: %4", "number, state, person, reason")
                                .arg(QString::number(plan.id), models::requestStateText(plan.status).word,
                                    models::plainText(plan.maker), models::plainText(plan.reason)));
}

void IncidentPage::showEqualities()
{
    m_equalities->setRows(m_counted ? *m_counted : std::vector<EqualityRow>{});
    m_count->setEnabled(m_detail && !m_counting);
    if (m_counting)
        m_counts->setPlainText(tr("Counting\u2026"));
    else
        m_counts->setPlainText(tr(
            "Counted from the rows themselves, each side by itself. All five must hold before the freeze is lifted."));
}

void IncidentPage::showActs()
{
    const models::ConnectionStatus status = gateway().status();
    for (const auto& [deed, action] : m_deeds) {
        const QString why = m_detail ? models::whyNoDeed(deed, *m_detail, status) : tr("There is no incident.");
        action->setText(m_detail ? models::deedText(deed, *m_detail) : QString());
        action->setEnabled(why.isEmpty());
        setHint(action, why);
    }
    for (QAction* action : {m_copyReport, m_saveReport, m_printReport})
        action->setEnabled(m_detail && !m_reporting);
}

void IncidentPage::show(Timestamp now)
{
    showActs();
    if (!m_detail)
        return;
    showHead(now);
    showNext();
    showPlan();
    showEqualities();
    const QString answer = models::centralAnswer(m_detail->steps);
    m_answer->setPlainText(answer.isEmpty()
            ? tr("Why could the second run still take effect? Nobody has answered it yet.")
            : tr("Why could the second run still take effect? %1").arg(models::plainText(answer.toStdString())));
    m_logPart->setCaption(tr("Nobody changes a line of it."));
}

std::vector<Crumb> IncidentPage::crumbs() const
{
    return {{tr("Incidents"), {QStringLiteral("incidents"), {}, {}}, false}, {models::plainText(key()), {}, true}};
}

QString IncidentPage::whatItIs() const
{
    return tr("Incident %1").arg(models::plainText(key().toStdString()));
}

std::vector<ControlScope> IncidentPage::freezeScopes() const
{
    return m_detail && m_detail->incident.scope.kind != "everything"
        ? std::vector<ControlScope>{m_detail->incident.scope}
        : std::vector<ControlScope>{};
}

void IncidentPage::retranslate()
{
    m_acts->setText(tr("Acts"));
    m_acts->setAccessibleDescription(tr("Everything that may be done about this incident"));
    m_report->setText(tr("Report"));
    m_report->setAccessibleDescription(tr("The whole incident as a page, to copy, to save or to print"));
    m_copyReport->setText(tr("Copy the report (Markdown)"));
    m_saveReport->setText(tr("Save the report (Markdown)\u2026"));
    m_printReport->setText(tr("Save the report (PDF)\u2026"));
    m_count->setText(tr("Count now"));
    m_logPart->setHeading(tr("Log"));
    m_logPart->setEmptyText(tr("Nothing is written yet."));
    m_evidencePart->setHeading(tr("Evidence"));
    m_evidencePart->setEmptyText(tr("None was saved yet."));
    m_causePart->setHeading(tr("Causes, weighed by rows"));
    m_causePart->setEmptyText(tr("None."));
    m_comparisonPart->setHeading(tr("Comparisons with the books outside"));
    m_comparisonPart->setEmptyText(tr("No book was compared yet."));
    m_totalPart->setHeading(tr("What the plan does, per currency"));
    m_totalPart->setEmptyText(tr("The plan does nothing."));
    m_equalityPart->setHeading(tr("The five equalities"));
    m_equalityPart->setEmptyText(tr("They were not counted yet."));
    DetailPage::retranslate();
}

} // namespace onceover::views
