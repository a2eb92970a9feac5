// SPDX-License-Identifier: GPL-3.0-or-later
// What stops, asks and decides: dialogs, sheet, banner, and the page Audit.
#include "console_fixture.h"

#include "views/acts/approval_sheet.h"
#include "views/acts/dismissal_dialog.h"
#include "views/acts/fence_dialog.h"
#include "views/acts/freeze_dialog.h"
#include "views/acts/lift_dialog.h"
#include "views/acts/replay_dialog.h"
#include "views/style/fonts.h"
#include "views/widgets/data_table.h"
#include "views/widgets/tone_chip.h"
#include "views/work/tabs_page.h"

#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimeZone>

namespace onceover::views {

namespace {

/// A console whose session is this person's.
struct Desk {
    explicit Desk(const char* person, std::vector<std::string> roles)
        : console(testing::Condition::Filled, Console::quick(),
            [&](testing::FakeScript& script) { script.setServer(serverOf(person, std::move(roles))); })
    {
    }
    Console console;
};

} // namespace

class TestViewsActs : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { resetLook(); }

    /// R103, R159 (without a database: the scripted task of the on-call engineer), UX.md section 7: Ctrl+Shift+F, E, Enter.
    void threeKeysFreezeEverything()
    {
        Console console;
        QTRY_COMPARE(console.page(QStringLiteral("overview"))->condition(), Page::Condition::Filled);
        QTRY_VERIFY(console.gateway.status().actsConnected);
        QVERIFY(QTest::qWaitForWindowActive(console.window.get()));
        QTest::keyClick(console.window.get(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        QPointer<FreezeDialog> dialog = console.window->findChild<FreezeDialog*>();
        QVERIFY(dialog);
        QVERIFY(dialog->scope().kind.empty()); // Nothing is preset on the Overview.
        auto* confirm = partOf<QPushButton>(dialog, "dialog.freeze.confirm");
        QVERIFY(!confirm->isEnabled());
        QTest::keyClick(dialog, Qt::Key_Return); // Without a scope nothing happens.
        QVERIFY(console.script->controls().empty());
        QTest::keyClick(dialog, Qt::Key_E);
        QCOMPARE(dialog->scope().kind, std::string("everything"));
        QTRY_VERIFY(confirm->isEnabled());
        QCOMPARE(confirm->text(), QStringLiteral("Freeze everything now"));
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_COMPARE(console.script->controls(),
            (std::vector<std::string>{"freeze everything: on-call freeze, reason to follow", "enforce 5"}));
        auto* result = partOf<ToneLine>(dialog, "dialog.freeze.result");
        QTRY_VERIFY(result->text().contains(QStringLiteral("in force since")));
        QVERIFY(result->text().contains(QStringLiteral("may still leave"))); // In force is not drained.
        QVERIFY(!confirm->isVisible());
        COMPARE_NONE(clippedTexts(dialog));
        dialog->reject();
    }

    void theNarrowestSelectedThingIsPreset()
    {
        Console console;
        console.window->showPage(QStringLiteral("batches"));
        auto* table = console.find<DataTable>("page.batches.table");
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);
        table->setCurrentIndex(table->model()->index(0, 0));
        console.window->findChild<QAction*>(QStringLiteral("action.freeze"))->trigger();
        QPointer<FreezeDialog> dialog = console.window->findChild<FreezeDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->scope().kind, std::string("batch"));
        QTest::keyClick(dialog, Qt::Key_J);
        QCOMPARE(dialog->scope().kind, std::string("job"));
        auto* reason = partOf<QLineEdit>(dialog, "dialog.freeze.reason");
        reason->setFocus();
        QTest::keyClicks(reason, QStringLiteral("e")); // In a field letters are letters.
        QCOMPARE(dialog->scope().kind, std::string("job"));
        dialog->reject();
    }

