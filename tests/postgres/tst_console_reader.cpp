// SPDX-License-Identifier: GPL-3.0-or-later
// What the console reads: the same numbers for every person's role, masked, in one snapshot, page by page.
#include "settled_reading.h"
#include "sql/migrations.h"
#include "store/people_store.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <thread>

using namespace onceover;
using namespace onceover::test;

class TestConsoleReader : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyRoleReadsTheSameOverview_data();
    void everyRoleReadsTheSameOverview();
    void aLeapOfPracticeTimeIsNoSilence();
    void loginWithoutADutyIsToldWhichOneIsMissing();
    void identitySaysWhoAndWhere();
    void totalsAreMaintainedCounts();
    void worklistIsOrderedByGradeMoneyAge();
    void batchesArePagedNewestFirst();
    void operationsArePagedWithoutGapOrRepeat_data();
    void operationsArePagedWithoutGapOrRepeat();
    void operationsAreFoundByStatus_data();
    void operationsAreFoundByStatus();
    void operationsAreFoundByKeyPrefix();
    void malformedPositionIsRefused();
    void olderAndNewerSchemaAreRefusedOrRead_data();
    void olderAndNewerSchemaAreRefusedOrRead();
    void missingSchemaAndMissingDatabaseAreTold();
    void statementIsCancelledFromAnotherThread();
    void lostConnectionIsMadeAgain();
    void manualTriggerNamesTheExistingRun();
    void sameRequestIdIsOneRequest();
    void refusalsAreReturnedAndAudited_data();
    void refusalsAreReturnedAndAudited();
    void auditorMayNotTrigger();

private:
    [[nodiscard]] std::int64_t number(const char* sql) const;

    std::unique_ptr<SettledDays> m_days;
};

void TestConsoleReader::initTestCase()
{
    MAKE_SETTLED_DAYS(m_days);
    QVERIFY(m_days->copy());
}

std::int64_t TestConsoleReader::number(const char* sql) const
{
    const auto text = m_days->run(sql);
    return text ? QString::fromStdString(*text).trimmed().toLongLong() : -1;
}

void TestConsoleReader::everyRoleReadsTheSameOverview_data()
{
    QTest::addColumn<QString>("login");
    for (const char* login : {"alice", "bob", "carol"})
        QTest::newRow(login) << QString::fromLatin1(login);
}

// Operator, approver and auditor see one truth.
void TestConsoleReader::everyRoleReadsTheSameOverview()
{
    QFETCH(QString, login);
    store::ConsoleStore reader{m_days->copyAs(login.toStdString()), "test"};
    const auto overview = reader.readOverview();
    VERIFY_READ(overview);
    QCOMPARE(overview->operations, 48);
    QCOMPARE(overview->batchesOpen, 1);
    QCOMPARE(overview->deadLetters, 2);
    QCOMPARE(overview->unknownAtBank, 1);
    QCOMPARE(overview->unknownAmounts.size(), std::size_t{1});
    QCOMPARE(overview->stuckLeases, 0);
    QCOMPARE(overview->outboxOpen, 1);
    QCOMPARE(overview->workersAlive, 1);
    QVERIFY(overview->lastSchedulerBeat.has_value());
    QVERIFY(overview->lastSend.has_value());
    QCOMPARE(overview->newestBizDate->toString(), std::string{"2026-03-11"});
    QCOMPARE(overview->triggered, 1);
    QCOMPARE(overview->executed, 1);
    QCOMPARE(overview->tookEffect, 22);
    QCOMPARE(overview->effectsMax, 1);
    QCOMPARE(overview->succeededPerDay.size(), std::size_t{2});
    QCOMPARE(overview->succeededPerDay.front().count, 24);
    QCOMPARE(overview->heldOperations, 0);
}

