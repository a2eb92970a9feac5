// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plan_settings.h"

#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/recovery_text.h"
#include "models/rollout_text.h"
#include "models/schedule_text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace onceover::models {

namespace {

struct SettingWords {
    Q_DECLARE_TR_FUNCTIONS(PlanText)
};

/// A value of a plan as plain text; nothing has a word of its own, lists and objects stay JSON.
QString settingValue(const QJsonValue& value)
{
    switch (value.type()) {
    case QJsonValue::Null:
    case QJsonValue::Undefined:
        return SettingWords::tr("nothing", "value of a setting");
    case QJsonValue::Bool:
        return value.toBool() ? SettingWords::tr("yes", "value of a setting")
                              : SettingWords::tr("no", "value of a setting");
    case QJsonValue::Double:
        return QString::number(value.toDouble(), 'g', 17);
    case QJsonValue::String:
        return plainText(value.toString());
    case QJsonValue::Array:
        return plainText(QString::fromUtf8(QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact)));
    case QJsonValue::Object:
        break;
    }
    return plainText(QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact)));
}

QString textOfSetting(const QJsonObject& object, const char* name)
{
    return settingValue(object.value(QLatin1StringView(name)));
}

QString listOfSetting(const QJsonValue& value)
{
    QStringList words;
    for (const QJsonValue& word : value.toArray())
        words << settingValue(word);
    return words.join(QStringLiteral(", "));
}

/// Each field that changes: what it is now, what it becomes.
QStringList fieldLines(const QJsonObject& plan)
{
    QStringList lines;
    const QJsonObject fields = plan.value(QLatin1StringView("fields")).toObject();
    for (auto it = fields.begin(); it != fields.end(); ++it)
        lines << SettingWords::tr("%1: %2 becomes %3", "field, old value, new value")
                     .arg(plainText(it.key()), textOfSetting(it->toObject(), "old"),
                         textOfSetting(it->toObject(), "new"));
    return lines;
}

QStringList profileLines(const QJsonObject& plan)
{
    const QString channel = textOfSetting(plan, "channel");
    const QString version = textOfSetting(plan, "version");
    const QString change = plan.value(QLatin1StringView("change")).toString();
    if (change == QLatin1StringView("disable"))
        return {SettingWords::tr("Channel %1: version %2 is disabled; nothing is sent through it any more.")
                    .arg(channel, version)};
    if (change == QLatin1StringView("enable"))
        return {SettingWords::tr("Channel %1: version %2 is what new messages are sent by.").arg(channel, version)};
    return QStringList{SettingWords::tr("Channel %1: version %2 is made from version %3; it is not enabled by this.")
                           .arg(channel, version, textOfSetting(plan, "base"))}
    + fieldLines(plan);
}

/// What of an open list of things somebody must deal with when rules move.
QString dealsWithLine(const QJsonObject& left)
{
    const std::string currency = left.value(QLatin1StringView("currency")).toString().toStdString();
    const qint64 amount = left.value(QLatin1StringView("amount_minor")).toInteger();
    return SettingWords::tr("To be dealt with: %1.", "what, count and amount")
        .arg(rolloutLeftLine({left.value(QLatin1StringView("what")).toString().toStdString(),
            left.value(QLatin1StringView("n")).toInteger(),
            currency.empty() ? std::nullopt : std::optional<std::int64_t>(amount), currency}));
}

QStringList rolloutLines(const QJsonObject& plan)
{
    const QString from = plan.value(QLatin1StringView("from")).toString();
    const QString mode = rolloutModeText(plan.value(QLatin1StringView("mode")).toString().toStdString());
    const QString job = textOfSetting(plan, "job");
    const QString version = textOfSetting(plan, "rule_version");
    QStringList lines{from.isEmpty()
            ? SettingWords::tr("Rules %1 of %2 begin: %3.", "version, job, stage").arg(version, job, mode)
            : SettingWords::tr("Rules %1 of %2, now \u201C%3\u201D, become \u201C%4\u201D.", "version, job, stages")
                  .arg(version, job, rolloutModeText(from.toStdString()), mode)};
    if (const QString scopes = listOfSetting(plan.value(QLatin1StringView("scopes"))); !scopes.isEmpty())
        lines << SettingWords::tr("They take effect for: %1", "scopes").arg(scopes);
    for (const QJsonValue& left : plan.value(QLatin1StringView("deals_with")).toArray())
        lines << dealsWithLine(left.toObject());
    return lines;
}

