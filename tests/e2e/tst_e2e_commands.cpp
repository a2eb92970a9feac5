// SPDX-License-Identifier: GPL-3.0-or-later
// The commands by which people ask, on a day that is settled: whoever may is answered DONE (exit 0) or refused by name
// (exit 1); whoever may not is turned away (exit 1), and both refusals stand in the audit. Every answer under --json is
// an object. S2 S3, R85 R88 R92, DESIGN.md sections 6 and 10.
#include <QTest>

#include "core/refusal.h"
#include "fault_rig.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <memory>

using namespace onceover;
using namespace onceover::test;

namespace {

// 18:30 in Shanghai; the job settles the day before.
constexpr const char* kBefore = "2026-05-12 10:29:50Z";
constexpr const char* kDue = "2026-05-12 10:30:01Z";
constexpr const char* kDate = "2026-05-11";
constexpr int kMerchants = 4;

std::string textOf(const CtlAnswer& answer)
{
    return "exit " + std::to_string(answer.exitStatus) + "\n--- out\n" + answer.out + "--- err\n" + answer.err;
}

QJsonObject objectOf(const CtlAnswer& answer)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(answer.out)).object();
}

} // namespace

class CommandsEndToEnd : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void whoMayIsAnsweredAndWhoMayNotIsTurnedAway_data();
    void whoMayIsAnsweredAndWhoMayNotIsTurnedAway();
    void whatIsLookedAtIsAnObject_data();
    void whatIsLookedAtIsAnObject();
    void aRequestIsWithdrawnByItsMakerAlone();

private:
    /// The words of a command, with what stands for a row of this day put in.
    [[nodiscard]] std::vector<std::string> words(const QString& line) const;
    [[nodiscard]] qint64 refusalsOf(const std::string& login)
    {
        return m_rig->tables().count(
            "SELECT count(*) FROM onceover.audit_log WHERE chain = 'people' AND outcome = 'REFUSED' AND login = '"
            + login + "'");
    }

    std::unique_ptr<FaultRig> m_rig;
    std::unique_ptr<QTemporaryDir> m_folder;
    QMap<QString, QString> m_rows;
};

void CommandsEndToEnd::initTestCase()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<FaultRig>(TestCluster::shared(), RigOptions{.merchants = kMerchants});
    QVERIFY2(m_rig->problem().empty(), m_rig->problem().c_str());
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    QFile letter(m_folder->filePath(QStringLiteral("letter.txt")));
    QVERIFY(letter.open(QIODevice::WriteOnly) && letter.write("6222020000004321\n") > 0);
    letter.close();
    ONCEOVER_MUST(m_rig->beginAt(kBefore));
    ONCEOVER_MUST(m_rig->sell(kDate));
    ONCEOVER_MUST(m_rig->startWorker("worker"));
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    QVERIFY(m_rig->stopWorker("worker"));
    const auto row = [&](const char* name, const std::string& sql) {
        m_rows[QLatin1StringView(name)] = QString::fromStdString(m_rig->tables().value(sql));
    };
    row("{paid}",
        "SELECT operation_id FROM onceover.settlement_operation WHERE status = 'SUCCEEDED' AND external_ref IS NOT "
        "NULL ORDER BY 1 LIMIT 1");
    row("{other}",
        "SELECT operation_id FROM onceover.settlement_operation WHERE status = 'SUCCEEDED' AND external_ref IS NOT "
        "NULL ORDER BY 1 DESC LIMIT 1");
    row("{batch}", "SELECT batch_id FROM onceover.settlement_batch LIMIT 1");
    row("{merchant}", "SELECT min(merchant_id) FROM onceover.merchant");
    m_rows[QStringLiteral("{file}")] = letter.fileName();
    m_rows[QStringLiteral("{folder}")] = m_folder->path();
}

void CommandsEndToEnd::cleanupTestCase()
{
    m_rig.reset();
}

std::vector<std::string> CommandsEndToEnd::words(const QString& line) const
{
    std::vector<std::string> made;
    for (QString word : line.split(QLatin1Char(' '))) {
        word.replace(QLatin1Char('_'), QLatin1Char(' '));
        for (auto row = m_rows.begin(); row != m_rows.end(); ++row)
            word.replace(row.key(), row.value());
        made.push_back(word.toStdString());
    }
    made.emplace_back("--json");
    return made;
}

