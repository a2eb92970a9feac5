// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/records/control.h"
#include "store/connection.h"
#include "store/connection_target.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace onceover::store {

/// What is noted when the server refuses a call itself: the name of the act, what it was about, the client's own id.
struct ActNote {
    std::string_view name;
    std::string target;
    Uuid id;
};

/// How a session of acts is known to the server (the second half of its application_name), and how long one of its
/// statements may take.
struct ActUse {
    std::string duty = "people";
    milliseconds patience{15000};
    /// For one lock. Longer than the barrier is ever held: the server ends a session that stands idle in its transaction
    /// after five seconds.
    milliseconds lockPatience{10000};
};

/// The session under which a person acts: connects when needed, and says of a lost answer that the act is in doubt. A
/// call that the server refused for want of a role leaves a best-effort row (SECURITY.md). Belongs to one thread.
class ActSession {
public:
    /// `program` becomes the session's application_name.
    ActSession(const ConnectionTarget& target, std::string program, ActUse use = {});

    [[nodiscard]] Result<ServerIdentity> connect();
    /// One call that writes.
    [[nodiscard]] Result<Rows> act(std::string_view statement, const Params& asked, const ActNote& note);
    /// One look.
    [[nodiscard]] Result<Rows> read(std::string_view statement, const Params& asked = {});
    /// Until something is announced, `wakeFd` is readable, the time is over or the connection is lost.
    [[nodiscard]] WaitEnd waitForTick(int wakeFd, milliseconds atMost);

private:
    [[nodiscard]] Result<Done> ensureConnected();

    Connection m_connection;
};

/// A row of request_answer.
[[nodiscard]] RequestAnswer readRequestAnswer(const Row& row);

/// The one row of an answer, read by `read`, or why there is none.
template <typename Read>
auto readAnswer(const Result<Rows>& rows, Read read) -> decltype(rows->readOne(read))
{
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne(read);
}

/// Every row of a look, read by `read`.
template <typename Read>
auto readEach(const Result<Rows>& rows, Read read) -> decltype(rows->readAll(read))
{
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll(read);
}

/// The first row of a look, or nothing.
template <typename Answer>
Result<std::optional<Answer>> readFound(const Result<Rows>& rows, Answer (*read)(const Row&))
{
    auto all = readEach(rows, read);
    if (!all)
        return tl::unexpected{all.error()};
    return all->empty() ? std::optional<Answer>{} : std::optional<Answer>{std::move(all->front())};
}

} // namespace onceover::store
