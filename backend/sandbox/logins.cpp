// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/logins.h"

#include <array>

namespace onceover::sandbox {

namespace {

// Names are plain letters and underscores, so that they need no quoting in SQL or in the cluster's map.
constexpr std::array kLogins{
    PracticeLogin{"alice", "onceover_operator", "Alice Wang"},
    PracticeLogin{"bob", "onceover_approver", "Bob Meier"},
    PracticeLogin{"carol", "onceover_auditor", "Carol Okafor"},
    PracticeLogin{"dana", "onceover_operator", "Dana Novak", "onceover_auditor"},
    PracticeLogin{"svc_scheduler", "onceover_scheduler", ""},
    PracticeLogin{"svc_worker", "onceover_worker", ""},
    PracticeLogin{"svc_sender", "onceover_sender", ""},
    PracticeLogin{"svc_resolver", "onceover_resolver", ""},
    PracticeLogin{"svc_callback", "onceover_callback", ""},
    PracticeLogin{"svc_reconciler", "onceover_reconciler", ""},
    PracticeLogin{"svc_replayer", "onceover_replayer", ""},
    PracticeLogin{"svc_janitor", "onceover_janitor", ""},
    PracticeLogin{"svc_migrator", "onceover_migrator", ""},
};

} // namespace

std::span<const PracticeLogin> practiceLogins()
{
    return kLogins;
}

std::vector<std::string> practiceLoginNames()
{
    std::vector<std::string> names;
    for (const PracticeLogin& entry : kLogins)
        names.emplace_back(entry.login);
    return names;
}

std::string loginsSql()
{
    std::string sql;
    for (const PracticeLogin& entry : kLogins) {
        const std::string login{entry.login};
        sql += "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '" + login + "') THEN CREATE ROLE " + login
            + " LOGIN; END IF; END $$;\nGRANT " + std::string{entry.group} + " TO " + login + ";\n";
        if (!entry.reads.empty())
            sql += "GRANT " + std::string{entry.reads} + " TO " + login + ";\n";
        if (!entry.personName.empty()) // Left open over night, a person's session is nobody's (a console that looks keeps its own).
            sql += "ALTER ROLE " + login + " SET idle_session_timeout = '8h';\n";
    }
    return sql;
}

std::string peopleSql()
{
    std::string sql;
    for (const PracticeLogin& entry : kLogins) {
        if (entry.personName.empty())
            continue;
        const std::string login{entry.login};
        sql += "INSERT INTO onceover.person (person_id, display_name) VALUES ('" + login + "', '" + std::string{entry.personName}
            + "') ON CONFLICT DO NOTHING;\nINSERT INTO onceover.person_login (rolname, roleoid, person_id) VALUES ('" + login
            + "', '" + login + "'::regrole::oid, '" + login + "') ON CONFLICT DO NOTHING;\n";
    }
    return sql;
}

} // namespace onceover::sandbox
