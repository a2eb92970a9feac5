// SPDX-License-Identifier: GPL-3.0-or-later
// Every page in every condition and both themes, over fixed snapshots.
#include "console_fixture.h"

#include "views/overview/overview_page.h"
#include "views/overview/practice_guide.h"
#include "views/style/fonts.h"
#include "views/widgets/data_table.h"
#include "views/widgets/notice.h"

#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

Q_DECLARE_METATYPE(onceover::testing::Condition)
Q_DECLARE_METATYPE(onceover::views::Page::Condition)
Q_DECLARE_METATYPE(onceover::views::Theme)

namespace onceover::views {

/// What can stand on the Overview of a sandbox beside what the sample has.
enum class Guide { Fresh, Earlier, TwoBanners, UnderWay };

} // namespace onceover::views

Q_DECLARE_METATYPE(onceover::views::Guide)

namespace onceover::views {

using FakeCondition = testing::Condition;

namespace {

struct Named {
    const char* name;
    FakeCondition condition;
    Page::Condition shown;
};
constexpr std::array kConditions{Named{"filled", FakeCondition::Filled, Page::Condition::Filled},
    Named{"empty", FakeCondition::Empty, Page::Condition::Empty},
    Named{"error", FakeCondition::Error, Page::Condition::Failed},
    Named{"offline", FakeCondition::Offline, Page::Condition::Failed}};

void addPages()
{
    QTest::addColumn<QString>("page");
    QTest::addColumn<FakeCondition>("condition");
    QTest::addColumn<Page::Condition>("shown");
    QTest::addColumn<Theme>("theme");
    const QStringList pages = MainWindow::pageNames();
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        for (const QString& page : pages) {
            for (const Named& condition : kConditions) {
                const QString row
                    = QStringLiteral("%1-%2-%3").arg(page, QLatin1String(condition.name), themeName(theme));
                QTest::newRow(qPrintable(row)) << page << condition.condition << condition.shown << theme;
            }
        }
    }
}

OverviewSnapshot sandboxOverview(Guide guide)
{
    OverviewSnapshot snapshot = testing::sampleOverview();
    PracticeFacts& facts = *snapshot.practice;
    facts.repeatedRun.clear();
    switch (guide) {
    case Guide::Fresh:
        break;
    case Guide::Earlier: // The longest step.
        facts.earlierWorker = "w-9.host-a.99";
        facts.earlierLost = testing::sampleTime() - std::chrono::hours{24 * 40};
        facts.earlierTakenOver = 2;
        break;
    case Guide::TwoBanners: // Besides the freeze that stands above every page.
        snapshot.freezes.push_back({"channel", "practice-bank-2", testing::sampleTime() - std::chrono::minutes{5},
            "Alice", "no answer since noon", true});
        break;
    case Guide::UnderWay:
        facts.goneWorker = "w-2.host-a.4711";
        facts.goneSince = testing::sampleTime() - std::chrono::minutes{2};
        facts.takenOver = 1;
        facts.repeatedRun = "settle-daily:2026-03-12";
        break;
    }
    return snapshot;
}

/// What of the pictures lies outside of what the page shows without scrolling.
QStringList unseenPictures(const Console& console)
{
    const auto* scroll = console.find<QScrollArea>("page.overview.scroll");
    QStringList unseen;
    for (const char* name : {"page.overview.states", "page.overview.hours", "page.overview.days"}) {
        const auto* picture = console.find<QWidget>(name);
        const QRect place(picture->mapTo(scroll->viewport(), QPoint()), picture->size());
        if (!picture->isVisible() || !scroll->viewport()->rect().contains(place))
            unseen << QStringLiteral("%1: down to %2 of %3")
                          .arg(QLatin1String(name))
                          .arg(place.bottom())
                          .arg(scroll->viewport()->height());
    }
    return unseen;
}

} // namespace