// UX 11: a login without any duty hears which one to ask for.
// While a sandbox is filled its time leaps from day to day: who beat just before the leap is alive, who was silent
// before it is gone.
void TestConsoleReader::aLeapOfPracticeTimeIsNoSilence()
{
    TestDatabase database;
    ONCEOVER_NEED(database);
    const auto run = [&](const std::string& sql) {
        const auto ran = database.runAsSuperuser(sql);
        return ran ? std::string{} : ran.error().detail;
    };
    QCOMPARE(run("INSERT INTO onceover.installation (namespace, name, environment, system_identifier, timeline) "
                 "VALUES (gen_random_uuid(), 'Leaps', 'sandbox', 1, 1)"),
        std::string{});
    QCOMPARE(run("SET onceover.sandbox_offset = '-10 days'; " + std::string{sql::findProvision("sandbox")->text}),
        std::string{});
    QCOMPARE(run("INSERT INTO onceover.worker (worker_id, program, app_version, host, pid, duties) VALUES "
                 "('good', 'p', '1', 'h', 1, '{settler}'), ('gone', 'p', '1', 'h', 2, '{settler}'); "
                 "INSERT INTO onceover.worker_heartbeat (worker_id, duty, minute, beat_at) SELECT w, 'settler', "
                 "date_trunc('minute', onceover.clock() - age), onceover.clock() - age FROM (VALUES ('good', interval "
                 "'1 s'), ('gone', interval '10 min')) v(w, age)"),
        std::string{});
    for (const char* leap : {"8 hours", "8 hours"})
        QCOMPARE(run(std::string{"SELECT onceover.sandbox_advance(onceover.clock() + interval '"} + leap + "')"),
            std::string{});
    store::ConsoleStore reader{{database.conninfo("alice"), "test"}, "test"};
    const auto overview = reader.readOverview();
    VERIFY_READ(overview);
    QVERIFY(overview->practice.has_value());
    QCOMPARE(overview->practice->workersAlive, 1);
    QCOMPARE(overview->practice->liveWorker, std::string{"good"});
    QCOMPARE(overview->practice->goneWorker, std::string{"gone"});
    QCOMPARE(overview->practice->daysBehind, 9);
    QCOMPARE(overview->practice->daysSettled, 0);
}

void TestConsoleReader::loginWithoutADutyIsToldWhichOneIsMissing()
{
    store::ConsoleStore reader{m_days->copyAs("mallory"), "test"};
    const auto server = reader.connect();
    QVERIFY(!server.has_value());
    QCOMPARE(server.error().kind, FailureKind::Refused);
    QCOMPARE(server.error().refusal, std::optional{Refusal::MissingRole});
    QCOMPARE(server.error().found, std::string{"mallory"});
    QCOMPARE(server.error().statement, std::string{"connect"});
}

void TestConsoleReader::identitySaysWhoAndWhere()
{
    store::ConsoleStore reader{m_days->copyAs("bob"), "test"};
    const auto server = reader.connect();
    VERIFY_READ(server);
    QCOMPARE(server->login, std::string{"bob"});
    QCOMPARE(server->person, std::string{"bob"});
    QCOMPARE(server->roles, (std::vector<std::string>{"approver", "viewer"}));
    QCOMPARE(server->database, m_days->copyName());
    QVERIFY(server->primary);
    QVERIFY(!server->environment.empty());
    QVERIFY(server->serverVersion >= 150000);
    QVERIFY(server->schemaVersion > 0);
}

void TestConsoleReader::totalsAreMaintainedCounts()
{
    store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
    const auto overview = reader.readOverview();
    VERIFY_READ(overview);
    std::int64_t sum = 0;
    for (const StateCount& count : overview->states)
        sum += count.count;
    QCOMPARE(sum, overview->operations);
    QCOMPARE(sum, number("SELECT count(*) FROM onceover.settlement_operation;"));
}

void TestConsoleReader::worklistIsOrderedByGradeMoneyAge()
{
    store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
    const auto overview = reader.readOverview();
    VERIFY_READ(overview);
    const std::vector<WorklistRow>& list = overview->worklist;
    QCOMPARE(list.size(), std::size_t{3}); // The unknown and its dead letter are one row.
    QVERIFY(!overview->worklistHasMore);
    QVERIFY(std::is_sorted(list.begin(), list.end(), [](const WorklistRow& a, const WorklistRow& b) {
        return std::tuple{a.grade, !a.amountMinor.has_value(), a.since}
        < std::tuple{b.grade, !b.amountMinor.has_value(), b.since};
    }));
    const auto has = [&](const char* kind) {
        return std::any_of(list.begin(), list.end(), [&](const WorklistRow& row) { return row.kind == kind; });
    };
    QVERIFY(has("unknown"));
    QVERIFY(has("dead-letter"));
    QVERIFY(has("batch"));
    QVERIFY(QString::fromStdString(list.front().title).startsWith(QStringLiteral("settle-daily 2026-03-11 M")));
}

