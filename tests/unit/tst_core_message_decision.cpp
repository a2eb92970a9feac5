// SPDX-License-Identifier: GPL-3.0-or-later
// What an answer does to a message: the rows of the contract one by one, then every combination against the promises.
#include "core/policies/message_decision.h"

#include <QtTest>

using namespace onceover;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(onceover::OutboxMessage)
Q_DECLARE_METATYPE(onceover::Answer)
Q_DECLARE_METATYPE(onceover::ChannelProfile)
Q_DECLARE_METATYPE(onceover::AnswerContext)

namespace {

constexpr Timestamp kSent{std::chrono::hours{24 * 365 * 56}};
constexpr std::uint32_t kNoJitter = 100; // The middle of the range.

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

/// A channel that plays by the rules: keys live a day, late execution is over after ten seconds.
ChannelProfile goodChannel()
{
    ChannelProfile profile;
    profile.kind = "payout";
    profile.enabled = true;
    profile.retention = 24h;
    profile.retentionMargin = 1h;
    profile.queryKind = QueryKind::Authoritative;
    profile.maxLateExecution = 10s;
    profile.retryBackoff = {1min, 5min, 25min};
    profile.queryBackoff = {10s, 60s};
    profile.maxQueries = 5;
    return profile;
}

OutboxMessage messageIn(MessageState state, int sendsMaybeLeft, int attempts)
{
    OutboxMessage message;
    message.status = state;
    message.version = Version{7};
    message.amountMinor = 12345;
    message.currency = "CNY";
    message.sendsMaybeLeft = sendsMaybeLeft;
    message.attempts = attempts;
    if (sendsMaybeLeft > 0) {
        message.firstSentAt = kSent;
        message.lastSentAt = kSent;
    }
    if (state == MessageState::Sending)
        message.leaseUntil = kSent + 120s;
    if (state == MessageState::Unknown)
        message.unknownSince = kSent + 1s;
    message.readAt = kSent + 2min;
    return message;
}

Answer answerOf(AnswerKind kind, std::optional<std::int64_t> minor = 12345, std::string currency = "CNY",
    std::string reference = "R1")
{
    Answer answer;
    answer.kind = kind;
    answer.amountMinor = minor;
    answer.currency = std::move(currency);
    answer.externalRef = std::move(reference);
    return answer;
}

AnswerContext fromPresentSend()
{
    return {kSent, true, kNoJitter};
}

AnswerContext fromQuery(Timestamp startedAt = kSent + 2min)
{
    return {startedAt, false, kNoJitter};
}

/// The outside called by itself, at some time after the send.
AnswerContext fromCallback()
{
    return {kSent + 2min, false, kNoJitter, true};
}

MessageState stateAfter(const OutboxMessage& message, const MessageDecision& decision)
{
    if (!decision.event)
        return message.status;
    const auto moved = decideMessageEvent(message.status, *decision.event);
    return moved ? moved->to : message.status;
}

} // namespace

