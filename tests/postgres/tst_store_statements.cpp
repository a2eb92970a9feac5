// SPDX-License-Identifier: GPL-3.0-or-later
// Every embedded statement is prepared and planned by each role that runs it, against the migrated schema: names, types
// and privileges are what the program thinks. Hot ones can be served by indexes alone; and where ten million operations
// have ended, neither a claim nor a page of the console reads a growing table, or sorts it, whole.
#include "sql/migrations.h"
#include "sql/statements.h"
#include "store/operation_store.h"
#include "store_rig.h"

#include <QTest>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

using namespace onceover;
using namespace onceover::test;

namespace {

std::vector<std::string> rolesOf(const sql::Statement& statement)
{
    std::vector<std::string> roles;
    std::string text{statement.role};
    for (std::size_t at = 0; at != std::string::npos;) {
        const std::size_t comma = text.find(", ", at);
        roles.push_back(text.substr(at, comma == std::string::npos ? comma : comma - at));
        at = comma == std::string::npos ? comma : comma + 2;
    }
    return roles;
}

/// BEGIN, LISTEN and the like have no plan; the other tests run them.
bool isPlanned(std::string_view text)
{
    static const std::regex kFirstWord{"^(?:\\s|--[^\n]*\n)*(SELECT|WITH|INSERT|UPDATE|DELETE)\\b"};
    return std::regex_search(text.begin(), text.end(), kFirstWord);
}

} // namespace

class TestStoreStatements : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyStatementPrepares_data();
    void everyStatementPrepares(); // S: rights of SECURITY.md's table
    void hotStatementNeedsNoSeqScan_data();
    void hotStatementNeedsNoSeqScan();
    void nothingThatGrowsIsReadWhole_data();
    void nothingThatGrowsIsReadWhole(); // DESIGN.md section 13, PERFORMANCE.md goals 8 and 10
    void aTransactionOpenForLongDoesNotLiveInItsPast(); // K24

private:
    /// EXPLAIN of the statement as that role; the executor's start checks every privilege.
    [[nodiscard]] Result<std::string> planOf(
        const sql::Statement& statement, const std::string& role, const std::string& settings) const;
    std::unique_ptr<StoreRig> m_rig;
    std::unique_ptr<TestDatabase> m_large; ///< In which the planner believes in ten million operations.
};

