// SPDX-License-Identifier: GPL-3.0-or-later
// Two persons at two windows, on a real database with a real engine and bank: one stops everything, asks for a replay
// under the freeze and for the lift; the other reads the sheets and approves. R85 R90 R92 R103 R104 R160, S1. And a
// whole incident of the kind in sources/incident-review.txt, from freeze to close, by the window alone. R103 to R113.
#include <QTest>

#include "fault_rig.h"
#include "judge.h"
#include "late_stores.h"
#include "translations/translations.h"
#include "views/acts/approval_sheet.h"
#include "views/acts/freeze_dialog.h"
#include "views/acts/lift_dialog.h"
#include "views/acts/replay_dialog.h"
#include "views/incident/incident_page.h"
#include "views/incident/incident_text_dialog.h"
#include "views/incident/look_dialog.h"
#include "views/incident/open_incident_dialog.h"
#include "views/incident/plan_dialog.h"
#include "views/incident/weigh_dialog.h"
#include "views/shell/main_window.h"
#include "views/style/theme.h"
#include "views/widgets/data_table.h"
#include "views/widgets/tone_chip.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QTemporaryDir>

#include <csignal>
#include <memory>

using namespace onceover;
using namespace onceover::test;

namespace {

constexpr const char* kBeforeDue = "2026-05-12 10:29:50Z";
constexpr const char* kDueAt = "2026-05-12 10:30:01Z";
constexpr const char* kSoldOn = "2026-05-11";
constexpr int kSellers = 6;
constexpr int kMany = 60;
constexpr std::string_view kEngine = "scheduler,settler,sender,resolver,replayer,janitor";
constexpr int kPatienceMs = 60'000; // A bound, never a wait.

/// One person's console.
struct Seat {
    Seat(FaultRig& rig, const char* login)
        : find([conninfo = rig.conninfo(login)]() -> Result<store::ConnectionTarget> {
            return store::resolveTarget({.dsn = conninfo, .service = {}});
        })
        , gateway([this] { return std::make_unique<console::LateReader>(find); },
              {.people = [this] { return std::make_unique<console::LatePeople>(find); },
                  .control = [this] { return console::makeControlStore(find); },
                  .requests = [this] { return console::makeRequestStores(find); },
                  .incidents = console::incidentStores(find)},
              settings())
    {
        gateway.serveAudit([this] { return console::makeAuditReader(find); });
        QObject::connect(&gateway, &models::Gateway::requestReady, &gateway,
            [this](const models::RequestDetailPtr& detail) { request = detail; });
        views::PageContext context;
        context.gateway = &gateway;
        window = std::make_unique<views::MainWindow>(context, QStringLiteral("0.0.0"));
        window->resize(1366, 768);
        window->show();
        gateway.start();
    }
    ~Seat()
    {
        window.reset();
        gateway.shutdown();
    }
    static models::GatewaySettings settings()
    {
        models::GatewaySettings settings;
        settings.pollInterval = std::chrono::milliseconds{200};
        return settings;
    }
    template <typename Dialog>
    [[nodiscard]] Dialog* dialog() const
    {
        const auto all = window->findChildren<Dialog*>();
        for (Dialog* each : all) {
            if (each->isVisible())
                return each;
        }
        return nullptr;
    }
    template <typename Part>
    [[nodiscard]] Part* part(const char* name) const
    {
        return window->findChild<Part*>(QLatin1String(name));
    }
    [[nodiscard]] views::IncidentPage* incident() const
    {
        return qobject_cast<views::IncidentPage*>(window->page(QStringLiteral("incident")));
    }
    /// How far the incident on the page is.
    [[nodiscard]] std::string stands() const
    {
        return incident()->detail() ? incident()->detail()->incident.status : std::string();
    }
    /// What its gate misses, in order.
    [[nodiscard]] std::vector<std::string> misses() const
    {
        return incident()->detail() ? incident()->detail()->gate.missing : std::vector<std::string>{"unread"};
    }
    [[nodiscard]] QPushButton* next() const { return part<QPushButton>("page.incident.next"); }
    void act(const char* name) const
    {
        window->findChild<QAction*>(QStringLiteral("action.") + QLatin1String(name))->trigger();
    }

