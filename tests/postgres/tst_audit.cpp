// SPDX-License-Identifier: GPL-3.0-or-later
// Audit chains and anchors on PostgreSQL: what is signed, kept outside and judged (DESIGN.md rule 13, SECURITY.md S6
// S7).
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

#include "engine/audit_anchorer.h"
#include "proof/anchor_file.h"
#include "proof/audit_bundle.h"
#include "proof/length_prefixed.h"
#include "store/anchor_store.h"
#include "store/audit_store.h"
#include "store/janitor_store.h"
#include "store/watch_store.h"
#include "store_rig.h"

using namespace onceover;
using namespace onceover::test;

namespace {

/// What nobody but a superuser can do, and no constraint of the database prevents (S6).
constexpr const char* kCutTail
    = "ALTER TABLE audit_log DISABLE TRIGGER guard_append_only; ALTER TABLE audit_chain DISABLE TRIGGER guard_update; "
      "DELETE FROM audit_log WHERE chain = 'people' AND seq > 1; "
      "UPDATE audit_chain SET head_seq = 1, head_hash = (SELECT hash FROM audit_log WHERE chain = 'people' AND seq = "
      "1) "
      "WHERE chain = 'people'; "
      "ALTER TABLE audit_log ENABLE ALWAYS TRIGGER guard_append_only; "
      "ALTER TABLE audit_chain ENABLE ALWAYS TRIGGER guard_update;";
/// The same for the newest anchor.
constexpr const char* kForgetAnchor
    = "ALTER TABLE audit_anchor DISABLE TRIGGER guard_append_only; ALTER TABLE audit_anchored DISABLE TRIGGER "
      "guard_delete; "
      "DELETE FROM audit_anchor WHERE seq = (SELECT max(seq) FROM audit_anchor); DELETE FROM audit_anchored; "
      "ALTER TABLE audit_anchor ENABLE ALWAYS TRIGGER guard_append_only; "
      "ALTER TABLE audit_anchored ENABLE ALWAYS TRIGGER guard_delete;";

} // namespace

class TestAudit : public QObject {
    Q_OBJECT

private slots:
    void init();
    void anAnchorNamesWhatMovedAndIsKeptOutside(); // rule 13
    void anchorsFollowEachOther();
    void nothingIsSignedTwiceAMinute();
    void ofTwoJanitorsOneAnchors();
    void anAnchorThatSaysSomethingElseIsRejected_data();
    void anAnchorThatSaysSomethingElseIsRejected();
    void aTailThatWasCutIsNamed();                      // S7, K83
    void aDatabaseWithoutItsLastAnchorIsReportedOnce(); // issue D, 6
    void whatIsExportedIsJudgedWithoutTheDatabase();    // R120, R161, S8
    void whoLacksTheDutyReadsNoChain();
    void whatTheFileLacksIsWrittenOnFirst();
    void anEmptyFileIsNoReasonToBeginAnew();
    void aClockThatSteppedBackStopsNoSigning(); // K23
    void aChainThatWasCutIsToldAtOnce();        // S7
    void membershipIsNotedOnceADay();

private:
    [[nodiscard]] std::string anchorFile() const
    {
        return m_folder->filePath(QStringLiteral("anchors.jsonl")).toStdString();
    }
    /// One round of the duty.
    [[nodiscard]] Result<engine::Round> anchorNow();
    /// The same two minutes of practice time later.
    [[nodiscard]] Result<engine::Round> anchorOnce();
    /// A row of the chain `people`.
    void act() const;
    [[nodiscard]] Result<proof::AuditJudgement> judge(bool withFile) const;

    std::unique_ptr<StoreRig> m_rig;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::optional<proof::SigningKey> m_key;
    QStringList m_events; ///< What the duty logged.
};

