// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.h"

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

} // namespace onceover::ctl
