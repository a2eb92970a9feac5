// SPDX-License-Identifier: GPL-3.0-or-later
// Each promise of DESIGN.md section 7 is seen to hold on settled days, and to be reported broken, with the row's name,
// after somebody with the superuser's power broke exactly it.
#include "settled_database.h"
#include "store/proof_store.h"

#include <QTest>

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

using namespace onceover;
using namespace onceover::test;

namespace {

constexpr std::string_view kOneOfDay1
    = "(SELECT operation_id FROM settlement_operation WHERE biz_date = '2026-03-10' ORDER BY merchant_id LIMIT 1)";

/// Replaces the word ONE by an operation of the completed day.
std::string withOne(QString sql)
{
    return sql
        .replace(QLatin1String("$ONE"), QString::fromUtf8(kOneOfDay1.data(), static_cast<qsizetype>(kOneOfDay1.size())))
        .toStdString();
}

const PromiseCheck* find(const std::vector<PromiseCheck>& checks, const QString& promise)
{
    const auto found = std::find_if(checks.begin(), checks.end(),
        [&](const PromiseCheck& check) { return check.promise == promise.toStdString(); });
    return found == checks.end() ? nullptr : &*found;
}

QString textOf(const std::vector<PromiseCheck>& checks)
{
    QStringList lines;
    for (const PromiseCheck& check : checks) {
        for (const std::string& name : check.broken)
            lines << QString::fromStdString(check.promise + ": " + name);
    }
    return lines.join(QLatin1Char('\n'));
}

/// Inserts an anchor of that number and those heads, its body as computed and then `more`.
QByteArray anchorOf(const QByteArray& seq, const QByteArray& heads, const QByteArray& more)
{
    return "INSERT INTO audit_anchor (seq, at, prev_hash, heads, body, public_key, signature) SELECT " + seq
        + ", '2026-03-10', p, h, anchor_body(" + seq + ", '2026-03-10', p, h) || " + more
        + "::bytea, sha256(''), sha256('') || sha256('') FROM (VALUES (decode(repeat('00', 32), 'hex'), " + heads
        + "::jsonb)) v(p, h);";
}

} // namespace

class TestVerify : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyPromiseHoldsOnSettledDays();
    void brokenPromiseIsFoundAndNamed_data();
    void brokenPromiseIsFoundAndNamed();
    void whatRetentionTookIsToldByWhatIsKept_data();
    void whatRetentionTookIsToldByWhatIsKept();
    void outsideBookIsCompared_data();
    void outsideBookIsCompared();
    void bookReadBeforeTheAcceptanceMissesNothing();
    void quiescentDemandsThatNothingIsUnderWay();
    void atMostAHundredRowsAreNamed();
    void statusCountsWhatStandsWhere();
    void eachPromiseIsToldAsItIsDone();
    void everySliceIsLookedAt_data();
    void everySliceIsLookedAt(); // R51, R54, R57, R59
    void slicesAndConnectionsChangeNothing();
    void whoeverGetsOneConnectionLooksAlone();
    void whatCannotBeReadEndsTheWhole();
    void aLookThatIsStoppedEndsAtOnceAndProvesNothing(); // S11

private:
    /// The bank's book as the recorded answers tell it.
    [[nodiscard]] OutsideBooks bookOfCopy(store::ProofStore& proof);

    std::unique_ptr<SettledDays> m_days;
};

void TestVerify::initTestCase()
{
    m_days = std::make_unique<SettledDays>();
    ONCEOVER_NEED(m_days->original());
    QVERIFY2(m_days->problem().empty(), m_days->problem().c_str());
    // The date is settled already: the chain `people` and the answer are what is wanted of it.
    const auto triggered = m_days->original().run(
        "alice", "SELECT answer FROM onceover.trigger_run('settle-daily', '2026-03-10', gen_random_uuid());");
    QVERIFY2(triggered.has_value(), triggered ? "" : triggered.error().detail.c_str());
    QCOMPARE(QString::fromStdString(*triggered).trimmed(), QStringLiteral("ALREADY_COMPLETED"));
}

OutsideBooks TestVerify::bookOfCopy(store::ProofStore& proof)
{
    const auto rows = m_days->run(
        "SELECT DISTINCT channel_id, idempotency_key, external_ref, amount_minor, currency FROM onceover.external_call "
        "WHERE answer IN ('ACCEPTED', 'FOUND_EXECUTED') ORDER BY 2;");
    OutsideBooks books;
    books.channels = {"practice-bank"};
    const auto readable = proof.readableBooks();
    if (!rows || !readable)
        return books;
    books.readFrom = readable->databaseTime;
    for (const QString& line : QString::fromStdString(*rows).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const QStringList parts = line.split(QLatin1Char('|'));
        books.effects.push_back({parts[0].toStdString(), parts[1].toStdString(), parts[2].toStdString(),
            parts[3].toLongLong(), parts[4].toStdString()});
    }
    return books;
}

// I1 to I13; the sandbox must end with checked > 0 for all but I8, I11 and I12, which later acts fill.
void TestVerify::everyPromiseHoldsOnSettledDays()
{
    QVERIFY(m_days->copy());
    store::ProofStore proof{m_days->copyAs("carol"), "test"};
    const auto checks = proof.verify(bookOfCopy(proof), false);
    QVERIFY2(checks.has_value(), checks ? "" : checks.error().detail.c_str());
    QCOMPARE(checks->size(), std::size_t{13});
    for (std::size_t i = 0; i < checks->size(); ++i) {
        const PromiseCheck& check = checks->at(i);
        QCOMPARE(check.promise, "I" + std::to_string(i + 1));
        QVERIFY2(check.holds, qPrintable(textOf(*checks)));
        if (check.promise != "I11" && check.promise != "I12")
            QVERIFY2(check.checked > 0, check.promise.c_str());
    }
}

