// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include "channel/book_reader.h"
#include "channel/http_call.h"
#include "channel/http_callback_door.h"
#include "engine/engine.h"
#include "factories.h"
#include "practice_bank/bank.h"
#include "store/proof_store.h"
#include "support/compare_text.h"
#include "support/practice_rows.h"
#include "support/test_cluster.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace onceover::test {

/// One database, one bank in this process, and the real engine between them: in this process, or as programs.
class EngineBench {
public:
    explicit EngineBench(TestCluster& cluster = TestCluster::shared())
        : database(cluster)
    {
        startBank();
    }
    ~EngineBench() { stopEngine(); }
    EngineBench(const EngineBench&) = delete;
    EngineBench& operator=(const EngineBench&) = delete;

    TestDatabase database;

    void startBank()
    {
        practice_bank::BankOptions options;
        options.book = m_folder.filePath(QStringLiteral("bank.book")).toStdString();
        options.port = m_port;
        options.connectionsMax = 1024;
        options.webhookSecret = "practice secret";
        m_bank = std::make_unique<practice_bank::Bank>(options);
        m_port = m_bank->start();
    }
    void stopBank() { m_bank.reset(); }
    [[nodiscard]] std::string endpoint() const { return "http://127.0.0.1:" + std::to_string(m_port); }
    /// Where the bank calls back, under the secret "practice callbacks". What went wrong, else empty.
    [[nodiscard]] std::string openDoor(channel::CallbackDoorOptions options = {})
    {
        options.secrets = {{"practice-bank", kCallbackSecret}, {"nobody-knows", kCallbackSecret}};
        auto door = channel::HttpCallbackDoor::open(std::move(options));
        if (!door)
            return door.error().detail;
        m_door = *std::move(door);
        return {};
    }
    [[nodiscard]] int doorPort() const { return m_door->port(); }
    [[nodiscard]] std::string callbackUrl() const
    {
        return "http://127.0.0.1:" + std::to_string(doorPort()) + "/v1/callbacks/practice-bank";
    }
    static constexpr const char* kCallbackSecret = "practice callbacks";

    [[nodiscard]] std::string file(const char* name) const
    {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }

    /// The installation row; repeatable.
    [[nodiscard]] Result<std::string> install(const std::string& environment = "sandbox") const
    {
        return database.runAsSuperuser(
            "INSERT INTO onceover.installation (namespace, name, environment, system_identifier, timeline) "
            "SELECT gen_random_uuid(), 'Test', '"
            + environment
            + "', s.system_identifier, c.timeline_id "
              "FROM pg_control_system() s, pg_control_checkpoint() c ON CONFLICT DO NOTHING");
    }

    /// Enters a practice day and scales every wait of job and channel, so that recoveries take fractions of a second.
    [[nodiscard]] Result<std::int64_t> enterDay(const std::string& day)
    {
        if (const auto installed = install(); !installed)
            return tl::unexpected{installed.error()};
        auto sales = putPracticeDay(database, *BusinessDate::parse(day), endpoint());
        if (!sales)
            return sales;
        const auto scaled = database.runAsSuperuser(
            "UPDATE onceover.job SET lease = '300 ms', retry_backoff = ARRAY['50 ms','250 ms','1250 ms']::interval[], "
            "conflict_backoff = '20 ms'; "
            "UPDATE onceover.channel_profile SET connect_timeout = '300 ms', answer_timeout = '400 ms', send_lease = "
            "'600 ms', "
            "retry_backoff = ARRAY['50 ms','250 ms','1250 ms']::interval[], "
            "query_backoff = ARRAY['30 ms','60 ms','150 ms','500 ms']::interval[], "
            // An unreliable bank must not spend the budget by chance: what that leads to has tests of its own.
            "max_send_attempts = 20, max_queries = 100");
        return scaled ? sales : tl::unexpected{scaled.error()};
    }

    /// For a day whose attempts are counted: nothing ends for want of time, however slow the machine. After enterDay().
    [[nodiscard]] std::string beInNoHurry()
    {
        return sql("UPDATE onceover.job SET lease = '2 min'; UPDATE onceover.channel_profile SET connect_timeout = '20 "
                   "s', answer_timeout = '20 s', send_lease = '2 min'");
    }

