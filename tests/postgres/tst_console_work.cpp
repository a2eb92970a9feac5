// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of the engine's work, as every person's role reads them on a real database.
#include "settled_reading.h"
#include "store/incident_store.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace onceover;
using namespace onceover::test;

class TestConsoleWork : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyRoleReadsEveryList_data();
    void everyRoleReadsEveryList();
    void anIncidentIsReadWithItsLogAndWhatItsGateMisses(); // F42
    void stuckLeasesAreExactlyThePredicate();   // R34
    void deadLettersSayWhoWhatWhenWhy();        // R82
    void deadLettersAreNarrowedByAgeAndClass(); // R83, R84, R155
    void callsAreListedNewestFirst(); // UX.md section 6
    void openMessagesSayWhatMayHaveLeft();
    void runsAttemptsAndWorkersAreRead();
    void differencesAndAlertsAreRead();
    void listsArePagedBothWaysWithoutGapOrRepeat_data();
    void listsArePagedBothWaysWithoutGapOrRepeat();
    void aMalformedPositionIsRefused();
    void deadLettersAreGroupedByClassTaskOrWorker(); // UX.md section 6; adds letters, so it comes last

private:
    /// Reads one page, as alice, the operator, where nobody else is named.
    template <typename Row>
    [[nodiscard]] Result<Page<Row>> read(WorkList list, const ListQuery& query, const char* login = "alice") const
    {
        return readList<Row>(*m_days, list, query, login);
    }

    std::unique_ptr<SettledDays> m_days;
};

