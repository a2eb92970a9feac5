// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/curl_payment_channel.h"

#include "channel/answer_classifier.h"
#include "channel/curl_handle.h"
#include "channel/signature.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>
#include <unordered_map>
#include <utility>

namespace onceover::channel {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr std::size_t kBodyBytesMax = 64 * 1024; ///< An answer is a few hundred bytes; more is no answer of a bank.
constexpr milliseconds kRetryAfterMax{std::chrono::hours{24}};
/// A connection idle for longer is not reused: the other side may just be closing it, and a send into that is unknown.
constexpr long kIdleConnectionAgeMax = 20; // seconds
constexpr long kIdleConnectionsMax = 1000; ///< As many as a profile allows in flight.

/// Counts the time in which the machine slept, too: a lease ends meanwhile.
nanoseconds boottimeNow()
{
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return std::chrono::seconds{now.tv_sec} + nanoseconds{now.tv_nsec};
}

/// Where a message of this kind goes, below the profile's endpoint.
std::string pathOf(const ChannelProfile& profile)
{
    if (profile.kind == "webhook")
        return "/v1/webhooks";
    return profile.kind == "mail" ? "/v1/mail" : "/v1/payouts";
}

/// The header that carries the key, by the profile; empty for a transport that is not spoken here.
std::string keyHeaderOf(const ChannelProfile& profile)
{
    constexpr std::string_view kInHeader = "header:";
    return profile.keyTransport.starts_with(kInHeader) ? profile.keyTransport.substr(kInHeader.size()) : std::string{};
}

std::string withoutTrailingSlash(std::string text)
{
    while (!text.empty() && text.back() == '/')
        text.pop_back();
    return text;
}

} // namespace

/// One request under way and everything that libcurl points into while it is.
struct CurlPaymentChannel::Transfer {
    ChannelRequest request;
    std::string webhookSecret;
    CurlEasy easy;
    CurlList headers;
    std::size_t read = 0; ///< Bytes of the payload that libcurl took.
    std::string body;
    int writesBegun = 0;  ///< How often libcurl stood right before the first byte; above 1 it was stopped.
    bool wasLate = false; ///< Stopped at `writeBefore`.
    bool wasTooLarge = false;
    std::array<char, CURL_ERROR_SIZE> error{};
    std::chrono::steady_clock::time_point startedAt;

    static int beforeWrite(void* self, char*, char*, int, int);
    static std::size_t readPayload(char* target, std::size_t size, std::size_t count, void* self);
    static std::size_t takeBody(char* data, std::size_t size, std::size_t count, void* self);

    void prepare();
    [[nodiscard]] Answer finish(CURLcode code) const;
};

