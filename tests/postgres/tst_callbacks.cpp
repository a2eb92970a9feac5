// SPDX-License-Identifier: GPL-3.0-or-later
// Callbacks of a real bank through the real door into a real database: whatever order, however often, true or forged.
#include <QTest>

#include "engine_bench.h"

#include "channel/callback_reader.h"
#include "channel/http_call.h"
#include "channel/practice_control.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace onceover;
using namespace onceover::test;
using engine::Role;

namespace {

const std::string kDay = "2026-10-25";
const std::string kOpenDifferences = "SELECT kind, grade, count(*) FROM onceover.reconciliation_difference WHERE "
                                     "status = 'OPEN' GROUP BY 1, 2 ORDER BY 1, 2";
const std::string kStates = "SELECT status, coalesce(failure_class, ''), count(*) FROM onceover.settlement_operation "
                            "GROUP BY 1, 2 ORDER BY 1, 2";
const std::string kUndecided = "SELECT count(*) FROM onceover.external_event_due WHERE NOT is_listed";

std::string countOf(const std::string& table, const std::string& where = "true")
{
    return "SELECT count(*) FROM onceover." + table + " WHERE " + where;
}

/// One HTTP exchange with the door as bytes, so that nothing is made proper on the way. The status, or 0 when the
/// connection ended without one.
int statusOf(int port, const std::string& request)
{
    const int peer = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::string answer;
    if (::connect(peer, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
        for (std::size_t done = 0; done < request.size();) {
            const ssize_t sent = ::send(peer, request.data() + done, request.size() - done, MSG_NOSIGNAL);
            if (sent <= 0)
                break;
            done += static_cast<std::size_t>(sent);
        }
        std::array<char, 512> part{};
        for (ssize_t n = 0; (n = ::recv(peer, part.data(), part.size(), 0)) > 0;)
            answer.append(part.data(), static_cast<std::size_t>(n));
    }
    ::close(peer);
    return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0;
}

/// A whole callback request, signed `age` seconds ago under that secret.
std::string callbackRequest(
    const std::string& channel, const std::string& body, const std::string& secret, long age = 0)
{
    const std::string second = std::to_string(
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count()
        - age);
    return "POST /v1/callbacks/" + channel + " HTTP/1.1\r\nHost: door\r\nCallback-Timestamp: " + second
        + "\r\nCallback-Signature: " + channel::callbackSignature(secret, second, body)
        + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string executedEvent(const std::string& id, const std::string& key, std::int64_t amount = 100)
{
    return R"({"event_id":")" + id + R"(","key":")" + key + R"(","status":"EXECUTED","reference":"REF-)" + id
        + R"(","amount":)" + std::to_string(amount) + R"(,"currency":"CNY"})";
}

/// How many of the bank's callbacks have not arrived; "?" when it does not say.
std::string undelivered(const EngineBench& bench)
{
    const auto list = channel::callHttp(bench.endpoint() + "/control/callbacks", std::nullopt, std::chrono::seconds{5});
    if (!list)
        return "?";
    const auto at = list->find("\"waiting\":");
    return list->substr(at + 10, list->find_first_of(",}", at) - at - 10);
}

bool planCallbacks(const EngineBench& bench, const std::string& plan, const std::string& url)
{
    return channel::callHttp(bench.endpoint() + "/control/callbacks",
        R"({"url":")" + url + R"(","secret":")" + std::string{EngineBench::kCallbackSecret} + R"(","plan":")" + plan
            + R"(","delay_ms":30})",
        std::chrono::seconds{5})
        .has_value();
}

} // namespace

class TstCallbacks : public QObject {
    Q_OBJECT

private slots:
    void callbacksAloneEndWhatEveryAnswerLeftOpen();
    void whateverThePlanTheDayEndsWithOneEffectEach_data();
    void whateverThePlanTheDayEndsWithOneEffectEach();
    void aContradictionChangesNothingAndIsListed_data();
    void aContradictionChangesNothingAndIsListed();
    void moneyThatComesBackIsAFactAndAPersonsTask();
    void whatCameBackIsNeverSentAgain();
    void anUnknownKeyIsKeptAndListedOnce();
    void aKeyThatWeLostIsNotSentAgainOnceTheBankToldOfIt();
    void theDoorSaysWhyAndCounts_data();
    void theDoorSaysWhyAndCounts();
    void aSlowCallerIsTurnedAway();
    void otherBytesUnderAnEventIdAreAnotherFact();
    void withoutTheDatabaseTheBankIsToldToComeAgain();
    void figuresTellOfCallbacks();
    void onlyTheListenerRecordsCallbacks();
};