    console::FindTarget find;
    models::RequestDetailPtr request; ///< That was read last.
    models::Gateway gateway;
    std::unique_ptr<views::MainWindow> window;
};

template <typename Part>
Part* in(QWidget* dialog, const char* name)
{
    return dialog->findChild<Part*>(QLatin1String(name));
}

#define SOON(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, kPatienceMs)
/// What a part of the story says went wrong ends it.
#define MUST(part)                                                                                                     \
    do {                                                                                                               \
        part;                                                                                                          \
        if (QTest::currentTestFailed())                                                                                \
            return;                                                                                                    \
    } while (false)

} // namespace

class PeopleEndToEnd : public QObject {
    Q_OBJECT

private slots:
    void stoppedAskedApprovedExecutedAndLifted();
    void anIncidentFromFreezeToCloseByTheWindowAlone();

private:
    [[nodiscard]] std::string failTheDay(FaultRig& rig);
    /// Nodes A and B run one batch, and A stands still in the middle of it. What went wrong, else empty.
    [[nodiscard]] std::string runTheDayTwice(FaultRig& rig, Seat& alice);
    /// Presses the one prominent button of the page once it offers this, says so much, and confirms.
    static void go(Seat& seat, const QString& offered, const QString& words = {});
    /// Presses it when it offers a long look, and waits for what was found.
    static void look(Seat& seat, const QString& offered, const QString& folder);
    /// The other reads the sheet of that request, types its total and approves.
    static void approve(Seat& bob, const std::string& number);
    static void freezeAndOpen(Seat& alice);
    static void weighTheRest(Seat& alice);
    static void askForThePlan(Seat& alice);
    static void askForTheLift(Seat& alice);
    static void stopAndFindOut(FaultRig& rig, Seat& alice, const QString& folder);
};

/// Every payout stands NOT_SENT: the bank was never reached. Else why not.
std::string PeopleEndToEnd::failTheDay(FaultRig& rig)
{
    if (!rig.tables().rows("UPDATE onceover.channel_profile SET max_send_attempts = 2, send_lease = '3 s'"))
        return rig.tables().problem();
    for (const std::string& problem : {rig.beginAt(kBeforeDue), rig.sell(kSoldOn), rig.advanceTo(kDueAt)}) {
        if (!problem.empty())
            return problem;
    }
    rig.bank().kill();
    if (std::string problem = rig.startWorker("early", kEngine); !problem.empty())
        return problem;
    const bool failed = waitUntil([&] {
        return rig.tables().value("SELECT count(*) FROM onceover.settlement_operation WHERE failure_class = 'NOT_SENT'")
            == std::to_string(kSellers)
            && rig.tables().value("SELECT status FROM onceover.settlement_batch") == "PARTIAL";
    });
    return failed ? std::string{} : "the day did not fail\n" + rig.logs();
}

