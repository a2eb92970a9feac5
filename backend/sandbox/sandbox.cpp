// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/sandbox.h"

#include "sandbox/folder_lock.h"
#include "sandbox/logins.h"
#include "sandbox/provisioning.h"
#include "store/connection.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sys/statvfs.h>
#include <system_error>
#include <type_traits>

namespace onceover::sandbox {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// The folder's files, besides those of the cluster.
constexpr std::string_view kMadeMark = "sandbox-is-made";
constexpr std::string_view kConninfoFile = "conninfo";
constexpr std::string_view kSeedFile = "seed";
constexpr std::string_view kScaleFile = "scale";
constexpr auto kLockTime = 180s;
constexpr unsigned long long kSpaceBytesMin = 2ULL << 30U;

std::string firstLine(const fs::path& path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

Result<Done> writeWhole(const fs::path& path, std::string_view text)
{
    const fs::path draft = path.string() + ".new";
    std::ofstream file(draft, std::ios::trunc);
    file << text << '\n';
    file.close();
    std::error_code error;
    if (file)
        fs::rename(draft, path, error);
    if (!file || error)
        return fail(FailureKind::Unavailable, "cannot write " + path.string());
    return Done{};
}

/// Does the work while no other program makes, fills or stops this sandbox. Failures of our own carry a sentence for
/// people; their mark tells callers so.
template <typename Work>
std::invoke_result_t<Work> underLock(const fs::path& folder, Work work)
{
    using Outcome = std::invoke_result_t<Work>;
    const auto lock = FolderLock::take(folder, kLockTime);
    Outcome outcome = lock ? work() : Outcome(tl::unexpected(lock.error()));
    if (!outcome && outcome.error().statement.empty())
        outcome.error().statement = kSandboxFailure;
    return outcome;
}

/// Does the work with a superuser's connection to the sandbox's database.
template <typename Work>
std::invoke_result_t<Work, store::Connection&> asSuperuser(const PrivateCluster& cluster, Work work)
{
    store::Connection superuser(
        {.conninfo = cluster.conninfo(kSuperuser, kDatabase), .program = "onceoverctl", .duty = "sandbox"});
    if (auto connected = superuser.connect(); !connected)
        return tl::unexpected(connected.error());
    return work(superuser);
}

/// Beside this program unless told otherwise.
fs::path programsFolder(const SandboxOptions& options)
{
    std::error_code ignored;
    return options.programs.empty() ? fs::read_symlink("/proc/self/exe", ignored).parent_path() : options.programs;
}

ClusterOptions clusterOptions(const fs::path& folder)
{
    return {.folder = folder, .logins = practiceLoginNames()};
}

} // namespace

Sandbox::Sandbox(SandboxOptions options)
    : m_options(std::move(options))
    , m_cluster(clusterOptions(m_options.folder))
    , m_processes(m_options.folder, programsFolder(m_options), m_cluster.conninfo({}, kDatabase))
{
}

void Sandbox::say(std::string_view sentence) const
{
    if (m_options.say)
        m_options.say(sentence);
}

bool Sandbox::isMade() const
{
    return fs::exists(file(kMadeMark));
}

std::uint64_t Sandbox::seed() const
{
    const std::string text = firstLine(file(kSeedFile));
    return text.empty() ? m_options.seed : std::strtoull(text.c_str(), nullptr, 10);
}

int Sandbox::scale() const
{
    const std::string text = firstLine(file(kScaleFile));
    return text.empty() ? 1 : std::max(1, std::atoi(text.c_str())); // NOLINT(cert-err34-c): we wrote it.
}

Result<Done> Sandbox::checkSpace() const
{
    struct statvfs space { };
    fs::path existing = m_options.folder;
    while (!fs::exists(existing) && existing.has_parent_path() && existing != existing.parent_path())
        existing = existing.parent_path();
    if (::statvfs(existing.c_str(), &space) == 0
        && static_cast<unsigned long long>(space.f_bavail) * space.f_frsize < kSpaceBytesMin)
        return fail(FailureKind::Unavailable,
            "less than 2 GB are free under " + existing.string()
                + ": free some, or choose another place by ONCEOVER_SANDBOX_DIR");
    return Done{};
}

Result<milliseconds> Sandbox::readOffset() const
{
    return asSuperuser(m_cluster, [](store::Connection& superuser) -> Result<milliseconds> {
        auto rows = superuser.run("ReadSandboxClock");
        if (!rows)
            return tl::unexpected(rows.error());
        return rows->readOne([](const store::Row& row) { return row.millis("offset_ms"); });
    });
}

Result<Done> Sandbox::removeData()
{
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(m_options.folder, error)) {
        if (entry.path().filename() != FolderLock::kFile)
            fs::remove_all(entry.path(), error);
        if (error)
            return fail(FailureKind::Unavailable, "cannot remove " + entry.path().string() + ": " + error.message());
    }
    return Done{};
}

