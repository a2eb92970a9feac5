// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <filesystem>

#include <toml++/toml.h>

namespace onceover::worker {

namespace {

constexpr std::string_view kSystemFile = "/etc/onceover/worker.toml";

bool isKey(std::string_view key)
{
    return std::any_of(kSettings.begin(), kSettings.end(), [&](const SettingRow& row) { return row.key == key; });
}

/// Strings, whole numbers, and arrays of strings (joined by commas); nothing for any other value.
std::optional<std::string> textOf(const toml::node& node)
{
    if (const auto text = node.value<std::string>(); text && node.is_string())
        return *text;
    if (node.is_integer())
        return std::to_string(node.value<std::int64_t>().value_or(0));
    const toml::array* list = node.as_array();
    if (list == nullptr)
        return std::nullopt;
    std::string joined;
    for (const toml::node& element : *list) {
        if (!element.is_string())
            return std::nullopt;
        joined += (joined.empty() ? "" : ",") + element.value<std::string>().value_or("");
    }
    return joined;
}

Result<Done> readTable(const toml::table& table, const std::string& prefix, const std::string& file,
    std::map<std::string, std::string>& values)
{
    for (const auto& [name, node] : table) {
        const std::string key = prefix + std::string{name.str()};
        if (const toml::table* inner = node.as_table(); inner != nullptr && prefix.empty()) {
            if (const auto read = readTable(*inner, key + ".", file, values); !read)
                return read;
            continue;
        }
        if (!isKey(key))
            return refuse(Refusal::ValueMalformed, file + ": unknown key " + key);
        const auto text = textOf(node);
        if (!text)
            return refuse(Refusal::ValueMalformed, file + ": the value of " + key + " is neither text nor a number");
        values[key] = *text;
    }
    return Done{};
}

Result<std::map<std::string, std::string>> readFile(const std::string& file)
{
    std::map<std::string, std::string> values;
    try {
        const toml::table table = toml::parse_file(file);
        if (const auto read = readTable(table, {}, file, values); !read)
            return tl::unexpected{read.error()};
    } catch (const toml::parse_error& error) {
        return refuse(Refusal::ValueMalformed, file + ": " + std::string{error.description()});
    }
    return values;
}

std::vector<std::string> splitList(std::string_view text)
{
    std::vector<std::string> parts;
    while (!text.empty()) {
        const auto comma = text.find(',');
        std::string_view part = text.substr(0, comma);
        while (!part.empty() && part.front() == ' ')
            part.remove_prefix(1);
        while (!part.empty() && part.back() == ' ')
            part.remove_suffix(1);
        parts.emplace_back(part);
        text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    }
    return parts;
}

Result<std::set<engine::Role>> readRoles(const std::string& text)
{
    std::string valid;
    for (const std::string_view name : kNamesOf<engine::Role>)
        valid += (valid.empty() ? "" : ", ") + std::string{name};
    std::set<engine::Role> roles;
    for (const std::string& part : splitList(text)) {
        const auto role = fromName<engine::Role>(part);
        if (!role)
            return refuse(Refusal::ValueMalformed, "unknown role '" + part + "'; roles are " + valid);
        roles.insert(*role);
    }
    if (roles.empty())
        return refuse(Refusal::ValueMalformed, "no role; roles are " + valid);
    return roles;
}

Result<engine::LogLevel> readLevel(const std::string& text)
{
    if (text == "debug")
        return engine::LogLevel::Debug;
    if (text == "info")
        return engine::LogLevel::Info;
    if (text == "warning")
        return engine::LogLevel::Warning;
    if (text == "error")
        return engine::LogLevel::Error;
    return refuse(Refusal::ValueMalformed, "log-level '" + text + "'; levels are debug, info, warning, error");
}

/// "127.0.0.1:9464" or "[::1]:9464"; nothing for "off". Refuses every address that is not this machine's own.
Result<std::optional<LoopbackAddress>> readMetrics(const std::string& text)
{
    if (text == "off")
        return std::optional<LoopbackAddress>{};
    const auto colon = text.rfind(':');
    LoopbackAddress address;
    address.host = text.substr(0, colon == std::string::npos ? 0 : colon);
    const std::string port = colon == std::string::npos ? "" : text.substr(colon + 1);
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
    const bool isPort
        = error == std::errc{} && end == port.data() + port.size() && address.port > 0 && address.port < 65536;
    const bool isDotted = address.host.find_first_not_of("0123456789.") == std::string::npos;
    const bool isLoopback = (address.host.starts_with("127.") && isDotted) || address.host == "[::1]";
    if (!isPort || !isLoopback)
        return refuse(
            Refusal::ValueMalformed, "metrics '" + text + "'; a loopback address like 127.0.0.1:9464, or off");
    return std::optional{address};
}

/// "127.0.0.1:9480" or "[::1]:9480": numbers, so that no name has to be looked up.
Result<ListenAddress> readListenAddress(const std::string& text)
{
    const auto colon = text.rfind(':');
    ListenAddress address;
    address.host = text.substr(0, colon == std::string::npos ? 0 : colon);
    const std::string port = colon == std::string::npos ? "" : text.substr(colon + 1);
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
    const bool isPort
        = error == std::errc{} && end == port.data() + port.size() && address.port >= 0 && address.port < 65536;
    const bool isBracketed = address.host.size() > 2 && address.host.front() == '[' && address.host.back() == ']';
    if (isBracketed)
        address.host = address.host.substr(1, address.host.size() - 2);
    const bool isNumeric = !address.host.empty()
        && address.host.find_first_not_of(isBracketed ? "0123456789abcdefABCDEF:." : "0123456789.")
            == std::string::npos;
    if (!isPort || !isNumeric)
        return refuse(Refusal::ValueMalformed, "callback-address '" + text + "'; an address like 127.0.0.1:9480");
    return address;
}

const std::string& valueOf(const Settings& settings, std::string_view key)
{
    static const std::string kNone;
    const auto found = settings.find(key);
    return found == settings.end() ? kNone : found->second.value;
}

} // namespace

std::string flagOf(std::string_view key)
{
    std::string flag = "--" + std::string{key};
    std::replace(flag.begin(), flag.end(), '.', '-');
    return flag;
}

std::string variableOf(std::string_view key)
{
    std::string variable = "ONCEOVER_";
    for (const char c : key)
        variable += c == '-' || c == '.' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return variable;
}

std::map<std::string, std::string> environmentSettings()
{
    std::map<std::string, std::string> values;
    for (const SettingRow& row : kSettings) {
        if (const char* value = std::getenv(variableOf(row.key).c_str());
            value != nullptr) // NOLINT(concurrency-mt-unsafe)
            values[std::string{row.key}] = value;
    }
    return values;
}

std::vector<std::string> configFiles(const std::string& asked)
{
    std::vector<std::string> files;
    const char* xdg = std::getenv("XDG_CONFIG_HOME"); // NOLINT(concurrency-mt-unsafe)
    const char* home = std::getenv("HOME");           // NOLINT(concurrency-mt-unsafe)
    if (!asked.empty())
        files.push_back(asked);
    else if (xdg != nullptr && *xdg != '\0')
        files.push_back(std::string{xdg} + "/onceover/worker.toml");
    else if (home != nullptr)
        files.push_back(std::string{home} + "/.config/onceover/worker.toml");
    files.emplace_back(kSystemFile);
    std::erase_if(files, [&](const std::string& file) { return file != asked && !std::filesystem::exists(file); });
    return files;
}

Result<Settings> mergeSettings(const SettingSources& sources)
{
    Settings settings;
    for (const SettingRow& row : kSettings)
        settings[std::string{row.key}] = {std::string{row.fallback}, "default"};
    for (auto file = sources.files.rbegin(); file != sources.files.rend(); ++file) {
        const auto values = readFile(*file);
        if (!values)
            return tl::unexpected{values.error()};
        for (const auto& [key, value] : *values)
            settings[key] = {value, *file};
    }
    for (const auto& [key, value] : sources.environment)
        settings[key] = {value, variableOf(key)};
    for (const auto& [key, value] : sources.flags)
        settings[key] = {value, "flag"};
    // One target at a time: the stronger source's choice hides the weaker one's other form.
    const auto rank = [&](std::string_view key) {
        const std::string& origin = settings.find(key)->second.origin;
        return origin == "flag" ? 3 : origin.starts_with("ONCEOVER_") ? 2 : origin == "default" ? 0 : 1;
    };
    if (rank("dsn") != rank("service")) {
        const std::string weaker = rank("dsn") < rank("service") ? "dsn" : "service";
        settings[weaker] = {"", "default"};
    }
    return settings;
}

Result<WorkerSettings> readSettings(const Settings& settings)
{
    WorkerSettings read;
    const auto roles = readRoles(valueOf(settings, "roles"));
    if (!roles)
        return tl::unexpected{roles.error()};
    read.roles = *roles;
    const auto level = readLevel(valueOf(settings, "log-level"));
    if (!level)
        return tl::unexpected{level.error()};
    read.logLevel = *level;
    read.log = valueOf(settings, "log");
    if (read.log != "auto" && read.log != "json" && read.log != "text")
        return refuse(Refusal::ValueMalformed, "log '" + read.log + "'; forms are auto, json, text");
    const std::string& poll = valueOf(settings, "outbox-poll-ms");
    int pollMs = 0;
    const auto [end, error] = std::from_chars(poll.data(), poll.data() + poll.size(), pollMs);
    if (error != std::errc{} || end != poll.data() + poll.size() || pollMs < 10 || pollMs > 300000)
        return refuse(Refusal::ValueMalformed, "outbox-poll-ms '" + poll + "'; 10 to 300000");
    read.outboxPoll = milliseconds{pollMs};
    const auto metrics = readMetrics(valueOf(settings, "metrics"));
    if (!metrics)
        return tl::unexpected{metrics.error()};
    read.metrics = *metrics;
    const auto callbackAddress = readListenAddress(valueOf(settings, "callback-address"));
    if (!callbackAddress)
        return tl::unexpected{callbackAddress.error()};
    read.callbackAddress = *callbackAddress;
    read.callbackSecretsFile = valueOf(settings, "callback-secrets");
    read.callbackPortFile = valueOf(settings, "callback-port-file");
    if (read.roles.contains(engine::Role::Callback) && read.callbackSecretsFile.empty())
        return refuse(
            Refusal::ValueMalformed, "the role callback needs callback-secrets, a file of channels and secrets");
    read.anchorKeyFile = valueOf(settings, "anchor-key");
    read.anchorFile = valueOf(settings, "anchor-file");
    if (read.anchorKeyFile.empty() != read.anchorFile.empty())
        return refuse(
            Refusal::ValueMalformed, "anchor-key and anchor-file go together: a key, and where anchors are kept");
    if (!read.anchorKeyFile.empty() && !read.roles.contains(engine::Role::Janitor))
        return refuse(Refusal::ValueMalformed, "anchor-key needs the role janitor, which signs");
    if (!valueOf(settings, "dsn").empty())
        read.dsn = valueOf(settings, "dsn");
    if (!valueOf(settings, "service").empty())
        read.service = valueOf(settings, "service");
    if (read.dsn && read.service)
        return refuse(Refusal::ValueMalformed, "dsn and service exclude each other");
    read.workerId = valueOf(settings, "worker-id");
    const bool isGoodId = read.workerId.size() <= 128
        && std::all_of(read.workerId.begin(), read.workerId.end(), [](char c) { return c > ' ' && c < '\x7f'; });
    if (!isGoodId)
        return refuse(Refusal::ValueMalformed, "worker-id: at most 128 printable characters without blanks");
    for (std::size_t i = 0; i < kCountOf<engine::Role>; ++i) {
        const auto role = static_cast<engine::Role>(i);
        read.logins[role] = valueOf(settings, "logins." + std::string{nameOf(role)});
    }
    return read;
}

std::string describeSettings(const Settings& settings)
{
    std::string text;
    for (const SettingRow& row : kSettings) {
        const Setting& setting = settings.find(row.key)->second;
        const bool hides = row.key == "dsn" && holdsSecret(setting.value);
        text += std::string{row.key} + " = \"" + (hides ? "(holds a password: not shown)" : setting.value) + "\"  # "
            + setting.origin + "\n";
    }
    return text;
}

bool holdsSecret(std::string_view conninfo)
{
    std::string lower;
    for (const char c : conninfo)
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (auto at = lower.find("password"); at != std::string::npos; at = lower.find("password", at + 1)) {
        auto next = at + std::string_view{"password"}.size();
        while (next < lower.size() && (lower[next] == ' ' || lower[next] == '\t'))
            ++next;
        if (next < lower.size() && lower[next] == '=')
            return true;
    }
    // postgresql://user:password@host/…
    const auto scheme = lower.find("://");
    if (scheme == std::string::npos)
        return false;
    const std::string authority = lower.substr(scheme + 3, lower.find_first_of("/?", scheme + 3) - scheme - 3);
    const auto at = authority.rfind('@');
    return at != std::string::npos && authority.substr(0, at).find(':') != std::string::npos;
}

} // namespace onceover::worker
