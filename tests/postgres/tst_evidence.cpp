// SPDX-License-Identifier: GPL-3.0-or-later
// Evidence of one run (R108 R109 R116): four parts in one snapshot, judged without the database.
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "proof/evidence_bundle.h"
#include "store/evidence_store.h"
#include "store_rig.h"

using namespace onceover;
using namespace onceover::test;

namespace {

constexpr const char* kDay = "2026-03-10";

} // namespace

class TestEvidence : public QObject {
    Q_OBJECT

private slots:
    void init();
    void fourPartsHoldWhatTheTablesHold(); // R108 R116
    void aChangedByteIsFoundInItsLine();   // R120
    void aRunThatIsNotThereMakesNoFolder();
    void whoIsNoAuditorIsRefused();
    void anIncidentIsSecuredWhole(); // R108
    void everyRunOfTheDateIsSecured(); // R108

private:
    [[nodiscard]] Result<proof::BundleFacts> save(const char* login, const char* day);
    [[nodiscard]] QString folder() const { return m_folder->filePath(QStringLiteral("evidence")); }
    [[nodiscard]] QByteArray text(const char* file) const;
    /// How many rows of that table stand in a file.
    [[nodiscard]] std::int64_t rowsOf(const char* file, const char* table) const;

    std::unique_ptr<StoreRig> m_rig;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::optional<proof::SigningKey> m_key;
};

void TestEvidence::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
    m_folder = std::make_unique<QTemporaryDir>();
    m_key = proof::SigningKey::generate();
    ONCEOVER_OK(m_rig->enumerate(kDay));
    ONCEOVER_OK(m_rig->postAll());
}

Result<proof::BundleFacts> TestEvidence::save(const char* login, const char* day)
{
    store::EvidenceStore store{{m_rig->database().conninfo(login), "--dsn"}, "tst_evidence"};
    if (const auto connected = store.connect(); !connected)
        return tl::unexpected{connected.error()};
    return proof::saveEvidence(store, JobId{"settle-daily"}, *BusinessDate::parse(day), folder().toStdString(), m_key);
}

QByteArray TestEvidence::text(const char* file) const
{
    QFile opened(folder() + QLatin1Char('/') + QString::fromLatin1(file));
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray{};
}

std::int64_t TestEvidence::rowsOf(const char* file, const char* table) const
{
    std::int64_t count = 0;
    for (const QByteArray& line : text(file).split('\n'))
        count
            += QJsonDocument::fromJson(line).object()[QStringLiteral("table")].toString() == QString::fromLatin1(table)
            ? 1
            : 0;
    return count;
}

void TestEvidence::fourPartsHoldWhatTheTablesHold()
{
    const auto saved = save("carol", kDay);
    ONCEOVER_OK(saved);
    QCOMPARE(saved->files.size(), std::size_t{4});
    QCOMPARE(saved->details.at("run_key"), std::string{"settle-daily:2026-03-10"});
    QVERIFY(saved->details.at("lsn").find('/') != std::string::npos);
    QCOMPARE(saved->origin.madeBy, std::string{"carol"});
    const struct {
        const char* file;
        const char* table;
        const char* from;
    } parts[] = {{"scheduler.jsonl", "run_trigger", "run_trigger"}, {"scheduler.jsonl", "run_attempt", "run_attempt"},
        {"scheduler.jsonl", "batch_shard", "batch_shard"}, {"workers.jsonl", "worker", "worker"},
        {"database.jsonl", "settlement_operation", "settlement_operation"},
        {"database.jsonl", "settlement_item", "settlement_item"}, {"database.jsonl", "ledger_entry", "ledger_entry"},
        {"database.jsonl", "outbox", "outbox WHERE batch_id <> 0"},
        {"database.jsonl", "operation_event", "operation_event"}};
    for (const auto& part : parts) {
        const std::int64_t expected = m_rig->count(std::string{"SELECT count(*) FROM "} + part.from);
        QVERIFY2(expected > 0 || part.table == std::string{"worker"}, part.table);
        QVERIFY2(rowsOf(part.file, part.table) == expected, part.table);
    }
    QCOMPARE(saved->details.at("track_commit_timestamp"), std::string{"on"});
    for (const char* file : {"scheduler.jsonl", "workers.jsonl", "database.jsonl", "outside.jsonl"}) {
        for (const QByteArray& line : text(file).split('\n')) {
            if (line.isEmpty())
                continue;
            const QJsonObject row = QJsonDocument::fromJson(line).object()[QStringLiteral("row")].toObject();
            QVERIFY2(row.contains(QStringLiteral("xmin")), line.constData());
            QVERIFY2(row[QStringLiteral("committed_at")].toString().startsWith(QStringLiteral("20")), line.constData());
        }
    }
    const auto judged = proof::judgeEvidence(folder().toStdString(), {m_key->publicKey()});
    ONCEOVER_OK(judged);
    QVERIFY2(judged->holds(),
        judged->faults.empty() ? "" : (judged->faults.front().where + judged->faults.front().what).c_str());
    QCOMPARE(judged->signature, proof::BundleSignature::Good);
}

