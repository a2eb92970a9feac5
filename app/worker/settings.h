// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "engine/engine.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::worker {

/// One setting of the process. Its flag is `--key` with dashes, its variable ONCEOVER_KEY in upper case; in the file
/// `logins.settler` is `settler` of the table `[logins]`. Nothing here decides about money: that is in the database.
struct SettingRow {
    std::string_view key;
    std::string_view fallback;
    std::string_view help;
};

inline constexpr std::array kSettings{
    SettingRow{"roles", "scheduler,settler,sender,resolver,reconciler,replayer,janitor",
        "What this worker does, separated by commas"},
    SettingRow{"dsn", "", "Connection string without a password (use a service or passfile)"},
    SettingRow{"service", "", "Service of pg_service.conf"},
    SettingRow{"worker-id", "", "Name of this incarnation; default: host, process id and a random part"},
    SettingRow{"log", "auto", "Form of the log on stderr: json, text, or auto (text on a terminal)"},
    SettingRow{"log-level", "info", "debug, info, warning or error"},
    SettingRow{"outbox-poll-ms", "30000", "How long the sender waits when nobody wakes it (at most 250 in a sandbox)"},
    SettingRow{"metrics", "127.0.0.1:9464",
        "Loopback address for Prometheus, or the next free port of sixteen; needs the role reconciler; off"},
    SettingRow{"callback-address", "127.0.0.1:9480",
        "Address where channels call back, for the role callback; port 0 takes a free one"},
    SettingRow{"callback-secrets", "",
        "File with a line `channel secret` per channel that calls back, 0600; the role callback needs it"},
    SettingRow{"callback-port-file", "", "Write the port of callback-address here once channels may call back"},
    SettingRow{"anchor-key", "",
        "Signing key (onceoverctl key init) for the heads of the audit chains; needs the role janitor and anchor-file"},
    SettingRow{"anchor-file", "", "Where signed anchors are kept outside the database; only this account may write it"},
    SettingRow{"logins.scheduler", "svc_scheduler", "Database login of the scheduler"},
    SettingRow{"logins.settler", "svc_worker", "Database login of settler and lease keeper"},
    SettingRow{"logins.sender", "svc_sender", "Database login of the sender"},
    SettingRow{"logins.resolver", "svc_resolver", "Database login of the resolver"},
    SettingRow{"logins.callback", "svc_callback", "Database login of the callback listener"},
    SettingRow{"logins.reconciler", "svc_reconciler", "Database login of the reconciler"},
    SettingRow{"logins.replayer", "svc_replayer", "Database login of the replayer"},
    SettingRow{"logins.janitor", "svc_janitor", "Database login of the janitor"},
};

/// A value and where it came from: "flag", the variable's name, the file's path, or "default".
struct Setting {
    std::string value;
    std::string origin;
};

/// Values by key; each key of kSettings is there.
using Settings = std::map<std::string, Setting, std::less<>>;

/// What the sources say, before they are merged. `files` in order of precedence, the first wins.
struct SettingSources {
    std::map<std::string, std::string> flags;
    std::map<std::string, std::string> environment; ///< By key, not by variable.
    std::vector<std::string> files;                 ///< Existing ones only.
};

/// flag > environment > files > default (BUILD.md). Refuses (ValueMalformed, `found` tells) a file that cannot be read,
/// and a key in it that is none.
[[nodiscard]] Result<Settings> mergeSettings(const SettingSources& sources);

/// Where channels call back. A signature tells who calls, so it may be another machine; TLS is a proxy's business.
struct ListenAddress {
    std::string host;
    int port = 0; ///< 0: any free one.
};

/// Where figures are served: this machine alone may ask.
struct LoopbackAddress {
    std::string host; ///< 127.0.0.0/8 or ::1.
    int port = 0;
};

/// The settings as the program uses them.
struct WorkerSettings {
    std::set<engine::Role> roles;
    std::optional<std::string> dsn;
    std::optional<std::string> service;
    std::string workerId;
    std::string log;
    engine::LogLevel logLevel = engine::LogLevel::Info;
    milliseconds outboxPoll{30000};
    std::optional<LoopbackAddress> metrics; ///< Nothing: off.
    ListenAddress callbackAddress;
    std::string callbackSecretsFile; ///< Empty: none.
    std::string callbackPortFile;    ///< Empty: the port is written into the log alone.
    std::string anchorKeyFile;       ///< Empty: this worker signs no anchors; then anchorFile is empty too.
    std::string anchorFile;
    std::map<engine::Role, std::string> logins;
};

/// Refuses what is not a value (ValueMalformed, `found` tells), unknown roles by naming the valid ones.
[[nodiscard]] Result<WorkerSettings> readSettings(const Settings& settings);

/// `key = value   # origin`, one line each, for --print-config. Secrets are not shown.
[[nodiscard]] std::string describeSettings(const Settings& settings);

/// The flag, the variable and the environment of this process.
[[nodiscard]] std::string flagOf(std::string_view key);
[[nodiscard]] std::string variableOf(std::string_view key);
[[nodiscard]] std::map<std::string, std::string> environmentSettings();

/// --config if given, else XDG onceover/worker.toml; then /etc/onceover/worker.toml; those that exist. A file that was
/// asked for and is not there is refused by mergeSettings.
[[nodiscard]] std::vector<std::string> configFiles(const std::string& asked);

/// Does a connection string carry a password? Such a one must not be in argv, where everybody can read it (S12).
[[nodiscard]] bool holdsSecret(std::string_view conninfo);

} // namespace onceover::worker
