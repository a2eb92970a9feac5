// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/work/work_pages.h"

#include "core/states/attempt_state.h"
#include "core/states/run_state.h"
#include "views/charts/attempt_chart.h"
#include "views/incident/incidents_page.h"
#include "views/lists/state_names.h"
#include "views/widgets/card.h"
#include "views/work/alerts_page.h"
#include "views/work/approvals_page.h"
#include "views/work/audit_page.h"
#include "views/work/differences_page.h"
#include "views/work/leases_page.h"
#include "views/work/letters_page.h"
#include "views/work/rollout_page.h"
#include "views/work/tabs_page.h"
#include "views/work/work_page.h"

#include <QBoxLayout>
#include <QCoreApplication>

namespace onceover::views {

namespace {

struct WorkPages {
    Q_DECLARE_TR_FUNCTIONS(WorkPages)
};

FilterLine* workFilter(
    const QString& page, models::Machine machine, std::vector<std::string> states, FilterLine::Fields fields)
{
    return new FilterLine(QStringLiteral("page.%1.filter").arg(page), machine, std::move(states), fields);
}

/// A filter without states and fields: only the groups narrow the list.
FilterLine* groupsOnly(const QString& page, const char* term)
{
    FilterLine* filter = workFilter(page, models::Machine::Run, {}, {});
    filter->setGroupTerm(QLatin1String(term));
    return filter;
}

/// Attempts as a picture above their table.
class AttemptsPage final : public WorkPageOf<AttemptRow> {
public:
    AttemptsPage(const PageContext& context, FilterLine* filter)
        : WorkPageOf<AttemptRow>(QStringLiteral("attempts"), context, filter)
        , m_card(new Card)
    {
        m_card->body()->setContentsMargins(8, 6, 8, 6);
        m_card->body()->addWidget(new AttemptChart(objectName() + QStringLiteral(".chart"), rowsModel()));
        setHead(m_card);
        hideFacts();
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        WorkPageOf<AttemptRow>::resizeEvent(event);
        constexpr int kLeast = 100;
        constexpr int kMost = 190;
        m_card->setFixedHeight(qBound(kLeast, height() / 4, kMost));
    }

private:
    Card* m_card;
};

} // namespace

Page* makeLeasesPage(const PageContext& context)
{
    const QString name = QStringLiteral("leases");
    FilterLine* filter
        = workFilter(name, models::Machine::Operation, {}, FilterLine::Job | FilterLine::Key | FilterLine::Day);
    filter->setGroupTerm(QStringLiteral("worker"));
    return new LeasesPage(context, filter);
}

Page* makeDeadLettersPage(const PageContext& context)
{
    const QString name = QStringLiteral("dead");
    FilterLine* filter = workFilter(name, models::Machine::DeadLetter,
        {"OPEN", "REPLAY_REQUESTED", "COMPENSATION_REQUESTED", "RESOLVED"},
        FilterLine::Date | FilterLine::Job | FilterLine::Key | FilterLine::Day);
    filter->setAnyStateWord([] { return WorkPages::tr("Not resolved"); });
    filter->setGroupTerms({QStringLiteral("class"), QStringLiteral("task"), QStringLiteral("worker")});
    return new LettersPage(context, filter);
}

Page* makeOutboxPage(const PageContext& context)
{
    auto* page = new TabsPage(QStringLiteral("outbox"), context, [] { return WorkPages::tr("Outbox", "page"); });
    FilterLine* filter = workFilter(QStringLiteral("messages"), models::Machine::Message,
        {"PENDING", "SENDING", "UNKNOWN"}, FilterLine::Job | FilterLine::Merchant | FilterLine::Key);
    filter->setAnyStateWord([] { return WorkPages::tr("All open"); });
    filter->setGroupTerm(QStringLiteral("channel"));
    page->addTab(QStringLiteral("messages"), new WorkPageOf<MessageRow>(QStringLiteral("messages"), context, filter));
    page->addTab(QStringLiteral("channels"),
        new WorkPageOf<ChannelRow>(
            QStringLiteral("channels"), context, groupsOnly(QStringLiteral("channels"), "kind")));
    FilterLine* calls = workFilter(
        QStringLiteral("calls"), models::Machine::Call, {"UNANSWERED"}, FilterLine::Date | FilterLine::Key);
    calls->setAnyStateWord([] { return WorkPages::tr("Any answer"); });
    calls->setGroupTerm(QStringLiteral("answer"));
    calls->setKeyWord([] { return WorkPages::tr("Key, operation, reference or channel begins with"); });
    page->addTab(QStringLiteral("calls"), new WorkPageOf<CallRow>(QStringLiteral("calls"), context, calls));
    return page;
}

Page* makeReconciliationPage(const PageContext& context)
{
    auto* page
        = new TabsPage(QStringLiteral("reconcile"), context, [] { return WorkPages::tr("Reconciliation", "page"); });
    FilterLine* differences = workFilter(QStringLiteral("differences"), models::Machine::Difference,
        {"OPEN", "RESOLVED"}, FilterLine::Date | FilterLine::Key | FilterLine::Currency | FilterLine::Sign);
    differences->setAnyStateWord([] { return WorkPages::tr("Not resolved"); });
    differences->setGroupTerm(QStringLiteral("kind"));
    FilterLine* comparisons
        = workFilter(QStringLiteral("comparisons"), models::Machine::Run, {}, FilterLine::Fields{FilterLine::Date});
    comparisons->setGroupTerm(QStringLiteral("kind"));
    page->addTab(QStringLiteral("differences"), new DifferencesPage(context, differences));
    page->addTab(QStringLiteral("comparisons"),
        new WorkPageOf<ReconciliationRow>(QStringLiteral("comparisons"), context, comparisons));
    FilterLine* statements
        = workFilter(QStringLiteral("statements"), models::Machine::Run, {}, FilterLine::Fields{FilterLine::Date});
    statements->setGroupTerm(QStringLiteral("channel"));
    page->addTab(
        QStringLiteral("statements"), new WorkPageOf<StatementRow>(QStringLiteral("statements"), context, statements));
    FilterLine* lines
        = workFilter(QStringLiteral("lines"), models::Machine::Run, {}, FilterLine::Date | FilterLine::Key);
    lines->setKeyWord([] { return WorkPages::tr("Statement number, or reference begins with"); });
    lines->setGroupTerm(QStringLiteral("channel"));
    page->addTab(QStringLiteral("lines"), new WorkPageOf<StatementLineRow>(QStringLiteral("lines"), context, lines));
    return page;
}

Page* makeRunsPage(const PageContext& context)
{
    auto* page = new TabsPage(QStringLiteral("runs"), context, [] { return WorkPages::tr("Runs", "page"); });
    const auto runKey = [] { return WorkPages::tr("Run key begins with"); };
    FilterLine* runs = workFilter(
        QStringLiteral("runlist"), models::Machine::Run, stateNames<RunState>(), FilterLine::Date | FilterLine::Key);
    runs->setKeyWord(runKey);
    runs->setGroupTerm(QStringLiteral("job"));
    FilterLine* attempts = workFilter(QStringLiteral("attempts"), models::Machine::Attempt, stateNames<AttemptState>(),
        FilterLine::Date | FilterLine::Job | FilterLine::Key);
    attempts->setKeyWord(runKey);
    attempts->setGroupTerm(QStringLiteral("worker"));
    FilterLine* workers = workFilter(QStringLiteral("workers"), models::Machine::Worker, {"ALIVE", "GONE", "STOPPED"},
        FilterLine::Fields{FilterLine::Key});
    workers->setKeyWord([] { return WorkPages::tr("Worker begins with"); });
    workers->setGroupTerm(QStringLiteral("host"));
    page->addTab(QStringLiteral("runs"), new WorkPageOf<RunRow>(QStringLiteral("runlist"), context, runs));
    page->addTab(QStringLiteral("attempts"), new AttemptsPage(context, attempts));
    page->addTab(QStringLiteral("jobs"),
        new WorkPageOf<JobRow>(QStringLiteral("jobs"), context, groupsOnly(QStringLiteral("jobs"), "grade")));
    page->addTab(QStringLiteral("workers"), new WorkPageOf<WorkerRow>(QStringLiteral("workers"), context, workers));
    page->addTab(QStringLiteral("rollout"), new RolloutPage(context, groupsOnly(QStringLiteral("rollout"), "stage")));
    return page;
}

Page* makeApprovalsPage(const PageContext& context)
{
    return new ApprovalsPage(context, groupsOnly(QStringLiteral("approvals"), "view"));
}

Page* makeIncidentsPage(const PageContext& context)
{
    return new IncidentsPage(context, groupsOnly(QStringLiteral("incidents"), "view"));
}

Page* makeAuditPage(const PageContext& context)
{
    auto* page = new TabsPage(QStringLiteral("audit"), context, [] { return WorkPages::tr("Audit", "page"); });
    FilterLine* filter = workFilter(
        QStringLiteral("auditlog"), models::Machine::AuditChain, {"system"}, FilterLine::Date | FilterLine::Key);
    filter->setAnyStateWord([] { return models::stateText(models::Machine::AuditChain, "people").word; });
    filter->setKeyWord([] { return WorkPages::tr("Who, target, ticket or id begins with"); });
    filter->setGroupTerm(QStringLiteral("action"));
    page->addTab(QStringLiteral("chain"), new AuditPage(context, filter));
    page->addTab(QStringLiteral("heads"),
        new WorkPageOf<AuditHeadRow>(QStringLiteral("heads"), context, groupsOnly(QStringLiteral("heads"), "kind")));
    page->addTab(QStringLiteral("access"),
        new WorkPageOf<AccessRow>(QStringLiteral("access"), context, groupsOnly(QStringLiteral("access"), "duty")));
    return page;
}

Page* makeAlertsPage(const PageContext& context)
{
    const QString name = QStringLiteral("alerts");
    FilterLine* filter = workFilter(
        name, models::Machine::Alert, {"OPEN", "ACKNOWLEDGED", "CLOSED"}, FilterLine::Fields{FilterLine::Key});
    filter->setAnyStateWord([] { return WorkPages::tr("Not over"); });
    filter->setGroupTerm(QStringLiteral("rule"));
    return new AlertsPage(context, filter);
}

} // namespace onceover::views