void TestEvidence::aChangedByteIsFoundInItsLine()
{
    ONCEOVER_OK(save("carol", kDay));
    for (const char* name : {"scheduler.jsonl", "database.jsonl"}) {
        const QByteArray whole = text(name);
        const int lines = static_cast<int>(whole.count('\n'));
        QVERIFY(lines > 3);
        // The middle of each of the first lines: a value, a name, a bracket, whatever stands there.
        qsizetype begin = 0;
        for (int line = 1; line <= 3; ++line) {
            const qsizetype end = whole.indexOf('\n', begin);
            QByteArray changed = whole;
            changed[begin + (end - begin) / 2] = static_cast<char>(changed[begin + (end - begin) / 2] ^ 1);
            QFile file(folder() + QLatin1Char('/') + QString::fromLatin1(name));
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(changed);
            file.close();
            const auto judged = proof::judgeEvidence(folder().toStdString(), {});
            ONCEOVER_OK(judged);
            QVERIFY(!judged->holds());
            QCOMPARE(judged->faults.front().where, std::string{name} + ", line " + std::to_string(line));
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(whole);
            begin = end + 1;
        }
    }
    const auto judged = proof::judgeEvidence(folder().toStdString(), {});
    ONCEOVER_OK(judged);
    QVERIFY(judged->holds());
    QFile(folder() + QStringLiteral("/extra.txt")).open(QIODevice::WriteOnly);
    QVERIFY(!proof::judgeEvidence(folder().toStdString(), {})->holds());
}

void TestEvidence::aRunThatIsNotThereMakesNoFolder()
{
    const auto saved = save("carol", "2031-01-01");
    QVERIFY(!saved);
    QCOMPARE(saved.error().refusal, std::optional{Refusal::UnknownSubject});
    QVERIFY(!QDir(folder()).exists());
}

void TestEvidence::whoIsNoAuditorIsRefused()
{
    for (const char* login : {"alice", "bob"}) {
        const auto saved = save(login, kDay);
        QVERIFY(!saved);
        QCOMPARE(saved.error().refusal, std::optional{Refusal::MissingRole});
        QVERIFY(!QDir(folder()).exists());
    }
}

