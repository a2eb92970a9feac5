// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/child_process.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace onceover::test {

/// A payout as the bank itself wrote it down.
struct BookEntry {
    std::string key;
    std::string operationId;
    std::string merchantId;
    std::string settleDate;
    std::int64_t amount = 0;
    std::string currency;
    std::string reference;
};

/// What the bank's book holds, by key; a key with two entries was paid twice.
using Book = std::map<std::string, std::vector<BookEntry>>;

/// The practice bank as a process of its own, which may be killed at any moment and comes back on the same port with
/// the same book.
class BankProcess {
public:
    /// `folder` holds its book, its port and its log; it must exist.
    explicit BankProcess(std::filesystem::path folder);
    ~BankProcess();
    BankProcess(const BankProcess&) = delete;
    BankProcess& operator=(const BankProcess&) = delete;

    /// Starts it and waits until it answers. What went wrong, else empty.
    [[nodiscard]] std::string start();
    /// SIGKILL; returns when it is gone.
    void kill();
    /// Stops and continues the process, as a machine that hangs.
    void freeze(bool isFrozen);
    [[nodiscard]] bool isRunning() const;

    /// Sets what it does wrong from now on (JSON of its control address), again after each start. What went wrong, else
    /// empty.
    [[nodiscard]] std::string misbehave(const std::string& settingsJson);
    /// Moves its clock to the machine's time plus so much, again after each start. What went wrong, else empty.
    [[nodiscard]] std::string moveClock(std::chrono::milliseconds offset);

    [[nodiscard]] std::string endpoint() const;
    [[nodiscard]] std::filesystem::path bookFile() const { return m_folder / "book.jsonl"; }

    /// Every executed payout, read from the file that the bank writes. Nothing when a line cannot be understood; a last
    /// line without its end is one that was never answered.
    [[nodiscard]] std::optional<Book> book() const;
    /// How often a key was asked for again since the bank started; -1 when it does not say.
    [[nodiscard]] long long repeats() const;

private:
    [[nodiscard]] std::string port() const;

    std::filesystem::path m_folder;
    std::optional<sandbox::ProcessId> m_process;
    std::string m_misbehaviour = "{}";
    std::chrono::milliseconds m_clockOffset{0};
};

} // namespace onceover::test