void TestConsoleWork::initTestCase()
{
    MAKE_SETTLED_DAYS(m_days);
    QVERIFY(m_days->copy());
    // Ten operations in work: leases of a worker that is gone (six over, one to come) and of one that lives (three
    // over).
    const auto broken = m_days->breakIt(
        "SET search_path = onceover, pg_temp;"
        "SELECT register_worker('gone-1', 'onceover-worker', '0', 'node-a', 11, ARRAY['settler']),"
        "       register_worker('alive-1', 'onceover-worker', '0', 'node-b', 12, ARRAY['settler']);"
        "SELECT beat('alive-1', 'settler', 1);"
        // Alive however long the tests take; the one of the settled days said goodbye.
        "UPDATE worker_heartbeat SET beat_at = clock() + interval '1 day' WHERE worker_id = 'alive-1';"
        "UPDATE worker SET stopped_at = clock() WHERE worker_id = 'test-w1';"
        "CREATE TEMP TABLE held AS SELECT bucket, operation_id, row_number() OVER (ORDER BY bucket, operation_id) AS n"
        "  FROM settlement_operation WHERE status = 'SUCCEEDED' AND biz_date = '2026-03-11' ORDER BY 1, 2 LIMIT 10;"
        "UPDATE settlement_operation o SET status = 'PROCESSING', version = o.version + 1, finished_at = NULL,"
        "       worker_id = CASE WHEN h.n <= 7 THEN 'gone-1' ELSE 'alive-1' END,"
        "       lease_until = clock() + CASE WHEN h.n = 7 THEN interval '10 min' ELSE -(h.n * interval '1 min') END"
        "  FROM held h WHERE o.bucket = h.bucket AND o.operation_id = h.operation_id;"
        "INSERT INTO operation_due (bucket, operation_id, job_type, job_id, batch_id, merchant_id, due_at, recoveries, "
        "lost)"
        "  SELECT o.bucket, o.operation_id, 'settle-daily', o.job_id, o.batch_id, o.merchant_id, o.lease_until,"
        "         CASE WHEN h.n = 2 THEN 2 ELSE 0 END, h.n = 2"
        "    FROM settlement_operation o JOIN held h USING (bucket, operation_id);"
        "INSERT INTO operation_count_delta (batch_id, shard_no, currency, status, n, amount_minor)"
        "  SELECT batch_id, shard_no, currency, 'PROCESSING', 1, amount_minor FROM settlement_operation JOIN held "
        "USING (bucket, operation_id);"
        // Waiting work that is overdue as well is no stuck lease.
        "INSERT INTO operation_due (bucket, operation_id, job_type, job_id, batch_id, merchant_id, due_at)"
        "  SELECT bucket, operation_id, 'settle-daily', job_id, batch_id, merchant_id, clock() - interval '1 hour'"
        "    FROM settlement_operation WHERE status = 'SUCCEEDED' AND biz_date = '2026-03-10' LIMIT 5;"
        "UPDATE dead_letter SET opened_at = clock() - interval '25 hours' WHERE failure_class = 'REFUSED';"
        "INSERT INTO reconciliation_difference (kind, grade, batch_id, bucket, operation_id, channel_id, ours_minor, "
        "theirs_minor, currency)"
        "  SELECT 'AMOUNT', 'P0', batch_id, bucket, operation_id, channel_id, 1250, 1200, 'USD' FROM "
        "settlement_operation"
        "   WHERE biz_date = '2026-03-10' ORDER BY 4 LIMIT 1;"
        // What a comparison of the three tables found belongs to no batch and to no operation.
        "INSERT INTO reconciliation_run (kind, biz_date, outcome, compared, differences, finished_at, worker_id)"
        "  VALUES ('three tables', '2026-03-10', 'COMPARED', 40, 1, clock(), 'test-w1');"
        "INSERT INTO reconciliation_difference (reconciliation_id, kind, grade, theirs_minor, ours_minor, currency, "
        "pair, "
        "subject, occurred_at)"
        "  SELECT reconciliation_id, 'CHARGED_NOT_EXTENDED', 'P0', 1500, 0, 'CNY', 'payments/subscriptions', "
        "'subscription 7', clock() - interval '1 hour' FROM reconciliation_run WHERE kind = 'three tables';"
        "INSERT INTO alert (rule, subject, grade, last_error, acknowledged_by, acknowledged_at, closed_at) VALUES"
        "  ('worker-gone', 'gone-1', 'P1', 'no heartbeat', NULL, NULL, NULL), ('dead-letter', 'x', 'P0', 'refused', "
        "'bob', "
        "clock(), NULL),"
        "  ('dead-letter', 'y', 'P0', 'refused', NULL, NULL, clock());"
        "INSERT INTO statement (channel_id, file_sha256, format, opening_minor, closing_minor, currency, from_date, "
        "to_date, account, reference)"
        "  VALUES ('practice-bank', sha256('x'), 'MT940', 0, -3, 'CNY', '2026-03-10', '2026-03-11', "
        "'DE89370400440532013000', 'S1');"
        "INSERT INTO statement_entry (statement_id, entry_no, entry_ref, amount_minor, currency, booked_on)"
        "  SELECT s.statement_id, n, 'B' || n, -1, 'CNY', '2026-03-10' FROM statement s, generate_series(1, 3) n;"
        "INSERT INTO reconciliation_run (kind, batch_id, biz_date, compared, differences, finished_at, worker_id)"
        "  SELECT 'batch', batch_id, biz_date, 24, 0, clock(), 'test-w1' FROM settlement_batch;");
    QVERIFY2(broken.has_value(), broken ? "" : qPrintable(reasonOf(broken.error())));
}

void TestConsoleWork::everyRoleReadsEveryList_data()
{
    QTest::addColumn<QString>("login");
    QTest::addColumn<int>("list");
    QTest::addColumn<int>("rows");
    const std::vector<std::pair<WorkList, int>> lists{{WorkList::DeadLetters, 2}, {WorkList::StuckLeases, 9},
        {WorkList::Messages, 1}, {WorkList::Channels, 1}, {WorkList::Runs, 2}, {WorkList::Attempts, 10},
        {WorkList::Jobs, 1}, {WorkList::Workers, 3}, {WorkList::Reconciliations, 3}, {WorkList::Differences, 2},
        {WorkList::Alerts, 2}, {WorkList::Statements, 1}, {WorkList::StatementLines, 3},
        {WorkList::Rollouts, 1}};
    for (const char* login : {"alice", "bob", "carol"}) {
        for (const auto& [list, rows] : lists)
            QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(login)).arg(static_cast<int>(list))))
                << QString::fromLatin1(login) << static_cast<int>(list) << rows;
    }
}