// Every run of the scope is in one bundle; a bundle of one run is not enough for the next step.
void TestEvidence::anIncidentIsSecuredWhole()
{
    const char* next = "2026-03-11";
    ONCEOVER_OK(m_rig->enumerate(next));
    ONCEOVER_OK(m_rig->postAll());
    m_rig->freeze("job", "settle-daily");
    const auto alice = [this](const std::string& sql) {
        const auto said = m_rig->database().run("alice", sql);
        return said ? *said : said.error().detail;
    };
    QCOMPARE(alice("SELECT outcome FROM onceover.incident_open('x', 'job', 'settle-daily', '2026-03-10', gen_random_uuid())"),
        std::string{"DONE"});
    QCOMPARE(m_rig->ask("UPDATE incident SET status = 'FROZEN'; UPDATE incident SET status = 'FENCED'"), std::string{});
    const auto step = [&] {
        return alice("SELECT outcome || ' ' || found FROM onceover.incident_advance(1, 'EVIDENCE_SAVED', '', gen_random_uuid())");
    };
    const auto record = [&](const std::string& jobs, const std::string& dates) {
        return alice("SELECT outcome || ' ' || reason || ' ' || found FROM onceover.incident_evidence(1, '" + jobs + "', '" + dates
            + "', onceover.clock(), (SELECT jsonb_object_agg(p, jsonb_build_object('sha256', repeat('0', 64), 'lines', 1)) "
              "FROM unnest('{scheduler,workers,database,outside}'::text[]) p), '/evidence', '', gen_random_uuid())");
    };
    QCOMPARE(record("{settle-daily}", "{2026-03-10}"), std::string{"DONE  "});
    QCOMPARE(step(), std::string{"REFUSED EVIDENCE settle-daily:2026-03-11"});
    QCOMPARE(record("{settle-daily,settle-daily}", "{2026-03-11,2026-03-12}"),
        std::string{"REFUSED UNKNOWN_SUBJECT settle-daily 2026-03-12"});
    QCOMPARE(record("{settle-daily,renew}", "{2026-03-11}"), std::string{"REFUSED VALUE_MALFORMED "});

    store::EvidenceStore store{{m_rig->database().conninfo("carol"), "--dsn"}, "tst_evidence"};
    ONCEOVER_OK(store.connect());
    const auto saved = proof::saveIncidentEvidence(store, 1, folder().toStdString(), m_key);
    ONCEOVER_OK(saved);
    QCOMPARE(saved->details.at("incident"), std::string{"1"});
    QCOMPARE(saved->details.at("runs"), std::string{"settle-daily 2026-03-10\nsettle-daily 2026-03-11"});
    QVERIFY(!saved->details.contains("left_out"));
    QCOMPARE(rowsOf("scheduler.jsonl", "job"), std::int64_t{1});
    QCOMPARE(rowsOf("scheduler.jsonl", "job_run"), std::int64_t{2});
    for (const auto& [file, table] : {std::pair{"database.jsonl", "settlement_operation"}, std::pair{"database.jsonl", "ledger_entry"},
             std::pair{"database.jsonl", "operation_event"}, std::pair{"scheduler.jsonl", "batch_shard"}})
        QVERIFY2(rowsOf(file, table) == m_rig->count(std::string{"SELECT count(*) FROM "} + table), table);
    QVERIFY(!proof::saveIncidentEvidence(store, 99, m_folder->filePath(QStringLiteral("none")).toStdString(), m_key));

    QCOMPARE(record("{settle-daily,settle-daily}", "{2026-03-10,2026-03-11}"), std::string{"DONE  "});
    QCOMPARE(step(), std::string{"DONE "});
}

// Another run of the same job and date is in the bundle as well, one that came later asks for another bundle, and so does one that
// failed before it had a batch.
void TestEvidence::everyRunOfTheDateIsSecured()
{
    const auto left = [this](const char* since) {
        return m_rig->ask("SELECT incident_unsecured(i, " + std::string{since} + ")::text FROM incident i");
    };
    // As the replayer would, while it executes a correction.
    QCOMPARE(m_rig->ask("ALTER TABLE job_run DISABLE TRIGGER guard_insert; "
                        "INSERT INTO job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version, status) "
                        "SELECT job_id, job_type, 'request-1', 'settle-daily@request-1:2026-03-10', biz_date, grade, zone, "
                        "tzdata_version, 'DUE' FROM job_run WHERE run_key = 'settle-daily:2026-03-10'; "
                        "ALTER TABLE job_run ENABLE ALWAYS TRIGGER guard_insert"),
        std::string{});
    const auto saved = save("carol", kDay);
    ONCEOVER_OK(saved);
    QCOMPARE(rowsOf("scheduler.jsonl", "job_run"), std::int64_t{2});
    QCOMPARE(saved->details.at("run_key"), std::string{"settle-daily:2026-03-10, settle-daily@request-1:2026-03-10"});
    QCOMPARE(saved->details.at("runs"), std::string{"settle-daily 2026-03-10"});

    const auto opened = m_rig->database().run("alice",
        "SELECT outcome FROM onceover.incident_open('x', 'job', 'settle-daily', '2026-03-10', gen_random_uuid())");
    ONCEOVER_OK(opened);
    QCOMPARE(left("'-infinity'"), std::string{"{\"EVIDENCE settle-daily:2026-03-10\"}"});
    ONCEOVER_OK(m_rig->trigger("2026-03-11"));
    QCOMPARE(m_rig->ask("UPDATE job_run SET status = 'RUNNING', started_at = clock() WHERE run_key = 'settle-daily:2026-03-11'"),
        std::string{});
    QCOMPARE(left("'-infinity'"), std::string{"{\"EVIDENCE settle-daily:2026-03-10\",\"EVIDENCE settle-daily:2026-03-11\"}"});
}

QTEST_GUILESS_MAIN(TestEvidence)
#include "tst_evidence.moc"
