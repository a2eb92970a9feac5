// SPDX-License-Identifier: GPL-3.0-or-later
// The payment channel on real sockets: the practice bank, and a server that breaks every promise of HTTP.
#include <QElapsedTimer>
#include <QTest>

#include "channel/book_reader.h"
#include "channel/curl_payment_channel.h"
#include "channel/http_call.h"
#include "channel/payload_builder.h"
#include "channel/practice_control.h"
#include "practice_bank_fixture.h"
#include "scripted_server.h"

#include <ctime>
#include <map>
#include <set>

using namespace onceover;
using namespace onceover::channel;
using namespace std::chrono_literals;

namespace {

const IdempotencyKey kKey{"MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"};

ChannelProfile profileOf(std::string endpoint)
{
    ChannelProfile profile;
    profile.refusalCodes = {"INSUFFICIENT_FUNDS"};
    profile.channel = {"practice-bank"};
    profile.keyTransport = "header:Idempotency-Key";
    profile.endpoint = std::move(endpoint);
    profile.connectTimeout = 400ms;
    profile.answerTimeout = 400ms;
    return profile;
}

std::string orderFor(int merchant, std::int64_t amount = 1250)
{
    ClaimedOperation operation;
    operation.ref.id.value.bytes[15] = static_cast<std::uint8_t>(merchant);
    operation.merchant = {merchant};
    operation.settleDate = *BusinessDate::parse("2026-03-14");
    operation.currency = "EUR";
    operation.amountMinor = amount;
    operation.beneficiaryName = "Café Zoë";
    operation.beneficiaryAccount = "DE02120300000000202051";
    return *JsonPayloadBuilder{}.build(operation, {});
}

IdempotencyKey keyNumber(int number)
{
    std::string key(32, 'A');
    key[30] = static_cast<char>('A' + number / 26 % 26);
    key[31] = static_cast<char>('A' + number % 26);
    key[29] = static_cast<char>('A' + number / 676);
    return {key};
}

std::chrono::nanoseconds boottime()
{
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return std::chrono::seconds{now.tv_sec} + std::chrono::nanoseconds{now.tv_nsec};
}

/// Pumps until every request is answered; never longer than ten seconds.
std::map<std::uint64_t, Answer> collect(CurlPaymentChannel& channel)
{
    std::map<std::uint64_t, Answer> answers;
    QElapsedTimer timer;
    timer.start();
    while (channel.inFlight() > 0 && timer.elapsed() < 10000) {
        for (ChannelAnswer& answer : channel.pump(100ms, -1, -1))
            answers.emplace(answer.token, std::move(answer.answer));
    }
    return answers;
}

Answer ask(CurlPaymentChannel& channel, const std::string& endpoint, bool isQuery = false, IdempotencyKey key = kKey,
    std::chrono::nanoseconds writeBefore = {})
{
    channel.start({1, isQuery, profileOf(endpoint), key, isQuery ? "" : orderFor(1), writeBefore});
    return collect(channel)[1];
}

std::string executedBody()
{
    return R"({"status":"EXECUTED","reference":"PB-1","amount":1250,"currency":"EUR","key":")" + kKey.value + R"("})";
}

} // namespace

class TstChannelHttp : public QObject {
    Q_OBJECT

private slots:
    void theBankExecutesAnOrderOnceAndTellsItByKey();
    void aLateSenderChangesNothing_data(); // R38
    void aLateSenderChangesNothing();
    void theKeyGoesWhereTheProfileSays_data(); // R62
    void theKeyGoesWhereTheProfileSays();
    void hundredsAreInFlightOnOneThread();
    void everyMisdeedOfTheBankIsTold_data();
    void everyMisdeedOfTheBankIsTold();
    void retryAfterIsRead();
    void whatProvablyNeverLeftIsNotSent();
    void aBrokenConversationIsUnknown_data();
    void aBrokenConversationIsUnknown();
    void aDeadKeptConnectionNeverRepeatsTheOrder();
    void noByteLeavesAfterTheLease();
    void pumpEndsWhenTheWakeDescriptorBecomesReadable();
    void theBookIsReadPageByPage();
    void theBankIsMovedAndMadeToMisbehave();
};