Result<Done> Sandbox::finishMaking()
{
    if (auto written = writeWhole(file(kSeedFile), std::to_string(m_options.seed)); !written)
        return written;
    if (auto written = writeWhole(file(kScaleFile), std::to_string(m_options.scale)); !written)
        return written;
    ProvisionSettings settings;
    settings.bankEndpoint = m_processes.endpoint(kBankProcess);
    settings.giroEndpoint = m_processes.endpoint(kGiroProcess);
    settings.appVersion = m_options.appVersion;
    settings.daysBack = m_options.daysBack;
    if (auto made = provision(m_cluster, settings, PracticeBusiness(seed(), scale()), m_options.say); !made)
        return made;
    return writeWhole(file(kMadeMark), m_options.appVersion);
}

Result<Done> Sandbox::catchUp(StartReport& report) const
{
    return asSuperuser(m_cluster, [this, &report](store::Connection& superuser) -> Result<Done> {
        const auto plan = readPlan(superuser);
        if (!plan)
            return tl::unexpected(plan.error());
        const auto time = readPracticeTime(superuser);
        if (!time)
            return tl::unexpected(time.error());
        const auto missed = missedDays(*plan, time->at);
        if (!missed)
            return tl::unexpected(missed.error());
        std::string list;
        for (const PlannedDay& day : *missed) {
            report.missedDays.push_back(day.bizDate);
            list += (list.empty() ? "" : ", ") + day.bizDate.toString();
        }
        if (!missed->empty())
            say(std::to_string(missed->size()) + (missed->size() == 1 ? " missed day: " : " missed days: ") + list);
        // The minutes in which nobody was there are nobody's work.
        if (auto put = putSmallDayJob(superuser); !put)
            return put;
        // Their sales first: the engine seals a day as soon as it is started.
        const auto added = catchUpSales(superuser, PracticeBusiness(seed(), scale()));
        if (!added)
            return tl::unexpected(added.error());
        report.newSales = *added;
        return Done{};
    });
}

Result<StartReport> Sandbox::startLocked()
{
    StartReport report;
    if (!isMade() && (fs::exists(file("data")) || SandboxProcesses::hasBook(m_options.folder))) {
        say("a sandbox that was not finished is removed and made again");
        if (auto stopped = stopLocked(); !stopped)
            return tl::unexpected(stopped.error());
        if (auto removed = removeData(); !removed)
            return tl::unexpected(removed.error());
    }
    report.made = !isMade();
    report.attached = isMade() && m_cluster.server() && m_processes.trouble(m_options.workers).empty()
        && fs::exists(file(kConninfoFile));
    if (report.made) {
        if (auto enough = checkSpace(); !enough)
            return tl::unexpected(enough.error());
        say("private PostgreSQL: new cluster in " + m_options.folder.string());
        if (auto made = m_cluster.make(); !made)
            return tl::unexpected(made.error());
    }
    if (auto started = m_cluster.start(); !started)
        return tl::unexpected(started.error());

    milliseconds offset = -std::chrono::hours{24} * m_options.daysBack;
    if (!report.made) {
        const auto read = readOffset();
        if (!read)
            return tl::unexpected(read.error());
        offset = *read;
    }
    if (auto started = m_processes.startBanks(offset); !started)
        return tl::unexpected(started.error());
    if (report.made) {
        if (auto made = finishMaking(); !made)
            return tl::unexpected(made.error());
    }
    report.needsFill = offset < 0ms;
    if (!report.attached && !report.needsFill) {
        if (auto caughtUp = catchUp(report); !caughtUp)
            return tl::unexpected(caughtUp.error());
    }
    if (auto started = m_processes.startWorkers(m_options.workers); !started)
        return tl::unexpected(started.error());
    if (!report.needsFill) {
        if (auto told = report.attached ? Result<Done>{} : m_processes.letBankCallBack(); !told)
            return tl::unexpected(told.error());
        if (auto started = m_processes.startKeeper(); !started)
            return tl::unexpected(started.error());
    }
    if (auto written = writeWhole(file(kConninfoFile), m_cluster.conninfo({}, kDatabase)); !written)
        return tl::unexpected(written.error());
    return report;
}