void TestConsoleReader::batchesArePagedNewestFirst()
{
    store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
    ListQuery query;
    query.limit = 1;
    const auto first = reader.readBatches(query);
    VERIFY_READ(first);
    QCOMPARE(first->total, 2);
    QCOMPARE(first->rows.size(), std::size_t{1});
    QVERIFY(first->hasMore);
    const BatchRow& newest = first->rows.front();
    QCOMPARE(newest.runKey, std::string{"settle-daily:2026-03-11"});
    QCOMPARE(newest.status, std::string{"PARTIAL"});
    QCOMPARE(newest.total, 24);
    QCOMPARE(newest.done, 22);
    QCOMPARE(newest.unknown, 1);
    QCOMPARE(newest.dead, 2);
    QCOMPARE(newest.amounts.size(), std::size_t{3});
    QVERIFY(!newest.countAgrees.has_value());
    query.after = first->next;
    const auto second = reader.readBatches(query);
    VERIFY_READ(second);
    QCOMPARE(second->rows.front().runKey, std::string{"settle-daily:2026-03-10"});
    QCOMPARE(second->rows.front().countAgrees, std::optional{true});
    QVERIFY(!second->hasMore);
    query.after.clear();
    query.status = "COMPLETED";
    const auto completed = reader.readBatches(query);
    VERIFY_READ(completed);
    QCOMPARE(completed->total, 1);
}

void TestConsoleReader::operationsArePagedWithoutGapOrRepeat_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("expected");
    QTest::newRow("all") << QString() << 48;
    QTest::newRow("date") << QStringLiteral("date") << 24;
    QTest::newRow("batch") << QStringLiteral("batch") << 24;
    QTest::newRow("merchant") << QStringLiteral("merchant") << 2;
    QTest::newRow("job") << QStringLiteral("job") << 48;
    QTest::newRow("succeeded") << QStringLiteral("succeeded") << 46;
}

void TestConsoleReader::operationsArePagedWithoutGapOrRepeat()
{
    QFETCH(QString, filter);
    QFETCH(int, expected);
    store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
    ListQuery query;
    query.limit = 7;
    if (filter == QLatin1String("date"))
        query.bizDate = *BusinessDate::parse("2026-03-11");
    else if (filter == QLatin1String("batch"))
        query.batch = number("SELECT max(batch_id) FROM onceover.settlement_batch;");
    else if (filter == QLatin1String("merchant"))
        query.merchant = 5;
    else if (filter == QLatin1String("job"))
        query.jobType = "settle-daily";
    else if (filter == QLatin1String("succeeded"))
        query.status = "SUCCEEDED";
    std::set<OperationRef> seen;
    std::size_t rows = 0;
    for (int page = 0; page < 20; ++page) {
        const auto read = reader.readOperations(query);
        VERIFY_READ(read);
        QCOMPARE(read->total, expected);
        QVERIFY(!read->totalIsEstimate);
        rows += read->rows.size();
        for (const OperationRow& row : read->rows)
            seen.insert(row.ref);
        if (!read->hasMore)
            break;
        QCOMPARE(read->rows.size(), std::size_t{7});
        query.after = read->next;
    }
    QCOMPARE(rows, static_cast<std::size_t>(expected));
    QCOMPARE(seen.size(), rows);
}

