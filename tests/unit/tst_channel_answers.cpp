// SPDX-License-Identifier: GPL-3.0-or-later
// What an HTTP answer means, row by row, and which bytes an order has.
#include <QTest>

#include "channel/answer_classifier.h"
#include "channel/payload_builder.h"

using namespace onceover;
using namespace onceover::channel;

namespace {

const IdempotencyKey kKey{"MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"};

std::string executed(std::string_view amount = "1250", std::string_view currency = "EUR",
    std::string_view reference = "PB-000000000001", std::string_view key = kKey.value)
{
    return R"({"status":"EXECUTED","reference":")" + std::string{reference} + R"(","amount":)" + std::string{amount}
    + R"(,"currency":")" + std::string{currency} + R"(","key":")" + std::string{key} + R"("})";
}

/// A profile that calls one code a refusal.
ChannelProfile refusing()
{
    ChannelProfile profile;
    profile.refusalCodes = {"NO_FUNDS"};
    return profile;
}

ClaimedOperation operation()
{
    ClaimedOperation operation;
    operation.ref.id.value = *Uuid::parse("0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f");
    operation.merchant = {1032};
    operation.settleDate = *BusinessDate::parse("2026-03-14");
    operation.settlementType = "settle-daily";
    operation.currency = "KWD";
    operation.amountMinor = 1234;
    operation.beneficiaryName = "南洋茶行 \"Tea\"";
    operation.beneficiaryAccount = "KW81CBKU0000000000001234560101";
    return operation;
}

} // namespace

class TstChannelAnswers : public QObject {
    Q_OBJECT

private slots:
    void aSendIsBelievedOnlyInItsDefiniteForm_data();
    void aSendIsBelievedOnlyInItsDefiniteForm();
    void aNoticeIsTakenByAnySuccess_data();
    void aNoticeIsTakenByAnySuccess();
    void aQueryCountsOnlyWhenItNamesTheKey_data();
    void aQueryCountsOnlyWhenItNamesTheKey();
    void aMajorUnitIsReadByTheCurrencysDecimals();
    void hostileTextIsTamed_data();
    void hostileTextIsTamed();
    void thePayloadIsCanonicalAndHasNothingThatChanges();
    void thePayloadFollowsTheProfilesUnit_data();
    void thePayloadFollowsTheProfilesUnit();
    void wrongDataIsRefusedByName_data();
    void wrongDataIsRefusedByName();
};

// R57, K53, K55, K56, K62, K65
void TstChannelAnswers::aSendIsBelievedOnlyInItsDefiniteForm_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, int status, const std::string& body, AnswerKind kind) {
        QTest::newRow(name) << status << QByteArray::fromStdString(body) << static_cast<int>(kind);
    };
    const std::string code = R"({"code":"SOME_CODE"})";
    row("201 executed", 201, executed(), AnswerKind::Accepted);
    row("200 stored answer", 200, executed(), AnswerKind::Accepted);
    row("200 of another key", 200, executed("1250", "EUR", "PB-1", "OTHER"), AnswerKind::Unknown);
    row("200 with a fraction", 200, executed("1250.0"), AnswerKind::Unknown);
    row("200 beyond 64 bits", 200, executed("9223372036854775808"), AnswerKind::Unknown);
    row("200 without reference", 200, executed("1250", "EUR", ""), AnswerKind::Unknown);
    row("200 with a blank in the reference", 200, executed("1250", "EUR", "PB 1"), AnswerKind::Unknown);
    row("200 with an unknown currency", 200, executed("1250", "EURO"), AnswerKind::Unknown);
    row("200 pending", 200, R"({"status":"PENDING"})", AnswerKind::Unknown);
    row("200 HTML", 200, "<html><body>Welcome</body></html>", AnswerKind::Unknown);
    row("200 cut", 200, executed().substr(0, 40), AnswerKind::Unknown);
    row("200 empty", 200, "", AnswerKind::Unknown);
    row("204", 204, "", AnswerKind::Unknown);
    row("301", 301, code, AnswerKind::Unknown);
    row("402 refused", 402, R"({"code":"NO_FUNDS"})", AnswerKind::Refused);
    row("402 with an unlisted code", 402, code, AnswerKind::Unknown);
    row("402 of a proxy", 402, "<html>pay me</html>", AnswerKind::Unknown);
    row("402 without code", 402, "{}", AnswerKind::Unknown);
    row("409 in flight", 409, code, AnswerKind::InFlight);
    row("422 mismatch", 422, code, AnswerKind::Mismatch);
    row("400 mismatch", 400, code, AnswerKind::Mismatch);
    row("400 of a proxy", 400, "Bad Request", AnswerKind::Unknown);
    row("429", 429, code, AnswerKind::Throttled);
    row("429 of a gateway", 429, "slow down", AnswerKind::Throttled);
    row("401 unlisted", 401, code, AnswerKind::Unknown);
    row("403 unlisted", 403, code, AnswerKind::Unknown);
    row("404 unlisted", 404, code, AnswerKind::Unknown);
    row("418 unlisted", 418, code, AnswerKind::Unknown);
    row("500", 500, code, AnswerKind::Unknown);
    row("503", 503, code, AnswerKind::Unknown);
}