// R57, R60
void TstChannelHttp::theBankExecutesAnOrderOnceAndTellsItByKey()
{
    Practice bank;
    const std::string endpoint = "http://127.0.0.1:" + std::to_string(bank.port()) + "/";
    CurlPaymentChannel channel;
    QCOMPARE(ask(channel, endpoint, true).kind, AnswerKind::NotFound);
    const Answer first = ask(channel, endpoint);
    QCOMPARE(first.kind, AnswerKind::Accepted);
    QCOMPARE(first.amountMinor, std::optional<std::int64_t>{1250});
    const Answer again = ask(channel, endpoint);
    QCOMPARE(again.kind, AnswerKind::Accepted);
    QCOMPARE(again.externalRef, first.externalRef);
    const Answer found = ask(channel, endpoint, true);
    QCOMPARE(found.kind, AnswerKind::FoundExecuted);
    QCOMPARE(found.externalRef, first.externalRef);
    QCOMPARE(bank.entries(), std::size_t{1});

    channel.start({2, false, profileOf(endpoint), kKey, orderFor(1, 1251)}); // K56
    QCOMPARE(collect(channel)[2].kind, AnswerKind::Mismatch);
    QCOMPARE(bank.entries(), std::size_t{1});
}

void TstChannelHttp::aLateSenderChangesNothing_data()
{
    QTest::addColumn<bool>("fences");
    QTest::addColumn<bool>("isDeclared");
    QTest::newRow("a bank that fences turns it away") << true << true;
    QTest::newRow("a bank that does not answers by the key") << false << true;
    QTest::newRow("a bank that never said so is sent no token") << true << false;
}

// The earlier holder of a message comes after its successor: its token is smaller.
void TstChannelHttp::aLateSenderChangesNothing()
{
    QFETCH(bool, fences);
    QFETCH(bool, isDeclared);
    Practice bank;
    const std::string endpoint = "http://127.0.0.1:" + std::to_string(bank.port()) + "/";
    QVERIFY(
        callHttp(joinUrl(endpoint, "/control/character"), fences ? R"({"fencing":true})" : R"({"fencing":false})", 5s));
    CurlPaymentChannel channel;
    const auto send = [&](std::int64_t version) {
        ChannelRequest request;
        request.token = 1;
        request.profile = profileOf(endpoint);
        request.profile.fencing = isDeclared;
        request.key = kKey;
        request.payload = orderFor(1);
        request.version = version;
        channel.start(std::move(request));
        return collect(channel)[1];
    };
    const Answer successor = send(2);
    QCOMPARE(successor.kind, AnswerKind::Accepted);
    const Answer late = send(1);
    const bool isTurnedAway = fences && isDeclared;
    QCOMPARE(late.kind, isTurnedAway ? AnswerKind::Unknown : AnswerKind::Accepted);
    QCOMPARE(late.code, std::string{isTurnedAway ? "STALE_TOKEN" : ""});
    if (!isTurnedAway)
        QCOMPARE(late.externalRef, successor.externalRef);
    QCOMPARE(send(2).externalRef, successor.externalRef);
    QCOMPARE(send(3).externalRef, successor.externalRef);
    QCOMPARE(readBook(endpoint)->size(), std::size_t{1});
}

void TstChannelHttp::theKeyGoesWhereTheProfileSays_data()
{
    QTest::addColumn<std::string>("transport");
    QTest::addColumn<AnswerKind>("kind");
    QTest::newRow("in the header that the bank reads") << std::string{"header:X-Request-Id"} << AnswerKind::Accepted;
    QTest::newRow("in another one") << std::string{"header:Idempotency-Key"} << AnswerKind::Mismatch; // 400 KEY_MISSING
    QTest::newRow("where we cannot put it: nothing leaves") << std::string{"body:id"} << AnswerKind::NotSent;
}

void TstChannelHttp::theKeyGoesWhereTheProfileSays()
{
    QFETCH(std::string, transport);
    QFETCH(AnswerKind, kind);
    Practice bank;
    const std::string endpoint = "http://127.0.0.1:" + std::to_string(bank.port()) + "/";
    QVERIFY(callHttp(joinUrl(endpoint, "/control/character"), R"({"key_header":"X-Request-Id"})", 5s));
    CurlPaymentChannel channel;
    ChannelRequest request;
    request.token = 1;
    request.profile = profileOf(endpoint);
    request.profile.keyTransport = transport;
    request.key = kKey;
    request.payload = orderFor(1);
    channel.start(std::move(request));
    QCOMPARE(collect(channel)[1].kind, kind);
    QCOMPARE(readBook(endpoint)->size(), std::size_t{kind == AnswerKind::Accepted ? 1U : 0U});
}

