// SPDX-License-Identifier: GPL-3.0-or-later
// Every page in every language, theme and size: no clipped text, no English left, and the same words after switching.
#include "console_fixture.h"

#include "views/style/fonts.h"

#include <QAction>
#include <QDialog>
#include <QFontDatabase>
#include <QFontInfo>
#include <QPushButton>
#include <QRegularExpression>

#include <algorithm>

Q_DECLARE_METATYPE(onceover::views::Theme)

namespace onceover::views {

namespace {

constexpr QSize kSmall{1366, 768};
constexpr QSize kDoubled{960, 540}; // A full-HD screen at 200 % has so much to itself.
constexpr QSize kLeast{683, 384};   // So much has a screen of 1366 × 768 at 200 %.
struct Size {
    const char* name;
    QSize size;
};
constexpr std::array kSizes{Size{"100", kSmall}, Size{"200", kDoubled}, Size{"least", kLeast}};
constexpr int kLargest = 8; // Text steps: about twice the size.

/// What stays as it is in every language: keys, states of the database, SQL, commands, names and codes.
QString withoutData(QString text)
{
    static const QRegularExpression data(QStringLiteral(
        "`[^`]*`|onceoverctl [a-z ]+|\\{\"[^}]*\\}|weekly-report|worker-gone|dead-letter-over-24h|accepted with "
        "another amount|"
        "two nodes ran the whole batch|a bank that answered twice|a number looked odd|"
        "accepted 12.00 CNY instead of 12.50 CNY|Asia/Shanghai|Wang|"
        "[a-z_]+\\.[a-z_, "
        "]+|[A-Z]{2,}|\\bonceover[a-z-]*\\b|Onceover|Practice|settle-daily|practice-bank|alice|Alice|bob|carol|dana|chief|"
        "postgres|people|renew|clean-temp|"
        "bank timeout; the bank never saw them|Zhang|Acme Wholesale|Blue Harbour Trading|Bob Li|the bank is back|the "
        "bank never saw it|"
        "w-\\d[\\w.-]*|host-[ab]|PB-\\d+|[0-9a-f]{4,}|kill -9|on-call freeze, reason to follow|Blue Heron Books|Kiku "
        "Stationery|"
        "Gulf Pearl Trading|Baker & Sons|Alpenglow "
        "Outdoor|payout|header:Idempotency-Key|\\bnever\\b|Ctrl|Shift|Alt|Esc|Enter|English|SQLSTATE|UTC|\\bF5\\b|Unix|"
        "TLS|"
        "connection refused by practice-bank|no answer within 30 s|refused: account closed|"
        "settlement|/run/\\S+|PostgreSQL|\\bmin\\b|https?://\\S+|JOB|DATE|trigger "
        "--biz-date|YYYY-MM-DD|GNU"));
    static const QRegularExpression markup(QStringLiteral("<[^>]*>|Markdown|JSON")); // Of tooltips; names of formats.
    return text.remove(markup).remove(data);
}

bool hasEnglish(const QString& text)
{
    static const QRegularExpression word(QStringLiteral("[A-Za-z]{3,}"));
    return word.match(withoutData(text)).hasMatch();
}

} // namespace

class TestViewsLanguage : public QObject {
    Q_OBJECT

    /// The pages of the side bar, and the further tabs of those that have some: `runs/jobs`.
    static QStringList pagesAndTabs()
    {
        QStringList all = MainWindow::pageNames();
        for (const char* tab :
            {"outbox/channels", "reconcile/comparisons", "runs/attempts", "runs/jobs", "runs/workers", "runs/rollout",
                "audit/heads", "audit/access"})
            all << QLatin1String(tab);
        return all;
    }
    static void open(const Console& console, const QString& page)
    {
        const QString name = page.section(QLatin1Char('/'), 0, 0);
        models::PageAddress address{name, {}, {}};
        if (const QString tab = page.section(QLatin1Char('/'), 1); !tab.isEmpty())
            address.query.insert(QStringLiteral("tab"), tab);
        console.window->openAddress(address);
        QTRY_COMPARE(console.page(name)->condition(), Page::Condition::Filled);
    }

private slots:
    void cleanup() { resetLook(); }