void TestVerify::brokenPromiseIsFoundAndNamed_data()
{
    QTest::addColumn<QString>("promise");
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("named");
    const auto row = [](const char* name, const char* promise, const char* sql, const char* named) {
        QTest::newRow(name) << QString::fromLatin1(promise) << QString::fromLatin1(sql) << QString::fromLatin1(named);
    };
    const char* copyOperation
        = "CREATE TABLE pg_temp.c AS SELECT * FROM settlement_operation WHERE operation_id = $ONE;";
    const auto copied = [&](const char* sql) {
        return QByteArray(copyOperation) + sql + "INSERT INTO settlement_operation SELECT * FROM pg_temp.c;";
    };

    // I1 (R6, K49)
    row("I1 twin in another bucket", "I1",
        copied("UPDATE pg_temp.c SET bucket = (bucket + 1) % 64, operation_id = gen_random_uuid();"),
        "2 operations of merchant");
    row("I1 wrong bucket", "I1",
        copied("DELETE FROM settlement_operation WHERE operation_id = $ONE; UPDATE pg_temp.c SET bucket = (bucket + 1) "
               "% 64;"),
        "lies in bucket");
    row("I1 revision without approval", "I1",
        copied("UPDATE pg_temp.c SET revision = 1, operation_id = gen_random_uuid();"), "without an approval");
    // I2 (R51)
    row("I2 a side is missing", "I2",
        "DELETE FROM ledger_entry WHERE operation_id = $ONE AND phase = 'PAY' AND side = 'DEBIT';",
        "0 debit and 1 credit");
    row("I2 sides differ", "I2",
        "UPDATE ledger_entry SET amount_minor = amount_minor + 1 WHERE operation_id = $ONE AND phase = 'HOLD' AND side "
        "= 'CREDIT';",
        "rest 1");
    row("I2 other amount than the operation", "I2",
        "UPDATE ledger_entry SET amount_minor = amount_minor * 2 WHERE operation_id = $ONE AND phase = 'PAY';",
        "for an operation of");
    row("I2 paid and given back", "I2",
        "DROP INDEX uq_ledger_entry_end; INSERT INTO ledger_entry SELECT bucket, operation_id, 'BACK', side, "
        "account_id, amount_minor, currency, op_version, attempt_id "
        "FROM ledger_entry WHERE operation_id = $ONE AND phase = 'PAY';",
        "both PAY and BACK");
    row("I2 success without legs", "I2", "DELETE FROM ledger_entry WHERE operation_id = $ONE;",
        "legs none instead of HOLD+PAY");
    row("I2 settled by word alone", "I2",
        "DELETE FROM ledger_entry WHERE operation_id = $ONE; DELETE FROM outbox WHERE operation_id = $ONE; DELETE FROM "
        "external_call WHERE operation_id = $ONE; UPDATE settlement_operation SET external_ref = NULL WHERE "
        "operation_id "
        "= $ONE;",
        "legs none instead of HOLD+PAY");
    row("I2 legs of nothing", "I2",
        "UPDATE ledger_entry SET operation_id = gen_random_uuid() WHERE operation_id = $ONE AND phase = 'HOLD';",
        "legs without an operation");
    row("I2 money on another account", "I2",
        "UPDATE ledger_entry SET account_id = (SELECT min(account_id) FROM account WHERE account_kind = 'payable') "
        "WHERE operation_id = $ONE AND phase = 'PAY' AND side = 'CREDIT';",
        "phase PAY: credit on account");
    // I3
    row("I3 balance moved alone", "I3",
        "UPDATE account_balance SET balance_minor = balance_minor + 5 WHERE account_id = (SELECT min(account_id) FROM "
        "account_balance);",
        "balance");
    row("I3 delta lost", "I3", "DELETE FROM account_balance_delta;", "balance");
    // I4 (R54, R59)
    row("I4 success without an answer", "I4", "DELETE FROM external_call WHERE operation_id = $ONE;",
        "0 accepted answers");
    row("I4 answer of another amount", "I4",
        "UPDATE external_call SET amount_minor = amount_minor + 1 WHERE operation_id = $ONE AND answer = 'ACCEPTED';",
        "0 of them with its key");
    row("I4 one effect told with two amounts", "I4",
        "INSERT INTO external_call SELECT (c).* FROM (SELECT jsonb_populate_record(x, jsonb_build_object('call_id', "
        "900001, 'amount_minor', x.amount_minor + 1)) AS c "
        "FROM external_call x WHERE operation_id = $ONE AND answer = 'ACCEPTED' LIMIT 1) s;",
        "2 accepted answers, 1 of them with its key");
    row("I4 two effects under one key", "I4",
        "INSERT INTO external_call SELECT (c).* FROM (SELECT jsonb_populate_record(x, '{\"call_id\": 900001, "
        "\"external_ref\": \"BANK-TWICE\"}') AS c "
        "FROM external_call x WHERE operation_id = $ONE AND answer = 'ACCEPTED' LIMIT 1) s;",
        "2 accepted answers");
    row("I4 reference of somebody else", "I4",
        "UPDATE external_reference SET operation_id = gen_random_uuid() WHERE operation_id = $ONE;", "belongs to");
    row("I4 effect of a failed operation", "I4",
        "UPDATE external_call SET answer = 'ACCEPTED', external_ref = 'X' WHERE answer = 'REFUSED';",
        "FAILED_PERMANENT");
    row("I4 effect of nothing", "I4",
        "UPDATE external_call SET idempotency_key = repeat('A', 32) WHERE operation_id = $ONE;", "is unknown here");
    row("I4 two effects while it is unknown", "I4",
        "INSERT INTO external_call SELECT (c).* FROM (SELECT jsonb_populate_record(x, jsonb_build_object('call_id', "
        "900000 + n, 'answer', 'ACCEPTED', 'external_ref', 'BANK-' || n, 'amount_minor', m.amount_minor, 'currency', "
        "m.currency)) AS c FROM external_call x JOIN outbox m USING (bucket, outbox_id), generate_series(1, 2) n "
        "WHERE m.status = 'UNKNOWN' AND x.call_id = (SELECT min(call_id) FROM external_call y WHERE y.outbox_id = "
        "m.outbox_id)) s;",
        "2 effects under key");
    // A line of a statement, of so much more than the message had, under the reference that it is given.
    const auto shown = [](const char* more, const char* reference, const char* message) {
        return QByteArray("INSERT INTO statement (channel_id, file_sha256, format) VALUES ('practice-bank', sha256('x'), 'camt.053'); "
                          "INSERT INTO statement_entry (statement_id, entry_no, entry_ref, amount_minor, currency, booked_on, "
                          "reference_list) SELECT (SELECT max(statement_id) FROM statement), 1, 'B1', -amount_minor - ")
            + more + ", currency, '2026-03-11', ARRAY[" + reference + "] FROM outbox WHERE " + message + " LIMIT 1;";
    };
    row("I4 statement shows what was refused here", "I4", shown("0", "idempotency_key", "status = 'REFUSED'"), "is REFUSED");
    row("I4 statement shows another amount", "I4", shown("1", "idempotency_key", "operation_id = $ONE"), "is ACCEPTED");
    row("I4 statement shows another amount by the bank's reference", "I4",
        shown("1", "'none', external_ref", "operation_id = $ONE"), "is ACCEPTED");
    row("I4 statement shows a key of nobody", "I4", shown("0", "'A2B3C4D5E6F7A2B3C4D5E6F7A2B3C4D5'", "true"),
        "and no message has it");
    // I5 (R60)
    row("I5 ledger lacks one", "I5", "DELETE FROM ledger_entry WHERE operation_id = $ONE AND phase = 'PAY';",
        "ledger 0 = 0");
    row("I5 message not accepted", "I5", "UPDATE outbox SET status = 'REFUSED' WHERE operation_id = $ONE;",
        "outbox 0 = 0");
    row("I5 message of another amount", "I5",
        "UPDATE outbox SET amount_minor = amount_minor + 7 WHERE operation_id = $ONE;", "outbox 1");
    row("I5 failure that was paid", "I5", "UPDATE ledger_entry SET phase = 'PAY' WHERE phase = 'BACK';",
        "operations 0 = 0, ledger 1");
    // I6 (R74)
    row("I6 due row is missing", "I6",
        "UPDATE settlement_operation SET status = 'PENDING', external_ref = NULL, finished_at = NULL WHERE "
        "operation_id = $ONE;",
        "due row is missing");
    row("I6 due row without work", "I6",
        "INSERT INTO operation_due (bucket, operation_id, job_type, job_id, batch_id, merchant_id, due_at) SELECT "
        "bucket, operation_id, 'settle-daily', job_id, batch_id, "
        "merchant_id, clock() FROM settlement_operation WHERE operation_id = $ONE;",
        "due row without open work");
    row("I6 lease overdue", "I6",
        "UPDATE settlement_operation SET status = 'PROCESSING', worker_id = 'gone', lease_until = clock() - interval "
        "'10 min', external_ref = NULL WHERE operation_id = $ONE; "
        "INSERT INTO operation_due (bucket, operation_id, job_type, job_id, batch_id, merchant_id, due_at) SELECT "
        "bucket, operation_id, 'settle-daily', job_id, batch_id, merchant_id, lease_until "
        "FROM settlement_operation WHERE operation_id = $ONE;",
        "lease overdue since");
    row("I6 attempt is missing", "I6", // F23
        "UPDATE settlement_operation SET status = 'AWAITING_EXTERNAL', external_ref = NULL, attempt_id = 999999 WHERE "
        "operation_id = $ONE;",
        "its attempt 999999 is missing");
    row("I6 awaits without a message", "I6",
        "UPDATE settlement_operation SET status = 'AWAITING_EXTERNAL', external_ref = NULL WHERE operation_id = $ONE; "
        "DELETE FROM outbox WHERE operation_id = $ONE;",
        "its message is missing");
    // F23: what carries a piece of work is gone, whatever made it go. It is named, and nothing mends it in silence.
    row("I6 running with nothing to run", "I6",
        "UPDATE settlement_batch SET status = 'RUNNING', last_check_at = clock() - interval '1 day', created_at = "
        "clock() - interval '1 day' WHERE biz_date = '2026-03-10'; "
        "UPDATE settlement_operation SET updated_at = clock() - interval '1 day';",
        "settle-daily:2026-03-10 (RUNNING): nothing can move it and nothing names it");
    row("I7 message of no operation", "I7", "DELETE FROM settlement_operation WHERE operation_id = $ONE;",
        "no operation");
    row("I6 send lease overdue", "I6",
        "UPDATE settlement_operation SET status = 'AWAITING_EXTERNAL', external_ref = NULL WHERE operation_id = $ONE; "
        "UPDATE outbox SET status = 'SENDING', worker_id = 'gone', lease_until = clock() - interval '10 min' WHERE "
        "operation_id = $ONE;",
        "send lease overdue");
    row("I6 message not sent", "I6",
        "UPDATE settlement_operation SET status = 'AWAITING_EXTERNAL', external_ref = NULL WHERE operation_id = $ONE; "
        "UPDATE outbox SET status = 'PENDING', not_before = clock() - interval '1 hour' WHERE operation_id = $ONE;",
        "due since");
    row("I6 unknown that nobody asks about", "I6",
        "DELETE FROM dead_letter WHERE failure_class = 'UNKNOWN'; UPDATE outbox SET next_query_at = clock() - interval "
        "'1 hour' WHERE status = 'UNKNOWN';",
        "to be asked since");
    row("I6 unknown for long, and nobody was told", "I6",
        "DELETE FROM dead_letter WHERE failure_class = 'UNKNOWN'; UPDATE outbox SET next_query_at = clock() + interval "
        "'1 year', unknown_since = clock() - interval '2 days' WHERE status = 'UNKNOWN';",
        "no person was told");
    row("I6 shard that nobody enumerates", "I6",
        "DELETE FROM dead_letter; DELETE FROM settlement_operation WHERE status = 'UNKNOWN_EXTERNAL'; UPDATE "
        "settlement_batch SET status = 'CREATED', last_check_at = NULL, created_at = "
        "clock() - interval '1 day' WHERE status = 'PARTIAL'; UPDATE batch_shard SET status = 'OPEN', expected_count = "
        "NULL, input_hash = NULL WHERE batch_id = (SELECT batch_id FROM settlement_batch WHERE status = 'CREATED'); "
        "UPDATE settlement_operation SET updated_at = clock() - interval '1 day'; UPDATE job_run SET lease_until = "
        "NULL;",
        "nothing can move it and nothing names it");
    row("I6 sales that nothing settles", "I6",
        "INSERT INTO sale SELECT (c).* FROM (SELECT jsonb_populate_record(x, '{\"sale_id\": \"left-over\", "
        "\"settle_date\": \"2026-01-05\"}') AS c FROM sale x LIMIT 1) s;",
        "no batch settles them");
    row("I6 failure without a dead letter", "I6", "DELETE FROM dead_letter WHERE failure_class = 'REFUSED';",
        "without a dead letter");
    row("I6 trigger without its run", "I6",
        "UPDATE run_trigger SET run_id = 999999 WHERE trigger_id = (SELECT min(trigger_id) FROM run_trigger);",
        "run 999999 is missing");
    row("I6 run due for long", "I6",
        "UPDATE job_run SET status = 'DUE', created_at = clock() - interval '1 hour' WHERE biz_date = '2026-03-11';",
        "DUE since");
    row("I6 run held by nothing", "I6",
        "UPDATE job_run SET status = 'HELD', created_at = clock() - interval '1 hour' WHERE biz_date = '2026-03-11';",
        "HELD without a freeze");
    row("I6 partial that waits for nobody", "I6",
        "DELETE FROM dead_letter; UPDATE settlement_batch SET last_check_at = clock() - interval '1 day', created_at = "
        "clock() - interval '1 day'; "
        "UPDATE settlement_operation SET updated_at = clock() - interval '1 day';",
        "nothing can move it and nothing names it");
    // Whatever time of day it is: the newest instant of the schedule is overdue at once.
    row("I6 instant that nobody triggered", "I6",
        "UPDATE job SET schedule_from = clock() - interval '10 days', allowed_lateness = '1 s';",
        "nothing was triggered for");
    row("I6 weekly instant that nobody triggered", "I6",
        "UPDATE job SET schedule = '30 18 * * ' || extract(dow FROM (clock() AT TIME ZONE time_zone)::date - 1), "
        "schedule_from = clock() - interval '10 days', allowed_lateness = '1 s';",
        "nothing was triggered for");
    row("I6 monthly instant that nobody triggered", "I6",
        "UPDATE job SET schedule = '30 18 1 * *', schedule_from = clock() - interval '70 days', allowed_lateness = '1 s';",
        "nothing was triggered for");
    // I7 (R57, R58)
    row("I7 key is not the computed one", "I7",
        "UPDATE outbox SET idempotency_key = repeat('B', 32) WHERE operation_id = $ONE;", "is not the computed one");
    row("I7 other bytes", "I7", "UPDATE outbox SET payload = 'x' WHERE operation_id = $ONE;",
        "not that of its fingerprint");
    row("I7 id is not the computed one", "I7",
        "UPDATE settlement_operation SET settle_date = settle_date - 30 WHERE operation_id = $ONE;",
        "not computed from its natural key");
    row("I7 sent under another key", "I7",
        "UPDATE external_call SET idempotency_key = repeat('C', 32) WHERE operation_id = $ONE;", "went out as key");
    row("I7 sent again unasked", "I7", "DELETE FROM external_call WHERE answer = 'NOT_FOUND';",
        "without a query that permits it");
    row("I7 asked only afterwards", "I7",
        "UPDATE external_call SET at = at + interval '1 day' WHERE answer = 'NOT_FOUND';",
        "without a query that permits it");
    row("I7 asked about an earlier send", "I7",
        "UPDATE external_call SET outbox_version = outbox_version - 1 WHERE answer = 'NOT_FOUND';",
        "without a query that permits it");
    row("I7 sent after the key's life", "I7",
        "UPDATE channel_profile SET retention = '0 s', retention_margin = '1 hour';", "no longer honoured");
    // I8 (R82)
    row("I8 dead letter of nothing", "I8",
        "UPDATE dead_letter SET operation_id = gen_random_uuid() WHERE failure_class = 'REFUSED';", "no operation");
    row("I8 dead letter under another key", "I8", "UPDATE dead_letter SET idempotency_key = repeat('D', 32);",
        "instead of that of operation");
    row("I8 root of another", "I8",
        "UPDATE settlement_operation SET root_id = gen_random_uuid() WHERE operation_id = $ONE;",
        "revision 0 with the root");
    // I9 (R41)
    row("I9 maintained count moved", "I9",
        "UPDATE operation_count SET n = n + 1 WHERE (batch_id, shard_no, currency) = (SELECT batch_id, shard_no, "
        "currency FROM operation_count LIMIT 1);",
        "maintained");
    row("I9 total moved alone", "I9",
        "UPDATE operation_total SET n = n + 1 WHERE status = 'SUCCEEDED' AND currency = 'CNY';", "total kept");
    row("I9 operation vanished", "I9", "DELETE FROM settlement_operation WHERE operation_id = $ONE;", "expected");
    row("I9 completed with an open shard", "I9", "UPDATE batch_shard SET status = 'ENUMERATED' WHERE shard_no = 0;",
        "3 of 4 shards DONE");
    row("I9 shard is missing", "I9", "DELETE FROM batch_shard WHERE shard_no = 3;", "shards of 4");
    row("I9 amount not as counted", "I9", "UPDATE batch_shard SET expected_amount = '{\"CNY\": 1}' WHERE shard_no = 0;",
        "expected 1 CNY");
    row("I9 completed without agreement", "I9",
        "UPDATE settlement_batch SET amount_agrees = false WHERE status = 'COMPLETED';", "amounts agree: false");
    row("I9 done with work waiting", "I9",
        "UPDATE batch_shard SET status = 'DONE' WHERE batch_id = (SELECT batch_id FROM settlement_batch WHERE status = "
        "'PARTIAL');",
        "not accepted");
    row("I9 completed, its run is not", "I9", "UPDATE job_run SET status = 'RUNNING' WHERE biz_date = '2026-03-10';",
        "its run is RUNNING");
    // I10 (S7, K83)
    row("I10 row cut out", "I10", "DELETE FROM audit_log WHERE chain = 'people' AND seq = 1;", "chain people");
    row("I10 column changed", "I10", "UPDATE audit_log SET actor = 'mallory' WHERE chain = 'people';",
        "do not say what was hashed");
    row("I10 bytes changed", "I10", "UPDATE audit_log SET canonical = 'x' WHERE chain = 'people';",
        "the hash is not that of its bytes");
    row("I10 end cut off", "I10", "DELETE FROM audit_log WHERE chain = 'worker:test-w1';", "last row missing");
    row("I10 other than the anchor", "I10", anchorOf("1", "'{\"people\": {\"seq\": 1, \"hash\": \"00\"}}'", "''"),
        "not the one that was signed");
    row("I10 anchor other than its columns", "I10", anchorOf("1", "'{}'", "'x'"), "do not say what was signed");
    row("I10 anchor missing", "I10", anchorOf("2", "'{}'", "''"), "the anchor before is missing");
    // I11 (S1)
    const char* approval
        = "ALTER TABLE approval DROP CONSTRAINT approval_check; INSERT INTO approval (request_id, kind, status, maker, "
          "checker, reason, plan, plan_hash, expires_at, decided_at, executed_at) "
          "VALUES (gen_random_uuid(), 'replay', ";
    row("I11 decided by its maker", "I11",
        QByteArray(approval) + "'APPROVED', 'alice', 'alice', 'r', '{}', '', clock() + interval '1 h', clock(), NULL);",
        "decided by its maker");
    row("I11 executed without a checker", "I11",
        QByteArray(approval) + "'EXECUTED', 'alice', NULL, 'r', '{}', '', clock() + interval '1 h', NULL, clock());",
        "without a checker");
    row("I11 decided too late", "I11",
        QByteArray(approval)
            + "'EXECUTED', 'alice', 'bob', 'r', '{}', '', clock() - interval '1 h', clock(), clock());",
        "expired at");
    row("I11 stage by nobody's request", "I11",
        "INSERT INTO rollout (job_id, rule_version, mode, scope_list) SELECT job_id, rule_version, 'observe', '{}' "
        "FROM "
        "rollout WHERE job_id = 'settle-daily' LIMIT 1;",
        "stage observe of the rules 1 of settle-daily rests on no request");
    row("I11 recovery of a run by another request", "I11",
        QByteArray(approval)
            + "'EXECUTED', 'alice', 'bob', 'r', '{}', '', clock() + interval '1 h', clock(), clock()); INSERT INTO "
              "run_recovery (approval_id, run_id, cause, letters, freezes, at) SELECT approval_id, 1, 'c', '{}', '{}', "
              "clock() FROM approval;",
        "recovery of run 1 rests on request");
    row("I11 exempt by nobody's request", "I11",
        "INSERT INTO freeze_order (scope_kind, scope_ref, status, actor, reason, effective_at) VALUES ('job', 'other', "
        "'IN_FORCE', 'alice', 'r', clock()); INSERT INTO freeze_exemption (freeze_id, bucket, operation_id, "
        "approval_id) SELECT (SELECT max(freeze_id) FROM freeze_order), 0, $ONE, 999;",
        "rests on no request");
    row("I11 lifted by nobody's request", "I11",
        "INSERT INTO freeze_order (scope_kind, scope_ref, status, actor, reason, effective_at, lifted_at) VALUES ('job', "
        "'other', 'LIFTED', 'alice', 'r', clock(), clock());",
        "the lift of freeze");
    row("I11 lifted by a request that was rejected", "I11",
        QByteArray(approval)
            + "'REJECTED', 'alice', 'bob', 'r', '{}', '', clock() + interval '1 h', clock(), NULL); INSERT INTO "
              "freeze_order (scope_kind, scope_ref, status, actor, reason, effective_at, lifted_at) VALUES ('job', "
              "'other', 'LIFTED', 'alice', 'r', clock(), clock()); UPDATE approval SET kind = 'lift', plan = "
              "jsonb_build_object('freeze_id', (SELECT max(freeze_id) FROM freeze_order));",
        "rests on no request");
    // I12 (R90)
    row("I12 sent under a freeze", "I12",
        "INSERT INTO freeze_order (scope_kind, scope_ref, status, actor, reason, effective_at, lifted_at) VALUES "
        "('channel', 'practice-bank', 'LIFTED', 'alice', 'r', "
        "clock() - interval '1 hour', clock());",
        "send of operation");
    row("I12 attempt under a freeze", "I12",
        "INSERT INTO freeze_order (scope_kind, scope_ref, status, actor, reason, effective_at) VALUES ('job', "
        "'settle-daily', 'IN_FORCE', 'alice', 'r', clock() - interval '1 hour');",
        "attempt");
    // I13
    row("I13 item that never came in", "I13",
        "UPDATE settlement_item SET item_id = 'made-up' WHERE root_id = $ONE AND item_id = (SELECT min(item_id) FROM "
        "settlement_item WHERE root_id = $ONE);",
        "made-up: settled as");
    row("I13 item without its root", "I13",
        "UPDATE settlement_item SET root_id = gen_random_uuid() WHERE item_id = 'sale-2026-03-10-1';",
        "no operation has the root");
    row("I13 amount is not the items'", "I13",
        "UPDATE settlement_item SET amount_minor = amount_minor + 1 WHERE item_id = 'sale-2026-03-10-1';",
        "its items are");
    row("I13 item settled twice", "I13",
        "ALTER TABLE settlement_item DROP CONSTRAINT uq_settlement_item; INSERT INTO settlement_item SELECT bucket, "
        "item_kind, item_id, $ONE, amount_minor, currency "
        "FROM settlement_item WHERE item_id = 'sale-2026-03-10-2';",
        "2 roots");
    row("I13 other than what came in", "I13",
        "UPDATE sale SET amount_minor = amount_minor + 1 WHERE sale_id = 'sale-2026-03-10-1';", "came in as");
    row("I13 came in and is left out", "I13",
        "INSERT INTO sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date) "
        "SELECT bucket, 'fee', 'fee-too-late', merchant_id, -1, currency, occurred_at, settle_date FROM sale WHERE "
        "sale_id = 'sale-2026-03-10-1';",
        "nothing settles it");
}

