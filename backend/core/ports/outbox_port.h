// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/channel_profile.h"
#include "core/records/message.h"
#include "core/result.h"

#include <optional>
#include <vector>

namespace onceover {

/// The duties towards the outside: sender and resolver, each on its own connection and login.
/// Facts are appended unconditionally; only then core decides, and finish() applies (DESIGN.md rule 4).
class OutboxPort
{
public:
    virtual ~OutboxPort() = default;

    /// Every profile version that an open message may refer to; the enabled one of each channel is marked.
    [[nodiscard]] virtual Result<std::vector<ChannelProfile>> channels() = 0;

    /// Sender: which of these channels have a PENDING message due now, whether or not a freeze or another sender has it: a
    /// claim from any other would find nothing.
    [[nodiscard]] virtual Result<std::vector<ChannelId>> channelsToSend(const std::vector<ChannelId>& channels) = 0;

    /// Sender: claims due PENDING messages of a channel and marks them sent (SENDING, version + 1, lease, sent times,
    /// sends_maybe_left + 1), committed BEFORE a byte leaves. At most `freeSlots`. Nothing under a freeze.
    [[nodiscard]] virtual Result<std::vector<OutboxMessage>> claimAndMark(const ChannelId& channel, int freeSlots,
                                                                          milliseconds lease) = 0;

    /// Resolver: claims UNKNOWN messages whose query is due; pushes their next query to `hold` from now, so that a second
    /// resolver leaves them alone meanwhile. Never frozen.
    [[nodiscard]] virtual Result<std::vector<OutboxMessage>> claimUnknown(int most, milliseconds hold) = 0;

    /// SENDING with an expired lease becomes UNKNOWN: the vanished sender's bytes may have left (K10). Returns how many.
    [[nodiscard]] virtual Result<int> takeOverLost(int most) = 0;

    /// Appends facts; one transaction. The ids come back in the order of the facts. Told again after an InDoubt, a fact is
    /// still recorded once (rule 6).
    [[nodiscard]] virtual Result<std::vector<CallId>> recordFacts(const std::vector<ExternalFact>& facts) = 0;

    /// What is on record about these messages and may end them, newest first: executed (of any send), refused (of the last).
    [[nodiscard]] virtual Result<std::vector<RecordedAnswer>> finalAnswers(const std::vector<MessageRef>& refs) = 0;

    /// The present state of these messages and their operations, for the decision. Missing rows are left out.
    [[nodiscard]] virtual Result<std::vector<OutboxMessage>> read(const std::vector<MessageRef>& refs) = 0;

    /// Applies decided outcomes by onceover.finish_external(): message, operation, legs, dead letter in one transaction.
    [[nodiscard]] virtual Result<std::vector<AppliedOutcome>> finish(const std::vector<MessageOutcome>& outcomes) = 0;

    /// How long until the next PENDING message or query comes due; nothing when there is none.
    [[nodiscard]] virtual Result<std::optional<milliseconds>> untilNextDue() = 0;
};

} // namespace onceover