void TstChannelAnswers::aSendIsBelievedOnlyInItsDefiniteForm()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(int, kind);
    const Answer answer = classifySend({status, body.toStdString(), {}}, kKey, refusing());
    QCOMPARE(static_cast<int>(answer.kind), kind);
    QCOMPARE(answer.httpStatus, std::optional{status});
    QCOMPARE(answer.raw, body.toStdString());
    QCOMPARE(answer.error.empty(), answer.kind == AnswerKind::Accepted);
    QCOMPARE(answer.amountMinor.has_value(), answer.kind == AnswerKind::Accepted);
    if (answer.kind == AnswerKind::Accepted) {
        QCOMPARE(*answer.amountMinor, std::int64_t{1250});
        QCOMPARE(answer.currency, std::string{"EUR"});
        QCOMPARE(answer.externalRef, std::string{"PB-000000000001"});
    }
}

// R55, R71: mail and webhooks have neither amount nor currency; what refuses them for good is a code of the profile.
void TstChannelAnswers::aNoticeIsTakenByAnySuccess_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("reference");
    const auto row
        = [](const char* name, int status, const char* body, AnswerKind kind, const std::string& reference = {}) {
              QTest::newRow(name) << status << QByteArray(body) << static_cast<int>(kind)
                                  << QByteArray::fromStdString(reference);
          };
    row("201 with a reference", 201, R"({"reference":"N-1"})", AnswerKind::Accepted, "N-1");
    row("200 of anything", 200, "thank you", AnswerKind::Accepted, kKey.value);
    row("204", 204, "", AnswerKind::Accepted, kKey.value);
    row("200 with a blank in the reference", 200, R"({"reference":"N 1"})", AnswerKind::Accepted, kKey.value);
    row("401 listed", 401, R"({"code":"NO_FUNDS"})", AnswerKind::Refused);
    row("401 unlisted", 401, R"({"code":"SIGNATURE"})", AnswerKind::Unknown);
    row("410 of a proxy", 410, "gone", AnswerKind::Unknown);
    row("409", 409, "{}", AnswerKind::InFlight);
    row("422", 422, "{}", AnswerKind::Mismatch);
    row("429", 429, "", AnswerKind::Throttled);
    row("301", 301, "", AnswerKind::Unknown);
    row("500", 500, R"({"code":"NO_FUNDS"})", AnswerKind::Unknown);
}

void TstChannelAnswers::aNoticeIsTakenByAnySuccess()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(int, kind);
    QFETCH(QByteArray, reference);
    for (const char* carrier : {"mail", "webhook"}) {
        ChannelProfile profile = refusing();
        profile.kind = carrier;
        const Answer answer = classifySend({status, body.toStdString(), {}}, kKey, profile);
        QCOMPARE(static_cast<int>(answer.kind), kind);
        QCOMPARE(answer.externalRef, reference.toStdString());
        QVERIFY(!answer.amountMinor);
    }
}

