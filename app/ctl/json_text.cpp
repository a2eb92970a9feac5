// SPDX-License-Identifier: GPL-3.0-or-later
#include "json_text.h"

#include "models/time_text.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

namespace onceover::ctl {

Json whereJson(const ServerIdentity& server)
{
    Json json;
    json["environment"] = server.environment;
    json["database"] = server.database;
    json["host"] = server.host;
    json["login"] = server.login;
    return json;
}

std::string plainTime(Timestamp at)
{
    return models::TimeFormat::plain(at).toStdString();
}

void printJson(const Json& json)
{
    printLine(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

} // namespace onceover::ctl