void PeopleEndToEnd::stoppedAskedApprovedExecutedAndLifted()
{
    ONCEOVER_NEED(TestCluster::shared());
    FaultRig rig(TestCluster::shared(), RigOptions{.merchants = kSellers});
    QVERIFY2(rig.problem().empty(), rig.problem().c_str());
    ONCEOVER_MUST(failTheDay(rig));
    ONCEOVER_MUST(rig.bank().start());
    Seat alice(rig, "alice");
    Seat bob(rig, "bob");
    SOON(alice.gateway.status().actsConnected && bob.gateway.status().actsConnected);

    // One person stops everything, and sees when nothing can leave any more.
    SOON(alice.window->findChild<QAction*>(QStringLiteral("action.freeze"))->isEnabled());
    alice.act("freeze");
    QPointer<views::FreezeDialog> freeze = alice.dialog<views::FreezeDialog>();
    QVERIFY(freeze);
    QTest::keyClick(freeze, Qt::Key_E);
    SOON(in<QPushButton>(freeze, "dialog.freeze.confirm")->isEnabled());
    QTest::keyClick(freeze, Qt::Key_Return);
    auto* frozen = in<views::ToneLine>(freeze, "dialog.freeze.result");
    SOON(frozen->text().contains(QStringLiteral("drained since")));
    freeze->reject();
    auto* banner = bob.part<QWidget>("freezeBanner");
    SOON(banner->isVisible());

    // She asks that everything unsent be done again although it is frozen.
    alice.window->showPage(QStringLiteral("dead"));
    auto* letters = alice.part<views::DataTable>("page.dead.table");
    SOON(letters->isVisible() && letters->model()->rowCount() == kSellers);
    letters->selectAll();
    alice.act("replay");
    QPointer<views::ReplayDialog> replay = alice.dialog<views::ReplayDialog>();
    QVERIFY(replay);
    QCOMPARE(replay->plan().operations.size(), std::size_t{kSellers});
    in<QRadioButton>(replay, "dialog.replay.never")->setChecked(true);
    in<QCheckBox>(replay, "dialog.replay.underFreeze")->setChecked(true);
    in<QLineEdit>(replay, "dialog.replay.reason")->setText(QStringLiteral("the bank was down"));
    const auto& amounts = replay->plan().amounts;
    const QString total = amounts.size() == 1 ? models::moneyPlain(amounts.begin()->second, amounts.begin()->first)
                                              : QString::number(kSellers);
    in<QLineEdit>(replay, "dialog.replay.total")->setText(total);
    SOON(in<QPushButton>(replay, "dialog.replay.confirm")->isEnabled());
    in<QPushButton>(replay, "dialog.replay.confirm")->click();
    auto* asked = in<views::ToneLine>(replay, "dialog.replay.result");
    SOON(asked->text().contains(QStringLiteral("second person")));
    replay->reject();

    // She cannot approve it herself, and is told why.
    alice.window->showPage(QStringLiteral("approvals"));
    auto* hers = alice.part<views::DataTable>("page.approvals.table");
    SOON(hers->isVisible() && hers->model()->rowCount() == 1);
    alice.part<QPushButton>("page.approvals.open")->click();
    QPointer<views::ApprovalSheet> own = alice.dialog<views::ApprovalSheet>();
    QVERIFY(own);
    SOON(in<views::ToneLine>(own, "dialog.approval.why")->text().contains(QStringLiteral("second person")));
    own->reject();

    // He reads the sheet, types the total and approves; the engine does exactly that, under the freeze.
    bob.window->showPage(QStringLiteral("approvals"));
    auto* his = bob.part<views::DataTable>("page.approvals.table");
    SOON(his->isVisible() && his->model()->rowCount() == 1);
    bob.part<QPushButton>("page.approvals.open")->click();
    QPointer<views::ApprovalSheet> sheet = bob.dialog<views::ApprovalSheet>();
    QVERIFY(sheet);
    auto* typed = in<QLineEdit>(sheet, "dialog.approval.total");
    SOON(typed->isVisible() && typed->isEnabled());
    typed->setText(total);
    SOON(in<QPushButton>(sheet, "dialog.approval.confirm")->isEnabled());
    in<QPushButton>(sheet, "dialog.approval.confirm")->click();
    SOON(in<views::ToneLine>(sheet, "dialog.approval.result")->text().contains(QStringLiteral("approved")));
    const bool executed = waitUntil(
        [&] { return rig.tables().value("SELECT status FROM onceover.approval WHERE kind = 'replay'") == "VERIFIED"; });
    QVERIFY2(executed, rig.logs().c_str());
    ONCEOVER_MUST(rig.waitUntilSettled(kSoldOn));
    sheet->reject();

    // Going on takes two, as well.
    SOON(alice.part<QPushButton>("freezeBanner.lift")->isVisible());
    alice.part<QPushButton>("freezeBanner.lift")->click();
    QPointer<views::LiftDialog> lift = alice.dialog<views::LiftDialog>();
    QVERIFY(lift);
    in<QLineEdit>(lift, "dialog.lift.reason")->setText(QStringLiteral("the bank is back"));
    SOON(in<QPushButton>(lift, "dialog.lift.confirm")->isEnabled());
    in<QPushButton>(lift, "dialog.lift.confirm")->click();
    SOON(in<views::ToneLine>(lift, "dialog.lift.result")->text().contains(QStringLiteral("second person")));
    lift->reject();
    SOON(his->model()->rowCount() == 2);
    his->setCurrentIndex(his->model()->index(0, 0)); // What waits stands first.
    bob.part<QPushButton>("page.approvals.open")->click();
    sheet = bob.dialog<views::ApprovalSheet>();
    QVERIFY(sheet);
    SOON(in<QPushButton>(sheet, "dialog.approval.confirm")->isEnabled());
    in<QPushButton>(sheet, "dialog.approval.confirm")->click();
    SOON(in<views::ToneLine>(sheet, "dialog.approval.result")->text().contains(QStringLiteral("approved")));
    sheet->reject();
    SOON(!banner->isVisible());
    QCOMPARE(rig.tables().value("SELECT status FROM onceover.freeze_order"), std::string("LIFTED"));
    const std::string wrong = judge(rig);
    QVERIFY2(wrong.empty(), (wrong + rig.logs()).c_str());
}

