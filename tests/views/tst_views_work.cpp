// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the engine's work: groups, tabs, addresses, and where rows lead.
#include "console_fixture.h"

#include "models/work_text.h"
#include "views/style/fonts.h"
#include "views/widgets/data_table.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/tone_chip.h"
#include "views/work/acknowledge_dialog.h"
#include "views/work/group_bar.h"
#include "views/work/tabs_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>

Q_DECLARE_METATYPE(onceover::testing::Condition)

namespace onceover::views {

namespace {

/// The newest query that was asked of a list; nothing: none.
std::optional<ListQuery> askedOf(const Console& console, WorkList list)
{
    std::optional<ListQuery> newest;
    for (const auto& [which, query] : console.script->workQueries()) {
        if (which == list)
            newest = query;
    }
    return newest;
}

struct TabName {
    const char* page;
    const char* tab;
    const char* list;
};
constexpr std::array kTabs{TabName{"outbox", "calls", "calls"}, TabName{"outbox", "channels", "channels"},
    TabName{"reconcile", "comparisons", "comparisons"}, TabName{"reconcile", "statements", "statements"},
    TabName{"reconcile", "lines", "lines"}, TabName{"runs", "attempts", "attempts"}, TabName{"runs", "jobs", "jobs"},
    TabName{"runs", "workers", "workers"}, TabName{"runs", "rollout", "rollout"}, TabName{"audit", "heads", "heads"},
    TabName{"audit", "access", "access"}};

} // namespace

class TestViewsWork : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { resetLook(); }

