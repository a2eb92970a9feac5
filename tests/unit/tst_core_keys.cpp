// SPDX-License-Identifier: GPL-3.0-or-later
// Dates, digests and keys: the same effect computes the same key, whoever computes it.
#include "core/base32.h"
#include "core/business_date.h"
#include "core/digest.h"
#include "core/keys.h"

#include <QtTest>
#include <set>

using namespace onceover;

Q_DECLARE_METATYPE(onceover::NaturalKey)

namespace {

const KeyNamespace kNamespace{*Uuid::parse("0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0")};

NaturalKey naturalKey(std::int64_t merchant, std::string_view date, std::string type, std::string_view currency,
    std::string scope, std::int32_t revision)
{
    return {MerchantId{merchant}, *BusinessDate::parse(date), std::move(type), *CurrencyCode::parse(currency),
        std::move(scope), revision};
}

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

} // namespace

class CoreKeys : public QObject {
    Q_OBJECT

private slots:
    // -- business dates
    void existingDatesSurviveARoundTrip_data()
    {
        QTest::addColumn<QString>("date");
        for (const char* date : {"1970-01-01", "2024-02-29", "2026-10-31", "2000-02-29", "9999-12-31"}) // K31
            QTest::newRow(date) << QString::fromLatin1(date);
    }
    void existingDatesSurviveARoundTrip()
    {
        QFETCH(QString, date);
        const auto parsed = BusinessDate::parse(date.toStdString());
        QVERIFY(parsed.has_value());
        QCOMPARE(text(parsed->toString()), date);
    }

    void datesThatDoNotExistAreRefused_data()
    {
        QTest::addColumn<QString>("date");
        for (const char* date : {"2026-02-29", "2100-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00",
                 "1969-12-31", "2026-1-01", "2026/01/01", "20260101", "2026-01-01 ", " 2026-01-01", "2026-01-0a", "",
                 "2026-01-01T00:00", "-026-01-01", "+026-01-01"})
            QTest::newRow(date) << QString::fromLatin1(date);
    }
    void datesThatDoNotExistAreRefused()
    {
        QFETCH(QString, date);
        const auto parsed = BusinessDate::parse(date.toStdString());
        QVERIFY(!parsed.has_value());
        QCOMPARE(parsed.error().refusal, std::optional{Refusal::BusinessDateInvalid});
    }

    void movingADateStaysInTheCalendar()
    {
        const auto date = *BusinessDate::parse("2026-03-01");
        QCOMPARE(text(date.plusDays(-1)->toString()), QStringLiteral("2026-02-28"));
        QCOMPARE(text(date.plusDays(365)->toString()), QStringLiteral("2027-03-01"));
        QVERIFY(!BusinessDate{}.plusDays(-1).has_value());
        QVERIFY(!BusinessDate::parse("9999-12-31")->plusDays(1).has_value());
        QVERIFY(!date.plusDays(std::numeric_limits<int>::max()).has_value());
        QVERIFY(*BusinessDate::parse("2026-02-28") < date);
    }

