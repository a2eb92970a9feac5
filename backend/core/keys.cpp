// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keys.h"

#include "core/base32.h"
#include "core/digest.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace onceover {

namespace {

/// The bytes that a key is hashed from: the namespace, then parts each led by its length, so that no two lists of
/// parts give the same bytes.
class KeyBytes {
public:
    explicit KeyBytes(const KeyNamespace& ns)
        : m_bytes(ns.value.bytes.begin(), ns.value.bytes.end())
    {
    }

    KeyBytes& part(std::string_view text)
    {
        const auto length = static_cast<std::uint32_t>(text.size());
        for (const int shift : {24, 16, 8, 0})
            m_bytes.push_back(static_cast<std::uint8_t>(length >> shift));
        m_bytes.insert(m_bytes.end(), text.begin(), text.end());
        return *this;
    }

    [[nodiscard]] Sha256 digest() const { return sha256(m_bytes); }

private:
    std::vector<std::uint8_t> m_bytes;
};

constexpr bool isTypeCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

/// Is the character one of "A-Za-z0-9_-"? A dash at the end stands for itself.
constexpr bool isInCharset(std::string_view charset, char c)
{
    for (std::size_t i = 0; i < charset.size(); ++i) {
        const bool isRange = i + 2 < charset.size() && charset[i + 1] == '-';
        const char last = isRange ? charset[i + 2] : charset[i];
        if (charset[i] <= c && c <= last)
            return true;
        i += isRange ? 2 : 0;
    }
    return false;
}

constexpr bool isPrintableWithoutBlank(char c)
{
    return c > ' ' && c <= '~';
}

} // namespace

Result<Done> checkNaturalKey(const NaturalKey& key)
{
    if (key.merchant.value <= 0)
        return refuse(Refusal::KeyMalformed, "merchant_id");
    if (key.settlementType.empty()
        || !std::all_of(key.settlementType.begin(), key.settlementType.end(), isTypeCharacter))
        return refuse(Refusal::KeyMalformed, "settlement_type");
    if (key.currency == CurrencyCode{})
        return refuse(Refusal::UnknownCurrency, key.currency.toString());
    if (!std::all_of(key.scopeRef.begin(), key.scopeRef.end(), isPrintableWithoutBlank))
        return refuse(Refusal::KeyMalformed, "scope_ref");
    if (key.revision < 0)
        return refuse(Refusal::KeyMalformed, "revision");
    return Done{};
}

OperationId operationIdFor(const KeyNamespace& ns, const NaturalKey& key)
{
    const Sha256 digest = KeyBytes{ns}
                              .part(std::to_string(key.merchant.value))
                              .part(key.settleDate.toString())
                              .part(key.settlementType)
                              .part(key.currency.view())
                              .part(key.scopeRef)
                              .part(std::to_string(key.revision))
                              .digest();
    OperationId id;
    std::copy_n(digest.begin(), id.value.bytes.size(), id.value.bytes.begin());
    return id;
}

IdempotencyKey outwardKeyFor(const KeyNamespace& ns, const OperationId& operation, std::string_view messageKind)
{
    constexpr std::size_t kKeyBytes = 20;
    const Sha256 digest = KeyBytes{ns}.part(operation.value.toString()).part(messageKind).digest();
    return {toBase32(std::span{digest}.first<kKeyBytes>())};
}

Result<Done> checkKeyFits(std::string_view charset, int maxLength)
{
    if (maxLength < kOutwardKeyLength)
        return refuse(Refusal::KeyNotExpressible,
            "its longest key has " + std::to_string(maxLength) + " characters, ours have "
                + std::to_string(kOutwardKeyLength));
    const bool carriesAll = std::all_of(kBase32Alphabet.begin(), kBase32Alphabet.end(),
        [charset](char c) { return isInCharset(charset, c); });
    if (!carriesAll)
        return refuse(
            Refusal::KeyNotExpressible, "its keys are of " + std::string{charset} + ", ours of A-Z2-7");
    return Done{};
}

Bucket bucketOf(MerchantId merchant)
{
    std::array<std::uint8_t, 8> bytes{};
    auto rest = static_cast<std::uint64_t>(merchant.value);
    for (std::size_t i = bytes.size(); i-- > 0; rest >>= 8)
        bytes[i] = static_cast<std::uint8_t>(rest);
    return {static_cast<std::int16_t>(sha256(bytes)[0] & (kBucketCount - 1))};
}

} // namespace onceover