void TestVerify::brokenPromiseIsFoundAndNamed()
{
    QFETCH(QString, promise);
    QFETCH(QString, sql);
    QFETCH(QString, named);
    QVERIFY(m_days->copy());
    const auto broken = m_days->breakIt(withOne(sql));
    QVERIFY2(broken.has_value(), broken ? "" : broken.error().detail.c_str());
    store::ProofStore proof{m_days->copyAs("carol"), "test"};
    const auto checks = proof.verify({}, false);
    QVERIFY2(checks.has_value(), checks ? "" : checks.error().detail.c_str());
    const PromiseCheck* check = find(*checks, promise);
    QVERIFY(check != nullptr);
    QVERIFY2(!check->holds, "the broken promise was not found");
    QVERIFY(check->brokenTotal > 0);
    const bool isNamed = std::any_of(check->broken.begin(), check->broken.end(),
        [&](const std::string& name) { return QString::fromStdString(name).contains(named); });
    QVERIFY2(isNamed, qPrintable(textOf(*checks)));
}

void TestVerify::whatRetentionTookIsToldByWhatIsKept_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("broken");
    const QString taken = QStringLiteral("DELETE FROM external_call e USING settlement_operation o WHERE "
                                         "o.operation_id = e.operation_id AND o.status IN "
                                         "('SUCCEEDED', 'FAILED_PERMANENT');");
    const QString past = QStringLiteral("CREATE OR REPLACE FUNCTION record_kept(p_record text) RETURNS interval "
                                        "LANGUAGE sql IMMUTABLE RETURN interval '0';");
    QTest::newRow("taken in its time") << past + taken << QString();
    QTest::newRow("some are there still")
        << past + QStringLiteral("DELETE FROM external_call WHERE operation_id = $ONE;") << QString();
    QTest::newRow("taken before its time") << taken << QStringLiteral("I4 I5");
    QTest::newRow("the message says otherwise")
        << past + taken + QStringLiteral("UPDATE outbox SET external_ref = 'X' WHERE operation_id = $ONE;")
        << QStringLiteral("I4 I5");
    QTest::newRow("the reference is another's")
        << past + taken + QStringLiteral("DELETE FROM external_reference WHERE operation_id = $ONE;")
        << QStringLiteral("I4");
}

