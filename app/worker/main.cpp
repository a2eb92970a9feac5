// SPDX-License-Identifier: GPL-3.0-or-later
// onceover-worker: the engine as a program. The main thread waits for signals; each duty has a thread of its own.
#include "factories.h"
#include "log_writer.h"
#include "metrics_server.h"
#include "settings.h"

#include "channel/http_callback_door.h"
#include "engine/failpoint.h"
#include "proof/anchor_file.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>
#include <random>
#include <string>

#include <CLI/CLI.hpp>
#include <pthread.h>
#include <unistd.h>

namespace {

using namespace onceover;
using namespace onceover::worker;

constexpr int kExitRefused = 1;
constexpr int kExitUsage = 2;
constexpr int kExitNoDatabase = 3;
constexpr milliseconds kSandboxWaitMost{250};
constexpr const char* kZoneDataFile = "/usr/share/zoneinfo/tzdata.zi";
constexpr const char* kUnknownZoneData = "unknown";

int complain(int status, const std::string& sentence)
{
    std::cerr << "onceover-worker: " << sentence << '\n';
    return status;
}

/// "# version 2025b" is the first line; the library that reads the zones cannot tell (BUILD.md).
std::string zoneDataVersion()
{
    std::ifstream file(kZoneDataFile);
    std::string line;
    constexpr std::string_view kPrefix = "# version ";
    if (!std::getline(file, line) || !line.starts_with(kPrefix))
        return kUnknownZoneData;
    return line.substr(kPrefix.size());
}

std::string hostName()
{
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown-host";
}

/// One incarnation: a process id comes again, so a random part tells two of them apart.
std::string makeWorkerId()
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::random_device random;
    std::string tail;
    for (int i = 0; i < 8; ++i)
        tail += kDigits[random() % kDigits.size()];
    return hostName() + "-" + std::to_string(::getpid()) + "-" + tail;
}

/// The line that the program ends with when it cannot work with this database.
int tellFailure(const Failure& failure, const store::ConnectionTarget& target)
{
    const std::string where = "database " + target.describe() + " (from " + target.origin + "): ";
    if (failure.kind == FailureKind::Unavailable)
        return complain(kExitNoDatabase,
            where + failure.detail + "\nStart the server, or name another one by --dsn, --service or PGHOST.");
    if (failure.kind == FailureKind::Broken && failure.statement == "conninfo")
        return complain(kExitNoDatabase, where + failure.detail + "\nCorrect the connection string.");
    return complain(kExitRefused, where + engine::describe(failure));
}

struct Arguments {
    SettingSources sources;
    std::string config;
    bool printConfig = false;
};

/// Fills the arguments; an exit status when the program has nothing more to do.
std::optional<int> parseArguments(int argc, char** argv, Arguments& arguments)
{
    CLI::App app{
        "Onceover's engine: schedules, settles, sends and resolves, each duty under its own database login.\n"
        "Any number may run on any machines; SIGTERM stops cleanly. Each option can also be set by ONCEOVER_… or\n"
        "in worker.toml; --print-config shows what holds and why.",
        "onceover-worker"};
    std::map<std::string, std::string> given;
    for (const SettingRow& row : kSettings) {
        std::string help{row.help};
        if (!row.fallback.empty())
            help += " [" + std::string{row.fallback} + "]";
        app.add_option(flagOf(row.key), given[std::string{row.key}], help);
    }
    app.add_option("--config", arguments.config, "Settings file; default: XDG onceover/worker.toml");
    app.add_flag("--print-config", arguments.printConfig, "Show each setting and where it comes from, then exit");
    app.set_version_flag("--version", "onceover-worker " ONCEOVER_VERSION);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? EXIT_SUCCESS : kExitUsage;
    }
    for (const SettingRow& row : kSettings) {
        if (app.get_option(flagOf(row.key))->count() > 0)
            arguments.sources.flags[std::string{row.key}] = given[std::string{row.key}];
    }
    const auto dsn = arguments.sources.flags.find("dsn");
    if (dsn != arguments.sources.flags.end() && holdsSecret(dsn->second))
        return complain(kExitUsage,
            "a password must not stand in the arguments, where everybody can read it; use a "
            "service, a passfile or ONCEOVER_DSN");
    arguments.sources.environment = environmentSettings();
    arguments.sources.files = configFiles(arguments.config);
    return std::nullopt;
}

