// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.h"

#include <date/date.h>

#include <sstream>

namespace onceover::ctl {

Result<store::ConnectionTarget> targetFor(const CommonOptions& options, std::string_view practiceLogin)
{
    Result<store::ConnectionTarget> target = store::resolveTarget({.dsn = options.dsn, .service = options.service});
    if (!target)
        return target;
    if (options.login)
        return target->withUser(*options.login);
    if (target->origin == "sandbox")
        return target->withUser(practiceLogin);
    return target;
}

std::optional<Timestamp> readUtc(const std::string& text)
{
    for (const char* format : {"%FT%TZ", "%FT%RZ"}) {
        std::istringstream stream{text};
        Timestamp at;
        stream >> date::parse(format, at);
        if (!stream.fail() && stream.peek() == std::istringstream::traits_type::eof())
            return at;
    }
    return std::nullopt;
}

} // namespace onceover::ctl