// Operator, approver and auditor see one truth; the total and the groups are of the same moment.
void TestConsoleWork::everyRoleReadsEveryList()
{
    QFETCH(QString, login);
    QFETCH(int, list);
    QFETCH(int, rows);
    store::ConsoleStore reader{m_days->copyAs(login.toStdString()), "test"};
    const auto page = reader.readWork(static_cast<WorkList>(list), {});
    VERIFY_READ(page);
    QCOMPARE(static_cast<int>(page->index()), list);
    std::visit(
        [rows](const auto& read) {
            QCOMPARE(static_cast<int>(read.rows.size()), rows);
            QCOMPARE(read.total, rows);
            QVERIFY(!read.totalIsEstimate);
            QVERIFY(!read.hasMore);
            std::int64_t grouped = 0;
            for (const GroupCount& group : read.groups)
                grouped += group.count;
            QCOMPARE(grouped, rows);
        },
        *page);
}

// What the page Incident shows is of one moment, for whoever may read; a lost answer is found by the client's own id.
void TestConsoleWork::anIncidentIsReadWithItsLogAndWhatItsGateMisses()
{
    const Uuid wished = *Uuid::parse("0f0e0d0c-0b0a-4908-8706-050403020100");
    store::IncidentStore desk{m_days->copyAs("alice"), "test"};
    const auto opened = desk.open({"two nodes", {"everything", ""}, {}}, wished);
    VERIFY_READ(opened);
    QVERIFY2(opened->done, opened->reason.c_str());
    const auto found = desk.find(wished);
    VERIFY_READ(found);
    QVERIFY(found->has_value());
    QCOMPARE((*found)->incident, opened->incident);
    const auto nothing = desk.find(*Uuid::parse("0f0e0d0c-0b0a-4908-8706-0504030201ff"));
    VERIFY_READ(nothing);
    QVERIFY(!nothing->has_value());
    store::ConsoleStore reader{m_days->copyAs("carol"), "test"};
    const auto page = reader.readWork(WorkList::Incidents, {});
    VERIFY_READ(page);
    QCOMPARE(std::get<Page<IncidentRow>>(*page).rows.size(), std::size_t{1});
    const auto detail = reader.readIncident(opened->incident);
    VERIFY_READ(detail);
    QVERIFY(detail->found);
    QCOMPARE(detail->incident.owner, std::string("alice"));
    QCOMPARE(detail->gate.next, std::string("FROZEN"));
    QCOMPARE(detail->steps.size(), std::size_t{1});
    QVERIFY(detail->plans.empty());
    const auto unknown = reader.readIncident(opened->incident + 1000);
    VERIFY_READ(unknown);
    QVERIFY(!unknown->found);
}

void TestConsoleWork::stuckLeasesAreExactlyThePredicate()
{
    const auto page = read<StuckLeaseRow>(WorkList::StuckLeases, {});
    VERIFY_READ(page);
    std::set<std::string> listed;
    for (const StuckLeaseRow& row : page->rows)
        listed.insert(row.ref.id.value.toString());
    const QStringList predicate = QString::fromStdString(
        told(*m_days,
            "SELECT string_agg(operation_id::text, ',') FROM onceover.settlement_operation"
            " WHERE status = 'PROCESSING' AND lease_until < onceover.clock() - interval '5 s';"))
                                      .split(QLatin1Char(','));
    std::set<std::string> wanted;
    for (const QString& id : predicate)
        wanted.insert(id.toStdString());
    QCOMPARE(listed.size(), std::size_t{9});
    QVERIFY(listed == wanted);
    QVERIFY(std::is_sorted(page->rows.begin(), page->rows.end(),
        [](const StuckLeaseRow& a, const StuckLeaseRow& b) { return a.leaseUntil < b.leaseUntil; }));

    // Owner, host, version, recoveries and what decides about the takeover stand beside it.
    const auto twice = std::find_if(
        page->rows.begin(), page->rows.end(), [](const StuckLeaseRow& row) { return row.recoveries == 2; });
    QVERIFY(twice != page->rows.end());
    QCOMPARE(twice->worker, std::string("gone-1"));
    QCOMPARE(twice->host, std::string("node-a"));
    QVERIFY(twice->lost && !twice->frozen && !twice->lastBeat && twice->version > 1);
    QCOMPARE(twice->settlers, std::int64_t{1}); // The gone one never beat, the other one stopped.

    // The Overview counts the same rows.
    store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
    const auto overview = reader.readOverview();
    VERIFY_READ(overview);
    QCOMPARE(overview->stuckLeases, std::int64_t{9});
    ListQuery byWorker;
    byWorker.group = "alive-1";
    const auto own = read<StuckLeaseRow>(WorkList::StuckLeases, byWorker);
    VERIFY_READ(own);
    QCOMPARE(own->rows.size(), std::size_t{3});
    QCOMPARE(own->total, std::int64_t{3});
}