void TestConsoleReader::operationsAreFoundByStatus_data()
{
    QTest::addColumn<QString>("status");
    QTest::addColumn<QString>("sql");
    // DESIGN section 8: open states are listed by due rows and messages, failures by dead letters.
    QTest::newRow("FAILED_PERMANENT") << QStringLiteral("FAILED_PERMANENT") << QString();
    QTest::newRow("UNKNOWN_EXTERNAL") << QStringLiteral("UNKNOWN_EXTERNAL") << QString();
    const QString due = QStringLiteral("INSERT INTO operation_due (bucket, operation_id, job_type, job_id, batch_id, "
                                       "merchant_id, due_at) SELECT bucket, operation_id, "
                                       "'settle-daily', job_id, batch_id, merchant_id, clock() FROM "
                                       "settlement_operation WHERE merchant_id = 7 AND biz_date = '2026-03-10';");
    const QString of = QStringLiteral(" external_ref = NULL WHERE merchant_id = 7 AND biz_date = '2026-03-10'; ");
    const QString move
        = QStringLiteral("INSERT INTO operation_count_delta (batch_id, shard_no, currency, status, n, amount_minor) "
                         "SELECT batch_id, shard_no, currency, '%1', 1, amount_minor "
                         "FROM settlement_operation WHERE merchant_id = 7 AND biz_date = '2026-03-10'; ");
    for (const char* status : {"PENDING", "RETRYABLE"}) {
        const QString name = QString::fromLatin1(status);
        QTest::newRow(status) << name
                              << QStringLiteral("UPDATE settlement_operation SET status = '%1',").arg(name) + of
                + move.arg(name) + due;
    }
    QTest::newRow("PROCESSING")
        << QStringLiteral("PROCESSING")
        << QStringLiteral(
               "UPDATE settlement_operation SET status = 'PROCESSING', worker_id = 'w', lease_until = clock(),")
            + of + move.arg(QStringLiteral("PROCESSING")) + due;
    QTest::newRow("AWAITING_EXTERNAL") << QStringLiteral("AWAITING_EXTERNAL")
                                       << QStringLiteral(
                                              "UPDATE settlement_operation SET status = 'AWAITING_EXTERNAL',")
            + of + move.arg(QStringLiteral("AWAITING_EXTERNAL"))
            + QStringLiteral("UPDATE outbox SET status = 'PENDING' WHERE merchant_id = 7 AND batch_id = (SELECT "
                             "min(batch_id) FROM settlement_batch);");
}

void TestConsoleReader::operationsAreFoundByStatus()
{
    QFETCH(QString, status);
    QFETCH(QString, sql);
    QVERIFY(m_days->copy());
    if (!sql.isEmpty())
        VERIFY_READ(m_days->breakIt(sql.toStdString()));
    store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
    ListQuery query;
    query.status = status.toStdString();
    const auto page = reader.readOperations(query);
    VERIFY_READ(page);
    QCOMPARE(page->rows.size(), std::size_t{1});
    QCOMPARE(page->total, 1);
    const OperationRow& row = page->rows.front();
    QCOMPARE(row.status, status.toStdString());
    QVERIFY(!row.merchantName.empty());
    QVERIFY(row.batchKey.starts_with("settle-daily:2026-03-1"));
}

void TestConsoleReader::operationsAreFoundByKeyPrefix()
{
    QVERIFY(m_days->copy());
    store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
    const auto all = reader.readOperations({});
    VERIFY_READ(all);
    const std::string id = all->rows.at(3).ref.id.value.toString();
    for (const std::size_t digits : {6U, 9U, 20U, 36U}) {
        ListQuery query;
        query.keyPrefix = id.substr(0, digits);
        const auto found = reader.readOperations(query);
        VERIFY_READ(found);
        QCOMPARE(found->rows.size(), std::size_t{1});
        QCOMPARE(found->rows.front().ref.id.value.toString(), id);
        QCOMPARE(found->total, 1);
    }
    ListQuery impossible;
    impossible.keyPrefix = "no-such-key";
    const auto none = reader.readOperations(impossible);
    VERIFY_READ(none);
    QVERIFY(none->rows.empty());
}

void TestConsoleReader::malformedPositionIsRefused()
{
    store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
    for (const char* position :
        {"x", "2026-03-10|1", "2026-13-40|1|2|3", "2026-03-10|x|00000000-0000-0000-0000-000000000000"}) {
        ListQuery query;
        query.after = position;
        QVERIFY(!reader.readOperations(query).has_value());
    }
    ListQuery query;
    query.after = "2026-03-10|1|1";
    const auto batches = reader.readBatches(query);
    QVERIFY(!batches.has_value());
    QCOMPARE(batches.error().refusal, std::optional{Refusal::ValueMalformed});
}