    void nothingIsClipped_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("language");
        QTest::addColumn<Theme>("theme");
        QTest::addColumn<QSize>("size");
        const QStringList pages = pagesAndTabs();
        for (const QString& language : Translations::available()) {
            for (const Theme theme : {Theme::Light, Theme::Dark}) {
                for (const Size& size : kSizes) {
                    for (const QString& page : pages) {
                        const QString row = QStringLiteral("%1-%2-%3-%4")
                                                .arg(QString(page).replace(QLatin1Char('/'), QLatin1Char('-')),
                                                    language, themeName(theme), QLatin1String(size.name));
                        QTest::newRow(qPrintable(row)) << page << language << theme << size.size;
                    }
                }
            }
        }
    }
    void nothingIsClipped()
    {
        QFETCH(QString, page);
        QFETCH(QString, language);
        QFETCH(Theme, theme);
        QFETCH(QSize, size);
        speak(language);
        setTheme(theme);
        Console console;
        open(console, page);
        console.window->resize(size);
        const auto fits = [&console, size] {
            console.window->resize(size); // Its layout says what is least only after the narrow form came.
            return console.window->size() == size;
        };
        QTRY_VERIFY2(fits(),
            qPrintable(QStringLiteral("%1 x %2; ").arg(console.window->width()).arg(console.window->height())
                + widestParts(console.window.get(), size.width() - 100).join(QStringLiteral(", "))
                + QStringLiteral("; ")
                + highestParts(console.window.get(), size.height() - 150).join(QStringLiteral(", "))));
        (void)QTest::qWaitFor(
            [&console] {
                return clippedTexts(console.window.get()).isEmpty() && squeezedParts(console.window.get()).isEmpty();
            },
            1000);
        keepPicture(console.window.get(), QString::fromLatin1(QTest::currentDataTag()));
        COMPARE_NONE(clippedTexts(console.window.get()));
        COMPARE_NONE(squeezedParts(console.window.get()));
        if (size == kSmall)
            COMPARE_NONE(cutTables(console.window.get()));
    }

