// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alert_text.h"

#include "core/policies/alert_rules.h"
#include "models/plain_text.h"
#include "models/subject_text.h"

#include <QCoreApplication>

#include <array>

namespace onceover::models {

namespace {

struct AlertWords {
    Q_DECLARE_TR_FUNCTIONS(AlertText)
};

/// Those of resources/sql/statements/watch.sql.
constexpr std::array kSubjects{
    SubjectKind{"message ", QT_TRANSLATE_NOOP("AlertText", "message %1")},
    SubjectKind{"operation ", QT_TRANSLATE_NOOP("AlertText", "operation %1")},
    SubjectKind{"run ", QT_TRANSLATE_NOOP("AlertText", "run %1")},
    SubjectKind{"worker ", QT_TRANSLATE_NOOP("AlertText", "worker %1")},
    SubjectKind{"channel ", QT_TRANSLATE_NOOP("AlertText", "channel %1")},
    SubjectKind{"job ", QT_TRANSLATE_NOOP("AlertText", "job %1")},
    SubjectKind{"difference ", QT_TRANSLATE_NOOP("AlertText", "difference %1")},
    SubjectKind{"calendar ", QT_TRANSLATE_NOOP("AlertText", "calendar %1")},
    SubjectKind{"anchor ", QT_TRANSLATE_NOOP("AlertText", "anchor %1")},
    SubjectKind{"chain ", QT_TRANSLATE_NOOP("AlertText", "audit chain %1")},
    SubjectKind{"book ", QT_TRANSLATE_NOOP("AlertText", "the bank's book, %1")},
    SubjectKind{"guard ", QT_TRANSLATE_NOOP("AlertText", "guard %1")},
    SubjectKind{"request ", QT_TRANSLATE_NOOP("AlertText", "request %1")},
};

} // namespace

QString alertRuleText(std::string_view stored)
{
    const std::optional<AlertRule> rule = fromName<AlertRule>(stored);
    if (!rule)
        return plainText(stored);
    switch (*rule) {
    case AlertRule::DeadLetter:
        return AlertWords::tr("dead letter");
    case AlertRule::DeadLetterOld:
        return AlertWords::tr("dead letter for too long");
    case AlertRule::UnknownOld:
        return AlertWords::tr("unknown for too long");
    case AlertRule::LeaseStuck:
        return AlertWords::tr("leases stuck");
    case AlertRule::QueueLong:
        return AlertWords::tr("too many wait");
    case AlertRule::QueueOld:
        return AlertWords::tr("the oldest waits too long");
    case AlertRule::Difference:
        return AlertWords::tr("difference");
    case AlertRule::MoneyFailed:
        return AlertWords::tr("a run of money failed");
    case AlertRule::SchedulerLate:
        return AlertWords::tr("scheduler late");
    case AlertRule::ClockBackwards:
        return AlertWords::tr("clock went backwards");
    case AlertRule::WorkerVanished:
        return AlertWords::tr("worker vanished");
    case AlertRule::ComparisonSlow:
        return AlertWords::tr("comparison slow");
    case AlertRule::NotCompared:
        return AlertWords::tr("not compared");
    case AlertRule::CalendarEnds:
        return AlertWords::tr("calendar ends");
    case AlertRule::QueueFull:
        return AlertWords::tr("queue full");
    case AlertRule::HistoryLost:
        return AlertWords::tr("history lost");
    case AlertRule::AnchorsLate:
        return AlertWords::tr("anchors late");
    case AlertRule::GuardChanged:
        return AlertWords::tr("guard changed");
    case AlertRule::RequestWaits:
        return AlertWords::tr("request waits");
    case AlertRule::RequestExpires:
        return AlertWords::tr("request expires soon");
    }
    return plainText(stored);
}

QString alertSubjectText(std::string_view stored)
{
    if (stored == "database")
        return AlertWords::tr("the database");
    if (stored == "audit anchors")
        return AlertWords::tr("the anchors of the audit chains");
    if (stored == "more guards")
        return AlertWords::tr("more guards");
    if (stored == "three tables")
        return AlertWords::tr("orders, subscriptions and payments");
    return subjectText(stored, kSubjects, "AlertText");
}

} // namespace onceover::models
