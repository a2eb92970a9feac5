// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <memory>
#include <string>
#include <string_view>

struct evp_pkey_st;

namespace onceover::proof {

/// An Ed25519 key pair (RFC 8032). It lives with the worker and with onceoverctl, in a file that nobody else may read.
class SigningKey {
public:
    /// A new one, from the system's random source. Throws std::runtime_error where the crypto library is broken.
    [[nodiscard]] static SigningKey generate();

    /// From a PEM file. Refuses (ValueMalformed; `found` says why) one that others may read and one that holds no such
    /// key.
    [[nodiscard]] static Result<SigningKey> load(const std::string& path);

    /// Writes PATH (private, 0600) and PATH.pub (public). Refuses when either is there: a key is never overwritten.
    [[nodiscard]] Result<Done> save(const std::string& path) const;

    /// 64 bytes.
    [[nodiscard]] std::string sign(std::string_view bytes) const;
    /// 32 bytes.
    [[nodiscard]] std::string publicKey() const;

private:
    explicit SigningKey(std::shared_ptr<evp_pkey_st> key)
        : m_key(std::move(key))
    {
    }
    std::shared_ptr<evp_pkey_st> m_key;
};

/// The 32 bytes of a public key from a PEM file, public or private. Refuses as load().
[[nodiscard]] Result<std::string> loadPublicKey(const std::string& path);

/// Did the owner of this public key sign these bytes? False for malformed keys and signatures too.
[[nodiscard]] bool isSignedBy(std::string_view publicKey, std::string_view bytes, std::string_view signature);

/// What people compare: the first 16 hexadecimal digits of the SHA-256 of the public key, in groups of four.
[[nodiscard]] std::string fingerprintOf(std::string_view publicKey);

} // namespace onceover::proof
