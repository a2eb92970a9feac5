// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "practice_bank/book.h"
#include "practice_bank/log.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace practice_bank {

struct BankOptions {
    std::filesystem::path book; ///< The file of the durable book; made when absent. Its folder must exist.
    std::string listen = "127.0.0.1"; ///< Nobody asks who the caller is: keep it on loopback.
    int port = 0; ///< 0: any free one.
    std::chrono::milliseconds clockOffset{0};
    std::size_t connectionsMax = 256; ///< Served at once; further ones wait for a place.
    std::string webhookSecret;        ///< Of the signatures of webhooks; empty: any webhook is taken.
    LogSink log; ///< May be empty.
    std::function<void()> onBroken; ///< Called once, from another thread, when the book breaks; may be empty.
};

/// A bank to practise on: HTTP in front, a durable book of its own behind, misbehaviour on demand. It shares no code
/// with Onceover, so that a mistake in ours cannot agree with itself. The wire contract stands in README.md.
class Bank {
public:
    explicit Bank(BankOptions options);
    ~Bank(); ///< Stops.
    Bank(const Bank&) = delete;
    Bank& operator=(const Bank&) = delete;

    /// Reads the book, listens, serves from threads of its own, and returns the port. After stop() it may be started
    /// again, on the same book. Throws StartFailure with a sentence for people.
    int start();
    /// Answers what it is executing, closes everything, and returns; does nothing when it does not run.
    void stop();

private:
    struct Running;

    BankOptions m_options;
    std::unique_ptr<Running> m_running;
};

} // namespace practice_bank