void TestAudit::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
    m_folder = std::make_unique<QTemporaryDir>();
    m_key = proof::SigningKey::generate();
    m_events.clear();
    QFile clock(QStringLiteral(ONCEOVER_SOURCE_DIR "/resources/sql/provision/sandbox.sql"));
    QVERIFY(clock.open(QIODevice::ReadOnly));
    const auto provided = m_rig->database().runAsSuperuser(clock.readAll().toStdString());
    QVERIFY2(provided.has_value(), provided ? "" : provided.error().detail.c_str());
    for (int i = 0; i < 3; ++i)
        act();
    QCOMPARE(m_rig->count("SELECT head_seq FROM audit_chain WHERE chain = 'people'"), 3);
}

Result<engine::Round> TestAudit::anchorOnce()
{
    (void)m_rig->ask("SELECT FROM sandbox_advance(clock() + interval '2 minutes', true)");
    return anchorNow();
}

Result<engine::Round> TestAudit::anchorNow()
{
    engine::AuditAnchorer anchorer{std::make_unique<store::AnchorStore>(m_rig->duty("janitor")),
        std::make_unique<proof::AnchorFile>(*m_key, anchorFile()),
        engine::DutyLog{
            [this](const engine::LogLine& line) { m_events << QString::fromStdString(line.event); }, "anchorer"}};
    return anchorer.runRound();
}

void TestAudit::act() const
{
    QVERIFY(m_rig->database()
                .run("alice", "SELECT * FROM onceover.trigger_run('settle-daily', '2030-01-01', gen_random_uuid());")
                .has_value());
}

Result<proof::AuditJudgement> TestAudit::judge(bool withFile) const
{
    store::AuditStore audit{{m_rig->database().conninfo("carol"), "--dsn"}, "tst_audit"};
    if (const auto connected = audit.connect(); !connected)
        return tl::unexpected{connected.error()};
    proof::AuditTrust trust;
    trust.publicKeys = {m_key->publicKey()};
    if (withFile)
        trust.anchorFiles = {anchorFile()};
    return proof::judgeAudit(audit, trust);
}

void TestAudit::anAnchorNamesWhatMovedAndIsKeptOutside()
{
    const auto round = anchorOnce();
    ONCEOVER_OK(round);
    QCOMPARE(round->pieces, 1);
    QCOMPARE(m_rig->ask("SELECT heads -> 'people' ->> 'seq' FROM audit_anchor"),
        std::string{"4"}); // The leap is a row, too.
    const auto kept = proof::readAnchorFile(anchorFile());
    ONCEOVER_OK(kept);
    QCOMPARE(kept->size(), std::size_t{1});
    QCOMPARE(m_rig->ask("SELECT encode(body, 'hex') FROM audit_anchor"), proof::hexOf(kept->front().body));
    const auto judgement = judge(true);
    ONCEOVER_OK(judgement);
    QVERIFY2(judgement->holds(), judgement->faults.empty() ? "" : judgement->faults.front().what.c_str());
    QVERIFY(judgement->rows >= 3);
    QCOMPARE(judgement->anchors, 1);
    QCOMPARE(judgement->outsideAnchors, 1);
}

void TestAudit::anchorsFollowEachOther()
{
    ONCEOVER_OK(anchorOnce());
    act();
    ONCEOVER_OK(anchorOnce());
    QCOMPARE(m_rig->ask("SELECT string_agg(key || ' ' || (value ->> 'seq'), ',') FROM audit_anchor, jsonb_each(heads) "
                        "WHERE seq = 2 AND key = 'people'"),
        std::string{"people 6"});
    QCOMPARE(m_rig->ask("SELECT bool_and(b.prev_hash = sha256(a.body)) FROM audit_anchor a JOIN audit_anchor b ON "
                        "b.seq = a.seq + 1"),
        std::string{"t"});
    const auto judgement = judge(true);
    ONCEOVER_OK(judgement);
    QVERIFY(judgement->holds());
    QCOMPARE(judgement->outsideAnchors, 2);
}

