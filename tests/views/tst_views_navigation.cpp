// SPDX-License-Identifier: GPL-3.0-or-later
// Going somewhere: palette, addresses, back and forward, long lists, the practice guide, and the desktop's wish for
// dark.
#include "console_fixture.h"

#include "models/worklist_model.h"
#include "views/charts/hour_chart.h"
#include "views/lists/list_page.h"
#include "views/overview/overview_page.h"
#include "views/overview/practice_guide.h"
#include "views/overview/tile.h"
#include "views/shell/palette.h"
#include "views/style/desktop_scheme.h"
#include "views/widgets/banner.h"
#include "views/widgets/data_table.h"
#include "views/widgets/notice.h"

#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QToolButton>

namespace onceover::views {

using FakeCondition = testing::Condition;

class TestViewsNavigation : public QObject {
    Q_OBJECT

    static void waitUntilFilled(const Console& console, const QString& page = QStringLiteral("overview"))
    {
        console.window->showPage(page);
        QTRY_COMPARE(console.page(page)->condition(), Page::Condition::Filled);
        console.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(console.window.get()));
    }

    static Palette* openPalette(const Console& console)
    {
        QTest::keyClick(console.window.get(), Qt::Key_K, Qt::ControlModifier);
        return console.find<Palette>("palette");
    }

    static QString chosen(const Palette* palette) { return palette->list()->currentIndex().data().toString(); }

    static DataTable* longList(const Console& console)
    {
        waitUntilFilled(console, QStringLiteral("operations"));
        return console.find<DataTable>("page.operations.table");
    }

    static QString caption(const Console& console) { return console.find<QLabel>("page.operations.caption")->text(); }

private slots:
    void cleanup() { resetLook(); }

    // --- palette -----------------------------------------------------------------------------------------------------

    void theKeyboardAloneRunsAnAction()
    {
        Console console;
        waitUntilFilled(console);
        Palette* palette = openPalette(console);
        QVERIFY(palette && palette->isVisible());
        QVERIFY(palette->field()->hasFocus());
        QTest::keyClicks(palette->field(), QStringLiteral("batc"));
        QCOMPARE(chosen(palette), QStringLiteral("Batches"));
        keepPicture(console.window.get(), QStringLiteral("palette"));
        QTest::keyClick(palette->field(), Qt::Key_Return);
        QVERIFY(!palette->isVisible());
        QCOMPARE(console.window->currentPage(), QStringLiteral("batches"));
    }

    void itOpensFromATextFieldAndGivesTheKeyboardBack()
    {
        Console console;
        waitUntilFilled(console, QStringLiteral("operations"));
        auto* key = console.find<QLineEdit>("page.operations.filter.key");
        key->setFocus();
        QTest::keyClick(key, Qt::Key_K, Qt::ControlModifier);
        auto* palette = console.find<Palette>("palette");
        QVERIFY(palette->isVisible());
        QTest::keyClick(palette->field(), Qt::Key_Escape);
        QVERIFY(!palette->isVisible());
        QVERIFY(key->hasFocus());
    }

    void whatIsOffSaysWhyAndDoesNothing()
    {
        Console console;
        ServerIdentity viewer = testing::sampleServer();
        viewer.roles = {"viewer"};
        console.script->setServer(viewer);
        waitUntilFilled(console);
        auto* trigger = console.window->findChild<QAction*>(QStringLiteral("action.trigger"));
        QTRY_VERIFY(trigger->property("whyOff").toString().contains(QStringLiteral("operator")));
        Palette* palette = openPalette(console);
        QTest::keyClicks(palette->field(), QStringLiteral("trigger"));
        const QString spoken = palette->list()->currentIndex().data(Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.contains(QStringLiteral("operator")), qPrintable(spoken));
        keepPicture(console.window.get(), QStringLiteral("palette-off"));
        QTest::keyClick(palette->field(), Qt::Key_Return);
        QVERIFY(palette->isVisible());
        QVERIFY(!console.window->findChild<QDialog*>(QStringLiteral("dialog.trigger")));
    }

