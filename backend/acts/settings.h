// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/settings_port.h"

namespace onceover::acts {

/// Each sends the wish; when the answer is lost, the same id asks for it: never a second request.
[[nodiscard]] Result<RequestAnswer> requestBatchRecovery(
    SettingsPort& port, const BatchRecoveryWish& wish, const Uuid& requestId);
[[nodiscard]] Result<RequestAnswer> requestRollout(SettingsPort& port, const RolloutWish& wish, const Uuid& requestId);
[[nodiscard]] Result<RequestAnswer> requestProfile(SettingsPort& port, const ProfileWish& wish, const Uuid& requestId);
[[nodiscard]] Result<RequestAnswer> requestBeneficiary(
    SettingsPort& port, const BeneficiaryWish& wish, const Uuid& requestId);
[[nodiscard]] Result<RequestAnswer> requestRetentionSetting(
    SettingsPort& port, const RetentionWish& wish, const Uuid& requestId);

} // namespace onceover::acts