class TestViewsPages : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { resetLook(); }

    void drawsWithoutClippedTextOrNamelessWidgets_data() { addPages(); }
    void drawsWithoutClippedTextOrNamelessWidgets()
    {
        QFETCH(QString, page);
        QFETCH(FakeCondition, condition);
        QFETCH(Page::Condition, shown);
        QFETCH(Theme, theme);
        setTheme(theme);
        Console console(condition);
        console.window->showPage(page);
        QTRY_COMPARE(console.page(page)->condition(), shown);
        QVERIFY(QTest::qWaitForWindowExposed(console.window.get()));
        QCoreApplication::processEvents();
        keepPicture(console.window.get(), QString::fromLatin1(QTest::currentDataTag()));
        const QImage picture = console.window->grab().toImage();
        QCOMPARE(picture.size(), QSize(1366, 768));
        COMPARE_NONE(clippedTexts(console.window.get()));
        COMPARE_NONE(namelessWidgets(console.window.get()));
    }

    void largerTextIsNotClipped_data()
    {
        QTest::addColumn<QString>("page");
        const QStringList pages = MainWindow::pageNames();
        for (const QString& page : pages)
            QTest::newRow(qPrintable(page)) << page;
    }
    void largerTextIsNotClipped()
    {
        QFETCH(QString, page);
        Console console;
        console.window->showPage(page);
        QTRY_COMPARE(console.page(page)->condition(), Page::Condition::Filled);
        setTextStep(2);
        // Fonts and layouts follow in the next turns.
        QTRY_COMPARE(console.window->font().pointSizeF(), QApplication::font().pointSizeF());
        (void)QTest::qWaitFor([&console] { return clippedTexts(console.window.get()).isEmpty(); }, 1000);
        keepPicture(console.window.get(), page + QStringLiteral("-large"));
        COMPARE_NONE(clippedTexts(console.window.get()));
    }

    /// Rows stay readable when the server goes away, and the page says nothing false (K85).
    void rowsStayWhenTheServerGoesAway_data() { largerTextIsNotClipped_data(); }
    void rowsStayWhenTheServerGoesAway()
    {
        QFETCH(QString, page);
        Console console;
        console.window->showPage(page);
        QTRY_COMPARE(console.page(page)->condition(), Page::Condition::Filled);
        console.script->setCondition(FakeCondition::Offline);
        console.gateway.refreshNow();
        auto* banner = console.find<QWidget>("connectionBanner");
        QTRY_VERIFY(banner->isVisible());
        QCOMPARE(console.page(page)->condition(), Page::Condition::Filled);
        QVERIFY(!console.window->findChild<QAction*>(QStringLiteral("action.trigger"))->isEnabled());
        QCoreApplication::processEvents();
        keepPicture(console.window.get(), page + QStringLiteral("-lost"));
        COMPARE_NONE(clippedTexts(console.window.get()));
    }

    void theOverviewOfASandboxNeedsNoScrolling_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<Guide>("guide");
        for (const QString& language : Translations::available()) {
            const auto row = [&language](const char* name, Guide guide) {
                QTest::newRow(qPrintable(QLatin1String(name) + QLatin1Char('-') + language)) << language << guide;
            };
            row("fresh", Guide::Fresh);
            row("earlier", Guide::Earlier);
            row("two-banners", Guide::TwoBanners);
            row("under-way", Guide::UnderWay);
        }
    }
    /// Head, tiles, worklist, guide and pictures are all within 1366 × 768; the step to do is told whole.
    void theOverviewOfASandboxNeedsNoScrolling()
    {
        QFETCH(QString, language);
        QFETCH(Guide, guide);
        speak(language);
        Console console(FakeCondition::Filled, Console::quick(),
            [guide](testing::FakeScript& script) { script.setOverview(sandboxOverview(guide)); });
        QTRY_COMPARE(console.page(QStringLiteral("overview"))->condition(), Page::Condition::Filled);
        QVERIFY(QTest::qWaitForWindowExposed(console.window.get()));
        QTRY_VERIFY(console.find<PracticeGuide>("practiceGuide")->isVisible());
        COMPARE_NONE(unseenPictures(console));
        COMPARE_NONE(clippedTexts(console.window.get()));
        COMPARE_NONE(squeezedParts(console.window.get()));
        keepPicture(
            console.window.get(), QStringLiteral("overview-guide-") + QString::fromLatin1(QTest::currentDataTag()));
        QCOMPARE(console.window->size(), QSize(1366, 768));
        QCOMPARE(console.find<QScrollArea>("page.overview.scroll")->verticalScrollBar()->maximum(), 0);
        const char* step = guide == Guide::UnderWay ? "practiceGuide.freeze.text" : "practiceGuide.killWorker.text";
        QVERIFY(console.find<QWidget>(step)->isVisible());
    }

    /// What has no room is one press away, and everything is there as soon as it has room.
    void theGuideUnfoldsWhatHasNoRoom()
    {
        Console console(FakeCondition::Filled, Console::quick(),
            [](testing::FakeScript& script) { script.setOverview(sandboxOverview(Guide::Earlier)); });
        QTRY_COMPARE(console.page(QStringLiteral("overview"))->condition(), Page::Condition::Filled);
        auto* all = console.find<QToolButton>("practiceGuide.all");
        auto* last = console.find<QWidget>("practiceGuide.verifyAudit");
        QTRY_VERIFY(all->isVisible() && !last->isVisible());
        QVERIFY(console.find<QWidget>("practiceGuide.killWorker")->isVisible());
        QTest::mouseClick(all, Qt::LeftButton);
        QTRY_VERIFY(last->isVisible());
        QVERIFY(all->isVisible() && all->isChecked());
        COMPARE_NONE(clippedTexts(console.window.get()));
        QTest::mouseClick(all, Qt::LeftButton);
        QTRY_VERIFY(!last->isVisible());
        COMPARE_NONE(unseenPictures(console));
        console.window->resize(1366, 1080);
        QTRY_VERIFY(last->isVisible() && !all->isVisible());
        COMPARE_NONE(unseenPictures(console));
        COMPARE_NONE(clippedTexts(console.window.get()));
    }

    /// A text that came after the widths were shared is read whole while the columns beside it have more than they
    /// need.
    void theWorklistsTextTakesTheRoomThatIsLeft()
    {
        OverviewSnapshot snapshot = testing::sampleOverview();
        Console console;
        console.window->resize(1920, 1080);
        QTRY_COMPARE(console.page(QStringLiteral("overview"))->condition(), Page::Condition::Filled);
        auto* table = console.find<DataTable>("page.overview.worklist");
        const QModelIndex what = table->model()->index(0, models::WorklistModel::TitleColumn);
        QTRY_VERIFY(table->isVisible() && what.data().toString() == QStringLiteral("payout 2026-03-14 M1004"));
        const QString longer
            = QStringLiteral("settlement-of-the-quarter 2026-03-14 M1004, second instalment of the year");
        snapshot.worklist.front().title = longer.toStdString();
        console.script->setOverview(snapshot);
        console.gateway.refreshNow();
        QTRY_COMPARE(what.data().toString(), longer);
        QTRY_VERIFY(table->columnWidth(what.column()) >= table->sizeHintForIndex(what).width());
        QCOMPARE(table->horizontalHeader()->length(), table->viewport()->width());
    }

    /// A width that a person set stays, whatever the text.
    void aWidthThatAPersonSetStays()
    {
        OverviewSnapshot snapshot = testing::sampleOverview();
        Console console;
        QTRY_COMPARE(console.page(QStringLiteral("overview"))->condition(), Page::Condition::Filled);
        auto* table = console.find<DataTable>("page.overview.worklist");
        const QModelIndex what = table->model()->index(0, models::WorklistModel::TitleColumn);
        QTRY_VERIFY(table->isVisible() && what.isValid());
        table->horizontalHeader()->resizeSection(what.column(), 77);
        const QByteArray kept = table->layoutState();
        snapshot.worklist.front().title = "settlement-of-the-quarter 2026-03-14 M1004";
        console.script->setOverview(snapshot);
        console.gateway.refreshNow();
        QTRY_COMPARE(what.data().toString(), QStringLiteral("settlement-of-the-quarter 2026-03-14 M1004"));
        QCoreApplication::processEvents();
        QCOMPARE(table->columnWidth(what.column()), 77);
        QCOMPARE(table->layoutState(), kept);
    }

    /// S13: text from the database is shown as text, whatever it looks like.
    void databaseTextIsNeverRich()
    {
        Console console;
        ServerIdentity server = testing::sampleServer();
        server.personName = "<img src=\"/etc/hostname\" width=\"300\" height=\"300\">";
        server.installationName = "<b>bold</b>";
        console.script->setServer(server);
        console.window->showPage(QStringLiteral("operations"));
        QTRY_COMPARE(console.page(QStringLiteral("operations"))->condition(), Page::Condition::Filled);
        const auto labels = console.window->findChildren<QLabel*>();
        for (const QLabel* label : labels)
            QCOMPARE(label->textFormat(), Qt::PlainText);
        const auto widgets = console.window->findChildren<QWidget*>();
        for (const QWidget* widget : widgets) {
            const QString tip = widget->toolTip();
            QVERIFY2(!tip.contains(QStringLiteral("<img")) && !tip.contains(QStringLiteral("<b>")), qPrintable(tip));
        }
    }

    void textSetTwiceIsTheSame()
    {
        models::GatewaySettings slow = Console::quick();
        slow.statusInterval = std::chrono::hours{1}; // Ages stand still, and so does the clock that they follow.
        slow.clock = [at = std::chrono::steady_clock::now()] { return at; };
        slow.pollInterval = std::chrono::hours{1};
        Console console(FakeCondition::Filled, slow);
        QTRY_COMPARE(console.page(QStringLiteral("overview"))->condition(), Page::Condition::Filled);
        const auto switchLanguage = [&console] {
            QEvent change(QEvent::LanguageChange);
            QCoreApplication::sendEvent(console.window.get(), &change);
            const auto widgets = console.window->findChildren<QWidget*>();
            for (QWidget* widget : widgets) {
                QEvent each(QEvent::LanguageChange);
                QCoreApplication::sendEvent(widget, &each);
            }
        };
        switchLanguage();
        const QStringList before = shownTexts(console.window.get());
        switchLanguage();
        QCOMPARE(shownTexts(console.window.get()), before);
    }

    void filterAsksTheDatabaseAndExplainsMistakes()
    {
        Console console;
        console.window->showPage(QStringLiteral("batches"));
        QTRY_COMPARE(console.page(QStringLiteral("batches"))->condition(), Page::Condition::Filled);
        auto* date = console.find<QLineEdit>("page.batches.filter.date");
        QTest::keyClicks(date, QStringLiteral("2026-02-30"));
        QTest::keyClick(date, Qt::Key_Return);
        const auto asked = [&console] {
            for (const ListQuery& query : console.script->batchQueries()) {
                if (query.bizDate)
                    return true;
            }
            return false;
        };
        QVERIFY(!asked());
        date->clear();
        QTest::keyClicks(date, QStringLiteral("2026-03-12"));
        QTest::keyClick(date, Qt::Key_Return);
        QTRY_VERIFY(asked());
    }

    void tilesLeadToTheFilteredPage()
    {
        Console console;
        QTRY_COMPARE(console.page(QStringLiteral("overview"))->condition(), Page::Condition::Filled);
        auto* tile = console.find<QAbstractButton>("page.overview.tile.unknownAtBank");
        QTest::mouseClick(tile, Qt::LeftButton);
        QCOMPARE(console.window->currentPage(), QStringLiteral("operations"));
        auto* state = console.find<QComboBox>("page.operations.filter.state");
        QCOMPARE(state->currentData().toString(), QStringLiteral("UNKNOWN_EXTERNAL"));
    }

    void rowsAreCopiedWithHeaderAndTabs()
    {
        Console console;
        console.window->showPage(QStringLiteral("operations"));
        QTRY_COMPARE(console.page(QStringLiteral("operations"))->condition(), Page::Condition::Filled);
        auto* table = console.find<DataTable>("page.operations.table");
        table->setCurrentIndex(table->model()->index(0, 0));
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        const QString key = QGuiApplication::clipboard()->text();
        QVERIFY(!key.isEmpty() && !key.contains(QLatin1Char('\t')));
        table->copyRows();
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0].count(QLatin1Char('\t')), lines[1].count(QLatin1Char('\t')));
        QVERIFY(lines[1].startsWith(key));
    }

    void twoSelectedRowsRestTheRefreshOneDoesNot()
    {
        Console console;
        console.window->showPage(QStringLiteral("operations"));
        QTRY_COMPARE(console.page(QStringLiteral("operations"))->condition(), Page::Condition::Filled);
        auto* table = console.find<DataTable>("page.operations.table");
        table->selectRow(1);
        QVERIFY(!console.gateway.paused());
        table->selectAll();
        QVERIFY(console.gateway.paused());
        table->clearSelection();
        QVERIFY(!console.gateway.paused());
    }
};

} // namespace onceover::views

int main(int argc, char** argv)
{
    return onceover::views::runGuiTest<onceover::views::TestViewsPages>(argc, argv);
}

#include "tst_views_pages.moc"
