// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/staged_kill.h"

#include "channel/book_reader.h"
#include "sandbox/provisioning.h"
#include "sandbox/sandbox_processes.h"
#include "store/connection.h"
#include "store/transaction.h"

#include <csignal>
#include <map>
#include <utility>

namespace onceover::sandbox {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

constexpr auto kSceneTimeMax = 30s;
constexpr milliseconds kSceneLookAfter{2};
constexpr auto kDeathTimeMax = 10s;

} // namespace

/// The session that makes posting wait; its end lets go.
struct StagedKill::Session {
    explicit Session(const std::string& conninfo)
        : connection({.conninfo = conninfo, .program = "onceoverctl", .duty = "staged-kill"})
    {
    }
    store::Connection connection;
    std::unique_ptr<store::Transaction> transaction;
};

std::int64_t KillStory::takenOverInAll() const
{
    std::int64_t all = 0;
    for (const TakenOver& part : takenOver)
        all += part.operations;
    return all;
}

StagedKill::StagedKill(std::string conninfo, SandboxProcesses& processes)
    : m_conninfo(std::move(conninfo))
    , m_processes(processes)
{
}

StagedKill::~StagedKill() = default;

Result<Done> StagedKill::makePostingWait()
{
    m_posting = std::make_unique<Session>(m_conninfo);
    if (auto connected = m_posting->connection.connect(); !connected)
        return connected;
    m_posting->transaction = std::make_unique<store::Transaction>(m_posting->connection);
    return m_posting->transaction->run("LetPostingWait").map([](const store::Rows&) { return Done{}; });
}

Result<Done> StagedKill::waitUntilItHolds(store::Connection& superuser, const KeepAlive& keepAlive)
{
    const auto deadline = steady_clock::now() + kSceneTimeMax;
    while (true) {
        const auto rows = superuser.run("ReadHolderOfClaims");
        if (!rows)
            return tl::unexpected(rows.error());
        const auto holders = rows->readAll([](const store::Row& row) {
            return std::pair{row.string("worker_id"), static_cast<pid_t>(row.int32("pid"))};
        });
        if (!holders)
            return tl::unexpected(holders.error());
        for (const auto& [worker, pid] : *holders) {
            for (const auto& [name, process] : m_processes.allRunning()) {
                if (process.pid != pid)
                    continue;
                m_victim = worker;
                m_story.process = name;
                m_story.pid = pid;
                return Done{};
            }
        }
        const std::string trouble = keepAlive ? keepAlive() : std::string{};
        if (!trouble.empty() || steady_clock::now() >= deadline)
            return fail(
                FailureKind::Unavailable, "no worker claims anything" + (trouble.empty() ? "" : "; " + trouble));
        (void)superuser.waitForTick(-1, kSceneLookAfter);
    }
}

Result<Done> StagedKill::waitUntilTheServerNoticed(store::Connection& superuser) const
{
    const auto deadline = steady_clock::now() + kSceneTimeMax;
    while (true) {
        const auto rows = superuser.run("CountSessionsOfWorker", store::params(m_victim));
        if (!rows)
            return tl::unexpected(rows.error());
        const auto sessions = rows->readOne([](const store::Row& row) { return row.int64("n"); });
        if (!sessions)
            return tl::unexpected(sessions.error());
        if (*sessions == 0)
            return Done{};
        if (steady_clock::now() >= deadline)
            return fail(FailureKind::Unavailable, "the server keeps sessions of the killed " + m_story.process);
        (void)superuser.waitForTick(-1, kSceneLookAfter * 10);
    }
}

Result<Done> StagedKill::kill(store::Connection& superuser)
{
    const auto victim = identify(m_story.pid);
    if (!victim || !signalProcess(*victim, SIGKILL) || !waitUntilGone(*victim, kDeathTimeMax))
        return fail(FailureKind::Unavailable, m_story.process + " cannot be ended");
    // It can change nothing any more, and posting waits: what it holds now is what it held when it died.
    auto rows = superuser.run("CountHeldBy", store::params(m_victim));
    if (!rows)
        return tl::unexpected(rows.error());
    return rows->readOne([this](const store::Row& row) {
        m_story.held = row.int64("n");
        m_killedAt = row.timestamp("at");
        return Done{};
    });
}

Result<Done> StagedKill::strike(store::Connection& superuser, BusinessDate day, const KeepAlive& keepAlive)
{
    m_story.bizDate = day;
    if (auto found = waitUntilItHolds(superuser, keepAlive); !found)
        return found;
    if (auto killed = kill(superuser); !killed)
        return killed;
    if (auto noticed = waitUntilTheServerNoticed(superuser); !noticed)
        return noticed;
    m_posting.reset();
    constexpr std::string_view kPrefix = "worker-";
    return m_processes.startWorker(
        std::atoi(m_story.process.substr(kPrefix.size()).c_str())); // NOLINT(cert-err34-c): our own name.
}

Result<KillStory> StagedKill::tell(store::Connection& superuser) const
{
    KillStory story = m_story;
    auto rows = superuser.run("ReadWorkTakenOver", store::params(kJob, m_story.bizDate, m_victim, m_killedAt));
    if (!rows)
        return tl::unexpected(rows.error());
    struct Taken {
        std::string worker;
        pid_t pid = 0;
        milliseconds after{0};
        std::string key;
        bool succeeded = false;
    };
    const auto taken = rows->readAll([](const store::Row& row) {
        return Taken{row.string("worker_id"), static_cast<pid_t>(row.int32("pid")), row.millis("after_ms"),
            row.textOrEmpty("idempotency_key"), row.boolean("succeeded")};
    });
    if (!taken)
        return tl::unexpected(taken.error());
    auto lost = superuser.run("CountAttemptsLostBy", store::params(m_victim));
    if (!lost)
        return tl::unexpected(lost.error());
    const auto attempts = lost->readOne([](const store::Row& row) { return row.int64("n"); });
    if (!attempts)
        return tl::unexpected(attempts.error());
    story.attemptsLost = *attempts;

    std::map<std::string, int> effects;
    for (const std::string& endpoint : m_processes.endpoints()) {
        const auto book = channel::readBook(endpoint);
        if (!book)
            return tl::unexpected(book.error());
        for (const OutsideEffect& effect : *book)
            ++effects[effect.key];
    }
    std::map<pid_t, std::string> names;
    for (const auto& [name, process] : m_processes.allRunning())
        names[process.pid] = name;
    std::map<std::string, std::int64_t> byTaker;
    for (const Taken& one : *taken) {
        const auto name = names.find(one.pid);
        ++byTaker[name == names.end() ? one.worker : name->second];
        story.after = std::max(story.after, one.after);
        const auto found = effects.find(one.key);
        story.tookEffectOnce += one.succeeded && found != effects.end() && found->second == 1 ? 1 : 0;
    }
    for (const auto& [name, operations] : byTaker)
        story.takenOver.push_back({name, operations});
    return story;
}

} // namespace onceover::sandbox
