// SPDX-License-Identifier: GPL-3.0-or-later
// The practice bank keeps its own promises: one effect per key, in its book before anyone is told, whatever is lost.
#include "practice_bank/bank.h"

#include "practice_bank_fixture.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <httplib.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include <QDateTime>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using nlohmann::json;
using practice_bank::Bank;
using practice_bank::BankOptions;
using practice_bank::StartFailure;

namespace {

std::string order(std::int64_t amount = 12550, const std::string& currency = "CNY")
{
    return json{{"amount", amount}, {"currency", currency}, {"merchant_id", 17},
        {"operation_id", "6f9619ff-8b86-d011-b42d-00cf4fc964ff"}, {"settle_date", "2026-10-26"},
        {"beneficiary", {{"name", "Harbour Teas"}, {"account", "62220001"}}}}
        .dump();
}

std::string orderWith(const std::string& member, const json& value)
{
    json changed = json::parse(order());
    changed[member] = value;
    return changed.dump();
}

std::string keyNumber(int number)
{
    return std::string("K").append(std::to_string(number));
}

std::string codeOf(const httplib::Result& result)
{
    return json::parse(result->body).value("code", "");
}

} // namespace

class TestPracticeBank : public QObject {
    Q_OBJECT

private slots:
    void sameKeyAndBytesPayOnce();
    void otherBytesUnderTheKeyAreAMismatch();
    void malformedOrdersAreRefused_data();
    void malformedOrdersAreRefused();
    void missingKeyIsNamed();
    void currenciesHaveTheBanksOwnExponents_data();
    void currenciesHaveTheBanksOwnExponents();
    void lostAnswerIsFoundByQuery();
    void failureAfterExecutingLeavesTheEffect();
    void anotherAmountIsToldAndNotBooked();
    void failureBeforeExecutingLeavesNothing();
    void throttledOrderIsToldWhenToComeBack();
    void refusalIsStoredUnderItsKey();
    void secondRequestInFlightIsToldSo();
    void manyThreadsOneKeyOneEntry();
    void chancesStrikeAlikeForTheSameSeed();
    void misbehaviourIsShownAndReset();
    void nonsenseMisbehaviourIsRefused_data();
    void nonsenseMisbehaviourIsRefused();
    void restartReadsTheBookAgain();
    void tornTailIsCutOff_data();
    void tornTailIsCutOff();
    void damagedLineStopsTheStart_data();
    void damagedLineStopsTheStart();
    void secondBankOnOneBookIsRefused();
    void takenPortIsRefused();
    void fullDiskBreaksTheBookAndIsNotAnsweredAsPaid();
    void clockFollowsItsOffset();
    void bookIsReadInPages();
    void summaryCountsPerCurrency();
    void stopDoesNotWaitForIdleConnections();
};

// R57: the outside executes a key once, however often it is sent.
void TestPracticeBank::sameKeyAndBytesPayOnce()
{
    const Practice practice;
    const auto first = practice.pay("K1", order());
    QCOMPARE(first->status, 201);
    const json answer = json::parse(first->body);
    QCOMPARE(answer.at("status").get<std::string>(), std::string("EXECUTED"));
    QCOMPARE(answer.at("amount").get<int>(), 12550);
    QCOMPARE(answer.at("currency").get<std::string>(), std::string("CNY"));
    QCOMPARE(answer.at("key").get<std::string>(), std::string("K1"));
    QVERIFY(answer.at("reference").get<std::string>().starts_with("PB-"));

    const auto second = practice.pay("K1", order());
    QCOMPARE(second->status, 200);
    QCOMPARE(second->body, first->body);
    QCOMPARE(practice.entries(), std::size_t{1});
    QCOMPARE(practice.get("/v1/book/summary").at("repeats").get<int>(), 1);
}

