// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace onceover::sandbox {

/// Which way bytes travel through a proxy.
enum class Direction { ToServer, ToClient };

/// What the proxy does with the bytes of one direction.
enum class Passage {
    Pass,
    Hold, ///< It stops reading: nothing arrives and nothing is lost; the sender's buffers fill, as in a black hole
          ///< (K40).
    Drop, ///< It reads and throws away: who sent believes that it arrived (K04, K07).
};

/// An address to listen on or to connect to: a port on loopback (0: any free one), or a Unix socket when `path` is set.
struct ProxyAddress {
    std::uint16_t port = 0;
    std::filesystem::path path{};
};

/// Stands between a client and a server for fault tests: cuts, holds and drops, each direction on its own. Nothing is
/// changed in what it passes on. One thread of its own moves the bytes; every function may be called from any thread
/// and has taken effect for every byte that arrives after it returned. For sandboxes and tests only.
class TcpProxy {
public:
    /// Listens at once, on loopback or a Unix socket of mode 0600; connects to the server for each client that comes.
    [[nodiscard]] static Result<std::unique_ptr<TcpProxy>> start(
        const ProxyAddress& listenOn, const ProxyAddress& server);
    ~TcpProxy();
    TcpProxy(const TcpProxy&) = delete;
    TcpProxy& operator=(const TcpProxy&) = delete;

    /// Where it listens; 0 for a Unix socket.
    [[nodiscard]] std::uint16_t port() const;

    /// From now on, for connections of now and later. What was held goes on when it is Pass again; what was dropped is
    /// gone.
    void let(Direction direction, Passage passage);
    /// After `text` went through in `direction` (in one read, as a short message does), `then` becomes the passage of
    /// `of`: let COMMIT through and drop its answer. Once; an empty text takes the order back.
    void onceSeen(Direction direction, std::string text, Direction of, Passage then);
    /// Has the order of onceSeen() been carried out?
    [[nodiscard]] bool hasSeen() const;
    /// Ends every connection of now, as a reset where the socket knows one (K38). New ones are welcome.
    void cut();
    /// Connections of now.
    [[nodiscard]] std::size_t connections() const;

private:
    class Relay;
    explicit TcpProxy(std::unique_ptr<Relay> relay);
    std::unique_ptr<Relay> m_relay;
};

} // namespace onceover::sandbox
