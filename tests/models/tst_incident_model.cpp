// SPDX-License-Identifier: GPL-3.0-or-later
// What the page Incident knows: steps, gates with their remedies, why an act is off, and the words of every act. R103
// to R113, UX.md section 8.
#include <QTest>

#include "core/states/incident_state.h"
#include "fake_incident.h"
#include "models/act_text.h"
#include "models/gateway/act_loop.h"
#include "models/gateway/incident_acts.h"
#include "models/incident_lines.h"
#include "models/incident_model.h"
#include "models/incident_tables.h"
#include "models/incident_text.h"
#include "models/work_spec.h"

using namespace onceover;
using namespace onceover::models;
using namespace onceover::testing;

namespace {

using Deed = IncidentDeed;

ConnectionStatus sessionOf(const char* person, std::vector<std::string> roles)
{
    ConnectionStatus status;
    status.state = ConnectionState::Live;
    status.actsConnected = true;
    ServerIdentity server = sampleServer();
    server.person = person;
    server.roles = std::move(roles);
    status.server = server;
    return status;
}

IncidentDetail detailAt(std::string_view status, IncidentGate gate)
{
    IncidentDetail detail = sampleIncident(Condition::Filled, 4711);
    detail.incident.status = status;
    detail.gate = std::move(gate);
    return detail;
}

std::vector<ActKind> incidentKinds()
{
    std::vector<ActKind> kinds;
    for (const ActKind kind : kActKinds) {
        if (isIncidentAct(kind) || kind == ActKind::Fence)
            kinds.push_back(kind);
    }
    return kinds;
}

ActOutcome outcomeOf(ActKind kind, ActResult result)
{
    ActOutcome outcome;
    outcome.kind = kind;
    outcome.result = result;
    outcome.control.scope = {"job", "settle-daily"};
    IncidentAct act;
    act.incident = 4711;
    act.opening.title = "two nodes";
    act.verdicts = {HypothesisVerdict{}};
    outcome.incident = std::make_shared<const IncidentAct>(std::move(act));
    return outcome;
}

} // namespace

class IncidentModelTest : public QObject {
    Q_OBJECT

private slots:
    void sevenStepsFollowTheStates();
    void everyThingThatIsMissingHasASentenceAndARemedy_data();
    void everyThingThatIsMissingHasASentenceAndARemedy(); // R106 to R113: the gates of incident_missing()
    void theOwnerIsLedAndOthersTakeOver();
    void everyDeedHasWordsAndSaysWhyItIsOff();
    void theLogIsReadIntoLines(); // R108, R110, R111
    void everyActHasAnOutcomeInWords();
    void noKindOfActIsWithoutWords();
    void aClosedGateIsToldThingByThing();
    void runsWithoutEvidenceAreNamedAndCounted(); // R108
    void everyColumnSaysWhatItIs();
};

void IncidentModelTest::sevenStepsFollowTheStates()
{
    for (std::size_t i = 0; i < kCountOf<IncidentState>; ++i) {
        const auto state = static_cast<IncidentState>(i);
        const std::vector<IncidentStage> stages = incidentStages(detailAt(nameOf(state), {}));
        QCOMPARE(stages.size(), std::size_t{7});
        int now = 0;
        for (std::size_t stage = 0; stage < stages.size(); ++stage) {
            QVERIFY(!stages[stage].name.isEmpty() && !stages[stage].caption.isEmpty());
            now += stages[stage].state == IncidentStage::State::Now ? 1 : 0;
            if (stage > 0) // Nothing is done behind what is not.
                QVERIFY(stages[stage].state != IncidentStage::State::Done
                    || stages[stage - 1].state == IncidentStage::State::Done);
        }
        QCOMPARE(now, state == IncidentState::Closed ? 0 : 1);
    }
    IncidentDetail alarm = detailAt("RECOVERING", {});
    alarm.incident.isFalseAlarm = true;
    QCOMPARE(incidentStages(alarm)[1].state, IncidentStage::State::PassedOver);
}