void TestConsoleReader::olderAndNewerSchemaAreRefusedOrRead_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<int>("readRefusal");
    QTest::addColumn<int>("actRefusal");
    const QString newer = QStringLiteral("INSERT INTO schema_migration (version, name, sha256, reader_min, "
                                         "app_version) VALUES (999, 'next', '', %1, '9');");
    QTest::newRow("older") << QStringLiteral(
        "DELETE FROM schema_migration WHERE version = (SELECT max(version) FROM schema_migration);")
                           << static_cast<int>(Refusal::SchemaTooOld) << static_cast<int>(Refusal::SchemaTooOld);
    QTest::newRow("newer, readable") << newer.arg(1) << -1 << static_cast<int>(Refusal::SchemaTooNew);
    QTest::newRow("newer, readable again says a later one") // What one asked, none after it takes back.
        << newer.arg(999) + newer.arg(1).replace(QLatin1String("999"), QLatin1String("1000"))
        << static_cast<int>(Refusal::SchemaTooNew) << static_cast<int>(Refusal::SchemaTooNew);
    QTest::newRow("newer, not readable") << newer.arg(999) << static_cast<int>(Refusal::SchemaTooNew)
                                         << static_cast<int>(Refusal::SchemaTooNew);
}

// Issue item 7; BUILD.md: a newer schema is read if it allows it, never written.
void TestConsoleReader::olderAndNewerSchemaAreRefusedOrRead()
{
    QFETCH(QString, sql);
    QFETCH(int, readRefusal);
    QFETCH(int, actRefusal);
    QVERIFY(m_days->copy());
    VERIFY_READ(m_days->breakIt(sql.toStdString()));
    store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
    const auto overview = reader.readOverview();
    QCOMPARE(overview.has_value(), readRefusal < 0);
    if (!overview) {
        QCOMPARE(overview.error().refusal, std::optional{static_cast<Refusal>(readRefusal)});
        QVERIFY(!overview.error().found.empty());
    }
    store::PeopleStore people{m_days->copyAs("alice"), "test"};
    const auto acting = people.connect();
    QVERIFY(!acting.has_value());
    QCOMPARE(acting.error().refusal, std::optional{static_cast<Refusal>(actRefusal)});
}

void TestConsoleReader::missingSchemaAndMissingDatabaseAreTold()
{
    const auto empty = TestCluster::shared().createEmptyDatabase();
    VERIFY_READ(empty);
    store::ConsoleStore withoutSchema{{TestCluster::shared().conninfo("alice", *empty), "--dsn"}, "test"};
    const auto schema = withoutSchema.connect();
    QVERIFY(!schema.has_value());
    QCOMPARE(schema.error().refusal, std::optional{Refusal::SchemaTooOld});
    QCOMPARE(schema.error().found, std::string{"0"});
    TestCluster::shared().dropDatabase(*empty);
    store::ConsoleStore nowhere{{TestCluster::shared().conninfo("alice", "no_such_database"), "--dsn"}, "test"};
    const auto database = nowhere.connect();
    QVERIFY(!database.has_value());
    QVERIFY2(database.error().sqlState == "3D000", qPrintable(reasonOf(database.error())));
    QCOMPARE(database.error().statement, std::string{"connect"});
}

// S11: a cancel may come from another thread; what runs ends, and the connection lives on.
void TestConsoleReader::statementIsCancelledFromAnotherThread()
{
    QVERIFY(m_days->copy());
    store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
    VERIFY_READ(reader.connect());
    std::thread canceller{[&reader] { reader.requestCancel(); }};
    canceller.join();
    static_cast<void>(reader.readOverview()); // Cancelled or not: no guarantee is given.
    VERIFY_READ(reader.readOverview());
}

// Issue item 7: a lost connection is an answer, and the next call connects again.
// K85: the server ends the session of a console; the next reading is on a new one.
void TestConsoleReader::lostConnectionIsMadeAgain()
{
    store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
    VERIFY_READ(reader.readOverview());
    VERIFY_READ(m_days->run("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'alice';"));
    const auto lost = reader.readOverview();
    QVERIFY(!lost.has_value());
    QCOMPARE(lost.error().kind, FailureKind::Unavailable);
    VERIFY_READ(reader.readOverview());
}