void TestAudit::nothingIsSignedTwiceAMinute()
{
    ONCEOVER_OK(anchorOnce());
    act();
    const auto at_once = anchorNow();
    ONCEOVER_OK(at_once);
    QCOMPARE(at_once->pieces, 0);
    QCOMPARE(m_rig->count("SELECT count(*) FROM audit_anchor"), 1);
    // A quiet hour is signed as well, so that silence has a date.
    ONCEOVER_OK(anchorOnce());
    const std::int64_t before = m_rig->count("SELECT count(*) FROM audit_anchor");
    QCOMPARE(before, 2);
    (void)m_rig->ask("SELECT FROM sandbox_advance(clock() + interval '61 minutes', true)");
    ONCEOVER_OK(anchorNow());
    QCOMPARE(m_rig->count("SELECT count(*) FROM audit_anchor"), before + 1);
}

void TestAudit::ofTwoJanitorsOneAnchors()
{
    store::AnchorStore one{m_rig->duty("janitor", "w1")};
    store::AnchorStore other{m_rig->duty("janitor", "w2")};
    const auto mine = one.nextAnchor();
    const auto theirs = other.nextAnchor();
    ONCEOVER_OK(mine);
    ONCEOVER_OK(theirs);
    proof::AnchorFile seal{*m_key, anchorFile()};
    QCOMPARE(other.appendAnchor(**theirs, seal.sign(**theirs)).value(), AnchorOutcome::Kept);
    QCOMPARE(one.appendAnchor(**mine, seal.sign(**mine)).value(), AnchorOutcome::Moved);
    QCOMPARE(m_rig->count("SELECT count(*) FROM audit_anchor"), 1);
}

void TestAudit::anAnchorThatSaysSomethingElseIsRejected_data()
{
    QTest::addColumn<int>("lie");
    QTest::newRow("other heads than the chains") << 0;
    QTest::newRow("other body than the heads") << 1;
    QTest::newRow("from tomorrow") << 2;
}

void TestAudit::anAnchorThatSaysSomethingElseIsRejected()
{
    QFETCH(int, lie);
    store::AnchorStore janitor{m_rig->duty("janitor")};
    auto draft = janitor.nextAnchor();
    ONCEOVER_OK(draft);
    QVERIFY(*draft);
    AnchorDraft wrong = **draft;
    const auto bodyOf = [this](const AnchorDraft& of) {
        return proof::fromHex(
            m_rig->ask("SELECT encode(anchor_body(" + std::to_string(of.seq) + ", timestamptz 'epoch' + interval '"
                + std::to_string(of.at.time_since_epoch().count()) + " us', decode('" + proof::hexOf(of.prevHash)
                + "', 'hex'), '" + of.heads + "'), 'hex')"))
            .value_or("");
    };
    QCOMPARE(bodyOf(wrong), wrong.body); // Else the lies below would be rejected for another reason.
    if (lie == 0) {
        wrong.heads = R"({"people": {"seq": 3, "hash": ")" + std::string(64, '0') + "\"}}";
        wrong.body = bodyOf(wrong);
    }
    if (lie == 1)
        wrong.body += "x";
    if (lie == 2) {
        wrong.at += std::chrono::hours{24};
        wrong.body = bodyOf(wrong);
    }
    proof::AnchorFile seal{*m_key, anchorFile()};
    QCOMPARE(janitor.appendAnchor(wrong, seal.sign(wrong)).value(), AnchorOutcome::Rejected);
    QCOMPARE(m_rig->count("SELECT count(*) FROM audit_anchor"), 0);
}

void TestAudit::aTailThatWasCutIsNamed()
{
    ONCEOVER_OK(anchorOnce());
    QCOMPARE(m_rig->ask(kCutTail), std::string{});
    const auto judgement = judge(false);
    ONCEOVER_OK(judgement);
    QVERIFY(!judgement->holds());
    QCOMPARE(judgement->faults.front().where, std::string{"chain people, row 2"});
    QVERIFY2(judgement->faults.front().what.find("up to row 4, which anchor 1 signed") != std::string::npos,
        judgement->faults.front().what.c_str());
}