void TstChannelHttp::hundredsAreInFlightOnOneThread()
{
    QTemporaryDir folder;
    practice_bank::BankOptions options;
    options.book = folder.filePath(QStringLiteral("bank.book")).toStdString();
    options.connectionsMax = 512; // Each request in flight needs a connection of its own.
    practice_bank::Bank bank(options);
    const std::string endpoint = "http://127.0.0.1:" + std::to_string(bank.start());
    QVERIFY(setMisbehaviour(endpoint, R"({"delay_ms":50})"));
    CurlPaymentChannel channel;
    ChannelProfile profile = profileOf(endpoint);
    profile.answerTimeout = 10s;
    constexpr int kOrders = 300;
    for (int i = 0; i < kOrders; ++i)
        channel.start({static_cast<std::uint64_t>(i), false, profile, keyNumber(i), orderFor(i)});
    QCOMPARE(channel.inFlight(), std::size_t{kOrders});
    const auto answers = collect(channel);
    QCOMPARE(answers.size(), std::size_t{kOrders});
    std::set<std::string> references;
    for (const auto& [token, answer] : answers) {
        QCOMPARE(answer.kind, AnswerKind::Accepted);
        references.insert(answer.externalRef);
    }
    QCOMPARE(references.size(), std::size_t{kOrders});
}

// K52, K53, K62
void TstChannelHttp::everyMisdeedOfTheBankIsTold_data()
{
    QTest::addColumn<QByteArray>("misdeed");
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("executed");
    QTest::newRow("5xx before") << QByteArray("fail_before_execute") << static_cast<int>(AnswerKind::Unknown) << 0;
    QTest::newRow("5xx after") << QByteArray("fail_after_execute") << static_cast<int>(AnswerKind::Unknown) << 1;
    QTest::newRow("lost") << QByteArray("lose_answer") << static_cast<int>(AnswerKind::Unknown) << 1;
    QTest::newRow("throttled") << QByteArray("throttle") << static_cast<int>(AnswerKind::Throttled) << 0;
    QTest::newRow("refused") << QByteArray("refuse") << static_cast<int>(AnswerKind::Refused) << 0;
}

void TstChannelHttp::everyMisdeedOfTheBankIsTold()
{
    QFETCH(QByteArray, misdeed);
    QFETCH(int, kind);
    QFETCH(int, executed);
    Practice bank;
    const std::string endpoint = "http://127.0.0.1:" + std::to_string(bank.port());
    QVERIFY(setMisbehaviour(endpoint, R"({")" + misdeed.toStdString() + R"(":1})"));
    CurlPaymentChannel channel;
    QCOMPARE(static_cast<int>(ask(channel, endpoint).kind), kind);
    QCOMPARE(bank.entries(), static_cast<std::size_t>(executed));
}

void TstChannelHttp::retryAfterIsRead()
{
    const ScriptedServer server({{ScriptedServer::http("429 Too Many Requests", "{}", "Retry-After: 7\r\n"), false}});
    CurlPaymentChannel channel;
    const Answer answer = ask(channel, server.endpoint());
    QCOMPARE(answer.kind, AnswerKind::Throttled);
    QCOMPARE(answer.retryAfter, std::optional<milliseconds>{7s});
}

void TstChannelHttp::whatProvablyNeverLeftIsNotSent()
{
    CurlPaymentChannel channel;
    std::string refused;
    {
        const ScriptedServer gone({});
        refused = gone.endpoint();
    }
    QCOMPARE(ask(channel, refused).kind, AnswerKind::NotSent);
    QCOMPARE(ask(channel, "http://no-such-host.invalid").kind, AnswerKind::NotSent);
    QCOMPARE(ask(channel, "ftp://127.0.0.1").kind, AnswerKind::NotSent);
    QCOMPARE(ask(channel, refused, true).kind, AnswerKind::QueryUnknown);
}

// K51, K65
void TstChannelHttp::aBrokenConversationIsUnknown_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<bool>("resets");
    const std::string whole = ScriptedServer::http("200 OK", executedBody());
    QTest::newRow("silence until the time-out") << QByteArray() << false << false;
    QTest::newRow("closed without a byte") << QByteArray() << true << false;
    QTest::newRow("reset") << QByteArray() << false << true;
    QTest::newRow("half a head") << QByteArray("HTTP/1.1 200 O") << true << false;
    QTest::newRow("head alone") << QByteArray::fromStdString(whole.substr(0, whole.find('{'))) << true << false;
    QTest::newRow("body cut by one byte") << QByteArray::fromStdString(whole).chopped(1) << true << false;
    QTest::newRow("no HTTP") << QByteArray("+PONG\r\n\r\n") << true << false;
    QTest::newRow("too large") << QByteArray::fromStdString(ScriptedServer::http("200 OK", std::string(70000, ' ')))
                               << true << false;
    QTest::newRow("redirect") << QByteArray::fromStdString(
        ScriptedServer::http("307 Temporary Redirect", "{}", "Location: /v1/payouts\r\n"))
                              << true << false;
}