std::string PeopleEndToEnd::runTheDayTwice(FaultRig& rig, Seat& alice)
{
    for (const std::string& wrong : {rig.sell(kSoldOn), rig.bank().misbehave("{\"delay_ms\": 200}"),
             rig.startWorker("node-a", kEngine), rig.advanceTo(kDueAt)}) {
        if (!wrong.empty())
            return wrong;
    }
    const auto accepted
        = [&rig] { return rig.tables().count("SELECT count(*) FROM onceover.outbox WHERE status = 'ACCEPTED'"); };
    if (!waitUntil([&] { return accepted() > 3; }))
        return "node A paid nothing\n" + rig.logs();
    rig.signalWorker("node-a", SIGSTOP);
    if (!waitUntil([&] { return rig.isWorkerStopped("node-a"); }))
        return "node A does not stand still";
    const auto before = accepted();
    for (const std::string& wrong : {rig.startWorker("node-b", kEngine), rig.startWorker("node-c", "janitor")}) {
        if (!wrong.empty())
            return wrong;
    }
    const auto day = BusinessDate::parse(kSoldOn); // Somebody presses the button as well.
    alice.gateway.triggerRun(JobId{"settle-daily"}, *day, models::Gateway::newRequestId());
    if (!waitUntil([&] { return accepted() > before + 2; }))
        return "node B does not go on\n" + rig.logs();
    rig.bank().freeze(true); // The rest of the batch waits for a bank that hangs.
    return {};
}

void PeopleEndToEnd::go(Seat& seat, const QString& offered, const QString& words)
{
    QTRY_COMPARE_WITH_TIMEOUT(seat.next()->text(), offered, kPatienceMs);
    SOON(seat.next()->isEnabled());
    seat.next()->click();
    QPointer<views::IncidentTextDialog> dialog = seat.dialog<views::IncidentTextDialog>();
    QVERIFY(dialog);
    in<QLineEdit>(dialog, "dialog.incident.text")->setText(words);
    SOON(in<QPushButton>(dialog, "dialog.incident.confirm")->isEnabled());
    in<QPushButton>(dialog, "dialog.incident.confirm")->click();
    SOON(!dialog || !dialog->isVisible()
        || in<views::ToneLine>(dialog, "dialog.incident.result")->tone() == models::Tone::Ok);
    if (dialog)
        dialog->reject();
}

void PeopleEndToEnd::approve(Seat& bob, const std::string& number)
{
    bob.window->showPage(QStringLiteral("approvals"));
    auto* list = bob.part<views::DataTable>("page.approvals.table");
    SOON(list->isVisible() && list->model()->rowCount() > 0
        && list->model()->index(0, 0).data(models::KeyRole).toString().toStdString() == number);
    list->setCurrentIndex(list->model()->index(0, 0)); // The newest stands first.
    bob.part<QPushButton>("page.approvals.open")->click();
    QPointer<views::ApprovalSheet> sheet = bob.dialog<views::ApprovalSheet>();
    QVERIFY(sheet);
    SOON(bob.request && std::to_string(bob.request->request.id) == number);
    const std::string& total = bob.request->request.planTotal;
    if (!total.empty()) { // What the sheet asks for: the total of its one currency, else how many items there are.
        const auto& amounts = bob.request->amounts;
        in<QLineEdit>(sheet, "dialog.approval.total")
            ->setText(amounts.size() == 1 ? models::moneyPlain(std::stoll(total), amounts.begin()->first)
                                          : QString::fromStdString(total));
    }
    SOON(in<QPushButton>(sheet, "dialog.approval.confirm")->isEnabled());
    in<QPushButton>(sheet, "dialog.approval.confirm")->click();
    SOON(in<views::ToneLine>(sheet, "dialog.approval.result")->text().contains(QStringLiteral("approved")));
    sheet->reject();
}