class CoreMessageDecision : public QObject {
    Q_OBJECT

private slots:
    void eachAnswerLeadsWhereTheContractSays_data() // R58, R70–R75, DESIGN.md sections 3 to 5
    {
        QTest::addColumn<OutboxMessage>("message");
        QTest::addColumn<Answer>("answer");
        QTest::addColumn<ChannelProfile>("profile");
        QTest::addColumn<AnswerContext>("context");
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<QString>("event");
        QTest::addColumn<qint64>("waitMs");
        QTest::addColumn<bool>("burns");
        QTest::addColumn<QString>("letter");
        const auto row = [](const char* name, const OutboxMessage& message, const Answer& answer,
                             const ChannelProfile& profile, const AnswerContext& context, const char* verdict,
                             const char* event, milliseconds wait, bool burns, const char* letter) {
            QTest::newRow(name) << message << answer << profile << context << QString::fromLatin1(verdict)
                                << QString::fromLatin1(event) << qint64{wait.count()} << burns
                                << QString::fromLatin1(letter);
        };
        const auto sending
            = [](int maybeLeft = 1, int attempts = 0) { return messageIn(MessageState::Sending, maybeLeft, attempts); };
        const auto unknown
            = [](int maybeLeft = 1, int attempts = 1) { return messageIn(MessageState::Unknown, maybeLeft, attempts); };
        const auto with = [](auto base, auto change) {
            change(base);
            return base;
        };
        const ChannelProfile good = goodChannel();
        const ChannelProfile noQuery = with(good, [](ChannelProfile& p) { p.queryKind = QueryKind::None; });
        const ChannelProfile ignoresKey = with(good, [](ChannelProfile& p) { p.onMismatch = OnMismatch::IgnoresKey; });
        const ChannelProfile executes = with(good, [](ChannelProfile& p) { p.onInFlight = OnInFlight::Executes; });
        const ChannelProfile noPromise = with(good, [](ChannelProfile& p) { p.maxLateExecution.reset(); });
        const ChannelProfile shortLife = with(good, [](ChannelProfile& p) { p.retention = 80min; });
        const ChannelProfile eventual = with(good, [](ChannelProfile& p) {
            p.queryKind = QueryKind::Eventual;
            p.queryEventualMax = 5min;
        });
        const ChannelProfile sameKey = with(good, [](ChannelProfile& p) { p.refusal = RefusalKind::RetryableSameKey; });
        const auto send = fromPresentSend();
        const auto lateSend = with(send, [](AnswerContext& c) { c.ofPresentSend = false; });
        using K = AnswerKind;

        // answers to the present send
        row("accepted", sending(), answerOf(K::Accepted), good, send, "ACCEPTED", "ACCEPT", 0ms, false, "");
        row("accepted, other amount", sending(), answerOf(K::Accepted, 12346), good, send, "UNKNOWN", "DISAGREE", 10s,
            true, "DIFFERS");
        row("accepted, other currency", sending(), answerOf(K::Accepted, 12345, "JPY"), good, send, "UNKNOWN",
            "DISAGREE", 10s, true, "DIFFERS");
        row("accepted, no reference", sending(), answerOf(K::Accepted, 12345, "CNY", ""), good, send, "UNKNOWN",
            "LOSE_ANSWER", 10s, true, "");
        row("accepted, no amount", sending(), answerOf(K::Accepted, std::nullopt), good, send, "UNKNOWN", "LOSE_ANSWER",
            10s, true, "");
        row("refused", sending(), answerOf(K::Refused), good, send, "REFUSED", "REFUSE", 0ms, false, "REFUSED");
        row("refused after an earlier send", sending(2), answerOf(K::Refused), good, send, "REFUSED", "REFUSE", 0ms,
            false, "REFUSED");
        row("refused where keys are ignored", sending(2), answerOf(K::Refused), ignoresKey, send, "UNKNOWN",
            "LOSE_ANSWER", 10s, true, "UNKNOWN");
        row("mismatch", sending(), answerOf(K::Mismatch), good, send, "UNKNOWN", "DISAGREE", 10s, true, "MISMATCH");
        row("409 at first", sending(1), answerOf(K::InFlight), good, send, "PENDING_AGAIN", "FIND_IN_FLIGHT", 10s,
            false, "");
        row("409 after an earlier send", sending(2), answerOf(K::InFlight), good, send, "UNKNOWN", "LOSE_ANSWER", 10s,
            true, "");
        row("429", sending(), with(answerOf(K::Throttled), [](Answer& a) { a.retryAfter = 90s; }), good, send,
            "PENDING_AGAIN", "THROTTLE", 90s, false, "");
        row("429 without a time", sending(), answerOf(K::Throttled), good, send, "PENDING_AGAIN", "THROTTLE", 60s,
            false, "");
        row("429 past the budget", sending(1, 9), answerOf(K::Throttled), good, send, "PENDING_AGAIN", "THROTTLE",
            25min, false, "");
        row("429 past the key's life", sending(1),
            with(answerOf(K::Throttled), [](Answer& a) { a.retryAfter = 23h + 30min; }), good, send, "UNKNOWN",
            "LOSE_ANSWER", 10s, true, "");
        row("not sent, 1st", sending(1, 0), answerOf(K::NotSent), good, send, "PENDING_AGAIN", "NOT_SENT", 1min, true,
            "");
        row("not sent, 2nd", sending(1, 1), answerOf(K::NotSent), good, send, "PENDING_AGAIN", "NOT_SENT", 5min, true,
            "");
        row("not sent, 3rd", sending(1, 2), answerOf(K::NotSent), good, send, "PENDING_AGAIN", "NOT_SENT", 25min, true,
            "");
        row("not sent, 4th", sending(1, 3), answerOf(K::NotSent), good, send, "FAILED", "GIVE_UP_UNSENT", 0ms, true,
            "NOT_SENT");
        row("not sent, 4th, earlier send", sending(2, 3), answerOf(K::NotSent), good, send, "UNKNOWN", "LOSE_ANSWER",
            10s, true, "");
        row("not sent, earlier send, budget left", sending(2, 1), answerOf(K::NotSent), good, send, "PENDING_AGAIN",
            "NOT_SENT", 5min, true, "");
        row("not sent, earlier send, key's life over",
            with(sending(2, 1), [](OutboxMessage& m) { m.readAt = kSent + 22h + 56min; }), answerOf(K::NotSent), good,
            send, "UNKNOWN", "LOSE_ANSWER", 10s, true, "");
        row("no certain answer", sending(), answerOf(K::Unknown), good, send, "UNKNOWN", "LOSE_ANSWER", 10s, true, "");
        row("no certain answer, eventual query", sending(), answerOf(K::Unknown), eventual, send, "UNKNOWN",
            "LOSE_ANSWER", 5min, true, "");
        row("no certain answer, no query", sending(), answerOf(K::Unknown), noQuery, send, "UNKNOWN", "LOSE_ANSWER",
            24h, true, "UNKNOWN");
        row("budget spent does not make unknown failed", sending(1, 9), answerOf(K::Unknown), good, send, "UNKNOWN",
            "LOSE_ANSWER", 10s, true, "");
        // facts that come late: not fenced
        row("late accepted while sending", sending(2), answerOf(K::Accepted), good, lateSend, "ACCEPTED", "ACCEPT", 0ms,
            false, "");
        row("late refused while sending", sending(2), answerOf(K::Refused), good, lateSend, "NO_CHANGE", "", 0ms, false,
            "");
        row("late unknown while sending", sending(2), answerOf(K::Unknown), good, lateSend, "NO_CHANGE", "", 0ms, false,
            "");
        row("late not sent while sending", sending(2), answerOf(K::NotSent), good, lateSend, "NO_CHANGE", "", 0ms,
            false, "");
        row("late accepted while unknown", unknown(), answerOf(K::Accepted), good, lateSend, "ACCEPTED", "ACCEPT", 0ms,
            false, "");
        row("late accepted, other amount", unknown(), answerOf(K::Accepted, 1), good, lateSend, "UNKNOWN", "DISAGREE",
            10s, false, "DIFFERS");
        row("late refused while unknown", unknown(), answerOf(K::Refused), good, lateSend, "REFUSED", "REFUSE", 0ms,
            false, "REFUSED");
        row("late refused, key may be retried", unknown(2), answerOf(K::Refused), sameKey, lateSend, "STAY_UNKNOWN", "",
            10s, false, "");
        row("late mismatch while unknown", unknown(), answerOf(K::Mismatch), good, lateSend, "UNKNOWN", "DISAGREE", 10s,
            false, "MISMATCH");
        row("409 while unknown", unknown(), answerOf(K::InFlight), good, lateSend, "STAY_UNKNOWN", "", 10s, false, "");
        row("late not sent while unknown", unknown(), answerOf(K::NotSent), good, lateSend, "STAY_UNKNOWN", "", 10s,
            false, "");
        row("late accepted while pending", messageIn(MessageState::Pending, 1, 1), answerOf(K::Accepted), good,
            lateSend, "NO_CHANGE", "", 0ms, false, "");
        // queries
        row("found executed", unknown(), answerOf(K::FoundExecuted), good, fromQuery(), "ACCEPTED", "ACCEPT", 0ms,
            false, "");
        row("found executed, other amount", unknown(), answerOf(K::FoundExecuted, 5), good, fromQuery(), "UNKNOWN",
            "DISAGREE", 60s, false, "DIFFERS");
        row("found executed, no amount", unknown(), answerOf(K::FoundExecuted, std::nullopt), good, fromQuery(),
            "STAY_UNKNOWN", "", 60s, false, "");
        row("found pending", unknown(), answerOf(K::FoundPending), good, fromQuery(), "STAY_UNKNOWN", "", 60s, false,
            "");
        row("found pending, asked before", with(unknown(), [](OutboxMessage& m) { m.queries = 3; }),
            answerOf(K::FoundPending), good, fromQuery(), "STAY_UNKNOWN", "", 60s, false, "");
        row("found pending, asked too often", with(unknown(), [](OutboxMessage& m) { m.queries = 4; }),
            answerOf(K::FoundPending), good, fromQuery(), "STAY_UNKNOWN", "ESCALATE", 60s, false, "UNKNOWN");
        row("found refused", unknown(), answerOf(K::FoundRefused), good, fromQuery(), "REFUSED", "REFUSE", 0ms, false,
            "REFUSED");
        row("found refused, keys ignored, two sends", unknown(2), answerOf(K::FoundRefused), ignoresKey, fromQuery(),
            "STAY_UNKNOWN", "ESCALATE", 60s, false, "UNKNOWN");
        row("query unknown", unknown(), answerOf(K::QueryUnknown), good, fromQuery(), "STAY_UNKNOWN", "", 60s, false,
            "");
        row("query throttled", unknown(), with(answerOf(K::Throttled), [](Answer& a) { a.retryAfter = 30s; }), good,
            fromQuery(), "STAY_UNKNOWN", "", 30s, false, "");
        row("never seen", unknown(), answerOf(K::NotFound), good, fromQuery(), "PENDING_AGAIN", "ALLOW_RESEND", 0ms,
            false, "");
        row("never seen, second time", unknown(2, 2), answerOf(K::NotFound), good, fromQuery(), "PENDING_AGAIN",
            "ALLOW_RESEND", 3min, false, ""); // Five minutes after the send, two of which are over.
        row("never seen, budget spent", unknown(1, 4), answerOf(K::NotFound), good, fromQuery(), "STAY_UNKNOWN",
            "ESCALATE", 60s, false, "UNKNOWN");
        row("never seen, asked before late execution is over",
            with(unknown(), [](OutboxMessage& m) { m.readAt = kSent + 6s; }), answerOf(K::NotFound), good,
            fromQuery(kSent + 5s), "STAY_UNKNOWN", "", 60s, false, "");
        row("never seen, asked early, told late", unknown(), answerOf(K::NotFound), good, fromQuery(kSent + 5s),
            "STAY_UNKNOWN", "", 60s, false, "");
        row("never seen, eventual, asked too early", unknown(), answerOf(K::NotFound), eventual, fromQuery(),
            "STAY_UNKNOWN", "", 3min + 1s + 1ms, false, "");
        row("never seen, eventual, asked late enough",
            with(unknown(), [](OutboxMessage& m) { m.readAt = kSent + 6min; }), answerOf(K::NotFound), eventual,
            fromQuery(kSent + 6min), "PENDING_AGAIN", "ALLOW_RESEND", 0ms, false, "");
        row("never seen, the key's life over", with(unknown(), [](OutboxMessage& m) { m.readAt = kSent + 24h; }),
            answerOf(K::NotFound), good, fromQuery(kSent + 24h), "STAY_UNKNOWN", "ESCALATE", 60s, false, "UNKNOWN");
        row("never seen, the key's life ends before the re-send",
            with(unknown(2, 3),
                [](OutboxMessage& m) {
                    m.firstSentAt = kSent - 22h - 50min; // The key lives for ten minutes more, the backoff is 25.
                }),
            answerOf(K::NotFound), good, fromQuery(), "STAY_UNKNOWN", "ESCALATE", 60s, false, "UNKNOWN");
        row("never seen, but executed on record", with(unknown(), [](OutboxMessage& m) { m.executedOnRecord = true; }),
            answerOf(K::NotFound), good, fromQuery(), "STAY_UNKNOWN", "ESCALATE", 60s, false, "UNKNOWN");
        row("never seen, keys ignored", unknown(), answerOf(K::NotFound), ignoresKey, fromQuery(), "STAY_UNKNOWN",
            "ESCALATE", 60s, false, "UNKNOWN");
        row("never seen, executes in flight", unknown(), answerOf(K::NotFound), executes, fromQuery(), "STAY_UNKNOWN",
            "ESCALATE", 60s, false, "UNKNOWN");
        row("never seen, no promise of late execution", unknown(), answerOf(K::NotFound), noPromise, fromQuery(),
            "STAY_UNKNOWN", "ESCALATE", 60s, false, "UNKNOWN");
        row("never seen, keys live too short", unknown(), answerOf(K::NotFound), shortLife, fromQuery(), "STAY_UNKNOWN",
            "ESCALATE", 60s, false, "UNKNOWN");
        row("a channel that cannot be asked", unknown(), answerOf(K::QueryUnknown), noQuery, fromQuery(),
            "STAY_UNKNOWN", "ESCALATE", 24h, false, "UNKNOWN");
        // final messages: a contradictory fact changes nothing
        // the row does not tell by which reference it was accepted: the database compares
        row("accepted again", messageIn(MessageState::Accepted, 1, 1), answerOf(K::Accepted), good, lateSend,
            "CONTRADICTION", "", 0ms, false, "");
        row("accepted, then found executed", messageIn(MessageState::Accepted, 1, 1), answerOf(K::FoundExecuted), good,
            fromQuery(), "CONTRADICTION", "", 0ms, false, "");
        row("accepted, then found nothing", messageIn(MessageState::Accepted, 1, 1), answerOf(K::NotFound), good,
            fromQuery(), "NO_CHANGE", "", 0ms, false, "");
        row("accepted, then refused", messageIn(MessageState::Accepted, 1, 1), answerOf(K::Refused), good, lateSend,
            "CONTRADICTION", "", 0ms, false, "");
        row("accepted, then another amount", messageIn(MessageState::Accepted, 1, 1), answerOf(K::Accepted, 1), good,
            lateSend, "CONTRADICTION", "", 0ms, false, "");
        row("refused, then found executed", messageIn(MessageState::Refused, 1, 1), answerOf(K::FoundExecuted), good,
            fromQuery(), "CONTRADICTION", "", 0ms, false, "");
        row("never sent, then accepted", messageIn(MessageState::Failed, 0, 4), answerOf(K::Accepted), good, lateSend,
            "CONTRADICTION", "", 0ms, false, "");
        row("refused again", messageIn(MessageState::Refused, 1, 1), answerOf(K::FoundRefused), good, fromQuery(),
            "NO_CHANGE", "", 0ms, false, "");
        // callbacks (K61, F38): about the key, at any time; a query is never pushed away, a re-send never allowed
        const auto called = fromCallback();
        row("called back while sending", sending(), answerOf(K::FoundExecuted), good, called, "ACCEPTED", "ACCEPT", 0ms,
            false, "");
        row("called back while unknown", unknown(2), answerOf(K::FoundExecuted), noQuery, called, "ACCEPTED", "ACCEPT",
            0ms, false, "");
        row("called back, other amount", unknown(), answerOf(K::FoundExecuted, 1), good, called, "UNKNOWN", "DISAGREE",
            60s, false, "DIFFERS");
        row("called back without a reference", unknown(), answerOf(K::FoundExecuted, 12345, "CNY", ""), good, called,
            "NO_CHANGE", "", 0ms, false, "");
        row("called back refused, the only send", sending(), answerOf(K::FoundRefused), sameKey, called, "REFUSED",
            "REFUSE", 0ms, false, "REFUSED");
        row("called back refused, a later send of a key that is honoured", sending(2, 1), answerOf(K::FoundRefused),
            good, called, "REFUSED", "REFUSE", 0ms, false, "REFUSED");
        row("called back refused, a later send may be executed", sending(2, 1), answerOf(K::FoundRefused), sameKey,
            called, "NO_CHANGE", "", 0ms, false, "");
        row("called back refused, another send may have been executed", unknown(2), answerOf(K::FoundRefused),
            ignoresKey, called, "NO_CHANGE", "", 0ms, false, "");
        row("called back returned while sending", sending(), answerOf(K::FoundReturned), good, called, "UNKNOWN",
            "DISAGREE", 10s, true, "DIFFERS");
        row("called back returned while unknown", unknown(), answerOf(K::FoundReturned), good, called, "UNKNOWN",
            "DISAGREE", 60s, false, "DIFFERS");
        row("found returned", unknown(), answerOf(K::FoundReturned), good, fromQuery(), "UNKNOWN", "DISAGREE", 60s,
            false, "DIFFERS");
        row("called back returned after it was accepted", messageIn(MessageState::Accepted, 1, 1),
            answerOf(K::FoundReturned), good, called, "NO_CHANGE", "", 0ms, false, "");
        row("called back pending while unknown", unknown(), answerOf(K::FoundPending), good, called, "NO_CHANGE", "",
            0ms, false, "");
        row("called back pending while sending", sending(), answerOf(K::FoundPending), good, called, "NO_CHANGE", "",
            0ms, false, "");
        row("called back in words that the profile does not list", unknown(), answerOf(K::QueryUnknown), good, called,
            "NO_CHANGE", "", 0ms, false, "");
        row("called back as never seen", unknown(), answerOf(K::NotFound), good, called, "NO_CHANGE", "", 0ms, false,
            "");
        row("called back pending after it was accepted", messageIn(MessageState::Accepted, 1, 1),
            answerOf(K::FoundPending), good, called, "NO_CHANGE", "", 0ms, false, "");
        row("called back refused after it was accepted", messageIn(MessageState::Accepted, 1, 1),
            answerOf(K::FoundRefused), good, called, "CONTRADICTION", "", 0ms, false, "");
        row("called back executed after it was refused", messageIn(MessageState::Refused, 1, 1),
            answerOf(K::FoundExecuted), good, called, "CONTRADICTION", "", 0ms, false, "");
    }
    void eachAnswerLeadsWhereTheContractSays()
    {
        QFETCH(OutboxMessage, message);
        QFETCH(Answer, answer);
        QFETCH(ChannelProfile, profile);
        QFETCH(AnswerContext, context);
        QFETCH(QString, verdict);
        QFETCH(QString, event);
        QFETCH(qint64, waitMs);
        QFETCH(bool, burns);
        QFETCH(QString, letter);
        const MessageDecision decision = decideMessage(message, answer, profile, context);
        QCOMPARE(text(nameOf(decision.verdict)), verdict);
        QCOMPARE(decision.event ? text(nameOf(*decision.event)) : QString(), event);
        QCOMPARE(qint64{decision.wait.count()}, waitMs);
        QCOMPARE(decision.burnsAttempt, burns);
        QCOMPARE(decision.deadLetter ? text(nameOf(*decision.deadLetter)) : QString(), letter);
        QCOMPARE(decision.provablyNotSent, answer.kind == AnswerKind::NotSent && burns);
    }

