// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "practice_bank/log.h"

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

namespace practice_bank {

/// The bank cannot start; what() is a sentence for the person who started it. Thrown, because nobody can go on.
class StartFailure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The durable book: an append-only file of lines, owned by one process at a time (flock). A line counts only once it
/// was fdatasync'ed; one writer thread does that for all waiting callers together (group commit). After the first
/// failed write or sync the book is broken for good, because nobody can know any more what reached the disk: it never
/// writes again, and every waiter learns it.
class Book {
public:
    /// Handed each whole line that stands in the file, with its number from 1; false refuses the start.
    using LineReader = std::function<bool(std::uint64_t line, std::string_view text)>;

    /// Opens or makes the file, locks it, cuts off a torn last line, and hands over every line. `onBroken` is called
    /// once, from the writer thread, when the book breaks. Throws StartFailure.
    Book(const std::filesystem::path& file, const LineReader& reader, LogSink log, std::function<void()> onBroken);
    /// Writes what is still waiting, then closes the file and lets go of the lock.
    ~Book();
    Book(const Book&) = delete;
    Book& operator=(const Book&) = delete;

    /// Queues one line, which ends in a newline, and returns its number. Lines stand in the file in the order of calls.
    [[nodiscard]] std::uint64_t append(std::string text);
    /// Waits until the line is on disk. False: the book is broken and the line may or may not be there.
    [[nodiscard]] bool waitDurable(std::uint64_t line);
    /// The number of the last line that is on disk.
    [[nodiscard]] std::uint64_t durableLine() const;
    /// The number that the next append() will return.
    [[nodiscard]] std::uint64_t nextLine() const;
    [[nodiscard]] bool isBroken() const;

private:
    void readLines(const LineReader& reader);
    void writeLoop();
    /// Empty when written and synced, else what went wrong.
    [[nodiscard]] std::string writeAndSync(const std::string& text) const;

    std::filesystem::path m_file;
    LogSink m_log;
    std::function<void()> m_onBroken;
    int m_descriptor = -1;

    mutable std::mutex m_mutex; ///< Guards everything below.
    std::condition_variable m_work;
    std::condition_variable m_durability;
    std::string m_waiting;
    std::uint64_t m_lastLine = 0;
    std::uint64_t m_durableLine = 0;
    bool m_broken = false;
    bool m_closing = false;

    std::thread m_writer; ///< Last, so that it starts when all of the above exists.
};

} // namespace practice_bank