// K61, R59, R60: the bank executes all and answers nothing, and nobody asks it.
void TstCallbacks::callbacksAloneEndWhatEveryAnswerLeftOpen()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.openDoor(), std::string{});
    QVERIFY(planCallbacks(bench, "late", bench.callbackUrl()));
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"lose_answer":1})"));
    bench.startEngine({Role::Scheduler, Role::Settler, Role::Sender, Role::Callback});
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    QCOMPARE(bench.await(kUndecided, "0"), std::string{"0"});
    bench.stopEngine();
    // A bank that is too busy to be reached was sent nothing, and is tried again: that is no answer.
    const std::string facts = bench.sql("SELECT kind, answer, count(*) FROM onceover.external_call WHERE answer <> "
                                        "'NOT_SENT' GROUP BY 1, 2 ORDER BY 1");
    QVERIFY2(facts == "CALLBACK|FOUND_EXECUTED|120\nSEND|UNKNOWN|120", facts.c_str());
    QCOMPARE(bench.sql(countOf("external_event", "signature_valid")), std::string{"120"});
    QCOMPARE(bench.sql(kOpenDifferences), std::string{});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstCallbacks::whateverThePlanTheDayEndsWithOneEffectEach_data()
{
    QTest::addColumn<QString>("plan");
    QTest::addColumn<QString>("misbehaviour");
    QTest::addColumn<int>("events"); ///< Facts on record per payout.
    QTest::newRow("once, beside the answer") << "once"
                                             << "{}" << 1;
    QTest::newRow("twice") << "twice"
                           << "{}" << 1;
    QTest::newRow("the verdict, then pending") << "wrong_order"
                                               << "{}" << 2;
    QTest::newRow("late") << "late"
                          << "{}" << 1;
    QTest::newRow("forged, then true") << "wrong_signature"
                                       << "{}" << 1;
    QTest::newRow("before the answer of the send") << "early"
                                                   << "{}" << 1;
    QTest::newRow("twice, and answers lost") << "twice"
                                             << R"({"lose_answer":0.5,"seed":7})" << 1;
    QTest::newRow("pending last, and 5xx after executing") << "wrong_order"
                                                           << R"({"fail_after_execute":0.5,"seed":8})" << 2;
    QTest::newRow("early, and every answer lost") << "early"
                                                  << R"({"lose_answer":1})" << 1;
}

// K61, F38, R17, R58: everybody tells the same news, in every order.
void TstCallbacks::whateverThePlanTheDayEndsWithOneEffectEach()
{
    QFETCH(QString, plan);
    QFETCH(QString, misbehaviour);
    QFETCH(int, events);
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    // An early callback is decided before the order is answered: sixteen of them take longer than practice waits.
    QCOMPARE(
        bench.sql("UPDATE onceover.channel_profile SET max_in_flight = 16, answer_timeout = '3 s', send_lease = '6 s'"),
        std::string{});
    QCOMPARE(bench.openDoor(), std::string{});
    QVERIFY(planCallbacks(bench, plan.toStdString(), bench.callbackUrl()));
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), misbehaviour.toStdString()));
    auto roles = EngineBench::allRoles();
    roles.insert(Role::Callback);
    bench.startEngine(roles);
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    QTRY_COMPARE_WITH_TIMEOUT(undelivered(bench), std::string{"0"}, 30000);
    QCOMPARE(bench.await(kUndecided, "0"), std::string{"0"});
    bench.stopEngine();
    const std::string perPayout = std::to_string(120 * events);
    QCOMPARE(bench.sql(countOf("external_event")), perPayout);
    QCOMPARE(bench.sql(countOf("external_call", "kind = 'CALLBACK'")), perPayout);
    QCOMPARE(bench.sql(countOf("external_event_due")), std::string{"0"});
    QCOMPARE(bench.sql(kStates), std::string{"SUCCEEDED||120"});
    QCOMPARE(bench.sql(countOf("ledger_entry", "phase = 'PAY'")), std::string{"240"});
    QCOMPARE(channel::readBook(bench.endpoint())->size(), std::size_t{120});
    QCOMPARE(bench.sql(kOpenDifferences), std::string{});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstCallbacks::aContradictionChangesNothingAndIsListed_data()
{
    QTest::addColumn<QString>("misbehaviour");
    QTest::addColumn<QString>("states");
    QTest::newRow("refused after it succeeded") << "{}"
                                                << "SUCCEEDED||120";
    QTest::newRow("executed after it was refused") << R"({"refuse":1})"
                                                   << "FAILED_PERMANENT|REFUSED|120";
}

