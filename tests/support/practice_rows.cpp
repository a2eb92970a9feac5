// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/practice_rows.h"

#include "sandbox/business_writer.h"
#include "sandbox/provisioning.h"
#include "store/connection.h"

#include <date/date.h>

namespace onceover::test {

Result<std::int64_t> putPracticeDay(
    const TestDatabase& database, BusinessDate day, const std::string& endpoint, std::uint64_t seed)
{
    store::Connection superuser(
        {.conninfo = database.conninfo(sandbox::kSuperuser), .program = "test", .duty = "practice-rows"});
    if (auto connected = superuser.connect(); !connected)
        return tl::unexpected(connected.error());
    const sandbox::PracticeBusiness business(seed);
    if (auto put = sandbox::putPracticeChannel(superuser, sandbox::kChannel, endpoint); !put)
        return tl::unexpected(put.error());
    if (auto put = sandbox::putMerchants(superuser, business, sandbox::kChannel); !put)
        return put;
    if (auto put = sandbox::putPracticeJob(superuser, sandbox::kJob); !put)
        return tl::unexpected(put.error());
    const Timestamp untilEverybodyEnded = date::sys_days{day.days()} + std::chrono::hours{72};
    return sandbox::putSales(superuser, business, day, untilEverybodyEnded);
}

} // namespace onceover::test