void IncidentModelTest::everyThingThatIsMissingHasASentenceAndARemedy_data()
{
    QTest::addColumn<QString>("missing");
    QTest::addColumn<QString>("next");
    QTest::addColumn<int>("remedy");
    const auto row = [](const char* missing, const char* next, Deed remedy) {
        QTest::newRow(missing) << QString::fromLatin1(missing) << QString::fromLatin1(next) << static_cast<int>(remedy);
    };
    row("FREEZE_IN_FORCE", "FROZEN", Deed::Freeze);
    row("FENCE 4", "FENCED", Deed::Fence);
    row("SENDING 2", "FENCED", Deed::Fence);
    row("FREEZE_REASON 4", "EVIDENCE_SAVED", Deed::GiveReason);
    row("EVIDENCE outside", "EVIDENCE_SAVED", Deed::SaveEvidence);
    row("EVIDENCE settle-daily:2026-05-11", "EVIDENCE_SAVED", Deed::SaveEvidence);
    row("EVIDENCE +5", "EVIDENCE_SAVED", Deed::SaveEvidence);
    row("HYPOTHESIS CLOCK", "DIAGNOSED", Deed::Weigh); // The sample's log has weighed some.
    row("ANSWER", "DIAGNOSED", Deed::AnswerWhy);
    row("DRAINED 4", "RECONCILED", Deed::Wait);
    row("RECONCILIATION practice-bank", "RECONCILED", Deed::CompareBooks);
    row("DIFFERENCES practice-bank 300", "RECONCILED", Deed::CompareBooks);
    row("PLAN", "PLAN_APPROVED", Deed::RequestPlan);
    row("PLAN 320", "PLAN_APPROVED", Deed::OpenRequest);
    row("EXECUTION 320", "VERIFIED", Deed::Wait);
    row("VERIFICATION 320", "VERIFIED", Deed::Wait);
    row("LIFT 4", "CLOSED", Deed::Lift);
    row("LETTERS 3", "CLOSED", Deed::ShowLetters);
}

void IncidentModelTest::everyThingThatIsMissingHasASentenceAndARemedy()
{
    QFETCH(const QString, missing);
    QFETCH(const QString, next);
    QFETCH(const int, remedy);
    const IncidentDetail detail = detailAt("OPEN", {next.toStdString(), {missing.toStdString()}});
    QCOMPARE(static_cast<int>(remedyOf(missing.toStdString(), detail)), remedy);
    const QString sentence = nextSentence(detail, sessionOf("alice", {"operator", "auditor"}));
    QVERIFY2(sentence.endsWith(QLatin1Char('.')) && sentence != missing, qPrintable(sentence));
    QCOMPARE(missingTexts(detail).size(), 1);
}

void IncidentModelTest::theOwnerIsLedAndOthersTakeOver()
{
    const ConnectionStatus alice = sessionOf("alice", {"operator", "auditor"});
    const ConnectionStatus bob = sessionOf("bob", {"operator"});
    const IncidentDetail ready = detailAt("FENCED", {"EVIDENCE_SAVED", {}});
    QCOMPARE(nextDeed(ready, alice), Deed::Advance);
    QCOMPARE(nextDeed(ready, bob), Deed::TakeOver);
    QVERIFY(nextSentence(ready, bob).contains(QLatin1String("alice")));
    QVERIFY(whyNoDeed(Deed::Advance, ready, bob).contains(QLatin1String("alice")));
    QCOMPARE(nextDeed(detailAt("RECONCILED", {"PLAN_APPROVED", {}}), alice), Deed::BeginRecovery);
    QCOMPARE(nextDeed(detailAt("VERIFIED", {"CLOSED", {}}), alice), Deed::Close);
    QCOMPARE(nextDeed(detailAt("CLOSED", {}), alice), Deed::None);
    // Nobody weighed anything yet: the rows are asked first, by who may read them.
    IncidentDetail fresh = detailAt("EVIDENCE_SAVED", {"DIAGNOSED", {"HYPOTHESIS CLOCK"}});
    fresh.steps.clear();
    QCOMPARE(nextDeed(fresh, alice), Deed::Diagnose);
    QCOMPARE(nextDeed(fresh, bob), Deed::Weigh);
    // Two persons took it for a false alarm: the way is short.
    IncidentDetail alarm = detailAt("FROZEN", {"FENCED", {"FENCE 3"}});
    alarm.incident.planStatus = "REQUESTED";
    QCOMPARE(nextDeed(alarm, alice), Deed::OpenRequest);
    alarm.incident.planStatus = "APPROVED";
    QCOMPARE(nextDeed(alarm, alice), Deed::BeginRecovery);
}