void TestConsoleWork::deadLettersSayWhoWhatWhenWhy()
{
    const auto page = read<DeadLetterListRow>(WorkList::DeadLetters, {});
    VERIFY_READ(page);
    for (const DeadLetterListRow& row : page->rows) {
        QCOMPARE(row.jobId, std::string("settle-daily"));
        QCOMPARE(row.bizDate.toString(), std::string("2026-03-11"));
        QVERIFY(!row.lastError.empty() && row.payloadSize > 0 && !row.idempotencyKey.empty());
        QVERIFY(!row.operation.empty() && row.amountMinor && !row.currency.empty());
        QCOMPARE(row.batchKey, std::string("settle-daily:2026-03-11"));
        QVERIFY(!row.effectFound);
    }
    const auto refused = std::find_if(page->rows.begin(), page->rows.end(),
        [](const DeadLetterListRow& row) { return row.failureClass == "REFUSED"; });
    QVERIFY(refused != page->rows.end());
    QCOMPARE(refused->standing, std::string("BACK"));
    QCOMPARE(refused->operationStatus, std::string("FAILED_PERMANENT"));
    QCOMPARE(refused->settlementType, std::string("settle-daily"));
}

void TestConsoleWork::deadLettersAreNarrowedByAgeAndClass()
{
    ListQuery old;
    old.minAge = std::chrono::hours{24};
    const auto overADay = read<DeadLetterListRow>(WorkList::DeadLetters, old);
    VERIFY_READ(overADay);
    QCOMPARE(overADay->rows.size(), std::size_t{1});
    QCOMPARE(overADay->rows.front().failureClass, std::string("REFUSED"));
    ListQuery unknown;
    unknown.group = "UNKNOWN";
    const auto byClass = read<DeadLetterListRow>(WorkList::DeadLetters, unknown);
    VERIFY_READ(byClass);
    QCOMPARE(byClass->rows.size(), std::size_t{1});
    QCOMPARE(byClass->total, std::int64_t{1});
    QCOMPARE(byClass->groups.size(), std::size_t{2}); // The others stay to be chosen.
    ListQuery resolved;
    resolved.status = "RESOLVED";
    const auto done = read<DeadLetterListRow>(WorkList::DeadLetters, resolved);
    VERIFY_READ(done);
    QCOMPARE(done->rows.size(), std::size_t{0});
    ListQuery byKey;
    byKey.keyPrefix = QString::fromStdString(byClass->rows.front().idempotencyKey).left(9).toLower().toStdString();
    const auto found = read<DeadLetterListRow>(WorkList::DeadLetters, byKey);
    VERIFY_READ(found);
    QCOMPARE(found->rows.size(), std::size_t{1});
}

/// Every call of the last day, newest first, page by page; what has no certain answer alone; an older day when it is
/// asked for.
void TestConsoleWork::callsAreListedNewestFirst()
{
    const auto all = read<CallRow>(WorkList::Calls, {});
    VERIFY_READ(all);
    QCOMPARE(std::to_string(all->rows.size()), told(*m_days, "SELECT count(*) FROM onceover.external_call"));
    QCOMPARE(all->total, static_cast<std::int64_t>(all->rows.size()));
    QVERIFY(all->rows.size() > 3);
    QVERIFY(std::is_sorted(all->rows.begin(), all->rows.end(), [](const CallRow& a, const CallRow& b) {
        return std::pair{a.at, a.call} > std::pair{b.at, b.call};
    }));
    const CallRow& newest = all->rows.front();
    QVERIFY(!newest.operation.empty() && !newest.idempotencyKey.empty() && newest.channel == "practice-bank");

    ListQuery page;
    page.limit = static_cast<int>(all->rows.size()) / 3 + 1;
    std::vector<CallRow> rows;
    std::string start;
    for (int i = 0; i < 3; ++i) {
        const auto next = read<CallRow>(WorkList::Calls, page);
        VERIFY_READ(next);
        rows.insert(rows.end(), next->rows.begin(), next->rows.end());
        page.after = next->next;
        start = next->start;
    }
    QVERIFY(rows == all->rows);
    ListQuery back;
    back.limit = 1;
    back.before = start;
    const auto before = read<CallRow>(WorkList::Calls, back);
    VERIFY_READ(before);
    QCOMPARE(before->rows.size(), std::size_t{1});
    QVERIFY(std::find(all->rows.begin(), all->rows.end(), before->rows.front()) != all->rows.end());

    ListQuery unanswered;
    unanswered.status = "UNANSWERED";
    const auto open = read<CallRow>(WorkList::Calls, unanswered);
    VERIFY_READ(open);
    QVERIFY(!open->rows.empty() && open->rows.size() < all->rows.size());
    for (const CallRow& row : open->rows)
        QVERIFY(row.answer == "UNKNOWN" || row.answer == "QUERY_UNKNOWN");
    ListQuery foreign;
    foreign.keyPrefix = "another-bank";
    const auto none = read<CallRow>(WorkList::Calls, foreign);
    VERIFY_READ(none);
    QVERIFY(none->rows.empty());
    ListQuery old;
    old.bizDate = BusinessDate::parse("2020-01-01").value();
    const auto longAgo = read<CallRow>(WorkList::Calls, old);
    VERIFY_READ(longAgo);
    QVERIFY(longAgo->rows.empty() && longAgo->groups.empty());
}