    void largeTextIsNotClipped_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("language");
        const QStringList pages = pagesAndTabs();
        for (const QString& language : Translations::available()) {
            for (const QString& page : pages)
                QTest::newRow(
                    qPrintable(QString(page).replace(QLatin1Char('/'), QLatin1Char('-')) + QLatin1Char('-') + language))
                    << page << language;
        }
    }
    void largeTextIsNotClipped()
    {
        QFETCH(QString, page);
        QFETCH(QString, language);
        speak(language);
        setTextStep(kLargest);
        Console console;
        console.window->resize(1920, 1080);
        open(console, page);
        (void)QTest::qWaitFor([&console] { return clippedTexts(console.window.get()).isEmpty(); }, 1000);
        keepPicture(console.window.get(), QStringLiteral("largest-") + QString::fromLatin1(QTest::currentDataTag()));
        COMPARE_NONE(clippedTexts(console.window.get()));
    }

    void noEnglishIsLeft_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("language");
        const QStringList pages = pagesAndTabs();
        for (const QString& language : Translations::available()) {
            if (language == QLatin1String("en"))
                continue;
            for (const QString& page : pages)
                QTest::newRow(
                    qPrintable(QString(page).replace(QLatin1Char('/'), QLatin1Char('-')) + QLatin1Char('-') + language))
                    << page << language;
        }
    }
    void noEnglishIsLeft()
    {
        QFETCH(QString, page);
        QFETCH(QString, language);
        speak(language);
        Console console;
        open(console, page);
        QStringList english;
        const QMap<QString, QString> texts = readableTexts(console.window.get());
        for (auto it = texts.cbegin(); it != texts.cend(); ++it) {
            if (hasEnglish(it.value()))
                english << it.key() + QStringLiteral(": ") + it.value();
        }
        QVERIFY2(english.isEmpty(), qPrintable(english.join(QLatin1Char('\n'))));
    }

    void everyDialogSpeaksEveryLanguage_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("opener");
        QTest::addColumn<QString>("language");
        QTest::addColumn<Theme>("theme");
        const auto rows = [](const char* page, const char* opener) {
            for (const QString& language : Translations::available()) {
                for (const Theme theme : {Theme::Light, Theme::Dark})
                    QTest::newRow(
                        qPrintable(QStringLiteral("%1-%2-%3").arg(QLatin1String(opener), language, themeName(theme))))
                        << QString::fromLatin1(page) << QString::fromLatin1(opener) << language << theme;
            }
        };
        rows("overview", "action.trigger");
        rows("overview", "action.freeze");
        rows("overview", "action.lift");
        rows("overview", "action.about");
        rows("dead", "action.replay");
        rows("dead", "page.dead.dismiss");
        rows("leases", "page.leases.fence.worker");
        rows("approvals", "page.approvals.open");
        rows("alerts", "page.alerts.acknowledge");
        rows("incidents", "page.incidents.open");
    }
    /// What a dialog says when it opens, in one language alone, whole, with a name for every part that takes keys.
    void everyDialogSpeaksEveryLanguage()
    {
        QFETCH(QString, page);
        QFETCH(QString, opener);
        QFETCH(QString, language);
        QFETCH(Theme, theme);
        speak(language);
        setTheme(theme);
        Console console;
        open(console, page);
        QTRY_VERIFY(console.gateway.status().actsConnected);
        if (auto* action = console.window->findChild<QAction*>(opener)) {
            QTRY_VERIFY(action->isEnabled());
            action->trigger();
        } else {
            auto* button = console.window->findChild<QPushButton*>(opener);
            QTRY_VERIFY(button && button->isEnabled());
            button->click();
        }
        const auto dialogs = console.window->findChildren<QDialog*>();
        const auto shown
            = std::find_if(dialogs.begin(), dialogs.end(), [](const QDialog* dialog) { return dialog->isVisible(); });
        QVERIFY(shown != dialogs.end());
        QDialog* dialog = *shown;
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        COMPARE_NONE(clippedTexts(dialog));
        keepPicture(dialog, QStringLiteral("dialog-") + QString::fromLatin1(QTest::currentDataTag()));
        COMPARE_NONE(namelessWidgets(dialog));
        QStringList english;
        const QMap<QString, QString> texts = readableTexts(dialog);
        for (auto it = texts.cbegin(); it != texts.cend(); ++it) {
            if (language != QLatin1String("en") && hasEnglish(it.value()))
                english << it.key() + QStringLiteral(": ") + it.value();
        }
        QVERIFY2(english.isEmpty(), qPrintable(english.join(QLatin1Char('\n'))));
        dialog->reject();
    }

    /// The language changes while the program runs, and changing back gives the words from before.
    void switchingTwiceGivesTheSameWords_data()
    {
        QTest::addColumn<QString>("page");
        const QStringList pages = MainWindow::pageNames();
        for (const QString& page : pages)
            QTest::newRow(qPrintable(page)) << page;
    }
    void switchingTwiceGivesTheSameWords()
    {
        QFETCH(QString, page);
        models::GatewaySettings slow = Console::quick();
        slow.statusInterval = std::chrono::hours{1}; // Ages stand still, and so does the clock that they follow.
        slow.clock = [at = std::chrono::steady_clock::now()] { return at; };
        slow.pollInterval = std::chrono::hours{1};
        Console console(testing::Condition::Filled, slow);
        console.window->showPage(page);
        QTRY_COMPARE(console.page(page)->condition(), Page::Condition::Filled);
        for (const QString& language : Translations::available()) {
            speak(language);
            const QMap<QString, QString> first = readableTexts(console.window.get());
            speak(QStringLiteral("en"));
            speak(language);
            QCOMPARE(readableTexts(console.window.get()), first);
        }
    }

    void theMenuSwitchesAtOnce()
    {
        if (Translations::available().size() < 2)
            QSKIP("only one language is built in");
        Console console;
        QTRY_COMPARE(console.page(QStringLiteral("overview"))->condition(), Page::Condition::Filled);
        console.window->findChild<QAction*>(QStringLiteral("action.language.zh_CN"))->trigger();
        QVERIFY(!hasEnglish(console.page(QStringLiteral("overview"))->title()));
        QVERIFY(console.window->findChild<QAction*>(QStringLiteral("action.language.zh_CN"))->isChecked());
        console.window->findChild<QAction*>(QStringLiteral("action.language.en"))->trigger();
        QCOMPARE(console.page(QStringLiteral("overview"))->title(), QStringLiteral("Overview"));
    }

    /// Chinese shapes, not the Japanese ones that a fallback would choose; without the fonts all of it would be boxes.
    void fontsFollowTheLanguage()
    {
        QVERIFY(missingFamilies().isEmpty());
        speak(QStringLiteral("zh_CN"));
        QCOMPARE(QApplication::font().families().first(), QStringLiteral("Noto Sans CJK SC"));
        QCOMPARE(QFontInfo(QApplication::font()).family(), QStringLiteral("Noto Sans CJK SC"));
        speak(QStringLiteral("en"));
        QCOMPARE(QApplication::font().families().first(), QStringLiteral("DejaVu Sans"));
    }
};

} // namespace onceover::views

int main(int argc, char** argv)
{
    return onceover::views::runGuiTest<onceover::views::TestViewsLanguage>(argc, argv);
}

#include "tst_views_language.moc"