// K61: FAILED after SUCCESS, and the other way round: the end is kept, and each is a P0 difference.
void TstCallbacks::aContradictionChangesNothingAndIsListed()
{
    QFETCH(QString, misbehaviour);
    QFETCH(QString, states);
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.openDoor(), std::string{});
    QVERIFY(planCallbacks(bench, "contradict", bench.callbackUrl()));
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), misbehaviour.toStdString()));
    auto roles = EngineBench::allRoles();
    roles.insert(Role::Callback);
    bench.startEngine(roles);
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.await(kOpenDifferences, "CONTRADICTION|P0|120"), std::string{"CONTRADICTION|P0|120"});
    QCOMPARE(bench.await(kUndecided, "0"), std::string{"0"});
    QTRY_COMPARE_WITH_TIMEOUT(undelivered(bench), std::string{"0"}, 30000);
    QCOMPARE(bench.await(kStates, states.toStdString()), states.toStdString());
    bench.stopEngine();
    // The book of this bank does not hold what its callback claimed, so that I4 and I5 are judged by the differences.
    QCOMPARE(bench.sql("SELECT count(DISTINCT (idempotency_key, external_ref)) FROM onceover.reconciliation_difference "
                       "WHERE detail <> '' AND idempotency_key <> ''"),
        std::string{"120"});
    QCOMPARE(
        bench.sql("SELECT max(n) FROM (SELECT count(*) AS n FROM onceover.ledger_entry WHERE phase IN ('PAY', 'BACK') "
                  "GROUP BY bucket, operation_id, side) x"),
        std::string{"1"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// DESIGN.md section 9: a payment that the bank returns later changes neither state nor book; it stands in the list,
// once.
void TstCallbacks::moneyThatComesBackIsAFactAndAPersonsTask()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.openDoor(), std::string{});
    QVERIFY(planCallbacks(bench, "return", bench.callbackUrl()));
    auto roles = EngineBench::allRoles();
    roles.insert(Role::Callback);
    bench.startEngine(roles);
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"}); // What was promised to the batch was kept.
    QCOMPARE(bench.await(kOpenDifferences, "RETURNED|P0|120"), std::string{"RETURNED|P0|120"});
    QTRY_COMPARE_WITH_TIMEOUT(undelivered(bench), std::string{"0"}, 30000);
    // The bank tells it again as another event: the same money under the same reference.
    const std::string one = bench.sql("SELECT event_id, convert_from(raw, 'UTF8') FROM onceover.external_event WHERE "
                                      "answer = 'FOUND_RETURNED' ORDER BY 1 LIMIT 1");
    std::string again = one.substr(one.find('|') + 1);
    const std::string id = one.substr(0, one.find('|'));
    again.replace(again.find(id), id.size(), "EV-AGAIN");
    QCOMPARE(statusOf(bench.doorPort(), callbackRequest("practice-bank", again, EngineBench::kCallbackSecret)), 200);
    QCOMPARE(bench.await(countOf("external_call", "kind = 'CALLBACK' AND answer = 'FOUND_RETURNED'"), "121"),
        std::string{"121"});
    QCOMPARE(bench.await(kUndecided, "0"), std::string{"0"});
    bench.stopEngine();
    QCOMPARE(bench.sql(kOpenDifferences), std::string{"RETURNED|P0|120"});
    QCOMPARE(bench.sql(countOf("reconciliation_difference",
                 "ours_minor > 0 AND theirs_minor = 0 AND detail LIKE '%back: ACCOUNT_CLOSED' AND external_ref LIKE "
                 "'RETURN-OF-%' AND occurred_at IS NOT NULL")),
        std::string{"120"});
    QCOMPARE(bench.sql(kStates), std::string{"SUCCEEDED||120"});
    QCOMPARE(bench.sql(countOf("ledger_entry", "phase = 'BACK'")), std::string{"0"});
    QCOMPARE(bench.sql(countOf("dead_letter")), std::string{"0"});
    QCOMPARE(channel::readBook(bench.endpoint())->size(), std::size_t{120});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// What came back was executed: even a bank that knows nothing of the key any more permits no second payment.
void TstCallbacks::whatCameBackIsNeverSentAgain()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.openDoor(), std::string{});
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"fail_before_execute":1})"));
    bench.startEngine({Role::Scheduler, Role::Settler, Role::Sender, Role::Callback});
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.await(countOf("outbox", "status = 'UNKNOWN'"), "120"), std::string{"120"});
    const std::string key = bench.sql("SELECT min(idempotency_key) FROM onceover.outbox WHERE currency = 'CNY'");
    std::string told = executedEvent("E1", key, 100);
    told.replace(told.find("EXECUTED"), 8, "RETURNED");
    QCOMPARE(statusOf(bench.doorPort(), callbackRequest("practice-bank", told, EngineBench::kCallbackSecret)), 200);
    QCOMPARE(bench.await(kOpenDifferences, "RETURNED|P0|1"), std::string{"RETURNED|P0|1"});
    QCOMPARE(bench.await("SELECT string_agg(failure_class, ',') FROM onceover.dead_letter", "DIFFERS"),
        std::string{"DIFFERS"});
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), "{}"));
    bench.startEngine({Role::Resolver});
    QCOMPARE(bench.await(kStates, "SUCCEEDED||119\nUNKNOWN_EXTERNAL||1"),
        std::string{"SUCCEEDED||119\nUNKNOWN_EXTERNAL||1"});
    QCOMPARE(
        bench.await("SELECT count(*) > 0 FROM onceover.external_call WHERE answer = 'NOT_FOUND' AND idempotency_key = '"
                + key + "' AND at > (SELECT max(at) FROM onceover.external_event)",
            "t"),
        std::string{"t"});
    bench.stopEngine();
    QCOMPARE(
        bench.sql(countOf("external_call", "kind = 'SEND' AND idempotency_key = '" + key + "'")), std::string{"1"});
    QCOMPARE(channel::readBook(bench.endpoint())->size(), std::size_t{119});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R97, I4: what the outside knows and we do not stands in a person's list, once, however often it is told.
