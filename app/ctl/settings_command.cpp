// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings_command.h"

#include "acts/request_id.h"
#include "acts/settings.h"
#include "json_text.h"
#include "models/display_text.h"
#include "models/rollout_text.h"
#include "models/schedule_text.h"
#include "request_answer.h"
#include "store/settings_store.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>
#include <QFile>

#include <cstdio>

namespace onceover::ctl {

namespace {

struct SettingsWords {
    Q_DECLARE_TR_FUNCTIONS(SettingsCommand)
};

/// FIELD=VALUE as a JSON object. A value that is JSON (a number, true, a list) stays what it is; every other is text.
std::optional<std::string> fieldsFrom(const std::vector<std::string>& texts)
{
    Json fields = Json::object();
    for (const std::string& text : texts) {
        const auto equals = text.find('=');
        if (equals == 0 || equals == std::string::npos) {
            printNote(SettingsWords::tr("A setting is written FIELD=VALUE."));
            return std::nullopt;
        }
        const std::string value = text.substr(equals + 1);
        const Json parsed = Json::parse(value, nullptr, false);
        fields[text.substr(0, equals)] = parsed.is_discarded() ? Json(value) : parsed;
    }
    return fields.dump();
}

/// The first line of a file, or of standard input for "-": an account number stands in no list of processes.
std::optional<std::string> accountFrom(const std::string& path)
{
    QFile file(QString::fromLocal8Bit(path.c_str()));
    const bool isOpen
        = path == "-" ? file.open(stdin, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly | QIODevice::Text);
    if (!isOpen)
        return std::nullopt;
    return file.readLine(256).trimmed().toStdString();
}

Json rolloutJson(const RolloutRow& row)
{
    return {{"job_id", row.job}, {"rule_version", row.ruleVersion}, {"mode", row.mode}, {"scopes", row.scopes},
        {"since", plainTime(row.since)}, {"maker", row.maker}, {"checker", row.checker}, {"is_current", row.isCurrent},
        {"is_acting", row.isActing}, {"operations_open", row.open}, {"operations_held", row.held},
        {"operations_done", row.done}, {"operations_failed", row.failed}, {"findings", row.findings},
        {"takeovers", row.takeovers}, {"alerts_open", row.alertsOpen}};
}

Json leftJson(const RolloutLeftRow& row)
{
    return {{"rule_version", row.ruleVersion}, {"what", row.what}, {"n", row.count},
        {"amount_minor", row.amountMinor ? Json(*row.amountMinor) : Json(nullptr)}, {"currency", row.currency}};
}

QString whoMoved(const RolloutRow& row)
{
    return row.maker.empty() ? SettingsWords::tr("as the job began")
                             : models::plainText(row.maker + " / " + row.checker);
}

void printRollout(const RolloutRow& row)
{
    printLine(SettingsWords::tr("%1, rules of version %2: %3 since %4, %5")
                  .arg(models::plainText(row.job))
                  .arg(row.ruleVersion)
                  .arg(models::rolloutModeText(row.mode), QString::fromStdString(plainTime(row.since)), whoMoved(row)));
    for (const std::string& scope : row.scopes)
        printLine(QStringLiteral("       ") + SettingsWords::tr("takes effect for %1").arg(models::plainText(scope)));
    printLine(QStringLiteral("       ")
        + SettingsWords::tr("operations: open %1, held %2, done %3, failed %4 · findings %5")
              .arg(row.open)
              .arg(row.held)
              .arg(row.done)
              .arg(row.failed)
              .arg(row.findings));
    printLine(QStringLiteral("       ")
        + SettingsWords::tr("taken over %1 · open alerts of the job %2").arg(row.takeovers).arg(row.alertsOpen));
}

void printLeft(const RolloutLeftRow& row)
{
    printLine(
        QStringLiteral("       ") + models::rolloutLeftLine({row.what, row.count, row.amountMinor, row.currency}));
}

} // namespace

ExitCode runBatchRecovery(const CommonOptions& common, const BatchRecoveryOptions& options)
{
    BatchRecoveryWish wish;
    wish.causeRemoved = options.causeRemoved;
    wish.why = {options.reason, options.ticket};
    if (!options.batch.empty()) {
        wish.batch = numberFrom(options.batch);
        if (!wish.batch) {
            printNote(SettingsWords::tr("A batch is named by its number, as lists show it."));
            return ExitCode::Usage;
        }
    } else {
        wish.job = options.job;
        const auto date = BusinessDate::parse(options.bizDate);
        if (wish.job.empty() || !date) {
            printNote(SettingsWords::tr("Name a batch, or --job and --biz-date YYYY-MM-DD."));
            return ExitCode::Usage;
        }
        wish.bizDate = *date;
    }
    return withActStore<store::SettingsStore>(common, "alice",
        [&](SettingsPort& port) { return acts::requestBatchRecovery(port, wish, acts::newRequestId()); });
}

ExitCode runRequestRollout(const CommonOptions& common, const RolloutOptions& options)
{
    const RolloutWish wish{
        options.job, options.ruleVersion, options.mode, options.scopes, {options.reason, options.ticket}};
    return withActStore<store::SettingsStore>(
        common, "alice", [&](SettingsPort& port) { return acts::requestRollout(port, wish, acts::newRequestId()); });
}

ExitCode runRequestProfile(const CommonOptions& common, const ProfileOptions& options)
{
    ProfileWish wish{options.channel, options.change, options.version, {}, {options.reason, options.ticket}};
    if (!options.fields.empty()) {
        const auto fields = fieldsFrom(options.fields);
        if (!fields)
            return ExitCode::Usage;
        wish.fields = *fields;
    }
    return withActStore<store::SettingsStore>(
        common, "alice", [&](SettingsPort& port) { return acts::requestProfile(port, wish, acts::newRequestId()); });
}

ExitCode runRequestBeneficiary(const CommonOptions& common, const BeneficiaryOptions& options)
{
    const auto merchant = numberFrom(options.merchant);
    if (!merchant) {
        printNote(SettingsWords::tr("A merchant is named by its number."));
        return ExitCode::Usage;
    }
    const auto account = accountFrom(options.accountFile);
    if (!account) {
        printNote(SettingsWords::tr("The file %1 cannot be read.").arg(models::plainText(options.accountFile)));
        return ExitCode::Usage;
    }
    const BeneficiaryWish wish{*merchant, options.name, *account, options.country, {options.reason, options.ticket}};
    return withActStore<store::SettingsStore>(common, "alice",
        [&](SettingsPort& port) { return acts::requestBeneficiary(port, wish, acts::newRequestId()); });
}

ExitCode runRequestRetention(const CommonOptions& common, const RetentionOptions& options)
{
    const auto fields = fieldsFrom(options.fields);
    if (!fields)
        return ExitCode::Usage;
    const RetentionWish wish{options.kind + " " + options.ref, *fields, {options.reason, options.ticket}};
    return withActStore<store::SettingsStore>(common, "alice",
        [&](SettingsPort& port) { return acts::requestRetentionSetting(port, wish, acts::newRequestId()); });
}

ExitCode runRollout(const CommonOptions& common, const RolloutOptions& options)
{
    const Result<store::ConnectionTarget> target = targetFor(common, "bob");
    if (!target)
        return reportFailure(target.error());
    store::SettingsStore port{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = port.connect();
    if (!server)
        return reportFailure(server.error());
    const auto rollouts = port.rollouts(options.job);
    if (!rollouts)
        return reportFailure(rollouts.error());
    if (!options.job.empty() && rollouts->empty()) {
        printNote(SettingsWords::tr("There is no job %1.").arg(models::plainText(options.job)));
        return ExitCode::Broken;
    }
    std::vector<RolloutLeftRow> left;
    if (!options.job.empty()) {
        const auto read = port.rolloutLeft(options.job);
        if (!read)
            return reportFailure(read.error());
        left = *read;
    }
    if (common.json) {
        Json json = whereJson(*server);
        json["rollouts"] = Json::array();
        for (const RolloutRow& row : *rollouts)
            json["rollouts"].push_back(rolloutJson(row));
        if (!options.job.empty()) {
            json["left"] = Json::array();
            for (const RolloutLeftRow& row : left)
                json["left"].push_back(leftJson(row));
        }
        printJson(json);
        return ExitCode::Ok;
    }
    printWhere(*server);
    for (const RolloutRow& row : *rollouts) {
        printRollout(row);
        for (const RolloutLeftRow& one : left) {
            if (one.ruleVersion == row.ruleVersion)
                printLeft(one);
        }
    }
    return ExitCode::Ok;
}

} // namespace onceover::ctl
