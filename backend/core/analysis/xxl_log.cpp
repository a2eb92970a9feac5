// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/xxl_log.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <date/date.h>
#include <map>
#include <sstream>
#include <string>
#include <utility>

namespace onceover {

namespace {

constexpr std::string_view kTable = "`xxl_job_log`";
constexpr int kOk = 200;
constexpr int kUntold = 0;

/// The table as XXL-JOB 2.3 to 2.4 makes it; a dump that tells its own is believed.
const std::vector<std::string>& usualColumns()
{
    static const std::vector<std::string> columns{"id", "job_group", "job_id", "executor_address", "executor_handler",
        "executor_param", "executor_sharding_param", "executor_fail_retry_count", "trigger_time", "trigger_code",
        "trigger_msg", "handle_time", "handle_code", "handle_msg", "alarm_status"};
    return columns;
}

using RowValues = std::map<std::string, std::optional<std::string>>;

/// Reads MySQL text from left to right. After a fault, `isBad()`.
class DumpReader {
public:
    explicit DumpReader(std::string_view text)
        : m_text(text)
    {
    }

    [[nodiscard]] bool isBad() const { return m_isBad; }
    [[nodiscard]] int line() const
    {
        return 1
            + static_cast<int>(std::count(m_text.begin(), m_text.begin() + static_cast<std::ptrdiff_t>(m_at), '\n'));
    }

