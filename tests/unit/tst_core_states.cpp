// SPDX-License-Identifier: GPL-3.0-or-later
// The state machines: the tables against a second writing-down of the contract, and decide against the tables.
#include "core/states/approval_state.h"
#include "core/states/attempt_state.h"
#include "core/states/batch_state.h"
#include "core/states/catalogue.h"
#include "core/states/freeze_state.h"
#include "core/states/incident_state.h"
#include "core/states/message_state.h"
#include "core/states/operation_state.h"
#include "core/states/run_state.h"
#include "core/states/shard_state.h"

#include <QtTest>
#include <set>

using namespace onceover;

namespace {

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

/// Each state with each event: decide answers with the row of the table, or refuses by name.
template <typename State, typename Event, std::size_t N, typename Decide>
void checkEveryPair(const std::array<Transition<State, Event>, N>& table, Decide decide)
{
    std::size_t decided = 0;
    for (std::size_t s = 0; s <= kCountOf<State>; ++s) {
        const std::optional<State> from = s == 0 ? std::nullopt : std::optional{static_cast<State>(s - 1)};
        for (std::size_t e = 0; e < kCountOf<Event>; ++e) {
            const auto event = static_cast<Event>(e);
            const auto row = std::find_if(
                table.begin(), table.end(), [&](const auto& r) { return r.from == from && r.event == event; });
            const auto answer = decide(from, event);
            QCOMPARE(answer.has_value(), row != table.end());
            if (answer) {
                ++decided;
                QCOMPARE(answer->to, row->to);
                QCOMPARE(answer->needs, row->needs);
            } else {
                QCOMPARE(answer.error().refusal, std::optional{Refusal::NotInThisState});
                QVERIFY(answer.error().found.find(nameOf(event)) != std::string::npos);
            }
        }
    }
    QCOMPARE(decided, N);
}

template <typename Enum>
void checkNames()
{
    for (std::size_t i = 0; i < kCountOf<Enum>; ++i)
        QCOMPARE(fromName<Enum>(nameOf(static_cast<Enum>(i))), std::optional{static_cast<Enum>(i)});
    QVERIFY(!fromName<Enum>("NO_SUCH_STATE"));
    QVERIFY(!fromName<Enum>(""));
}

} // namespace