void TstCallbacks::anUnknownKeyIsKeptAndListedOnce()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.enterNothingSold(), std::string{});
    QCOMPARE(bench.openDoor(), std::string{});
    bench.startEngine({Role::Callback});
    const std::string secret = EngineBench::kCallbackSecret;
    const std::string told = executedEvent("E1", "NOBODYKNOWSTHISKEY", 4711);
    for (int again = 0; again < 3; ++again)
        QCOMPARE(statusOf(bench.doorPort(), callbackRequest("practice-bank", told, secret)), 200);
    const std::string listed
        = "SELECT kind, grade, idempotency_key, external_ref, theirs_minor, currency, subject FROM "
          "onceover.reconciliation_difference WHERE status = 'OPEN'";
    const std::string wanted = "MISSING_HERE|P0|NOBODYKNOWSTHISKEY|REF-E1|4711|CNY|callback E1";
    QCOMPARE(bench.await(listed, wanted), wanted);
    QCOMPARE(bench.sql(countOf("external_event")), std::string{"1"});
    QCOMPARE(bench.sql("SELECT raw = '" + told + "'::bytea FROM onceover.external_event"), std::string{"t"});
    QCOMPARE(bench.sql(countOf("external_event_due", "is_listed")), std::string{"1"});
    bench.stopEngine();
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// DESIGN.md section 2, K35: rows lost by a failover come back under the same key; what the bank told meanwhile counts.
void TstCallbacks::aKeyThatWeLostIsNotSentAgainOnceTheBankToldOfIt()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.openDoor(), std::string{});
    bench.startEngine({Role::Scheduler, Role::Callback});
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.await(countOf("settlement_operation", "status = 'PENDING'"), "120"), std::string{"120"});
    const std::string one = bench.sql(
        "SELECT onceover.outward_key_of(onceover.namespace(), operation_id, 'payout') || ' ' || amount_minor FROM "
        "onceover.settlement_operation WHERE currency = 'CNY' AND amount_minor > 0 ORDER BY operation_id LIMIT 1");
    const std::string key = one.substr(0, one.find(' '));
    QCOMPARE(statusOf(bench.doorPort(),
                 callbackRequest("practice-bank", executedEvent("E1", key, std::stoll(one.substr(one.find(' ') + 1))),
                     EngineBench::kCallbackSecret)),
        200);
    QCOMPARE(bench.await(countOf("external_event_due", "is_listed"), "1"), std::string{"1"});
    bench.startEngine({Role::Settler});
    QCOMPARE(bench.await(countOf("external_event_due"), "0"), std::string{"0"});
    bench.startEngine({Role::Sender, Role::Resolver});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT status, external_ref FROM onceover.outbox WHERE idempotency_key = '" + key + "'"),
        std::string{"ACCEPTED|REF-E1"});
    QCOMPARE(
        bench.sql(countOf("external_call", "kind = 'SEND' AND idempotency_key = '" + key + "'")), std::string{"0"});
    QCOMPARE(channel::readBook(bench.endpoint())->size(), std::size_t{119});
}