    // -- digests: published test vectors
    void sha256MatchesPublishedVectors()
    {
        QCOMPARE(text(toHex(sha256(std::string_view{}))),
            QStringLiteral("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
        QCOMPARE(text(toHex(sha256(std::string_view{"abc"}))),
            QStringLiteral("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    }

    void base32MatchesRfc4648_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("expected");
        QTest::newRow("0") << QByteArray() << QString();
        QTest::newRow("1") << QByteArray("f") << QStringLiteral("MY");
        QTest::newRow("2") << QByteArray("fo") << QStringLiteral("MZXQ");
        QTest::newRow("3") << QByteArray("foo") << QStringLiteral("MZXW6");
        QTest::newRow("4") << QByteArray("foob") << QStringLiteral("MZXW6YQ");
        QTest::newRow("5") << QByteArray("fooba") << QStringLiteral("MZXW6YTB");
        QTest::newRow("6") << QByteArray("foobar") << QStringLiteral("MZXW6YTBOI");
        QTest::newRow("high bits") << QByteArray("\xff\xff\xff\xff\xff") << QStringLiteral("77777777");
    }
    void base32MatchesRfc4648()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, expected);
        const std::vector<std::uint8_t> raw(bytes.begin(), bytes.end());
        QCOMPARE(text(toBase32(raw)), expected);
    }

    // -- keys: expected values were computed with another program (Python's hashlib and struct) from the layout in
    // core/keys.h. R7, R9, R22, R57
    void keysHaveTheKnownBytes_data()
    {
        QTest::addColumn<NaturalKey>("key");
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("payout");
        QTest::addColumn<QString>("mail");
        QTest::newRow("daily") << naturalKey(1, "2026-10-26", "settle-daily", "CNY", "", 0)
                               << QStringLiteral("c7b9499e-0047-2ff2-ba2e-6141a887a35f")
                               << QStringLiteral("AXOANHUDFL3MVEAG4BVRPDSXLCQLK62C")
                               << QStringLiteral("MAZ7RX7LLZBOKKR23RZFEB3TSTND4Q5P");
        QTest::newRow("revision") << naturalKey(1, "2026-10-26", "settle-daily", "CNY", "", 1)
                                  << QStringLiteral("6834ff8d-04b2-fb36-7b40-5716f35d9139")
                                  << QStringLiteral("NWDKTYGD2ZAGFHCOMBS3GEHMOU5QBBM2")
                                  << QStringLiteral("SYJMGUF3UJUTK5DGR6OLSLBYNWFWY4ST");
        QTest::newRow("scope") << naturalKey(9007199254740993, "2024-02-29", "settle-monthly", "KWD", "sub-42", 0)
                               << QStringLiteral("c9f8692f-cf87-5f58-21a2-34885af5f1fe")
                               << QStringLiteral("ZIEBZHCLMDWNZXYCSIMKK5EQV3TPZK4Y")
                               << QStringLiteral("BEBKPLL5LOEXGPJVBY4NQS6LTMOYD77U");
        QTest::newRow("extremes") << naturalKey(std::numeric_limits<std::int64_t>::max(), "2027-01-01", "renew", "JPY",
            "S/1~", std::numeric_limits<std::int32_t>::max())
                                  << QStringLiteral("870f2c67-ad0e-3de4-6c57-e32ee26e072e")
                                  << QStringLiteral("I2MFLQF37PHJHS7VG3YDSEEU77XLC7I6")
                                  << QStringLiteral("PPACOT2UWLPOZOCNNNYU2VA5W4YXHO3S");
    }
    void keysHaveTheKnownBytes()
    {
        QFETCH(NaturalKey, key);
        QFETCH(QString, operation);
        QFETCH(QString, payout);
        QFETCH(QString, mail);
        QVERIFY(checkNaturalKey(key).has_value());
        const OperationId id = operationIdFor(kNamespace, key);
        QCOMPARE(text(id.value.toString()), operation);
        QCOMPARE(text(outwardKeyFor(kNamespace, id, "payout").value), payout);
        QCOMPARE(text(outwardKeyFor(kNamespace, id, "mail").value), mail);
    }

    void eachPartOfTheNaturalKeyCounts() // R9
    {
        const NaturalKey base = naturalKey(12, "2026-10-26", "settle-daily", "CNY", "a", 0);
        std::set<OperationId> ids{operationIdFor(kNamespace, base)};
        const auto addWith = [&](auto change) {
            NaturalKey key = base;
            change(key);
            ids.insert(operationIdFor(kNamespace, key));
        };
        addWith([](NaturalKey& k) { k.merchant.value = 1; });
        addWith([](NaturalKey& k) { k.settleDate = *BusinessDate::parse("2026-10-27"); });
        addWith([](NaturalKey& k) { k.settlementType = "settle-monthly"; });
        addWith([](NaturalKey& k) { k.currency = *CurrencyCode::parse("USD"); });
        addWith([](NaturalKey& k) { k.scopeRef = "b"; });
        addWith([](NaturalKey& k) { k.scopeRef = ""; });
        addWith([](NaturalKey& k) { k.revision = 1; });
        ids.insert(operationIdFor({*Uuid::parse("00000000-0000-0000-0000-000000000001")}, base));
        QCOMPARE(ids.size(), std::size_t{9});
        QCOMPARE(operationIdFor(kNamespace, base), operationIdFor(kNamespace, base)); // R22
    }

    void malformedKeysAreRefusedByPart_data()
    {
        QTest::addColumn<NaturalKey>("key");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, auto change, const char* part) {
            NaturalKey key = naturalKey(1, "2026-10-26", "settle-daily", "CNY", "", 0);
            change(key);
            QTest::newRow(name) << key << QString::fromLatin1(part);
        };
        row(
            "merchant 0", [](NaturalKey& k) { k.merchant.value = 0; }, "merchant_id");
        row(
            "merchant negative", [](NaturalKey& k) { k.merchant.value = -1; }, "merchant_id");
        row(
            "type empty", [](NaturalKey& k) { k.settlementType.clear(); }, "settlement_type");
        row(
            "type upper case", [](NaturalKey& k) { k.settlementType = "Settle"; }, "settlement_type");
        row(
            "type with blank", [](NaturalKey& k) { k.settlementType = "settle daily"; }, "settlement_type");
        row(
            "currency unset", [](NaturalKey& k) { k.currency = {}; }, "XXX");
        row(
            "scope with blank", [](NaturalKey& k) { k.scopeRef = "a b"; }, "scope_ref");
        row(
            "scope with newline", [](NaturalKey& k) { k.scopeRef = "a\n"; }, "scope_ref");
        row(
            "scope not ASCII", [](NaturalKey& k) { k.scopeRef = "caf\xc3\xa9"; }, "scope_ref");
        row(
            "revision negative", [](NaturalKey& k) { k.revision = -1; }, "revision");
    }
    void malformedKeysAreRefusedByPart()
    {
        QFETCH(NaturalKey, key);
        QFETCH(QString, part);
        const auto checked = checkNaturalKey(key);
        QVERIFY(!checked.has_value());
        QCOMPARE(checked.error().kind, FailureKind::Refused);
        QCOMPARE(text(checked.error().found), part);
    }

    // R62, DESIGN.md section 5: a channel that cannot carry our keys is told so, by what it lacks.
    void aChannelCarriesOurKeysOrIsToldWhyNot_data()
    {
        QTest::addColumn<QString>("charset");
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("lacks"); // Empty: it carries them.
        QTest::newRow("exactly ours") << QStringLiteral("A-Z2-7") << 32 << QString();
        QTest::newRow("what most banks take") << QStringLiteral("A-Za-z0-9_-") << 255 << QString();
        QTest::newRow("one by one") << QStringLiteral("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") << 64 << QString();
        QTest::newRow("ranges that overlap") << QStringLiteral("A-MH-Z0-9") << 32 << QString();
        QTest::newRow("one character too short") << QStringLiteral("A-Z2-7") << 31 << QStringLiteral("31 characters");
        QTest::newRow("a UUID") << QStringLiteral("0-9a-f-") << 36 << QStringLiteral("0-9a-f-");
        QTest::newRow("small letters alone") << QStringLiteral("a-z0-9") << 64 << QStringLiteral("a-z0-9");
        QTest::newRow("without the Q") << QStringLiteral("A-PR-Z2-7") << 64 << QStringLiteral("A-PR-Z2-7");
        QTest::newRow("a dash that is no range") << QStringLiteral("A2-7Z-") << 64 << QStringLiteral("A2-7Z-");
        QTest::newRow("nothing") << QString() << 64 << QStringLiteral("ours of A-Z2-7");
    }
    void aChannelCarriesOurKeysOrIsToldWhyNot()
    {
        QFETCH(QString, charset);
        QFETCH(int, length);
        QFETCH(QString, lacks);
        const auto fits = checkKeyFits(charset.toStdString(), length);
        QCOMPARE(fits.has_value(), lacks.isEmpty());
        if (!fits) {
            QCOMPARE(fits.error().refusal, std::optional{Refusal::KeyNotExpressible});
            QVERIFY2(text(fits.error().found).contains(lacks), fits.error().found.c_str());
        }
        QCOMPARE(outwardKeyFor(KeyNamespace{}, OperationId{}, "payout").value.size(),
            static_cast<std::size_t>(kOutwardKeyLength));
    }

    void bucketsHaveTheKnownValues_data() // Computed with another program, as above.
    {
        QTest::addColumn<qint64>("merchant");
        QTest::addColumn<int>("bucket");
        QTest::newRow("1") << qint64{1} << 13;
        QTest::newRow("2") << qint64{2} << 13;
        QTest::newRow("3") << qint64{3} << 21;
        QTest::newRow("1001") << qint64{1001} << 14;
        QTest::newRow("above 2^53") << qint64{9007199254740993} << 28;
        QTest::newRow("largest") << std::numeric_limits<qint64>::max() << 6;
        QTest::newRow("negative") << qint64{-1} << 18;
    }
    void bucketsHaveTheKnownValues()
    {
        QFETCH(qint64, merchant);
        QFETCH(int, bucket);
        QCOMPARE(int{bucketOf(MerchantId{merchant}).value}, bucket);
    }

    void bucketsSpreadMerchantsEvenly()
    {
        std::array<int, kBucketCount> counts{};
        for (std::int64_t merchant = 1; merchant <= 6400; ++merchant)
            ++counts[static_cast<std::size_t>(bucketOf(MerchantId{merchant}).value)];
        const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
        QVERIFY(*least > 60 && *most < 140);
    }

    void namesOfRefusalsSurviveARoundTrip()
    {
        for (int i = 0; i <= static_cast<int>(Refusal::BudgetSpent); ++i) {
            const auto refusal = static_cast<Refusal>(i);
            QCOMPARE(refusalFromName(refusalName(refusal)), std::optional{refusal});
        }
        QVERIFY(!refusalFromName("NO_SUCH_NAME"));
    }
};

QTEST_GUILESS_MAIN(CoreKeys)
#include "tst_core_keys.moc"