void CommandsEndToEnd::whoMayIsAnsweredAndWhoMayNotIsTurnedAway_data()
{
    QTest::addColumn<QString>("line");   // Words by blanks; an underscore is a blank within a word.
    QTest::addColumn<QString>("reason"); // By which it is refused; empty: DONE.
    const auto row = [](const char* line, const char* reason) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(reason);
    };
    row("compensate {paid} --type reversal --evidence document:{file} --says paid_twice --reason double", "");
    row("request compensation {paid} --type reversal --evidence document:{file} --says paid_twice --reason double",
        "OPEN_REQUEST");
    row("request revision {other} --reason refused", "NOT_IN_THIS_STATE");
    row("request correction 4711 --reason gone", "UNKNOWN_SUBJECT");
    row("request match 4711 --record message:ABC --reason same", "UNKNOWN_SUBJECT");
    row("request missing-outbox {other} --reason gone", "NOT_IN_THIS_STATE");
    row("request re-send {other} --reason unseen", "NOT_IN_THIS_STATE");
    row("request resolve {other} --decision executed --evidence document:{file} --says paid --bank-reference R-1 "
        "--reason known",
        "NOT_IN_THIS_STATE");
    row("request replay {other} --key-ever-succeeded no --reason again", "EFFECT_ON_RECORD");
    row("replay {other} --key-ever-succeeded yes --reason again", "EFFECT_ON_RECORD");
    row("request batch-recovery {batch} --reason again", "BATCH_ALREADY_COMPLETED");
    row("request rollout no-such-job --mode full --reason ready", "UNKNOWN_JOB");
    row("request profile practice-bank --change disable --reason moving", "");
    row("request beneficiary {merchant} --name New_Owner --account-file {file} --country CN --reason sold", "");
    row("request retention record attempt --set kept=60_days --reason audit", "");
    row("dismiss 4711 --reason done", "UNKNOWN_SUBJECT");
    row("withdraw 4711 --reason mistake", "UNKNOWN_SUBJECT");
    row("lift 4711 --reason fine", "UNKNOWN_SUBJECT");
    row("incident open merchant {merchant} --title drill", "");
    row("incident note 4711 seen", "UNKNOWN_SUBJECT");
    row("incident take-over 4711 --why shift", "UNKNOWN_SUBJECT");
    row("incident answer 4711 because", "UNKNOWN_SUBJECT");
}

void CommandsEndToEnd::whoMayIsAnsweredAndWhoMayNotIsTurnedAway()
{
    QFETCH(QString, line);
    QFETCH(QString, reason);
    // The auditor reads everything and writes nothing.
    qint64 refusals = refusalsOf("carol");
    const CtlAnswer turnedAway = m_rig->ctl("carol", words(line));
    QVERIFY2(turnedAway.exitStatus == 1, textOf(turnedAway).c_str());
    QVERIFY2(refusalsOf("carol") == refusals + 1, textOf(turnedAway).c_str());

    refusals = refusalsOf("alice");
    const CtlAnswer answer = m_rig->ctl("alice", words(line));
    QVERIFY2(answer.exitStatus == (reason.isEmpty() ? 0 : 1), textOf(answer).c_str());
    QVERIFY2(objectOf(answer).value(QLatin1StringView("reason")).toString() == reason, textOf(answer).c_str());
    QVERIFY(reason.isEmpty() || refusalFromName(reason.toStdString()));
    QCOMPARE(refusalsOf("alice"), refusals + (reason.isEmpty() ? 0 : 1));
}

void CommandsEndToEnd::whatIsLookedAtIsAnObject_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("login");
    QTest::addColumn<QString>("has"); // A name that its answer holds.
    const auto row = [](const char* line, const char* login, const char* has) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(login) << QString::fromLatin1(has);
    };
    row("rollout", "alice", "");
    row("rollout settle-daily", "bob", "");
    row("incident list", "alice", "");
    row("requests", "bob", "requests");
    row("key init {folder}/made.pem", "alice", "");
    row("key show {folder}/made.pem", "alice", "");
    row("evidence save settle-daily {folder}/evidence --biz-date 2026-05-11", "carol", "");
    row("evidence verify {folder}/evidence", "alice", "");
    row("evidence save {folder}/whole --incident 1", "carol", "details"); // The one that was opened above.
    row("evidence verify {folder}/whole", "alice", "details");
    row("reveal {paid} --reason the_bank_asks", "alice", "beneficiary_account");
    row("reveal {paid} --reason the_plan_names_it", "bob", "beneficiary_account");
    row("reveal {paid} --reason the_yearly_review", "carol", "beneficiary_account");
}

void CommandsEndToEnd::whatIsLookedAtIsAnObject()
{
    QFETCH(QString, line);
    QFETCH(QString, login);
    QFETCH(QString, has);
    const CtlAnswer answer
        = line.startsWith(QStringLiteral("key")) ? runCtl(words(line)) : m_rig->ctl(login.toStdString(), words(line));
    QVERIFY2(answer.exitStatus == 0, textOf(answer).c_str());
    QVERIFY2(!objectOf(answer).isEmpty(), textOf(answer).c_str());
    QVERIFY2(has.isEmpty() || objectOf(answer).contains(has), textOf(answer).c_str());
}

void CommandsEndToEnd::aRequestIsWithdrawnByItsMakerAlone()
{
    const std::string request = m_rig->tables().value(
        "SELECT approval_id FROM onceover.approval WHERE status = 'REQUESTED' AND kind = 'compensation'");
    QVERIFY(!request.empty());
    const CtlAnswer others = m_rig->ctl("bob", {"withdraw", request, "--reason", "no", "--json"});
    QVERIFY2(others.exitStatus == 1, textOf(others).c_str());
    const CtlAnswer own = m_rig->ctl("alice", {"withdraw", request, "--reason", "a mistake", "--json"});
    QVERIFY2(own.exitStatus == 0, textOf(own).c_str());
    QCOMPARE(m_rig->tables().value("SELECT status FROM onceover.approval WHERE approval_id = " + request),
        std::string("WITHDRAWN"));
}

QTEST_GUILESS_MAIN(CommandsEndToEnd)
#include "tst_e2e_commands.moc"
