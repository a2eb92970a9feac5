// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <thread>

#include <httplib.h>

namespace practice_bank {

/// httplib's server with a connection loop of our own, for three things that its own loop cannot do: cut a connection
/// without a byte of an answer, stop at once although clients keep idle connections open, and send head and body of an
/// answer together. It also refuses a port that another program listens on, where httplib's defaults would share it.
class HttpServer : private httplib::Server {
public:
    /// Each connection occupies one thread for as long as it is open.
    explicit HttpServer(std::size_t threads);
    ~HttpServer() override;

    using httplib::Server::Get;
    using httplib::Server::Post;
    using httplib::Server::set_exception_handler;

    /// Binds (port 0: any free one), starts to serve, and returns the port. Throws StartFailure.
    [[nodiscard]] int start(const std::string& address, int port);
    /// Closes idle connections at once, lets answers under way finish, and returns when all threads have ended.
    void stop();

    /// From within a handler: closes this connection with a reset, and none of its answer leaves.
    static void cutConnection();

private:
    bool process_and_close_socket(socket_t socket) override;

    int m_stopEvent = -1; ///< Readable for ever once the server stops.
    std::thread m_listener;
};

} // namespace practice_bank
