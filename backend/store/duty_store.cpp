// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/duty_store.h"

#include <spdlog/spdlog.h>

namespace onceover::store {

namespace {

/// The text of a JSON string: quotes, backslashes and control characters escaped.
std::string jsonQuoted(std::string_view text)
{
    std::string quoted{'"'};
    for (const char c : text) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        if (static_cast<unsigned char>(c) < 0x20)
            quoted += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
        else
            quoted += c;
    }
    return quoted + '"';
}

Result<bool> isFirst(const Result<Rows>& rows)
{
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne([](const Row& row) { return row.boolean("first"); });
}

} // namespace

DutyStore::DutyStore(std::shared_ptr<DutyConnection> duty)
    : m_duty(std::move(duty))
{
}

Result<Done> DutyStore::registerWorker(const WorkerIdentity& identity)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<Done> {
        const auto first = isFirst(transaction.run("RegisterWorker",
            params(identity.id, identity.program, identity.appVersion, identity.host, identity.pid, identity.duties)));
        if (!first)
            return tl::unexpected{first.error()};
        if (*first) {
            std::string duties;
            for (const std::string& duty : identity.duties)
                duties += (duties.empty() ? "" : ",") + jsonQuoted(duty);
            const std::string detail = fmt::format(R"({{"program":{},"version":{},"host":{},"pid":{},"duties":[{}]}})",
                jsonQuoted(identity.program), jsonQuoted(identity.appVersion), jsonQuoted(identity.host), identity.pid,
                duties);
            transaction.queue("AuditWorker", params(identity.id, "start", identity.id, detail));
        }
        return Done{};
    });
}

Result<Done> DutyStore::beat(std::string_view duty, std::int64_t pieces)
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    return (*connection)->run("BeatHeart", params(m_duty->worker(), duty, pieces)).map([](const Rows&) {
        return Done{};
    });
}

Result<Done> DutyStore::stopWorker(std::string_view reason)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<Done> {
        const auto first = isFirst(transaction.run("StopWorker", params(m_duty->worker(), reason)));
        if (!first)
            return tl::unexpected{first.error()};
        if (*first) {
            const std::string detail = fmt::format(R"({{"reason":{}}})", jsonQuoted(reason));
            transaction.queue("AuditWorker", params(m_duty->worker(), "stop", m_duty->worker(), detail));
        }
        return Done{};
    });
}

Woken DutyStore::wait(int wakeFd, std::chrono::milliseconds atMost)
{
    switch (m_duty->raw().waitForTick(wakeFd, atMost)) {
    case WaitEnd::Timeout:
        return Woken::Timeout;
    case WaitEnd::Notified:
        return Woken::Tick;
    case WaitEnd::WakeFd:
        return Woken::WakeFd;
    case WaitEnd::Lost:
        return Woken::ConnectionLost;
    }
    return Woken::ConnectionLost;
}

Result<Done> DutyStore::announce()
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    return (*connection)->run("AnnounceTick").map([](const Rows&) { return Done{}; });
}

Result<Done> DutyStore::ensureConnected()
{
    return m_duty->ready().map([](Connection*) { return Done{}; });
}

} // namespace onceover::store
