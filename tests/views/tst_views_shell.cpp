// SPDX-License-Identifier: GPL-3.0-or-later
// The window around the pages: keys, banner, status line, text size, and the dialog that triggers a run.
#include "console_fixture.h"

#include "models/practice_guide.h"
#include "views/shell/action_registry.h"
#include "views/shell/shortcut_sheet.h"
#include "views/shell/side_bar.h"
#include "views/shell/status_line.h"
#include "views/style/fonts.h"
#include "views/trigger/trigger_dialog.h"
#include "views/widgets/banner.h"
#include "views/widgets/data_table.h"
#include "views/widgets/tone_chip.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>

Q_DECLARE_METATYPE(onceover::Failure)

namespace onceover::views {

using FakeCondition = testing::Condition;

namespace {

Failure failure(FailureKind kind, const char* statement, const char* sqlState)
{
    Failure made;
    made.kind = kind;
    made.statement = statement;
    made.sqlState = sqlState;
    made.detail = "words of the server";
    return made;
}

Failure refusal(Refusal reason, const char* found)
{
    Failure made;
    made.kind = FailureKind::Refused;
    made.refusal = reason;
    made.statement = "connect";
    made.found = found;
    return made;
}

/// What the database recorded of a trigger whose answer was lost.
ManualTriggerAnswer recorded()
{
    ManualTriggerAnswer answer;
    answer.done = true;
    answer.answer = "CREATED";
    answer.runKey = "settle-daily:2026-03-13";
    return answer;
}

} // namespace

class TestViewsShell : public QObject {
    Q_OBJECT

    /// A console whose first page shows data and whose window has the keyboard.
    static void waitUntilFilled(const Console& console)
    {
        QTRY_COMPARE(console.page(QStringLiteral("overview"))->condition(), Page::Condition::Filled);
        console.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(console.window.get()));
    }

    static TriggerDialog* openTrigger(const Console& console)
    {
        auto* action = console.window->findChild<QAction*>(QStringLiteral("action.trigger"));
        if (!QTest::qWaitFor([action] { return action->isEnabled(); }))
            return nullptr;
        action->trigger();
        return console.window->findChild<TriggerDialog*>();
    }

private slots:
    void cleanup() { resetLook(); }

