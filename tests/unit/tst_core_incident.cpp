// SPDX-License-Identifier: GPL-3.0-or-later
// What an incident is decided from: verdicts of a whole run (R110), and what a recovery does about each operation
// (R113, R114).
#include <QTest>

#include "core/analysis/incident_verdicts.h"
#include "core/analysis/recovery_plan.h"
#include "core/states/incident_state.h"

#include <algorithm>

using namespace onceover;

namespace {

RepeatedWork repeatedWith(Hypothesis hypothesis, Verdict verdict, const std::string& row)
{
    RepeatedWork repeated;
    for (std::size_t i = 0; i < kCountOf<Hypothesis>; ++i) {
        HypothesisVerdict weighed;
        weighed.hypothesis = static_cast<Hypothesis>(i);
        weighed.verdict = weighed.hypothesis == hypothesis ? verdict : Verdict::Refuted;
        weighed.why = row;
        weighed.rows = {row};
        repeated.verdicts.push_back(weighed);
    }
    return repeated;
}

Verdict verdictOn(const std::vector<HypothesisVerdict>& all, Hypothesis hypothesis)
{
    return all.at(static_cast<std::size_t>(hypothesis)).verdict;
}

RecoveryFacts factsOf(OperationState status, std::int64_t effects = 0)
{
    RecoveryFacts facts;
    facts.status = status;
    facts.amountMinor = 1000;
    facts.currency = "CNY";
    facts.effects = effects;
    return facts;
}

} // namespace

class CoreIncident : public QObject {
    Q_OBJECT

private slots:
    void oneRepetitionThatSupportsACauseSupportsItForTheRun()
    {
        Diagnosis diagnosis;
        diagnosis.repeated = {repeatedWith(Hypothesis::ManualRerun, Verdict::Open, "attempt 1"),
            repeatedWith(Hypothesis::ManualRerun, Verdict::Supported, "attempt 2"),
            repeatedWith(Hypothesis::Clock, Verdict::Open, "attempt 3")};
        const auto all = combineVerdicts(diagnosis, "run r", true);
        QCOMPARE(all.size(), kCountOf<Hypothesis>);
        QCOMPARE(verdictOn(all, Hypothesis::ManualRerun), Verdict::Supported);
        QCOMPARE(all.at(static_cast<std::size_t>(Hypothesis::ManualRerun)).rows, std::vector<std::string>{"attempt 2"});
        QCOMPARE(verdictOn(all, Hypothesis::Clock), Verdict::Open);
        QCOMPARE(verdictOn(all, Hypothesis::Failover), Verdict::Refuted);
        QCOMPARE(all.front().rows, (std::vector<std::string>{"attempt 1", "attempt 2", "attempt 3"}));
    }

    void withoutARepetitionTheRunRefutesAndSilenceLeavesOpen()
    {
        for (const HypothesisVerdict& verdict : combineVerdicts({}, "run r", true)) {
            QCOMPARE(verdict.verdict, Verdict::Refuted);
            QCOMPARE(verdict.rows, std::vector<std::string>{"run r"});
        }
        for (const HypothesisVerdict& verdict : combineVerdicts({}, "run r", false))
            QCOMPARE(verdict.verdict, Verdict::Open);
    }

