// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/params.h"

#include <date/date.h>

namespace onceover::store {

std::string encodeTimestamp(Timestamp at)
{
    return date::format("%F %T+00", at);
}

} // namespace onceover::store