// K56
void TestPracticeBank::otherBytesUnderTheKeyAreAMismatch()
{
    const Practice practice;
    QCOMPARE(practice.pay("K1", order())->status, 201);
    const std::vector<std::string> others{order(12551), orderWith("note", "another member"), order() + " ", "not json"};
    for (const std::string& other : others) {
        const auto result = practice.pay("K1", other);
        QCOMPARE(result->status, 422);
        QCOMPARE(codeOf(result), std::string("MISMATCH"));
    }
    QCOMPARE(practice.entries(), std::size_t{1});
    QCOMPARE(practice.get("/v1/book/summary").at("mismatches").get<std::size_t>(), others.size());
    QCOMPARE(practice.pay("K1", order())->status, 200);
}

void TestPracticeBank::malformedOrdersAreRefused_data()
{
    QTest::addColumn<QByteArray>("body");
    const auto row = [](const char* name, const std::string& body) { QTest::newRow(name) << QByteArray(body.c_str()); };
    row("not JSON", "{");
    row("not an object", "[1]");
    row("amount zero", orderWith("amount", 0));
    row("amount negative", orderWith("amount", -1));
    row("amount in floating point", orderWith("amount", 12.0));
    row("amount as text", orderWith("amount", "12"));
    row("amount past 64 bits", orderWith("amount", 9223372036854775808ULL));
    row("unknown currency", orderWith("currency", "XXX"));
    row("currency in lower case", orderWith("currency", "cny"));
    row("currency out of the middle of the table", orderWith("currency", "D A"));
    row("day that does not exist", orderWith("settle_date", "2026-02-30"));
    row("day with a time", orderWith("settle_date", "2026-10-26T00:00"));
    row("merchant as text", orderWith("merchant_id", "17"));
    row("no operation", orderWith("operation_id", nullptr));
    row("no beneficiary", orderWith("beneficiary", nullptr));
    row("beneficiary without account", orderWith("beneficiary", {{"name", "n"}}));
}

void TestPracticeBank::malformedOrdersAreRefused()
{
    QFETCH(QByteArray, body);
    const Practice practice;
    const auto result = practice.pay("K1", body.toStdString());
    QCOMPARE(result->status, 400);
    QCOMPARE(codeOf(result), std::string("BAD_REQUEST"));
    // Nothing is stored under the key: the right order may still come.
    QCOMPARE(practice.statusOf("K1"), std::string("NOT_FOUND"));
    QCOMPARE(practice.pay("K1", order())->status, 201);
}

void TestPracticeBank::missingKeyIsNamed()
{
    const Practice practice;
    const auto result = practice.client().Post("/v1/payouts", order(), "application/json");
    QCOMPARE(result->status, 400);
    QCOMPARE(codeOf(result), std::string("KEY_MISSING"));
    QCOMPARE(practice.pay(std::string(256, 'k'), order())->status, 400);
}

void TestPracticeBank::currenciesHaveTheBanksOwnExponents_data()
{
    QTest::addColumn<QByteArray>("currency");
    QTest::addColumn<int>("exponent");
    QTest::newRow("yen") << QByteArray("JPY") << 0;
    QTest::newRow("yuan") << QByteArray("CNY") << 2;
    QTest::newRow("dollar") << QByteArray("USD") << 2;
    QTest::newRow("euro") << QByteArray("EUR") << 2;
    QTest::newRow("pound") << QByteArray("GBP") << 2;
    QTest::newRow("Kuwaiti dinar") << QByteArray("KWD") << 3;
    QTest::newRow("unidad de fomento") << QByteArray("CLF") << 4;
    QTest::newRow("first of its row") << QByteArray("AED") << 2;
    QTest::newRow("last of its row") << QByteArray("ZMW") << 2;
}

void TestPracticeBank::currenciesHaveTheBanksOwnExponents()
{
    QFETCH(QByteArray, currency);
    QFETCH(int, exponent);
    const Practice practice;
    QCOMPARE(practice.pay("K1", order(1250, currency.toStdString()))->status, 201);
    const json entry = practice.get("/v1/book").at("entries").at(0);
    QCOMPARE(entry.at("exponent").get<int>(), exponent);
    QCOMPARE(entry.at("amount").get<int>(), 1250);
}

