// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge_database.h"

#include <charconv>
#include <utility>

#include <libpq-fe.h>

namespace onceover::test {

void JudgeDatabase::Closer::operator()(pg_conn* connection) const
{
    PQfinish(connection);
}

JudgeDatabase::JudgeDatabase(std::string conninfo)
    : m_conninfo(std::move(conninfo) + " application_name=judge connect_timeout=5 options='-c TimeZone=UTC'")
{
}

JudgeDatabase::~JudgeDatabase() = default;

void JudgeDatabase::disconnect()
{
    m_connection.reset();
}

std::optional<JudgeDatabase::Rows> JudgeDatabase::rows(const std::string& sql)
{
    if (!m_connection || PQstatus(m_connection.get()) != CONNECTION_OK) {
        m_connection.reset(PQconnectdb(m_conninfo.c_str()));
        if (PQstatus(m_connection.get()) != CONNECTION_OK) {
            m_problem = PQerrorMessage(m_connection.get());
            return std::nullopt;
        }
    }
    const std::unique_ptr<PGresult, void (*)(PGresult*)> result(PQexec(m_connection.get(), sql.c_str()), &PQclear);
    const ExecStatusType status = PQresultStatus(result.get());
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
        m_problem = PQerrorMessage(m_connection.get());
        return std::nullopt;
    }
    Rows rows;
    for (int row = 0; row < PQntuples(result.get()); ++row) {
        auto& fields = rows.emplace_back();
        for (int column = 0; column < PQnfields(result.get()); ++column)
            fields.emplace_back(PQgetvalue(result.get(), row, column));
    }
    return rows;
}

std::string JudgeDatabase::value(const std::string& sql)
{
    const auto found = rows(sql);
    if (!found)
        return "error: " + m_problem;
    if (found->empty() || found->front().empty())
        return "error: no row";
    return found->front().front();
}

long long JudgeDatabase::count(const std::string& sql)
{
    const std::string text = value(sql);
    long long number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : -1;
}

} // namespace onceover::test