void TestConsoleWork::openMessagesSayWhatMayHaveLeft()
{
    const auto page = read<MessageRow>(WorkList::Messages, {});
    VERIFY_READ(page);
    QCOMPARE(page->rows.size(), std::size_t{1});
    const MessageRow& unknown = page->rows.front();
    QCOMPARE(unknown.status, std::string("UNKNOWN"));
    QCOMPARE(unknown.maybeLeft, std::int64_t{1});
    QCOMPARE(unknown.sends, std::int64_t{1});
    QVERIFY(unknown.lastTook == std::optional<milliseconds>(milliseconds{20})); // Of its last call.
    QVERIFY(unknown.firstSentAt && unknown.honouredUntil && unknown.nextAt && !unknown.held);
    QCOMPARE(std::chrono::duration_cast<std::chrono::hours>(*unknown.honouredUntil - *unknown.firstSentAt).count(),
        30 * 24 - 1);
    const auto channels = read<ChannelRow>(WorkList::Channels, {});
    VERIFY_READ(channels);
    QCOMPARE(channels->rows.front().unknown, std::int64_t{1});
    // R67: which of the two it is, a number that the other side accepts, or an outbox with a query.
    QCOMPARE(channels->rows.front().onMismatch + " " + channels->rows.front().queryKind,
        told(*m_days, "SELECT on_mismatch || ' ' || query_kind FROM onceover.channel_profile;"));
    QVERIFY(channels->rows.front().calls > 40);
    QCOMPARE(channels->rows.front().median, std::optional<milliseconds>(milliseconds{20}));
    // The newest self-test of the version counts; that of another version does not.
    QVERIFY(!channels->rows.front().testedAt || channels->rows.front().testPassed);
    const auto tested = m_days->breakIt(
        "INSERT INTO onceover.channel_self_test (channel_id, profile_version, endpoint, passed, results, actor, login)"
        " SELECT channel_id, profile_version + v, 'test', v = 1, '[]', 'alice', 'alice'"
        " FROM onceover.channel_profile, generate_series(0, 1) v;");
    QVERIFY(tested.has_value());
    const auto failed = read<ChannelRow>(WorkList::Channels, {});
    VERIFY_READ(failed);
    QVERIFY(failed->rows.front().testedAt && !failed->rows.front().testPassed);
    QCOMPARE(failed->rows.front().testedBy, std::string("alice"));
    // A freeze of the channel holds it.
    const auto frozen = m_days->breakIt(
        "INSERT INTO onceover.freeze_order (scope_kind, scope_ref, status, actor, reason, effective_at)"
        " VALUES ('channel', 'practice-bank', 'IN_FORCE', 'alice', 'test', onceover.clock());");
    QVERIFY(frozen.has_value());
    const auto held = read<MessageRow>(WorkList::Messages, {});
    VERIFY_READ(held);
    QVERIFY(held->rows.front().held);
    const auto leases = read<StuckLeaseRow>(WorkList::StuckLeases, {});
    VERIFY_READ(leases);
    QVERIFY(leases->rows.front().frozen);
    QVERIFY(m_days->breakIt("DELETE FROM onceover.freeze_order;").has_value());
}