    /// Goes behind the next occurrence; false when there is none.
    bool findAfter(std::string_view word)
    {
        const auto found = m_text.find(word, m_at);
        if (found == std::string_view::npos)
            return false;
        m_at = found + word.size();
        return true;
    }
    bool take(char wanted)
    {
        skipBlanks();
        if (m_at >= m_text.size() || m_text[m_at] != wanted)
            return false;
        ++m_at;
        return true;
    }
    void demand(char wanted) { m_isBad = !take(wanted) || m_isBad; }
    bool takeWord(std::string_view word)
    {
        skipBlanks();
        if (m_text.substr(m_at, word.size()) != word)
            return false;
        m_at += word.size();
        return true;
    }
    /// `name`
    [[nodiscard]] std::string name()
    {
        demand('`');
        const auto end = m_text.find('`', m_at);
        if (m_isBad || end == std::string_view::npos) {
            m_isBad = true;
            return {};
        }
        std::string text{m_text.substr(m_at, end - m_at)};
        m_at = end + 1;
        return text;
    }
    /// A text, a number or NULL.
    [[nodiscard]] std::optional<std::string> value()
    {
        if (take('\''))
            return quoted();
        if (takeWord("NULL"))
            return std::nullopt;
        skipBlanks();
        const auto end = m_text.find_first_not_of("0123456789.-", m_at);
        if (end == std::string_view::npos || end == m_at) {
            m_isBad = true;
            return std::nullopt;
        }
        std::string text{m_text.substr(m_at, end - m_at)};
        m_at = end;
        return text;
    }
    [[nodiscard]] std::size_t at() const { return m_at; }

private:
    void skipBlanks()
    {
        while (m_at < m_text.size()
            && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\r' || m_text[m_at] == '\t'))
            ++m_at;
    }
    /// What stands up to the closing quote; a backslash makes the next character plain, two quotes are one.
    [[nodiscard]] std::string quoted()
    {
        std::string text;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at++];
            if (c == '\'' && m_at < m_text.size() && m_text[m_at] == '\'') {
                text.push_back('\'');
                ++m_at;
            } else if (c == '\'') {
                return text;
            } else if (c == '\\' && m_at < m_text.size()) {
                const char escaped = m_text[m_at++];
                text.push_back(escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped == 't' ? '\t' : escaped);
            } else {
                text.push_back(c);
            }
        }
        m_isBad = true;
        return text;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_isBad = false;
};

/// The columns as the dump's own definition of the table lists them, one a line; `from` is behind its opening
/// parenthesis.
std::vector<std::string> columnsOf(std::string_view from)
{
    std::vector<std::string> columns;
    std::istringstream lines{std::string{from}};
    for (std::string line; std::getline(lines, line);) {
        const auto begin = line.find_first_not_of(" \t\r");
        if (begin == std::string::npos)
            continue;
        if (line[begin] != '`')
            break; // Keys come after the columns.
        const auto end = line.find('`', begin + 1);
        columns.push_back(line.substr(begin + 1, end - begin - 1));
    }
    return columns.empty() ? usualColumns() : columns;
}

bool holdsAny(const std::string& text, std::initializer_list<std::string_view> words)
{
    return std::any_of(
        words.begin(), words.end(), [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

StartKind startOf(const std::string& message)
{
    if (holdsAny(message, {"Cron触发", "Cron trigger"}))
        return StartKind::Schedule;
    if (holdsAny(message, {"手动触发", "Manual trigger"}))
        return StartKind::Manual;
    if (holdsAny(message, {"失败重试触发", "Fail retry trigger"}))
        return StartKind::Retry;
    if (holdsAny(message, {"调度过期补偿", "Misfire"}))
        return StartKind::CatchUp;
    return StartKind::Other;
}

RouteKind routeOf(const std::string& message)
{
    if (holdsAny(message, {"路由策略：分片广播", "Sharding Broadcast"}))
        return RouteKind::Broadcast;
    if (holdsAny(message, {"路由策略：故障转移", "Failover"}))
        return RouteKind::Failover;
    return holdsAny(message, {"路由策略：", "Route Strategy"}) ? RouteKind::One : RouteKind::Unknown;
}

/// Only a refused connection proves that nobody got it; after everything else it may have been begun.
ExecutionEnd endOf(int triggerCode, const std::string& triggerMessage, int handleCode, const std::string& handleMessage)
{
    constexpr int kTimedOut = 502; // The log says so; the node may work on.
    if (triggerCode == kOk || triggerCode == kUntold) {
        if (handleCode == kOk)
            return ExecutionEnd::Succeeded;
        if (handleCode == kUntold)
            return ExecutionEnd::Running;
        if (handleCode == kTimedOut)
            return ExecutionEnd::Unclear;
        return holdsAny(handleMessage, {"任务结果丢失", "result lost"}) ? ExecutionEnd::Lost : ExecutionEnd::Failed;
    }
    if (handleCode != kUntold)
        return ExecutionEnd::Unclear;
    return holdsAny(triggerMessage, {"refused", "地址为空", "address is empty", "No route to host"})
        ? ExecutionEnd::NotDispatched
        : ExecutionEnd::Lost;
}

/// "2023-12-31 02:04:28"; nothing for any other text.
std::optional<Timestamp> timeOf(const std::optional<std::string>& text)
{
    if (!text)
        return std::nullopt;
    std::istringstream stream{*text};
    date::sys_time<std::chrono::microseconds> at;
    stream >> date::parse("%Y-%m-%d %H:%M:%S", at);
    return stream.fail() ? std::nullopt : std::optional{Timestamp{at.time_since_epoch()}};
}

std::optional<int> numberOf(const std::optional<std::string>& text)
{
    if (!text)
        return std::nullopt;
    int number = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    return error == std::errc{} && end == text->data() + text->size() ? std::optional{number} : std::nullopt;
}

/// "1/3".
std::optional<ExecutionShard> shardOf(const std::optional<std::string>& text)
{
    const auto slash = text ? text->find('/') : std::string::npos;
    if (slash == std::string::npos)
        return std::nullopt;
    const auto index = numberOf(text->substr(0, slash));
    const auto total = numberOf(text->substr(slash + 1));
    return index && total ? std::optional{ExecutionShard{*index, *total}} : std::nullopt;
}

std::optional<Execution> executionOf(const RowValues& row)
{
    const auto column = [&](const char* name) {
        const auto found = row.find(name);
        return found == row.end() ? std::nullopt : found->second;
    };
    const auto id = column("id");
    const auto job = column("job_id");
    const auto triggerCode = numberOf(column("trigger_code"));
    const auto handleCode = numberOf(column("handle_code"));
    if (!id || !job || !triggerCode || !handleCode)
        return std::nullopt;
    const std::string message = column("trigger_msg").value_or("");
    Execution execution;
    execution.id = "log " + *id;
    execution.job = "job " + *job;
    execution.node = column("executor_address").value_or("");
    // What follows the first line tells of later steps, a retry of this one among them.
    execution.start = startOf(message.substr(0, message.find("<br>")));
    execution.route = routeOf(message);
    execution.end = endOf(*triggerCode, message, *handleCode, column("handle_msg").value_or(""));
    execution.shard = shardOf(column("executor_sharding_param"));
    execution.dispatchedAt = timeOf(column("trigger_time"));
    execution.endedAt = timeOf(column("handle_time"));
    return execution;
}

} // namespace

Result<std::vector<Execution>> readXxlLog(std::string_view dump)
{
    std::vector<std::string> tableColumns = usualColumns();
    std::vector<Execution> executions;
    DumpReader reader{dump};
    // The table's name stands before its definition, before a list of columns, or before values; elsewhere it does not
    // matter.
    while (reader.findAfter(kTable)) {
        std::vector<std::string> columns = tableColumns;
        if (reader.take('(')) {
            DumpReader ahead = reader;
            columns.clear();
            do {
                columns.push_back(ahead.name());
            } while (!ahead.isBad() && ahead.take(','));
            if (ahead.isBad() || !ahead.take(')')) {
                tableColumns = columnsOf(dump.substr(reader.at()));
                continue;
            }
            reader = ahead;
        }
        if (!reader.takeWord("VALUES"))
            continue;
        do {
            RowValues row;
            reader.demand('(');
            for (std::size_t i = 0; i < columns.size() && !reader.isBad(); ++i) {
                if (i > 0)
                    reader.demand(',');
                row[columns[i]] = reader.value();
            }
            reader.demand(')');
            const auto execution = reader.isBad() ? std::nullopt : executionOf(row);
            if (!execution)
                return refuse(
                    Refusal::ValueMalformed, "line " + std::to_string(reader.line()) + ": no row of xxl_job_log");
            executions.push_back(*execution);
        } while (reader.take(','));
    }
    return executions;
}

} // namespace onceover
