// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/connection_target.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <libpq-fe.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace onceover::store {

namespace {

std::string environment(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): read before threads start.
    return value ? value : "";
}

using Words = std::vector<std::pair<std::string, std::string>>;

/// The keywords and values of a string or URI; empty when libpq does not understand it (connecting will say so).
Words wordsOf(const std::string& conninfo)
{
    Words words;
    char* message = nullptr;
    PQconninfoOption* options = PQconninfoParse(conninfo.c_str(), &message);
    PQfreemem(message);
    for (const PQconninfoOption* option = options; option && option->keyword; ++option) {
        if (option->val)
            words.emplace_back(option->keyword, option->val);
    }
    PQconninfoFree(options);
    return words;
}

} // namespace

std::string conninfoWord(std::string_view keyword, std::string_view value)
{
    std::string word{keyword};
    word += "='";
    for (const char c : value) {
        if (c == '\'' || c == '\\')
            word += '\\';
        word += c;
    }
    word += '\'';
    return word;
}

ConnectionTarget ConnectionTarget::withUser(std::string_view login) const
{
    const Words words = wordsOf(conninfo);
    if (words.empty() && !conninfo.empty())
        return *this;
    ConnectionTarget target{{}, origin};
    for (const auto& [keyword, value] : words) {
        if (keyword != "user")
            target.conninfo += conninfoWord(keyword, value) + ' ';
    }
    target.conninfo += conninfoWord("user", login);
    return target;
}

std::string ConnectionTarget::describe() const
{
    static constexpr std::array<std::string_view, 6> kShown{"service", "host", "hostaddr", "port", "dbname", "user"};
    std::string text;
    for (const auto& [keyword, value] : wordsOf(conninfo)) {
        for (const std::string_view shown : kShown) {
            if (keyword == shown)
                text += (text.empty() ? "" : " ") + keyword + '=' + value;
        }
    }
    return text.empty() ? "environment settings" : text;
}

std::filesystem::path sandboxFolder()
{
    if (const std::string folder = environment("ONCEOVER_SANDBOX_DIR"); !folder.empty())
        return std::filesystem::absolute(folder); // The server and the programs beside it work in other folders.
    if (geteuid() == 0)
        return "/var/lib/onceover/sandbox";
    std::filesystem::path data = environment("XDG_DATA_HOME");
    if (data.empty())
        data = std::filesystem::path{environment("HOME")} / ".local/share";
    return data / "onceover/sandbox";
}

Result<ConnectionTarget> resolveTarget(const TargetOptions& options)
{
    if (options.dsn)
        return ConnectionTarget{*options.dsn, "--dsn"};
    if (options.service)
        return ConnectionTarget{conninfoWord("service", *options.service), "--service"};
    for (const char* name : {"PGSERVICE", "PGHOST", "PGHOSTADDR", "PGDATABASE"}) {
        if (!environment(name).empty())
            return ConnectionTarget{"", "environment"};
    }
    const std::filesystem::path file = sandboxFolder() / "conninfo";
    std::string line;
    if (std::ifstream in{file}; in && std::getline(in, line) && !line.empty())
        return ConnectionTarget{line, "sandbox"};
    return fail(FailureKind::Unavailable,
        "no database is named and no sandbox is running: start one with ./app/sandbox.sh, or say --dsn, --service or "
        "PGHOST",
        "target"); // Not a connection that failed: there is none to try.
}

} // namespace onceover::store