    /// The practice installation as for a day, but nothing was sold. Empty when it is there.
    [[nodiscard]] std::string enterNothingSold()
    {
        if (const auto entered = enterDay("2026-01-01"); !entered)
            return entered.error().detail;
        return sql("ALTER TABLE onceover.sale DISABLE TRIGGER guard_append_only; DELETE FROM onceover.sale; "
                   "ALTER TABLE onceover.sale ENABLE ALWAYS TRIGGER guard_append_only");
    }

    /// A job as its type declares it, with the waits of the day's job; its schedule begins now. Empty when it is there.
    [[nodiscard]] std::string addJob(const std::string& type, const std::string& zone = "Asia/Shanghai",
        const std::string& schedule = "30 18 * * *", int bizDateOffset = -1) const
    {
        return sql(
            "INSERT INTO onceover.job (job_id, job_type, run_key_prefix, period_kind, grade, time_zone, schedule, "
            "biz_date_offset, schedule_from, same_action, allowed_lateness, may_repeat, needs_compensation, lease, "
            "retry_backoff, conflict_backoff) SELECT t.job_type, t.job_type, t.run_key_prefix, t.period_kind, t.grade, "
            "'"
            + zone + "', '" + schedule + "', " + std::to_string(bizDateOffset)
            + ", onceover.clock(), t.same_action, t.allowed_lateness, t.may_repeat, t.needs_compensation, j.lease, "
              "j.retry_backoff, "
              "j.conflict_backoff FROM onceover.job_type t, onceover.job j WHERE j.job_id = 'settle-daily' AND "
              "t.job_type = '"
            + type + "'");
    }

    /// Channels for mail and webhooks at the practice bank, and what signs webhooks, where the engine looks for it.
    /// Empty when all is there.
    [[nodiscard]] std::string addNoticeChannels(const char* secret = "practice secret") const
    {
        QFile kept(QString::fromStdString(file("secret")));
        if (!kept.open(QIODevice::WriteOnly) || kept.write(secret) < 0)
            return "no secret";
        kept.close();
        qputenv("ONCEOVER_WEBHOOK_SECRET_FILE", kept.fileName().toLocal8Bit());
        return sql("INSERT INTO onceover.channel_profile SELECT (jsonb_populate_record(p, jsonb_build_object("
                   "'channel_id', 'practice-' || k, 'kind', k, 'refusal_codes', ARRAY['SIGNATURE']))).* FROM "
                   "onceover.channel_profile p, unnest(ARRAY['mail', 'webhook']) k WHERE channel_id = 'practice-bank'");
    }
    /// What the bank's sink took of that kind.
    [[nodiscard]] QJsonArray taken(const QString& kind) const
    {
        const auto reply = channel::callHttp(endpoint() + "/v1/notices", std::nullopt, std::chrono::seconds{5});
        QJsonArray found;
        if (!reply)
            return found;
        for (const QJsonValue& notice :
            QJsonDocument::fromJson(QByteArray::fromStdString(*reply)).object()[QLatin1String("notices")].toArray()) {
            if (notice[QLatin1String("kind")].toString() == kind)
                found.append(notice);
        }
        return found;
    }

    /// What alice's manual trigger was answered.
    [[nodiscard]] std::string trigger(const std::string& day, const std::string& job = "settle-daily") const
    {
        return sql("SELECT outcome || ' ' || coalesce(answer, '') || reason FROM onceover.trigger_run('" + job + "', '"
                + day + "', gen_random_uuid())",
            "alice");
    }

    void startEngine(std::set<engine::Role> roles = allRoles())
    {
        engine::EngineOptions options;
        const WorkerId worker{"test-" + std::to_string(++m_incarnation) + "-" + database.name()};
        options.identity = {worker, "tst_engine_day", "0", "here", 1, {}};
        options.roles = roles;
        options.tzdataVersion = "test";
        options.polls.longest = std::chrono::milliseconds{250};
        options.log = [this](const engine::LogLine& line) {
            const std::lock_guard lock(m_mutex);
            m_lines.push_back(line);
        };
        auto factories = worker::makeFactories({database.conninfo(), "test"}, logins(), roles, worker);
        factories.door = m_door.get();
        m_engines.push_back(std::make_unique<engine::Engine>(options, std::move(factories)));
        m_engines.back()->start();
    }
    void stopEngine() { m_engines.clear(); }

