// SPDX-License-Identifier: GPL-3.0-or-later
#include "factories.h"

#include "channel/book_reader.h"
#include "channel/curl_payment_channel.h"
#include "channel/payload_builder.h"
#include "engine/reconcile_work.h"
#include "engine/temp_cleaner.h"
#include "store/anchor_store.h"
#include "store/callback_store.h"
#include "store/duty_connection.h"
#include "store/duty_store.h"
#include "store/janitor_store.h"
#include "store/lease_store.h"
#include "store/operation_store.h"
#include "store/outbox_store.h"
#include "store/replay_store.h"
#include "store/run_store.h"
#include "store/schedule_store.h"
#include "store/watch_store.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

namespace onceover::worker {

namespace {

constexpr const char* kProgram = "onceover-worker";
constexpr std::size_t kSecretBytesMin = 16;

/// What makes a duty's connection; copied into its factory.
struct DutyAddress {
    store::ConnectionTarget target;
    std::string login;
    WorkerId worker;
    std::string duty;
    std::shared_ptr<store::GuardsSeen> guardsSeen;

    [[nodiscard]] std::shared_ptr<store::DutyConnection> connection() const
    {
        store::DutySettings settings;
        settings.target = target;
        settings.login = login;
        settings.worker = worker;
        settings.program = kProgram;
        settings.duty = duty;
        settings.guardsSeen = guardsSeen;
        return std::make_shared<store::DutyConnection>(std::move(settings));
    }
};

/// The temporary files of workers of this account: $ONCEOVER_WORKER_TMP, else a folder of their own among the system's.
std::filesystem::path ownTempFolder()
{
    if (const char* named = std::getenv("ONCEOVER_WORKER_TMP"); named != nullptr && *named != '\0')
        return named;
    std::error_code error;
    const auto shared = std::filesystem::temp_directory_path(error);
    return (error ? std::filesystem::path{"/tmp"} : shared) / ("onceover-worker-" + std::to_string(::getuid()));
}

/// The secret of webhook signatures: the first line of the file that $ONCEOVER_WEBHOOK_SECRET_FILE names. Without it no
/// webhook leaves; a secret in a command line or a variable would be read by whoever lists processes.
channel::ChannelSecrets secretsOfThisWorker()
{
    channel::ChannelSecrets secrets;
    if (const char* named = std::getenv("ONCEOVER_WEBHOOK_SECRET_FILE"); named != nullptr) {
        std::ifstream file(named);
        std::getline(file, secrets.webhook);
    }
    return secrets;
}

/// The factory of a duty whose own port is a `Store` and which the engine knows as a `Port`.
template <typename Port, typename Store>
std::function<engine::DutyPorts<Port>()> factoryOf(DutyAddress address)
{
    return [address = std::move(address)] {
        const auto connection = address.connection();
        return engine::DutyPorts<Port>{
            std::make_unique<store::DutyStore>(connection), std::make_unique<Store>(connection)};
    };
}

} // namespace

engine::EngineFactories makeFactories(const store::ConnectionTarget& target,
    const std::map<engine::Role, std::string>& logins, const std::set<engine::Role>& roles, const WorkerId& worker)
{
    using engine::Role;
    const auto guardsSeen = std::make_shared<store::GuardsSeen>();
    const auto address = [&](Role role, std::string duty) {
        return DutyAddress{target, logins.at(role), worker, std::move(duty), guardsSeen};
    };
    engine::EngineFactories factories;
    factories.scheduler = factoryOf<SchedulePort, store::ScheduleStore>(address(Role::Scheduler, "scheduler"));
    factories.runs = factoryOf<RunPort, store::RunStore>(address(Role::Scheduler, "run_worker"));
    factories.works = [reconciler = address(Role::Reconciler, "run_worker")] {
        std::vector<std::unique_ptr<JobWork>> works;
        works.push_back(std::make_unique<engine::TempCleaner>(engine::TempCleaner::Limits{ownTempFolder()}));
        works.push_back(std::make_unique<engine::ReconcileWork>(
            std::make_unique<store::WatchStore>(reconciler.connection()), std::make_unique<channel::HttpBook>()));
        return works;
    };
    factories.settler = factoryOf<OperationPort, store::OperationStore>(address(Role::Settler, "settler"));
    factories.leaseKeeper = factoryOf<LeasePort, store::LeaseStore>(address(Role::Settler, "lease_keeper"));
    factories.sender = factoryOf<OutboxPort, store::OutboxStore>(address(Role::Sender, "sender"));
    factories.resolver = factoryOf<OutboxPort, store::OutboxStore>(address(Role::Resolver, "resolver"));
    factories.callback = [where = address(Role::Callback, "callback")] {
        const auto connection = where.connection();
        return engine::CallbackPorts{std::make_unique<store::DutyStore>(connection),
            std::make_unique<store::CallbackStore>(connection), std::make_unique<store::OutboxStore>(connection)};
    };
    factories.reconciler = factoryOf<WatchPort, store::WatchStore>(address(Role::Reconciler, "reconciler"));
    factories.comparer = factoryOf<WatchPort, store::WatchStore>(address(Role::Reconciler, "comparer"));
    factories.books = [] { return std::make_unique<channel::HttpBook>(); };
    factories.replayer = factoryOf<ReplayPort, store::ReplayStore>(address(Role::Replayer, "replayer"));
    factories.janitor = factoryOf<JanitorPort, store::JanitorStore>(address(Role::Janitor, "janitor"));
    factories.anchors = factoryOf<AnchorPort, store::AnchorStore>(address(Role::Janitor, "anchorer"));
    // The ticker announces and closes the incarnation: any duty may, so it takes the login of the first one.
    factories.ticker = [ticker = address(*roles.begin(), "ticker")]() -> std::unique_ptr<DutyPort> {
        return std::make_unique<store::DutyStore>(ticker.connection());
    };
    factories.channel = [] { return std::make_unique<channel::CurlPaymentChannel>(secretsOfThisWorker()); };
    factories.payloads = [] { return std::make_unique<channel::JsonPayloadBuilder>(); };
    return factories;
}

Result<std::map<std::string, std::string>> readCallbackSecrets(const std::string& path)
{
    struct stat facts { };
    std::ifstream file(path);
    if (!file || ::stat(path.c_str(), &facts) != 0)
        return refuse(Refusal::ValueMalformed, "callback-secrets " + path + ": cannot be read");
    if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return refuse(Refusal::ValueMalformed, "callback-secrets " + path + ": others may read it; chmod 600");
    std::map<std::string, std::string> secrets;
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.empty() || line.front() == '#')
            continue;
        const auto blank = line.find(' ');
        if (blank == std::string::npos || blank == 0 || blank + kSecretBytesMin >= line.size())
            return refuse(Refusal::ValueMalformed,
                "callback-secrets " + path + ": line " + std::to_string(number)
                    + " is no channel, a blank, and a secret of at least 16 bytes");
        secrets[line.substr(0, blank)] = line.substr(blank + 1);
    }
    return secrets;
}

Result<InstallationFacts> checkBeforeStart(
    const store::ConnectionTarget& target, const WorkerSettings& settings, const WorkerId& worker)
{
    InstallationFacts facts;
    const auto guardsSeen = std::make_shared<store::GuardsSeen>();
    for (const engine::Role role : settings.roles) {
        const DutyAddress address{target, settings.logins.at(role), worker, std::string{nameOf(role)}, guardsSeen};
        const auto duty = address.connection();
        const auto connection = duty->ready();
        if (!connection)
            return tl::unexpected{connection.error()};
        const auto rows = (*connection)->run("ReadEnvironment");
        if (!rows)
            return tl::unexpected{rows.error()};
        const auto read = rows->readOne([](const store::Row& row) {
            return InstallationFacts{row.string("name"), row.string("environment")};
        });
        if (!read)
            return tl::unexpected{read.error()};
        facts = *read;
    }
    return facts;
}

} // namespace onceover::worker