    void theBannerStandsOnEveryPageAndLeadsToTheLift()
    {
        Console console;
        auto* banner = console.find<QWidget>("freezeBanner");
        QTRY_VERIFY(banner->isVisible());
        for (const QString& name : MainWindow::pageNames()) {
            console.window->showPage(name);
            QVERIFY(banner->isVisible());
        }
        console.find<QPushButton>("freezeBanner.lift")->click();
        QPointer<LiftDialog> dialog = console.window->findChild<LiftDialog*>();
        QVERIFY(dialog);
        auto* confirm = partOf<QPushButton>(dialog, "dialog.lift.confirm");
        auto* progress = partOf<ToneLine>(dialog, "dialog.lift.progress");
        QTRY_VERIFY(progress->text().contains(QStringLiteral("drained since")));
        QVERIFY(!confirm->isEnabled()); // No reason yet.
        QTest::keyClicks(partOf<QLineEdit>(dialog, "dialog.lift.reason"), QStringLiteral("false alarm"));
        QTRY_VERIFY(confirm->isEnabled());
        COMPARE_NONE(clippedTexts(dialog));
        COMPARE_NONE(namelessWidgets(dialog));
        confirm->click();
        QTRY_COMPARE(console.script->controls(), (std::vector<std::string>{"lift 4 {}: false alarm "}));
        auto* result = partOf<ToneLine>(dialog, "dialog.lift.result");
        QTRY_VERIFY(result->text().contains(QStringLiteral("second person")));
        dialog->reject();
    }

    /// R85: the forced first question, and nothing without an answer.
    void aReplayBeginsWithTheForcedQuestion()
    {
        Console console;
        console.window->showPage(QStringLiteral("dead"));
        auto* table = console.find<DataTable>("page.dead.table");
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);
        table->selectAll();
        console.window->findChild<QAction*>(QStringLiteral("action.replay"))->trigger();
        QPointer<ReplayDialog> dialog = console.window->findChild<ReplayDialog*>();
        QVERIFY(dialog);
        QVERIFY(!dialog->plan().operations.empty());
        QVERIFY(dialog->plan().operations.size() < dialog->plan().lines.size()); // Some are out, and say why.
        auto* confirm = partOf<QPushButton>(dialog, "dialog.replay.confirm");
        auto* reason = partOf<QLineEdit>(dialog, "dialog.replay.reason");
        auto* never = partOf<QRadioButton>(dialog, "dialog.replay.never");
        auto* succeeded = partOf<QRadioButton>(dialog, "dialog.replay.succeeded");
        QVERIFY(!never->isChecked() && !succeeded->isChecked() && !reason->isEnabled());
        succeeded->setChecked(true);
        QVERIFY(partOf<ToneLine>(dialog, "dialog.replay.lead")->isVisible());
        QVERIFY(!reason->isEnabled() && !confirm->isEnabled());
        never->setChecked(true);
        QVERIFY(reason->isEnabled());
        QTest::keyClicks(reason, QStringLiteral("the bank never saw it"));
        QVERIFY(!confirm->isEnabled()); // The total is typed as well.
        const auto& amounts = dialog->plan().amounts;
        const QString total = amounts.size() == 1 ? models::moneyPlain(amounts.begin()->second, amounts.begin()->first)
                                                  : QString::number(dialog->plan().operations.size());
        QTest::keyClicks(partOf<QLineEdit>(dialog, "dialog.replay.total"), total);
        QTRY_VERIFY(confirm->isEnabled());
        keepPicture(dialog, QStringLiteral("replay-asking"));
        COMPARE_NONE(clippedTexts(dialog));
        COMPARE_NONE(namelessWidgets(dialog));
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QTest::keyClick(dialog, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(console.script->controls().size(), std::size_t{1});
        QVERIFY(console.script->controls().front().find(" no: the bank never saw it") != std::string::npos);
        dialog->reject();
    }

