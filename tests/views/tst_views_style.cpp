// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, drawings, fonts and the lag meter.
#include "console_fixture.h"

#include "models/overview_model.h"
#include "views/shell/lag_meter.h"
#include "views/style/fonts.h"
#include "views/style/icons.h"
#include "views/style/theme.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

namespace onceover::views {

namespace {

constexpr double kReadable = 4.5;
constexpr std::array kTones{models::Tone::Neutral, models::Tone::Info, models::Tone::Ok, models::Tone::Warn,
    models::Tone::Danger, models::Tone::Unknown, models::Tone::Critical};

QPalette paletteOf(Theme theme)
{
    return theme == Theme::Dark ? darkPalette() : lightPalette();
}

} // namespace

class TestViewsStyle : public QObject {
    Q_OBJECT

private slots:
    void tonesAreReadable_data()
    {
        QTest::addColumn<int>("tone");
        QTest::addColumn<bool>("dark");
        for (const models::Tone tone : kTones) {
            QTest::addRow("light-%d", static_cast<int>(tone)) << static_cast<int>(tone) << false;
            QTest::addRow("dark-%d", static_cast<int>(tone)) << static_cast<int>(tone) << true;
        }
    }
    void tonesAreReadable()
    {
        QFETCH(int, tone);
        QFETCH(bool, dark);
        const QPalette palette = paletteOf(dark ? Theme::Dark : Theme::Light);
        const auto value = static_cast<models::Tone>(tone);
        const TonePair pair = toneColours(value, palette);
        QVERIFY(contrastRatio(pair.foreground, pair.background) >= kReadable);
        for (const QPalette::ColorRole ground :
            {QPalette::Window, QPalette::Base, QPalette::AlternateBase, QPalette::Highlight})
            QVERIFY2(contrastRatio(toneInk(value, palette), palette.color(ground)) >= kReadable,
                qPrintable(QStringLiteral("role %1").arg(ground)));
    }

    void textIsReadable_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void textIsReadable()
    {
        QFETCH(bool, dark);
        const QPalette palette = paletteOf(dark ? Theme::Dark : Theme::Light);
        QCOMPARE(isDark(palette), dark);
        for (const QPalette::ColorRole text :
            {QPalette::WindowText, QPalette::Text, QPalette::PlaceholderText, QPalette::Link}) {
            for (const QPalette::ColorRole ground :
                {QPalette::Window, QPalette::Base, QPalette::AlternateBase, QPalette::Highlight})
                QVERIFY2(contrastRatio(palette.color(text), palette.color(ground)) >= kReadable,
                    qPrintable(QStringLiteral("%1 on %2").arg(text).arg(ground)));
        }
    }

    void everyDrawingIsOursAndDraws()
    {
        const QStringList names = iconNames();
        QVERIFY(names.size() > 20);
        for (const QString& name : names) {
            QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(file.readAll().contains("currentColor"), qPrintable(name));
            const QImage image = iconPixmap(name, Qt::red, 24, 2).toImage();
            QCOMPARE(image.size(), QSize(48, 48));
            bool drawn = false;
            for (int y = 0; y < image.height() && !drawn; ++y) {
                for (int x = 0; x < image.width() && !drawn; ++x)
                    drawn = qAlpha(image.pixel(x, y)) > 200 && qRed(image.pixel(x, y)) > 200;
            }
            QVERIFY2(drawn, qPrintable(name));
        }
    }

    /// Every drawing that the words ask for exists.
    void wordsAskForDrawingsThatExist()
    {
        const QStringList names = iconNames();
        static const QRegularExpression quoted(
            QStringLiteral("(?:Icon\\(\"|icon(?:Pixmap)?\\(QStringLiteral\\(\"|\\.icon = "
                           "QStringLiteral\\(\"|Tone::\\w+, QStringLiteral\\(\")([a-z][a-z-]*)\""));
        int asked = 0;
        for (const char* layer : {"/models", "/views"}) {
            QDirIterator files(QStringLiteral(ONCEOVER_SOURCE_DIR) + QLatin1String(layer), {QStringLiteral("*.cpp")},
                QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                auto matches = quoted.globalMatch(QString::fromUtf8(file.readAll()));
                while (matches.hasNext()) {
                    const QString name = matches.next().captured(1);
                    QVERIFY2(names.contains(name), qPrintable(file.fileName() + QStringLiteral(": ") + name));
                    ++asked;
                }
            }
        }
        QVERIFY(asked > 20);
    }

    void fontsAreInstalled() { COMPARE_NONE(missingFamilies()); }

    /// S13: raw setToolTip and rich text are used in one helper only.
    void onlyTheHelperSetsToolTips()
    {
        QDirIterator files(QStringLiteral(ONCEOVER_SOURCE_DIR "/views"), {QStringLiteral("*.cpp")}, QDir::Files,
            QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString name = files.next();
            if (name.endsWith(QStringLiteral("/plain.cpp")))
                continue;
            QFile file(name);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            QVERIFY2(!text.contains("setToolTip(") && !text.contains("setWhatsThis(") && !text.contains("RichText")
                    && !text.contains("setStyleSheet"),
                qPrintable(name));
        }
    }

    /// No text of a widget stands outside of tr(): English letters in setText(QStringLiteral(…)) fail.
    void noTextBesideTr()
    {
        static const QRegularExpression raw(QStringLiteral("set(?:Plain)?Text\\(QStringLiteral\\(\"[A-Za-z]{3,}"));
        QDirIterator files(QStringLiteral(ONCEOVER_SOURCE_DIR "/views"), {QStringLiteral("*.cpp")}, QDir::Files,
            QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(!raw.match(QString::fromUtf8(file.readAll())).hasMatch(), qPrintable(file.fileName()));
        }
    }

    void lagMeterSeesABlockOfTheGuiThread()
    {
        LagMeter meter(nullptr, std::chrono::milliseconds{1});
        const auto block = std::chrono::milliseconds{150};
        QVERIFY(QTest::qWaitFor([&meter, block] {
            const auto until = std::chrono::steady_clock::now() + block;
            while (std::chrono::steady_clock::now() < until) { }
            return meter.longest() >= LagMeter::kLimit;
        }));
        QTRY_VERIFY(meter.blocksOverLimit() >= 1);
    }
};

} // namespace onceover::views

int main(int argc, char** argv)
{
    return onceover::views::runGuiTest<onceover::views::TestViewsStyle>(argc, argv);
}

#include "tst_views_style.moc"