QString payeeOfSetting(const QJsonObject& payee)
{
    return SettingWords::tr("%1, account %2, %3", "name, account, country")
        .arg(textOfSetting(payee, "name"), textOfSetting(payee, "account"), textOfSetting(payee, "country"));
}

QStringList beneficiaryLines(const QJsonObject& plan)
{
    QStringList lines{SettingWords::tr("Merchant %1").arg(textOfSetting(plan, "merchant")),
        SettingWords::tr("Beneficiary now: %1").arg(payeeOfSetting(plan.value(QLatin1StringView("old")).toObject())),
        SettingWords::tr("Beneficiary from now on: %1")
            .arg(payeeOfSetting(plan.value(QLatin1StringView("new")).toObject()))};
    if (const qint64 open = plan.value(QLatin1StringView("open_operations")).toInteger(); open > 0)
        lines << SettingWords::tr(
            "%n open operation(s) go to the old one, whatever is decided.", nullptr, boundedCount(open));
    return lines;
}

QStringList batchRecoveryLines(const QJsonObject& plan)
{
    const QString cause = plan.value(QLatin1StringView("cause_removed")).toString();
    QStringList lines{SettingWords::tr("Run %1 goes on.").arg(textOfSetting(plan, "run_key")),
        cause.isEmpty() ? SettingWords::tr("Its cause stands, and so does the freeze.")
                        : SettingWords::tr("What removed the cause: %1").arg(plainText(cause))};
    for (const QJsonValue& value :
        plan.value(QLatin1StringView("facts")).toObject().value(QLatin1StringView("failures")).toArray()) {
        const QJsonObject failure = value.toObject();
        lines << SettingWords::tr("It failed by letter %1, %2: %3", "letter, class, error")
                     .arg(textOfSetting(failure, "letter"), textOfSetting(failure, "class"),
                         textOfSetting(failure, "error"));
    }
    if (const QString lifts = listOfSetting(plan.value(QLatin1StringView("lifts"))); !lifts.isEmpty())
        lines << SettingWords::tr("Lifts freeze %1").arg(lifts);
    return lines;
}

QStringList recoveryPlanLines(const QJsonObject& plan)
{
    QStringList lines{SettingWords::tr("Incident %1").arg(textOfSetting(plan, "incident"))};
    if (plan.value(QLatin1StringView("false_alarm")).toBool())
        lines << SettingWords::tr("It is taken for a false alarm: nothing is done.");
    for (const QJsonValue& value : plan.value(QLatin1StringView("counts")).toArray()) {
        const QJsonObject count = value.toObject();
        const qint64 operations = count.value(QLatin1StringView("operations")).toInteger();
        lines << SettingWords::tr("%1: %n operation(s), %2", "action, amount", boundedCount(operations))
                     .arg(recoveryActionText(count.value(QLatin1StringView("action")).toString().toStdString()),
                         moneyText(count.value(QLatin1StringView("amount")).toInteger(),
                             count.value(QLatin1StringView("currency")).toString().toStdString()));
    }
    if (const qint64 left = plan.value(QLatin1StringView("left_alone")).toInteger(); left > 0)
        lines << SettingWords::tr("%n open operation(s) of its scope are left alone.", nullptr, boundedCount(left));
    return lines;
}

} // namespace

QStringList settingLines(std::string_view kind, const QJsonObject& plan)
{
    if (kind == "profile")
        return profileLines(plan);
    if (kind == "rollout")
        return rolloutLines(plan);
    if (kind == "beneficiary")
        return beneficiaryLines(plan);
    if (kind == "retention setting")
        return QStringList{SettingWords::tr("Changes: %1", "subject").arg(textOfSetting(plan, "subject"))}
        + fieldLines(plan);
    if (kind == "batch recovery")
        return batchRecoveryLines(plan);
    return kind == "recovery plan" ? recoveryPlanLines(plan) : QStringList{};
}

} // namespace onceover::models
