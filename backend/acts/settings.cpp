// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/settings.h"

#include "acts/send_or_ask.h"

namespace onceover::acts {

Result<RequestAnswer> requestBatchRecovery(SettingsPort& port, const BatchRecoveryWish& wish, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestBatchRecovery(wish, requestId); });
}

Result<RequestAnswer> requestRollout(SettingsPort& port, const RolloutWish& wish, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestRollout(wish, requestId); });
}

Result<RequestAnswer> requestProfile(SettingsPort& port, const ProfileWish& wish, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestProfile(wish, requestId); });
}

Result<RequestAnswer> requestBeneficiary(SettingsPort& port, const BeneficiaryWish& wish, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestBeneficiary(wish, requestId); });
}

Result<RequestAnswer> requestRetentionSetting(SettingsPort& port, const RetentionWish& wish, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestRetentionSetting(wish, requestId); });
}

} // namespace onceover::acts
