// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/callback_port.h"
#include "core/ports/outbox_port.h"
#include "engine/answer_desk.h"
#include "engine/boot_clock.h"
#include "engine/duty.h"
#include "engine/duty_log.h"
#include "engine/profile_book.h"
#include "engine/wake.h"

#include <memory>
#include <vector>

namespace onceover::engine {

struct CallbackParts {
    std::unique_ptr<CallbackPort> callbacks;
    std::unique_ptr<OutboxPort> outbox; ///< On the same connection.
    CallbackDoor& door;                 ///< Outlives the engine.
    Wakes& wakes;
    DutyLog log;
    Draw draw;
    BootClock clock = bootNow;
};

/// Takes the outside's own calls: each is appended as a fact before it is answered, whatever state its message is in,
/// and then decided by the desk that sender and resolver use. Told twice it changes nothing; without the database the
/// door tells the outside to come again; what belongs to no message is listed for a person (K61, F38).
class CallbackListener final : public Duty {
public:
    explicit CallbackListener(CallbackParts parts);
    ~CallbackListener() override;
    CallbackListener(const CallbackListener&) = delete;
    CallbackListener& operator=(const CallbackListener&) = delete;

    [[nodiscard]] Result<Round> runRound() override;
    /// Callbacks that still wait are told to come again.
    void windDown() override;

private:
    struct Taken {
        ReceivedCallback callback;
        CallbackReply reply = CallbackReply::Unavailable;
        std::optional<CallbackEvent> event; ///< Nothing: not to be recorded.
    };

    [[nodiscard]] Result<Done> refresh();
    [[nodiscard]] Result<Done> record(std::vector<Taken>& taken);
    [[nodiscard]] Result<Done> readThem(std::vector<Taken>& taken);
    [[nodiscard]] Result<Done> readByOwnVersion(std::vector<Taken>& taken);
    /// Decides what is filed; how many.
    [[nodiscard]] Result<int> decide();
    [[nodiscard]] Result<Done> putOnDesk();
    void tellOthers(const AnswerCounts& counts);
    void countRefusal(const std::string& channel, const char* reason);

    CallbackParts m_parts;
    ProfileBook m_profiles;
    AnswerDesk m_desk;
    std::vector<FiledCallback> m_filed;       ///< On the desk, and not yet closed.
    std::vector<CallbackRefusals> m_refusals; ///< Not yet told to the database.
    BootInstant m_refreshedAt{0};
};

} // namespace onceover::engine
