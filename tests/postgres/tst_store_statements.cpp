// SPDX-License-Identifier: GPL-3.0-or-later
// Every embedded statement is prepared and planned by each role that runs it, against the migrated schema: names, types
// and privileges are what the program thinks. Hot ones can be served by indexes alone.
#include "sql/migrations.h"
#include "sql/statements.h"
#include "store_rig.h"

#include <QTest>

#include <regex>
#include <set>

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

private:
    /// EXPLAIN of the statement as that role; the executor's start checks every privilege.
    [[nodiscard]] Result<std::string> planOf(
        const sql::Statement& statement, const std::string& role, const std::string& settings) const;
    std::unique_ptr<StoreRig> m_rig;
};

void TestStoreStatements::initTestCase()
{
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
    const auto clock = m_rig->database().runAsSuperuser(
        "BEGIN;\n" + std::string{sql::findProvision("sandbox")->text} + "\nCOMMIT;\n");
    ONCEOVER_OK(clock);
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

QTEST_GUILESS_MAIN(TestStoreStatements)
#include "tst_store_statements.moc"
