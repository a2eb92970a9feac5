// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "acts/decide.h"
#include "acts/request_id.h"
#include "json_text.h"
#include "models/compensation_text.h"
#include "models/display_text.h"
#include "models/plan_text.h"
#include "request_answer.h"
#include "store/control_store.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <map>
#include <utility>

namespace onceover::ctl {

namespace {

struct RequestWords {
    Q_DECLARE_TR_FUNCTIONS(RequestCommand)
};

constexpr int kRequestsMost = 500;

Json requestJson(const RequestRow& request)
{
    Json json{{"approval_id", request.id}, {"kind", request.kind}, {"status", request.status}, {"maker", request.maker},
        {"checker", request.checker}, {"reason", request.reason}, {"ticket", request.ticket},
        {"plan_sha256", request.planHash}, {"total", request.planTotal}, {"items", request.items},
        {"items_done", request.itemsDone}, {"items_refused", request.itemsRefused},
        {"requested_at", plainTime(request.requestedAt)}, {"expires_at", plainTime(request.expiresAt)}};
    const auto orNull = [](const std::optional<Timestamp>& at) { return at ? Json(plainTime(*at)) : Json(nullptr); };
    json["decided_at"] = orNull(request.decidedAt);
    json["executed_at"] = orNull(request.executedAt);
    json["verified_at"] = orNull(request.verifiedAt);
    json["decision_reason"] = request.decisionReason;
    return json;
}

void printRequest(const RequestRow& request)
{
    printLine(QStringLiteral("%1 %2 %3 %4")
                  .arg(QString::number(request.id), 6)
                  .arg(models::plainText(request.status), -10)
                  .arg(models::plainText(request.kind), -12)
                  .arg(models::plainText(request.maker + (request.checker.empty() ? "" : " / " + request.checker) + ": "
                      + request.reason)));
    printLine(QStringLiteral("       ")
        + RequestWords::tr("items %1, done %2, refused %3 · expires %4")
              .arg(request.items)
              .arg(request.itemsDone)
              .arg(request.itemsRefused)
              .arg(QString::fromStdString(plainTime(request.expiresAt))));
}

/// Did it make operations that may be in flight yet (R91)? It is verified when they are final.
bool mayBeInFlight(const RequestRow& request)
{
    return (request.kind == "compensation" || request.kind == "recovery plan")
        && (request.status == "EXECUTED" || request.status == "PARTLY");
}

Json compensationsJson(const std::vector<RequestItemRow>& items)
{
    Json all = Json::array();
    for (const RequestItemRow& item : items) {
        if (!item.madeGood)
            continue;
        const CompensationFact& made = *item.madeGood;
        all.push_back(
            {{"operation_id", made.operation.value.toString()}, {"original_id", made.original.value.toString()},
                {"kind", made.kind}, {"amount_minor", made.amountMinor}, {"currency", made.currency},
                {"status", made.status}, {"failure_class", made.failureClass}, {"created_at", plainTime(made.madeAt)},
                {"finished_at", made.finishedAt ? Json(plainTime(*made.finishedAt)) : Json(nullptr)},
                {"read_at", plainTime(item.readAt)}});
    }
    return all;
}

/// By number of the request.
using ItemsOfRequests = std::map<std::int64_t, std::vector<RequestItemRow>>;

/// Of the one that is shown whole; else of those where money may be in flight.
Result<ItemsOfRequests> readItems(store::ControlStore& port, const std::vector<RequestRow>& requests, bool whole)
{
    ItemsOfRequests items;
    for (const RequestRow& request : requests) {
        if (!whole && !mayBeInFlight(request))
            continue;
        auto read = port.requestItems(request.id, kRequestsMost);
        if (!read)
            return tl::unexpected{read.error()};
        items[request.id] = std::move(*read);
    }
    return items;
}

Json requestsJson(
    const ServerIdentity& where, const std::vector<RequestRow>& requests, const ItemsOfRequests& items, bool whole)
{
    Json json = whereJson(where);
    json["requests"] = Json::array();
    for (const RequestRow& request : requests) {
        Json one = requestJson(request);
        if (whole)
            one["plan"] = Json::parse(request.plan, nullptr, false);
        if (const auto read = items.find(request.id); read != items.end())
            one["compensations"] = compensationsJson(read->second);
        json["requests"].push_back(std::move(one));
    }
    return json;
}

void printCompensations(const std::vector<RequestItemRow>& items)
{
    for (const RequestItemRow& item : items) {
        if (item.madeGood)
            printLine(QStringLiteral("       %1 \u00B7 %2")
                          .arg(models::compensationText(*item.madeGood, models::TimeFormat::utc(), item.readAt),
                              QString::fromStdString(item.madeGood->operation.value.toString())));
    }
}

void printWhole(const RequestRow& request, const std::vector<RequestItemRow>& items)
{
    printRequest(request);
    printLine(RequestWords::tr("plan %1").arg(models::plainText(request.planHash)));
    for (const QString& line : models::planLines(request.kind, request.plan, models::TimeFormat::utc()))
        printLine(line);
    const Json plan = Json::parse(request.plan, nullptr, false);
    std::size_t n = 0;
    for (const RequestItemRow& item : items) {
        QString amount;
        if (plan.is_object() && plan.contains("items") && n < plan["items"].size()) {
            const Json& planned = plan["items"][n];
            amount
                = models::moneyText(planned.value("amount", std::int64_t{0}), planned.value("currency", std::string{}))
                + QStringLiteral(" ") + models::plainText(planned.value("key", std::string{}));
        }
        ++n;
        printLine(QStringLiteral("%1 %2 %3 %4")
                      .arg(item.no, 6)
                      .arg(models::plainText(item.operation), models::plainText(item.status), amount));
    }
    printCompensations(items);
    if (request.status == "REQUESTED")
        printLine(RequestWords::tr("To approve: onceoverctl approve %1 --plan %2 --total %3")
                      .arg(request.id)
                      .arg(models::plainText(request.planHash),
                          models::plainText(request.planTotal.empty() ? "''" : request.planTotal)));
}

} // namespace

ExitCode runReplay(const CommonOptions& common, const ReplayOptions& options)
{
    ReplayWish wish;
    for (const std::string& text : options.operations) {
        const auto id = Uuid::parse(text);
        if (!id) {
            printNote(RequestWords::tr("%1 is no operation id.").arg(models::plainText(text)));
            return ExitCode::Usage;
        }
        wish.operations.push_back(*id);
    }
    wish.keyEverSucceeded = options.keyEverSucceeded == "yes";
    wish.forTheMorning = options.forTheMorning;
    wish.underFreeze = options.underFreeze;
    wish.reason = options.reason;
    wish.ticket = options.ticket;
    return withActStore<store::ControlStore>(
        common, "alice", [&](ControlPort& port) { return acts::requestReplay(port, wish, acts::newRequestId()); });
}

ExitCode runDismiss(const CommonOptions& common, const RequestOptions& options)
{
    const auto letter = numberFrom(options.subject);
    if (!letter) {
        printNote(RequestWords::tr("A dead letter is named by its number, as the list shows it."));
        return ExitCode::Usage;
    }
    return withActStore<store::ControlStore>(common, "alice", [&](ControlPort& port) {
        return acts::requestDismissal(port, *letter, options.reason, options.ticket, acts::newRequestId());
    });
}

ExitCode runLift(const CommonOptions& common, const RequestOptions& options)
{
    const auto freeze = numberFrom(options.subject);
    Json policies = Json::object();
    for (const std::string& text : options.policies) {
        const auto equals = text.find('=');
        if (equals == std::string::npos) {
            printNote(RequestWords::tr("A policy is written job=all, job=latest or job=none."));
            return ExitCode::Usage;
        }
        policies[text.substr(0, equals)] = text.substr(equals + 1);
    }
    if (!freeze) {
        printNote(RequestWords::tr("A freeze is named by its number, as `onceoverctl freeze` shows it."));
        return ExitCode::Usage;
    }
    return withActStore<store::ControlStore>(common, "alice", [&](ControlPort& port) {
        return acts::requestLift(port, *freeze, policies.dump(), options.reason, options.ticket, acts::newRequestId());
    });
}

ExitCode runDecide(const CommonOptions& common, const DecideOptions& options)
{
    const auto request = numberFrom(options.request);
    if (!request) {
        printNote(RequestWords::tr("A request is named by its number, as `onceoverctl requests` shows it."));
        return ExitCode::Usage;
    }
    const acts::Decision decision{*request, options.plan, options.total, options.reason};
    return withActStore<store::ControlStore>(
        common, options.verb == "withdraw" ? "alice" : "bob", [&](ControlPort& port) {
            if (options.verb == "approve")
                return acts::approve(port, decision, acts::newRequestId());
            return options.verb == "reject" ? acts::reject(port, decision, acts::newRequestId())
                                            : acts::withdraw(port, decision, acts::newRequestId());
        });
}

ExitCode runRequests(const CommonOptions& common, const RequestsOptions& options)
{
    const auto only = options.request.empty() ? std::nullopt : numberFrom(options.request);
    if (!options.request.empty() && !only) {
        printNote(RequestWords::tr("A request is named by its number."));
        return ExitCode::Usage;
    }
    const Result<store::ConnectionTarget> target = targetFor(common, "bob");
    if (!target)
        return reportFailure(target.error());
    store::ControlStore port{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = port.connect();
    if (!server)
        return reportFailure(server.error());
    const auto requests = port.requests(only, kRequestsMost);
    if (!requests)
        return reportFailure(requests.error());
    if (only && requests->empty()) {
        printNote(RequestWords::tr("There is no request %1.").arg(*only));
        return ExitCode::Broken;
    }
    auto items = readItems(port, *requests, only.has_value());
    if (!items)
        return reportFailure(items.error());
    if (common.json) {
        printJson(requestsJson(*server, *requests, *items, only.has_value()));
        return ExitCode::Ok;
    }
    printWhere(*server);
    if (requests->empty())
        printLine(RequestWords::tr("No request was made."));
    for (const RequestRow& request : *requests) {
        if (only) {
            printWhole(request, (*items)[request.id]);
            continue;
        }
        printRequest(request);
        printCompensations((*items)[request.id]);
    }
    return ExitCode::Ok;
}

} // namespace onceover::ctl
