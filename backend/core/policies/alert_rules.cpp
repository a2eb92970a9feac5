// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policies/alert_rules.h"

#include "core/schedule.h"

#include <algorithm>
#include <map>
#include <set>

namespace onceover {

namespace {

constexpr std::size_t kPartMax = 500;

using AlertId = std::pair<std::string, std::string>; ///< Rule and subject.

/// 23:59 of the local day that holds this instant.
Timestamp lastMinuteOf(const std::string& zone, Timestamp at)
{
    const auto in = [at](std::string_view name) -> Result<Timestamp> {
        const auto day = localDateOf(name, at);
        if (!day)
            return tl::unexpected{day.error()};
        const auto next = day->plusDays(1);
        return next ? startOfDay(name, *next) : Result<Timestamp>{tl::unexpected{next.error()}};
    };
    auto end = in(zone);
    if (!end)
        end = in("Etc/UTC");
    return end ? *end - std::chrono::minutes{1} : at + std::chrono::days{1};
}

std::string plainPart(const std::string& text)
{
    std::string plain;
    for (const char c : text.substr(0, kPartMax))
        plain += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? ' ' : c;
    return plain;
}

} // namespace

bool callsForAlert(const AlertFact& fact)
{
    switch (fact.rule) {
    case AlertRule::Difference:
    case AlertRule::DeadLetter:
    case AlertRule::MoneyFailed:
    case AlertRule::NotCompared:
    case AlertRule::QueueFull:
    case AlertRule::HistoryLost:
    case AlertRule::GuardChanged:
        return fact.measure != 0;
    case AlertRule::DeadLetterOld:
    case AlertRule::UnknownOld:
    case AlertRule::LeaseStuck:
    case AlertRule::QueueLong:
    case AlertRule::QueueOld:
    case AlertRule::SchedulerLate:
    case AlertRule::ClockBackwards:
    case AlertRule::WorkerVanished:
    case AlertRule::ComparisonSlow:
    case AlertRule::CalendarEnds:
    case AlertRule::AnchorsLate:
    case AlertRule::RequestWaits:
    case AlertRule::RequestExpires:
        return fact.measure > fact.limit;
    }
    return false;
}

Timestamp escalationDue(const OpenAlert& alert, const EscalationLimits& limits)
{
    const Timestamp since = alert.escalatedAt.value_or(alert.openedAt);
    const Timestamp first = std::min(since + limits.after, lastMinuteOf(alert.zone, since));
    return std::max(first, since + limits.atLeast);
}

AlertChanges decideAlerts(const std::vector<AlertFact>& facts, const std::vector<OpenAlert>& open,
    const EscalationLimits& limits, Timestamp now)
{
    std::map<AlertId, const OpenAlert*> known;
    for (const OpenAlert& alert : open)
        known.emplace(AlertId{alert.rule, alert.subject}, &alert);
    AlertChanges changes;
    std::set<AlertId> wanted;
    for (const AlertFact& fact : facts) {
        const AlertId id{std::string{nameOf(fact.rule)}, fact.subject};
        if (!callsForAlert(fact) || !wanted.insert(id).second)
            continue;
        const auto found = known.find(id);
        if (found == known.end())
            changes.open.push_back(fact);
        else if (found->second->lastError != fact.lastError || found->second->detail != fact.detail)
            changes.refresh.emplace_back(found->second->id, fact);
    }
    for (const OpenAlert& alert : open) {
        if (!fromName<AlertRule>(alert.rule))
            continue;
        if (!wanted.contains({alert.rule, alert.subject}))
            changes.close.push_back(alert.id);
        else if (alert.grade == "P0" && !alert.acknowledged && alert.escalations < limits.most
            && escalationDue(alert, limits) <= now)
            changes.escalate.push_back({alert.id, alert.escalations});
    }
    return changes;
}

std::string alertLine(const AlertFact& fact)
{
    std::string line = plainPart(fact.grade) + " " + std::string{nameOf(fact.rule)} + ": " + plainPart(fact.subject);
    if (fact.bizDate)
        line += ", " + fact.bizDate->toString();
    line += ", key " + (fact.key.empty() ? std::string{"(none)"} : plainPart(fact.key));
    line += ", last error: " + plainPart(fact.lastError);
    return fact.detail.empty() ? line : line + " (" + plainPart(fact.detail) + ")";
}

std::string alertText(const AlertFact& fact, int level)
{
    const std::string line = alertLine(fact);
    return level == 0 ? line : "Nobody acknowledged this, escalation " + std::to_string(level) + ": " + line;
}

} // namespace onceover
