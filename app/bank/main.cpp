// SPDX-License-Identifier: GPL-3.0-or-later
// onceover-bank: the practice bank as a program.
#include "practice_bank/bank.h"
#include "practice_bank/bank_clock.h"

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <pthread.h>
#include <spdlog/async.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

namespace {

using practice_bank::BankOptions;
using practice_bank::LogEvent;
using practice_bank::LogLevel;

constexpr int kExitFailure = 1;
constexpr int kExitUsage = 2;
constexpr std::size_t kLogQueueLines = 8192;

struct Arguments {
    BankOptions bank;
    std::string portFile;
    std::string webhookSecretFile;
};

spdlog::level::level_enum spdlogLevel(LogLevel level)
{
    switch (level) {
    case LogLevel::Info:
        return spdlog::level::info;
    case LogLevel::Warning:
        return spdlog::level::warn;
    case LogLevel::Error:
        return spdlog::level::err;
    }
    return spdlog::level::err;
}

/// JSON Lines on stderr, plain text on a terminal. The queue is bounded and drops its oldest lines rather than make a
/// payout wait for whoever reads the log; how many were dropped is told at the end.
std::shared_ptr<spdlog::logger> makeLogger(bool isTerminal)
{
    spdlog::init_thread_pool(kLogQueueLines, 1);
    auto logger
        = std::make_shared<spdlog::async_logger>("onceover-bank", std::make_shared<spdlog::sinks::stderr_sink_mt>(),
            spdlog::thread_pool(), spdlog::async_overflow_policy::overrun_oldest);
    if (isTerminal) {
        logger->set_pattern("%Y-%m-%d %H:%M:%S.%e %l %v");
    } else {
        logger->set_pattern(R"({"ts":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l","program":"onceover-bank",%v})",
            spdlog::pattern_time_type::utc);
    }
    logger->flush_on(spdlog::level::info);
    return logger;
}

/// The members of one line without braces: the pattern puts time and level before them.
std::string logText(const LogEvent& event, bool isTerminal)
{
    if (isTerminal) {
        return std::string{event.event} + ": " + event.message + (event.key.empty() ? "" : " [" + event.key + "]");
    }
    nlohmann::json line{{"event", event.event}, {"msg", event.message}};
    if (!event.key.empty()) {
        line["idempotency_key"] = event.key;
    }
    const std::string text = line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return text.substr(1, text.size() - 2);
}

/// Whoever waits for the file never reads half a number: it appears whole, after the bank listens.
bool writePortFile(const std::string& file, int port)
{
    const std::string draft = file + ".new";
    std::ofstream out(draft, std::ios::trunc);
    out << port << '\n';
    out.close();
    return out.good() && std::rename(draft.c_str(), file.c_str()) == 0;
}

int serve(Arguments arguments, const sigset_t& signals)
{
    const bool isTerminal = ::isatty(STDERR_FILENO) == 1;
    const auto logger = makeLogger(isTerminal);
    if (!arguments.webhookSecretFile.empty()) {
        std::ifstream secret(arguments.webhookSecretFile);
        std::getline(secret, arguments.bank.webhookSecret);
    }
    std::atomic<bool> isBroken{false};
    const pthread_t mainThread = ::pthread_self();
    arguments.bank.log = [logger, isTerminal](const LogEvent& event) {
        logger->log(spdlogLevel(event.level), logText(event, isTerminal));
    };
    arguments.bank.onBroken = [&isBroken, mainThread] {
        isBroken = true;
        ::pthread_kill(mainThread, SIGUSR1);
    };

    practice_bank::Bank bank(arguments.bank);
    bool isStarted = false;
    try {
        const int port = bank.start();
        isStarted = arguments.portFile.empty() || writePortFile(arguments.portFile, port);
        if (!isStarted) {
            arguments.bank.log(
                {LogLevel::Error, "start_failed", "cannot write the port file " + arguments.portFile, {}});
        }
    } catch (const practice_bank::StartFailure& failure) {
        arguments.bank.log({LogLevel::Error, "start_failed", failure.what(), {}});
    }
    if (isStarted) {
        int received = 0;
        ::sigwait(&signals, &received);
    }
    bank.stop();
    if (const auto dropped = spdlog::thread_pool()->overrun_counter(); dropped > 0) {
        arguments.bank.log(
            {LogLevel::Warning, "log_lines_dropped", std::to_string(dropped) + " log lines dropped", {}});
    }
    logger->flush();
    spdlog::shutdown();
    return isStarted && !isBroken ? EXIT_SUCCESS : kExitFailure;
}

/// Fills the arguments; an exit status when the program has nothing more to do.
std::optional<int> parseArguments(int argc, char** argv, Arguments& arguments)
{
    CLI::App app{"A bank to practise on: HTTP payouts by idempotency key, a durable book of its own, misbehaviour on "
                 "demand.\nNever real money: nobody asks who the caller is.",
        "onceover-bank"};
    std::string book;
    std::int64_t clockOffsetMs = 0;
    constexpr auto kOffsetMax = practice_bank::kClockOffsetMax.count();
    app.add_option("--book", book, "File of the durable book (JSON Lines); made when absent")->required();
    app.add_option("--listen", arguments.bank.listen, "Address to listen on")->capture_default_str();
    app.add_option("--port", arguments.bank.port, "Port; 0 takes a free one")
        ->check(CLI::Range(0, 65535))
        ->capture_default_str();
    app.add_option("--webhook-secret-file", arguments.webhookSecretFile,
        "File whose first line is the secret of webhook signatures; without it any webhook is taken");
    app.add_option("--port-file", arguments.portFile, "Write the port here once the bank listens");
    app.add_option("--clock-offset-ms", clockOffsetMs, "Bank time is the machine's time plus this")
        ->check(CLI::Range(-kOffsetMax, kOffsetMax));
    app.set_version_flag("--version", "onceover-bank " ONCEOVER_VERSION);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? EXIT_SUCCESS : kExitUsage;
    }
    arguments.bank.book = book;
    arguments.bank.clockOffset = std::chrono::milliseconds{clockOffsetMs};
    return std::nullopt;
}

} // namespace

int main(int argc, char** argv)
{
    Arguments arguments;
    if (const auto status = parseArguments(argc, argv, arguments)) {
        return *status;
    }
    // Blocked before any thread exists, so that every thread inherits it and only sigwait() sees them.
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : std::array{SIGTERM, SIGINT, SIGUSR1}) {
        sigaddset(&signals, signal);
    }
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    try {
        return serve(std::move(arguments), signals);
    } catch (const std::exception& error) {
        std::cerr << "onceover-bank: " << error.what() << '\n';
        return kExitFailure;
    }
}
