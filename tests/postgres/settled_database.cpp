// SPDX-License-Identifier: GPL-3.0-or-later
#include "settled_database.h"

#include <fstream>
#include <sstream>

namespace onceover::test {

namespace {

constexpr std::string_view kGuardsOff = R"(
SELECT format('ALTER TABLE %s DISABLE TRIGGER USER', c.oid::regclass) FROM pg_class c
 WHERE c.relnamespace = 'onceover'::regnamespace AND c.relkind IN ('r', 'p') \gexec
SET search_path = onceover, pg_temp;
)";

std::string textOfFile(const std::string& path)
{
    std::ifstream file{path};
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace

SettledDays::SettledDays()
    : m_problem(m_days.problem())
{
    if (!m_problem.empty())
        return;
    const auto made = m_days.runAsSuperuser(textOfFile(ONCEOVER_SOURCE_DIR "/tests/postgres/settled_days.sql"));
    if (!made)
        m_problem = made.error().detail;
    m_copyName = m_days.name() + "_copy";
}

SettledDays::~SettledDays()
{
    dropCopy();
}

void SettledDays::dropCopy()
{
    if (!m_hasCopy)
        return;
    static_cast<void>(m_days.runAsSuperuser("DROP DATABASE IF EXISTS " + m_copyName + " WITH (FORCE);"));
    m_hasCopy = false;
}

Result<Done> SettledDays::copy()
{
    dropCopy();
    const auto made = m_days.runAsSuperuser("CREATE DATABASE " + m_copyName + " TEMPLATE " + m_days.name() + ";");
    if (!made)
        return tl::unexpected{made.error()};
    m_hasCopy = true;
    return Done{};
}

store::ConnectionTarget SettledDays::copyAs(std::string_view login) const
{
    return {TestCluster::shared().conninfo(login, m_copyName), "--dsn"};
}

store::ConnectionTarget SettledDays::originalAs(std::string_view login) const
{
    return {TestCluster::shared().conninfo(login, m_days.name()), "--dsn"};
}

Result<std::string> SettledDays::run(std::string_view sql) const
{
    return TestCluster::shared().server().runSql(sandbox::kSuperuser, m_copyName, sql);
}

Result<std::string> SettledDays::breakIt(std::string_view sql) const
{
    return run(std::string{kGuardsOff} + std::string{sql});
}

} // namespace onceover::test