int CurlPaymentChannel::Transfer::beforeWrite(void* self, char*, char*, int, int)
{
    auto& transfer = *static_cast<Transfer*>(self);
    if (transfer.writesBegun == 0 && transfer.request.writeBefore.count() != 0
        && boottimeNow() >= transfer.request.writeBefore) {
        transfer.wasLate = true;
        return CURL_PREREQFUNC_ABORT;
    }
    ++transfer.writesBegun;
    return transfer.writesBegun == 1 ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

std::size_t CurlPaymentChannel::Transfer::readPayload(char* target, std::size_t size, std::size_t count, void* self)
{
    auto& transfer = *static_cast<Transfer*>(self);
    const std::size_t bytes = std::min(size * count, transfer.request.payload.size() - transfer.read);
    std::memcpy(target, transfer.request.payload.data() + transfer.read, bytes);
    transfer.read += bytes;
    return bytes;
}

std::size_t CurlPaymentChannel::Transfer::takeBody(char* data, std::size_t size, std::size_t count, void* self)
{
    auto& transfer = *static_cast<Transfer*>(self);
    const std::size_t bytes = size * count;
    if (transfer.body.size() + bytes > kBodyBytesMax) {
        transfer.wasTooLarge = true;
        return 0; // Less than was offered: libcurl ends the transfer.
    }
    transfer.body.append(data, bytes);
    return bytes;
}

void CurlPaymentChannel::Transfer::prepare()
{
    CURL* handle = easy.get();
    curl_easy_reset(handle);
    setCommonOptions(handle);
    const ChannelProfile& profile = request.profile;
    const std::string base = withoutTrailingSlash(profile.endpoint) + pathOf(profile);
    if (request.isQuery) {
        // The key is base32: nothing in it needs escaping.
        curl_easy_setopt(handle, CURLOPT_URL, (base + "/" + request.key.value).c_str());
        curl_easy_setopt(handle, CURLOPT_HTTPGET, 1L);
    } else {
        curl_easy_setopt(handle, CURLOPT_URL, base.c_str());
        curl_easy_setopt(handle, CURLOPT_POST, 1L);
        // By callback, without a way to rewind it: a body that began to leave cannot leave a second time.
        curl_easy_setopt(handle, CURLOPT_READFUNCTION, &Transfer::readPayload);
        curl_easy_setopt(handle, CURLOPT_READDATA, this);
        curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.payload.size()));
        curl_slist* list = curl_slist_append(nullptr, "Content-Type: application/json");
        list = curl_slist_append(list, (keyHeaderOf(profile) + ": " + request.key.value).c_str());
        if (profile.fencing && request.version > 0)
            list = curl_slist_append(list, ("Fencing-Token: " + std::to_string(request.version)).c_str());
        if (profile.kind == "webhook") {
            // The receiver tells repeats by the id, and forgeries by the signature of the raw bytes.
            list = curl_slist_append(list, ("Webhook-Id: " + request.key.value).c_str());
            list = curl_slist_append(
                list, ("Webhook-Signature: sha256=" + hmacSha256Hex(webhookSecret, request.payload)).c_str());
        }
        list = curl_slist_append(list, "Expect:"); // No round trip before the body.
        headers.reset(list);
        curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers.get());
    }
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(profile.connectTimeout.count()));
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(profile.answerTimeout.count()));
    curl_easy_setopt(handle, CURLOPT_MAXAGE_CONN, kIdleConnectionAgeMax);
    curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, &Transfer::beforeWrite);
    curl_easy_setopt(handle, CURLOPT_PREREQDATA, this);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &Transfer::takeBody);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, error.data());
    curl_easy_setopt(handle, CURLOPT_PRIVATE, this);
    startedAt = std::chrono::steady_clock::now();
}

Answer CurlPaymentChannel::Transfer::finish(CURLcode code) const
{
    const auto duration = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - startedAt);
    if (code != CURLE_OK) {
        std::string why = error[0] != '\0' ? error.data() : curl_easy_strerror(code);
        if (wasLate)
            why = "the lease ended before the request could be written";
        else if (writesBegun > 1)
            why = "the connection died after the request was written";
        else if (wasTooLarge)
            why = "the answer is too large";
        Answer answer = answerWithoutReply(request.isQuery, writesBegun == 0, why);
        answer.duration = duration;
        return answer;
    }
    HttpReply reply;
    long status = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
    reply.status = static_cast<int>(status);
    reply.body = body;
    curl_off_t retryAfter = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_RETRY_AFTER, &retryAfter);
    if (retryAfter > 0)
        reply.retryAfter = std::min(milliseconds{std::chrono::seconds{retryAfter}}, kRetryAfterMax);
    Answer answer = request.isQuery ? classifyQuery(reply, request.key, request.profile)
                                    : classifySend(reply, request.key, request.profile);
    answer.duration = duration;
    return answer;
}

struct CurlPaymentChannel::Impl {
    ChannelSecrets secrets;
    CurlMulti multi;
    std::unordered_map<CURL*, std::unique_ptr<Transfer>> transfers;
    std::vector<CurlEasy> idle;          ///< Handles for reuse.
    std::vector<ChannelAnswer> answered; ///< Answers that were there before the next pump().

