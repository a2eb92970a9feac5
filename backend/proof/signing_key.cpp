// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/signing_key.h"

#include "core/digest.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace onceover::proof {

namespace {

constexpr std::size_t kPublicBytes = 32;
constexpr std::size_t kSignatureBytes = 64;

using KeyPtr = std::shared_ptr<EVP_PKEY>;
using BioPtr = std::unique_ptr<BIO, decltype(&BIO_free)>;
using ContextPtr = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

const unsigned char* bytesOf(std::string_view text)
{
    return reinterpret_cast<const unsigned char*>(text.data());
}

tl::unexpected<Failure> refuseFile(const std::string& path, const std::string& why)
{
    return refuse(Refusal::ValueMalformed, path + ": " + why);
}

/// A new file with these bytes and rights, on disk when this returns. Never an existing one.
Result<Done> writeNewFile(const std::string& path, std::string_view text, mode_t mode)
{
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0)
        return refuseFile(
            path, errno == EEXIST ? "is there already, and a key is never overwritten" : std::strerror(errno));
    const ssize_t written = ::write(fd, text.data(), text.size());
    const int error = written < 0 ? errno : ENOSPC;
    const bool isKept = written == static_cast<ssize_t>(text.size()) && ::fsync(fd) == 0;
    ::close(fd);
    if (!isKept) {
        ::unlink(path.c_str());
        return fail(FailureKind::Unavailable, path + ": " + std::strerror(error), "key file");
    }
    return Done{};
}

std::string takeText(BIO* bio)
{
    char* data = nullptr;
    const long length = BIO_get_mem_data(bio, &data);
    return length > 0 ? std::string(data, static_cast<std::size_t>(length)) : std::string{};
}

Result<std::string> readKeyFile(const std::string& path, bool isSecret)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat facts { };
    if (fd < 0 || ::fstat(fd, &facts) != 0) {
        const int error = errno;
        if (fd >= 0)
            ::close(fd);
        return refuseFile(path, std::strerror(error));
    }
    std::array<char, 16384> buffer{};
    const ssize_t size = ::read(fd, buffer.data(), buffer.size());
    ::close(fd);
    if (size < 0)
        return refuseFile(path, "cannot be read");
    if (isSecret && (facts.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return refuseFile(path, "others may read it; chmod 600");
    return std::string(buffer.data(), static_cast<std::size_t>(size));
}

KeyPtr parseKey(const std::string& pem, bool isPrivate)
{
    const BioPtr bio{BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), &BIO_free};
    if (!bio)
        return nullptr;
    // No prompt for a passphrase: a worker has nobody to ask.
    const auto noPassphrase = [](char*, int, int, void*) { return -1; };
    EVP_PKEY* key = isPrivate ? PEM_read_bio_PrivateKey(bio.get(), nullptr, noPassphrase, nullptr)
                              : PEM_read_bio_PUBKEY(bio.get(), nullptr, noPassphrase, nullptr);
    KeyPtr owned{key, &EVP_PKEY_free};
    return owned && EVP_PKEY_is_a(owned.get(), "ED25519") == 1 ? owned : nullptr;
}

std::string rawPublicKey(const EVP_PKEY* key)
{
    std::array<unsigned char, kPublicBytes> raw{};
    std::size_t length = raw.size();
    if (EVP_PKEY_get_raw_public_key(key, raw.data(), &length) != 1 || length != raw.size())
        throw std::runtime_error("the crypto library tells no public key");
    return {raw.begin(), raw.end()};
}

} // namespace

SigningKey SigningKey::generate()
{
    KeyPtr key{EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), &EVP_PKEY_free};
    if (!key)
        throw std::runtime_error("the crypto library makes no Ed25519 key");
    return SigningKey{std::move(key)};
}

Result<SigningKey> SigningKey::load(const std::string& path)
{
    const auto pem = readKeyFile(path, true);
    if (!pem)
        return tl::unexpected{pem.error()};
    KeyPtr key = parseKey(*pem, true);
    if (!key)
        return refuseFile(path, "holds no Ed25519 private key without a passphrase (onceoverctl key init makes one)");
    return SigningKey{std::move(key)};
}

Result<Done> SigningKey::save(const std::string& path) const
{
    const BioPtr secret{BIO_new(BIO_s_secmem()), &BIO_free};
    const BioPtr open{BIO_new(BIO_s_mem()), &BIO_free};
    if (!secret || !open
        || PEM_write_bio_PKCS8PrivateKey(secret.get(), m_key.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1
        || PEM_write_bio_PUBKEY(open.get(), m_key.get()) != 1)
        throw std::runtime_error("the crypto library writes no key");
    if (const auto written = writeNewFile(path, takeText(secret.get()), S_IRUSR | S_IWUSR); !written)
        return written;
    const auto written = writeNewFile(path + ".pub", takeText(open.get()), S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
    if (!written)
        ::unlink(path.c_str()); // Half a pair is no pair.
    return written;
}

std::string SigningKey::sign(std::string_view bytes) const
{
    const ContextPtr context{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
    std::array<unsigned char, kSignatureBytes> signature{};
    std::size_t length = signature.size();
    if (!context || EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, m_key.get()) != 1
        || EVP_DigestSign(context.get(), signature.data(), &length, bytesOf(bytes), bytes.size()) != 1
        || length != signature.size())
        throw std::runtime_error("the crypto library cannot sign");
    return {signature.begin(), signature.end()};
}

std::string SigningKey::publicKey() const
{
    return rawPublicKey(m_key.get());
}

Result<std::string> loadPublicKey(const std::string& path)
{
    const auto pem = readKeyFile(path, false);
    if (!pem)
        return tl::unexpected{pem.error()};
    for (const bool isPrivate : {false, true}) {
        if (const KeyPtr key = parseKey(*pem, isPrivate))
            return rawPublicKey(key.get());
    }
    return refuseFile(path, "holds no Ed25519 key");
}

bool isSignedBy(std::string_view publicKey, std::string_view bytes, std::string_view signature)
{
    if (publicKey.size() != kPublicBytes || signature.size() != kSignatureBytes)
        return false;
    const KeyPtr key{
        EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytesOf(publicKey), publicKey.size()), &EVP_PKEY_free};
    const ContextPtr context{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
    return key && context && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1
        && EVP_DigestVerify(context.get(), bytesOf(signature), signature.size(), bytesOf(bytes), bytes.size()) == 1;
}

std::string fingerprintOf(std::string_view publicKey)
{
    constexpr std::size_t kDigits = 16;
    constexpr std::size_t kGroup = 4;
    const std::string hex = toHex(sha256(publicKey));
    std::string text;
    for (std::size_t i = 0; i < kDigits; i += kGroup)
        text += (i == 0 ? "" : " ") + hex.substr(i, kGroup);
    return text;
}

} // namespace onceover::proof