class CoreStates : public QObject {
    Q_OBJECT

private slots:
    // R23: the legal changes, written down a second time from the contract's section 3.
    void theLegalChangesAreThoseOfTheContract_data()
    {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<QStringList>("pairs");
        const auto row = [](const char* machine, const char* pairs) {
            QTest::newRow(machine) << QString::fromLatin1(machine)
                                   << QString::fromLatin1(pairs).simplified().split(u' ');
        };
        row("operation",
            "NONE>PENDING PENDING>PROCESSING RETRYABLE>PROCESSING PROCESSING>PROCESSING "
            "PROCESSING>SUCCEEDED PROCESSING>AWAITING_EXTERNAL PROCESSING>RETRYABLE "
            "PROCESSING>FAILED_PERMANENT AWAITING_EXTERNAL>UNKNOWN_EXTERNAL "
            "AWAITING_EXTERNAL>FAILED_PERMANENT AWAITING_EXTERNAL>SUCCEEDED UNKNOWN_EXTERNAL>SUCCEEDED "
            "UNKNOWN_EXTERNAL>UNKNOWN_EXTERNAL UNKNOWN_EXTERNAL>FAILED_PERMANENT "
            "UNKNOWN_EXTERNAL>AWAITING_EXTERNAL FAILED_PERMANENT>RETRYABLE "
            "FAILED_PERMANENT>AWAITING_EXTERNAL");
        row("message",
            "NONE>PENDING PENDING>SENDING SENDING>PENDING SENDING>FAILED SENDING>UNKNOWN SENDING>ACCEPTED "
            "SENDING>REFUSED UNKNOWN>UNKNOWN UNKNOWN>ACCEPTED UNKNOWN>REFUSED UNKNOWN>PENDING "
            "FAILED>PENDING");
        row("run",
            "NONE>DUE NONE>HELD DUE>HELD HELD>DUE DUE>RUNNING RUNNING>DONE RUNNING>FAILED HELD>SKIPPED "
            "FAILED>RUNNING");
        row("attempt", "NONE>STARTED STARTED>SUCCEEDED STARTED>FAILED STARTED>LOST STARTED>FENCED STARTED>RELEASED");
        row("shard", "NONE>OPEN OPEN>ENUMERATED ENUMERATED>DONE DONE>ENUMERATED");
        row("batch",
            "NONE>CREATED CREATED>RUNNING CREATED>RECONCILING CREATED>FAILED RUNNING>PARTIAL "
            "RUNNING>RECONCILING RUNNING>FAILED PARTIAL>RUNNING PARTIAL>RECONCILING PARTIAL>FAILED "
            "RECONCILING>COMPLETED RECONCILING>PARTIAL FAILED>RUNNING");
        row("freeze",
            "NONE>REQUESTED REQUESTED>IN_FORCE IN_FORCE>DRAINED DRAINED>LIFT_REQUESTED LIFT_REQUESTED>DRAINED "
            "LIFT_REQUESTED>LIFTED");
        row("approval",
            "NONE>REQUESTED REQUESTED>APPROVED REQUESTED>REJECTED REQUESTED>WITHDRAWN REQUESTED>EXPIRED "
            "REQUESTED>VOID APPROVED>EXPIRED APPROVED>VOID APPROVED>EXECUTING EXECUTING>EXECUTING "
            "EXECUTING>EXECUTED EXECUTING>PARTLY EXECUTING>FAILED EXECUTED>VERIFIED PARTLY>VERIFIED "
            "FAILED>VERIFIED");
        row("approval item", "NONE>PENDING PENDING>DONE PENDING>REFUSED PENDING>UNKNOWN UNKNOWN>DONE UNKNOWN>REFUSED");
        row("incident",
            "NONE>OPEN OPEN>FROZEN FROZEN>FENCED FENCED>EVIDENCE_SAVED EVIDENCE_SAVED>DIAGNOSED DIAGNOSED>RECONCILED "
            "RECONCILED>PLAN_APPROVED OPEN>PLAN_APPROVED FROZEN>PLAN_APPROVED PLAN_APPROVED>RECOVERING "
            "RECOVERING>VERIFIED VERIFIED>CLOSED RECONCILED>DIAGNOSED PLAN_APPROVED>DIAGNOSED RECOVERING>DIAGNOSED "
            "VERIFIED>DIAGNOSED");
    }
    void theLegalChangesAreThoseOfTheContract()
    {
        QFETCH(QString, machine);
        QFETCH(QStringList, pairs);
        std::set<QString> found;
        for (const LegalChange& change : legalChanges()) {
            if (text(change.machine) == machine)
                found.insert(text(change.from) + u'>' + text(change.to));
        }
        QCOMPARE(found, (std::set<QString>{pairs.begin(), pairs.end()}));
    }

    void decideAnswersByTheTableAlone()
    {
        checkEveryPair(kOperationTransitions, decideOperation);
        checkEveryPair(kMessageTransitions, decideMessageEvent);
        checkEveryPair(kRunTransitions, decideRun);
        checkEveryPair(kAttemptTransitions, decideAttempt);
        checkEveryPair(kShardTransitions, decideShardEvent);
        checkEveryPair(kBatchTransitions, decideBatchEvent);
        checkEveryPair(kFreezeTransitions, decideFreeze);
        checkEveryPair(kApprovalTransitions, decideApproval);
        checkEveryPair(kApprovalItemTransitions, decideApprovalItem);
        checkEveryPair(kIncidentTransitions, decideIncident);
    }

    void successIsFinalForGood()
    {
        for (const LegalChange& change : legalChanges()) {
            QVERIFY(change.from != "SUCCEEDED");
            QVERIFY(change.from != "ACCEPTED");
            QVERIFY(change.from != "COMPLETED");
            if (change.machine == "operation" && change.from == "FAILED_PERMANENT")
                QCOMPARE(text(change.needs), QStringLiteral("APPROVAL"));
        }
    }