// R58, K51, K52
void TstChannelAnswers::aQueryCountsOnlyWhenItNamesTheKey_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, int status, const std::string& body, AnswerKind kind) {
        QTest::newRow(name) << status << QByteArray::fromStdString(body) << static_cast<int>(kind);
    };
    const std::string named = R"(","key":")" + kKey.value + R"("})";
    row("executed", 200, executed(), AnswerKind::FoundExecuted);
    row("executed, other key", 200, executed("1", "EUR", "R", "OTHER"), AnswerKind::QueryUnknown);
    row("executed, no amount", 200, R"({"status":"EXECUTED","reference":"R)" + named, AnswerKind::QueryUnknown);
    row("pending", 200, R"({"status":"PENDING)" + named, AnswerKind::FoundPending);
    std::string returned = executed();
    returned.replace(returned.find("EXECUTED"), 8, "RETURNED");
    row("returned", 200, returned, AnswerKind::FoundReturned);
    row("returned, no amount", 200, R"({"status":"RETURNED","reference":"R)" + named, AnswerKind::QueryUnknown);
    row("refused", 200, R"({"status":"REFUSED","code":"NO_FUNDS)" + named, AnswerKind::FoundRefused);
    row("refused with an unlisted code", 200, R"({"status":"REFUSED","code":"UNDER_REVIEW)" + named,
        AnswerKind::QueryUnknown);
    row("refused without code", 200, R"({"status":"REFUSED)" + named, AnswerKind::QueryUnknown);
    row("not found", 404, R"({"status":"NOT_FOUND)" + named, AnswerKind::NotFound);
    row("not found, other key", 404, R"({"status":"NOT_FOUND","key":"OTHER"})", AnswerKind::QueryUnknown);
    row("404 of a proxy", 404, "<html>not found</html>", AnswerKind::QueryUnknown);
    row("404 of another service", 404, R"({"message":"no Route matched"})", AnswerKind::QueryUnknown);
    row("NOT_FOUND with 200", 200, R"({"status":"NOT_FOUND)" + named, AnswerKind::QueryUnknown);
    row("500", 500, R"({"status":"NOT_FOUND)" + named, AnswerKind::QueryUnknown);
    row("429", 429, "{}", AnswerKind::QueryUnknown);
}

void TstChannelAnswers::aQueryCountsOnlyWhenItNamesTheKey()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(int, kind);
    const Answer answer = classifyQuery({status, body.toStdString(), {}}, kKey, refusing());
    QCOMPARE(static_cast<int>(answer.kind), kind);
    QVERIFY(isQueryAnswer(answer.kind));
}

// F54
void TstChannelAnswers::aMajorUnitIsReadByTheCurrencysDecimals()
{
    ChannelProfile profile;
    profile.amountUnit = AmountUnit::Major;
    const Answer kuwait = classifySend({200, executed(R"("1.234")", "KWD"), {}}, kKey, profile);
    QCOMPARE(kuwait.amountMinor, std::optional<std::int64_t>{1234});
    const Answer japan = classifySend({200, executed(R"("500")", "JPY"), {}}, kKey, profile);
    QCOMPARE(japan.amountMinor, std::optional<std::int64_t>{500});
    QCOMPARE(classifySend({200, executed("500", "JPY"), {}}, kKey, profile).kind, AnswerKind::Unknown);
    QCOMPARE(classifySend({200, executed(R"("5.00")", "JPY"), {}}, kKey, profile).kind, AnswerKind::Unknown);
}

// S15: a NUL or half a character would make the database refuse the row, and with it the set.
void TstChannelAnswers::hostileTextIsTamed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("plain") << QByteArray("NO_FUNDS") << QByteArray("NO_FUNDS");
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << QByteArray("a?b");
    QTest::newRow("newline") << QByteArray("a\nb") << QByteArray("a?b");
    QTest::newRow("no UTF-8") << QByteArray("a\xFF") << QByteArray("a?");
    QTest::newRow("overlong") << QByteArray("\xC0\xAF") << QByteArray("??");
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << QByteArray("???");
    QTest::newRow("cut character") << QByteArray("abcdefg茶") << QByteArray("abcdefg");
    QTest::newRow("whole character") << QByteArray("abcde茶") << QByteArray("abcde茶");
}

