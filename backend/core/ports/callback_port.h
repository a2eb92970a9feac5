// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/callback.h"
#include "core/records/channel_profile.h"
#include "core/result.h"

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace onceover {

/// Where the outside calls back. Signatures are checked and limits kept before anything comes out of here.
class CallbackDoor {
public:
    virtual ~CallbackDoor() = default;

    /// Whom to wake when a callback waits; called from threads of the door. An empty one ends that.
    virtual void onArrival(std::function<void()> wake) = 0;

    /// Takes waiting callbacks, oldest first, at most so many. Each is owed a reply; without one in time the outside is
    /// told to come again.
    [[nodiscard]] virtual std::vector<ReceivedCallback> take(std::size_t most) = 0;
    virtual void reply(std::uint64_t token, CallbackReply answer) = 0;

    /// What a body says, by that profile. Pure.
    [[nodiscard]] virtual CallbackContent read(const std::string& body, const ChannelProfile& profile) const = 0;

    /// What was turned away since the last call.
    [[nodiscard]] virtual std::vector<CallbackRefusals> takeRefusals() = 0;
};

/// Callbacks as facts. They are appended unconditionally (DESIGN.md rule 4), each event id once; what they change is
/// decided afterwards, through the outbox's port.
class CallbackPort {
public:
    virtual ~CallbackPort() = default;

    /// The database's time, and how far a callback's own time may lie from it.
    [[nodiscard]] virtual Result<std::pair<Timestamp, milliseconds>> window() = 0;

    /// The profile version of each message that carries one of these keys: (key, version). Unknown keys are left out.
    [[nodiscard]] virtual Result<std::vector<std::pair<std::string, int>>> profileVersions(
        const std::vector<std::string>& keys)
        = 0;

    /// Appends; one transaction. An event id that is there with the same bytes is there; with other bytes the new ones
    /// are recorded beside it. Told again after an InDoubt it is still recorded once.
    [[nodiscard]] virtual Result<Done> record(const std::vector<CallbackEvent>& events) = 0;

    /// Files what is recorded under its message, lists what belongs to none for a person, and gives what waits for a
    /// decision, oldest first.
    [[nodiscard]] virtual Result<std::vector<FiledCallback>> file(int most) = 0;

    /// These are decided.
    [[nodiscard]] virtual Result<Done> close(const std::vector<FiledCallback>& callbacks) = 0;

    [[nodiscard]] virtual Result<Done> countRefusals(const std::vector<CallbackRefusals>& refusals) = 0;
};

} // namespace onceover