    void legalPairsListEachPairOnce()
    {
        const auto pairs = legalPairs(kOperationTransitions);
        QCOMPARE(pairs.size(), std::size_t{17});
        QVERIFY(!pairs.front().first);
        QCOMPARE(pairs.front().second, OperationState::Pending);
        for (std::size_t i = 0; i < pairs.size(); ++i)
            QCOMPARE(std::count(pairs.begin(), pairs.end(), pairs[i]), std::ptrdiff_t{1});
    }

    void namesSurviveARoundTrip()
    {
        checkNames<OperationState>();
        checkNames<OperationEvent>();
        checkNames<FailureClass>();
        checkNames<MessageState>();
        checkNames<MessageEvent>();
        checkNames<RunState>();
        checkNames<AttemptState>();
        checkNames<ShardState>();
        checkNames<BatchState>();
        checkNames<FreezeState>();
        checkNames<FreezeEvent>();
        checkNames<ApprovalState>();
        checkNames<ApprovalEvent>();
        checkNames<ApprovalItemState>();
        checkNames<ApprovalItemEvent>();
        checkNames<Needs>();
    }

    void eachFailureClassHasOneOrigin()
    {
        for (std::size_t c = 0; c < kCountOf<FailureClass>; ++c) {
            int events = 0;
            for (const auto& row : kOperationTransitions) {
                if (row.to != OperationState::FailedPermanent || !isClassOf(row.event, static_cast<FailureClass>(c)))
                    continue;
                ++events;
            }
            QVERIFY(events >= 1 && events <= 2); // REFUSED from AWAITING and from UNKNOWN.
        }
        for (const auto& row : kOperationTransitions) {
            bool named = false;
            for (std::size_t c = 0; c < kCountOf<FailureClass>; ++c)
                named = named || isClassOf(row.event, static_cast<FailureClass>(c));
            QCOMPARE(named, row.to == OperationState::FailedPermanent);
        }
    }

    void aReplayNeverStartsWhereBackStands()
    {
        for (const FailureClass none : {FailureClass::Refused, FailureClass::NotExecuted})
            QVERIFY(!replayEventOf(none));
        QCOMPARE(replayEventOf(FailureClass::NotSent), std::optional{OperationEvent::ReplayMessage});
        QCOMPARE(replayEventOf(FailureClass::WorkerLost), std::optional{OperationEvent::ReplayWork});
        for (std::size_t c = 0; c < kCountOf<FailureClass>; ++c) {
            if (const auto event = replayEventOf(static_cast<FailureClass>(c)))
                QVERIFY(decideOperation(OperationState::FailedPermanent, *event).has_value());
        }
    }

    // R92: nobody decides but a second person, and nothing that was decided is decided again.
    void onlyASecondPersonApprovesOrRejects()
    {
        for (const auto& row : kApprovalTransitions) {
            const bool decides = row.to == ApprovalState::Approved || row.to == ApprovalState::Rejected;
            QCOMPARE(row.needs == Needs::SecondPerson, decides);
            if (decides)
                QCOMPARE(row.from, std::optional{ApprovalState::Requested});
        }
    }

    void onlyRuleAndDefectStopTheBatch() // R72
    {
        QVERIFY(stopsTheBatch(FailureClass::Rule));
        QVERIFY(stopsTheBatch(FailureClass::Defect));
        for (const FailureClass other : {FailureClass::Data, FailureClass::BudgetSpent, FailureClass::WorkerLost,
                 FailureClass::NotSent, FailureClass::Refused, FailureClass::NotExecuted})
            QVERIFY(!stopsTheBatch(other));
    }

    // What moves a message moves its operation along a row of its own table, to the state that goes with it.
    void eachEventOfAMessageIsLegalForItsOperation()
    {
        for (const auto& row : kMessageTransitions) {
            if (!row.from)
                continue;
            const OperationState before = operationStateFor(*row.from);
            const auto event = operationEventFor(row.event);
            if (!event) {
                QCOMPARE(operationStateFor(row.to), before);
                continue;
            }
            const auto moved = decideOperation(before, *event);
            QVERIFY2(moved.has_value(), qPrintable(text(nameOf(row.event))));
            QCOMPARE(moved->to, operationStateFor(row.to));
        }
    }
};

QTEST_GUILESS_MAIN(CoreStates)
#include "tst_core_states.moc"
