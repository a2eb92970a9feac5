// SPDX-License-Identifier: GPL-3.0-or-later
// Money in minor units: no factor that could be wrong, no text that could be read two ways.
#include "core/money.h"
#include "core_cases.h"

#include <QFile>
#include <QtTest>
#include <limits>

using namespace onceover;

namespace {

constexpr auto kLargest = std::numeric_limits<std::int64_t>::max();
constexpr auto kSmallest = std::numeric_limits<std::int64_t>::min();

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

CurrencyCode currencyOf(const QString& code)
{
    return *CurrencyCode::parse(code.toStdString());
}

} // namespace

class CoreMoney : public QObject {
    Q_OBJECT

private slots:
    void plainFormSurvivesARoundTrip_data() // F54
    {
        QTest::addColumn<QString>("currency");
        QTest::addColumn<qint64>("minor");
        QTest::addColumn<QString>("plain");
        const auto row = [](const char* currency, qint64 minor, const char* plain) {
            QTest::addRow("%s %s", currency, plain)
                << QString::fromLatin1(currency) << minor << QString::fromLatin1(plain);
        };
        row("CNY", -123456789, "-1234567.89");
        row("CNY", 0, "0.00");
        row("CNY", 5, "0.05");
        row("CNY", -5, "-0.05");
        row("CNY", 100, "1.00");
        row("JPY", 1234567, "1234567");
        row("JPY", -1, "-1");
        row("JPY", 0, "0");
        row("KWD", 1234, "1.234");
        row("KWD", 1, "0.001");
        row("CLF", -12345, "-1.2345");
        row("USD", kLargest, "92233720368547758.07");
        row("USD", kSmallest, "-92233720368547758.08");
        row("JPY", kLargest, "9223372036854775807");
        row("JPY", kSmallest, "-9223372036854775808");
    }
    void plainFormSurvivesARoundTrip()
    {
        QFETCH(QString, currency);
        QFETCH(qint64, minor);
        QFETCH(QString, plain);
        const Money money{minor, currencyOf(currency)};
        QCOMPARE(text(money.formatPlain()), plain);
        const auto parsed = Money::parsePlain(plain.toStdString(), money.currency);
        QVERIFY(parsed.has_value());
        QCOMPARE(qint64{parsed->minor}, minor);
    }

    void fewerDecimalsAreReadAsMajorUnits()
    {
        QCOMPARE(Money::parsePlain("12", currencyOf(QStringLiteral("EUR")))->minor, std::int64_t{1200});
        QCOMPARE(Money::parsePlain("12.5", currencyOf(QStringLiteral("EUR")))->minor, std::int64_t{1250});
        QCOMPARE(Money::parsePlain("12", currencyOf(QStringLiteral("JPY")))->minor, std::int64_t{12});
        QCOMPARE(Money::parsePlain("12.5", currencyOf(QStringLiteral("KWD")))->minor, std::int64_t{12500});
    }

    void ambiguousTextIsRefused_data()
    {
        QTest::addColumn<QString>("currency");
        QTest::addColumn<QString>("plain");
        for (const char* plain : {"", "-", " 1", "1 ", "+1", "1,000", "1.000,00", "1,5", "1e3", "NaN", "nan", "inf",
                 "-inf", "0x10", ".5", "5.", "1.2.3", "--1", "007", "00", "-0", "-0.00", "1.234", "1_000", "１"})
            QTest::addRow("EUR '%s'", plain) << QStringLiteral("EUR") << QString::fromUtf8(plain);
        QTest::newRow("JPY with decimals") << QStringLiteral("JPY") << QStringLiteral("100.00");
        QTest::newRow("KWD with four") << QStringLiteral("KWD") << QStringLiteral("1.2345");
    }
    void ambiguousTextIsRefused()
    {
        QFETCH(QString, currency);
        QFETCH(QString, plain);
        const auto parsed = Money::parsePlain(plain.toStdString(), currencyOf(currency));
        QVERIFY(!parsed.has_value());
        QCOMPARE(parsed.error().refusal, std::optional{Refusal::AmountMalformed});
    }

    void amountsOutOfRangeAreRefused()
    {
        for (const char* plain : {"92233720368547758.08", "-92233720368547758.09", "99999999999999999999999999"}) {
            const auto parsed = Money::parsePlain(plain, currencyOf(QStringLiteral("USD")));
            QVERIFY(!parsed.has_value());
            QCOMPARE(parsed.error().refusal, std::optional{Refusal::AmountOutOfRange});
        }
    }

    void sumsAreCheckedForOverflowAndCurrency()
    {
        const CurrencyCode usd = currencyOf(QStringLiteral("USD"));
        const CurrencyCode eur = currencyOf(QStringLiteral("EUR"));
        QCOMPARE(add({5, usd}, {-7, usd})->minor, std::int64_t{-2});
        QCOMPARE(add({kLargest, usd}, {1, usd}).error().refusal, std::optional{Refusal::AmountOutOfRange});
        QCOMPARE(add({kSmallest, usd}, {-1, usd}).error().refusal, std::optional{Refusal::AmountOutOfRange});
        QCOMPARE(add({1, usd}, {1, eur}).error().refusal, std::optional{Refusal::CurrencyDiffers});
        QCOMPARE(negate({7, usd})->minor, std::int64_t{-7});
        QVERIFY(!negate({kSmallest, usd}).has_value());
    }

    void unknownCurrenciesAreRefused()
    {
        for (const char* code : {"", "US", "USDX", "usd", "XXX", "XAU", "XTS", "XDR", "ZZZ", "US ", "DEM", "D A"})
            QVERIFY2(!CurrencyCode::parse(code).has_value(), code);
        QVERIFY(!Money::parsePlain("1", CurrencyCode{}).has_value());
    }

    void aCurrencyWithNothingInItEqualsAMissingOne()
    {
        QVERIFY(amountsAgree({{"CNY", 5}, {"USD", 0}}, {{"CNY", 5}}));
        QVERIFY(amountsAgree({{"CNY", 5}}, {{"CNY", 5}, {"USD", 0}}));
        QVERIFY(!amountsAgree({{"CNY", 5}}, {{"CNY", 6}}));
        QVERIFY(!amountsAgree({{"CNY", 5}}, {{"USD", 5}}));
    }

    // Compared with a list made by others, where it is present. F54
    void exponentsMatchThePublishedList()
    {
        QFile list(casesFolder() + QStringLiteral("/calendar/currency_minor_units.csv"));
        if (!list.open(QIODevice::ReadOnly))
            QSKIP("the folder of cases is absent");
        list.readLine();
        int compared = 0;
        while (!list.atEnd()) {
            const QList<QByteArray> columns = list.readLine().trimmed().split(',');
            const auto code = CurrencyCode::parse(columns[0].toStdString());
            if (columns[2] == "N.A.") {
                QVERIFY2(!code.has_value(), columns[0].constData());
                continue;
            }
            QVERIFY2(code.has_value(), columns[0].constData());
            QCOMPARE(code->exponent(), columns[2].toInt());
            ++compared;
        }
        QVERIFY(compared > 150);
    }
};

QTEST_GUILESS_MAIN(CoreMoney)
#include "tst_core_money.moc"