// R119: calls go 400 days after the end. What is older is neither a broken promise nor left out: message and reference
// tell it.
void TestVerify::whatRetentionTookIsToldByWhatIsKept()
{
    QFETCH(QString, sql);
    QFETCH(QString, broken);
    QVERIFY(m_days->copy());
    store::ProofStore proof{m_days->copyAs("carol"), "test"};
    const OutsideBooks book = bookOfCopy(proof);
    const auto before = proof.verify(book, false);
    const auto changed = m_days->breakIt(withOne(sql));
    QVERIFY2(changed.has_value(), changed ? "" : changed.error().detail.c_str());
    const auto checks = proof.verify(book, false);
    QVERIFY2(checks.has_value() && before.has_value(), checks ? "" : checks.error().detail.c_str());
    QStringList found;
    for (const PromiseCheck& check : *checks) {
        if (!check.holds && (check.promise == "I4" || check.promise == "I5" || check.promise == "I7"))
            found.append(QString::fromStdString(check.promise));
    }
    QVERIFY2(found.join(QLatin1Char(' ')) == broken, qPrintable(found.join(QLatin1Char(' ')) + textOf(*checks)));
    const PromiseCheck* effects = find(*checks, QStringLiteral("I4"));
    QVERIFY(effects != nullptr && effects->checked > 0);
}

