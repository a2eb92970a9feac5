// SPDX-License-Identifier: GPL-3.0-or-later
// Acts on incidents through the gateway, and the long looks that some need first. R108 to R113.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "gateway_bench.h"
#include "models/act_text.h"
#include "models/evidence_record.h"

using namespace onceover;
using namespace onceover::models;
using namespace onceover::testing;

namespace {

using Told = std::vector<std::string>;

Failure lostStep()
{
    Failure failure;
    failure.kind = FailureKind::InDoubt;
    failure.statement = "incident_note";
    return failure;
}

const BusinessDate kDay = *BusinessDate::parse("2026-03-13");

} // namespace

class GatewayIncidentTest : public QObject {
    Q_OBJECT

private slots:
    void eachActReachesItsStoreWithWhatWasSaid();
    void aLostStepIsAskedForAndNeverSentAgain(); // F42, F44
    void evidenceIsSavedAndThenRecorded();       // R108
    void aLookThatIsEndedRecordsNothing();
    void whatTheRowsTellIsRecordedAndTheRestIsLeft(); // R110
    void everyBookIsComparedAndAnUnreadOneSaysSo();   // R111
    void aPlanIsReadAndAskedFor();                    // R113
    void oneIncidentIsReadWhileTheListsRest();
    void aReportIsReadWhole();
    void closingTheWindowEndsALook();
};

void GatewayIncidentTest::eachActReachesItsStoreWithWhatWasSaid()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    Gateway& gateway = *bench.gateway;
    IncidentWish wish;
    wish.title = "two nodes";
    wish.scope = {"job", "settle-daily"};
    gateway.openIncident(wish, Gateway::newRequestId());
    gateway.takeOverIncident(4711, QStringLiteral(" my shift "), Gateway::newRequestId());
    gateway.noteIncident(4711, QStringLiteral("seen"), Gateway::newRequestId());
    gateway.giveFreezeReason(4711, QStringLiteral("why"), Gateway::newRequestId());
    gateway.answerWhy(4711, QStringLiteral("it could not"), Gateway::newRequestId());
    gateway.takeNextStep(4711, {}, Gateway::newRequestId());
    gateway.goBackInIncident(4711, QStringLiteral("wrong"), Gateway::newRequestId());
    gateway.fence({"job", "settle-daily"}, QStringLiteral("it hangs"), Gateway::newRequestId());
    gateway.requestFalseAlarm(4711, QStringLiteral("old screen"), QStringLiteral("T-1"), Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{9});
    QCOMPARE(bench.script->controls(),
        (Told{"open job settle-daily: two nodes", "take over 4711: my shift", "note 4711: seen", "reason 4711: why",
            "answer 4711: it could not", "advance 4711 DIAGNOSED: ", "back 4711: wrong", "fence job settle-daily",
            "false alarm 4711 0: old screen T-1"}));
    for (const ActOutcome& outcome : bench.outcomes)
        QCOMPARE(outcome.result, ActResult::Completed);
    QVERIFY(bench.script->oneThreadEach());
}

void GatewayIncidentTest::aLostStepIsAskedForAndNeverSentAgain()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    bench.script->answerSteps({tl::unexpected<Failure>(lostStep()), tl::unexpected<Failure>(lostStep())});
    bench.script->answerStepFind(tl::unexpected<Failure>(serverAway()));
    bench.gateway->noteIncident(4711, QStringLiteral("seen"), Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QVERIFY(bench.outcomes.front().stillAsking);
    bench.script->answerStepFind(std::optional(IncidentAnswer{true, "", "", 4711, "OPEN", 10}));
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{2});
    QCOMPARE(bench.outcomes.back().result, ActResult::Completed);
    QCOMPARE(bench.script->controls().size(), std::size_t{2}); // The act itself asked once more under its id.
}

void GatewayIncidentTest::evidenceIsSavedAndThenRecorded()
{
    QTemporaryDir folder;
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    const EvidencePlace place{JobId{"settle-daily"}, kDay, folder.filePath(QStringLiteral("bundle")).toStdString(), {}};
    bench.gateway->saveEvidence(4711, place, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QVERIFY2(
        bench.outcomes.front().result == ActResult::Completed, qPrintable(actText(bench.outcomes.front()).sentence));
    QCOMPARE(bench.script->controls(), (Told{"evidence 4711: 4 parts of settle-daily 2026-03-13"}));
    QVERIFY(holdsBundle(place.folder));
    // The same folder again: what is there is judged, and nothing is written over it.
    bench.gateway->saveEvidence(4711, place, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{2});
    // Without a job it is every run of the incident, in one bundle, and none of another incident.
    const EvidencePlace all{{}, {}, folder.filePath(QStringLiteral("all")).toStdString(), {}, 4711};
    bench.gateway->saveEvidence(4711, all, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{3});
    QCOMPARE(bench.script->controls().back(),
        std::string("evidence 4711: 4 parts of settle-daily 2026-03-12, settle-daily 2026-03-13"));
    ServerIdentity here;
    here.installationName = "Practice";
    here.database = "settlement";
    QVERIFY(judgeBundle(all, here).has_value());
    EvidencePlace another = all;
    another.incident = 4712;
    QVERIFY(!judgeBundle(another, here).has_value());
    // One of a job is none of another job that ran for the same date, and none of another date.
    QVERIFY(judgeBundle(place, here).has_value());
    QVERIFY(!judgeBundle({JobId{"renew"}, kDay, place.folder, {}}, here).has_value());
    QVERIFY(!judgeBundle({place.job, *BusinessDate::parse("2026-03-12"), place.folder, {}}, here).has_value());
}

void GatewayIncidentTest::aLookThatIsEndedRecordsNothing()
{
    QTemporaryDir folder;
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    bench.script->holdReads(false);
    const Uuid id = Gateway::newRequestId();
    bench.gateway->saveEvidence(
        4711, {JobId{"settle-daily"}, kDay, folder.filePath(QStringLiteral("b")).toStdString(), {}}, id);
    QTRY_COMPARE(bench.script->heldReads(), 1);
    bench.gateway->cancelIncidentWork(id);
    bench.script->letReadsGo();
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::Failed);
    QVERIFY(bench.script->controls().empty());
    QVERIFY(!holdsBundle(folder.filePath(QStringLiteral("b")).toStdString()));
}