    ~Impl()
    {
        // A handle must leave the multi before either is cleaned up.
        for (const auto& entry : transfers)
            curl_multi_remove_handle(multi.get(), entry.first);
    }

    void collect();
};

void CurlPaymentChannel::Impl::collect()
{
    int left = 0;
    while (CURLMsg* message = curl_multi_info_read(multi.get(), &left)) {
        if (message->msg != CURLMSG_DONE)
            continue;
        CURL* handle = message->easy_handle;
        const CURLcode code = message->data.result;
        const auto found = transfers.find(handle);
        if (found == transfers.end())
            continue;
        const std::unique_ptr<Transfer> transfer = std::move(found->second);
        transfers.erase(found);
        answered.push_back({transfer->request.token, transfer->finish(code)});
        curl_multi_remove_handle(multi.get(), handle);
        idle.push_back(std::move(transfer->easy));
    }
}

CurlPaymentChannel::CurlPaymentChannel(ChannelSecrets secrets)
    : m_impl(std::make_unique<Impl>())
{
    m_impl->secrets = std::move(secrets);
    initialiseCurl();
    m_impl->multi.reset(curl_multi_init());
    curl_multi_setopt(m_impl->multi.get(), CURLMOPT_MAXCONNECTS, kIdleConnectionsMax);
    curl_multi_setopt(m_impl->multi.get(), CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_NOTHING));
}

CurlPaymentChannel::~CurlPaymentChannel() = default;

void CurlPaymentChannel::start(ChannelRequest request)
{
    if (request.profile.kind == "webhook" && !request.isQuery && m_impl->secrets.webhook.empty()) {
        m_impl->answered.push_back(
            {request.token, answerWithoutReply(false, true, "no secret is set to sign webhooks with")});
        return;
    }
    if (!request.isQuery && keyHeaderOf(request.profile).empty()) {
        m_impl->answered.push_back({request.token,
            answerWithoutReply(false, true, "keys by " + request.profile.keyTransport + " are not spoken here")});
        return;
    }
    auto transfer = std::make_unique<Transfer>();
    transfer->request = std::move(request);
    transfer->webhookSecret = m_impl->secrets.webhook;
    if (m_impl->idle.empty()) {
        transfer->easy.reset(curl_easy_init());
    } else {
        transfer->easy = std::move(m_impl->idle.back());
        m_impl->idle.pop_back();
    }
    transfer->prepare();
    CURL* handle = transfer->easy.get();
    const CURLMcode added = curl_multi_add_handle(m_impl->multi.get(), handle);
    if (added != CURLM_OK) {
        m_impl->answered.push_back(
            {transfer->request.token, answerWithoutReply(transfer->request.isQuery, true, curl_multi_strerror(added))});
        return;
    }
    m_impl->transfers.emplace(handle, std::move(transfer));
}

std::vector<ChannelAnswer> CurlPaymentChannel::pump(std::chrono::milliseconds atMost, int wakeFd, int secondFd)
{
    int running = 0;
    curl_multi_perform(m_impl->multi.get(), &running);
    m_impl->collect();
    if (m_impl->answered.empty() && atMost.count() > 0) {
        std::array<curl_waitfd, 2> extra{};
        unsigned int count = 0;
        for (const int descriptor : {wakeFd, secondFd}) {
            if (descriptor < 0)
                continue;
            extra[count].fd = descriptor;
            extra[count].events = CURL_WAIT_POLLIN;
            ++count;
        }
        curl_multi_poll(m_impl->multi.get(), extra.data(), count, static_cast<int>(atMost.count()), nullptr);
        curl_multi_perform(m_impl->multi.get(), &running);
        m_impl->collect();
    }
    return std::exchange(m_impl->answered, {});
}

std::size_t CurlPaymentChannel::inFlight() const
{
    return m_impl->transfers.size() + m_impl->answered.size();
}

} // namespace onceover::channel