void TestVerify::outsideBookIsCompared_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("named");
    QTest::newRow("as the answers said") << QString() << QString();
    QTest::newRow("an entry is missing") << QStringLiteral("missing")
                                         << QStringLiteral("0 entries in the outside book");
    QTest::newRow("another amount") << QStringLiteral("amount")
                                    << QStringLiteral("1 entries in the outside book, 0 of them");
    QTest::newRow("another currency") << QStringLiteral("currency")
                                      << QStringLiteral("1 entries in the outside book, 0 of them");
    QTest::newRow("booked twice") << QStringLiteral("twice") << QStringLiteral("2 entries in the outside book");
    QTest::newRow("a key that is not ours") << QStringLiteral("stranger") << QStringLiteral("is unknown here");
}

// R59: the bank's own book is compared, not our record of it.
void TestVerify::outsideBookIsCompared()
{
    QFETCH(QString, change);
    QFETCH(QString, named);
    QVERIFY(m_days->copy());
    store::ProofStore proof{m_days->copyAs("carol"), "test"};
    OutsideBooks books = bookOfCopy(proof);
    QVERIFY(books.effects.size() > 40);
    if (change == QLatin1String("missing"))
        books.effects.pop_back();
    else if (change == QLatin1String("amount"))
        books.effects.front().amountMinor += 1;
    else if (change == QLatin1String("currency"))
        books.effects.front().currency = "XXX";
    else if (change == QLatin1String("twice"))
        books.effects.push_back(books.effects.front());
    else if (change == QLatin1String("stranger"))
        books.effects.push_back({"practice-bank", std::string(32, 'Z'), "BANK-Z", 1, "CNY"});
    const auto checks = proof.verify(books, false);
    QVERIFY2(checks.has_value(), checks ? "" : checks.error().detail.c_str());
    const PromiseCheck* check = find(*checks, QStringLiteral("I4"));
    QCOMPARE(check->holds, named.isEmpty());
    QVERIFY2(textOf(*checks).contains(named), qPrintable(textOf(*checks)));
    const bool inI5 = !named.isEmpty() && change != QLatin1String("stranger"); // I5 looks at our final operations only.
    QCOMPARE(find(*checks, QStringLiteral("I5"))->holds, !inI5);
}