void TstCallbacks::theDoorSaysWhyAndCounts_data()
{
    const std::string secret = EngineBench::kCallbackSecret;
    const std::string told = executedEvent("E9", "SOMEKEY");
    QTest::addColumn<std::string>("request");
    QTest::addColumn<int>("status");
    QTest::addColumn<std::string>("reason"); ///< "channel|reason" as counted.
    QTest::addColumn<int>("kept");           ///< Facts on record.
    QTest::newRow("wrong secret") << callbackRequest("practice-bank", told, "another secret of the same length") << 401
                                  << std::string{"practice-bank|signature"} << 0;
    QTest::newRow("no signature")
        << "POST /v1/callbacks/practice-bank HTTP/1.1\r\nHost: d\r\nContent-Length: 2\r\n\r\n{}" + std::string{} << 401
        << std::string{"practice-bank|signature"} << 0;
    std::string changed = callbackRequest("practice-bank", told, secret);
    changed.back() = ' ';
    QTest::newRow("one byte changed") << changed << 401 << std::string{"practice-bank|signature"} << 0;
    QTest::newRow("signed an hour ago") << callbackRequest("practice-bank", told, secret, 3600) << 401
                                        << std::string{"practice-bank|stale"} << 0;
    QTest::newRow("signed an hour ahead")
        << callbackRequest("practice-bank", told, secret, -3600) << 401 << std::string{"practice-bank|stale"} << 0;
    QTest::newRow("no such channel") << callbackRequest("other-bank", told, secret) << 404
                                     << std::string{"|unknown channel"} << 0;
    QTest::newRow("a channel without a profile")
        << callbackRequest("nobody-knows", told, secret) << 404 << std::string{"|unknown channel"} << 0;
    QTest::newRow("no such address") << "POST /v2/other HTTP/1.1\r\nHost: d\r\nContent-Length: 0\r\n\r\n"
            + std::string{} << 404 << std::string{"|no such address"}
                                     << 0;
    QTest::newRow("too large") << callbackRequest("practice-bank", std::string(100'000, 'x'), secret) << 413
                               << std::string{"|too large"} << 0;
    QTest::newRow("too large, in chunks")
        << "POST /v1/callbacks/practice-bank HTTP/1.1\r\nHost: d\r\nTransfer-Encoding: chunked\r\n\r\n186a0\r\n"
            + std::string(100'000, 'x') + "\r\n0\r\n\r\n"
        << 413 << std::string{"|too large"} << 0;
    QTest::newRow("a head without an end")
        << "POST /v1/callbacks/practice-bank HTTP/1.1\r\nX: " + std::string(100'000, 'x') << 413
        << std::string{"|too large"} << 0;
    // Signed by the bank, it is a fact, and no repeat would make it better.
    QTest::newRow("garbage, signed") << callbackRequest("practice-bank", "\xff\x00{not json", secret) << 400
                                     << std::string{"practice-bank|unreadable"} << 1;
    QTest::newRow("no key, signed") << callbackRequest(
        "practice-bank", R"({"event_id":"E1","status":"EXECUTED"})", secret)
                                    << 400 << std::string{"practice-bank|unreadable"} << 1;
}

// S16, R71: a clear status for each, counted by channel and reason, and nothing of the bank's lost.
void TstCallbacks::theDoorSaysWhyAndCounts()
{
    QFETCH(std::string, request);
    QFETCH(int, status);
    QFETCH(std::string, reason);
    QFETCH(int, kept);
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.openDoor(), std::string{});
    bench.startEngine({Role::Callback});
    QCOMPARE(statusOf(bench.doorPort(), request), status);
    QCOMPARE(statusOf(bench.doorPort(), request), status); // Again, to the same effect.
    const std::string counted = "SELECT channel_id, reason, sum(n) FROM onceover.callback_refusal GROUP BY 1, 2";
    QCOMPARE(bench.await(counted, reason + "|2"), reason + "|2");
    QCOMPARE(bench.sql(countOf("external_event")), std::to_string(kept));
    QCOMPARE(bench.await(countOf("reconciliation_difference", "status = 'OPEN'"), std::to_string(kept)),
        std::to_string(kept));
}

// A caller that trickles holds no thread for longer than a request may take.
void TstCallbacks::aSlowCallerIsTurnedAway()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    channel::CallbackDoorOptions options;
    options.requestMax = std::chrono::milliseconds{200};
    QCOMPARE(bench.openDoor(options), std::string{});
    bench.startEngine({Role::Callback});
    QCOMPARE(statusOf(bench.doorPort(),
                 "POST /v1/callbacks/practice-bank HTTP/1.1\r\nHost: d\r\nContent-Length: 99\r\n\r\nhalf"),
        408);
    QCOMPARE(statusOf(bench.doorPort(), "POST /v1/callb"), 408);
    const std::string counted = "SELECT reason, sum(n) FROM onceover.callback_refusal GROUP BY 1";
    QCOMPARE(bench.await(counted, "too slow|2"), std::string{"too slow|2"});
}

// Rule 4: no fact is lost, not even one under an id that is taken.
void TstCallbacks::otherBytesUnderAnEventIdAreAnotherFact()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.openDoor(), std::string{});
    bench.startEngine({Role::Callback});
    const std::string secret = EngineBench::kCallbackSecret;
    for (const int amount : {100, 200, 100, 200})
        QCOMPARE(statusOf(bench.doorPort(),
                     callbackRequest("practice-bank", executedEvent("E1", "SOMEKEY", amount), secret)),
            200);
    QCOMPARE(bench.sql("SELECT left(event_id, 3), amount_minor FROM onceover.external_event ORDER BY amount_minor"),
        std::string{"E1|100\nE1~|200"});
}