void PeopleEndToEnd::look(Seat& seat, const QString& offered, const QString& folder)
{
    QTRY_COMPARE_WITH_TIMEOUT(seat.next()->text(), offered, kPatienceMs);
    SOON(seat.next()->isEnabled());
    seat.next()->click();
    QPointer<views::LookDialog> dialog = seat.dialog<views::LookDialog>();
    QVERIFY(dialog);
    in<QLineEdit>(dialog, "dialog.look.folder")->setText(folder);
    SOON(in<QPushButton>(dialog, "dialog.look.confirm")->isEnabled());
    in<QPushButton>(dialog, "dialog.look.confirm")->click();
    auto* result = in<views::ToneLine>(dialog, "dialog.look.result");
    SOON(result->tone() != models::Tone::Info);
    QVERIFY2(result->tone() == models::Tone::Ok, qPrintable(result->text()));
    dialog->reject();
}

void PeopleEndToEnd::freezeAndOpen(Seat& alice)
{
    SOON(alice.window->findChild<QAction*>(QStringLiteral("action.freeze"))->isEnabled());
    alice.act("freeze");
    QPointer<views::FreezeDialog> freeze = alice.dialog<views::FreezeDialog>();
    QVERIFY(freeze);
    auto* kind = in<QComboBox>(freeze, "dialog.freeze.kind");
    kind->setCurrentIndex(kind->findData(QStringLiteral("job")));
    in<QLineEdit>(freeze, "dialog.freeze.ref")->setText(QStringLiteral("settle-daily"));
    SOON(in<QPushButton>(freeze, "dialog.freeze.confirm")->isEnabled());
    in<QPushButton>(freeze, "dialog.freeze.confirm")->click();
    SOON(in<QPushButton>(freeze, "dialog.freeze.incident")->isVisible());
    in<QPushButton>(freeze, "dialog.freeze.incident")->click();
    QPointer<views::OpenIncidentDialog> open = alice.dialog<views::OpenIncidentDialog>();
    QVERIFY(open);
    in<QLineEdit>(open, "dialog.openIncident.title")->setText(QStringLiteral("two nodes ran the whole batch"));
    in<QLineEdit>(open, "dialog.openIncident.from")->setText(QLatin1String(kSoldOn));
    SOON(in<QPushButton>(open, "dialog.openIncident.confirm")->isEnabled());
    in<QPushButton>(open, "dialog.openIncident.confirm")->click();
    SOON(alice.stands() == "OPEN");
}

/// Whatever the rows do not tell a person adds, by name.
void PeopleEndToEnd::weighTheRest(Seat& alice)
{
    const auto openCauses = [&alice] {
        std::size_t open = 0;
        for (const std::string& missing : alice.misses())
            open += missing.starts_with("HYPOTHESIS") ? 1 : 0;
        return open;
    };
    SOON(alice.misses().empty() || alice.misses().front() == "ANSWER" || openCauses() < 7);
    while (openCauses() > 0) {
        const std::size_t before = openCauses();
        SOON(alice.next()->text() == QStringLiteral("Weigh a cause\u2026") && alice.next()->isEnabled());
        alice.next()->click();
        QPointer<views::WeighDialog> dialog = alice.dialog<views::WeighDialog>();
        QVERIFY(dialog);
        in<QRadioButton>(dialog, "dialog.weigh.refuted")->setChecked(true);
        in<QLineEdit>(dialog, "dialog.weigh.rows")->setText(QStringLiteral("run settle-daily:2026-05-11"));
        in<QLineEdit>(dialog, "dialog.weigh.why")->setText(QStringLiteral("its trigger and its attempts say so"));
        SOON(in<QPushButton>(dialog, "dialog.weigh.confirm")->isEnabled());
        in<QPushButton>(dialog, "dialog.weigh.confirm")->click();
        SOON(openCauses() < before);
        dialog->reject();
    }
}

