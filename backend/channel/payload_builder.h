// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/payment_channel.h"

namespace onceover::channel {

/// The payout order as JSON: members sorted by name, no blanks, UTF-8 as it is; a value date where the channel has a
/// calendar. The same operation and profile give the same bytes, whoever builds them and when. Refuses an amount that
/// is not above zero (AmountOutOfRange), a currency that is none (UnknownCurrency), and a beneficiary without name or
/// account or with text that is no UTF-8 (ValueMalformed): wrong data, which no retry makes right.
class JsonPayloadBuilder final : public PayloadBuilder {
public:
    [[nodiscard]] Result<std::string> build(
        const ClaimedOperation& operation, const ChannelProfile& profile) const override;
};

} // namespace onceover::channel
