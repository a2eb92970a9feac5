// SPDX-License-Identifier: GPL-3.0-or-later
// Two persons at two windows, on a real database with a real engine and bank: one stops everything, asks for a replay
// under the freeze and for the lift; the other reads the sheets and approves. R85 R90 R92 R103 R104 R160, S1.
#include <QTest>

#include "fault_rig.h"
#include "judge.h"
#include "late_stores.h"
#include "translations/translations.h"
#include "views/acts/approval_sheet.h"
#include "views/acts/freeze_dialog.h"
#include "views/acts/lift_dialog.h"
#include "views/acts/replay_dialog.h"
#include "views/shell/main_window.h"
#include "views/style/theme.h"
#include "views/widgets/data_table.h"
#include "views/widgets/tone_chip.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>

#include <memory>

using namespace onceover;
using namespace onceover::test;

namespace {

constexpr const char* kBeforeDue = "2026-05-12 10:29:50Z";
constexpr const char* kDueAt = "2026-05-12 10:30:01Z";
constexpr const char* kSoldOn = "2026-05-11";
constexpr int kSellers = 6;
constexpr std::string_view kEngine = "scheduler,settler,sender,resolver,replayer,janitor";
constexpr int kPatienceMs = 60'000; // A bound, never a wait.

/// One person's console.
struct Seat {
    Seat(FaultRig& rig, const char* login)
        : find([conninfo = rig.conninfo(login)]() -> Result<store::ConnectionTarget> {
            return store::resolveTarget({.dsn = conninfo, .service = {}});
        })
        , gateway([this] { return std::make_unique<console::LateReader>(find); },
              [this] { return std::make_unique<console::LatePeople>(find); }, settings())
    {
        gateway.serveControl([this] { return console::makeControlStore(find); });
        gateway.serveAudit([this] { return console::makeAuditReader(find); });
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
    void act(const char* name) const
    {
        window->findChild<QAction*>(QStringLiteral("action.") + QLatin1String(name))->trigger();
    }

    console::FindTarget find;
    models::Gateway gateway;
    std::unique_ptr<views::MainWindow> window;
};

template <typename Part>
Part* in(QWidget* dialog, const char* name)
{
    return dialog->findChild<Part*>(QLatin1String(name));
}

#define SOON(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, kPatienceMs)

} // namespace

class PeopleEndToEnd : public QObject {
    Q_OBJECT

private slots:
    void stoppedAskedApprovedExecutedAndLifted();

private:
    [[nodiscard]] std::string failTheDay(FaultRig& rig);
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
    his->setCurrentIndex(his->model()->index(0, 0)); // The newest stands first.
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