// K52
void TestPracticeBank::lostAnswerIsFoundByQuery()
{
    const Practice practice;
    QCOMPARE(practice.post("/control/misbehave", {{"next", {{"lose_answer", 2}}}}), 200);
    QVERIFY(!practice.pay("K1", order()));
    const json found = practice.get("/v1/payouts/K1");
    QCOMPARE(found.at("status").get<std::string>(), std::string("EXECUTED"));
    QCOMPARE(found.at("amount").get<int>(), 12550);
    QVERIFY(!practice.pay("K1", order())); // The stored answer may be lost as well.
    const auto third = practice.pay("K1", order());
    QCOMPARE(third->status, 200);
    QCOMPARE(third->body, found.dump());
    QCOMPARE(practice.entries(), std::size_t{1});
}

// K53
void TestPracticeBank::failureAfterExecutingLeavesTheEffect()
{
    const Practice practice;
    QCOMPARE(practice.post("/control/misbehave", {{"fail_after_execute", 1}}), 200);
    QCOMPARE(practice.pay("K1", order())->status, 500);
    QCOMPARE(practice.pay("K1", order())->status, 500);
    QCOMPARE(practice.statusOf("K1"), std::string("EXECUTED"));
    QCOMPARE(practice.post("/control/misbehave", json::object()), 200);
    QCOMPARE(practice.pay("K1", order())->status, 200);
    QCOMPARE(practice.entries(), std::size_t{1});
}

void TestPracticeBank::anotherAmountIsToldAndNotBooked()
{
    const Practice practice;
    QCOMPARE(practice.post("/control/misbehave", {{"next", {{"other_amount", 1}}}}), 200);
    const auto told = practice.pay("K1", order());
    QCOMPARE(told->status, 201);
    QCOMPARE(json::parse(told->body).at("amount").get<int>(), 12551);
    QCOMPARE(practice.get("/v1/book").at("entries").at(0).at("amount").get<int>(), 12550);
    QCOMPARE(json::parse(practice.pay("K1", order())->body).at("amount").get<int>(), 12550);
}

// K51
void TestPracticeBank::failureBeforeExecutingLeavesNothing()
{
    const Practice practice;
    QCOMPARE(practice.post("/control/misbehave", {{"next", {{"fail_before_execute", 1}}}}), 200);
    QCOMPARE(practice.pay("K1", order())->status, 503);
    const auto asked = practice.client().Get("/v1/payouts/K1");
    QCOMPARE(asked->status, 404);
    QCOMPARE(asked->body, std::string(R"({"key":"K1","status":"NOT_FOUND"})"));
    QCOMPARE(practice.entries(), std::size_t{0});
    QCOMPARE(practice.pay("K1", order())->status, 201);
}

// K62
void TestPracticeBank::throttledOrderIsToldWhenToComeBack()
{
    const Practice practice;
    QCOMPARE(practice.post("/control/misbehave", {{"next", {{"throttle", 1}}}, {"retry_after_s", 7}}), 200);
    const auto result = practice.pay("K1", order());
    QCOMPARE(result->status, 429);
    QCOMPARE(result->get_header_value("Retry-After"), std::string("7"));
    QCOMPARE(practice.pay("K1", order())->status, 201);
}