void PeopleEndToEnd::askForThePlan(Seat& alice)
{
    QTRY_COMPARE_WITH_TIMEOUT(alice.next()->text(), QStringLiteral("Ask for a plan\u2026"), kPatienceMs);
    SOON(alice.next()->isEnabled());
    alice.next()->click();
    QPointer<views::PlanDialog> plan = alice.dialog<views::PlanDialog>();
    QVERIFY(plan);
    SOON(plan->proposal());
    in<QLineEdit>(plan, "dialog.plan.reason")->setText(QStringLiteral("go on where it stopped"));
    SOON(in<QPushButton>(plan, "dialog.plan.confirm")->isEnabled());
    in<QPushButton>(plan, "dialog.plan.confirm")->click();
    SOON(in<views::ToneLine>(plan, "dialog.plan.result")->text().contains(QStringLiteral("second person")));
    plan->reject();
    // She cannot approve it herself, and is told why.
    SOON(alice.next()->text().startsWith(QStringLiteral("Open request")));
    alice.next()->click();
    QPointer<views::ApprovalSheet> own = alice.dialog<views::ApprovalSheet>();
    QVERIFY(own);
    SOON(in<views::ToneLine>(own, "dialog.approval.why")->text().contains(QStringLiteral("second person")));
    own->reject();
}

void PeopleEndToEnd::askForTheLift(Seat& alice)
{
    QTRY_COMPARE_WITH_TIMEOUT(alice.next()->text(), QStringLiteral("Request a lift\u2026"), kPatienceMs);
    SOON(alice.next()->isEnabled());
    alice.next()->click();
    QPointer<views::LiftDialog> lift = alice.dialog<views::LiftDialog>();
    QVERIFY(lift);
    in<QLineEdit>(lift, "dialog.lift.reason")->setText(QStringLiteral("the five equalities hold"));
    SOON(in<QPushButton>(lift, "dialog.lift.confirm")->isEnabled());
    in<QPushButton>(lift, "dialog.lift.confirm")->click();
    SOON(in<views::ToneLine>(lift, "dialog.lift.result")->text().contains(QStringLiteral("second person")));
    lift->reject();
}

/// ① to ③: stopped, fenced, secured, found out.
void PeopleEndToEnd::stopAndFindOut(FaultRig& rig, Seat& alice, const QString& folder)
{
    MUST(freezeAndOpen(alice));
    MUST(go(alice, QStringLiteral("Next: Frozen\u2026")));
    SOON(alice.stands() == "FROZEN");
    // Node A is not dead: what it holds is taken away from it, and then it comes back, as does the bank.
    alice.incident()->carryOut(models::IncidentDeed::Fence);
    QPointer<views::IncidentTextDialog> fence = alice.dialog<views::IncidentTextDialog>();
    QVERIFY(fence);
    in<QLineEdit>(fence, "dialog.incident.text")->setText(QStringLiteral("A stands still and is not dead"));
    SOON(in<QPushButton>(fence, "dialog.incident.confirm")->isEnabled());
    in<QPushButton>(fence, "dialog.incident.confirm")->click();
    SOON(in<views::ToneLine>(fence, "dialog.incident.result")->tone() == models::Tone::Ok);
    fence->reject();
    MUST(go(alice, QStringLiteral("Next: Fenced\u2026")));
    rig.bank().freeze(false);
    ONCEOVER_MUST(rig.bank().misbehave("{}"));
    rig.signalWorker("node-a", SIGCONT);
    MUST(go(alice, QStringLiteral("Give the reason\u2026"), QStringLiteral("two nodes worked on one batch")));
    MUST(look(alice, QStringLiteral("Save evidence\u2026"), folder));
    MUST(go(alice, QStringLiteral("Next: Evidence saved\u2026")));
    MUST(look(alice, QStringLiteral("Diagnose a run\u2026"), {}));
    MUST(weighTheRest(alice));
    MUST(go(alice, QStringLiteral("Answer the question\u2026"),
        QStringLiteral("it could not: one operation and one key stand for each merchant")));
    MUST(go(alice, QStringLiteral("Next: Diagnosed\u2026")));
}

