// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/duty_log.h"

namespace onceover::engine {

namespace {

std::string_view kindName(FailureKind kind)
{
    switch (kind) {
    case FailureKind::Refused:
        return "refused";
    case FailureKind::Conflict:
        return "conflict";
    case FailureKind::Unavailable:
        return "unavailable";
    case FailureKind::Cancelled:
        return "cancelled";
    case FailureKind::InDoubt:
        return "in doubt";
    case FailureKind::DataRejected:
        return "data rejected";
    case FailureKind::Broken:
        return "broken";
    }
    return "broken";
}

LogLevel levelOf(FailureKind kind)
{
    switch (kind) {
    case FailureKind::Conflict:
    case FailureKind::Unavailable:
    case FailureKind::Cancelled:
        return LogLevel::Warning;
    case FailureKind::Refused:
    case FailureKind::InDoubt:
    case FailureKind::DataRejected:
    case FailureKind::Broken:
        return LogLevel::Error;
    }
    return LogLevel::Error;
}

} // namespace

std::string describe(const Failure& failure)
{
    std::string text{kindName(failure.kind)};
    if (failure.refusal)
        text += " " + std::string{refusalName(*failure.refusal)};
    if (!failure.found.empty())
        text += ", found " + failure.found;
    if (!failure.detail.empty())
        text += ": " + failure.detail;
    return text;
}

void DutyLog::write(LogLevel level, std::string_view event, std::string message, LogFields fields) const
{
    m_sink({level, std::string{event}, m_duty, std::move(message), std::move(fields)});
}

void DutyLog::debug(std::string_view event, std::string message, LogFields fields) const
{
    write(LogLevel::Debug, event, std::move(message), std::move(fields));
}

void DutyLog::info(std::string_view event, std::string message, LogFields fields) const
{
    write(LogLevel::Info, event, std::move(message), std::move(fields));
}

void DutyLog::warning(std::string_view event, std::string message, LogFields fields) const
{
    write(LogLevel::Warning, event, std::move(message), std::move(fields));
}

void DutyLog::error(std::string_view event, std::string message, LogFields fields) const
{
    write(LogLevel::Error, event, std::move(message), std::move(fields));
}

void DutyLog::failure(std::string_view event, const Failure& failure, LogFields fields) const
{
    if (!failure.statement.empty())
        fields.emplace_back("statement", failure.statement);
    if (!failure.sqlState.empty())
        fields.emplace_back("sqlstate", failure.sqlState);
    write(levelOf(failure.kind), event, describe(failure), std::move(fields));
}

LogFields fieldsOf(const ClaimedOperation& operation)
{
    return {{"operation_id", operation.ref.id.value.toString()}, {"version", operation.version.value},
        {"attempt_id", operation.attempt.value}, {"batch_id", operation.batch.value}, {"shard", operation.shard.value},
        {"job_id", operation.job.value}};
}

} // namespace onceover::engine