void TestConsoleWork::runsAttemptsAndWorkersAreRead()
{
    const auto runs = read<RunRow>(WorkList::Runs, {});
    VERIFY_READ(runs);
    QCOMPARE(runs->rows.front().runKey, std::string("settle-daily:2026-03-11"));
    QCOMPARE(runs->rows.back().status, std::string("DONE"));
    QCOMPARE(runs->rows.back().triggers, std::int64_t{1});
    QCOMPARE(runs->rows.back().tries, std::int64_t{1});
    QCOMPARE(runs->rows.back().operations, std::int64_t{24});
    ListQuery ofRun;
    ofRun.keyPrefix = "settle-daily:2026-03-10";
    const auto attempts = read<AttemptRow>(WorkList::Attempts, ofRun);
    VERIFY_READ(attempts);
    QCOMPARE(attempts->rows.size(), std::size_t{5});
    QVERIFY(
        std::none_of(attempts->rows.begin(), attempts->rows.end(), [](const AttemptRow& row) { return row.overlaps; }));
    // A second worker in the same shard at the same time is told.
    QVERIFY(
        m_days
            ->breakIt("INSERT INTO onceover.run_attempt (run_id, batch_id, shard_no, attempt_no, worker_id, started_at)"
                      " SELECT run_id, batch_id, shard_no, 2, 'alive-1', started_at FROM onceover.run_attempt"
                      "  WHERE shard_no = 0 ORDER BY attempt_id LIMIT 1;")
            .has_value());
    const auto twice = read<AttemptRow>(WorkList::Attempts, ofRun);
    VERIFY_READ(twice);
    QCOMPARE(
        std::count_if(twice->rows.begin(), twice->rows.end(), [](const AttemptRow& row) { return row.overlaps; }), 2);
    QVERIFY(m_days->breakIt("DELETE FROM onceover.run_attempt WHERE worker_id = 'alive-1';").has_value());

    const auto workers = read<WorkerRow>(WorkList::Workers, {});
    VERIFY_READ(workers);
    const auto of = [&workers](const std::string& id) {
        return *std::find_if(
            workers->rows.begin(), workers->rows.end(), [&id](const WorkerRow& row) { return row.worker == id; });
    };
    QVERIFY(of("alive-1").alive && !of("gone-1").alive);
    QCOMPARE(of("gone-1").holdsOperations, std::int64_t{7});
    QCOMPARE(of("alive-1").holdsOperations, std::int64_t{3});
    ListQuery gone;
    gone.status = "GONE";
    const auto left = read<WorkerRow>(WorkList::Workers, gone);
    VERIFY_READ(left);
    QCOMPARE(left->rows.size(), std::size_t{1});
    QCOMPARE(left->rows.front().worker, std::string("gone-1"));
    const auto jobs = read<JobRow>(WorkList::Jobs, {});
    VERIFY_READ(jobs);
    QCOMPARE(jobs->rows.front().sameAction, std::string("one settlement per merchant and day"));
    QVERIFY(jobs->rows.front().nextRuns.empty()); // Its schedule begins never.
    QVERIFY(m_days->breakIt("UPDATE onceover.job SET schedule_from = '2026-01-01';").has_value());
    const auto planned = read<JobRow>(WorkList::Jobs, {});
    VERIFY_READ(planned);
    QCOMPARE(planned->rows.front().nextRuns.size(), std::size_t{3});
    QVERIFY(planned->rows.front().nextRuns.front() > planned->takenAt);
}

