// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

/// A number or text with a meaning, so that two of the same shape cannot be swapped.
template <typename Tag, typename Value>
struct Strong {
    Value value{};
    friend auto operator<=>(const Strong&, const Strong&) = default;
};

using MerchantId = Strong<struct MerchantTag, std::int64_t>;
using BatchId = Strong<struct BatchTag, std::int64_t>;
using RunId = Strong<struct RunTag, std::int64_t>;
using TriggerId = Strong<struct TriggerTag, std::int64_t>;
using AttemptId = Strong<struct AttemptTag, std::int64_t>;
using OutboxId = Strong<struct OutboxTag, std::int64_t>;
using CallId = Strong<struct CallTag, std::int64_t>;
using ShardNumber = Strong<struct ShardTag, std::int16_t>;
/// 0..63; leads every per-merchant key (DESIGN.md section 8).
using Bucket = Strong<struct BucketTag, std::int16_t>;
/// The fencing token: grows by one at each claim and each fence (R26).
using Version = Strong<struct VersionTag, std::int64_t>;
using JobId = Strong<struct JobTag, std::string>;
using WorkerId = Strong<struct WorkerTag, std::string>;
using ChannelId = Strong<struct ChannelTag, std::string>;
/// `prefix[@scope]:period`, from the business date, never from the clock at execution (R11).
using RunKey = Strong<struct RunKeyTag, std::string>;
/// Sent outside; computed, never typed, never changed (S16, R57). 32 characters of base32.
using IdempotencyKey = Strong<struct IdempotencyKeyTag, std::string>;

/// 128 bits, printed in the canonical 8-4-4-4-12 form.
struct Uuid {
    std::array<std::uint8_t, 16> bytes{};
    friend auto operator<=>(const Uuid&, const Uuid&) = default;

    /// Canonical lower-case text form.
    [[nodiscard]] std::string toString() const;
    /// Parses the canonical form (either letter case); nothing for anything else.
    [[nodiscard]] static std::optional<Uuid> parse(std::string_view text);
};

/// One business effect; computed from its natural key (core/keys.h), so that a lost row computes the same id again.
struct OperationId {
    Uuid value;
    friend auto operator<=>(const OperationId&, const OperationId&) = default;
};

/// The installation's namespace: made once, immutable; enters every computed key.
struct KeyNamespace {
    Uuid value;
    friend auto operator<=>(const KeyNamespace&, const KeyNamespace&) = default;
};

/// Number of buckets that per-merchant rows are spread over.
inline constexpr int kBucketCount = 64;

} // namespace onceover

template <>
struct std::hash<onceover::OperationId> {
    std::size_t operator()(const onceover::OperationId& id) const noexcept
    {
        std::uint64_t low = 0;
        for (std::size_t i = 8; i < 16; ++i)
            low = (low << 8) | id.value.bytes[i];
        return static_cast<std::size_t>(low); // The id is a digest already: any eight bytes of it are well spread.
    }
};
