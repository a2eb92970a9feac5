// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of one batch and one operation, over fixed snapshots: how they open, every tab, every condition, both
// themes.
#include "console_fixture.h"

#include "views/batch/batch_page.h"
#include "views/operation/operation_page.h"
#include "views/style/fonts.h"
#include "views/widgets/data_table.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/notice.h"
#include "views/widgets/step_strip.h"
#include "views/widgets/tone_chip.h"

#include <QClipboard>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QToolButton>

Q_DECLARE_METATYPE(onceover::testing::Condition)
Q_DECLARE_METATYPE(onceover::views::Page::Condition)
Q_DECLARE_METATYPE(onceover::views::Theme)

namespace onceover::views {

using FakeCondition = testing::Condition;

namespace {

constexpr QSize kSmall{1366, 768};
constexpr QSize kLeast{683, 384}; // So much has such a screen at 200 %.

const QString kRunKey = QStringLiteral("settle-daily:2026-03-13");

QString operationKey()
{
    return QString::fromStdString(testing::sampleOperations().rows.at(4).ref.id.value.toString());
}

models::PageAddress addressOf(const QString& page, const QString& tab = {})
{
    models::PageAddress address{page, page == QLatin1String(models::kBatchPage) ? kRunKey
            : page == QLatin1String(models::kIncidentPage)     ? QStringLiteral("4712")
                                                               : operationKey(),
        {}};
    if (!tab.isEmpty())
        address.query.insert(QStringLiteral("tab"), tab);
    return address;
}

struct Tab {
    const char* page;
    const char* tab;
};
constexpr std::array kTabs{Tab{"batch", "operations"}, Tab{"batch", "states"}, Tab{"batch", "shards"},
    Tab{"batch", "runs"}, Tab{"batch", "reconciliation"}, Tab{"batch", "audit"}, Tab{"op", "timeline"},
    Tab{"op", "message"}, Tab{"op", "ledger"}, Tab{"op", "items"}, Tab{"op", "dead"}, Tab{"incident", "log"},
    Tab{"incident", "evidence"}, Tab{"incident", "causes"}, Tab{"incident", "comparisons"}, Tab{"incident", "plan"},
    Tab{"incident", "equalities"}};

QStringList crumbTexts(const DetailPage* page)
{
    QStringList texts;
    for (const Crumb& crumb : page->breadcrumb()->crumbs())
        texts << crumb.text;
    return texts;
}

} // namespace

class TestViewsDetail : public QObject {
    Q_OBJECT

    static DetailPage* detailPage(const Console& console, const QString& name)
    {
        return qobject_cast<DetailPage*>(console.page(name));
    }

    static void openFilled(Console& console, const models::PageAddress& address)
    {
        console.window->openAddress(address);
        QTRY_COMPARE(console.page(address.page)->condition(), Page::Condition::Filled);
        console.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(console.window.get()));
    }

private slots:
    void cleanup() { resetLook(); }