    void everyTabDrawsWithoutClippedTextOrNamelessWidgets_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("tab");
        QTest::addColumn<QString>("list");
        QTest::addColumn<QString>("language");
        QTest::addColumn<testing::Condition>("condition");
        for (const TabName& tab : kTabs) {
            for (const char* language : {"en", "zh_CN"}) {
                for (const auto condition :
                    {testing::Condition::Filled, testing::Condition::Empty, testing::Condition::Error}) {
                    const QString row = QStringLiteral("%1-%2-%3")
                                            .arg(QLatin1String(tab.list), QLatin1String(language))
                                            .arg(static_cast<int>(condition));
                    QTest::newRow(qPrintable(row))
                        << QString::fromLatin1(tab.page) << QString::fromLatin1(tab.tab)
                        << QString::fromLatin1(tab.list) << QString::fromLatin1(language) << condition;
                }
            }
        }
    }
    void everyTabDrawsWithoutClippedTextOrNamelessWidgets()
    {
        QFETCH(QString, page);
        QFETCH(QString, tab);
        QFETCH(QString, list);
        QFETCH(QString, language);
        QFETCH(testing::Condition, condition);
        speak(language);
        Console console(condition);
        console.window->openText(QStringLiteral("onceover://sandbox/%1?tab=%2").arg(page, tab));
        QCOMPARE(console.window->currentPage(), page);
        QTRY_VERIFY(console.page(page)->condition() != Page::Condition::Loading);
        QVERIFY(QTest::qWaitForWindowExposed(console.window.get()));
        QCoreApplication::processEvents();
        keepPicture(console.window.get(), QString::fromLatin1(QTest::currentDataTag()));
        COMPARE_NONE(clippedTexts(console.window.get()));
        COMPARE_NONE(namelessWidgets(console.window.get()));
    }

    /// R83: dead letters are a to-do list, grouped by why they stopped.
    void groupsNarrowTheListAndStandInTheAddress()
    {
        Console console;
        console.window->showPage(QStringLiteral("dead"));
        QTRY_COMPARE(console.page(QStringLiteral("dead"))->condition(), Page::Condition::Filled);
        auto* refused = console.find<QToolButton>("page.dead.groups.2");
        QTRY_VERIFY(refused && refused->isVisible());
        QVERIFY(refused->text().contains(QStringLiteral("refused by the bank")));
        QTest::mouseClick(refused, Qt::LeftButton);
        QTRY_COMPARE(askedOf(console, WorkList::DeadLetters)->group, std::string("REFUSED"));
        QCOMPARE(console.window->address().query.value(QStringLiteral("q")), QStringLiteral("class:REFUSED"));
        QTRY_VERIFY(refused->isChecked());
        QVERIFY(console.page(QStringLiteral("dead"))->escape());
        QTRY_COMPARE(askedOf(console, WorkList::DeadLetters)->group, std::string());
    }

    /// UX.md section 6: by class, by task or by worker; the address says which, and the page opens so again.
    void lettersAreGroupedByWhatIsChosen()
    {
        QTemporaryDir folder;
        QSettings layouts(folder.filePath(QStringLiteral("console.ini")), QSettings::IniFormat);
        {
            Console console(testing::Condition::Filled, Console::quick(), {}, &layouts);
            console.window->showPage(QStringLiteral("dead"));
            QTRY_COMPARE(console.page(QStringLiteral("dead"))->condition(), Page::Condition::Filled);
            auto* by = console.find<QComboBox>("page.dead.groups.by");
            QTRY_VERIFY(by && by->isVisible());
            QCOMPARE(by->currentText(), QStringLiteral("by class"));
            QCOMPARE(askedOf(console, WorkList::DeadLetters)->groupBy, std::string());
            QTest::keyClick(by, Qt::Key_End);
            QTRY_COMPARE(askedOf(console, WorkList::DeadLetters)->groupBy, std::string("worker"));
            QCOMPARE(console.window->address().query.value(QStringLiteral("q")), QStringLiteral("by:worker"));
            auto* worker = console.find<QToolButton>("page.dead.groups.1");
            QTRY_VERIFY(worker->isVisible() && worker->text().contains(QStringLiteral("w-2-41f0")));
            COMPARE_NONE(clippedTexts(console.window.get()));
            QTest::mouseClick(worker, Qt::LeftButton);
            QTRY_COMPARE(askedOf(console, WorkList::DeadLetters)->group, std::string("w-2-41f0"));
            QCOMPARE(askedOf(console, WorkList::DeadLetters)->groupBy, std::string("worker"));
            QCOMPARE(console.window->address().query.value(QStringLiteral("q")), QStringLiteral("worker:w-2-41f0"));
            QVERIFY(console.page(QStringLiteral("dead"))->escape()); // All of them, grouped as before.
            QTRY_COMPARE(askedOf(console, WorkList::DeadLetters)->group, std::string());
            QCOMPARE(askedOf(console, WorkList::DeadLetters)->groupBy, std::string("worker"));
        }
        Console again(testing::Condition::Filled, Console::quick(), {}, &layouts);
        again.window->showPage(QStringLiteral("dead"));
        QTRY_VERIFY(askedOf(again, WorkList::DeadLetters));
        QCOMPARE(askedOf(again, WorkList::DeadLetters)->groupBy, std::string("worker"));
    }

    /// UX.md section 6, in Chinese: an address, and the way back to it, group the list as it says.
    void anAddressSaysByWhatLettersAreGrouped()
    {
        speak(QStringLiteral("zh_CN"));
        Console console;
        console.window->openText(QStringLiteral("onceover://sandbox/dead?q=task:weekly-report"));
        QTRY_COMPARE(console.page(QStringLiteral("dead"))->condition(), Page::Condition::Filled);
        QCOMPARE(askedOf(console, WorkList::DeadLetters)->groupBy, std::string("task"));
        QCOMPARE(askedOf(console, WorkList::DeadLetters)->group, std::string("weekly-report"));
        auto* by = console.find<QComboBox>("page.dead.groups.by");
        QTRY_VERIFY(by && by->isVisible());
        QCOMPARE(by->currentData().toString(), QStringLiteral("task"));
        QStringList words{by->accessibleName()};
        for (int i = 0; i < by->count(); ++i)
            words << by->itemText(i);
        QCOMPARE(words.removeDuplicates(), 0);
        for (const QString& word : words)
            QVERIFY2(!word.isEmpty() && word.at(0).script() == QChar::Script_Han, qPrintable(word));
        COMPARE_NONE(clippedTexts(console.window.get()));
        console.window->openText(QStringLiteral("onceover://sandbox/dead?q=by:worker"));
        QTRY_COMPARE(askedOf(console, WorkList::DeadLetters)->groupBy, std::string("worker"));
        QVERIFY(askedOf(console, WorkList::DeadLetters)->group.empty());
        QTRY_COMPARE(by->currentData().toString(), QStringLiteral("worker"));
        console.window->findChild<QAction*>(QStringLiteral("action.back"))->trigger();
        QTRY_COMPARE(askedOf(console, WorkList::DeadLetters)->group, std::string("weekly-report"));
        QCOMPARE(askedOf(console, WorkList::DeadLetters)->groupBy, std::string("task"));
        console.window->openText(QStringLiteral("onceover://sandbox/dead"));
        QTRY_COMPARE(askedOf(console, WorkList::DeadLetters)->groupBy, std::string());
    }

    /// R130: the foot of the window counts open alerts and leads to them; who has seen one says so there.
    void anAlertIsAcknowledgedFromItsPage()
    {
        Console console;
        auto* bell = console.find<QToolButton>("statusLine.alerts");
        QTRY_VERIFY(bell && bell->isVisible());
        QCOMPARE(bell->text(), QStringLiteral("5 alerts, 3 unseen"));
        QTest::mouseClick(bell, Qt::LeftButton);
        QCOMPARE(console.window->currentPage(), QStringLiteral("alerts"));
        QTRY_COMPARE(console.page(QStringLiteral("alerts"))->condition(), Page::Condition::Filled);
        auto* button = console.find<QPushButton>("page.alerts.acknowledge");
        QTRY_VERIFY(button && button->isEnabled());
        button->click();
        QPointer<AcknowledgeDialog> dialog = console.window->findChild<AcknowledgeDialog*>();
        QVERIFY(dialog);
        QVERIFY(console.gateway.paused()); // An open dialog rests the refresh.
        auto* confirm = dialog->findChild<QPushButton*>(QStringLiteral("dialog.acknowledge.confirm"));
        auto* reason = dialog->findChild<QLineEdit*>(QStringLiteral("dialog.acknowledge.reason"));
        QTest::keyClicks(reason, QStringLiteral("I call the bank"));
        QTest::keyClick(reason, Qt::Key_Return); // Plain Enter goes away and says nothing.
        QTRY_VERIFY(!dialog);
        QVERIFY(console.script->acknowledged().empty());
        button->click();
        dialog = console.window->findChild<AcknowledgeDialog*>();
        QVERIFY(dialog);
        reason = dialog->findChild<QLineEdit*>(QStringLiteral("dialog.acknowledge.reason"));
        confirm = dialog->findChild<QPushButton*>(QStringLiteral("dialog.acknowledge.confirm"));
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        keepPicture(dialog, QStringLiteral("acknowledge-asking"));
        COMPARE_NONE(clippedTexts(dialog));
        COMPARE_NONE(namelessWidgets(dialog));
        QTest::keyClicks(reason, QStringLiteral("I call the bank"));
        confirm->click();
        QTRY_VERIFY(!dialog);
        QCOMPARE(console.script->acknowledged(),
            (std::vector<std::pair<std::int64_t, std::string>>{{3, "I call the bank"}}));
        QTRY_VERIFY(!console.gateway.paused());
        // The one that somebody looks after already cannot be taken again.
        auto* table = console.window->findChild<DataTable*>(QStringLiteral("page.alerts.table"));
        QVERIFY(table);
        table->setCurrentIndex(table->model()->index(1, 0));
        QTRY_VERIFY(!button->isEnabled());
        auto* whyNot = console.find<ToneLine>("page.alerts.whyNot");
        QVERIFY(whyNot && whyNot->text().contains(QStringLiteral("Wang")));
    }

    void aRefusalStaysInTheDialog()
    {
        Console console;
        console.window->showPage(QStringLiteral("alerts"));
        QTRY_COMPARE(console.page(QStringLiteral("alerts"))->condition(), Page::Condition::Filled);
        auto* button = console.find<QPushButton>("page.alerts.acknowledge");
        QTRY_VERIFY(button && button->isEnabled());
        console.script->answerAcknowledgements({Acknowledgement{false, "UNKNOWN_SUBJECT", {}, {}}});
        button->click();
        QPointer<AcknowledgeDialog> dialog = console.window->findChild<AcknowledgeDialog*>();
        QVERIFY(dialog);
        auto* confirm = dialog->findChild<QPushButton*>(QStringLiteral("dialog.acknowledge.confirm"));
        auto* result = dialog->findChild<ToneLine*>(QStringLiteral("dialog.acknowledge.result"));
        confirm->click();
        QTRY_VERIFY(result->isVisible() && result->text().contains(QStringLiteral("nothing under this key")));
        QVERIFY(dialog && !confirm->isVisible());
        COMPARE_NONE(clippedTexts(dialog));
        dialog->reject();
    }

    void whoseRoleDoesNotAllowItIsToldSo()
    {
        Console console;
        ServerIdentity viewer = testing::sampleServer();
        viewer.roles = {"viewer"};
        console.script->setServer(viewer);
        console.gateway.refreshNow();
        console.window->showPage(QStringLiteral("alerts"));
        auto* whyNot = console.find<ToneLine>("page.alerts.whyNot");
        QTRY_VERIFY(whyNot && whyNot->isVisible() && !whyNot->text().isEmpty());
        QVERIFY(!console.find<QPushButton>("page.alerts.acknowledge")->isEnabled());
    }

    /// UX.md section 2: onceover://prod/dead?q=age>24h.
    void anAddressNarrowsToWhatIsOverADay()
    {
        Console console;
        console.window->openText(QStringLiteral("onceover://sandbox/dead?q=age%3E24h%20class:NOT_SENT"));
        QTRY_COMPARE(console.page(QStringLiteral("dead"))->condition(), Page::Condition::Filled);
        QVERIFY(console.find<QCheckBox>("page.dead.filter.day")->isChecked());
        const std::optional<ListQuery> asked = askedOf(console, WorkList::DeadLetters);
        QVERIFY(asked);
        QCOMPARE(asked->minAge, std::optional<milliseconds>(std::chrono::hours{24}));
        QCOMPARE(asked->group, std::string("NOT_SENT"));
        const QString q = console.window->address().query.value(QStringLiteral("q"));
        QVERIFY2(q.contains(QStringLiteral("age>24h")) && q.contains(QStringLiteral("class:NOT_SENT")), qPrintable(q));
    }

    void aRowLeadsToWhatItIsAbout_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("page");
        QTest::newRow("dead letter") << "dead"
                                     << "page.dead.table"
                                     << "op";
        QTest::newRow("stuck lease") << "leases"
                                     << "page.leases.table"
                                     << "op";
        QTest::newRow("message") << "outbox"
                                 << "page.messages.table"
                                 << "op";
        QTest::newRow("channel") << "outbox?tab=channels"
                                 << "page.channels.table"
                                 << "outbox";
        QTest::newRow("call") << "outbox?tab=calls"
                              << "page.calls.table"
                              << "op";
        QTest::newRow("run") << "runs"
                             << "page.runlist.table"
                             << "runs";
        QTest::newRow("attempt") << "runs?tab=attempts"
                                 << "page.attempts.table"
                                 << "batch";
        QTest::newRow("job") << "runs?tab=jobs"
                             << "page.jobs.table"
                             << "runs";
        QTest::newRow("difference") << "reconcile"
                                    << "page.differences.table"
                                    << "op";
        QTest::newRow("alert") << "alerts"
                               << "page.alerts.table"
                               << "op";
    }
    void aRowLeadsToWhatItIsAbout()
    {
        QFETCH(QString, from);
        QFETCH(QString, table);
        QFETCH(QString, page);
        Console console;
        console.window->openText(QStringLiteral("onceover://sandbox/") + from);
        auto* rows = console.find<DataTable>(qPrintable(table));
        QVERIFY(rows);
        QTRY_VERIFY(rows->isVisible() && rows->model()->rowCount() > 0);
        rows->setCurrentIndex(rows->model()->index(0, 0));
        QTest::keyClick(rows, Qt::Key_Return);
        QCOMPARE(console.window->currentPage(), page);
    }

    /// A run leads to its attempts, Esc and back lead to the run.
    void aRunLeadsToItsAttemptsAndBack()
    {
        Console console;
        console.window->showPage(QStringLiteral("runs"));
        auto* runs = console.find<DataTable>("page.runlist.table");
        QTRY_VERIFY(runs->isVisible() && runs->model()->rowCount() > 0);
        runs->setCurrentIndex(runs->model()->index(0, 0));
        QTest::keyClick(runs, Qt::Key_Return);
        QTRY_VERIFY(askedOf(console, WorkList::Attempts));
        QCOMPARE(askedOf(console, WorkList::Attempts)->keyPrefix, std::string("settle-daily:2026-03-14"));
        QCOMPARE(console.find<QTabWidget>("page.runs.tabs")->currentIndex(), 1);
        console.window->findChild<QAction*>(QStringLiteral("action.back"))->trigger();
        QCOMPARE(console.find<QTabWidget>("page.runs.tabs")->currentIndex(), 0);
    }

    /// UX.md section 6: differences by currency and by who has more; the address holds both.
    void differencesAreFilteredByCurrencyAndSign()
    {
        Console console;
        console.window->showPage(QStringLiteral("reconcile"));
        QTRY_COMPARE(console.page(QStringLiteral("reconcile"))->condition(), Page::Condition::Filled);
        auto* currency = console.find<QLineEdit>("page.differences.filter.currency");
        auto* sign = console.find<QComboBox>("page.differences.filter.sign");
        QVERIFY(currency && sign);
        sign->setCurrentIndex(sign->findData(QStringLiteral("less")));
        QTest::keyClicks(currency, QStringLiteral("usd"));
        QTest::keyClick(currency, Qt::Key_Return);
        QTRY_COMPARE(askedOf(console, WorkList::Differences)->currency, std::string("USD"));
        QCOMPARE(askedOf(console, WorkList::Differences)->sign, std::string("less"));
        const QString told = console.window->address().query.value(QStringLiteral("q"));
        QVERIFY2(
            told.contains(QStringLiteral("ccy:usd")) && told.contains(QStringLiteral("sign:less")), qPrintable(told));
        COMPARE_NONE(clippedTexts(console.window.get()));
        console.window->openText(QStringLiteral("onceover://sandbox/reconcile?q=sign:more"));
        QTRY_COMPARE(askedOf(console, WorkList::Differences)->sign, std::string("more"));
        QVERIFY(askedOf(console, WorkList::Differences)->currency.empty());
    }

    /// UX.md section 6: who was fenced and whose work was taken over is marked, and told to who cannot see it.
    void thePictureOfAttemptsTellsItsMarks()
    {
        Console console;
        console.window->openText(QStringLiteral("onceover://sandbox/runs?tab=attempts"));
        QTRY_COMPARE(console.page(QStringLiteral("runs"))->condition(), Page::Condition::Filled);
        auto* chart = console.find<QWidget>("page.attempts.chart");
        QVERIFY(chart);
        QTRY_VERIFY(chart->accessibleDescription().contains(QStringLiteral("fenced: 1")));
        QVERIFY2(chart->accessibleDescription().contains(QStringLiteral("taken over: 1")),
            qPrintable(chart->accessibleDescription()));
        QVERIFY(!chart->accessibleDescription().contains(QStringLiteral("heartbeat lost")));
        AttemptRow row;
        row.status = "LOST";
        row.outcome = "WORKER_GONE";
        QCOMPARE(models::attemptMark(row).word, QStringLiteral("heartbeat lost"));
        row.status = "SUCCEEDED";
        QVERIFY(models::attemptMark(row).sign.isEmpty());
    }

    /// Only the list that is shown is read.
    void onlyTheTabThatIsShownIsRead()
    {
        Console console;
        console.window->showPage(QStringLiteral("outbox"));
        QTRY_COMPARE(console.page(QStringLiteral("outbox"))->condition(), Page::Condition::Filled);
        QVERIFY(!askedOf(console, WorkList::Channels));
        console.find<QTabWidget>("page.outbox.tabs")->setCurrentIndex(1);
        QTRY_VERIFY(askedOf(console, WorkList::Channels));
        const auto count = [&console](WorkList list) {
            qsizetype n = 0;
            for (const auto& [which, query] : console.script->workQueries())
                n += which == list ? 1 : 0;
            return n;
        };
        const qsizetype messages = count(WorkList::Messages);
        const qsizetype channels = count(WorkList::Channels);
        QTRY_VERIFY(count(WorkList::Channels) > channels + 2); // The refresh goes on, for this one alone.
        QCOMPARE(count(WorkList::Messages), messages);
    }

    void thePaneSaysWhatTheCurrentRowMeans()
    {
        Console console;
        console.window->showPage(QStringLiteral("dead"));
        QTRY_COMPARE(console.page(QStringLiteral("dead"))->condition(), Page::Condition::Filled);
        auto* facts = console.find<FactGrid>("page.dead.facts");
        QTRY_VERIFY(facts->isVisible());
        auto* table = console.find<DataTable>("page.dead.table");
        table->setCurrentIndex(table->model()->index(1, 0));
        QTRY_VERIFY(facts->value(QStringLiteral("choices")).contains(QStringLiteral("approved revision")));
        table->setCurrentIndex(table->model()->index(3, 0));
        QTRY_VERIFY(facts->value(QStringLiteral("choices")).contains(QStringLiteral("out of the question")));
    }

    void tilesOfTheOverviewLeadHere_data()
    {
        QTest::addColumn<QString>("tile");
        QTest::addColumn<QString>("page");
        QTest::newRow("stuck leases") << "stuckLeases"
                                      << "leases";
        QTest::newRow("dead letters") << "deadLetters"
                                      << "dead";
        QTest::newRow("differences") << "differences"
                                     << "reconcile";
    }
    void tilesOfTheOverviewLeadHere()
    {
        QFETCH(QString, tile);
        QFETCH(QString, page);
        Console console;
        QTRY_COMPARE(console.page(QStringLiteral("overview"))->condition(), Page::Condition::Filled);
        QTest::mouseClick(
            console.find<QAbstractButton>(qPrintable(QStringLiteral("page.overview.tile.") + tile)), Qt::LeftButton);
        QCOMPARE(console.window->currentPage(), page);
    }

    /// Never a green nothing: an empty list says what was looked at and when.
    void anEmptyListSaysWhyAndWhen()
    {
        Console console(testing::Condition::Empty);
        console.window->showPage(QStringLiteral("dead"));
        QTRY_COMPARE(console.page(QStringLiteral("dead"))->condition(), Page::Condition::Empty);
        const QStringList texts = shownTexts(console.page(QStringLiteral("dead")));
        const QString all = texts.join(QLatin1Char('\n'));
        QVERIFY2(all.contains(QStringLiteral("No dead letters")) && all.contains(QStringLiteral("Checked")),
            qPrintable(all));
    }
};

} // namespace onceover::views

int main(int argc, char** argv)
{
    return onceover::views::runGuiTest<onceover::views::TestViewsWork>(argc, argv);
}

#include "tst_views_work.moc"
