// SPDX-License-Identifier: GPL-3.0-or-later
// What a person wished is sent once and asked for once more under the same id when the answer was lost (DESIGN.md
// section 6, K16); a freeze has two halves, and the answer never says more than what is in force.
#include <QTest>

#include "acts/decide.h"
#include "acts/freeze.h"
#include "acts/remedy.h"
#include "acts/request_id.h"
#include "acts/reveal.h"

#include <deque>
#include <functional>

using namespace onceover;

namespace {

/// Answers as it is told to, and notes under which ids it was called.
class ScriptedPort final : public ControlPort {
public:
    std::deque<Result<RequestAnswer>> answers;
    std::deque<Result<FreezeAnswer>> orders;
    std::deque<Result<FreezeAnswer>> enforced;
    std::vector<Uuid> ids;
    std::vector<std::int64_t> enforcedIds;

    Result<ServerIdentity> connect() override { return ServerIdentity{}; }
    Result<FreezeAnswer> requestFreeze(const ControlScope&, const std::string&, const Uuid& id) override
    {
        ids.push_back(id);
        return next(orders);
    }
    Result<FreezeAnswer> enforceFreeze(std::int64_t freeze) override
    {
        enforcedIds.push_back(freeze);
        return next(enforced);
    }
    Result<FenceAnswer> fence(const ControlScope&, const std::string&, const Uuid& id) override
    {
        ids.push_back(id);
        return fail(FailureKind::Unavailable, "no server");
    }
    Result<RequestAnswer> declareDead(const std::string&, const std::string&, const Uuid& id) override
    {
        return say(id);
    }
    Result<RequestAnswer> requestReplay(const ReplayWish&, const Uuid& id) override { return say(id); }
    Result<RequestAnswer> requestLift(
        std::int64_t, const std::string&, const std::string&, const std::string&, const Uuid& id) override
    {
        return say(id);
    }
    Result<RequestAnswer> requestDismissal(
        std::int64_t, const std::string&, const std::string&, const Uuid& id) override
    {
        return say(id);
    }
    Result<RequestAnswer> approve(
        std::int64_t, const std::string&, const std::string&, const std::string&, const Uuid& id) override
    {
        return say(id);
    }
    Result<RequestAnswer> reject(std::int64_t, const std::string&, const Uuid& id) override { return say(id); }
    Result<RequestAnswer> withdraw(std::int64_t, const std::string&, const Uuid& id) override { return say(id); }
    Result<std::vector<RequestRow>> requests(std::optional<std::int64_t>, int) override
    {
        return std::vector<RequestRow>{};
    }
    Result<std::vector<RequestItemRow>> requestItems(std::int64_t, int) override
    {
        return std::vector<RequestItemRow>{};
    }
    Result<std::vector<FreezeRow>> freezes() override { return std::vector<FreezeRow>{}; }
    Result<std::vector<MayLeaveRow>> mayStillLeave(int) override { return std::vector<MayLeaveRow>{}; }

private:
    template <typename Answer>
    static Result<Answer> next(std::deque<Result<Answer>>& script)
    {
        if (script.empty())
            return fail(FailureKind::Unavailable, "called once too often");
        Result<Answer> answer = script.front();
        script.pop_front();
        return answer;
    }
    Result<RequestAnswer> say(const Uuid& id)
    {
        ids.push_back(id);
        return next(answers);
    }
};

/// The same for what replaces, makes good or resolves.
class ScriptedRemedies final : public RemedyPort {
public:
    std::deque<Result<RequestAnswer>> answers;
    std::vector<Uuid> ids;

    Result<ServerIdentity> connect() override { return ServerIdentity{}; }
    Result<RequestAnswer> requestResolve(const ResolveWish&, const Uuid& id) override { return say(id); }
    Result<RequestAnswer> requestCompensation(const CompensationWish&, const Uuid& id) override { return say(id); }
    Result<RequestAnswer> requestRevision(const RevisionWish&, const Uuid& id) override { return say(id); }
    Result<RequestAnswer> requestCorrection(
        std::int64_t, const std::string&, const std::string&, const Uuid& id) override
    {
        return say(id);
    }
    Result<RequestAnswer> requestMatch(const MatchWish&, const Uuid& id) override { return say(id); }
    Result<RequestAnswer> requestMissingMessage(const MessageWish&, const Uuid& id) override { return say(id); }
    Result<RequestAnswer> requestResend(const MessageWish&, const Uuid& id) override { return say(id); }

private:
    Result<RequestAnswer> say(const Uuid& id)
    {
        ids.push_back(id);
        Result<RequestAnswer> answer = answers.front();
        answers.pop_front();
        return answer;
    }
};

/// The same for a look at what is masked.
class ScriptedLooks final : public RevealPort {
public:
    std::deque<Result<Revealed>> answers;
    std::vector<Uuid> ids;
    std::vector<std::string> reasons;