Result<StartReport> Sandbox::start()
{
    return underLock(m_options.folder, [this] { return startLocked(); });
}

Result<FillReport> Sandbox::fill(
    std::function<void(const FillDay&)> onDay, std::function<void(const KillStory&)> onKill)
{
    return underLock(m_options.folder, [&] {
        return asSuperuser(m_cluster, [&](store::Connection& superuser) -> Result<FillReport> {
            const PracticeBusiness business(seed(), scale());
            ProcessKeeper keeper = m_processes.keeper(
                m_options.workers, [this] { return readOffset().value_or(milliseconds{0}); }, m_options.say);
            const FillContext context{superuser, m_cluster.conninfo(kSuperuser, kDatabase), business, m_processes,
                [&keeper] { return keeper.look(std::chrono::steady_clock::now()).trouble; }, std::move(onDay),
                std::move(onKill), m_options.say};
            auto report = sandbox::fill(context);
            if (!report)
                return report;
            if (auto started = m_processes.startKeeper(); !started)
                return tl::unexpected(started.error());
            return report;
        });
    });
}

Result<milliseconds> Sandbox::advance(Timestamp to, bool through)
{
    return underLock(m_options.folder, [this, to, through] {
        return asSuperuser(m_cluster, [this, to, through](store::Connection& superuser) {
            return advanceClock(superuser, m_processes.endpoints(), to, through);
        });
    });
}

Result<Done> Sandbox::stopLocked()
{
    if (auto stopped = m_processes.stopAll(); !stopped)
        return stopped;
    std::error_code ignored;
    fs::remove(file(kConninfoFile), ignored);
    return m_cluster.stop();
}

Result<Done> Sandbox::stop()
{
    if (!fs::exists(m_options.folder))
        return Done{};
    return underLock(m_options.folder, [this] { return stopLocked(); });
}

Result<Done> Sandbox::reset()
{
    if (!fs::exists(m_options.folder))
        return Done{};
    return underLock(m_options.folder, [this]() -> Result<Done> {
        if (auto stopped = stopLocked(); !stopped)
            return stopped;
        return removeData();
    });
}

SandboxStatus Sandbox::status() const
{
    SandboxStatus status;
    status.folder = m_options.folder;
    status.socketFolder = m_cluster.socketFolder();
    status.made = isMade();
    const auto server = m_cluster.server();
    status.running = server && fs::exists(file(kConninfoFile));
    status.database = kDatabase;
    status.bankEndpoint = m_processes.endpoint(kBankProcess);
    status.callbackAddress = m_processes.callbackAddress();
    if (server)
        status.processes.push_back({"postgres", server->pid});
    for (const auto& [name, process] : m_processes.allRunning())
        status.processes.push_back({name, process.pid});
    for (const PracticeLogin& entry : practiceLogins()) {
        constexpr std::string_view kProcessPrefix = "svc_";
        const bool isProcess = entry.login.starts_with(kProcessPrefix);
        status.logins.emplace_back(isProcess ? entry.login.substr(kProcessPrefix.size()) : entry.login,
            m_cluster.conninfo(entry.login, kDatabase));
    }
    status.logins.emplace_back("superuser", m_cluster.conninfo(kSuperuser, kDatabase));
    return status;
}

} // namespace onceover::sandbox