// K33, K61: while the database is away the bank hears 503 and repeats; nothing is lost and nothing doubled.
void TstCallbacks::withoutTheDatabaseTheBankIsToldToComeAgain()
{
    TestCluster own;
    EngineBench bench(own);
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    channel::CallbackDoorOptions options;
    options.replyWithin = std::chrono::seconds{3}; // A busy machine connects in that time.
    QCOMPARE(bench.openDoor(options), std::string{});
    bench.startEngine({Role::Callback});
    const std::string secret = EngineBench::kCallbackSecret;
    QCOMPARE(statusOf(bench.doorPort(), callbackRequest("practice-bank", executedEvent("E0", "SOMEKEY"), secret)), 200);
    QVERIFY(own.server().kill());
    QCOMPARE(statusOf(bench.doorPort(), callbackRequest("practice-bank", executedEvent("E1", "SOMEKEY"), secret)), 503);
    QVERIFY(planCallbacks(bench, "none", bench.callbackUrl()));
    QVERIFY(channel::callHttp(bench.endpoint() + "/control/callback",
        R"({"event":)" + executedEvent("E2", "OTHERKEY") + R"(,"times":2})", std::chrono::seconds{5}));
    QTRY_VERIFY_WITH_TIMEOUT(
        channel::callHttp(bench.endpoint() + "/control/callbacks", std::nullopt, std::chrono::seconds{5})
                ->find("\"last_status\":503")
            != std::string::npos,
        10000);
    QVERIFY(own.server().start());
    QTRY_COMPARE_WITH_TIMEOUT(undelivered(bench), std::string{"0"}, 30000);
    QCOMPARE(bench.sql("SELECT event_id, count(*) FROM onceover.external_event GROUP BY 1 ORDER BY 1"),
        std::string{"E0|1\nE2|1"});
    QCOMPARE(
        bench.sql("SELECT sum(n) > 0 FROM onceover.callback_refusal WHERE reason = 'not on record'"), std::string{"t"});
}