    void aPastedKeyOpensItsObject()
    {
        Console console;
        waitUntilFilled(console);
        Palette* palette = openPalette(console);
        const QString id = QString::fromStdString(testing::sampleOperations().rows.front().ref.id.value.toString());
        palette->field()->setText(QStringLiteral(" %1 ").arg(id));
        QVERIFY(chosen(palette).contains(id));
        QTest::keyClick(palette->field(), Qt::Key_Return);
        // Its own page, or where there is none the list with it alone.
        const models::PageAddress at = console.window->address();
        QVERIFY2(
            at.key == id || at.query.value(QStringLiteral("q")) == QStringLiteral("key:") + id, qPrintable(at.page));
    }

    void anAddressOfAnotherProfileIsRefusedWithASentence()
    {
        Console console;
        waitUntilFilled(console);
        console.window->openText(QStringLiteral("onceover://production/batches"));
        QCOMPARE(console.window->currentPage(), QStringLiteral("overview"));
        auto* toast = console.find<Banner>("toast");
        QVERIFY(toast->isVisible());
        QVERIFY2(toast->message().contains(QStringLiteral("production")), qPrintable(toast->message()));
        console.window->openText(QStringLiteral("onceover://sandbox/batches?q=state:partial"));
        QCOMPARE(console.window->currentPage(), QStringLiteral("batches"));
        QCOMPARE(
            console.find<QComboBox>("page.batches.filter.state")->currentData().toString(), QStringLiteral("PARTIAL"));
    }

    void anUnknownPageIsASentence()
    {
        Console console;
        waitUntilFilled(console);
        console.window->openAddress({QStringLiteral("nowhere"), {}, {}});
        QCOMPARE(console.window->currentPage(), QStringLiteral("overview"));
        QVERIFY(console.find<Banner>("toast")->message().contains(QStringLiteral("nowhere")));
    }

