// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/audit_json.h"

#include "proof/length_prefixed.h"

#include <nlohmann/json.hpp>

namespace onceover::proof {

namespace {

using Json = nlohmann::json; // Its objects are sorted by name, so that equal values are equal bytes.

std::string bytesFrom(const Json& json, const char* name)
{
    const auto bytes = fromHex(json.at(name).get_ref<const std::string&>());
    if (!bytes)
        throw std::invalid_argument(std::string{name} + " is not hexadecimal");
    return *bytes;
}

/// Parses with `parse`, which may throw, and demands that the value writes the very same line.
template <typename Value, typename Parse>
Result<Value> readLine(std::string_view line, Parse parse)
{
    try {
        Value value = parse(Json::parse(line));
        if (lineOf(value) != line)
            return refuse(Refusal::ValueMalformed, "its bytes are not as they were written");
        return value;
    } catch (const std::exception& problem) {
        return refuse(Refusal::ValueMalformed, problem.what());
    }
}

} // namespace

std::string lineOf(const AuditRow& row)
{
    return Json{{"chain", row.chain}, {"seq", row.seq}, {"at", row.at}, {"actor", row.actor}, {"login", row.login},
        {"role", row.role}, {"action", row.action}, {"target", row.target}, {"outcome", row.outcome},
        {"reason", row.reason}, {"ticket", row.ticket}, {"detail", row.detail}, {"request_id", row.requestId},
        {"hash", hexOf(row.hash)}}
        .dump();
}

Result<AuditRow> readRow(std::string_view line)
{
    return readLine<AuditRow>(line, [](const Json& json) {
        AuditRow row;
        row.chain = json.at("chain").get<std::string>();
        row.seq = json.at("seq").get<std::int64_t>();
        row.at = json.at("at").get<std::string>();
        row.actor = json.at("actor").get<std::string>();
        row.login = json.at("login").get<std::string>();
        row.role = json.at("role").get<std::string>();
        row.action = json.at("action").get<std::string>();
        row.target = json.at("target").get<std::string>();
        row.outcome = json.at("outcome").get<std::string>();
        row.reason = json.at("reason").get<std::string>();
        row.ticket = json.at("ticket").get<std::string>();
        row.detail = json.at("detail").get<std::string>();
        row.requestId = json.at("request_id").get<std::string>();
        row.hash = bytesFrom(json, "hash");
        return row;
    });
}

std::string lineOf(const Anchor& anchor)
{
    return Json{{"seq", anchor.seq}, {"body", hexOf(anchor.body)}, {"signature", hexOf(anchor.signature)},
        {"public_key", hexOf(anchor.publicKey)}}
        .dump();
}

Result<Anchor> readAnchor(std::string_view line)
{
    return readLine<Anchor>(line, [](const Json& json) {
        return Anchor{json.at("seq").get<std::int64_t>(), bytesFrom(json, "body"), bytesFrom(json, "signature"),
            bytesFrom(json, "public_key")};
    });
}

} // namespace onceover::proof
