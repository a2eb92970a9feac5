// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sqlstate.h"

#include <algorithm>
#include <array>

namespace onceover::store {

namespace {

struct Rule {
    std::string_view prefix; ///< A whole SQLSTATE or its class; the longest match wins.
    FailureKind kind;
    std::string_view remark; ///< Put before the server's words; empty where they say enough.
};

constexpr std::array kRules{
    // The world is not reachable now.
    Rule{"08", FailureKind::Unavailable, "connection lost"},
    Rule{"25006", FailureKind::Unavailable, "this server has become read-only (a standby?)"},
    Rule{"25P03", FailureKind::Unavailable, "the session stood idle in a transaction"},
    Rule{"26000", FailureKind::Unavailable, "the session lost its prepared statements"},
    Rule{"0A000", FailureKind::Unavailable, "the plan no longer fits"},
    Rule{"28", FailureKind::Unavailable, "login refused"},
    Rule{"3D000", FailureKind::Unavailable, "no such database"},
    Rule{"40", FailureKind::Unavailable, ""},
    Rule{"53", FailureKind::Unavailable, "the server is short of resources"},
    Rule{"55P03", FailureKind::Unavailable, "the lock did not come free in time"},
    Rule{"57", FailureKind::Unavailable, ""},
    Rule{"58", FailureKind::Unavailable, "the server has trouble with its own files"},
    Rule{"57014", FailureKind::Cancelled, ""},
    // This very data is refused.
    Rule{"22", FailureKind::DataRejected, ""},
    Rule{"23", FailureKind::DataRejected, ""},
    Rule{"44", FailureKind::DataRejected, ""},
    Rule{"OC", FailureKind::DataRejected, ""},
    Rule{"OC004", FailureKind::Conflict, ""},
    Rule{"OC008", FailureKind::Refused, ""},
    // A person must look.
    Rule{"42501", FailureKind::Broken, "missing privilege"},
    Rule{"42P01", FailureKind::Broken, "the schema lacks a table (is it migrated?)"},
    Rule{"3F000", FailureKind::Broken, "the schema is missing (is it migrated?)"},
};

/// SQLSTATEs after which the session must not be used again.
constexpr std::array<std::string_view, 8> kSpent{"08", "57P", "25006", "25P03", "26000", "0A000", "53300", "58"};

} // namespace

Failure failureFor(
    std::string_view sqlState, std::string_view message, std::string_view detail, std::string_view statement)
{
    Failure failure;
    failure.statement = statement;
    failure.sqlState = sqlState;
    // Without a code the server said nothing at all: the connection is gone.
    failure.kind = sqlState.empty() ? FailureKind::Unavailable : FailureKind::Broken;
    std::size_t longest = 0;
    for (const Rule& rule : kRules) {
        if (rule.prefix.size() > longest && sqlState.starts_with(rule.prefix)) {
            longest = rule.prefix.size();
            failure.kind = rule.kind;
            failure.detail = rule.remark;
        }
    }
    if (failure.kind == FailureKind::Refused)
        failure.refusal = Refusal::NeedsApproval;
    if (failure.kind == FailureKind::Conflict)
        failure.found = message;
    for (const std::string_view part : {message, detail}) {
        if (part.empty())
            continue;
        if (!failure.detail.empty())
            failure.detail += ": ";
        failure.detail += part;
    }
    return failure;
}

bool spendsConnection(std::string_view sqlState)
{
    return std::any_of(
        kSpent.begin(), kSpent.end(), [sqlState](std::string_view prefix) { return sqlState.starts_with(prefix); });
}

bool mayRunAgain(const Failure& failure)
{
    return failure.sqlState == "40P01" || failure.sqlState == "40001";
}

} // namespace onceover::store