// A book that was read before an operation became final cannot hold it, and that is no broken promise.
void TestVerify::bookReadBeforeTheAcceptanceMissesNothing()
{
    QVERIFY(m_days->copy());
    store::ProofStore proof{m_days->copyAs("carol"), "test"};
    OutsideBooks books;
    books.channels = {"practice-bank"};
    const auto first
        = m_days->run("SELECT extract(epoch FROM min(finished_at))::bigint - 60 FROM onceover.settlement_operation;");
    QVERIFY(first.has_value());
    books.readFrom = Timestamp{std::chrono::seconds{QString::fromStdString(*first).trimmed().toLongLong()}};
    const auto live = proof.verify(books, false);
    QVERIFY(live.has_value());
    QVERIFY2(find(*live, QStringLiteral("I4"))->holds, qPrintable(textOf(*live)));
    const auto quiescent = proof.verify(books, true);
    QVERIFY(quiescent.has_value());
    QVERIFY(!find(*quiescent, QStringLiteral("I4"))->holds); // Plain equality is demanded.
}

void TestVerify::quiescentDemandsThatNothingIsUnderWay()
{
    QVERIFY(m_days->copy());
    QVERIFY(m_days->breakIt(withOne(QStringLiteral(
        "UPDATE settlement_operation SET status = 'AWAITING_EXTERNAL', external_ref = NULL WHERE operation_id = $ONE; "
        "UPDATE outbox SET status = 'PENDING', not_before = clock() + interval '10 s' WHERE operation_id = $ONE;"))));
    store::ProofStore proof{m_days->copyAs("carol"), "test"};
    const auto live = proof.verify({}, false);
    QVERIFY(live.has_value());
    QVERIFY2(find(*live, QStringLiteral("I6"))->holds, qPrintable(textOf(*live)));
    const auto quiescent = proof.verify({}, true);
    QVERIFY(quiescent.has_value());
    QVERIFY(textOf(*quiescent).contains(QStringLiteral("still under way (AWAITING_EXTERNAL)")));
}