// R122, R127: by channel and by what they told; labels of bounded lists.
void TstCallbacks::figuresTellOfCallbacks()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.openDoor(), std::string{});
    bench.startEngine({Role::Callback});
    const std::string secret = EngineBench::kCallbackSecret;
    QCOMPARE(statusOf(bench.doorPort(), callbackRequest("practice-bank", executedEvent("E1", "SOMEKEY"), secret)), 200);
    QCOMPARE(
        statusOf(bench.doorPort(), callbackRequest("practice-bank", executedEvent("E2", "SOMEKEY"), "wrong")), 401);
    QCOMPARE(bench.await(countOf("callback_refusal"), "1"), std::string{"1"});
    QCOMPARE(bench.await(countOf("external_event_due", "is_listed"), "1"), std::string{"1"});
    QCOMPARE(
        bench.sql("SELECT figure, channel_id, class, value FROM onceover.v_figure_callback ORDER BY 1, 3", "carol"),
        std::string{
            "callbacks_refused_total|practice-bank|signature|1\ncallbacks_total|practice-bank|found_executed|1\n"
            "queue_length|practice-bank|callback of an unknown key|1"});
}

// SECURITY.md: neither sender nor resolver can make up what the outside told.
void TstCallbacks::onlyTheListenerRecordsCallbacks()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    for (const std::string login : {"svc_sender", "svc_resolver", "svc_worker", "alice"}) {
        QVERIFY2(bench.sql("SELECT onceover.close_callbacks('{a}', '{b}')", login).starts_with("ERROR"), login.c_str());
        QVERIFY2(bench.sql("SELECT * FROM onceover.file_callbacks('w', 1)", login).starts_with("ERROR"), login.c_str());
        QVERIFY2(bench
                     .sql("INSERT INTO onceover.external_event (channel_id, event_id, idempotency_key, answer, raw, "
                          "raw_sha256, "
                          "signature_valid, worker_id) VALUES ('practice-bank', 'E1', 'K', 'FOUND_EXECUTED', '', '', "
                          "true, 'w')",
                         login)
                     .starts_with("ERROR"),
            login.c_str());
    }
    QCOMPARE(bench.sql(countOf("external_event")), std::string{"0"});
    QVERIFY(
        bench
            .sql("INSERT INTO onceover.external_event (channel_id, event_id, idempotency_key, answer, raw, raw_sha256, "
                 "signature_valid, worker_id) VALUES ('practice-bank', 'E1', 'K', 'FOUND_EXECUTED', '', '', true, 'w')",
                "svc_callback")
            .starts_with("ERROR"));
}

QTEST_GUILESS_MAIN(TstCallbacks)
#include "tst_callbacks.moc"