// R5, R19, F47: any number of triggers lead to the one run, and the answer names it.
void TestConsoleReader::manualTriggerNamesTheExistingRun()
{
    QVERIFY(m_days->copy());
    store::PeopleStore people{m_days->copyAs("alice"), "test"};
    const auto jobs = people.jobIds();
    VERIFY_READ(jobs);
    QCOMPARE(*jobs, (std::vector<std::string>{"settle-daily"}));
    Uuid request;
    request.bytes[0] = 1;
    const auto answer = people.triggerRun(JobId{"settle-daily"}, *BusinessDate::parse("2026-03-10"), request);
    VERIFY_READ(answer);
    QVERIFY(answer->done);
    QCOMPARE(answer->answer, std::string{"ALREADY_COMPLETED"});
    QCOMPARE(answer->runKey, std::string{"settle-daily:2026-03-10"});
    QCOMPARE(answer->batchStatus, std::string{"COMPLETED"});
    QVERIFY(answer->batchId.has_value());
    QCOMPARE(number("SELECT count(*) FROM onceover.job_run;"), 2);
}

// F42: the same request id is one request, and a lost answer is found by it.
void TestConsoleReader::sameRequestIdIsOneRequest()
{
    QVERIFY(m_days->copy());
    store::PeopleStore people{m_days->copyAs("alice"), "test"};
    Uuid request;
    request.bytes[0] = 2;
    const auto nothing = people.findTrigger(request);
    VERIFY_READ(nothing);
    QVERIFY(!nothing->has_value());
    const auto first = people.triggerRun(JobId{"settle-daily"}, *BusinessDate::parse("2026-03-09"), request);
    VERIFY_READ(first);
    QCOMPARE(first->answer, std::string{"CREATED"});
    const auto again = people.triggerRun(JobId{"settle-daily"}, *BusinessDate::parse("2026-03-09"), request);
    VERIFY_READ(again);
    QCOMPARE(again->triggerId, first->triggerId);
    const auto found = people.findTrigger(request);
    VERIFY_READ(found);
    QVERIFY(found->has_value());
    QCOMPARE((*found)->triggerId, first->triggerId);
    QCOMPARE((*found)->runStatus, std::string{"DUE"});
    QCOMPARE(number("SELECT count(*) FROM onceover.run_trigger WHERE source = 'manual';"), 1);
}

void TestConsoleReader::refusalsAreReturnedAndAudited_data()
{
    QTest::addColumn<QString>("job");
    QTest::addColumn<QString>("date");
    QTest::addColumn<QString>("reason");
    QTest::newRow("unknown job") << QStringLiteral("no-such-job") << QStringLiteral("2026-03-10")
                                 << QStringLiteral("UNKNOWN_JOB");
    QTest::newRow("the day is not over") << QStringLiteral("settle-daily") << QStringLiteral("2099-01-01")
                                         << QStringLiteral("BUSINESS_DATE_NOT_OVER");
}

void TestConsoleReader::refusalsAreReturnedAndAudited()
{
    QFETCH(QString, job);
    QFETCH(QString, date);
    QFETCH(QString, reason);
    store::PeopleStore people{m_days->copyAs("alice"), "test"};
    Uuid request;
    request.bytes[0] = 3;
    const std::int64_t before = number("SELECT count(*) FROM onceover.audit_log WHERE outcome = 'REFUSED';");
    const auto answer = people.triggerRun(JobId{job.toStdString()}, *BusinessDate::parse(date.toStdString()), request);
    VERIFY_READ(answer);
    QVERIFY(!answer->done);
    QCOMPARE(answer->reason, reason.toStdString());
    QCOMPARE(number("SELECT count(*) FROM onceover.audit_log WHERE outcome = 'REFUSED';"), before + 1);
}

// SECURITY.md: a missing privilege is 42501; the login leaves its own note of it.
void TestConsoleReader::auditorMayNotTrigger()
{
    store::PeopleStore people{m_days->copyAs("carol"), "test"};
    Uuid request;
    request.bytes[0] = 4;
    const auto answer = people.triggerRun(JobId{"settle-daily"}, *BusinessDate::parse("2026-03-10"), request);
    QVERIFY(!answer.has_value());
    QCOMPARE(answer.error().sqlState, std::string{"42501"});
    QCOMPARE(answer.error().refusal, std::optional{Refusal::MissingRole});
    QCOMPARE(number("SELECT count(*) FROM onceover.audit_log WHERE outcome = 'REFUSED' AND reason = '42501' AND login "
                    "= 'carol';"),
        1);
}

QTEST_GUILESS_MAIN(TestConsoleReader)
#include "tst_console_reader.moc"
