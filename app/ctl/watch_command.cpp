// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "acts/acknowledge_alert.h"
#include "acts/request_id.h"
#include "json_text.h"
#include "models/display_text.h"
#include "store/desk_store.h"
#include "store/people_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <charconv>
#include <chrono>

namespace onceover::ctl {

namespace {

struct WatchWords {
    Q_DECLARE_TR_FUNCTIONS(WatchCommand)
};

/// "24h", "30min", "90s", "2d"; nothing for any other text.
std::optional<milliseconds> spanFrom(const std::string& text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string unit(end, text.data() + text.size());
    if (error != std::errc{} || number < 0 || number > 100'000)
        return std::nullopt;
    if (unit == "s")
        return std::chrono::seconds{number};
    if (unit == "min")
        return std::chrono::minutes{number};
    if (unit == "h")
        return std::chrono::hours{number};
    if (unit == "d")
        return std::chrono::days{number};
    return std::nullopt;
}

Json alertJson(const AlertRow& alert)
{
    Json json{{"alert_id", alert.id}, {"grade", alert.grade}, {"rule", alert.rule}, {"subject", alert.subject},
        {"idempotency_key", alert.key}, {"last_error", alert.lastError}, {"detail", alert.detail},
        {"opened_at", plainTime(alert.openedAt)}, {"escalations", alert.escalations}};
    json["acknowledged_by"] = alert.acknowledgedBy.empty() ? Json(nullptr) : Json(alert.acknowledgedBy);
    return json;
}

void printAlert(const AlertRow& alert, Timestamp now)
{
    printLine(QStringLiteral("%1 %2 %3 %4 %5")
                  .arg(QString::number(alert.id), 6)
                  .arg(models::plainText(alert.grade))
                  .arg(models::ageText(alert.openedAt, now), 12)
                  .arg(models::plainText(alert.rule), -16)
                  .arg(models::plainText(alert.subject)));
    printLine(QStringLiteral("       ")
        + WatchWords::tr("key %1 · %2")
              .arg(models::plainText(alert.key.empty() ? "–" : alert.key), models::plainText(alert.lastError)));
    if (!alert.acknowledgedBy.empty())
        printLine(
            QStringLiteral("       ") + WatchWords::tr("seen by %1").arg(models::plainText(alert.acknowledgedBy)));
    if (alert.escalations > 0)
        printLine(
            QStringLiteral("       ") + WatchWords::tr("went to the next contact, times: %1").arg(alert.escalations));
}

ExitCode acknowledge(const CommonOptions& common, const std::string& typed, const std::string& reason)
{
    const Result<std::int64_t> alert = acts::readAlertId(typed);
    if (!alert) {
        printNote(WatchWords::tr("--ack takes the number of an alert, as the list shows it."));
        return ExitCode::Usage;
    }
    const Result<store::ConnectionTarget> target = targetFor(common, "alice");
    if (!target)
        return reportFailure(target.error());
    store::PeopleStore people{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = people.connect();
    if (!server)
        return reportFailure(server.error());
    const Result<Acknowledgement> answer = acts::acknowledgeAlert(people, *alert, acts::newRequestId(), reason);
    if (!answer)
        return reportFailure(answer.error(), QString::number(*alert));
    if (common.json) {
        Json json = whereJson(*server);
        json["alert_id"] = *alert;
        json["outcome"] = answer->done ? "DONE" : "REFUSED";
        json["reason"] = answer->reason;
        json["acknowledged_by"] = answer->acknowledgedBy;
        json["acknowledged_at"] = answer->at ? Json(plainTime(*answer->at)) : Json(nullptr);
        printJson(json);
    } else {
        printWhere(*server);
        printLine(answer->done
                ? WatchWords::tr("Alert %1: seen by %2.").arg(*alert).arg(models::plainText(answer->acknowledgedBy))
                : models::refusalSentence(answer->reason));
    }
    return answer->done ? ExitCode::Ok : ExitCode::Broken;
}

Json letterJson(const DeadLetterRow& letter, Timestamp now)
{
    const auto age = std::chrono::duration_cast<std::chrono::seconds>(now - letter.openedAt).count();
    Json json{{"dead_letter_id", letter.id}, {"grade", letter.grade}, {"job", letter.job},
        {"biz_date", letter.bizDate.toString()}, {"idempotency_key", letter.key}, {"subject", letter.subject},
        {"failure_class", letter.failureClass}, {"last_error", letter.lastError},
        {"payload_bytes", letter.payloadBytes}, {"attempts", letter.attempts}, {"status", letter.status},
        {"opened_at", plainTime(letter.openedAt)}, {"age_seconds", age}};
    json["amount_minor"] = letter.amountMinor ? Json(*letter.amountMinor) : Json(nullptr);
    json["currency"] = letter.currency;
    return json;
}

void printLetter(const DeadLetterRow& letter, Timestamp now)
{
    constexpr std::chrono::hours kDue{24};
    const bool isLate = now - letter.openedAt > kDue;
    printLine(QStringLiteral("%1 %2 %3%4 %5 %6 %7")
                  .arg(QString::number(letter.id), 6)
                  .arg(models::plainText(letter.grade))
                  .arg(models::ageText(letter.openedAt, now), 12)
                  .arg(isLate ? QStringLiteral("!") : QStringLiteral(" "))
                  .arg(models::plainText(letter.job))
                  .arg(models::dateText(letter.bizDate))
                  .arg(letter.amountMinor ? models::moneyText(*letter.amountMinor, letter.currency) : QString()));
    printLine(QStringLiteral("       ")
        + WatchWords::tr("key %1 · %2 · %3 attempts · %4")
              .arg(models::plainText(letter.key), models::plainText(letter.failureClass))
              .arg(letter.attempts)
              .arg(models::plainText(letter.lastError)));
}

} // namespace

ExitCode runAlerts(const CommonOptions& common, const AlertsOptions& options)
{
    if (options.acknowledge)
        return acknowledge(common, *options.acknowledge, options.reason);
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    store::DeskStore desk{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = desk.connect();
    if (!server)
        return reportFailure(server.error());
    const auto alerts = desk.openAlerts();
    if (!alerts)
        return reportFailure(alerts.error());
    if (common.json) {
        Json json = whereJson(*server);
        json["taken_at"] = plainTime(alerts->readAt);
        json["alerts"] = Json::array();
        for (const AlertRow& alert : alerts->rows)
            json["alerts"].push_back(alertJson(alert));
        printJson(json);
        return ExitCode::Ok;
    }
    printWhere(*server);
    if (alerts->rows.empty())
        printLine(WatchWords::tr("No alert is open."));
    for (const AlertRow& alert : alerts->rows)
        printAlert(alert, alerts->readAt);
    return ExitCode::Ok;
}

ExitCode runDeadLetters(const CommonOptions& common, const DeadLettersOptions& options)
{
    const auto older = spanFrom(options.older);
    if (!older) {
        printNote(WatchWords::tr("--older takes a span like 24h, 30min or 2d."));
        return ExitCode::Usage;
    }
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    store::DeskStore desk{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = desk.connect();
    if (!server)
        return reportFailure(server.error());
    const auto letters = desk.deadLetters(*older);
    if (!letters)
        return reportFailure(letters.error());
    if (common.json) {
        Json json = whereJson(*server);
        json["taken_at"] = plainTime(letters->readAt);
        json["dead_letters"] = Json::array();
        for (const DeadLetterRow& letter : letters->rows)
            json["dead_letters"].push_back(letterJson(letter, letters->readAt));
        printJson(json);
        return ExitCode::Ok;
    }
    printWhere(*server);
    if (letters->rows.empty())
        printLine(WatchWords::tr("No dead letter waits."));
    for (const DeadLetterRow& letter : letters->rows)
        printLetter(letter, letters->readAt);
    return ExitCode::Ok;
}

} // namespace onceover::ctl