void GatewayIncidentTest::whatTheRowsTellIsRecordedAndTheRestIsLeft()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    bench.gateway->diagnoseRun(4711, JobId{"settle-daily"}, kDay, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::Completed);
    QCOMPARE(bench.outcomes.front().incident->verdicts.size(), std::size_t{7});
    for (const std::string& told : bench.script->controls())
        QVERIFY2(told.find("REFUTED") != std::string::npos, told.c_str()); // Nothing was repeated in this run.
    QCOMPARE(bench.script->controls().size(), std::size_t{7});
    bench.gateway->diagnoseRun(
        4711, JobId{"settle-daily"}, *BusinessDate::parse("1999-01-01"), Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{2});
    QCOMPARE(bench.outcomes.back().result, ActResult::Refused);
}

void GatewayIncidentTest::everyBookIsComparedAndAnUnreadOneSaysSo()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    bench.gateway->compareBooks(4711, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.script->controls(),
        (Told{"compare 4711: practice-bank NOTHING_COMPARED", "compare 4711: practice-bank-2 NOT_READ"}));
    QVERIFY(actText(bench.outcomes.front()).sentence.contains(QLatin1String("practice-bank-2")));
}

void GatewayIncidentTest::aPlanIsReadAndAskedFor()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    QSignalSpy ready(bench.gateway.get(), &Gateway::proposalReady);
    bench.gateway->readProposal(4712);
    QTRY_COMPARE(ready.size(), 1);
    const auto proposal = ready.front().at(1).value<ProposalPtr>();
    QCOMPARE(proposal->items.size(), std::size_t{2});
    RecoveryWish wish;
    wish.incident = 4712;
    wish.items = {{proposal->items.front().facts.operation, RecoveryAction::Query}};
    bench.gateway->requestRecovery(wish, QStringLiteral("go on"), QStringLiteral("T-2"), Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.script->controls(), (Told{"plan 4712 1: go on T-2"}));
    QVERIFY(actText(bench.outcomes.front()).sentence.contains(QLatin1String("320")));
}

void GatewayIncidentTest::oneIncidentIsReadWhileTheListsRest()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    QSignalSpy ready(bench.gateway.get(), &Gateway::incidentReady);
    bench.gateway->pause(PauseReason::Dialog);
    bench.gateway->watchIncident(4711);
    QTRY_COMPARE(ready.size(), 1);
    const auto incident = ready.front().front().value<IncidentDetailPtr>();
    QVERIFY(incident->found);
    QCOMPARE(incident->gate.missing.size(), std::size_t{3});
    bench.script->tick();
    QTRY_VERIFY(ready.size() > 1);
}

void GatewayIncidentTest::aReportIsReadWhole()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    QSignalSpy ready(bench.gateway.get(), &Gateway::incidentReportReady);
    QSignalSpy failed(bench.gateway.get(), &Gateway::incidentWorkFailed);
    bench.gateway->readIncidentReport(4711);
    QTRY_COMPARE(ready.size(), 1);
    QCOMPARE(ready.front().at(1).value<IncidentReportPtr>()->equalities.size(), std::size_t{5});
    bench.gateway->readIncidentReport(1);
    QTRY_COMPARE(failed.size(), 1);
}

void GatewayIncidentTest::closingTheWindowEndsALook()
{
    QTemporaryDir folder;
    ActBench bench({.evidenceRows = 100'000});
    QTRY_VERIFY(bench.ready());
    bench.gateway->saveEvidence(4711,
        {JobId{"settle-daily"}, kDay, folder.filePath(QStringLiteral("b")).toStdString(), {}}, Gateway::newRequestId());
    QVERIFY(bench.gateway->shutdown(std::chrono::seconds{30}));
    QVERIFY(bench.script->controls().empty());
}

QTEST_GUILESS_MAIN(GatewayIncidentTest)
#include "tst_gateway_incident.moc"