    void theLinkOfAPageLeadsBackToIt()
    {
        Console console;
        waitUntilFilled(console);
        console.window->openAddress(listAddress(QStringLiteral("operations?q=state:unknown_external merchant:1004")));
        QTest::keyClick(console.window.get(), Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
        const QString link = QGuiApplication::clipboard()->text();
        QVERIFY2(link.startsWith(QStringLiteral("onceover://sandbox/operations?q=")), qPrintable(link));
        console.window->showPage(QStringLiteral("overview"));
        console.window->openText(link);
        QCOMPARE(console.window->currentPage(), QStringLiteral("operations"));
        QCOMPARE(console.find<QComboBox>("page.operations.filter.state")->currentData().toString(),
            QStringLiteral("UNKNOWN_EXTERNAL"));
        QCOMPARE(console.find<QLineEdit>("page.operations.filter.merchant")->text(), QStringLiteral("1004"));
    }

    /// UX, additions 3: a filter that no index serves is refused, and nothing is read for it.
    void aFilterWithoutAnIndexIsRefused()
    {
        Console console;
        waitUntilFilled(console);
        console.window->openAddress(listAddress(QStringLiteral("operations?q=amount>10000 error:timeout")));
        auto* notice = console.find<Notice>("page.operations.notice");
        QTRY_VERIFY(notice->isVisible());
        QVERIFY2(notice->notice().what.contains(QStringLiteral("add a date, merchant, job or status")),
            qPrintable(notice->notice().what));
        QCOMPARE(console.script->operationQueries().size(), std::size_t{0});
        keepPicture(console.window.get(), QStringLiteral("filter-refused"));
        QTest::mouseClick(console.find<QPushButton>("page.operations.notice.clear"), Qt::LeftButton);
        QTRY_COMPARE(console.page(QStringLiteral("operations"))->condition(), Page::Condition::Filled);
    }

    // --- back and forward --------------------------------------------------------------------------------------------

    void backAndForwardRestoreFilterScrollAndSelection()
    {
        Console console;
        console.script->setManyOperations(0, 1200);
        DataTable* table = longList(console);
        auto* merchant = console.find<QLineEdit>("page.operations.filter.merchant");
        merchant->setFocus();
        QTest::keyClicks(merchant, QStringLiteral("77"));
        QTest::keyClick(merchant, Qt::Key_Return);
        QTRY_VERIFY(console.script->operationQueries().back().merchant.has_value());
        QTRY_COMPARE(table->rows()->rowCount(), 500);
        table->setFocus();
        table->verticalScrollBar()->setValue(120);
        table->selectRow(131);
        const QString top = table->rows()->key(table->verticalScrollBar()->value());
        const QString selected = table->rows()->key(131);

        QTest::keyClick(console.window.get(), Qt::Key_G);
        QTest::keyClick(console.window.get(), Qt::Key_O);
        QCOMPARE(console.window->currentPage(), QStringLiteral("overview"));
        console.window->openAddress({QStringLiteral("operations"), {}, {}}); // The same page, without the filter.
        QVERIFY(merchant->text().isEmpty());
        QTest::keyClick(console.window.get(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(console.window->currentPage(), QStringLiteral("overview"));
        QTest::keyClick(console.window.get(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(console.window->currentPage(), QStringLiteral("operations"));
        QCOMPARE(merchant->text(), QStringLiteral("77"));
        QTRY_COMPARE(table->selectedRows(), 1);
        QCOMPARE(table->selectionModel()->selectedRows().first().data(models::KeyRole).toString(), selected);
        QTRY_COMPARE(table->rows()->key(table->verticalScrollBar()->value()), top);
        QTest::keyClick(console.window.get(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(console.window->currentPage(), QStringLiteral("overview"));
        QVERIFY(console.window->findChild<QAction*>(QStringLiteral("action.forward"))->isEnabled());
    }

    // --- long lists --------------------------------------------------------------------------------------------------

    void scrollingReadsOnAndTheCaptionSaysWhatIsLoaded()
    {
        Console console;
        console.script->setManyOperations(0, 12400);
        DataTable* table = longList(console);
        QTRY_VERIFY2(caption(console).startsWith(QString::fromUtf8("rows 1\xe2\x80\x93"
                                                                   "500 of 12,400, newest first")),
            qPrintable(caption(console)));
        QScrollBar* bar = table->verticalScrollBar();
        const auto heldUpTo = [&](const char* rows) {
            const bool isThere = caption(console).startsWith(QString::fromUtf8(rows));
            if (!isThere)
                bar->setValue(bar->maximum());
            return isThere;
        };
        QTRY_VERIFY2(heldUpTo("rows 1\xe2\x80\x93"
                              "5,000 of 12,400"),
            qPrintable(caption(console)));
        QTRY_VERIFY(bar->maximum() > 4900); // The table has taken the new rows in.
        bar->setValue(4900);                // Near the end, so that more is read and the other end is let go.
        const QString seen = table->rows()->key(bar->value());
        QTRY_VERIFY2(caption(console).startsWith(QString::fromUtf8("rows 501\xe2\x80\x93"
                                                                   "5,500 of 12,400")),
            qPrintable(caption(console)));
        QCOMPARE(table->rows()->rowCount(), 5000);
        QCOMPARE(table->rows()->key(bar->value()), seen); // What is read stays where it is.
        keepPicture(console.window.get(), QStringLiteral("long-list"));
        table->verticalScrollBar()->setValue(0);
        QTRY_VERIFY2(caption(console).startsWith(QString::fromUtf8("rows 1\xe2\x80\x93"
                                                                   "5,000 of 12,400")),
            qPrintable(caption(console)));
    }

    void aDateIsGoneToWithoutReadingWhatLiesBetween()
    {
        Console console;
        console.script->setManyOperations(0, 7200);
        DataTable* table = longList(console);
        auto* jump = console.find<QLineEdit>("page.operations.jump");
        QTest::keyClicks(jump, QStringLiteral("2026-03-08"));
        QTest::keyClick(jump, Qt::Key_Return);
        QTRY_VERIFY(table->rows()->rowOf(QString::fromStdString(testing::idOfMany(6 * 600))) >= 0);
        const QString first = QString::fromStdString(testing::idOfMany(6 * 600));
        QTRY_COMPARE(table->rows()->key(table->verticalScrollBar()->value()), first);
        QVERIFY(table->rows()->rowOf(QString::fromStdString(testing::idOfMany(0))) < 0);
        jump->clear();
        QTest::keyClick(jump, Qt::Key_Return);
        QTRY_COMPARE(table->rows()->rowOf(QString::fromStdString(testing::idOfMany(0))), 0);
    }

    void newRowsAboveWaitBehindAButton()
    {
        Console console;
        console.script->setManyOperations(0, 1200);
        DataTable* table = longList(console);
        auto* pill = console.find<QToolButton>("page.operations.table.newRows");
        table->verticalScrollBar()->setValue(40);
        table->setCurrentIndex(table->rows()->index(45, 0)); // One current row pauses nothing.
        const QString top = table->rows()->key(40);
        console.script->setManyOperations(-12, 1212);
        console.gateway.refreshNow();
        QTRY_VERIFY(pill->isVisible());
        QCOMPARE(pill->text(), QStringLiteral("12 new"));
        QCOMPARE(table->rows()->key(table->verticalScrollBar()->value()), top);
        keepPicture(console.window.get(), QStringLiteral("new-above"));
        QTest::mouseClick(pill, Qt::LeftButton);
        QVERIFY(!pill->isVisible());
        QCOMPARE(table->verticalScrollBar()->value(), 0);
        QCOMPARE(table->rows()->rowOf(QString::fromStdString(testing::idOfMany(-12))), 0);
    }

    void theRefreshReadsWhatIsInViewAlone()
    {
        Console console;
        console.script->setManyOperations(0, 3000);
        DataTable* table = longList(console);
        const auto grown = [table] {
            table->verticalScrollBar()->setValue(table->verticalScrollBar()->maximum());
            return table->rows()->rowCount() >= 2000;
        };
        QTRY_VERIFY(grown());
        table->verticalScrollBar()->setValue(1200);
        const auto inView = [&console] {
            const ListQuery last = console.script->operationQueries().back();
            return last.after == "999" && last.limit <= 600; // One piece of 500 and what may have come in.
        };
        QTRY_VERIFY(inView());
    }

    // --- overview ----------------------------------------------------------------------------------------------------

    /// Texts and numbers of every picture, also when the theme was chosen while another page was shown.
    void picturesFollowAThemeThatIsChosenElsewhere()
    {
        Console console;
        waitUntilFilled(console);
        for (const Theme theme : {Theme::Dark, Theme::Light, Theme::Dark}) {
            console.window->showPage(QStringLiteral("operations"));
            setTheme(theme);
            QCoreApplication::processEvents();
            console.window->showPage(QStringLiteral("overview"));
            QCoreApplication::processEvents();
            const QColor ink = QApplication::palette().color(QPalette::Text);
            const auto charts = console.page(QStringLiteral("overview"))->findChildren<ChartBase*>();
            QCOMPARE(charts.size(), 3);
            for (const ChartBase* chart : charts) {
                QCOMPARE(chart->xAxis->tickLabelColor(), ink);
                QCOMPARE(chart->yAxis->tickLabelColor(), ink);
                QVERIFY2(contrastRatio(chart->xAxis->tickLabelColor(), chart->palette().color(QPalette::Base)) >= 4.5,
                    qPrintable(chart->objectName()));
                for (int i = 0; i < chart->itemCount(); ++i) {
                    const auto* text = qobject_cast<QCPItemText*>(chart->item(i));
                    QVERIFY2(!text || contrastRatio(text->color(), chart->palette().color(QPalette::Base)) >= 4.5,
                        qPrintable(chart->objectName()));
                }
            }
        }
    }

    void hoursAreAPictureWithATwin()
    {
        Console console;
        waitUntilFilled(console);
        auto* chart = console.find<HourChart>("page.overview.hours.chart");
        auto* table = console.find<DataTable>("page.overview.hours.table");
        QCOMPARE(table->rows()->rowCount(), 24);
        QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(chart);
        QVERIFY(interface && interface->role() == QAccessible::Chart);
        QVERIFY(chart->accessibleDescription().contains(QStringLiteral("9 unknown")));
        const auto words = console.find<TileButton>("page.overview.tile.deadLetters")->tile();
        QCOMPARE(words.second, QStringLiteral("+5 in the last hour"));
        QCOMPARE(console.find<TileButton>("page.overview.tile.stuckLeases")->tile().second,
            QString::fromUtf8("\xe2\x88\x92"
                              "2 in the last hour"));
    }

    void whatWasNotCountedSaysSo()
    {
        Console console(FakeCondition::Empty);
        QTRY_COMPARE(console.page(QStringLiteral("overview"))->condition(), Page::Condition::Empty);
        auto* chart = console.find<HourChart>("page.overview.hours.chart");
        QVERIFY2(chart->accessibleDescription().contains(QStringLiteral("Nothing was counted")),
            qPrintable(chart->accessibleDescription()));
        QCOMPARE(console.find<TileButton>("page.overview.tile.deadLetters")->tile().second,
            QStringLiteral("an hour ago: not known"));
    }

    /// An hour ago nothing was sampled, but before that: the number is compared with that, and says since when.
    void olderSamplesSayTheirDay()
    {
        Console console;
        OverviewSnapshot snapshot = testing::sampleOverview();
        snapshot.hourAgoAt = testing::sampleTime() - std::chrono::hours{30};
        console.script->setOverview(snapshot);
        waitUntilFilled(console);
        console.gateway.refreshNow();
        const auto* tile = console.find<TileButton>("page.overview.tile.deadLetters");
        QTRY_COMPARE(tile->tile().second, QStringLiteral("+5 since 03-13"));
        snapshot.hourAgoAt = testing::sampleTime() - std::chrono::hours{2};
        console.script->setOverview(snapshot);
        console.gateway.refreshNow();
        QTRY_COMPARE(tile->tile().second, QStringLiteral("+5 since 01:12"));
    }

    /// Ages grow: a column that was made for seconds is made anew before it ends within a number.
    void columnsFollowAgesThatGrow()
    {
        Console console;
        OverviewSnapshot snapshot = testing::sampleOverview();
        for (WorklistRow& row : snapshot.worklist)
            row.since = testing::sampleTime() - std::chrono::seconds{3};
        console.script->setOverview(snapshot);
        waitUntilFilled(console);
        console.gateway.refreshNow();
        auto* table = console.find<DataTable>("page.overview.worklist");
        const QModelIndex age = table->model()->index(0, models::WorklistModel::AgeColumn);
        QTRY_VERIFY(age.data().toString().size() <= 5);
        for (WorklistRow& row : snapshot.worklist)
            row.since = testing::sampleTime() - std::chrono::minutes{36 * 60 + 29};
        console.script->setOverview(snapshot);
        console.gateway.refreshNow();
        QTRY_VERIFY(age.data().toString().startsWith(QStringLiteral("36 h")));
        QTRY_VERIFY(table->sizeHintForIndex(age).width() <= table->horizontalHeader()->sectionSize(age.column()));
    }

    // --- practice guide ----------------------------------------------------------------------------------------------

    void stepsTickThemselvesByFacts()
    {
        Console console;
        console.window->resize(1366, 1000); // High enough for every step.
        OverviewSnapshot facts = testing::sampleOverview();
        facts.practice = PracticeFacts{};
        facts.practice->livePid = 4711;
        console.script->setOverview(facts);
        waitUntilFilled(console);
        console.gateway.refreshNow();
        auto* guide = console.find<PracticeGuide>("practiceGuide");
        const auto done = [guide](std::size_t step) { return guide->steps().size() == 6 && guide->steps()[step].done; };
        QTRY_VERIFY(guide->isVisible() && guide->steps().size() == 6 && !done(0) && !done(1));
        QCOMPARE(guide->steps()[0].command, QStringLiteral("kill -9 4711"));
        facts.practice->earlierWorker = "w-9.host-a.99";
        facts.practice->earlierLost = testing::sampleTime() - std::chrono::hours{24 * 40};
        facts.practice->earlierTakenOver = 2;
        console.script->setOverview(facts);
        console.gateway.refreshNow();
        QTRY_VERIFY2(guide->steps()[0].text.contains(QStringLiteral("others had found 2 of its attempts lost")),
            qPrintable(guide->steps()[0].text));
        QVERIFY(!done(0) && guide->steps()[0].text.contains(QStringLiteral("end a worker without warning")));
        facts.practice->goneWorker = "w-2.host-a.4711";
        facts.practice->goneSince = testing::sampleTime() - std::chrono::minutes{2};
        facts.practice->leftByGone = 3;
        console.script->setOverview(facts);
        console.gateway.refreshNow();
        QTRY_VERIFY(guide->steps()[0].text.contains(QStringLiteral("3 operations still wait")));
        QVERIFY(!done(0)); // Its work is not finished yet.
        facts.practice->leftByGone = 0;
        facts.practice->takenOver = 1;
        facts.practice->repeatedRun = "settle-daily:2026-03-12";
        facts.practice->repeatedBy = "alice";
        console.script->setOverview(facts);
        console.gateway.refreshNow();
        QTRY_VERIFY(done(0) && done(1));
        QVERIFY2(guide->steps()[1].text.contains(QStringLiteral("0 new rows")), qPrintable(guide->steps()[1].text));
        // What comes next is unfolded with what was just done; the rest is one line each.
        QVERIFY(console.find<QWidget>("practiceGuide.freeze.text")->isVisible());
        QVERIFY(console.find<QWidget>("practiceGuide.triggerAgain.text")->isVisible());
        QVERIFY(!console.find<QWidget>("practiceGuide.verifyAudit.text")->isVisible());
        COMPARE_NONE(clippedTexts(console.window.get()));
        QTest::mouseClick(console.find<QToolButton>("practiceGuide.verifyAudit.fold"), Qt::LeftButton);
        QTRY_VERIFY(console.find<QWidget>("practiceGuide.verifyAudit.text")->isVisible());
        QVERIFY(!console.find<QWidget>("practiceGuide.freeze.text")->isVisible());
        QCOMPARE(guide->steps()[5].deed, models::GuideDeed::OpenAs); // No auditor sits here.
        QCOMPARE(guide->steps()[5].person, QStringLiteral("carol"));
        QCOMPARE(guide->steps()[2].deed, models::GuideDeed::Freeze);
        facts.practice->frozen = 5;
        facts.practice->frozenScope = "job settle-daily";
        facts.practice->frozenBy = "Alice";
        facts.practice->frozenAt = testing::sampleTime() - std::chrono::minutes{1};
        facts.practice->letters = 17;
        console.script->setOverview(facts);
        console.gateway.refreshNow();
        QTRY_VERIFY(done(2));
        QVERIFY2(guide->steps()[2].text.contains(QStringLiteral("Alice froze job settle-daily")),
            qPrintable(guide->steps()[2].text));
        QCOMPARE(guide->steps()[3].deed, models::GuideDeed::ShowLetters);
        // Two persons: what waits is for somebody else, and what was approved names both.
        facts.practice->replay = 311;
        facts.practice->replayBy = "Alice";
        facts.practice->waiting = 1;
        console.script->setOverview(facts);
        console.gateway.refreshNow();
        QTRY_VERIFY(done(3));
        QCOMPARE(guide->steps()[4].deed, models::GuideDeed::OpenAs);
        QCOMPARE(guide->steps()[4].person, QStringLiteral("bob"));
        facts.practice->waiting = 0;
        facts.practice->approved = 311;
        facts.practice->approvedMaker = "Alice";
        facts.practice->approvedBy = "Bob";
        console.script->setOverview(facts);
        console.gateway.refreshNow();
        QTRY_VERIFY(done(4));
        QVERIFY(guide->steps()[4].text.contains(QStringLiteral("Bob approved request 311")));
        facts.practice->verifiedBy = "Carol";
        facts.practice->verifiedAt = testing::sampleTime();
        facts.practice->verifiedRows = 214;
        console.script->setOverview(facts);
        console.gateway.refreshNow();
        QTRY_VERIFY(done(5));
        QVERIFY2(guide->steps()[5].text.contains(QStringLiteral("214 rows")), qPrintable(guide->steps()[5].text));
        keepPicture(console.window.get(), QStringLiteral("guide-done"));
        COMPARE_NONE(clippedTexts(console.window.get()));
    }

    void theGuideIsForASandboxAndCanBePutAway()
    {
        QTemporaryDir folder;
        QSettings layouts(folder.filePath(QStringLiteral("console.ini")), QSettings::IniFormat);
        Console console(FakeCondition::Filled, Console::quick(), {}, &layouts);
        waitUntilFilled(console);
        auto* guide = console.find<PracticeGuide>("practiceGuide");
        QVERIFY(guide->isVisible());
        QTest::mouseClick(console.find<QToolButton>("practiceGuide.dismiss"), Qt::LeftButton);
        QVERIFY(!guide->isVisible());
        Console next(FakeCondition::Filled, Console::quick(), {}, &layouts);
        waitUntilFilled(next);
        QVERIFY(!next.find<PracticeGuide>("practiceGuide")->isVisible());
        next.window->findChild<QAction*>(QStringLiteral("action.guide"))->trigger();
        QVERIFY(next.find<PracticeGuide>("practiceGuide")->isVisible());

        OverviewSnapshot production = testing::sampleOverview();
        production.practice.reset();
        Console elsewhere;
        elsewhere.script->setOverview(production);
        elsewhere.gateway.refreshNow();
        QTRY_VERIFY(!elsewhere.find<PracticeGuide>("practiceGuide")->isVisible());
        QTRY_VERIFY(!elsewhere.window->findChild<QAction*>(QStringLiteral("action.guide"))->isEnabled());
    }

    // --- themes ------------------------------------------------------------------------------------------------------

    void theSystemThemeFollowsTheDesktop()
    {
        QCOMPARE(DesktopScheme::fromNumber(0), std::nullopt);
        QCOMPARE(DesktopScheme::fromNumber(1), std::optional<bool>(true));
        QCOMPARE(DesktopScheme::fromNumber(2), std::optional<bool>(false));
        setTheme(Theme::System);
        setDesktopScheme(true);
        QVERIFY(isDark(QApplication::palette()));
        setDesktopScheme(false);
        QVERIFY(!isDark(QApplication::palette()));
        setTheme(Theme::Dark); // A person's choice wins.
        setDesktopScheme(false);
        QVERIFY(isDark(QApplication::palette()));
    }

    void aPortalThatIsNotThereCostsLittle()
    {
        QElapsedTimer timer;
        timer.start();
        const DesktopScheme scheme;
        QVERIFY(timer.elapsed() < 2000); // D-Bus by itself would wait 25 s.
    }
};

} // namespace onceover::views

int main(int argc, char** argv)
{
    return onceover::views::runGuiTest<onceover::views::TestViewsNavigation>(argc, argv);
}

#include "tst_views_navigation.moc"