void TestConsoleWork::differencesAndAlertsAreRead()
{
    const auto differences = read<DifferenceListRow>(WorkList::Differences, {});
    VERIFY_READ(differences);
    const DifferenceListRow& row = differences->rows.front();
    QCOMPARE(row.kind, std::string("AMOUNT"));
    QCOMPARE(*row.theirsMinor - *row.oursMinor, std::int64_t{-50});
    QCOMPARE(row.settlementType, std::string("settle-daily"));
    QVERIFY(row.ageAtDiscovery && row.bizDate);
    // What its operation is worth is asked of the operation, not of the two books (R89).
    const std::string itself = "SELECT concat_ws(' ', o.status, o.amount_minor, o.currency)"
                               " FROM onceover.settlement_operation o WHERE o.operation_id = '"
        + row.operation + "';";
    QCOMPARE(row.operationStatus + ' ' + std::to_string(row.operationMinor) + ' ' + row.operationCurrency,
        told(*m_days, itself));
    ListQuery less; // 1250 here, 1200 there, in USD; the other one is in CNY, and more there.
    less.currency = "usd";
    less.sign = "less";
    const auto lessThere = read<DifferenceListRow>(WorkList::Differences, less);
    VERIFY_READ(lessThere);
    QCOMPARE(lessThere->rows.size(), std::size_t{1});
    QCOMPARE(lessThere->total, std::int64_t{1});
    QCOMPARE(lessThere->rows.front().kind, std::string("AMOUNT"));
    less.sign = "more";
    const auto neither = read<DifferenceListRow>(WorkList::Differences, less);
    VERIFY_READ(neither);
    QVERIFY(neither->rows.empty() && neither->groups.empty());
    // R95: which two, what it is about, and the day that was compared; found again by each of them.
    ListQuery about;
    about.bizDate = row.bizDate; // Both are of this day.
    about.keyPrefix = "subscription 7";
    const auto charged = read<DifferenceListRow>(WorkList::Differences, about);
    VERIFY_READ(charged);
    QCOMPARE(charged->rows.size(), std::size_t{1});
    QCOMPARE(charged->total, std::int64_t{1});
    QCOMPARE(charged->rows.front().pair, std::string("payments/subscriptions"));
    QCOMPARE(charged->rows.front().subject, std::string("subscription 7"));
    QVERIFY(charged->rows.front().bizDate == row.bizDate && charged->rows.front().settlementType.empty());
    const auto comparisons = read<ReconciliationRow>(WorkList::Reconciliations, {});
    VERIFY_READ(comparisons);
    QCOMPARE(comparisons->rows.front().compared, std::int64_t{24});
    const auto alerts = read<AlertListRow>(WorkList::Alerts, {});
    VERIFY_READ(alerts);
    QCOMPARE(alerts->rows.front().status, std::string("OPEN"));
    QCOMPARE(alerts->rows.back().status, std::string("ACKNOWLEDGED"));
    QCOMPARE(alerts->rows.back().acknowledgedBy,
        told(*m_days, "SELECT display_name FROM onceover.person WHERE person_id = 'bob';"));
    ListQuery over;
    over.status = "CLOSED";
    const auto closed = read<AlertListRow>(WorkList::Alerts, over);
    VERIFY_READ(closed);
    QCOMPARE(closed->rows.size(), std::size_t{1});
}

void TestConsoleWork::listsArePagedBothWaysWithoutGapOrRepeat_data()
{
    QTest::addColumn<int>("list");
    for (const WorkList list : {WorkList::DeadLetters, WorkList::StuckLeases, WorkList::Runs, WorkList::Attempts,
             WorkList::Workers, WorkList::Reconciliations, WorkList::Alerts, WorkList::StatementLines})
        QTest::newRow(qPrintable(QString::number(static_cast<int>(list)))) << static_cast<int>(list);
}

void TestConsoleWork::listsArePagedBothWaysWithoutGapOrRepeat()
{
    QFETCH(int, list);
    store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
    const auto all = reader.readWork(static_cast<WorkList>(list), {});
    VERIFY_READ(all);
    std::visit(
        [&](const auto& whole) {
            using PageType = std::decay_t<decltype(whole)>;
            ListQuery query;
            query.limit = 2;
            auto rows = whole.rows;
            rows.clear();
            std::string lastStart;
            for (int i = 0; i < 10; ++i) {
                const auto next = reader.readWork(static_cast<WorkList>(list), query);
                VERIFY_READ(next);
                const auto& page = std::get<PageType>(*next);
                rows.insert(rows.end(), page.rows.begin(), page.rows.end());
                lastStart = page.start;
                if (!page.hasMore)
                    break;
                query.after = page.next;
            }
            QVERIFY(rows == whole.rows);
            // From the last page backwards to the first row.
            auto backwards = whole.rows;
            backwards.clear();
            ListQuery back;
            back.limit = 2;
            back.before = lastStart;
            const std::size_t tail = whole.rows.size() - (whole.rows.size() % 2 == 0 ? 2 : 1);
            for (int i = 0; i < 10; ++i) {
                const auto before = reader.readWork(static_cast<WorkList>(list), back);
                VERIFY_READ(before);
                const auto& page = std::get<PageType>(*before);
                backwards.insert(backwards.begin(), page.rows.begin(), page.rows.end());
                if (!page.hasMore)
                    break;
                back.before = page.start;
            }
            QCOMPARE(backwards.size(), tail);
            QVERIFY(std::equal(backwards.begin(), backwards.end(), whole.rows.begin()));
        },
        *all);
}