    /// Waits until the statement (as the superuser) gives this text; its last answer.
    [[nodiscard]] std::string await(const std::string& statement, const std::string& wanted,
        std::chrono::seconds atMost = std::chrono::seconds{30}) const
    {
        std::string found;
        std::ignore = QTest::qWaitFor(
            [&] {
                found = sql(statement);
                return found == wanted;
            },
            static_cast<int>(std::chrono::milliseconds{atMost}.count()));
        return found;
    }
    [[nodiscard]] std::string awaitBatch(const std::string& day, const std::string& status = "COMPLETED") const
    {
        return await("SELECT status FROM onceover.settlement_batch WHERE biz_date = '" + day + "'", status);
    }
    [[nodiscard]] std::string sql(const std::string& statement, const std::string& login = {}) const
    {
        const auto answer = login.empty() ? database.runAsSuperuser(statement) : database.run(login, statement);
        return answer ? *answer : "ERROR " + answer.error().detail;
    }

    /// Lines of warnings and errors, for a test that failed.
    [[nodiscard]] std::string troubles()
    {
        const std::lock_guard lock(m_mutex);
        std::string text;
        for (const engine::LogLine& line : m_lines) {
            if (line.level == engine::LogLevel::Error || line.level == engine::LogLevel::Warning) {
                text += line.duty + " " + line.event + ": " + line.message;
                for (const engine::LogField& field : line.fields)
                    text += " " + field.name + "=" + field.text;
                text += "\n";
            }
        }
        return text;
    }

    /// Every promise that does not hold, named; empty when all do. Judged by the database and the bank's own book.
    [[nodiscard]] std::string brokenPromises() const
    {
        store::ProofStore proof({database.conninfo("carol"), "test"}, "engine_bench");
        const auto readable = proof.readableBooks();
        const auto book = channel::readBook(endpoint(), "practice-bank");
        if (!readable || !book)
            return "the book cannot be read";
        const auto checks = proof.verify({{"practice-bank"}, *book, readable->databaseTime}, true);
        if (!checks)
            return checks.error().statement + " " + checks.error().detail;
        std::string text;
        for (const PromiseCheck& check : *checks) {
            if (check.holds)
                continue;
            text += check.promise + " (" + std::to_string(check.brokenTotal) + "):";
            for (const std::string& row : check.broken)
                text += " " + row;
            text += "\n";
        }
        if (!text.empty())
            qWarning("%s", text.c_str()); // Qt does not print a std::string that differs.
        return text;
    }

    static std::set<engine::Role> allRoles()
    {
        return {engine::Role::Scheduler, engine::Role::Settler, engine::Role::Sender, engine::Role::Resolver,
            engine::Role::Janitor};
    }

private:
    static std::map<engine::Role, std::string> logins()
    {
        return {{engine::Role::Scheduler, "svc_scheduler"}, {engine::Role::Settler, "svc_worker"},
            {engine::Role::Sender, "svc_sender"}, {engine::Role::Resolver, "svc_resolver"},
            {engine::Role::Callback, "svc_callback"}, {engine::Role::Reconciler, "svc_reconciler"},
            {engine::Role::Replayer, "svc_replayer"}, {engine::Role::Janitor, "svc_janitor"}};
    }

    QTemporaryDir m_folder;
    int m_port = 0;
    std::unique_ptr<practice_bank::Bank> m_bank;
    std::mutex m_mutex; ///< Guards m_lines, which every duty's thread writes.
    std::vector<engine::LogLine> m_lines;
    int m_incarnation = 0;
    std::unique_ptr<channel::HttpCallbackDoor> m_door; ///< Outlives the engines.
    std::vector<std::unique_ptr<engine::Engine>> m_engines;
};

} // namespace onceover::test