    void anUnknownIsNotDismissed()
    {
        Console console;
        console.window->showPage(QStringLiteral("dead"));
        auto* table = console.find<DataTable>("page.dead.table");
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);
        auto* dismiss = console.find<QPushButton>("page.dead.dismiss");
        QTRY_VERIFY(dismiss->isVisible());
        bool offered = false;
        bool withheld = false;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            table->setCurrentIndex(table->model()->index(row, 0));
            (dismiss->isEnabled() ? offered : withheld) = true;
            if (dismiss->isEnabled() && console.script->controls().empty()) {
                dismiss->click();
                QPointer<DismissalDialog> dialog = console.window->findChild<DismissalDialog*>();
                QVERIFY(dialog);
                QTest::keyClicks(
                    partOf<QLineEdit>(dialog, "dialog.dismissal.reason"), QStringLiteral("a test of ours"));
                QTRY_VERIFY(partOf<QPushButton>(dialog, "dialog.dismissal.confirm")->isEnabled());
                COMPARE_NONE(clippedTexts(dialog));
                COMPARE_NONE(namelessWidgets(dialog));
                partOf<QPushButton>(dialog, "dialog.dismissal.confirm")->click();
                QTRY_COMPARE(console.script->controls().size(), std::size_t{1});
                dialog->reject();
            }
        }
        QVERIFY(offered && withheld);
    }

    /// UX.md correction 6: one person takes an operation, or all of a worker, from a holder that may come back.
    void aStuckLeaseIsFencedWithItsWorkerOrAlone()
    {
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        console.window->showPage(QStringLiteral("leases"));
        auto* table = console.find<DataTable>("page.leases.table");
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);
        table->setCurrentIndex(table->model()->index(0, 0));
        const StuckLeaseRow lease = std::get<onceover::Page<StuckLeaseRow>>(
            testing::sampleWork(testing::Condition::Filled, WorkList::StuckLeases))
                                        .rows.front();
        const std::vector<std::pair<const char*, std::string>> ways{
            {"page.leases.fence.operation", "operation " + lease.ref.id.value.toString()},
            {"page.leases.fence.worker", "worker " + lease.worker}};
        for (const auto& [name, scope] : ways) {
            auto* fence = console.find<QPushButton>(name);
            QTRY_VERIFY(fence->isVisible() && fence->isEnabled());
            fence->click();
            QPointer<FenceDialog> dialog = console.window->findChild<FenceDialog*>();
            QVERIFY(dialog);
            auto* confirm = partOf<QPushButton>(dialog, "dialog.fence.confirm");
            QVERIFY(!confirm->isEnabled()); // Nothing is typed but why.
            QTest::keyClicks(partOf<QLineEdit>(dialog, "dialog.fence.reason"), QStringLiteral("it hangs"));
            QTRY_VERIFY(confirm->isEnabled());
            COMPARE_NONE(clippedTexts(dialog));
            COMPARE_NONE(namelessWidgets(dialog));
            const std::size_t before = console.script->controls().size();
            confirm->click();
            QTRY_COMPARE(console.script->controls().size(), before + 1);
            QCOMPARE(console.script->controls().back(), "fence " + scope);
            dialog->reject();
            QTRY_VERIFY(!dialog);
        }
    }

    /// Who may not act is told so where the buttons are.
    void whoOnlyLooksDoesNotFence()
    {
        Desk desk("carol", {"auditor"});
        desk.console.window->showPage(QStringLiteral("leases"));
        auto* whyNot = desk.console.find<ToneLine>("page.leases.whyNot");
        QTRY_VERIFY(whyNot->isVisible() && !whyNot->text().isEmpty());
        QVERIFY(!desk.console.find<QPushButton>("page.leases.fence.operation")->isEnabled());
        QVERIFY(!desk.console.find<QPushButton>("page.leases.fence.worker")->isEnabled());
    }

    /// S1, UX.md correction 5: who asked sees why he cannot decide, and may withdraw.
    void theMakerSeesWhyHeCannotApprove()
    {
        Desk desk("alice", {"operator", "approver"});
        ApprovalSheet sheet(desk.console.gateway, models::TimeFormat::utc(), 311);
        sheet.setAttribute(Qt::WA_DeleteOnClose, false);
        sheet.open();
        auto* why = partOf<ToneLine>(&sheet, "dialog.approval.why");
        QTRY_VERIFY(why->isVisible() && why->text().contains(QStringLiteral("second person")));
        QVERIFY(!partOf<QPushButton>(&sheet, "dialog.approval.confirm")->isEnabled());
        QVERIFY(!partOf<QPushButton>(&sheet, "dialog.approval.reject")->isVisible());
        auto* withdraw = partOf<QPushButton>(&sheet, "dialog.approval.withdraw");
        QTRY_VERIFY(withdraw->isVisible() && withdraw->isEnabled());
        withdraw->click();
        QTRY_COMPARE(desk.console.script->controls(), (std::vector<std::string>{"withdraw 311: "}));
    }

    /// R91: what is approved is what was read, and the total is typed.
    void theCheckerTypesTheTotalAndApprovesThePlanThatWasRead()
    {
        Desk desk("bob", {"approver", "viewer"});
        ApprovalSheet sheet(desk.console.gateway, models::TimeFormat::utc(), 311);
        sheet.setAttribute(Qt::WA_DeleteOnClose, false);
        sheet.open();
        auto* approve = partOf<QPushButton>(&sheet, "dialog.approval.confirm");
        auto* total = partOf<QLineEdit>(&sheet, "dialog.approval.total");
        QTRY_VERIFY(total->isVisible() && total->isEnabled());
        QVERIFY(!approve->isEnabled());
        QTest::keyClicks(total, QStringLiteral("1,284,300.01"));
        QVERIFY(!approve->isEnabled());
        total->clear();
        QTest::keyClicks(total, QStringLiteral("1,284,300.00"));
        QTRY_VERIFY(approve->isEnabled());
        QVERIFY(!partOf<QPushButton>(&sheet, "dialog.approval.reject")->isEnabled()); // A reason is needed for that.
        keepPicture(&sheet, QStringLiteral("approval-asking"));
        COMPARE_NONE(clippedTexts(&sheet));
        COMPARE_NONE(namelessWidgets(&sheet));
        QTest::keyClick(total, Qt::Key_Return); // Plain Enter approves nothing.
        QVERIFY(desk.console.script->controls().empty());
        sheet.open();
        QVERIFY(QTest::qWaitForWindowActive(&sheet));
        QTest::keyClick(&sheet, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(desk.console.script->controls(), (std::vector<std::string>{"approve 311 7f3a91c2 128430000: "}));
        QTRY_VERIFY(partOf<ToneLine>(&sheet, "dialog.approval.result")->text().contains(QStringLiteral("approved")));
    }

    /// UX.md correction 5 and section 7: a large plan is read whole when somebody wants it, and kept for the file.
    void aLargePlanIsReadWholeAndKept()
    {
        constexpr int kItems = 600;
        RequestDetail large = testing::sampleRequest(testing::Condition::Filled, 311);
        large.request.items = kItems;
        for (int no = 4; no <= kItems; ++no) {
            large.items.push_back(large.items.back());
            large.items.back().no = no;
        }
        Desk desk("bob", {"approver"});
        desk.console.script->setRequest(large);
        ApprovalSheet sheet(desk.console.gateway, models::TimeFormat(QTimeZone("Asia/Shanghai")), 311);
        sheet.setAttribute(Qt::WA_DeleteOnClose, false);
        sheet.open();
        auto* all = partOf<QPushButton>(&sheet, "dialog.approval.all");
        auto* table = partOf<DataTable>(&sheet, "dialog.approval.items.table");
        QVERIFY(table);
        QTRY_VERIFY(all->isVisible() && table->model()->rowCount() == kPlanItemsShown);
        QVERIFY(all->text().contains(QStringLiteral("600")));
        // Keeping it reads the rest first.
        QTemporaryDir folder;
        const QString lines = folder.filePath(QStringLiteral("items.jsonl"));
        sheet.keep(lines);
        QTRY_VERIFY(QFile::exists(lines));
        QFile written(lines);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll().count('\n'), kItems);
        QTRY_COMPARE(table->model()->rowCount(), kPlanItemsShown); // What is kept is not shown for that.
        all->click();
        QTRY_COMPARE(table->model()->rowCount(), kItems);
        QVERIFY(!all->isVisible());
        const QString paper = folder.filePath(QStringLiteral("sheet.pdf"));
        sheet.keep(paper);
        QFile pdf(paper);
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        QCOMPARE(pdf.read(5), QByteArray("%PDF-"));
        auto* kept = partOf<ToneLine>(&sheet, "dialog.approval.kept");
        QVERIFY(kept->isVisible() && kept->text().contains(paper));
        sheet.keep(folder.filePath(QStringLiteral("no/such/x.pdf")));
        QCOMPARE(kept->tone(), models::Tone::Danger);
        COMPARE_NONE(clippedTexts(&sheet));
        COMPARE_NONE(namelessWidgets(&sheet));
        sheet.reject();
    }

    void rejectingNeedsAReason()
    {
        Desk desk("bob", {"approver"});
        ApprovalSheet sheet(desk.console.gateway, models::TimeFormat::utc(), 311);
        sheet.setAttribute(Qt::WA_DeleteOnClose, false);
        sheet.open();
        auto* reject = partOf<QPushButton>(&sheet, "dialog.approval.reject");
        QTRY_VERIFY(reject->isVisible());
        QVERIFY(!reject->isEnabled());
        QTest::keyClicks(partOf<QLineEdit>(&sheet, "dialog.approval.note"), QStringLiteral("ask the bank first"));
        QTRY_VERIFY(reject->isEnabled());
        reject->click();
        QTRY_COMPARE(desk.console.script->controls(), (std::vector<std::string>{"reject 311: ask the bank first"}));
    }

    void aMovedRowTurnsTheSheetAmberAndTheButtonOff()
    {
        Desk desk("bob", {"approver"});
        ApprovalSheet sheet(desk.console.gateway, models::TimeFormat::utc(), 313);
        sheet.setAttribute(Qt::WA_DeleteOnClose, false);
        sheet.open();
        auto* moved = partOf<ToneLine>(&sheet, "dialog.approval.moved");
        QTRY_VERIFY(moved->isVisible() && moved->text().contains(QStringLiteral("1 of 3")));
        QVERIFY(!partOf<QLineEdit>(&sheet, "dialog.approval.total")->isEnabled());
        QVERIFY(!partOf<QPushButton>(&sheet, "dialog.approval.confirm")->isEnabled());
        sheet.reject();
    }

    /// S1: of two who decide at once the other is told who.
    void whoIsLateIsToldWhoDecided()
    {
        Desk desk("bob", {"approver"});
        RequestAnswer late;
        late.reason = "ALREADY_DECIDED";
        late.found = "APPROVED by erin";
        desk.console.script->answerRequests({late});
        ApprovalSheet sheet(desk.console.gateway, models::TimeFormat::utc(), 311);
        sheet.setAttribute(Qt::WA_DeleteOnClose, false);
        sheet.open();
        auto* total = partOf<QLineEdit>(&sheet, "dialog.approval.total");
        QTRY_VERIFY(total->isVisible());
        QTest::keyClicks(total, QStringLiteral("1284300"));
        QTRY_VERIFY(partOf<QPushButton>(&sheet, "dialog.approval.confirm")->isEnabled());
        QVERIFY(QTest::qWaitForWindowActive(&sheet));
        QTest::keyClick(&sheet, Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(partOf<ToneLine>(&sheet, "dialog.approval.result")->text().contains(QStringLiteral("erin")));
        sheet.reject();
    }

    void aRowOfTheListOpensItsSheet()
    {
        Console console;
        console.window->showPage(QStringLiteral("approvals"));
        auto* table = console.find<DataTable>("page.approvals.table");
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() == 4);
        table->setCurrentIndex(table->model()->index(1, 0));
        QTest::keyClick(table, Qt::Key_Return);
        QPointer<ApprovalSheet> sheet = console.window->findChild<ApprovalSheet*>();
        QVERIFY(sheet);
        QCOMPARE(sheet->request(), std::int64_t{312});
        QVERIFY(console.gateway.paused());
        QTRY_VERIFY(partOf<QLabel>(sheet, "dialog.approval.meaning")->text().contains(QStringLiteral("settle-daily")));
        sheet->reject();
        QTRY_VERIFY(!console.gateway.paused());
    }

    void theChainsAreVerifiedByWhoMay()
    {
        {
            Console console;
            console.window->showPage(QStringLiteral("audit"));
            auto* verify = console.find<QPushButton>("page.auditlog.verify");
            QTRY_VERIFY(verify->isVisible());
            QVERIFY(!verify->isEnabled());
            QVERIFY(console.find<ToneLine>("page.auditlog.verification")->text().contains(QStringLiteral("auditor")));
        }
        Desk desk("carol", {"auditor"});
        desk.console.window->showPage(QStringLiteral("audit"));
        auto* verify = desk.console.find<QPushButton>("page.auditlog.verify");
        QTRY_VERIFY(verify->isVisible() && verify->isEnabled());
        verify->click();
        auto* result = desk.console.find<ToneLine>("page.auditlog.verification");
        QTRY_VERIFY(result->text().contains(QStringLiteral("as they were written")));
        QTRY_VERIFY(verify->isVisible());
    }

    void everyDialogFitsTheScreenInBothLanguagesAndThemes_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("step");
        for (const char* language : {"en", "zh_CN"}) {
            for (const bool dark : {false, true}) {
                for (const int step : {0, 4})
                    QTest::newRow(qPrintable(
                        QStringLiteral("%1-%2-%3")
                            .arg(QLatin1String(language), dark ? QStringLiteral("dark") : QStringLiteral("light"))
                            .arg(step)))
                        << QString::fromLatin1(language) << dark << step;
            }
        }
    }
    void everyDialogFitsTheScreenInBothLanguagesAndThemes()
    {
        QFETCH(QString, language);
        QFETCH(bool, dark);
        QFETCH(int, step);
        speak(language);
        setTheme(dark ? Theme::Dark : Theme::Light);
        setTextStep(step);
        Desk desk("bob", {"operator", "approver"});
        QTRY_VERIFY(desk.console.gateway.status().actsConnected);
        models::Gateway& gateway = desk.console.gateway;
        const models::TimeFormat format(QTimeZone("Asia/Shanghai"));
        const auto letters = std::get<onceover::Page<DeadLetterListRow>>(
            testing::sampleWork(testing::Condition::Filled, WorkList::DeadLetters))
                                 .rows;
        std::vector<models::ReplayCandidate> picked;
        for (const DeadLetterListRow& letter : letters)
            picked.push_back(models::replayCandidate(letter));
        const std::vector<std::pair<QString, ActDialog*>> dialogs{
            {QStringLiteral("freeze"), new FreezeDialog(gateway, format, {{"batch", "17"}, {"job", "settle-daily"}})},
            {QStringLiteral("lift"), new LiftDialog(gateway, format)},
            {QStringLiteral("replay"), new ReplayDialog(gateway, picked)},
            {QStringLiteral("dismissal"), new DismissalDialog(gateway, letters.front())},
            {QStringLiteral("approval"), new ApprovalSheet(gateway, format, 313)}};
        QSignalSpy freezes(&gateway, &models::Gateway::freezesReady);
        QSignalSpy requests(&gateway, &models::Gateway::requestReady);
        for (const auto& each : dialogs) {
            const QString& name = each.first;
            ActDialog* dialog = each.second;
            dialog->open();
            QTRY_VERIFY(!freezes.isEmpty() && !requests.isEmpty());
            QVERIFY(QTest::qWaitForWindowExposed(dialog));
            QCoreApplication::processEvents();
            keepPicture(dialog, name + QLatin1Char('-') + QString::fromLatin1(QTest::currentDataTag()));
            COMPARE_NONE(clippedTexts(dialog));
            COMPARE_NONE(namelessWidgets(dialog));
            QVERIFY(dialog->height() <= 768 && dialog->width() <= 1366);
            dialog->reject();
        }
    }
};

} // namespace onceover::views

int main(int argc, char** argv)
{
    return onceover::views::runGuiTest<onceover::views::TestViewsActs>(argc, argv);
}

#include "tst_views_acts.moc"
