// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/outbox_port.h"
#include "engine/duty.h"
#include "engine/duty_log.h"
#include "engine/profile_book.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover::engine {

/// One answer on its way into the database.
struct ReceivedAnswer {
    OutboxMessage asked; ///< As it was when it was sent or asked about.
    Answer answer;
    bool isQuery = false;
    bool isCallback = false;    ///< The outside called by itself.
    std::string requestSha256;  ///< 32 raw bytes of what was sent; empty for a query.
    bool isRecorded = true;     ///< False: no request was made (a channel that cannot be asked): nothing to record.
    std::optional<CallId> call; ///< Once it is recorded.
    int passes = 0;             ///< How often it was decided about while its message moved.
};

/// What the answers of one call of settle() did.
struct AnswerCounts {
    int finals = 0; ///< Operations that came to their end.
    int unknown = 0;
    int pending = 0;
    [[nodiscard]] int total() const { return finals + unknown + pending; }
};

[[nodiscard]] LogFields fieldsOf(const AnswerCounts& counts);

/// The one path from an answer to a state, shared by sender, resolver and callbacks (DESIGN.md rule 4): every fact is
/// recorded first, whatever the state; then the present state is read, core decides, and the outcome is applied. What a
/// lost connection interrupts stays here and goes on at the next call.
class AnswerDesk {
public:
    AnswerDesk(OutboxPort& port, ProfileBook& profiles, DutyLog log, Draw draw, std::string afterRecordFailpoint);

    /// Looks up what our own records say before anybody is asked or sent to again (rule 4): an answer that was recorded
    /// but not decided from, because its receiver died in between, goes on the desk. Gives back the other messages.
    [[nodiscard]] Result<std::vector<OutboxMessage>> takeRecorded(std::vector<OutboxMessage> messages);

    void add(ReceivedAnswer answer) { m_answers.push_back(std::move(answer)); }
    [[nodiscard]] bool isEmpty() const { return m_answers.empty(); }

    /// Records, decides and applies everything on the desk, in sets. On a failure nothing is lost but the order.
    [[nodiscard]] Result<AnswerCounts> settle();

private:
    [[nodiscard]] bool decides(const OutboxMessage& message, const RecordedAnswer& recorded);
    [[nodiscard]] Result<Done> recordAll();
    [[nodiscard]] Result<Done> recordOneByOne(const std::vector<ReceivedAnswer*>& unrecorded);
    [[nodiscard]] Result<Done> decidePass(AnswerCounts& counts);
    [[nodiscard]] Result<std::vector<AppliedOutcome>> finish(const std::vector<MessageOutcome>& outcomes);
    /// The decided outcome of an answer about the message as it is now; nothing when the answer is done with.
    [[nodiscard]] std::optional<MessageOutcome> decide(const ReceivedAnswer& answer, const OutboxMessage& present);
    /// True when the answer is done with; false when its message moved and it must be decided anew.
    bool note(ReceivedAnswer& answer, const AppliedOutcome& applied, AnswerCounts& counts);

    OutboxPort& m_port;
    ProfileBook& m_profiles;
    DutyLog m_log;
    Draw m_draw;
    std::string m_afterRecordFailpoint;
    std::vector<ReceivedAnswer> m_answers;
};

/// Is the connection, not the data, the reason?
[[nodiscard]] bool isAway(const Failure& failure);

} // namespace onceover::engine
