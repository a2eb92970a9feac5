// SPDX-License-Identifier: GPL-3.0-or-later
#include "practice_bank/notice_desk.h"

#include "practice_bank/book.h"
#include "practice_bank/digest.h"
#include "practice_bank/payout.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>

#include <nlohmann/json.hpp>

namespace practice_bank {

namespace {

using Json = nlohmann::json;

Answer noticeAnswer(int status, const Json& body)
{
    return {status, body.dump(-1, ' ', false, Json::error_handler_t::replace), std::nullopt, false};
}

std::string slotOf(std::string_view kind, std::string_view key)
{
    return std::string{kind} + ' ' + std::string{key};
}

Json receiptOf(std::string_view key)
{
    return {{"key", key}, {"reference", "N-" + std::string{key}}, {"status", "EXECUTED"}};
}

} // namespace

NoticeDesk::NoticeDesk(const std::filesystem::path& file, std::string secret, Misbehaviour& misbehaviour)
    : m_path(file)
    , m_secret(std::move(secret))
    , m_misbehaviour(misbehaviour)
{
    load();
    m_file = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (m_file < 0)
        throw StartFailure(
            "cannot write " + m_path.string() + ": " + std::strerror(errno)); // NOLINT(concurrency-mt-unsafe)
}

NoticeDesk::~NoticeDesk()
{
    ::close(m_file);
}

/// A last line that was cut was never answered; it is left out, and its notice comes again.
void NoticeDesk::load()
{
    std::ifstream lines(m_path);
    for (std::string line; std::getline(lines, line);) {
        const Json read = Json::parse(line, nullptr, false);
        if (!read.is_object() || !read.contains("kind") || !read.contains("key") || !read.contains("body"))
            continue;
        Notice notice;
        notice.kind = read["kind"].get<std::string>();
        notice.body = read["body"].get<std::string>();
        notice.bodySha256 = sha256Hex(notice.body);
        notice.isTaken = true;
        m_notices[slotOf(notice.kind, read["key"].get<std::string>())] = std::move(notice);
    }
}

bool NoticeDesk::store(std::string_view key, const Notice& notice) const
{
    const std::string line = Json{{"kind", notice.kind}, {"key", key}, {"body", notice.body}}.dump(
                                 -1, ' ', false, Json::error_handler_t::replace)
        + '\n';
    return ::write(m_file, line.data(), line.size()) == static_cast<ssize_t>(line.size()) && ::fdatasync(m_file) == 0;
}

Answer NoticeDesk::submit(
    std::string_view kind, std::string_view key, std::string_view signature, std::string_view body)
{
    if (!isAcceptableKey(key))
        return noticeAnswer(400, {{"code", "KEY_MISSING"}});
    if (kind == "webhook" && !m_secret.empty() && signature != "sha256=" + hmacSha256Hex(m_secret, body))
        return noticeAnswer(401, {{"code", "SIGNATURE"}});
    const std::scoped_lock lock(m_mutex);
    const auto found = m_notices.try_emplace(slotOf(kind, key)).first;
    Notice& notice = found->second;
    const Send send{key, ++notice.sends};
    if (const auto misdeed = m_misbehaviour.strike(Stage::Arrival, send)) {
        Answer answer = noticeAnswer(*misdeed == Misdeed::Throttle ? 429 : 503,
            {{"code", *misdeed == Misdeed::Throttle ? "THROTTLED" : "UNAVAILABLE"}});
        if (*misdeed == Misdeed::Throttle)
            answer.retryAfter = m_misbehaviour.settings().retryAfter;
        return answer;
    }
    const std::string digest = sha256Hex(body);
    if (notice.isTaken && notice.bodySha256 != digest)
        return noticeAnswer(422, {{"code", "MISMATCH"}});
    const bool isNew = !notice.isTaken;
    if (isNew) {
        notice.kind = kind;
        notice.body = body;
        notice.bodySha256 = digest;
        if (!store(key, notice))
            return noticeAnswer(500, {{"code", "INTERNAL"}});
        notice.isTaken = true;
    }
    Answer answer = noticeAnswer(isNew ? 201 : 200, receiptOf(key));
    if (const auto misdeed = m_misbehaviour.strike(Stage::Answer, send)) {
        if (*misdeed == Misdeed::LoseAnswer)
            answer.isLost = true;
        else if (*misdeed == Misdeed::FailAfterExecute)
            return noticeAnswer(500, {{"code", "INTERNAL"}});
    }
    return answer;
}

Answer NoticeDesk::query(std::string_view kind, std::string_view key) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_notices.find(slotOf(kind, key));
    if (found == m_notices.end() || !found->second.isTaken)
        return noticeAnswer(404, {{"key", key}, {"status", "NOT_FOUND"}});
    return noticeAnswer(200, receiptOf(key));
}

Answer NoticeDesk::list() const
{
    const std::scoped_lock lock(m_mutex);
    Json notices = Json::array();
    for (const auto& [slot, notice] : m_notices) {
        if (notice.isTaken)
            notices.push_back({{"kind", notice.kind}, {"key", slot.substr(notice.kind.size() + 1)},
                {"body", notice.body}, {"sends", notice.sends}});
    }
    return noticeAnswer(200, {{"notices", notices}});
}

} // namespace practice_bank