namespace {

std::string textOfFile(const std::string& name)
{
    std::ifstream file{std::string{ONCEOVER_SOURCE_DIR "/tests/postgres/"} + name};
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// What runs all day: the settler's, sender's and keeper's statements, and every look of the console.
bool isAllDay(const sql::Statement& statement)
{
    return statement.hot || statement.name.starts_with("Console");
}

/// Everything in a plan that costs as much as its table is long, in one line. A table with a row per batch may be read
/// whole; a sort of few rows is no such thing; neither is an index that is read in its order and left when a page is
/// full.
constexpr std::string_view kFindWholeReads = R"(
CREATE FUNCTION pg_temp.whole_reads(p_plan jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(string_agg(DISTINCT t.what, ', '), '')
    FROM (SELECT n ->> 'Node Type' || ' ' || coalesce(n ->> 'Relation Name', n #>> '{Sort Key}', '') AS what
            FROM jsonb_path_query(p_plan, '$.** ? (@."Node Type" == "Seq Scan")') n
            JOIN pg_class c ON c.relname = n ->> 'Relation Name' AND c.relnamespace = 'onceover'::regnamespace
           WHERE c.reltuples > 10000
          UNION ALL
          SELECT n ->> 'Node Type' || ' of ' || (n #>> '{Plans,0,Plan Rows}') || ' rows: ' || coalesce(n ->> 'Sort Key', n ->> 'Group Key', '')
            FROM jsonb_path_query(p_plan, '$.** ? (@."Node Type" == "Sort" || @."Node Type" == "Hash" || @."Node Type" == "Aggregate")') n
           WHERE (n #>> '{Plans,0,Plan Rows}')::numeric > 100000) t
$$;
)";

} // namespace

void TestStoreStatements::initTestCase()
{
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
    const auto clock = m_rig->database().runAsSuperuser(
        "BEGIN;\n" + std::string{sql::findProvision("sandbox")->text} + "\nCOMMIT;\n");
    ONCEOVER_OK(clock);
    m_large = std::make_unique<TestDatabase>();
    ONCEOVER_NEED(*m_large);
    const auto days = m_large->runAsSuperuser(textOfFile("settled_days.sql"));
    ONCEOVER_OK(days);
    const auto believed = m_large->runAsSuperuser(textOfFile("large_tables.sql"));
    ONCEOVER_OK(believed);
}

Result<std::string> TestStoreStatements::planOf(
    const sql::Statement& statement, const std::string& role, const std::string& settings) const
{
    const std::string become = role == "superuser" ? "" : "SET ROLE " + role + ";\n";
    std::string text{statement.text};
    return m_rig->database().runAsSuperuser(
        "SET search_path = onceover, pg_temp;\nSET plan_cache_mode = force_generic_plan;\n" + settings + become
        + "PREPARE s AS\n" + text
        + "\n;\nSELECT format('EXPLAIN (COSTS OFF) EXECUTE s%s', (SELECT '(' || string_agg('NULL', ',') || ')' FROM "
          "generate_series(1, "
          "cardinality(parameter_types)))) FROM pg_prepared_statements WHERE name = 's' \\gexec\n");
}

void TestStoreStatements::everyStatementPrepares_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("role");
    for (const sql::Statement& statement : sql::statements()) {
        if (!isPlanned(statement.text))
            continue;
        for (const std::string& role : rolesOf(statement))
            QTest::newRow((std::string{statement.name} + " as " + role).c_str())
                << QString::fromStdString(std::string{statement.name}) << QString::fromStdString(role);
    }
}

void TestStoreStatements::everyStatementPrepares()
{
    QFETCH(QString, name);
    QFETCH(QString, role);
    const sql::Statement* statement = sql::findStatement(name.toStdString());
    QVERIFY(statement != nullptr);
    const auto plan = planOf(*statement, role.toStdString(), "");
    ONCEOVER_OK(plan);
}

void TestStoreStatements::hotStatementNeedsNoSeqScan_data()
{
    QTest::addColumn<QString>("name");
    for (const sql::Statement& statement : sql::statements()) {
        if (statement.hot)
            QTest::newRow(std::string{statement.name}.c_str()) << QString::fromStdString(std::string{statement.name});
    }
}

void TestStoreStatements::hotStatementNeedsNoSeqScan()
{
    QFETCH(QString, name);
    const sql::Statement* statement = sql::findStatement(name.toStdString());
    const auto plan = planOf(*statement, rolesOf(*statement).front(),
        "SET enable_seqscan = off;\nSET enable_hashjoin = off;\nSET enable_mergejoin = off;\n");
    ONCEOVER_OK(plan);
    QVERIFY2(plan->find("Seq Scan") == std::string::npos, plan->c_str());
}

void TestStoreStatements::nothingThatGrowsIsReadWhole_data()
{
    QTest::addColumn<QString>("name");
    for (const sql::Statement& statement : sql::statements()) {
        if (isAllDay(statement) && isPlanned(statement.text))
            QTest::newRow(std::string{statement.name}.c_str()) << QString::fromStdString(std::string{statement.name});
    }
    QTest::newRow("a table that is read whole is found") << QString{};
}

void TestStoreStatements::nothingThatGrowsIsReadWhole()
{
    QFETCH(QString, name);
    const sql::Statement* statement = sql::findStatement(name.toStdString());
    const std::string text = statement != nullptr
        ? std::string{statement->text}
        : "SELECT * FROM onceover.settlement_operation WHERE amount_minor > $1::bigint ORDER BY updated_at LIMIT 10";
    // As the duties' sessions plan (DutyConnection::planByIndex), and as everybody else's.
    const bool isDutys = statement != nullptr && statement->role.find("onceover_viewer") == std::string::npos
        && statement->role.find("onceover_auditor") == std::string::npos;
    const auto found = m_large->runAsSuperuser(std::string{kFindWholeReads}
        + "SET plan_cache_mode = force_generic_plan;\nSET jit = off;\n"
        + (isDutys ? "SET enable_seqscan = off;\nSET enable_hashjoin = off;\nSET enable_mergejoin = off;\n" : "")
        + "SET search_path = onceover, pg_temp;\nPREPARE s AS\n" + text + "\n;\n" + R"(
DO $$
DECLARE
  plan jsonb;
BEGIN
  EXECUTE (SELECT format('EXPLAIN (FORMAT JSON) EXECUTE s%s', (SELECT '(' || string_agg('NULL', ',') || ')' FROM generate_series(1, cardinality(parameter_types))))
             FROM pg_prepared_statements WHERE name = 's') INTO plan;
  PERFORM set_config('test.whole', pg_temp.whole_reads(plan), false);
END
$$;
SELECT current_setting('test.whole');
)");
    ONCEOVER_OK(found);
    if (name == QLatin1StringView("ConsoleHours"))
        // From the clock's last day on: the planner takes a third of the rows for that, whatever it is. No table is
        // read whole.
        QVERIFY2(found->find("Seq Scan") == std::string::npos, found->c_str());
    else if (statement == nullptr)
        QVERIFY2(found->find("Seq Scan settlement_operation") != std::string::npos
                && found->find("Sort of") != std::string::npos,
            found->c_str());
    else
        QCOMPARE(*found, std::string{});
}

// The time of the transaction is asked nowhere; so a lease that ends while the transaction of a look is open has ended
// for the look that follows in it.
void TestStoreStatements::aTransactionOpenForLongDoesNotLiveInItsPast()
{
    const std::string askIt = " ~* '\\m(now|transaction_timestamp|statement_timestamp)\\s*\\(|"
                              "\\m(current_timestamp|current_date|current_time|localtimestamp|localtime)\\M'";
    std::string texts;
    for (const sql::Statement& statement : sql::statements())
        texts += (texts.empty() ? "('" : ", ('") + std::string{statement.name} + "', $text$"
            + std::string{statement.text} + "$text$)";
    QCOMPARE(m_rig->ask("SELECT coalesce(string_agg(s.name, ' '), '') FROM (VALUES " + texts
                 + ") s(name, text) WHERE s.text" + askIt),
        std::string{});
    QCOMPARE(m_rig->ask("SELECT coalesce(string_agg(p.oid::regprocedure::text, ' '), '') FROM pg_proc p WHERE "
                        "p.pronamespace = 'onceover'::regnamespace AND p.prosrc"
                 + askIt),
        std::string{});

    StoreRig rig;
    ONCEOVER_OK(rig.enumerate("2026-03-10"));
    store::OperationStore settler{rig.duty("worker")};
    ONCEOVER_OK(settler.claim(claimOf()));
    std::string buckets;
    for (const Bucket bucket : allBuckets())
        buckets += (buckets.empty() ? "{" : ",") + std::to_string(bucket.value);
    const std::string look{sql::findStatement("LockDueOperations")->text};
    QCOMPARE(rig.ask("PREPARE look AS\n" + look
                 + "\n;\nBEGIN;"
                   "UPDATE settlement_operation SET lease_until = clock() WHERE status = 'PROCESSING';"
                   "UPDATE operation_due d SET due_at = o.lease_until FROM settlement_operation o"
                   " WHERE o.bucket = d.bucket AND o.operation_id = d.operation_id;"
                   "CREATE TEMPORARY TABLE looked AS EXECUTE look('settle-daily', '"
                 + buckets
                 + "}', 500);"
                   "SELECT count(*) || ' ' || bool_and(d.due_at > now()) FROM looked JOIN operation_due d USING "
                   "(bucket, operation_id);"
                   "COMMIT;"),
        std::to_string(kRigMerchants) + " true");
}

QTEST_GUILESS_MAIN(TestStoreStatements)
#include "tst_store_statements.moc"