void TestAudit::aDatabaseWithoutItsLastAnchorIsReportedOnce()
{
    ONCEOVER_OK(anchorOnce());
    act();
    ONCEOVER_OK(anchorOnce());
    QCOMPARE(m_rig->ask(kForgetAnchor), std::string{});
    for (int i = 0; i < 2; ++i) {
        const auto round = anchorOnce();
        ONCEOVER_OK(round);
        QCOMPARE(round->pieces, 0);
    }
    QVERIFY(m_events.contains(QStringLiteral("history_lost")));
    QCOMPARE(m_rig->count("SELECT count(*) FROM audit_anchor"), 1); // Nothing was signed over it.
    QCOMPARE(m_rig->ask("SELECT seq FROM audit_gap"), std::string{"2"});
    QCOMPARE(m_rig->count("SELECT count(*) FROM audit_log WHERE action = 'lost-history'"), 1);
    // It stops everything by itself, once, and no other worker signs over the loss either.
    QCOMPARE(m_rig->ask("SELECT string_agg(scope_kind || ' ' || status || ' ' || actor, ',') FROM freeze_order"),
        std::string{"everything IN_FORCE system"});
    store::AnchorStore other{m_rig->duty("janitor", "w2")};
    const auto draft = other.nextAnchor();
    ONCEOVER_OK(draft);
    QVERIFY(!*draft);
    store::WatchStore watch{m_rig->duty("reconciler")};
    const auto sheet = watch.readAlertSheet();
    ONCEOVER_OK(sheet);
    const auto told = std::find_if(sheet->facts.begin(), sheet->facts.end(),
        [](const AlertFact& fact) { return fact.rule == AlertRule::HistoryLost && callsForAlert(fact); });
    QVERIFY(told != sheet->facts.end());
    QCOMPARE(told->subject, std::string{"anchor 2"});
    const auto judgement = judge(true);
    ONCEOVER_OK(judgement);
    QVERIFY(!judgement->holds());
    QVERIFY2(judgement->faults.front().where.ends_with("anchor 2"), judgement->faults.front().where.c_str());
}

void TestAudit::whatIsExportedIsJudgedWithoutTheDatabase()
{
    ONCEOVER_OK(anchorOnce());
    store::AuditStore audit{{m_rig->database().conninfo("carol"), "--dsn"}, "tst_audit"};
    ONCEOVER_OK(audit.connect());
    const std::string folder = m_folder->filePath(QStringLiteral("export")).toStdString();
    const auto exported = proof::exportAudit(audit, folder, *m_key);
    ONCEOVER_OK(exported);
    QCOMPARE(exported->rows, m_rig->count("SELECT count(*) FROM audit_log"));
    const auto judgement = proof::judgeExport(folder, {{m_key->publicKey()}, {anchorFile()}});
    ONCEOVER_OK(judgement);
    QVERIFY2(judgement->holds(), judgement->faults.empty() ? "" : judgement->faults.front().what.c_str());
    QCOMPARE(judgement->manifest, proof::BundleSignature::Good);
    QCOMPARE(judgement->origin.madeBy, std::string{"carol"});
}

void TestAudit::whoLacksTheDutyReadsNoChain()
{
    store::AuditStore audit{{m_rig->database().conninfo("svc_worker"), "--dsn"}, "tst_audit"};
    const auto connected = audit.connect();
    const auto judgement
        = connected ? proof::judgeAudit(audit, {}) : Result<proof::AuditJudgement>{tl::unexpected{connected.error()}};
    QVERIFY(!judgement);
    QCOMPARE(judgement.error().refusal, std::optional{Refusal::MissingRole});
    // Only the janitor's functions write anchors; nobody inserts one, the auditor included.
    for (const char* login : {"alice", "bob", "carol", "svc_worker", "svc_janitor", "svc_scheduler"}) {
        const auto inserted = m_rig->database().run(login,
            "INSERT INTO onceover.audit_anchor (seq, prev_hash, heads, body, signature, public_key) VALUES (1, '', "
            "'{}', '', '', '')");
        QVERIFY2(!inserted && inserted.error().detail.find("permission denied") != std::string::npos, login);
    }
    for (const char* login : {"alice", "bob", "carol", "svc_worker", "svc_scheduler"}) {
        for (const char* call : {"next_anchor()", "append_anchor(1, now(), '', '{}', '', '', '')",
                 "knows_anchor(1, '')", "anchors_since('', 0)", "report_lost_history(1, '')", "record_membership()"}) {
            const auto called = m_rig->database().run(login, std::string{"SELECT onceover."} + call);
            QVERIFY2(!called && called.error().detail.find("permission denied") != std::string::npos, call);
        }
    }
}

