// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/operation.h"
#include "core/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceover::engine {

enum class LogLevel { Debug, Info, Warning, Error };

/// One named value of a log line; names are those of R115 (operation_id, version, batch_id, …).
struct LogField {
    std::string name;
    std::string text;
    bool isNumber = false;

    LogField(std::string fieldName, std::string value)
        : name(std::move(fieldName))
        , text(std::move(value))
    {
    }
    LogField(std::string fieldName, std::int64_t value)
        : name(std::move(fieldName))
        , text(std::to_string(value))
        , isNumber(true)
    {
    }
};

using LogFields = std::vector<LogField>;

/// One line: one piece of work, or one operation that was refused, lost or is unknown. Never a payload.
struct LogLine {
    LogLevel level = LogLevel::Info;
    std::string event; ///< A stable word, e.g. set_posted.
    std::string duty;
    std::string message;
    LogFields fields;
};

/// Where lines go; called from every duty's thread, so it must be safe for that.
using LogSink = std::function<void(const LogLine&)>;

/// The log of one duty.
class DutyLog {
public:
    DutyLog(LogSink sink, std::string duty)
        : m_sink(std::move(sink))
        , m_duty(std::move(duty))
    {
    }

    void debug(std::string_view event, std::string message, LogFields fields = {}) const;
    void info(std::string_view event, std::string message, LogFields fields = {}) const;
    void warning(std::string_view event, std::string message, LogFields fields = {}) const;
    void error(std::string_view event, std::string message, LogFields fields = {}) const;

    /// A failure with its statement and SQLSTATE beside the given fields. Unavailable, Conflict and Cancelled are
    /// warnings, the others errors.
    void failure(std::string_view event, const Failure& failure, LogFields fields = {}) const;

    [[nodiscard]] const std::string& duty() const { return m_duty; }

private:
    void write(LogLevel level, std::string_view event, std::string message, LogFields fields) const;

    LogSink m_sink;
    std::string m_duty;
};

/// What R115 asks of a line about one operation.
[[nodiscard]] LogFields fieldsOf(const ClaimedOperation& operation);

/// The failure in one line for people who read logs.
[[nodiscard]] std::string describe(const Failure& failure);

} // namespace onceover::engine
