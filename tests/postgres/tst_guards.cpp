// SPDX-License-Identifier: GPL-3.0-or-later
// Runs guard_cases.sql and the files of cases beside it: what the database refuses, and to whom. Proves R7, R8, R23, R26, R29, R30, R52, R92, F64, K49,
// K77, S1 to S7, S9, R85 to R92, R103 to R105, R156 and the role table of SECURITY as far as the cases name them.
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include "core/refusal.h"
#include "core/states/catalogue.h"
#include "core/states/operation_state.h"
#include "support/test_cluster.h"

#include <libpq-fe.h>
#include <poll.h>

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace {

using namespace onceover;

/// One case of the file: who says what, and what the database must answer.
struct GuardCase {
    QString promise;
    QString login;
    QString sqlState;
    std::optional<int> rows;
    QString sql;
};

struct GuardCases {
    QString setup;
    QList<GuardCase> cases;
    QString problem;
};

/// The cases of one more file; what it sets up comes after what stands there.
GuardCases readCases(const char* name, GuardCases read)
{
    QFile file(QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/postgres/") + QLatin1StringView(name));
    if (!read.problem.isEmpty())
        return read;
    if (!file.open(QIODevice::ReadOnly)) {
        read.problem = file.errorString();
        return read;
    }
    static const QRegularExpression head(
        QStringLiteral("^-- case: (.+) \\| login (\\w+) \\| expect (\\w{5})(?: rows (\\d+))?$"));
    QString* target = nullptr;
    const QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    for (const QString& line : lines) {
        if (line == QStringLiteral("-- setup:")) {
            target = &read.setup;
            continue;
        }
        if (line.startsWith(QStringLiteral("-- case:"))) {
            const QRegularExpressionMatch match = head.match(line);
            if (!match.hasMatch()) {
                read.problem = QStringLiteral("not a case: ") + line;
                return read;
            }
            GuardCase one{match.captured(1), match.captured(2), match.captured(3), std::nullopt, {}};
            if (match.hasCaptured(4))
                one.rows = match.captured(4).toInt();
            read.cases.append(one);
            target = &read.cases.last().sql;
            continue;
        }
        if (target)
            *target += line + QLatin1Char('\n');
    }
    return read;
}

/// The login that speaks for a name of the file, and the role that it must take first.
std::pair<std::string, std::string> sessionOf(const QString& who)
{
    if (who == QStringLiteral("owner"))
        return {"svc_migrator", "onceover_owner"};
    if (who == QStringLiteral("superuser"))
        return {std::string{sandbox::kSuperuser}, {}};
    static const std::set<QString> people{QStringLiteral("alice"), QStringLiteral("bob"), QStringLiteral("carol"), QStringLiteral("vera"),
                                          QStringLiteral("adam")};
    return {people.contains(who) ? who.toStdString() : "svc_" + who.toStdString(), {}};
}

/// The refusals by which a person's act is answered in a case: those that it compares by name.
QStringList refusalsIn(const QString& sql)
{
    static const QRegularExpression compared(QStringLiteral("reason = '([A-Z_]+)'"));
    static const QRegularExpression listed(QStringLiteral("'([A-Z_]+)'"));
    QStringList names;
    // A case with a row for each refusal compares them in one place.
    auto words = (sql.contains(QStringLiteral("reason = v.why")) ? listed : compared).globalMatch(sql);
    while (words.hasNext()) {
        const QString word = words.next().captured(1);
        if (refusalFromName(word.toStdString()) && !names.contains(word))
            names.append(word);
    }
    return names;
}

/// Why a login is turned away, with its SQLSTATE; empty when it is let in.
QString turnedAway(const std::string& conninfo)
{
    const std::unique_ptr<PGconn, decltype(&PQfinish)> connection(PQconnectStart(conninfo.c_str()), &PQfinish);
    PQsetErrorVerbosity(connection.get(), PQERRORS_VERBOSE); // Which is why the connection is made step by step.
    for (PostgresPollingStatusType step = PGRES_POLLING_WRITING; step != PGRES_POLLING_OK; step = PQconnectPoll(connection.get())) {
        if (step == PGRES_POLLING_FAILED)
            return QString::fromUtf8(PQerrorMessage(connection.get()));
        pollfd socket{PQsocket(connection.get()), static_cast<short>(step == PGRES_POLLING_READING ? POLLIN : POLLOUT), 0};
        ::poll(&socket, 1, 10'000);
    }
    return {};
}

/// A libpq session of the test's own: it goes behind the store on purpose.
class Session
{
public:
    explicit Session(const std::string& conninfo)
        : m_connection(PQconnectdb(conninfo.c_str()), &PQfinish)
    {
        PQsetNoticeProcessor(m_connection.get(), [](void*, const char*) {}, nullptr); // TRUNCATE … CASCADE lists each table.
    }

    struct Answer {
        QString sqlState;
        int rows = 0;
        QString text;
        QStringList values; ///< Row by row, columns joined by '|'.
    };

    /// The answer to the last statement of the text, or to the first that failed.
    Answer run(const std::string& sql)
    {
        const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(m_connection.get(), sql.c_str()), &PQclear);
        Answer answer;
        const ExecStatusType status = PQresultStatus(result.get());
        if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
            answer.sqlState = QStringLiteral("00000");
            answer.rows = status == PGRES_TUPLES_OK ? PQntuples(result.get()) : QByteArray(PQcmdTuples(result.get())).toInt();
            for (int row = 0; row < PQntuples(result.get()); ++row) {
                QStringList columns;
                for (int column = 0; column < PQnfields(result.get()); ++column)
                    columns << QString::fromUtf8(PQgetvalue(result.get(), row, column));
                answer.values << columns.join(QLatin1Char('|'));
            }
            return answer;
        }
        const char* state = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
        answer.sqlState = state ? QString::fromLatin1(state) : QStringLiteral("?");
        answer.text = QString::fromUtf8(PQerrorMessage(m_connection.get()));
        return answer;
    }

private:
    std::unique_ptr<PGconn, decltype(&PQfinish)> m_connection;
};

class GuardTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const char* name : {"guard_cases.sql", "state_cases.sql", "decision_cases.sql", "settings_cases.sql",
                 "request_cases.sql"})
            m_file = readCases(name, std::move(m_file));
        m_database = std::make_unique<test::TestDatabase>();
        if (!m_database->problem().empty())
            return; // Each test below says so.
        Session superuser(m_database->conninfo(sandbox::kSuperuser));
        // Roles belong to the cluster: what another program gave a login would be allowed here.
        QCOMPARE(superuser.run("SELECT member::regrole, string_agg(roleid::regrole::text, ',' ORDER BY roleid::regrole::text) FROM pg_auth_members"
                               " WHERE member IN ('alice'::regrole, 'bob'::regrole, 'carol'::regrole, 'vera'::regrole, 'adam'::regrole)"
                               " GROUP BY member ORDER BY member::regrole::text COLLATE \"C\"")
                     .values,
                 QStringList({QStringLiteral("adam|onceover_admin"), QStringLiteral("alice|onceover_operator"),
                              QStringLiteral("bob|onceover_approver"), QStringLiteral("carol|onceover_auditor"),
                              QStringLiteral("vera|onceover_viewer")}));
        const Session::Answer answer = superuser.run("BEGIN;" + m_file.setup.toStdString() + "COMMIT");
        QVERIFY2(answer.sqlState == QStringLiteral("00000"), qPrintable(answer.text));
    }

    void databaseAnswers_data()
    {
        QTest::addColumn<int>("number");
        QVERIFY2(m_file.problem.isEmpty(), qPrintable(m_file.problem));
        QVERIFY(m_file.cases.size() > 150);
        for (int i = 0; i < m_file.cases.size(); ++i)
            QTest::addRow("%03d %s: %s", i + 1, qPrintable(m_file.cases[i].login), qPrintable(m_file.cases[i].promise)) << i;
    }
    void databaseAnswers()
    {
        ONCEOVER_NEED(*m_database);
        QFETCH(int, number);
        const GuardCase& one = m_file.cases[number];
        const auto [login, role] = sessionOf(one.login);
        Session session(m_database->conninfo(login));
        std::string begin = "BEGIN;";
        if (!role.empty())
            begin += "SET LOCAL ROLE " + role + ";";
        QCOMPARE(session.run(begin).sqlState, QStringLiteral("00000"));
        const Session::Answer answer = session.run(one.sql.toStdString());
        const QStringList refusals = one.sqlState == QStringLiteral("00000") ? refusalsIn(one.sql) : QStringList{};
        QStringList audited;
        if (answer.sqlState == one.sqlState && !refusals.isEmpty()) {
            session.run("RESET SESSION AUTHORIZATION; RESET ROLE");
            audited = session.run("SELECT DISTINCT reason FROM onceover.v_audit WHERE chain = 'people' AND outcome = 'REFUSED'").values;
        }
        session.run("ROLLBACK");
        QVERIFY2(answer.sqlState == one.sqlState,
                 qPrintable(answer.sqlState + QStringLiteral(" instead of ") + one.sqlState + QStringLiteral(": ") + answer.text));
        if (one.rows)
            QCOMPARE(answer.rows, *one.rows);
        for (const QString& refusal : refusals)
            QVERIFY2(audited.contains(refusal), qPrintable(refusal + QStringLiteral(" left no row in the audit")));
    }

    void nobodyLogsInAsADuty_data()
    {
        QTest::addColumn<QString>("role");
        for (const char* role : {"onceover_owner", "onceover_api", "onceover_worker", "onceover_operator", "onceover_approver", "onceover_admin"})
            QTest::newRow(role) << QString::fromLatin1(role);
    }
    /// The role table of SECURITY: duties are NOLOGIN, the owner and the functions' role among them.
    void nobodyLogsInAsADuty()
    {
        ONCEOVER_NEED(*m_database);
        QFETCH(QString, role);
        const QString why = turnedAway(m_database->conninfo(role.toStdString()));
        QVERIFY2(why.contains(QStringLiteral("28000")) && why.contains(QStringLiteral("not permitted to log in")), qPrintable(why));
    }

    void guardsAllowExactlyWhatTheCoreTablesAllow_data()
    {
        QTest::addColumn<QString>("machine");
        for (const char* machine : {"operation", "message", "run", "attempt", "shard", "batch", "freeze", "approval", "approval item",
                                    "incident"})
            QTest::newRow(machine) << QString::fromLatin1(machine);
    }
    /// R23, R158: the truth of the guard is generated from the core table. A change by approval is refused here with OC008
    /// (nobody approved one), any other change that the table does not hold with OC001.
    void guardsAllowExactlyWhatTheCoreTablesAllow()
    {
        ONCEOVER_NEED(*m_database);
        QFETCH(QString, machine);
        std::map<QString, bool> legal; // "FROM|TO" → some row needs no approval
        for (const LegalChange& change : legalChanges()) {
            if (change.machine != machine.toStdString() || change.from == "NONE" || change.from == change.to)
                continue;
            const QString pair = QString::fromUtf8(change.from.data(), static_cast<int>(change.from.size()))
                + QLatin1Char('|') + QString::fromUtf8(change.to.data(), static_cast<int>(change.to.size()));
            legal[pair] = legal[pair] || change.needs != "APPROVAL";
        }
        QVERIFY(!legal.empty());

        Session owner(m_database->conninfo("svc_migrator"));
        owner.run("BEGIN; SET LOCAL ROLE onceover_owner");
        const Session::Answer answer = owner.run("SELECT * FROM gc.changes('" + machine.toStdString() + "')");
        owner.run("ROLLBACK");
        QVERIFY2(answer.sqlState == QStringLiteral("00000"), qPrintable(answer.text));
        QVERIFY(answer.rows > 0);
        for (const QString& row : answer.values) {
            const QStringList columns = row.split(QLatin1Char('|'));
            const auto known = legal.find(columns[0] + QLatin1Char('|') + columns[1]);
            const QString expected = known == legal.end() ? QStringLiteral("OC001")
                : known->second                           ? QStringLiteral("00000")
                                                          : QStringLiteral("OC008");
            QVERIFY2(columns[2] == expected, qPrintable(row + QStringLiteral(" instead of ") + expected));
            if (known != legal.end())
                legal.erase(known);
        }
        for (const auto& [pair, byItself] : legal)
            QVERIFY2(false, qPrintable(QStringLiteral("the database never tried ") + pair));
    }

    /// K35: a dump that is read into an empty database brings every guard back as it was recorded, so that the self-check of
    /// whoever connects finds nothing to mend.
    void guardsComeBackFromADumpAsTheyWereRecorded()
    {
        ONCEOVER_NEED(*m_database);
        const auto programs = sandbox::PrivateCluster::findPrograms();
        QVERIFY(programs.has_value());
        const std::string restored = m_database->name() + "_restored";
        QVERIFY(m_database->runAsSuperuser("CREATE DATABASE " + restored).has_value());
        const QString conninfo = QString::fromStdString(m_database->conninfo(sandbox::kSuperuser));
        const QString dump = QStringLiteral("'%1/pg_dump' -d \"%2\" | '%1/psql' -X -q -v ON_ERROR_STOP=1 -o /dev/null -d \"%2 dbname='%3'\"")
                                 .arg(QString::fromStdString(programs->string()), conninfo, QString::fromStdString(restored));
        QProcess shell;
        shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), dump});
        QVERIFY(shell.waitForFinished(-1));
        QCOMPARE(QString::fromUtf8(shell.readAllStandardError()), QString{});
        {
            Session there((conninfo + QStringLiteral(" dbname='%1'").arg(QString::fromStdString(restored))).toStdString());
            const Session::Answer rows = there.run("SELECT FROM onceover.settlement_operation");
            QVERIFY2(rows.rows > 0, qPrintable(rows.text));
            QCOMPARE(there.run("SELECT kind, name, fault FROM onceover.guard_faults()").values, QStringList{});
        }
        QVERIFY(m_database->runAsSuperuser("DROP DATABASE " + restored).has_value());
    }

private:
    GuardCases m_file;
    std::unique_ptr<test::TestDatabase> m_database;
};

} // namespace

QTEST_GUILESS_MAIN(GuardTest)
#include "tst_guards.moc"