    void lettersAfterGLeadToPages_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<Qt::Key>("letter");
        QTest::newRow("o") << QStringLiteral("overview") << Qt::Key_O;
        QTest::newRow("b") << QStringLiteral("batches") << Qt::Key_B;
        QTest::newRow("p") << QStringLiteral("operations") << Qt::Key_P;
        QTest::newRow("l") << QStringLiteral("leases") << Qt::Key_L;
        QTest::newRow("d") << QStringLiteral("dead") << Qt::Key_D;
        QTest::newRow("x") << QStringLiteral("outbox") << Qt::Key_X;
        QTest::newRow("r") << QStringLiteral("reconcile") << Qt::Key_R;
        QTest::newRow("i") << QStringLiteral("incidents") << Qt::Key_I;
        QTest::newRow("t") << QStringLiteral("runs") << Qt::Key_T;
        QTest::newRow("n") << QStringLiteral("alerts") << Qt::Key_N;
    }
    void lettersAfterGLeadToPages()
    {
        QFETCH(QString, page);
        QFETCH(Qt::Key, letter);
        Console console;
        waitUntilFilled(console);
        console.window->showPage(
            page == QStringLiteral("overview") ? QStringLiteral("batches") : QStringLiteral("overview"));
        QTest::keyClick(console.window.get(), Qt::Key_G);
        QVERIFY(console.find<GoStrip>("goStrip")->isVisible());
        QTest::keyClick(console.window.get(), letter);
        QCOMPARE(console.window->currentPage(), page);
    }

    void lettersInATextFieldAreText()
    {
        Console console;
        waitUntilFilled(console);
        console.window->showPage(QStringLiteral("operations"));
        QTest::keyClick(console.window.get(), Qt::Key_Slash);
        auto* key = console.find<QLineEdit>("page.operations.filter.key");
        QVERIFY(key->hasFocus());
        QTest::keyClicks(key, QStringLiteral("gb"));
        QCOMPARE(console.window->currentPage(), QStringLiteral("operations"));
        QCOMPARE(key->text(), QStringLiteral("gb"));
        QTest::keyClick(key, Qt::Key_Escape);
        QCOMPARE(key->text(), QString());
    }

    void noTwoActionsShareAKey()
    {
        Console console;
        QMap<QString, QString> owners;
        for (const ActionRegistry::Entry& entry : console.window->actions()->entries()) {
            const auto keys = entry.action->shortcuts();
            for (const QKeySequence& key : keys) {
                const QString text = key.toString();
                QVERIFY2(!owners.contains(text), qPrintable(text + QStringLiteral(": ") + owners.value(text)));
                owners.insert(text, entry.action->objectName());
            }
        }
        QVERIFY(owners.contains(QStringLiteral("F5")) && owners.contains(QStringLiteral("Shift+F5")));
    }

    /// A whole incident is practised with the seats that the sandbox offers: each person has a window.
    void everyPracticePersonHasAWindow()
    {
        Console console;
        waitUntilFilled(console);
        const QString own = QString::fromStdString(console.gateway.status().server->login);
        const QStringList persons = models::practicePersons();
        QVERIFY(persons.contains(QStringLiteral("carol")) && persons.contains(QStringLiteral("dana")));
        for (const QString& person : persons) {
            auto* open = console.window->findChild<QAction*>(QStringLiteral("action.openAs.") + person);
            QVERIFY2(open, qPrintable(person));
            QTRY_COMPARE(open->isEnabled(), person != own);
            QCOMPARE(open->toolTip().contains(QStringLiteral("theirs")), person == own);
        }
        ServerIdentity real = testing::sampleServer();
        real.environment = "production";
        OverviewSnapshot overview = testing::sampleOverview();
        overview.server = real;
        Console production(testing::Condition::Filled, Console::quick(), [&](testing::FakeScript& script) {
            script.setServer(real);
            script.setOverview(overview);
        });
        QTRY_VERIFY(production.gateway.status().server);
        const auto* bob = production.window->findChild<QAction*>(QStringLiteral("action.openAs.bob"));
        QVERIFY(!bob->isEnabled() && bob->toolTip().contains(QStringLiteral("sandbox")));
    }

    void titleAndBarNameTheEnvironment()
    {
        Console console;
        waitUntilFilled(console);
        QTRY_VERIFY(console.window->windowTitle().contains(QStringLiteral("SANDBOX")));
        QCOMPARE(console.find<ToneChip>("sideBar.environment")->chip().word, QStringLiteral("SANDBOX"));
        QVERIFY(console.find<ToneChip>("statusLine.practice")->isVisible());
    }

    void sheetListsEveryKey()
    {
        Console console;
        waitUntilFilled(console);
        QTest::keyClick(console.window.get(), Qt::Key_F1);
        auto* sheet = console.window->findChild<ShortcutSheet*>();
        QVERIFY(sheet);
        QTRY_VERIFY(sheet->isVisible());
        keepPicture(sheet, QStringLiteral("shortcuts"));
        COMPARE_NONE(clippedTexts(sheet));
        QVERIFY(console.gateway.paused()); // An open dialog rests the refresh.
        QTest::keyClick(sheet, Qt::Key_Escape);
        QTRY_VERIFY(!console.gateway.paused());
    }

    void pauseIsSaidAndEnded()
    {
        Console console;
        waitUntilFilled(console);
        QTest::keyClick(console.window.get(), Qt::Key_F5, Qt::ShiftModifier);
        QVERIFY(console.gateway.paused());
        QTest::keyClick(console.window.get(), Qt::Key_F5, Qt::ShiftModifier);
        QVERIFY(!console.gateway.paused());
    }

    /// Each failure is a clear message with the remedy, and no crash.
    void connectionFailuresAreExplained_data()
    {
        QTest::addColumn<Failure>("failure");
        QTest::addColumn<QString>("says");
        QTest::newRow("no target") << failure(FailureKind::Unavailable, "target", "") << QStringLiteral("sandbox");
        QTest::newRow("bad string") << failure(FailureKind::Broken, "conninfo", "")
                                    << QStringLiteral("connection string");
        QTest::newRow("missing database")
            << failure(FailureKind::Unavailable, "connect", "3D000") << QStringLiteral("database");
        QTest::newRow("login refused") << failure(FailureKind::Refused, "connect", "28000") << QStringLiteral("login");
        QTest::newRow("server away") << failure(FailureKind::Unavailable, "connect", "08001")
                                     << QStringLiteral("server");
        QTest::newRow("older schema") << refusal(Refusal::SchemaTooOld, "0") << QStringLiteral("schema");
        QTest::newRow("newer schema") << refusal(Refusal::SchemaTooNew, "99") << QStringLiteral("schema");
        QTest::newRow("no duty") << refusal(Refusal::MissingRole, "erik")
                                 << QStringLiteral("GRANT onceover_viewer TO \"erik\";");
        QTest::newRow("self-check") << refusal(Refusal::SelfCheckFailed, "guards") << QStringLiteral("self-check");
    }
    void connectionFailuresAreExplained()
    {
        QFETCH(Failure, failure);
        QFETCH(QString, says);
        Console console(FakeCondition::Filled, Console::quick(), [&failure](testing::FakeScript& script) {
            script.failWith(failure);
            script.failPeople(failure);
        });
        QTRY_COMPARE(console.page(QStringLiteral("overview"))->condition(), Page::Condition::Failed);
        auto* banner = console.find<Banner>("connectionBanner");
        QTRY_VERIFY(banner->isVisible());
        QVERIFY2(banner->message().contains(says, Qt::CaseInsensitive), qPrintable(banner->message()));
        QVERIFY(!console.window->findChild<QAction*>(QStringLiteral("action.trigger"))->isEnabled());
        QCoreApplication::processEvents();
        keepPicture(console.window.get(),
            QStringLiteral("explained-")
                + QLatin1String(QTest::currentDataTag()).toString().replace(QLatin1Char(' '), QLatin1Char('-')));
        COMPARE_NONE(clippedTexts(console.window.get()));
    }

    void anotherServerMustBeAcknowledged()
    {
        Console console;
        waitUntilFilled(console);
        ServerIdentity other = testing::sampleServer();
        other.host = "db-prod-2";
        other.systemIdentifier = 42;
        console.script->setServer(other);
        console.script->failWith(testing::serverAway());
        console.gateway.refreshNow();
        auto* banner = console.find<Banner>("connectionBanner");
        QTRY_VERIFY(banner->isVisible());
        console.script->failWith(std::nullopt);
        console.gateway.retryNow();
        auto* goOn = console.find<QPushButton>("connectionBanner.continue");
        QTRY_VERIFY(goOn->isVisible());
        QVERIFY(!console.window->findChild<QAction*>(QStringLiteral("action.trigger"))->isEnabled());
        keepPicture(console.window.get(), QStringLiteral("different-server"));
        QTest::mouseClick(goOn, Qt::LeftButton);
        QTRY_VERIFY(!banner->isVisible());
    }

    void theMissingRoleIsNamed()
    {
        Console console;
        ServerIdentity viewer = testing::sampleServer();
        viewer.roles = {"viewer"};
        console.script->setServer(viewer);
        auto* action = console.window->findChild<QAction*>(QStringLiteral("action.trigger"));
        QTRY_VERIFY2(action->toolTip().contains(QStringLiteral("operator")), qPrintable(action->toolTip()));
        QVERIFY(!action->isEnabled());
    }

    /// R19, F42: the date is explicit, and a second click is the same request.
    void twoClicksAreOneRequest()
    {
        Console console;
        waitUntilFilled(console);
        TriggerDialog* dialog = openTrigger(console);
        QVERIFY(dialog);
        auto* confirm = dialog->findChild<QPushButton*>(QStringLiteral("dialog.trigger.confirm"));
        QTRY_VERIFY(dialog->findChild<QComboBox*>(QStringLiteral("dialog.trigger.job"))->count() > 0);
        QVERIFY(!confirm->isEnabled()); // No date, no request.
        auto* date = dialog->findChild<QLineEdit*>(QStringLiteral("dialog.trigger.date"));
        QTest::keyClicks(date, QStringLiteral("2026-03-13"));
        QTRY_VERIFY(confirm->isEnabled());
        keepPicture(dialog, QStringLiteral("trigger-asking"));
        COMPARE_NONE(clippedTexts(dialog));
        COMPARE_NONE(namelessWidgets(dialog));
        QTest::mouseDClick(confirm, Qt::LeftButton);
        QTest::mouseClick(confirm, Qt::LeftButton);
        auto* result = dialog->findChild<ToneLine*>(QStringLiteral("dialog.trigger.result"));
        QTRY_VERIFY(result->tone() == models::Tone::Ok);
        QCOMPARE(console.script->actsSent().size(), std::size_t{1});
        QVERIFY(console.script->actsSent().front() == dialog->requestId());
        QVERIFY2(result->text().contains(QStringLiteral("settle-daily:2026-03-13")), qPrintable(result->text()));
        COMPARE_NONE(clippedTexts(dialog));
        keepPicture(dialog, QStringLiteral("trigger-done"));
    }

    void plainEnterTriggersNothing()
    {
        Console console;
        waitUntilFilled(console);
        QPointer<TriggerDialog> dialog = openTrigger(console);
        QVERIFY(dialog);
        auto* date = dialog->findChild<QLineEdit*>(QStringLiteral("dialog.trigger.date"));
        auto* confirm = dialog->findChild<QPushButton*>(QStringLiteral("dialog.trigger.confirm"));
        QTest::keyClicks(date, QStringLiteral("2026-03-13"));
        QTRY_VERIFY(confirm->isEnabled());
        QTest::keyClick(date, Qt::Key_Return);
        QCOMPARE(console.script->actsSent().size(), std::size_t{0});
    }

    /// UX 9: nothing typed is lost and nothing is queued when the connection goes.
    void lostConnectionKeepsTheInput()
    {
        Console console;
        waitUntilFilled(console);
        TriggerDialog* dialog = openTrigger(console);
        QVERIFY(dialog);
        auto* date = dialog->findChild<QLineEdit*>(QStringLiteral("dialog.trigger.date"));
        auto* confirm = dialog->findChild<QPushButton*>(QStringLiteral("dialog.trigger.confirm"));
        QTest::keyClicks(date, QStringLiteral("2026-03-13"));
        QTRY_VERIFY(confirm->isEnabled());
        console.script->failWith(testing::serverAway());
        console.script->failPeople(testing::serverAway());
        console.script->breakPeople();
        console.gateway.refreshNow();
        QTRY_VERIFY(!confirm->isEnabled());
        QCOMPARE(date->text(), QStringLiteral("2026-03-13"));
        QVERIFY(dialog->findChild<ToneLine*>(QStringLiteral("dialog.trigger.why"))->isVisible());
        COMPARE_NONE(clippedTexts(dialog));
        keepPicture(dialog, QStringLiteral("trigger-lost"));
        QCOMPARE(console.script->actsSent().size(), std::size_t{0});
    }

    /// UX 9, F42: a request whose answer was lost turns into the truth, or the person is told what to do.
    void lostAnswersAreResolvedOrSayWhatToDo_data()
    {
        QTest::addColumn<int>("found");
        QTest::addColumn<models::Tone>("tone");
        QTest::addColumn<QString>("says");
        QTest::addColumn<bool>("mayAskAgain");
        QTest::newRow("recorded") << 1 << models::Tone::Ok << QStringLiteral("settle-daily:2026-03-13") << false;
        QTest::newRow("not recorded") << 0 << models::Tone::Danger << QStringLiteral("not carried out") << true;
        QTest::newRow("cannot be asked") << -1 << models::Tone::Unknown << QStringLiteral("Batches") << false;
    }
    void lostAnswersAreResolvedOrSayWhatToDo()
    {
        QFETCH(int, found);
        QFETCH(QString, says);
        QFETCH(bool, mayAskAgain);
        Console console;
        waitUntilFilled(console);
        console.script->answerActs({tl::unexpected<Failure>(failure(FailureKind::InDoubt, "TriggerRun", "57P02"))});
        console.script->answerFind(tl::unexpected<Failure>(testing::serverAway())); // The server is still away.
        TriggerDialog* dialog = openTrigger(console);
        QVERIFY(dialog);
        auto* confirm = dialog->findChild<QPushButton*>(QStringLiteral("dialog.trigger.confirm"));
        QTest::keyClicks(
            dialog->findChild<QLineEdit*>(QStringLiteral("dialog.trigger.date")), QStringLiteral("2026-03-13"));
        QTRY_VERIFY(confirm->isEnabled());
        QTest::mouseClick(confirm, Qt::LeftButton);
        auto* result = dialog->findChild<ToneLine*>(QStringLiteral("dialog.trigger.result"));
        QTRY_VERIFY(result->tone() == models::Tone::Unknown);
        QVERIFY2(result->text().contains(QStringLiteral("request id")), qPrintable(result->text()));
        QVERIFY(!confirm->isEnabled());
        COMPARE_NONE(clippedTexts(dialog));
        keepPicture(dialog, QStringLiteral("trigger-unknown"));

        if (found < 0)
            console.script->answerFind(tl::unexpected<Failure>(failure(FailureKind::Broken, "FindTrigger", "42501")));
        else if (found == 0)
            console.script->answerFind(std::optional<ManualTriggerAnswer>{});
        else
            console.script->answerFind(std::optional<ManualTriggerAnswer>(recorded()));
        QTRY_VERIFY([&] {
            console.script->tick(); // Each round of the act thread asks once more.
            return result->text().contains(says);
        }());
        QTEST(result->tone(), "tone");
        QTRY_COMPARE(confirm->isVisible() && confirm->isEnabled(), mayAskAgain);
        auto* close = dialog->findChild<QPushButton*>(QStringLiteral("dialog.trigger.cancel"));
        QCOMPARE(close->text(), mayAskAgain ? QStringLiteral("Cancel") : QStringLiteral("Close"));
        QCOMPARE(console.script->actsSent().size(), std::size_t{1}); // Never sent again by itself.
        COMPARE_NONE(clippedTexts(dialog));
        keepPicture(dialog, QStringLiteral("trigger-found-%1").arg(found));
    }

    /// A dialog that was closed early leaves its outcome to the toast, which always has words.
    void theToastTellsWhatTheClosedDialogWouldHave()
    {
        models::GatewaySettings settings = Console::quick();
        settings.actWatchdog = std::chrono::milliseconds{1};
        Console console(FakeCondition::Filled, std::move(settings));
        waitUntilFilled(console);
        console.script->holdActs();
        QPointer<TriggerDialog> dialog = openTrigger(console);
        QVERIFY(dialog);
        auto* confirm = dialog->findChild<QPushButton*>(QStringLiteral("dialog.trigger.confirm"));
        QTest::keyClicks(
            dialog->findChild<QLineEdit*>(QStringLiteral("dialog.trigger.date")), QStringLiteral("2026-03-13"));
        QTRY_VERIFY(confirm->isEnabled());
        QTest::mouseClick(confirm, Qt::LeftButton);
        dialog->reject();
        QTRY_VERIFY(!dialog);
        auto* toast = console.find<Banner>("toast");
        QTRY_VERIFY(toast->isVisible());
        QVERIFY2(toast->message().contains(QStringLiteral("unknown")), qPrintable(toast->message()));
        console.script->letActsGo();
        QTRY_VERIFY2(toast->message().contains(QStringLiteral("was created")), qPrintable(toast->message()));
    }

    /// UX 3: Ctrl+Enter confirms, also while a button has the focus.
    void ctrlEnterConfirmsWhateverHasTheFocus()
    {
        Console console;
        waitUntilFilled(console);
        QPointer<TriggerDialog> dialog = openTrigger(console);
        QVERIFY(dialog);
        auto* confirm = dialog->findChild<QPushButton*>(QStringLiteral("dialog.trigger.confirm"));
        auto* cancel = dialog->findChild<QPushButton*>(QStringLiteral("dialog.trigger.cancel"));
        QTest::keyClicks(
            dialog->findChild<QLineEdit*>(QStringLiteral("dialog.trigger.date")), QStringLiteral("2026-03-13"));
        QTRY_VERIFY(confirm->isEnabled());
        QVERIFY(QTest::qWaitForWindowActive(dialog.data()));
        cancel->setFocus();
        QTest::keyClick(cancel, Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(dialog && dialog->isVisible());
        QTRY_COMPARE(console.script->actsSent().size(), std::size_t{1});
    }

    /// UX 9: without a connection nothing is claimed of now, neither that the engine runs nor that it stopped.
    void aCutOffScreenTellsOfThePast()
    {
        Console console(FakeCondition::Empty);
        QTRY_COMPARE(console.page(QStringLiteral("overview"))->condition(), Page::Condition::Empty);
        auto* engine = console.find<ToneLine>("page.overview.engine");
        QVERIFY(!engine->text().contains(QStringLiteral("Not known now")));
        console.script->failWith(testing::serverAway());
        console.gateway.refreshNow();
        QTRY_VERIFY2(
            engine->text().startsWith(QStringLiteral("Not known now. At 03:12:44: ")), qPrintable(engine->text()));
        QCOMPARE(engine->tone(), models::Tone::Neutral);
        COMPARE_NONE(clippedTexts(console.window.get()));
        keepPicture(console.window.get(), QStringLiteral("cut-off"));
        console.script->failWith(std::nullopt);
        console.gateway.retryNow();
        QTRY_VERIFY(!engine->text().contains(QStringLiteral("Not known now")));
    }

    /// A window at twice the size on a full-HD screen has 960 × 540 to itself.
    void aNarrowWindowNeedsNoMoreThanItHas()
    {
        Console console;
        waitUntilFilled(console);
        console.gateway.pause(models::PauseReason::Person);
        for (const QString& name : MainWindow::pageNames()) {
            console.window->showPage(name);
            console.window->resize(960, 540);
            QTRY_COMPARE(console.page(name)->condition(), Page::Condition::Filled);
            QVERIFY2(console.window->minimumSizeHint().width() <= 960, qPrintable(name));
            QTRY_COMPARE(console.window->size(), QSize(960, 540));
            keepPicture(console.window.get(), QStringLiteral("narrow-") + name);
        }
    }

    /// What nobody arranged is not kept; what somebody did is, also of a page that the next session does not show.
    void onlyWhatAPersonArrangedIsKept()
    {
        QTemporaryDir folder;
        QSettings layouts(folder.filePath(QStringLiteral("console.ini")), QSettings::IniFormat);
        const auto session = [&layouts](const QString& page, const std::function<void(DataTable*)>& look) {
            Console console(FakeCondition::Filled, Console::quick(), {}, &layouts);
            waitUntilFilled(console);
            console.window->showPage(page);
            QTRY_COMPARE(console.page(page)->condition(), Page::Condition::Filled);
            if (look)
                look(console.window->findChild<DataTable*>(QStringLiteral("page.%1.table").arg(page)));
            console.window->close();
        };
        const auto fits = [](const DataTable* table) {
            for (int column = 0; column < table->model()->columnCount(); ++column) {
                const bool isKey = table->model()->headerData(column, Qt::Horizontal, models::ColumnIdRole).toString()
                    == QStringLiteral("key");
                if (isKey && table->columnWidth(column) < table->fontMetrics().averageCharWidth() * 15)
                    return false;
            }
            return true;
        };
        session(QStringLiteral("operations"), {}); // Batches is never shown.
        session(QStringLiteral("batches"), [&](DataTable* table) {
            QVERIFY(fits(table));
            QVERIFY(table->layoutState().isEmpty());
            table->setColumnHidden(1, true);
            table->horizontalHeader()->resizeSection(0, 321);
        });
        session(QStringLiteral("operations"), {});
        session(QStringLiteral("batches"), [](DataTable* table) {
            QVERIFY(table->isColumnHidden(1));
            QCOMPARE(table->columnWidth(0), 321);
        });
    }

    void textSizeIsLive()
    {
        Console console;
        waitUntilFilled(console);
        auto* table = console.find<DataTable>("page.overview.worklist");
        const int before = table->rowHeight(0);
        QTest::keyClick(console.window.get(), Qt::Key_Equal, Qt::ControlModifier);
        QTest::keyClick(console.window.get(), Qt::Key_Equal, Qt::ControlModifier);
        QTRY_VERIFY(table->rowHeight(0) > before);
        QTest::keyClick(console.window.get(), Qt::Key_0, Qt::ControlModifier);
        QTRY_COMPARE(table->rowHeight(0), before);
    }
};

} // namespace onceover::views

int main(int argc, char** argv)
{
    return onceover::views::runGuiTest<onceover::views::TestViewsShell>(argc, argv);
}

#include "tst_views_shell.moc"