void IncidentModelTest::everyDeedHasWordsAndSaysWhyItIsOff()
{
    const ConnectionStatus nobody = sessionOf("carol", {"auditor"});
    for (int number = 0; number < kIncidentDeeds; ++number) {
        const auto deed = static_cast<Deed>(number);
        const bool isAct = deed != Deed::None && deed != Deed::Wait;
        for (std::size_t i = 0; i < kCountOf<IncidentState>; ++i) {
            const IncidentDetail detail = detailAt(nameOf(static_cast<IncidentState>(i)), {"CLOSED", {}});
            QCOMPARE(!deedText(deed, detail).isEmpty(), isAct);
            const bool isLook = deed == Deed::OpenRequest || deed == Deed::ShowLetters;
            if (!isLook) // An auditor reads live and writes nothing.
                QVERIFY(!whyNoDeed(deed, detail, nobody).isEmpty());
        }
    }
    const IncidentDetail open = detailAt("OPEN", {"FROZEN", {}});
    const ConnectionStatus alice = sessionOf("alice", {"operator"});
    QVERIFY(!whyNoDeed(Deed::RequestPlan, open, alice).isEmpty());
    QVERIFY(!whyNoDeed(Deed::Weigh, open, alice).isEmpty());
    QVERIFY(!whyNoDeed(Deed::GoBack, open, alice).isEmpty());
    QVERIFY(!whyNoDeed(Deed::TakeOver, open, alice).isEmpty());
    QVERIFY(whyNoDeed(Deed::CallFalseAlarm, open, alice).isEmpty());
    QVERIFY(whyNoDeed(Deed::Note, open, alice).isEmpty());
    QVERIFY(!whyNoDeed(Deed::CompareBooks, open, alice).isEmpty()); // It reads what an auditor may read.
}

void IncidentModelTest::theLogIsReadIntoLines()
{
    const IncidentDetail detail = sampleIncident(Condition::Filled, 4711);
    const std::vector<EvidenceLine> evidence = evidenceLines(detail.steps);
    QCOMPARE(evidence.size(), std::size_t{2});
    QCOMPARE(evidence[1].rows, QStringLiteral("12"));
    EvidenceTable secured;
    EvidenceLine several = evidence.front();
    several.run = QStringLiteral("settle-daily 2026-05-11 +3");
    const CellText run = FactSpec<EvidenceLine>::columns().front().cell(several, secured);
    QVERIFY2(run.display.startsWith(QLatin1String("settle-daily 2026-05-11 and 3 more run")), qPrintable(run.display));
    QCOMPARE(run.copy, several.run);
    QCOMPARE(securedText("settle-daily 2026-05-11"), QStringLiteral("settle-daily 2026-05-11"));
    const std::vector<CauseLine> causes = causeLines(detail.steps);
    QCOMPARE(causes.size(), kCountOf<Hypothesis>);
    QCOMPARE(causes[0].verdict, Verdict::Supported);
    QCOMPARE(causes[0].rows.size(), 2);
    QCOMPARE(causes.back().verdict, Verdict::Open);
    QVERIFY(centralAnswer(detail.steps).isEmpty());
    const IncidentDetail recovering = sampleIncident(Condition::Filled, 4712);
    const std::vector<PlanTotalLine> totals = planTotals(recovering.plans.front());
    QCOMPARE(totals.size(), std::size_t{2});
    QCOMPARE(totals[0].amountMinor, std::int64_t{128430000});
}

