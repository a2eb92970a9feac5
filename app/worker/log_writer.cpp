// SPDX-License-Identifier: GPL-3.0-or-later
#include "log_writer.h"

#include <memory>

#include <nlohmann/json.hpp>
#include <spdlog/async.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace onceover::worker {

namespace {

constexpr std::size_t kQueueLines = 8192;
constexpr const char* kLoggerName = "onceover-worker";

spdlog::level::level_enum spdlogLevel(engine::LogLevel level)
{
    switch (level) {
    case engine::LogLevel::Debug:
        return spdlog::level::debug;
    case engine::LogLevel::Info:
        return spdlog::level::info;
    case engine::LogLevel::Warning:
        return spdlog::level::warn;
    case engine::LogLevel::Error:
        return spdlog::level::err;
    }
    return spdlog::level::err;
}

/// The members after time and level, which the pattern puts before them, without braces.
std::string asJsonMembers(const engine::LogLine& line, const std::string& workerId)
{
    nlohmann::ordered_json object;
    object["event"] = line.event;
    object["program"] = kLoggerName;
    object["worker_id"] = workerId;
    object["duty"] = line.duty;
    for (const engine::LogField& field : line.fields) {
        if (field.isNumber)
            object[field.name] = std::stoll(field.text);
        else
            object[field.name] = field.text;
    }
    object["msg"] = line.message;
    const std::string text = object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return text.substr(1, text.size() - 2);
}

/// One line for eyes; control characters of hostile text become '?' so that nobody can forge a line (S15).
std::string asText(const engine::LogLine& line)
{
    std::string text = line.duty + " " + line.event + ": " + line.message;
    for (const engine::LogField& field : line.fields)
        text += " " + field.name + "=" + field.text;
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f')
            c = '?';
    }
    return text;
}

} // namespace

engine::LogSink openLog(const std::string& workerId, bool asTextLines, engine::LogLevel least)
{
    spdlog::init_thread_pool(kQueueLines, 1);
    auto logger = std::make_shared<spdlog::async_logger>(kLoggerName, std::make_shared<spdlog::sinks::stderr_sink_mt>(),
        spdlog::thread_pool(), spdlog::async_overflow_policy::overrun_oldest);
    if (asTextLines)
        logger->set_pattern("%Y-%m-%d %H:%M:%S.%e %l %v");
    else
        logger->set_pattern(R"({"ts":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})", spdlog::pattern_time_type::utc);
    logger->set_level(spdlogLevel(least));
    logger->flush_on(spdlog::level::debug);
    spdlog::register_logger(logger);
    return [logger, workerId, asTextLines](const engine::LogLine& line) {
        const auto level = spdlogLevel(line.level);
        if (logger->should_log(level))
            logger->log(level, "{}", asTextLines ? asText(line) : asJsonMembers(line, workerId));
    };
}

void closeLog()
{
    const auto logger = spdlog::get(kLoggerName);
    if (logger && spdlog::thread_pool()) {
        if (const auto dropped = spdlog::thread_pool()->overrun_counter(); dropped > 0)
            logger->warn(R"("event":"log_lines_dropped","msg":"{} lines dropped")", dropped);
        logger->flush();
    }
    spdlog::shutdown();
}

} // namespace onceover::worker
