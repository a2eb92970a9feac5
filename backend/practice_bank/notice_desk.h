// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "practice_bank/misbehaviour.h"
#include "practice_bank/payout_desk.h"

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace practice_bank {

/// The sink for practice mail and webhooks: takes a notice once per key, says so again when it comes again, and can be
/// asked. A webhook counts only with the signature of its raw bytes, when a secret is set. What it took is in a file,
/// on disk before the answer leaves. Safe from any thread.
class NoticeDesk {
public:
    /// `file`: made when absent; read at the start. `secret`: of webhook signatures; empty: any is taken. Throws
    /// StartFailure.
    NoticeDesk(const std::filesystem::path& file, std::string secret, Misbehaviour& misbehaviour);
    ~NoticeDesk();
    NoticeDesk(const NoticeDesk&) = delete;
    NoticeDesk& operator=(const NoticeDesk&) = delete;

    /// `kind`: mail or webhook. `signature`: "sha256=" and the HMAC in hexadecimal.
    [[nodiscard]] Answer submit(
        std::string_view kind, std::string_view key, std::string_view signature, std::string_view body);
    [[nodiscard]] Answer query(std::string_view kind, std::string_view key) const;
    /// Everything it took, in order, with how often each came.
    [[nodiscard]] Answer list() const;

private:
    struct Notice {
        std::string kind;
        std::string bodySha256;
        std::string body;
        std::uint32_t sends = 0; ///< Since this process started.
        bool isTaken = false;
    };
    void load();
    [[nodiscard]] bool store(std::string_view key, const Notice& notice) const;

    std::filesystem::path m_path;
    std::string m_secret;
    Misbehaviour& m_misbehaviour;
    mutable std::mutex m_mutex; ///< Guards what follows.
    int m_file = -1;
    std::map<std::string, Notice, std::less<>> m_notices; ///< By kind, a blank and the key.
};

} // namespace practice_bank
