// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "sandbox/practice_business.h"
#include "sandbox/private_cluster.h"

#include <functional>
#include <string>
#include <string_view>

namespace onceover::store {
class Connection;
}

namespace onceover::sandbox {

/// Names of the practice installation.
inline constexpr std::string_view kDatabase = "settlement";
inline constexpr std::string_view kChannel = "practice-bank";
inline constexpr std::string_view kGiroChannel
    = "practice-giro"; ///< A bank that cannot be asked what became of an order.
inline constexpr std::string_view kMailChannel = "practice-mail";
inline constexpr std::string_view kWebhookChannel = "practice-webhook";
inline constexpr std::string_view kJob = "settle-daily";
inline constexpr std::string_view kSmallDayJob = "cleanup-temp@minute"; ///< Runs each minute of the small day.
inline constexpr std::string_view kJobZone = "Asia/Shanghai";

/// What a new sandbox is made of.
struct ProvisionSettings {
    std::string bankEndpoint;
    std::string giroEndpoint;
    std::string appVersion;
    int daysBack = 90; ///< The sandbox's clock begins so many days ago.
};

/// Enters the practice bank's profile, version 1, enabled; repeatable.
[[nodiscard]] Result<Done> putPracticeChannel(
    store::Connection& superuser, std::string_view channel, const std::string& endpoint);

/// Enters the job of that type as core/policies/job_types declares it; repeatable. UnknownJob for a type that is
/// declared nowhere.
[[nodiscard]] Result<Done> putPracticeJob(store::Connection& superuser, std::string_view jobType);

/// The job of every minute, from the sandbox's present on; repeatable.
[[nodiscard]] Result<Done> putSmallDayJob(store::Connection& superuser);

/// Makes the practice installation in a running, empty private cluster: logins, database, schema (as the migrator's
/// login), the movable clock, people, the practice banks' profiles and their sinks for mail and webhooks (version 1,
/// enabled), the merchants, the subscriptions and the eight jobs. `say` tells each step. Not repeatable: a half-made
/// one is thrown away with its cluster.
[[nodiscard]] Result<Done> provision(const PrivateCluster& cluster, const ProvisionSettings& settings,
    const PracticeBusiness& business, const std::function<void(std::string_view)>& say);

} // namespace onceover::sandbox