    void everyTabIsDrawnWithoutClippedText_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("tab");
        QTest::addColumn<Theme>("theme");
        QTest::addColumn<int>("step");
        QTest::addColumn<QString>("language");
        QTest::addColumn<QSize>("size");
        const QString en = QStringLiteral("en");
        const QString zh = QStringLiteral("zh_CN");
        for (const Tab& tab : kTabs) {
            const auto add = [&tab](const char* how, Theme theme, int step, const QString& language, QSize size) {
                QTest::addRow("%s-%s-%s", tab.page, tab.tab, how)
                    << QString::fromLatin1(tab.page) << QString::fromLatin1(tab.tab) << theme << step << language
                    << size;
            };
            add("light", Theme::Light, 0, en, kSmall);
            add("dark", Theme::Dark, 0, en, kSmall);
            add("zh", Theme::Light, 0, zh, kSmall);
            add("large", Theme::Light, 2, en, kSmall);
            add("huge", Theme::Light, 8, en, kSmall);    // 200 % by the text's size.
            add("200", Theme::Light, 0, en, {960, 540}); // A full-HD screen at 200 %.
            add("least", Theme::Light, 0, en, kLeast);
            add("least-zh", Theme::Dark, 0, zh, kLeast);
        }
    }
    void everyTabIsDrawnWithoutClippedText()
    {
        QFETCH(QString, page);
        QFETCH(QString, tab);
        QFETCH(Theme, theme);
        QFETCH(int, step);
        QFETCH(QString, language);
        QFETCH(QSize, size);
        speak(language);
        setTheme(theme);
        setTextStep(step);
        Console console;
        console.window->resize(size);
        QCoreApplication::processEvents(); // The narrow form asks for less.
        console.window->resize(size);
        openFilled(console, addressOf(page, tab));
        QCOMPARE(detailPage(console, page)->tab(), tab);
        if (tab == QLatin1String("operations")) {
            auto* list = console.find<Page>("page.batch.operations");
            QTRY_COMPARE(list->condition(), Page::Condition::Filled);
        }
        const auto fits = [&console, size] {
            console.window->resize(size); // Its layout says what is least only after the narrow form came.
            return console.window->size() == size;
        };
        QTRY_VERIFY2(step > 0 || fits(),
            qPrintable(QStringLiteral("%1 x %2").arg(console.window->width()).arg(console.window->height())));
        (void)QTest::qWaitFor([&] { return clippedTexts(console.page(page)).isEmpty(); }, 1000);
        keepPicture(console.window.get(), QStringLiteral("detail-") + QString::fromLatin1(QTest::currentDataTag()));
        COMPARE_NONE(clippedTexts(console.page(page)));
        COMPARE_NONE(squeezedParts(console.page(page)));
        COMPARE_NONE(namelessWidgets(console.page(page)));
        if (step == 0 && size == kSmall)
            COMPARE_NONE(cutTables(console.page(page)));
    }

    void everyConditionIsSaid_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<FakeCondition>("condition");
        QTest::addColumn<Page::Condition>("shown");
        for (const char* page : {"batch", "op", "incident"}) {
            const QString name = QString::fromLatin1(page);
            QTest::addRow("%s-unknown", page) << name << FakeCondition::Empty << Page::Condition::Empty;
            QTest::addRow("%s-error", page) << name << FakeCondition::Error << Page::Condition::Failed;
            QTest::addRow("%s-offline", page) << name << FakeCondition::Offline << Page::Condition::Failed;
        }
    }
    void everyConditionIsSaid()
    {
        QFETCH(QString, page);
        QFETCH(FakeCondition, condition);
        QFETCH(Page::Condition, shown);
        Console console(condition);
        console.window->openAddress(addressOf(page));
        QTRY_COMPARE(console.page(page)->condition(), shown);
        QCoreApplication::processEvents();
        keepPicture(console.window.get(), QStringLiteral("detail-") + QString::fromLatin1(QTest::currentDataTag()));
        const Notice::Text notice
            = console.page(page)->findChild<Notice*>(QStringLiteral("page.%1.notice").arg(page))->notice();
        QVERIFY(!notice.title.isEmpty() && !notice.what.isEmpty());
        if (shown == Page::Condition::Empty)
            QVERIFY2(
                notice.what.contains(QStringLiteral("is not found in SANDBOX as of 2026-03-15 03:12:44 UTC+08:00")),
                qPrintable(notice.what));
        COMPARE_NONE(clippedTexts(console.page(page)));
        COMPARE_NONE(namelessWidgets(console.page(page)));
    }

    void whatIsNoIdIsNotFoundWithoutAsking()
    {
        Console console;
        console.window->openAddress({QStringLiteral("op"), QStringLiteral("no-such-key"), {}});
        QTRY_COMPARE(console.page(QStringLiteral("op"))->condition(), Page::Condition::Empty);
        QVERIFY(console.script->detailKeys().empty());
    }

    /// Enter on a batch, Enter on one of its operations, and back by Esc and Alt+Left.
    void enterOpensAndEscapeLeadsBack()
    {
        Console console;
        console.window->showPage(QStringLiteral("batches"));
        QTRY_COMPARE(console.page(QStringLiteral("batches"))->condition(), Page::Condition::Filled);
        console.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(console.window.get()));
        auto* batches = console.find<DataTable>("page.batches.table");
        batches->setCurrentIndex(batches->model()->index(1, 0));
        batches->setFocus();
        QTest::keyClick(batches, Qt::Key_Return);
        QCOMPARE(console.window->currentPage(), QStringLiteral("batch"));
        auto* batch = detailPage(console, QStringLiteral("batch"));
        QTRY_COMPARE(batch->condition(), Page::Condition::Filled);
        QCOMPARE(crumbTexts(batch), QStringList({QStringLiteral("Batches"), kRunKey}));
        QCOMPARE(batch->tab(), QStringLiteral("operations"));

        auto* operations = console.find<DataTable>("page.batch.operations.table");
        QTRY_VERIFY(operations->isVisible());
        QCOMPARE(console.script->operationQueries().back().batch, std::optional<std::int64_t>(13)); // That batch alone.
        operations->setCurrentIndex(operations->model()->index(4, 0));
        operations->setFocus();
        QTest::keyClick(operations, Qt::Key_Return);
        QCOMPARE(console.window->currentPage(), QStringLiteral("op"));
        auto* operation = detailPage(console, QStringLiteral("op"));
        QTRY_COMPARE(operation->condition(), Page::Condition::Filled);
        QCOMPARE(crumbTexts(operation),
            QStringList({QStringLiteral("Batches"), QStringLiteral("settle-daily:2026-03-14"), operationKey()}));

        QTest::keyClick(console.window.get(), Qt::Key_Escape);
        QCOMPARE(console.window->currentPage(), QStringLiteral("batch"));
        QCOMPARE(batch->key(), kRunKey);
        QTest::keyClick(console.window.get(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(console.window->currentPage(), QStringLiteral("batches"));
    }

    void crumbsLeadThere()
    {
        Console console;
        openFilled(console, addressOf(QStringLiteral("op")));
        auto* crumb = console.find<QAbstractButton>("page.op.crumbs.1");
        QVERIFY(crumb);
        crumb->click();
        QCOMPARE(console.window->currentPage(), QStringLiteral("batch"));
        QCOMPARE(detailPage(console, QStringLiteral("batch"))->key(), QStringLiteral("settle-daily:2026-03-14"));
    }

    void pageKeysChangeTheTabAndTheAddress()
    {
        Console console;
        openFilled(console, addressOf(QStringLiteral("op")));
        auto* page = detailPage(console, QStringLiteral("op"));
        auto* bar = page->findChild<QTabBar*>();
        bar->setFocus();
        QTest::keyClick(bar, Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(page->tab(), QStringLiteral("message"));
        QCOMPARE(page->address(), addressOf(QStringLiteral("op"), QStringLiteral("message")));
        QTest::keyClick(bar, Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(page->address(), addressOf(QStringLiteral("op")));
    }

    void batchShowsTheThreeOnces()
    {
        Console console;
        openFilled(console, addressOf(QStringLiteral("batch")));
        const auto& steps = console.find<StepStrip>("page.batch.onces")->steps();
        QCOMPARE(steps.size(), std::size_t{3});
        QCOMPARE(steps[0].value, QStringLiteral("1"));
        QCOMPARE(steps[1].value, QStringLiteral("2"));
        QCOMPARE(steps[2].value, QStringLiteral("1"));
        QCOMPARE(steps[2].tone, models::Tone::Ok);
        QVERIFY(!console.find<ToneLine>("page.batch.alarm")->isVisible());
    }

    /// Issue B: 1 trigger, 1 run, 2 attempts: ATTEMPT is marked, in the strip and in the timeline.
    void operationMarksWhereOneBecameTwo()
    {
        Console console;
        openFilled(console, addressOf(QStringLiteral("op")));
        const auto& steps = console.find<StepStrip>("page.op.layers")->steps();
        QCOMPARE(steps.size(), std::size_t{6});
        QVERIFY(steps[1].marked && !steps[0].marked && !steps[5].marked);
        QVERIFY(console.find<ToneLine>("page.op.once")->text().contains(QStringLiteral("one became two at Attempt")));
        auto* timeline = console.find<DataTable>("page.op.timeline.table");
        int marked = 0;
        for (int row = 0; row < timeline->model()->rowCount(); ++row)
            marked += timeline->model()->index(row, 1).data().toString().contains(QChar(0x00D7)) ? 1 : 0;
        QCOMPARE(marked, 1);
    }

    /// S: masked for most people; for an auditor hostile bytes are visible and cannot act.
    void payloadIsMaskedOrMadeVisible()
    {
        Console console;
        openFilled(console, addressOf(QStringLiteral("op"), QStringLiteral("message")));
        auto* payload = console.find<QPlainTextEdit>("page.op.message.payload");
        QVERIFY(!payload->isVisible());
        QVERIFY(console.find<ToneLine>("page.op.message.masked")->isVisible());
        OperationDetail detail
            = testing::sampleOperationDetail(FakeCondition::Filled, testing::sampleOperations().rows.at(4).ref.id);
        detail.message->payload = std::string("{\"a\":\"\x1b[31m\xe2\x80\xae\"}\n<b>");
        console.script->setOperationDetail(detail);
        console.gateway.refreshNow();
        QTRY_VERIFY(payload->isVisible());
        QCOMPARE(payload->toPlainText(), QString::fromUtf8("{\"a\":\"\u241B[31m\u2039U+202E\u203A\"}\u2424<b>"));
        QVERIFY(!console.find<ToneLine>("page.op.message.masked")->isVisible());
    }

    /// R91: the original's page says what makes it good and since when that is in flight, and leads there; its page
    /// leads back. Where there is nothing to say, no room is taken.
    void compensationsLeadThereAndBack_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << QStringLiteral("en");
        QTest::newRow("zh_CN") << QStringLiteral("zh_CN");
    }
    void compensationsLeadThereAndBack()
    {
        QFETCH(QString, language);
        speak(language);
        OperationDetail original
            = testing::sampleOperationDetail(FakeCondition::Filled, testing::sampleOperations().rows.at(4).ref.id);
        original.operation.status = "SUCCEEDED";
        CompensationFact refund;
        refund.operation = OperationId{Uuid::parse("00000000-0000-5000-8000-000000000077").value_or(Uuid{})};
        refund.original = original.id;
        refund.kind = "refund";
        refund.request = 12;
        refund.amountMinor = 1'800;
        refund.currency = "GBP";
        refund.status = "AWAITING_EXTERNAL";
        refund.madeAt = original.takenAt - std::chrono::hours{50};
        original.compensations = {refund};
        OperationDetail own = original;
        own.id = refund.operation;
        own.operation.ref.id = refund.operation;
        const QString refundKey = QString::fromStdString(refund.operation.value.toString());

        Console console;
        console.script->setOperationDetail(original);
        openFilled(console, addressOf(QStringLiteral("op")));
        const DetailPage* page = detailPage(console, QStringLiteral("op"));
        const auto text = [&console] { return console.find<ToneLine>("page.op.compensations.0.text")->text(); };
        const QString english
            = QStringLiteral("Compensation by request 12: Refund of 18.00\u00A0GBP, in flight for 2 d ");
        QVERIFY2(language != QLatin1String("en") || text().startsWith(english), qPrintable(text()));
        QVERIFY2(text().contains(QStringLiteral("12")) && text().contains(QStringLiteral("18.00")), qPrintable(text()));
        auto* state = console.find<ToneChip>("page.op.compensations.0.state");
        QVERIFY(state->isVisible());
        QCOMPARE(state->chip().word, models::stateText(models::Machine::Operation, refund.status).word);
        QTRY_COMPARE(clippedTexts(page), QStringList());
        COMPARE_NONE(namelessWidgets(page));

        auto* open = console.find<QToolButton>("page.op.compensations.0.open");
        QVERIFY(open->text().contains(refundKey.left(8)));
        QVERIFY(open->accessibleName().contains(refundKey));
        console.script->setOperationDetail(own);
        open->click();
        QCOMPARE(page->key(), refundKey);
        QTRY_VERIFY(text().contains(operationKey()));
        QVERIFY(!state->isVisible()); // Its own head says it.
        QTRY_COMPARE(clippedTexts(page), QStringList());
        original.compensations.clear();
        console.script->setOperationDetail(original);
        open->click();
        QCOMPARE(page->key(), operationKey());
        QTRY_COMPARE(console.page(QStringLiteral("op"))->condition(), Page::Condition::Filled);
        QVERIFY(!console.find<QWidget>("page.op.compensations")->isVisible());
    }

    void copiesJsonAndReport()
    {
        Console console;
        openFilled(console, addressOf(QStringLiteral("op")));
        console.find<QAction>("page.op.copy.json")->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QLatin1Char('{')));
        console.find<QAction>("page.op.copy.report")->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("# Operation ") + operationKey()));
        console.find<QAction>("page.op.copy.key")->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), operationKey());
    }

    void twoSelectedRowsRestTheRefresh()
    {
        Console console;
        openFilled(console, addressOf(QStringLiteral("op")));
        auto* timeline = console.find<DataTable>("page.op.timeline.table");
        timeline->selectRow(1);
        QVERIFY(!console.gateway.paused());
        timeline->selectAll();
        QVERIFY(console.gateway.paused());
        QVERIFY(console.page(QStringLiteral("op"))->escape());
        QVERIFY(!console.gateway.paused());
    }

    /// What was read stays readable while the server is away, and nothing reads on for a page that was left.
    void factsStayWhenTheServerGoesAway_data()
    {
        QTest::addColumn<QString>("page");
        QTest::newRow("batch") << QStringLiteral("batch");
        QTest::newRow("op") << QStringLiteral("op");
    }
    void factsStayWhenTheServerGoesAway()
    {
        QFETCH(QString, page);
        Console console;
        openFilled(console, addressOf(page));
        console.script->setCondition(FakeCondition::Offline);
        console.gateway.refreshNow();
        QTRY_VERIFY(console.find<QWidget>("connectionBanner")->isVisible());
        QCOMPARE(console.page(page)->condition(), Page::Condition::Filled);
        QVERIFY(!console.find<FactGrid>(page == QLatin1String("op") ? "page.op.facts" : "page.batch.facts")
                     ->value(QStringLiteral("bizDate"))
                     .isEmpty());
    }
};

} // namespace onceover::views

int main(int argc, char** argv)
{
    return onceover::views::runGuiTest<onceover::views::TestViewsDetail>(argc, argv);
}

#include "tst_views_detail.moc"