void PeopleEndToEnd::anIncidentFromFreezeToCloseByTheWindowAlone()
{
    ONCEOVER_NEED(TestCluster::shared());
    TestCluster cluster; // Its own: who is on call may read there what an auditor reads.
    ONCEOVER_NEED(cluster);
    FaultRig rig(cluster, RigOptions{.merchants = kMany, .claimSize = 10, .answerTimeoutMs = 1000, .maxInFlight = 4});
    QVERIFY2(rig.problem().empty(), rig.problem().c_str());
    QVERIFY(rig.tables().rows("GRANT onceover_auditor TO alice"));
    ONCEOVER_MUST(rig.beginAt(kBeforeDue));
    Seat alice(rig, "alice");
    Seat bob(rig, "bob");
    SOON(alice.gateway.status().actsConnected && bob.gateway.status().actsConnected);
    ONCEOVER_MUST(runTheDayTwice(rig, alice));
    QTemporaryDir folder;
    MUST(stopAndFindOut(rig, alice, folder.filePath(QStringLiteral("evidence"))));
    QCOMPARE(runCtl({"evidence", "verify", folder.filePath(QStringLiteral("evidence")).toStdString()}).exitStatus, 0);

    // ④ Every book is compared after nothing may leave any more; what only the bank knew has been asked.
    QVERIFY2(waitUntil([&] {
        return rig.tables().count("SELECT count(*) FROM onceover.outbox WHERE status = 'UNKNOWN'") == 0;
    }),
        rig.logs().c_str());
    MUST(look(alice, QStringLiteral("Compare the books\u2026"), {}));
    MUST(go(alice, QStringLiteral("Next: Reconciled\u2026")));

    // ⑤ The plan: what was stopped half-way goes on, and nothing is paid again. Two persons.
    MUST(askForThePlan(alice));
    const auto newest = [&rig] { return rig.tables().value("SELECT max(approval_id) FROM onceover.approval"); };
    const std::string plan = newest();
    MUST(approve(bob, plan));

    // ⑥ It runs under the freeze, and ⑦ is verified by the five equalities.
    MUST(go(alice, QStringLiteral("Begin the recovery\u2026")));
    SOON(alice.stands() == "RECOVERING");
    MUST(go(alice, QStringLiteral("Next: Verified\u2026")));
    SOON(alice.stands() == "VERIFIED");
    alice.incident()->showTab(QStringLiteral("equalities"));
    auto* equalities = alice.part<QWidget>("page.incident.equalities")->findChild<views::DataTable*>();
    SOON(equalities->model()->rowCount() == 5);
    MUST(askForTheLift(alice));
    MUST(approve(bob, newest()));
    ONCEOVER_MUST(rig.waitUntilSettled(kSoldOn));
    MUST(go(alice, QStringLiteral("Close the incident\u2026")));
    SOON(alice.stands() == "CLOSED");

    // The page of the other shows the same: nothing of it lives in a window.
    bob.window->openAddress(alice.window->address());
    SOON(bob.stands() == "CLOSED");
    QCOMPARE(effectsOf(rig).counts.at("the bank's book"), kMany);
    const std::string wrong = judge(rig);
    QVERIFY2(wrong.empty(), (wrong + rig.logs()).c_str());
    QGuiApplication::clipboard()->clear();
    alice.window->findChild<QAction*>(QStringLiteral("page.incident.report.copy"))->trigger();
    SOON(QGuiApplication::clipboard()->text().contains(QStringLiteral("| 60 | 60 | \u2714 |")));
}

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication::setDesktopSettingsAware(false);
    QApplication application(argc, argv);
    Translations translations;
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    translations.use(QStringLiteral("en"));
    views::installLook(application, views::Theme::Light);
    PeopleEndToEnd test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_e2e_people.moc"