void TstChannelAnswers::hostileTextIsTamed()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(tamed(text.toStdString(), 8)), expected);
}

// R57, F35
void TstChannelAnswers::thePayloadIsCanonicalAndHasNothingThatChanges()
{
    ClaimedOperation first = operation();
    ClaimedOperation later = operation();
    later.attempts = 3;
    later.version = {9};
    later.attempt = {77};
    later.recoveries = 1;
    const auto bytes = JsonPayloadBuilder{}.build(first, {});
    QVERIFY(bytes);
    QCOMPARE(*bytes,
        std::string{
            R"({"amount":1234,"beneficiary":{"account":"KW81CBKU0000000000001234560101","name":"南洋茶行 \"Tea\""},)"
            R"("currency":"KWD","merchant_id":1032,"operation_id":"0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f",)"
            R"("settle_date":"2026-03-14"})"});
    QCOMPARE(*JsonPayloadBuilder{}.build(later, {}), *bytes);
}

// F54
void TstChannelAnswers::thePayloadFollowsTheProfilesUnit_data()
{
    QTest::addColumn<QByteArray>("currency");
    QTest::addColumn<qlonglong>("minor");
    QTest::addColumn<QByteArray>("amount");
    QTest::newRow("JPY") << QByteArray("JPY") << 500LL << QByteArray(R"("amount":"500")");
    QTest::newRow("KWD") << QByteArray("KWD") << 1234LL << QByteArray(R"("amount":"1.234")");
    QTest::newRow("EUR") << QByteArray("EUR") << 5LL << QByteArray(R"("amount":"0.05")");
}

void TstChannelAnswers::thePayloadFollowsTheProfilesUnit()
{
    QFETCH(QByteArray, currency);
    QFETCH(qlonglong, minor);
    QFETCH(QByteArray, amount);
    ChannelProfile profile;
    profile.amountUnit = AmountUnit::Major;
    ClaimedOperation op = operation();
    op.currency = currency.toStdString();
    op.amountMinor = minor;
    const auto bytes = JsonPayloadBuilder{}.build(op, profile);
    QVERIFY(bytes);
    QVERIFY2(QByteArray::fromStdString(*bytes).contains(amount), bytes->c_str());
}

void TstChannelAnswers::wrongDataIsRefusedByName_data()
{
    QTest::addColumn<int>("what");
    QTest::addColumn<int>("refusal");
    QTest::newRow("zero") << 0 << static_cast<int>(Refusal::AmountOutOfRange);
    QTest::newRow("negative") << 1 << static_cast<int>(Refusal::AmountOutOfRange);
    QTest::newRow("currency") << 2 << static_cast<int>(Refusal::UnknownCurrency);
    QTest::newRow("no account") << 3 << static_cast<int>(Refusal::ValueMalformed);
    QTest::newRow("no UTF-8") << 4 << static_cast<int>(Refusal::ValueMalformed);
}

void TstChannelAnswers::wrongDataIsRefusedByName()
{
    QFETCH(int, what);
    QFETCH(int, refusal);
    ClaimedOperation op = operation();
    if (what == 0)
        op.amountMinor = 0;
    if (what == 1)
        op.amountMinor = -5;
    if (what == 2)
        op.currency = "XTS";
    if (what == 3)
        op.beneficiaryAccount.clear();
    if (what == 4)
        op.beneficiaryName = "\xFF";
    const auto bytes = JsonPayloadBuilder{}.build(op, {});
    QVERIFY(!bytes);
    QCOMPARE(static_cast<int>(bytes.error().refusal.value()), refusal);
}

QTEST_GUILESS_MAIN(TstChannelAnswers)
#include "tst_channel_answers.moc"