void TestAudit::whatTheFileLacksIsWrittenOnFirst()
{
    ONCEOVER_OK(anchorOnce());
    act();
    // The worker died between the database and its file.
    (void)m_rig->ask("SELECT FROM sandbox_advance(clock() + interval '2 minutes', true)");
    store::AnchorStore janitor{m_rig->duty("janitor")};
    const auto draft = janitor.nextAnchor();
    ONCEOVER_OK(draft);
    QVERIFY(*draft);
    QCOMPARE(janitor.appendAnchor(**draft, proof::AnchorFile{*m_key, anchorFile()}.sign(**draft)).value(),
        AnchorOutcome::Kept);
    QCOMPARE(proof::readAnchorFile(anchorFile())->size(), std::size_t{1});
    act();
    const auto round = anchorOnce();
    ONCEOVER_OK(round);
    QCOMPARE(round->pieces, 2);
    QCOMPARE(proof::readAnchorFile(anchorFile())->size(), std::size_t{3});
    QVERIFY(judge(true)->holds());
}

void TestAudit::anEmptyFileIsNoReasonToBeginAnew()
{
    for (int i = 0; i < 2; ++i) {
        act();
        ONCEOVER_OK(anchorOnce());
    }
    QVERIFY(QFile::remove(QString::fromStdString(anchorFile()))); // As if its medium were not mounted.
    act();
    const auto round = anchorOnce();
    QVERIFY(!round);
    QVERIFY2(round.error().found.find("put the file back") != std::string::npos, wordsOf(round.error()).c_str());
    QCOMPARE(m_rig->count("SELECT count(*) FROM audit_anchor"), 2);
}

void TestAudit::aClockThatSteppedBackStopsNoSigning()
{
    ONCEOVER_OK(anchorOnce());
    act();
    QCOMPARE(m_rig->ask("UPDATE sandbox_clock SET \"offset\" = \"offset\" - interval '1 day'"), std::string{});
    const auto round = anchorNow();
    ONCEOVER_OK(round);
    QCOMPARE(round->pieces, 1);
    QCOMPARE(m_rig->ask("SELECT count(DISTINCT at) || ' ' || count(*) FROM audit_anchor"), std::string{"1 2"});
    QVERIFY(judge(true)->holds());
}

void TestAudit::aChainThatWasCutIsToldAtOnce()
{
    ONCEOVER_OK(anchorOnce());
    QCOMPARE(m_rig->ask(kCutTail), std::string{});
    store::WatchStore watch{m_rig->duty("reconciler")};
    const auto sheet = watch.readAlertSheet();
    ONCEOVER_OK(sheet);
    QStringList told;
    for (const AlertFact& fact : sheet->facts) {
        if (fact.rule == AlertRule::HistoryLost && callsForAlert(fact))
            told << QString::fromStdString(fact.subject);
    }
    QCOMPARE(told, QStringList{QStringLiteral("chain people")});
}

void TestAudit::membershipIsNotedOnceADay()
{
    store::JanitorStore janitor{m_rig->duty("janitor")};
    QCOMPARE(janitor.recordMembership().value(), 1);
    QCOMPARE(janitor.recordMembership().value(), 0);
    QCOMPARE(m_rig->ask("SELECT detail #>> '{persons,alice}' FROM audit_log WHERE action = 'membership'"),
        std::string{"alice"});
    QVERIFY(m_rig->ask("SELECT detail #>> '{members,onceover_operator}' FROM audit_log WHERE action = 'membership'")
                .find("alice")
        != std::string::npos);
    (void)m_rig->ask("SELECT FROM sandbox_advance(clock() + interval '25 hours', true)");
    QCOMPARE(janitor.recordMembership().value(), 1);
}

QTEST_GUILESS_MAIN(TestAudit)
#include "tst_audit.moc"