void TestPracticeBank::refusalIsStoredUnderItsKey()
{
    Practice practice;
    QCOMPARE(practice.post("/control/misbehave", {{"next", {{"refuse", 2}}}}), 200);
    QCOMPARE(practice.pay("K1", order())->status, 402);
    QCOMPARE(practice.post("/control/misbehave", {{"next", {{"refuse", 1}}}, {"refuse_code", "ACCOUNT_CLOSED"}}), 200);
    QCOMPARE(codeOf(practice.pay("K2", order())), std::string("ACCOUNT_CLOSED"));
    practice.restart();
    const auto again = practice.pay("K1", order());
    QCOMPARE(again->status, 402);
    QCOMPARE(codeOf(again), std::string("INSUFFICIENT_FUNDS"));
    const json asked = practice.get("/v1/payouts/K2");
    QCOMPARE(asked.at("status").get<std::string>(), std::string("REFUSED"));
    QCOMPARE(asked.at("code").get<std::string>(), std::string("ACCOUNT_CLOSED"));
    // Refusals are no effects: the next payout is the first of the book.
    QCOMPARE(practice.pay("K3", order())->status, 201);
    QCOMPARE(practice.get("/v1/book").at("last_seq").get<int>(), 1);
    QCOMPARE(practice.get("/v1/book/summary").at("refused").get<int>(), 2);
}