    Result<Revealed> reveal(const OperationId&, const std::string& reason, const Uuid& id) override
    {
        ids.push_back(id);
        reasons.push_back(reason);
        if (answers.empty())
            return fail(FailureKind::Unavailable, "called once too often");
        Result<Revealed> answer = answers.front();
        answers.pop_front();
        return answer;
    }
};

FreezeAnswer order(const char* status)
{
    FreezeAnswer answer;
    answer.done = true;
    answer.answer = "CREATED";
    answer.id = 7;
    answer.status = status;
    return answer;
}

RequestAnswer request()
{
    RequestAnswer answer;
    answer.done = true;
    answer.id = 5;
    return answer;
}

const tl::unexpected<Failure> kLost = fail(FailureKind::InDoubt, "the connection died");
const tl::unexpected<Failure> kAway = fail(FailureKind::Unavailable, "no server");

} // namespace

class ActsControl : public QObject {
    Q_OBJECT

private slots:
    void aLostAnswerOfARemedyIsAskedForUnderTheSameId()
    {
        using Act = std::function<Result<RequestAnswer>(RemedyPort&, const Uuid&)>;
        const std::vector<Act> all{
            [](RemedyPort& port, const Uuid& id) { return acts::requestResolve(port, {}, id); },
            [](RemedyPort& port, const Uuid& id) { return acts::requestCompensation(port, {}, id); },
            [](RemedyPort& port, const Uuid& id) { return acts::requestRevision(port, {}, id); },
            [](RemedyPort& port, const Uuid& id) { return acts::requestCorrection(port, 1, "why", "", id); },
            [](RemedyPort& port, const Uuid& id) { return acts::requestMatch(port, {}, id); },
            [](RemedyPort& port, const Uuid& id) { return acts::requestMissingMessage(port, {}, id); },
            [](RemedyPort& port, const Uuid& id) { return acts::requestResend(port, {}, id); },
        };
        for (const Act& act : all) {
            ScriptedRemedies port;
            port.answers = {kLost, request(), kAway};
            const Uuid id = acts::newRequestId();
            const auto answer = act(port, id);
            QVERIFY(answer.has_value());
            QCOMPARE(answer->id, std::int64_t{5});
            QVERIFY((port.ids == std::vector<Uuid>{id, id}));
            QVERIFY(!act(port, id).has_value()); // A server that is away is not asked again: nothing was sent.
            QCOMPARE(port.ids.size(), std::size_t{3});
        }
    }

    /// S15: a look is the same one under the same id, so a lost answer is asked for once, and no third time.
    void aLostLookIsAskedForOnceMoreUnderTheSameId()
    {
        Revealed shown;
        shown.done = true;
        shown.beneficiaryAccount = "CN6212260200001234567";
        ScriptedLooks port;
        port.answers = {kLost, shown};
        const Uuid id = acts::newRequestId();
        const auto answer = acts::reveal(port, {}, "the bank asks", id);
        QVERIFY(answer.has_value() && answer->done);
        QCOMPARE(answer->beneficiaryAccount, shown.beneficiaryAccount);
        QVERIFY((port.ids == std::vector<Uuid>{id, id}));
        QVERIFY((port.reasons == std::vector<std::string>{"the bank asks", "the bank asks"}));
        port.ids.clear();
        port.answers = {kLost, kLost, shown};
        const auto lost = acts::reveal(port, {}, "the bank asks", id);
        QVERIFY(!lost.has_value() && lost.error().kind == FailureKind::InDoubt);
        QCOMPARE(port.ids.size(), std::size_t{2});
        // A server that is away is not asked again: nothing was sent.
        port.ids.clear();
        port.answers = {kAway, shown};
        QVERIFY(!acts::reveal(port, {}, "the bank asks", id).has_value());
        QCOMPARE(port.ids.size(), std::size_t{1});
    }

