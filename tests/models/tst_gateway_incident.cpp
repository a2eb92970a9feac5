// SPDX-License-Identifier: GPL-3.0-or-later
// Acts on incidents through the gateway, and the long looks that some need first. R108 to R113.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "fake_console.h"
#include "fake_incident_stores.h"
#include "models/act_text.h"
#include "models/evidence_record.h"
#include "models/gateway/gateway.h"

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

struct IncidentBench {
    explicit IncidentBench(int evidenceRows = 8)
        : script(std::make_shared<FakeScript>())
    {
        GatewaySettings settings;
        settings.pollInterval = std::chrono::hours{1};
        settings.tickMerge = milliseconds{1};
        settings.statusInterval = milliseconds{5};
        settings.tickWait = std::chrono::hours{1};
        settings.actRetry = milliseconds{5};
        gateway = std::make_unique<Gateway>([script = script] { return std::make_unique<FakeConsoleReader>(script); },
            [script = script] { return std::make_unique<FakePeople>(script); }, settings);
        gateway->serveControl([script = script] { return std::make_unique<FakeControl>(script); });
        gateway->serveIncidents(fakeIncidentStores(script, evidenceRows));
        QObject::connect(
            gateway.get(), &Gateway::actFinished, [this](const ActOutcome& outcome) { outcomes.push_back(outcome); });
        gateway->start();
    }
    [[nodiscard]] bool ready() const
    {
        const ConnectionStatus status = gateway->status();
        return status.state == ConnectionState::Live && status.actsConnected;
    }

    std::shared_ptr<FakeScript> script;
    std::vector<ActOutcome> outcomes;
    std::unique_ptr<Gateway> gateway;
};

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
    IncidentBench bench;
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
    IncidentBench bench;
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
    IncidentBench bench;
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
}

void GatewayIncidentTest::aLookThatIsEndedRecordsNothing()
{
    QTemporaryDir folder;
    IncidentBench bench;
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
    IncidentBench bench;
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
    IncidentBench bench;
    QTRY_VERIFY(bench.ready());
    bench.gateway->compareBooks(4711, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.script->controls(),
        (Told{"compare 4711: practice-bank NOTHING_COMPARED", "compare 4711: practice-bank-2 NOT_READ"}));
    QVERIFY(actText(bench.outcomes.front()).sentence.contains(QLatin1String("practice-bank-2")));
}

void GatewayIncidentTest::aPlanIsReadAndAskedFor()
{
    IncidentBench bench;
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
    IncidentBench bench;
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
    IncidentBench bench;
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
    IncidentBench bench(100'000);
    QTRY_VERIFY(bench.ready());
    bench.gateway->saveEvidence(4711,
        {JobId{"settle-daily"}, kDay, folder.filePath(QStringLiteral("b")).toStdString(), {}}, Gateway::newRequestId());
    QVERIFY(bench.gateway->shutdown(std::chrono::seconds{30}));
    QVERIFY(bench.script->controls().empty());
}

QTEST_GUILESS_MAIN(GatewayIncidentTest)
#include "tst_gateway_incident.moc"