void IncidentModelTest::everyActHasAnOutcomeInWords()
{
    QCOMPARE(incidentKinds().size(), std::size_t{15});
    for (const ActKind kind : incidentKinds()) {
        for (const ActResult result :
            {ActResult::Completed, ActResult::Refused, ActResult::Failed, ActResult::OutcomeUnknown}) {
            ActOutcome outcome = outcomeOf(kind, result);
            if (result == ActResult::Failed) {
                outcome.failure = Failure{};
                outcome.failure->statement = kNothingRecorded;
            }
            if (result == ActResult::Refused)
                outcome.step = IncidentAnswer{false, "NOT_OWNER", "bob", 4711, "OPEN", 0};
            const QString sentence = actText(outcome).sentence;
            QVERIFY2(sentence.size() > 10, qPrintable(sentence));
            QVERIFY(!actText(outcome).state.word.isEmpty());
            if (result == ActResult::Refused)
                QVERIFY2(sentence.contains(QLatin1String("bob")), qPrintable(sentence));
        }
    }
    ActOutcome weighed = outcomeOf(ActKind::WeighHypotheses, ActResult::Completed);
    weighed.step = IncidentAnswer{true, "", "", 4711, "EVIDENCE_SAVED", 12};
    QVERIFY(actText(weighed).sentence.contains(QLatin1String("1 cause")));
}

/// Of every kind, whatever store it goes to: what it was about, and what became of it.
void IncidentModelTest::noKindOfActIsWithoutWords()
{
    for (const ActKind kind : kActKinds) {
        ActOutcome outcome = outcomeOf(kind, ActResult::Completed);
        outcome.jobId = "settle-daily";
        const ActText text = actText(outcome);
        QVERIFY2(!text.state.word.isEmpty() && text.sentence.size() > 5 && !text.sentence.startsWith(QLatin1Char(':')),
            qPrintable(QStringLiteral("%1: %2").arg(static_cast<int>(kind)).arg(text.sentence)));
    }
}

void IncidentModelTest::aClosedGateIsToldThingByThing()
{
    ActOutcome outcome = outcomeOf(ActKind::AdvanceIncident, ActResult::Refused);
    outcome.step = IncidentAnswer{false, "GATE_NOT_HELD", "EVIDENCE outside; ANSWER", 4711, "FENCED", 0};
    const QString sentence = actText(outcome).sentence;
    QVERIFY2(sentence.contains(missingText("EVIDENCE outside")), qPrintable(sentence));
    QVERIFY2(sentence.contains(missingText("ANSWER")), qPrintable(sentence));
}

/// R108: what is missing is a part of the bundle, a run of the scope, or how many more runs there are.
void IncidentModelTest::runsWithoutEvidenceAreNamedAndCounted()
{
    const std::vector<std::string> missing{
        "EVIDENCE outside", "EVIDENCE settle-daily:2026-05-11", "EVIDENCE +5", "ANSWER", "EVIDENCE scheduler"};
    QCOMPARE(missingRuns(missing), (std::vector<std::string>{"settle-daily:2026-05-11", "+5"}));
    QVERIFY(missingText("EVIDENCE settle-daily:2026-05-11").endsWith(QLatin1String(": run settle-daily:2026-05-11.")));
    QVERIFY(missingText("EVIDENCE +5").contains(QLatin1String(": 5 more run")));
    QVERIFY(!missingText("EVIDENCE +5").contains(QLatin1Char('+')));
}

void IncidentModelTest::everyColumnSaysWhatItIs()
{
    const auto look = [](const RowTableModel& table) {
        for (int column = 0; column < table.columnCount(); ++column) {
            const ColumnText text = table.column(column);
            QVERIFY2(
                !text.id.isEmpty() && !text.title.isEmpty() && !text.definition.isEmpty() && !text.source.isEmpty(),
                qPrintable(text.id));
        }
    };
    look(IncidentLogTable());
    look(EvidenceTable());
    look(CauseTable());
    look(ComparisonTable());
    look(PlanTotalTable());
    look(EqualityTable());
    look(RecoveryTable());
    look(FactTable<IncidentRow>());
}

QTEST_GUILESS_MAIN(IncidentModelTest)
#include "tst_incident_model.moc"