/// Arms ONCEOVER_FAIL; nothing but a sandbox may be broken on purpose.
std::optional<int> armFaults(const InstallationFacts& facts)
{
    const char* wanted = std::getenv("ONCEOVER_FAIL"); // NOLINT(concurrency-mt-unsafe)
    if (wanted == nullptr || *wanted == '\0')
        return std::nullopt;
    if (facts.environment != "sandbox")
        return complain(kExitRefused,
            "ONCEOVER_FAIL is set, and installation '" + facts.name + "' is " + facts.environment + ", not a sandbox");
    const auto armed = engine::armFailpoints(wanted);
    if (!armed)
        return complain(kExitUsage, "ONCEOVER_FAIL: " + engine::describe(armed.error()));
    return std::nullopt;
}

void waitForStopSignal(const sigset_t& signals)
{
    int received = 0;
    ::sigwait(&signals, &received);
    // A second signal ends the process at once: whatever it holds lapses by its lease.
    ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

/// Figures are a convenience: without a free port the worker works all the same, and says so.
std::unique_ptr<MetricsServer> openMetrics(const WorkerSettings& settings, const engine::DutyLog& log)
{
    if (!settings.metrics || !settings.roles.contains(engine::Role::Reconciler))
        return nullptr;
    auto metrics = MetricsServer::open(*settings.metrics);
    if (!metrics) {
        log.failure("metrics_not_served", metrics.error());
        return nullptr;
    }
    log.info("metrics_served", "figures at http://" + (*metrics)->address() + "/metrics");
    return *std::move(metrics);
}

/// Whoever waits for the file never reads half a number: it appears whole, while the door is open.
bool writePortFile(const std::string& file, int port)
{
    const std::string draft = file + ".new";
    std::ofstream out(draft, std::ios::trunc);
    out << port << '\n';
    out.close();
    return out.good() && std::rename(draft.c_str(), file.c_str()) == 0;
}

/// The door through which channels call back; null without the role.
Result<std::unique_ptr<channel::HttpCallbackDoor>> openDoor(const WorkerSettings& settings, const engine::DutyLog& log)
{
    if (!settings.roles.contains(engine::Role::Callback))
        return std::unique_ptr<channel::HttpCallbackDoor>{};
    auto secrets = readCallbackSecrets(settings.callbackSecretsFile);
    if (!secrets)
        return tl::unexpected{secrets.error()};
    channel::CallbackDoorOptions options;
    options.host = settings.callbackAddress.host;
    options.port = settings.callbackAddress.port;
    options.secrets = *std::move(secrets);
    auto door = channel::HttpCallbackDoor::open(std::move(options));
    if (!door)
        return door;
    log.info("callbacks_taken",
        "channels call back at http://" + settings.callbackAddress.host + ":" + std::to_string((*door)->port())
            + "/v1/callbacks/CHANNEL");
    if (!settings.callbackPortFile.empty() && !writePortFile(settings.callbackPortFile, (*door)->port()))
        return fail(FailureKind::Unavailable, "cannot write callback-port-file " + settings.callbackPortFile);
    return door;
}

/// What makes the seal of this worker; empty without a key. The key is read once, at the start: a worker that was told
/// to sign and cannot does not start.
Result<std::function<std::unique_ptr<AnchorSeal>()>> readSeal(const WorkerSettings& settings)
{
    if (settings.anchorKeyFile.empty())
        return std::function<std::unique_ptr<AnchorSeal>()>{};
    const auto key = proof::SigningKey::load(settings.anchorKeyFile);
    if (!key)
        return tl::unexpected{key.error()};
    if (const auto prepared = proof::AnchorFile{*key, settings.anchorFile}.prepare(); !prepared)
        return tl::unexpected{prepared.error()};
    const auto make = [key = *key, file = settings.anchorFile]() -> std::unique_ptr<AnchorSeal> {
        return std::make_unique<proof::AnchorFile>(key, file);
    };
    return std::function<std::unique_ptr<AnchorSeal>()>{make};
}

int work(const WorkerSettings& settings, const store::ConnectionTarget& target, const sigset_t& signals)
{
    const WorkerId worker{settings.workerId.empty() ? makeWorkerId() : settings.workerId};
    const auto facts = checkBeforeStart(target, settings, worker);
    if (!facts)
        return tellFailure(facts.error(), target);
    if (const auto status = armFaults(*facts))
        return *status;

    const bool asText = settings.log == "text" || (settings.log == "auto" && ::isatty(STDERR_FILENO) == 1);
    engine::EngineOptions options;
    options.log = openLog(worker.value, asText, settings.logLevel);
    options.identity = {worker, "onceover-worker", ONCEOVER_VERSION, hostName(), static_cast<int>(::getpid()), {}};
    options.roles = settings.roles;
    options.polls.outbox = settings.outboxPoll;
    options.tzdataVersion = zoneDataVersion();
    if (facts->environment == "sandbox")
        options.polls.longest = kSandboxWaitMost; // Simulated time jumps: nothing may wait for an instant of ours.
    const engine::DutyLog log(options.log, "main");
    log.info("started", "works on installation '" + facts->name + "' (" + facts->environment + ")",
        {{"database", target.describe()}, {"app_version", std::string{ONCEOVER_VERSION}},
            {"tzdata_version", options.tzdataVersion},
            {"outbox_poll_ms", std::min(options.polls.outbox, options.polls.longest).count()}});
    if (options.tzdataVersion == kUnknownZoneData)
        log.warning("zone_data_unknown", "runs do not say by which edition of the time zones they were planned",
            {{"file", std::string{kZoneDataFile}}});
    const auto door = openDoor(settings, log);
    if (!door) {
        closeLog();
        return complain(kExitRefused, door.error().detail + door.error().found);
    }
    const auto seal = readSeal(settings);
    if (!seal) {
        closeLog();
        return complain(kExitRefused, seal.error().detail + seal.error().found);
    }
    const auto metrics = openMetrics(settings, log);
    {
        engine::EngineFactories factories = makeFactories(target, settings.logins, settings.roles, worker);
        factories.figures = metrics.get();
        factories.door = door->get();
        factories.seal = *seal;
        engine::Engine engine(options, std::move(factories));
        engine.start();
        waitForStopSignal(signals);
        log.info("stopping", "asked to stop: finishes what is in hand");
        engine.stop();
    }
    log.info("stopped", "stopped cleanly");
    closeLog();
    return EXIT_SUCCESS;
}

int run(int argc, char** argv, const sigset_t& signals)
{
    Arguments arguments;
    if (const auto status = parseArguments(argc, argv, arguments))
        return *status;
    const auto merged = mergeSettings(arguments.sources);
    if (!merged)
        return complain(kExitUsage, merged.error().found);
    const auto settings = readSettings(*merged);
    if (!settings)
        return complain(kExitUsage, settings.error().found);
    if (arguments.printConfig) {
        std::cout << describeSettings(*merged);
        return EXIT_SUCCESS;
    }
    const auto target = store::resolveTarget({settings->dsn, settings->service});
    if (!target)
        return complain(kExitNoDatabase, target.error().detail);
    return work(*settings, *target, signals);
}

} // namespace

int main(int argc, char** argv)
{
    // Blocked before any thread exists, so that every thread inherits it and only sigwait() sees them.
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGTERM, SIGINT})
        sigaddset(&signals, signal);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    ::signal(SIGPIPE, SIG_IGN); // A peer that closed is an answer, not the end.
    ::signal(SIGXFSZ, SIG_IGN); // Nor is a file that may not grow.
    try {
        return run(argc, argv, signals);
    } catch (const std::exception& error) {
        return complain(kExitRefused, error.what());
    }
}