void TestConsoleWork::aMalformedPositionIsRefused()
{
    ListQuery query;
    query.after = "yesterday";
    const auto page = read<DeadLetterListRow>(WorkList::DeadLetters, query);
    QVERIFY(!page.has_value());
    QCOMPARE(page.error().refusal, std::optional{Refusal::ValueMalformed});
}

// Whatever they are grouped by, the groups are of the same letters and add up to them; a group is those letters alone.
void TestConsoleWork::deadLettersAreGroupedByClassTaskOrWorker()
{
    const auto broken = m_days->breakIt(
        "SET search_path = onceover, pg_temp;"
        // A run has no worker; the refused one was another worker's at last.
        "INSERT INTO dead_letter (subject_kind, subject_id, job_id, biz_date, grade, idempotency_key, failure_class, "
        "last_error, payload, attempts)"
        "  VALUES ('run', '7', 'weekly-report', '2026-03-09', 'P1', 'weekly-report:2026-W11', 'BUDGET_SPENT', "
        "'timeout', 'x', 3);"
        "WITH attempt AS (INSERT INTO run_attempt (run_id, batch_id, shard_no, attempt_no, worker_id)"
        "    SELECT b.run_id, o.batch_id, o.shard_no, 2, 'gone-1' FROM dead_letter d"
        "      JOIN settlement_operation o USING (bucket, operation_id)"
        "      JOIN settlement_batch b ON b.batch_id = o.batch_id WHERE d.failure_class = 'REFUSED'"
        "    RETURNING attempt_id)"
        "UPDATE settlement_operation o SET attempt_id = a.attempt_id FROM attempt a, dead_letter d"
        " WHERE d.failure_class = 'REFUSED' AND o.bucket = d.bucket AND o.operation_id = d.operation_id;");
    QVERIFY2(broken.has_value(), broken ? "" : qPrintable(reasonOf(broken.error())));
    struct Grouping {
        std::string by;
        std::vector<GroupCount> groups;
        std::string (*of)(const DeadLetterListRow&);
    };
    const std::vector<Grouping> groupings{
        {"", {{"BUDGET_SPENT", 1}, {"REFUSED", 1}, {"UNKNOWN", 1}},
            [](const DeadLetterListRow& row) { return row.failureClass; }},
        {"task", {{"settle-daily", 2}, {"weekly-report", 1}}, [](const DeadLetterListRow& row) { return row.jobId; }},
        {"worker", {{"gone-1", 1}, {"none", 1}, {"test-w1", 1}},
            [](const DeadLetterListRow& row) { return row.worker.empty() ? "none" : row.worker; }}};
    for (const Grouping& grouping : groupings) {
        ListQuery query;
        query.groupBy = grouping.by;
        const auto whole = read<DeadLetterListRow>(WorkList::DeadLetters, query);
        VERIFY_READ(whole);
        QVERIFY2(whole->groups == grouping.groups, grouping.by.c_str());
        QCOMPARE(whole->total, std::int64_t{3});
        QCOMPARE(whole->rows.size(), std::size_t{3});
        for (const GroupCount& group : grouping.groups) {
            query.group = group.name;
            const auto page = read<DeadLetterListRow>(WorkList::DeadLetters, query);
            VERIFY_READ(page);
            QCOMPARE(page->total, group.count);
            QCOMPARE(static_cast<std::int64_t>(page->rows.size()), group.count);
            QVERIFY(page->groups == grouping.groups); // The others stay to be chosen.
            for (const DeadLetterListRow& row : page->rows)
                QCOMPARE(grouping.of(row), group.name);
        }
    }
}

QTEST_GUILESS_MAIN(TestConsoleWork)
#include "tst_console_work.moc"
