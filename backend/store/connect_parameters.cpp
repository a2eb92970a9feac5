// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/connect_parameters.h"

#include "store/sqlstate.h"

#include <algorithm>
#include <cstdlib>
#include <libpq-fe.h>
#include <string_view>

namespace onceover::store {

namespace {

/// The session's settings as the startup packet's `options`: no round trip, and in force from the first statement on.
std::string sessionOptions(const ConnectionSettings& settings)
{
    const auto ms = [](milliseconds value) { return std::to_string(value.count()); };
    return "-c TimeZone=UTC -c DateStyle=ISO -c search_path=onceover,pg_temp -c client_encoding=UTF8"
           " -c bytea_output=hex -c client_connection_check_interval=2000"
           " -c statement_timeout="
        + ms(settings.statementTimeout) + " -c lock_timeout=" + ms(settings.lockTimeout)
        + " -c idle_in_transaction_session_timeout=" + ms(settings.idleInTransactionTimeout)
        + (settings.readOnly ? " -c default_transaction_read_only=on" : "")
        + (settings.plansByIndex
                ? " -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c enable_memoize=off"
                  " -c plan_cache_mode=force_generic_plan -c jit=off"
                : "");
}

bool isGiven(const ConnectParameters& parameters, std::string_view keyword)
{
    return std::any_of(parameters.begin(), parameters.end(), [keyword](const auto& p) { return p.first == keyword; });
}

/// The SQLSTATE in a verbose message ("FATAL:  3D000: database …"); empty when the server said nothing.
std::string sqlStateIn(std::string_view message)
{
    constexpr std::size_t kLength = 5;
    constexpr std::string_view kBefore = ":  ";
    for (std::size_t at = message.find(kBefore); at != std::string_view::npos; at = message.find(kBefore, at + 1)) {
        const std::string_view code = message.substr(at + kBefore.size(), kLength);
        const bool isCode = code.size() == kLength && std::all_of(code.begin(), code.end(), [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
        });
        if (isCode && message.substr(at + kBefore.size() + kLength, 2) == ": ")
            return std::string{code};
    }
    return {};
}

} // namespace

std::string trimmed(std::string text)
{
    while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
        text.pop_back();
    return text;
}

std::string valueOf(const ConnectParameters& parameters, std::string_view keyword)
{
    for (const auto& [key, value] : parameters) {
        if (key == keyword)
            return value;
    }
    return {};
}

Result<ConnectParameters> connectParameters(const ConnectionSettings& settings)
{
    char* message = nullptr;
    PQconninfoOption* options = PQconninfoParse(settings.conninfo.c_str(), &message);
    if (!options) {
        // libpq quotes the offending part, which might be a password: its words are not passed on.
        PQfreemem(message);
        return fail(FailureKind::Unavailable,
            "the connection string is not understood (expected \"host=… dbname=…\" or postgresql://…)", "conninfo");
    }
    ConnectParameters parameters;
    for (const PQconninfoOption* option = options; option->keyword; ++option) {
        if (option->val)
            parameters.emplace_back(option->keyword, option->val);
    }
    PQconninfoFree(options);

    const std::string host = valueOf(parameters, "host") + valueOf(parameters, "hostaddr");
    if (!host.empty() && host.front() != '/' && host.front() != '@') {
        // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody changes the environment once threads run.
        if (!isGiven(parameters, "sslmode") && std::getenv("PGSSLMODE") == nullptr) {
            parameters.emplace_back("sslmode", "verify-full");
            if (!isGiven(parameters, "channel_binding"))
                parameters.emplace_back("channel_binding", "require");
        }
        if (!isGiven(parameters, "gssencmode"))
            parameters.emplace_back("gssencmode", "disable");
    }
    if (!isGiven(parameters, "target_session_attrs") && !settings.readOnly && host.find(',') != std::string::npos)
        parameters.emplace_back("target_session_attrs", "read-write");
    // Also limits the SYN, so that a silent first host does not keep the second from being tried.
    if (!isGiven(parameters, "tcp_user_timeout"))
        parameters.emplace_back("tcp_user_timeout", std::to_string(settings.connectTimeout.count()));
    std::string extra = sessionOptions(settings);
    if (isGiven(parameters, "options"))
        extra = valueOf(parameters, "options") + ' ' + extra;
    std::erase_if(parameters, [](const auto& p) {
        return p.first == "options" || p.first == "application_name" || p.first == "client_encoding";
    });
    parameters.emplace_back("options", extra);
    parameters.emplace_back("application_name", settings.program + '/' + settings.duty);
    return parameters;
}

Failure connectFailure(const pg_conn* connection)
{
    std::string message = trimmed(PQerrorMessage(connection));
    const char* host = PQhost(connection);
    const bool wasTried = host != nullptr && *host != '\0';
    std::string code = sqlStateIn(message);
    if (code.empty() && wasTried)
        code = "08001"; // Nobody answered there.
    message = message.substr(0, message.find("\nLOCATION:"));
    Failure failure = failureFor(code, message, {}, wasTried ? "connect" : "conninfo");
    failure.kind = FailureKind::Unavailable;
    return failure;
}

} // namespace onceover::store
