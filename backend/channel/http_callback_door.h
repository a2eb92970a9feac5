// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/callback_port.h"
#include "core/result.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>

namespace onceover::channel {

/// What the door is given.
struct CallbackDoorOptions {
    std::string host = "127.0.0.1";
    int port = 0;                                ///< 0: any free one.
    std::map<std::string, std::string> secrets;  ///< By channel id; without one a channel cannot call.
    std::chrono::milliseconds requestMax{5000};  ///< From a request's first byte to its last.
    std::chrono::milliseconds replyWithin{3000}; ///< Without a reply of the engine by then: 503.
};

/// `POST /v1/callbacks/{channel}` over HTTP. A caller is believed only with the signature of its raw bytes under the
/// channel's secret (`Callback-Timestamp`, `Callback-Signature`, see callback_reader.h); TLS is the business of a proxy
/// in front. Answers: 200 on record · 400 unreadable or malformed · 401 signature, or signed too long ago · 404 no such
/// channel · 408 too slow · 413 too large · 503 come again. What is turned away is counted by channel and reason.
class HttpCallbackDoor final : public CallbackDoor {
public:
    /// Listens; Unavailable where the address cannot be had.
    [[nodiscard]] static Result<std::unique_ptr<HttpCallbackDoor>> open(CallbackDoorOptions options);
    /// Tells everybody who waits to come again, and closes.
    ~HttpCallbackDoor() override;
    HttpCallbackDoor(const HttpCallbackDoor&) = delete;
    HttpCallbackDoor& operator=(const HttpCallbackDoor&) = delete;

    [[nodiscard]] int port() const;

    void onArrival(std::function<void()> wake) override;
    [[nodiscard]] std::vector<ReceivedCallback> take(std::size_t most) override;
    void reply(std::uint64_t token, CallbackReply answer) override;
    [[nodiscard]] CallbackContent read(const std::string& body, const ChannelProfile& profile) const override;
    [[nodiscard]] std::vector<CallbackRefusals> takeRefusals() override;

private:
    class Desk;
    class Server;

    explicit HttpCallbackDoor(CallbackDoorOptions options);

    std::unique_ptr<Desk> m_desk;
    std::unique_ptr<Server> m_server; ///< Ends first: its threads use the desk.
};

} // namespace onceover::channel
