// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/identifiers.h"
#include "core/money.h"
#include "core/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace onceover {

inline constexpr int kOutwardKeyLength = 32; ///< Characters of every outward key.

/// What makes one business effect the same effect again (DESIGN.md section 2, R7). No time of day, attempt, host or
/// random value: who computes it and when makes no difference (R22).
struct NaturalKey {
    MerchantId merchant;
    BusinessDate settleDate;
    std::string settlementType; ///< [a-z0-9-]+, e.g. "settle-daily".
    CurrencyCode currency;
    std::string scopeRef;      ///< The further stable dimension; empty where there is none.
    std::int32_t revision = 0; ///< Above 0 only by an approved revision.
    friend bool operator==(const NaturalKey&, const NaturalKey&) = default;
};

/// Checks the parts: merchant above 0, type of lower-case letters, digits and dashes, a known currency, scope reference
/// of printable ASCII without blanks (so that Unicode normal forms cannot make two keys of one), revision not negative.
/// Refuses with KeyMalformed (currency: UnknownCurrency); `found` names the part.
[[nodiscard]] Result<Done> checkNaturalKey(const NaturalKey& key);

/// The operation's id: the first 16 bytes of SHA-256(namespace ‖ lp(merchant, decimal) ‖ lp("YYYY-MM-DD") ‖ lp(type) ‖
/// lp(currency) ‖ lp(scope reference) ‖ lp(revision, decimal)); lp(x) = length as 4 bytes big-endian ‖ bytes. The
/// database computes the same bytes, so the layout never changes. The key must have passed checkNaturalKey.
[[nodiscard]] OperationId operationIdFor(const KeyNamespace& ns, const NaturalKey& key);

/// The outward key of an operation's message: base32 of the first 20 bytes of SHA-256(namespace ‖ lp(canonical text of
/// the operation id) ‖ lp(message kind)): 32 characters, whoever sends and however often (R57).
[[nodiscard]] IdempotencyKey outwardKeyFor(
    const KeyNamespace& ns, const OperationId& operation, std::string_view messageKind);

/// Can a channel carry every outward key whose own keys have these characters (single ones and ranges, as in
/// "A-Za-z0-9_-") and at most this length? KeyNotExpressible; `found` tells what is missing. The mirror of the database's
/// key_trouble().
[[nodiscard]] Result<Done> checkKeyFits(std::string_view charset, int maxLength);

/// The bucket of a merchant, 0 to 63: first byte of SHA-256(id as 8 bytes big-endian), low six bits.
[[nodiscard]] Bucket bucketOf(MerchantId merchant);

} // namespace onceover