    // Every combination of state, answer, effect, history, clock and profile against the promises.
    void noCombinationBreaksAPromise()
    {
        int combinations = 0;
        for (const ChannelProfile& profile : profiles()) {
            for (const OutboxMessage& message : messages()) {
                for (const Answer& answer : answers()) {
                    for (const AnswerContext& context : contexts(answer)) {
                        checkPromises(message, answer, profile, context);
                        if (QTest::currentTestFailed())
                            return;
                        ++combinations;
                    }
                }
            }
        }
        QVERIFY(combinations > 100'000);
    }

    void theSendDeadlineIsTheEarlierOfLeaseAndKey()
    {
        const ChannelProfile profile = goodChannel();
        OutboxMessage message = messageIn(MessageState::Sending, 1, 0);
        QCOMPARE(sendDeadline(message, profile), message.leaseUntil);
        message.sendsMaybeLeft = 2;
        message.firstSentAt = kSent - 23h + 30s;
        QCOMPARE(*sendDeadline(message, profile), kSent + 30s);
        message.sendsMaybeLeft = 1; // Nothing may have left before: the key was never seen there.
        QCOMPARE(*sendDeadline(message, profile), kSent + 120s);
        message.leaseUntil.reset();
        QVERIFY(!sendDeadline(message, profile));
        QVERIFY(!keyLifeEnd(messageIn(MessageState::Pending, 0, 0), profile));
    }

    void theOutcomeRepeatsTheVersionForWorkAndNotForFacts() // DESIGN.md rule 4
    {
        const OutboxMessage message = messageIn(MessageState::Sending, 1, 0);
        const auto outcome = [&](AnswerKind kind) {
            const Answer answer = answerOf(kind);
            return *outcomeOf(
                message, answer, decideMessage(message, answer, goodChannel(), fromPresentSend()), CallId{3});
        };
        QCOMPARE(outcome(AnswerKind::Unknown).version, std::optional{Version{7}});
        QCOMPARE(outcome(AnswerKind::NotSent).version, std::optional{Version{7}});
        QVERIFY(!outcome(AnswerKind::Accepted).version);
        QCOMPARE(
            outcome(AnswerKind::Refused).version, std::optional{Version{7}}); // Of these sends, not of a later one.
        QCOMPARE(outcome(AnswerKind::Refused).deadLetterClass, std::string{"REFUSED"});
        QCOMPARE(outcome(AnswerKind::Accepted).call, std::optional{CallId{3}});
        QCOMPARE(outcome(AnswerKind::Accepted).externalRef, std::string{"R1"});
        QVERIFY(!outcomeOf(message, answerOf(AnswerKind::NotFound), MessageDecision{}, std::nullopt));
    }

private:
    static std::vector<ChannelProfile> profiles()
    {
        std::vector<ChannelProfile> all;
        for (const OnMismatch onMismatch : {OnMismatch::Error, OnMismatch::IgnoresKey}) {
            for (const OnInFlight onInFlight : {OnInFlight::Conflict409, OnInFlight::Executes}) {
                for (const QueryKind query : {QueryKind::Authoritative, QueryKind::Eventual, QueryKind::None}) {
                    for (const bool promise : {true, false}) {
                        for (const RefusalKind refusal : {RefusalKind::Final, RefusalKind::RetryableSameKey}) {
                            ChannelProfile profile = goodChannel();
                            profile.onMismatch = onMismatch;
                            profile.onInFlight = onInFlight;
                            profile.queryKind = query;
                            profile.queryEventualMax = query == QueryKind::Eventual ? 3min : 0min;
                            profile.refusal = refusal;
                            if (!promise)
                                profile.maxLateExecution.reset();
                            all.push_back(profile);
                        }
                    }
                }
            }
        }
        return all;
    }

    static std::vector<OutboxMessage> messages()
    {
        std::vector<OutboxMessage> all;
        for (std::size_t s = 0; s < kCountOf<MessageState>; ++s) {
            for (const int maybeLeft : {0, 1, 3}) {
                for (const int attempts : {0, 3, 4}) {
                    for (const milliseconds age : {milliseconds{5s}, milliseconds{4min}, milliseconds{30h}}) {
                        const auto state = static_cast<MessageState>(s);
                        const bool neverSent = maybeLeft == 0;
                        if (neverSent && (state == MessageState::Sending || state == MessageState::Unknown))
                            continue; // The mark raises it; UNKNOWN means that a send may have left.
                        OutboxMessage message = messageIn(state, maybeLeft, attempts);
                        message.readAt = kSent + age;
                        all.push_back(message);
                    }
                }
            }
        }
        return all;
    }

    static std::vector<Answer> answers()
    {
        std::vector<Answer> all;
        for (std::size_t k = 0; k < kCountOf<AnswerKind>; ++k) {
            const auto kind = static_cast<AnswerKind>(k);
            all.push_back(answerOf(kind));
            all.push_back(answerOf(kind, 12344));
            all.push_back(answerOf(kind, -12345));
            all.push_back(answerOf(kind, 12345, "USD"));
            all.push_back(answerOf(kind, std::nullopt));
            all.push_back(answerOf(kind, 12345, "CNY", ""));
        }
        return all;
    }

    static std::vector<AnswerContext> contexts(const Answer& answer)
    {
        if (isQueryAnswer(answer.kind))
            return {fromQuery(kSent + 1s), fromQuery(kSent + 3min), fromQuery(kSent + 29h), fromCallback()};
        return {{kSent, true, 0}, {kSent, true, 200}, {kSent, false, kNoJitter}};
    }

    static void checkPromises(
        const OutboxMessage& message, const Answer& answer, const ChannelProfile& profile, const AnswerContext& context)
    {
        const MessageDecision decision = decideMessage(message, answer, profile, context);
        const MessageState after = stateAfter(message, decision);
        const auto outcome = outcomeOf(message, answer, decision, std::nullopt);

        // Legal in both tables, and the outcome says the same.
        if (decision.event) {
            QVERIFY(decideMessageEvent(message.status, *decision.event).has_value());
            const OperationState operation = operationStateFor(message.status);
            if (const auto event = operationEventFor(*decision.event)) {
                const auto moved = decideOperation(operation, *event);
                QVERIFY(moved.has_value());
                QCOMPARE(moved->to, operationStateFor(after));
            } else {
                QCOMPARE(operationStateFor(after), operation);
            }
        }
        QCOMPARE(outcome.has_value(), decision.verdict != MessageVerdict::NoChange);
        if (outcome && decision.verdict != MessageVerdict::Contradiction)
            QCOMPARE(outcome->to, after);

        // A final message never changes.
        if (!isOpen(message.status))
            QCOMPARE(after, message.status);
        // ACCEPTED only for this very effect, told by the outside.
        if (after == MessageState::Accepted && isOpen(message.status)) {
            QVERIFY(answer.kind == AnswerKind::Accepted || answer.kind == AnswerKind::FoundExecuted);
            QVERIFY(answer.amountMinor == message.amountMinor && answer.currency == message.currency);
            QVERIFY(!answer.externalRef.empty());
        }
        // An effect that differs is always somebody's letter or a contradiction, unless the next send brings it again.
        const bool executed = answer.kind == AnswerKind::Accepted || answer.kind == AnswerKind::FoundExecuted;
        const bool differs = !answer.externalRef.empty() && answer.amountMinor && !answer.currency.empty()
            && (answer.amountMinor != message.amountMinor || answer.currency != message.currency);
        if (executed && differs && message.status != MessageState::Pending)
            QVERIFY(decision.deadLetter == MessageLetter::Differs || decision.verdict == MessageVerdict::Contradiction);
        // FAILED only when no byte may ever have left.
        if (after == MessageState::Failed && isOpen(message.status))
            QVERIFY(message.sendsMaybeLeft == 1 && answer.kind == AnswerKind::NotSent && decision.provablyNotSent);
        // UNKNOWN never becomes REFUSED or FAILED by silence; it is always asked again, in time.
        if (after == MessageState::Refused && isOpen(message.status))
            QVERIFY(decision.fenced && (answer.kind == AnswerKind::Refused || answer.kind == AnswerKind::FoundRefused));
        // Whatever was executed reaches the database, once the message is final.
        if (executed && !isOpen(message.status))
            QVERIFY(outcome && outcome->to == MessageState::Accepted && outcome->from == message.status);
        if (after == MessageState::Unknown && outcome)
            QVERIFY(decision.wait > 0ms);
        QVERIFY(decision.wait >= 0ms);
        // Who cannot be asked is listed for a person.
        if (after == MessageState::Unknown && outcome && profile.queryKind == QueryKind::None)
            QVERIFY(decision.deadLetter.has_value());
        // A final end that is no success has a letter.
        if (isOpen(message.status) && (after == MessageState::Refused || after == MessageState::Failed))
            QVERIFY(decision.deadLetter.has_value());
        checkResend(message, answer, profile, context, decision, after);
    }

    /// I7: each re-send follows a query that permits it.
    static void checkResend(const OutboxMessage& message, const Answer& answer, const ChannelProfile& profile,
        const AnswerContext& context, const MessageDecision& decision, MessageState after)
    {
        if (after != MessageState::Pending || message.status == MessageState::Pending || !isOpen(message.status))
            return;
        QVERIFY(!context.fromCallback);
        QVERIFY(decision.fenced);
        const Timestamp keyEnd = *message.firstSentAt + profile.retention - profile.retentionMargin;
        if (message.sendsMaybeLeft > 1 || message.status == MessageState::Unknown)
            QVERIFY(message.readAt + decision.wait <= keyEnd);
        if (message.status != MessageState::Unknown) {
            QVERIFY(context.ofPresentSend);
            QVERIFY(answer.kind == AnswerKind::NotSent || answer.kind == AnswerKind::Throttled
                || (answer.kind == AnswerKind::InFlight && message.sendsMaybeLeft == 1));
            QCOMPARE(decision.burnsAttempt, answer.kind == AnswerKind::NotSent);
            return;
        }
        QCOMPARE(answer.kind, AnswerKind::NotFound);
        QVERIFY(profile.onMismatch != OnMismatch::IgnoresKey && profile.onInFlight != OnInFlight::Executes);
        QVERIFY(profile.queryKind != QueryKind::None && profile.maxLateExecution.has_value());
        QVERIFY(context.startedAt > *message.lastSentAt + *profile.maxLateExecution);
        if (profile.queryKind == QueryKind::Eventual)
            QVERIFY(context.startedAt > *message.lastSentAt + profile.queryEventualMax);
        QVERIFY(message.attempts < profile.maxSendAttempts);
    }
};

QTEST_GUILESS_MAIN(CoreMessageDecision)
#include "tst_core_message_decision.moc"