void TstChannelHttp::aBrokenConversationIsUnknown()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, closes);
    QFETCH(bool, resets);
    const ScriptedServer server({{bytes.toStdString(), closes, resets}, {bytes.toStdString(), closes, resets}});
    CurlPaymentChannel channel;
    QCOMPARE(ask(channel, server.endpoint()).kind, AnswerKind::Unknown);
    QCOMPARE(server.requests(), 1);
    QCOMPARE(ask(channel, server.endpoint(), true).kind, AnswerKind::QueryUnknown);
}

// Rule 8: libcurl alone would send the order again on a fresh connection without asking first.
void TstChannelHttp::aDeadKeptConnectionNeverRepeatsTheOrder()
{
    const std::string whole = ScriptedServer::http("200 OK", executedBody());
    const ScriptedServer server({{whole, false}, {"", true}, {whole, false}});
    CurlPaymentChannel channel;
    QCOMPARE(ask(channel, server.endpoint()).kind, AnswerKind::Accepted);
    QCOMPARE(ask(channel, server.endpoint()).kind, AnswerKind::Unknown);
    QCOMPARE(server.requests(), 2);
    QCOMPARE(ask(channel, server.endpoint()).kind, AnswerKind::Accepted);
}

// DESIGN.md rule 12
void TstChannelHttp::noByteLeavesAfterTheLease()
{
    const ScriptedServer server({{ScriptedServer::http("200 OK", executedBody()), false}});
    CurlPaymentChannel channel;
    QCOMPARE(ask(channel, server.endpoint(), false, kKey, boottime()).kind, AnswerKind::NotSent);
    QCOMPARE(server.requests(), 0);
    QCOMPARE(ask(channel, server.endpoint(), false, kKey, boottime() + 60s).kind, AnswerKind::Accepted);
    QCOMPARE(server.requests(), 1);
}

void TstChannelHttp::pumpEndsWhenTheWakeDescriptorBecomesReadable()
{
    const int wake = ::eventfd(1, EFD_CLOEXEC);
    CurlPaymentChannel channel;
    QElapsedTimer timer;
    timer.start();
    QVERIFY(channel.pump(30s, -1, wake).empty());
    QVERIFY(timer.elapsed() < 20000);
    ::close(wake);
}

void TstChannelHttp::theBookIsReadPageByPage()
{
    Practice bank;
    const std::string endpoint = "http://127.0.0.1:" + std::to_string(bank.port());
    QVERIFY(readBook(endpoint)->empty());
    CurlPaymentChannel channel;
    ChannelProfile profile = profileOf(endpoint);
    profile.connectTimeout = 10s; // Every order is to be in the book, however slow the machine is.
    profile.answerTimeout = 10s;
    for (int i = 0; i < 30; ++i)
        channel.start({static_cast<std::uint64_t>(i), false, profile, keyNumber(i), orderFor(i, 100 + i)});
    collect(channel);
    const auto book = readBook(endpoint, "practice-bank");
    QVERIFY(book);
    QCOMPARE(book->size(), std::size_t{30});
    std::set<std::string> keys;
    std::int64_t sum = 0;
    for (const OutsideEffect& effect : *book) {
        keys.insert(effect.key);
        sum += effect.amountMinor;
        QCOMPARE(effect.currency, std::string{"EUR"});
        QCOMPARE(effect.channel, std::string{"practice-bank"});
    }
    QCOMPARE(keys.size(), std::size_t{30});
    QCOMPARE(sum, std::int64_t{30 * 100 + 435});
    bank.stop();
    QCOMPARE(readBook(endpoint).error().kind, FailureKind::Unavailable);
}

void TstChannelHttp::theBankIsMovedAndMadeToMisbehave()
{
    Practice bank;
    const std::string endpoint = "http://127.0.0.1:" + std::to_string(bank.port());
    QVERIFY(waitUntilHealthy(endpoint, 5s));
    QVERIFY(moveBankClock(endpoint, -86400000ms));
    QCOMPARE(bank.get("/control/clock").at("offset_ms").get<long>(), -86400000L);
    QVERIFY(setMisbehaviour(endpoint, R"({"delay_ms":5})"));
    QCOMPARE(setMisbehaviour(endpoint, R"({"no_such":5})").error().kind, FailureKind::Broken);
}

QTEST_GUILESS_MAIN(TstChannelHttp)
#include "tst_channel_http.moc"