void TestVerify::atMostAHundredRowsAreNamed()
{
    QVERIFY(m_days->copy());
    QVERIFY(m_days->breakIt("UPDATE settlement_item SET root_id = gen_random_uuid();"));
    store::ProofStore proof{m_days->copyAs("carol"), "test"};
    const auto checks = proof.verify({}, false);
    QVERIFY(checks.has_value());
    const PromiseCheck* check = find(*checks, QStringLiteral("I13"));
    QCOMPARE(check->broken.size(), std::size_t{100});
    QVERIFY(check->brokenTotal > 100);
}

void TestVerify::statusCountsWhatStandsWhere()
{
    QVERIFY(m_days->copy());
    store::ProofStore proof{m_days->copyAs("carol"), "test"};
    const auto status = proof.status();
    QVERIFY2(status.has_value(), status ? "" : status.error().detail.c_str());
    QCOMPARE(status->server.login, std::string{"carol"});
    QCOMPARE(status->operations,
        (std::map<std::string, std::int64_t>{{"FAILED_PERMANENT", 1}, {"SUCCEEDED", 46}, {"UNKNOWN_EXTERNAL", 1}}));
    QCOMPARE(status->batches, (std::map<std::string, std::int64_t>{{"COMPLETED", 1}, {"PARTIAL", 1}}));
    QCOMPARE(status->outbox, (std::map<std::string, std::int64_t>{{"UNKNOWN", 1}}));
    QCOMPARE(status->deadLetters, 2);
    QCOMPARE(status->stuckLeases, 0);
    QCOMPARE(status->workers.size(), std::size_t{1});
}

void TestVerify::eachPromiseIsToldAsItIsDone()
{
    QVERIFY(m_days->copy());
    store::ProofStore proof{m_days->copyAs("carol"), "test"};
    std::vector<PromiseCheck> told;
    const auto checks = proof.verify({}, false, [&told](const PromiseCheck& check) { told.push_back(check); });
    QVERIFY2(checks.has_value(), checks ? "" : checks.error().detail.c_str());
    QCOMPARE(told.size(), checks->size());
    for (std::size_t i = 0; i < told.size(); ++i) {
        QCOMPARE(told[i].promise, checks->at(i).promise);
        QCOMPARE(told[i].checked, checks->at(i).checked);
    }
}

void TestVerify::everySliceIsLookedAt_data()
{
    QTest::addColumn<int>("nth");
    QTest::addColumn<int>("slices");
    const std::array<std::pair<const char*, int>, 3> places{{{"first", 0}, {"middle", 12}, {"last", 23}}};
    for (const int slices : {64, 3}) {
        for (const auto& [place, nth] : places)
            QTest::addRow("%s bucket of %d slices", place, slices) << nth << slices;
    }
}