    /// S15: a refusal is an answer; it is returned by its name, shows nothing, and is not asked for again.
    void aRefusedLookIsReturnedByItsName()
    {
        ScriptedLooks port;
        Revealed no;
        no.reason = "UNKNOWN_SUBJECT";
        port.answers = {no};
        const auto answer = acts::reveal(port, {}, "why", acts::newRequestId());
        QVERIFY(answer.has_value() && !answer->done);
        QCOMPARE(answer->reason, std::string{"UNKNOWN_SUBJECT"});
        QVERIFY(answer->beneficiaryAccount.empty() && answer->payload.empty());
        QCOMPARE(port.ids.size(), std::size_t{1});
    }

    void aLostAnswerIsAskedForUnderTheSameId()
    {
        using Act = std::function<Result<RequestAnswer>(ControlPort&, const Uuid&)>;
        const std::vector<Act> all{
            [](ControlPort& port, const Uuid& id) { return acts::requestReplay(port, {}, id); },
            [](ControlPort& port, const Uuid& id) { return acts::requestLift(port, 1, "{}", "why", "", id); },
            [](ControlPort& port, const Uuid& id) { return acts::requestDismissal(port, 1, "why", "", id); },
            [](ControlPort& port, const Uuid& id) { return acts::approve(port, {}, id); },
            [](ControlPort& port, const Uuid& id) { return acts::reject(port, {}, id); },
            [](ControlPort& port, const Uuid& id) { return acts::withdraw(port, {}, id); },
            [](ControlPort& port, const Uuid& id) { return acts::declareDead(port, "w", "why", id); },
        };
        for (const Act& act : all) {
            ScriptedPort port;
            port.answers = {kLost, request()};
            const Uuid id = acts::newRequestId();
            const auto answer = act(port, id);
            QVERIFY(answer.has_value());
            QCOMPARE(answer->id, std::int64_t{5});
            QVERIFY((port.ids == std::vector<Uuid>{id, id}));
            // A server that is away is not asked again: nothing was sent.
            port.ids.clear();
            port.answers = {kAway, request()};
            QVERIFY(!act(port, id).has_value());
            QCOMPARE(port.ids.size(), std::size_t{1});
        }
    }

    void aFreezeIsOrderedThenEnforced()
    {
        ScriptedPort port;
        port.orders = {kLost, order("REQUESTED")};
        port.enforced = {kLost, order("IN_FORCE")};
        const Uuid id = acts::newRequestId();
        const auto answer = acts::freeze(port, {"everything", ""}, "why", id);
        QVERIFY(answer.has_value());
        QCOMPARE(answer->status, std::string{"IN_FORCE"});
        QVERIFY((port.ids == std::vector<Uuid>{id, id}));
        QVERIFY((port.enforcedIds == std::vector<std::int64_t>{7, 7}));
    }

    void whatIsInForceIsNotEnforcedAgain()
    {
        ScriptedPort port;
        port.orders = {order("DRAINED")};
        QVERIFY(acts::freeze(port, {"everything", ""}, "why", acts::newRequestId()).has_value());
        QVERIFY(port.enforcedIds.empty());
    }

    void anOrderThatCouldNotBeEnforcedIsNoFreeze()
    {
        ScriptedPort port;
        port.orders = {order("REQUESTED")};
        port.enforced = {kAway, kAway};
        const auto answer = acts::freeze(port, {"everything", ""}, "why", acts::newRequestId());
        QVERIFY(answer.has_value());
        QCOMPARE(answer->status, std::string{"REQUESTED"});
    }

    void scopesAreReadAsTyped_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("ref");
        QTest::addColumn<bool>("forFence");
        QTest::addColumn<bool>("isScope");
        const auto row = [](const char* kind, const char* ref, bool forFence, bool isScope) {
            QTest::addRow("%s %s%s", kind, ref, forFence ? ", fence" : "")
                << QByteArray(kind) << QByteArray(ref) << forFence << isScope;
        };
        row("everything", "", false, true);
        row("everything", "x", false, false);
        row("job", "settle-daily", false, true);
        row("job", "", false, false);
        row("channel", "bank", false, true);
        row("merchant", "17", false, true);
        row("batch", "4", false, true);
        row("worker", "w1", false, false);
        row("worker", "w1", true, true);
        row("operation", "x", true, true);
        row("", "", false, false);
        row("Everything", "", false, false);
    }
    void scopesAreReadAsTyped()
    {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, ref);
        QFETCH(bool, forFence);
        QFETCH(bool, isScope);
        QCOMPARE(acts::readScope(kind.toStdString(), ref.toStdString(), forFence).has_value(), isScope);
    }
};

QTEST_GUILESS_MAIN(ActsControl)
#include "tst_acts_control.moc"
