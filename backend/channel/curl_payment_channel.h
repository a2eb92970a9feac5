// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/payment_channel.h"

#include <memory>
#include <string>

namespace onceover::channel {

/// What a channel signs with; never in a database, a log or an answer.
struct ChannelSecrets {
    std::string webhook; ///< Empty: no webhook leaves.
};

/// Payouts over HTTP by libcurl's multi interface: hundreds in flight on one thread, connections kept alive and reused.
///
/// Each start() writes its request at most once. libcurl would repeat a request by itself when a reused connection
/// turns out to be dead; that is a second send without asking first, so it is stopped and answered Unknown. NotSent is
/// answered only when the point right before the first byte was never reached.
class CurlPaymentChannel final : public PaymentChannel {
public:
    explicit CurlPaymentChannel(ChannelSecrets secrets = {});
    ~CurlPaymentChannel() override;
    CurlPaymentChannel(const CurlPaymentChannel&) = delete;
    CurlPaymentChannel& operator=(const CurlPaymentChannel&) = delete;

    void start(ChannelRequest request) override;
    [[nodiscard]] std::vector<ChannelAnswer> pump(std::chrono::milliseconds atMost, int wakeFd, int secondFd) override;
    [[nodiscard]] std::size_t inFlight() const override;

private:
    struct Transfer;
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace onceover::channel