// K55
void TestPracticeBank::secondRequestInFlightIsToldSo()
{
    Practice practice;
    QCOMPARE(practice.post("/control/misbehave", {{"delay_ms", 600'000}}), 200);
    std::optional<int> status;
    std::thread first([&] {
        const auto result = practice.pay("K1", order());
        status = result ? result->status : 0;
    });
    QTRY_COMPARE(QString::fromStdString(practice.statusOf("K1")), QStringLiteral("PENDING"));
    const auto second = practice.pay("K1", order());
    QCOMPARE(second->status, 409);
    QCOMPARE(codeOf(second), std::string("IN_FLIGHT"));
    QCOMPARE(practice.pay("K1", order(1))->status, 422);
    practice.stop(); // Ends the delay; what did not begin to be written is not executed.
    first.join();
    QVERIFY(status != 201);
    practice.start();
    QCOMPARE(practice.statusOf("K1"), std::string("NOT_FOUND"));
}

// R57, K55
void TestPracticeBank::manyThreadsOneKeyOneEntry()
{
    const Practice practice;
    constexpr int kThreads = 16;
    constexpr int kKeys = 25;
    std::atomic<int> executed{0};
    std::atomic<int> repeated{0};
    std::atomic<int> inFlight{0};
    std::atomic<int> others{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&] {
            auto client = practice.client();
            client.set_keep_alive(true);
            for (int key = 0; key < kKeys; ++key) {
                const httplib::Headers headers{{"Idempotency-Key", keyNumber(key)}};
                const auto result = client.Post("/v1/payouts", headers, order(), "application/json");
                const int status = result ? result->status : 0;
                ++(status == 201 ? executed : status == 200 ? repeated : status == 409 ? inFlight : others);
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    QCOMPARE(executed.load(), kKeys);
    QCOMPARE(others.load(), 0);
    QCOMPARE(repeated + inFlight, kKeys * (kThreads - 1));
    QCOMPARE(practice.entries(), std::size_t{kKeys});
}

void TestPracticeBank::chancesStrikeAlikeForTheSameSeed()
{
    const auto statuses = [](int seed) {
        const Practice practice;
        static_cast<void>(practice.post("/control/misbehave", {{"fail_after_execute", 0.5}, {"seed", seed}}));
        std::vector<int> seen;
        for (int send = 0; send < 40; ++send) {
            seen.push_back(practice.pay(keyNumber(send / 2), order())->status);
        }
        return seen;
    };
    const auto first = statuses(5);
    QCOMPARE(statuses(5), first);
    QVERIFY(statuses(6) != first);
    const auto failures = std::count(first.begin(), first.end(), 500);
    QVERIFY(failures > 5 && failures < 35);
}

void TestPracticeBank::misbehaviourIsShownAndReset()
{
    const Practice practice;
    const std::string behaved = practice.get("/control/misbehave").dump();
    QCOMPARE(
        practice.post("/control/misbehave", {{"delay_ms", 3}, {"refuse", 0.25}, {"next", {{"throttle", 4}}}}), 200);
    const json shown = practice.get("/control/misbehave");
    QCOMPARE(shown.at("delay_ms").get<int>(), 3);
    QCOMPARE(shown.at("refuse").get<double>(), 0.25);
    QCOMPARE(shown.at("next").at("throttle").get<int>(), 4);
    QCOMPARE(practice.post("/control/misbehave", shown), 200); // What is shown can be posted.
    QCOMPARE(practice.get("/control/misbehave").dump(), shown.dump());
    QCOMPARE(practice.post("/control/misbehave", json::object()), 200);
    QCOMPARE(practice.get("/control/misbehave").dump(), behaved);
}

void TestPracticeBank::nonsenseMisbehaviourIsRefused_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("not JSON") << QByteArray("lose_answer");
    QTest::newRow("unknown member") << QByteArray(R"({"lose_answers":1})");
    QTest::newRow("above one") << QByteArray(R"({"refuse":1.5})");
    QTest::newRow("below zero") << QByteArray(R"({"refuse":-0.1})");
    QTest::newRow("unknown misdeed next") << QByteArray(R"({"next":{"delay_ms":1}})");
    QTest::newRow("negative count") << QByteArray(R"({"next":{"refuse":-1}})");
    QTest::newRow("unknown code") << QByteArray(R"({"refuse_code":"NO"})");
}

void TestPracticeBank::nonsenseMisbehaviourIsRefused()
{
    QFETCH(QByteArray, body);
    const Practice practice;
    const std::string before = practice.get("/control/misbehave").dump();
    const auto result = practice.client().Post("/control/misbehave", body.toStdString(), "application/json");
    QCOMPARE(result->status, 400);
    QCOMPARE(practice.get("/control/misbehave").dump(), before);
}

void TestPracticeBank::restartReadsTheBookAgain()
{
    Practice practice;
    const auto first = practice.pay("K1", order());
    const std::string before = practice.get("/v1/book").dump();
    const int port = practice.port();
    practice.restart();
    QCOMPARE(practice.port(), port);
    QCOMPARE(practice.get("/v1/book").dump(), before);
    const auto again = practice.pay("K1", order());
    QCOMPARE(again->status, 200);
    QCOMPARE(again->body, first->body);
    QCOMPARE(practice.pay("K1", order(1))->status, 422);
    QCOMPARE(practice.pay("K2", order())->status, 201);
    QCOMPARE(practice.get("/v1/book").at("last_seq").get<int>(), 2);
}

void TestPracticeBank::tornTailIsCutOff_data()
{
    QTest::addColumn<QByteArray>("tail");
    QTest::newRow("one byte") << QByteArray("{");
    QTest::newRow("half a line") << QByteArray(R"({"amount":12550,"body_sha256":"03b66)");
    QTest::newRow("zeros after a power cut") << QByteArray(100, '\0');
}

void TestPracticeBank::tornTailIsCutOff()
{
    QFETCH(QByteArray, tail);
    Practice practice;
    QCOMPARE(practice.pay("K1", order())->status, 201);
    practice.stop();
    const auto sound = std::filesystem::file_size(practice.bookFile());
    QFile book(QString::fromStdString(practice.bookFile()));
    QVERIFY(book.open(QIODevice::Append));
    book.write(tail);
    book.close();
    practice.start();
    QVERIFY(practice.logged("torn_line_cut"));
    QCOMPARE(std::filesystem::file_size(practice.bookFile()), sound);
    QCOMPARE(practice.pay("K2", order())->status, 201);
    practice.restart();
    QCOMPARE(practice.entries(), std::size_t{2});
}

void TestPracticeBank::damagedLineStopsTheStart_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("no JSON") << QByteArray("{\"amount\":2,") << QByteArray("amount:2,") << QByteArray("line 2");
    QTest::newRow("a line is missing") << QByteArray("\"line\":2,") << QByteArray("\"line\":3,")
                                       << QByteArray("line 2");
    QTest::newRow("a key twice") << QByteArray("\"K3\"") << QByteArray("\"K1\"") << QByteArray("line 3");
    QTest::newRow("an exponent changed") << QByteArray("\"exponent\":2") << QByteArray("\"exponent\":3")
                                         << QByteArray("line 1");
}

void TestPracticeBank::damagedLineStopsTheStart()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, named);
    Practice practice;
    for (int i = 1; i <= 3; ++i) {
        QCOMPARE(practice.pay(keyNumber(i), order(i))->status, 201);
    }
    practice.stop();
    QFile book(QString::fromStdString(practice.bookFile()));
    QVERIFY(book.open(QIODevice::ReadWrite));
    QByteArray text = book.readAll();
    QVERIFY(text.contains(from));
    text.replace(from, to);
    book.resize(0);
    book.write(text);
    book.close();
    try {
        practice.start();
        QFAIL("a damaged book was accepted");
    } catch (const StartFailure& failure) {
        QVERIFY2(QByteArray(failure.what()).contains(named), failure.what());
    }
    QVERIFY(book.open(QIODevice::ReadOnly));
    QCOMPARE(book.readAll(), text); // Evidence is left as it was found.
}

void TestPracticeBank::secondBankOnOneBookIsRefused()
{
    const Practice practice;
    BankOptions options;
    options.book = practice.bookFile();
    Bank second(options);
    QVERIFY_EXCEPTION_THROWN(second.start(), StartFailure);
    QCOMPARE(practice.pay("K1", order())->status, 201);
}

void TestPracticeBank::takenPortIsRefused()
{
    const Practice practice;
    const QTemporaryDir folder;
    BankOptions options;
    options.book = folder.filePath(QStringLiteral("other.book")).toStdString();
    options.port = practice.port();
    Bank second(options);
    try {
        second.start();
        QFAIL("two banks share a port");
    } catch (const StartFailure& failure) {
        QVERIFY2(QByteArray(failure.what()).contains("the port is taken"), failure.what());
    }
}

void TestPracticeBank::fullDiskBreaksTheBookAndIsNotAnsweredAsPaid()
{
    Practice practice;
    QCOMPARE(practice.pay("K1", order())->status, 201);
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit full{std::filesystem::file_size(practice.bookFile()) + 20, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &full);
    const auto result = practice.pay("K2", order());
    ::setrlimit(RLIMIT_FSIZE, &before);
    QCOMPARE(result->status, 500);
    QTRY_COMPARE(practice.breaks(), 1);
    QCOMPARE(practice.client().Get("/healthz")->status, 503);
    // Unknown is not failed: until the file has been read again, the bank does not say that the key was never seen.
    QCOMPARE(practice.statusOf("K2"), std::string("PENDING"));
    QCOMPARE(practice.pay("K3", order())->status, 503);
    QCOMPARE(practice.entries(), std::size_t{1});
    practice.restart();
    QCOMPARE(practice.client().Get("/healthz")->status, 200);
    QCOMPARE(practice.statusOf("K2"), std::string("NOT_FOUND"));
    QCOMPARE(practice.pay("K2", order())->status, 201);
    QCOMPARE(practice.entries(), std::size_t{2});
}

void TestPracticeBank::clockFollowsItsOffset()
{
    Practice practice;
    const auto instant = [&] {
        const auto text = practice.get("/control/clock").at("now").get<std::string>();
        return QDateTime::fromString(QString::fromStdString(text), Qt::ISODateWithMs);
    };
    const qint64 ninetyDaysMs = 90LL * 24 * 3600 * 1000;
    QCOMPARE(practice.post("/control/clock", {{"offset_ms", -ninetyDaysMs}}), 200);
    QCOMPARE(practice.get("/control/clock").at("offset_ms").get<qint64>(), -ninetyDaysMs);
    const auto before = QDateTime::currentDateTimeUtc().addMSecs(-ninetyDaysMs);
    const auto shown = instant();
    QCOMPARE(practice.pay("K1", order())->status, 201);
    const auto after = QDateTime::currentDateTimeUtc().addMSecs(-ninetyDaysMs);
    const auto executedText = practice.get("/v1/book").at("entries").at(0).at("executed_at").get<std::string>();
    const auto executedAt = QDateTime::fromString(QString::fromStdString(executedText), Qt::ISODateWithMs);
    QVERIFY(before <= shown && shown <= executedAt && executedAt <= after);

    for (const json& nonsense : {json{{"offset_ms", 0.5}}, json{{"offset", 1}}, json{{"offset_ms", 1e18}}, json(1)}) {
        QCOMPARE(practice.post("/control/clock", nonsense), 400);
    }
    practice.stop();
    practice.start(std::chrono::hours{24});
    QVERIFY(instant() > QDateTime::currentDateTimeUtc().addSecs(23 * 3600));
}

void TestPracticeBank::bookIsReadInPages()
{
    const Practice practice;
    for (int i = 1; i <= 5; ++i) {
        QCOMPARE(practice.pay(keyNumber(i), order(i))->status, 201);
    }
    std::vector<int> amounts;
    for (int after = 0;;) {
        const json page = practice.get(std::string("/v1/book?limit=2&after=").append(std::to_string(after)));
        QCOMPARE(page.at("last_seq").get<int>(), 5);
        if (page.at("entries").empty()) {
            break;
        }
        QVERIFY(page.at("entries").size() <= 2);
        for (const json& entry : page.at("entries")) {
            amounts.push_back(entry.at("amount").get<int>());
            after = entry.at("seq").get<int>();
            QCOMPARE(entry.at("merchant_id").get<int>(), 17);
            QCOMPARE(entry.at("settle_date").get<std::string>(), std::string("2026-10-26"));
            QCOMPARE(entry.at("body_sha256").get<std::string>().size(), std::size_t{64});
        }
    }
    QCOMPARE(amounts, (std::vector<int>{1, 2, 3, 4, 5}));
    for (const char* path : {"/v1/book?limit=0", "/v1/book?limit=-1", "/v1/book?after=x", "/v1/book?limit=10001"}) {
        QCOMPARE(practice.client().Get(path)->status, 400);
    }
}

void TestPracticeBank::summaryCountsPerCurrency()
{
    Practice practice;
    QCOMPARE(practice.pay("K1", order(100, "CNY"))->status, 201);
    QCOMPARE(practice.pay("K2", order(50, "CNY"))->status, 201);
    QCOMPARE(practice.pay("K3", order(9'223'372'036'854'775'807, "JPY"))->status, 201);
    QCOMPARE(practice.pay("K4", order(1, "JPY"))->status, 201);
    practice.restart();
    const json summary = practice.get("/v1/book/summary");
    QCOMPARE(summary.at("executed").get<int>(), 4);
    QCOMPARE(summary.at("totals").at("CNY").dump(), std::string(R"({"amount":150,"count":2,"exponent":2})"));
    // The total stays at the largest number rather than turn negative.
    QCOMPARE(
        summary.at("totals").at("JPY").dump(), std::string(R"({"amount":9223372036854775807,"count":2,"exponent":0})"));
}

void TestPracticeBank::stopDoesNotWaitForIdleConnections()
{
    Practice practice;
    std::vector<std::unique_ptr<httplib::Client>> idle;
    for (int i = 0; i < 20; ++i) {
        idle.push_back(std::make_unique<httplib::Client>("127.0.0.1", practice.port()));
        idle.back()->set_keep_alive(true);
        QCOMPARE(idle.back()->Get("/healthz")->status, 200);
    }
    // The bank would keep these connections for a minute, and a read that does not see the stop lasts five seconds.
    QElapsedTimer watch;
    watch.start();
    practice.stop();
    QVERIFY(watch.elapsed() < 4'000);
}

QTEST_GUILESS_MAIN(TestPracticeBank)
#include "tst_practice_bank.moc"