    void eachOperationGetsWhatItsFactsAllow_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("message"); // -1: there is none
        QTest::addColumn<qint64>("effects");
        QTest::addColumn<bool>("isMadeGood");
        QTest::addColumn<QByteArray>("refusal");
        QTest::addColumn<QByteArray>("action");
        QTest::addColumn<QByteArray>("reason");
        using S = OperationState;
        using M = MessageState;
        const auto row = [](const char* name, S status, int message, qint64 effects, bool isMadeGood,
                             const char* refusal, const char* action, const char* reason) {
            QTest::newRow(name) << static_cast<int>(status) << message << effects << isMadeGood << QByteArray(refusal)
                                << QByteArray(action) << QByteArray(reason);
        };
        const auto m = [](M message) { return static_cast<int>(message); };
        row("paid once", S::Succeeded, m(M::Accepted), 1, false, "", "nothing", "TOOK_EFFECT_ONCE");
        row("owed nothing", S::Succeeded, -1, 0, false, "", "nothing", "TOOK_EFFECT_ONCE");
        row("paid twice", S::Succeeded, m(M::Accepted), 2, false, "", "compensate", "TOOK_EFFECT_TWICE");
        row("paid twice and made good", S::Succeeded, m(M::Accepted), 2, true, "", "nothing", "MADE_GOOD");
        row("never begun", S::Pending, -1, 0, false, "", "resume", "STOPPED_HALF_WAY");
        row("fenced", S::Retryable, -1, 0, false, "", "resume", "STOPPED_HALF_WAY");
        row("in work", S::Processing, -1, 0, false, "", "resume", "STILL_IN_WORK");
        row("posted, not sent", S::AwaitingExternal, m(M::Pending), 0, false, "", "resume", "STOPPED_HALF_WAY");
        row("being sent", S::AwaitingExternal, m(M::Sending), 0, false, "", "query", "STILL_IN_WORK");
        row("no answer came", S::AwaitingExternal, m(M::Unknown), 0, false, "", "query", "ANSWER_IS_MISSING");
        row("nobody knows (R114)", S::UnknownExternal, m(M::Unknown), 0, false, "", "query", "ANSWER_IS_MISSING");
        row("failed without legs", S::FailedPermanent, -1, 0, false, "", "replay", "NOTHING_LEFT");
        row("never sent", S::FailedPermanent, m(M::Failed), 0, false, "", "replay", "NOTHING_LEFT");
        row("its batch failed", S::FailedPermanent, -1, 0, false, "NOT_IN_THIS_STATE", "replay", "BATCH_IS_CLOSED");
        row("refused for good", S::FailedPermanent, m(M::Refused), 0, false, "ONLY_A_REVISION", "nothing",
            "ONLY_A_REVISION");
        row("refused, and yet executed", S::FailedPermanent, m(M::Refused), 1, false, "EFFECT_ON_RECORD", "compensate",
            "CONTRADICTS_RECORD");
    }
    void eachOperationGetsWhatItsFactsAllow()
    {
        QFETCH(int, status);
        QFETCH(int, message);
        QFETCH(qint64, effects);
        QFETCH(bool, isMadeGood);
        QFETCH(QByteArray, refusal);
        QFETCH(QByteArray, action);
        QFETCH(QByteArray, reason);
        RecoveryFacts facts = factsOf(static_cast<OperationState>(status), effects);
        if (message >= 0)
            facts.message = static_cast<MessageState>(message);
        facts.isMadeGood = isMadeGood;
        facts.replayRefusal = refusal.toStdString();
        const RecoveryDecision decision = decideRecovery(facts);
        QCOMPARE(std::string{nameOf(decision.action)}, action.toStdString());
        QCOMPARE(std::string{nameOf(decision.reason)}, reason.toStdString());
    }

    void aPlanCountsEveryOperationOnce()
    {
        RecoveryFacts eur = factsOf(OperationState::Pending);
        eur.currency = "EUR";
        const RecoveryProposal plan
            = proposeRecovery({factsOf(OperationState::Pending), factsOf(OperationState::Retryable),
                                  factsOf(OperationState::Succeeded, 2), eur},
                {{RecoveryAction::Nothing, "CNY", 10, 20000}, {RecoveryAction::Nothing, "EUR", 1, 1000}});
        QCOMPARE(plan.items.size(), std::size_t{4});
        const std::vector<RecoveryTotal> expected{{RecoveryAction::Nothing, "CNY", 7, 17000},
            {RecoveryAction::Nothing, "EUR", 0, 0}, {RecoveryAction::Resume, "CNY", 2, 2000},
            {RecoveryAction::Resume, "EUR", 1, 1000}, {RecoveryAction::Compensate, "CNY", 1, 1000}};
        QVERIFY(plan.totals == expected);
    }

    void nothingIsSkippedOnTheWayToTheEnd()
    {
        int steps = 0;
        for (auto state = std::optional{IncidentState::Open}; state; state = nextStepOf(*state))
            ++steps;
        QCOMPARE(steps, static_cast<int>(kCountOf<IncidentState>));
        for (std::size_t i = 0; i + 1 < kCountOf<IncidentState>; ++i) {
            const auto from = static_cast<IncidentState>(i);
            QVERIFY(std::any_of(kIncidentTransitions.begin(), kIncidentTransitions.end(),
                [&](const IncidentTransition& row) { return row.from == from && row.to == nextStepOf(from); }));
        }
    }
};

QTEST_GUILESS_MAIN(CoreIncident)
#include "tst_core_incident.moc"