// One operation of that bucket is broken in its legs, its answer, its message and its items: each is found and named.
void TestVerify::everySliceIsLookedAt()
{
    QFETCH(int, nth);
    QFETCH(int, slices);
    QVERIFY(m_days->copy());
    const auto chosen = m_days->run(
        "SELECT operation_id FROM onceover.settlement_operation WHERE biz_date = '2026-03-10' ORDER BY bucket, "
        "operation_id OFFSET "
        + std::to_string(nth) + " LIMIT 1;");
    QVERIFY2(chosen.has_value(), chosen ? "" : chosen.error().detail.c_str());
    const QString operation = QString::fromStdString(*chosen).trimmed();
    const QString sql = QStringLiteral(
        "DELETE FROM ledger_entry WHERE operation_id = '%1' AND phase = 'PAY' AND side = 'DEBIT'; "
        "DELETE FROM external_call WHERE operation_id = '%1'; UPDATE outbox SET payload = 'x' WHERE operation_id = "
        "'%1'; "
        "UPDATE settlement_item SET amount_minor = amount_minor + 1 WHERE root_id = '%1' AND item_kind = 'sale'; "
        "UPDATE settlement_operation SET status = 'FAILED_PERMANENT', failure_class = 'RULE' WHERE root_id = '%1';")
                            .arg(operation);
    const auto broken = m_days->breakIt(sql.toStdString());
    QVERIFY2(broken.has_value(), broken ? "" : broken.error().detail.c_str());
    store::ProofStore proof{m_days->copyAs("carol"), "test"};
    proof.setEffort({.connections = 2, .slices = slices});
    const auto checks = proof.verify({}, false);
    QVERIFY2(checks.has_value(), checks ? "" : checks.error().detail.c_str());
    QVERIFY2(proof.whyFewer().empty(), proof.whyFewer().c_str());
    for (const char* promise : {"I2", "I5", "I6", "I7", "I13"}) {
        const PromiseCheck* check = find(*checks, QString::fromLatin1(promise));
        QVERIFY2(!check->holds, promise);
        const bool isNamed = std::any_of(check->broken.begin(), check->broken.end(),
            [&](const std::string& name) { return QString::fromStdString(name).contains(operation); });
        QVERIFY2(isNamed, qPrintable(QString::fromLatin1(promise) + QLatin1Char('\n') + textOf(*checks)));
    }
}

// Whole by one connection, or cut as small as it goes for the most of them: the same rows are looked at.
void TestVerify::slicesAndConnectionsChangeNothing()
{
    QVERIFY(m_days->copy());
    store::ProofStore proof{m_days->copyAs("carol"), "test"};
    const OutsideBooks books = bookOfCopy(proof);
    proof.setEffort({.connections = 1, .slices = 1});
    const auto whole = proof.verify(books, false);
    QVERIFY2(whole.has_value(), whole ? "" : whole.error().detail.c_str());
    proof.setEffort({.connections = 8, .slices = 64});
    const auto cut = proof.verify(books, false);
    QVERIFY2(cut.has_value(), cut ? "" : cut.error().detail.c_str());
    QVERIFY2(proof.whyFewer().empty(), proof.whyFewer().c_str());
    QCOMPARE(cut->size(), whole->size());
    for (std::size_t i = 0; i < cut->size(); ++i) {
        QCOMPARE(cut->at(i).promise, whole->at(i).promise);
        QCOMPARE(cut->at(i).checked, whole->at(i).checked);
        QVERIFY2(cut->at(i).holds, qPrintable(textOf(*cut)));
    }
}

void TestVerify::whoeverGetsOneConnectionLooksAlone()
{
    QVERIFY(m_days->copy());
    const auto limited = m_days->run("ALTER DATABASE " + m_days->copyName() + " CONNECTION LIMIT 1;");
    QVERIFY2(limited.has_value(), limited ? "" : limited.error().detail.c_str());
    // The session that said so may still be closing, and would be the one that is allowed.
    const std::string others = "SELECT count(*) FROM pg_stat_activity WHERE datname = '" + m_days->copyName() + "'";
    QTRY_COMPARE(m_days->original().runAsSuperuser(others).value_or("?"), std::string{"0"});
    store::ProofStore proof{m_days->copyAs("carol"), "test"};
    const auto checks = proof.verify({}, false);
    QVERIFY2(checks.has_value(), checks ? "" : checks.error().detail.c_str());
    QCOMPARE(checks->size(), std::size_t{13});
    QVERIFY2(proof.whyFewer().find("too many connections") != std::string::npos, proof.whyFewer().c_str());
}

void TestVerify::whatCannotBeReadEndsTheWhole()
{
    QVERIFY(m_days->copy());
    const auto revoked = m_days->run("REVOKE SELECT ON onceover.sale FROM onceover_auditor, onceover_viewer;");
    QVERIFY2(revoked.has_value(), revoked ? "" : revoked.error().detail.c_str());
    store::ProofStore proof{m_days->copyAs("carol"), "test"};
    const auto checks = proof.verify({}, false);
    QVERIFY(!checks);
    QCOMPARE(QString::fromStdString(checks.error().sqlState), QStringLiteral("42501"));
}

void TestVerify::aLookThatIsStoppedEndsAtOnceAndProvesNothing()
{
    QVERIFY(m_days->copy());
    // The first look would take days; it has to be told to stop.
    const auto slowed = m_days->run(
        "CREATE OR REPLACE FUNCTION onceover.bucket_of(p_merchant_id bigint) RETURNS smallint LANGUAGE plpgsql "
        "IMMUTABLE STRICT AS 'BEGIN PERFORM pg_sleep(86400); RETURN 0; END'");
    QVERIFY2(slowed.has_value(), slowed ? "" : slowed.error().detail.c_str());
    store::ProofStore proof{m_days->copyAs("carol"), "test"};
    QVERIFY(proof.connect());
    const int wish = ::eventfd(1, EFD_CLOEXEC); // Readable from the beginning.
    proof.interruptBy(wish);
    const auto stopped = proof.verify({}, false);
    proof.interruptBy(-1);
    ::close(wish);
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().kind, FailureKind::Cancelled);
    QVERIFY2(proof.readableBooks().has_value(), "the session is of use afterwards");
}

QTEST_GUILESS_MAIN(TestVerify)
#include "tst_verify.moc"
