// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/http_call.h"

#include "channel/answer_classifier.h"
#include "channel/curl_handle.h"

namespace onceover::channel {

namespace {

constexpr std::size_t kPageBytesMax = 64 * 1024 * 1024; ///< A page of a book; a limit against an endless answer.

std::size_t takeBody(char* data, std::size_t size, std::size_t count, void* target)
{
    auto& body = *static_cast<std::string*>(target);
    const std::size_t bytes = size * count;
    if (body.size() + bytes > kPageBytesMax)
        return 0;
    body.append(data, bytes);
    return bytes;
}

} // namespace

std::string joinUrl(std::string_view endpoint, std::string_view path)
{
    while (!endpoint.empty() && endpoint.back() == '/')
        endpoint.remove_suffix(1);
    return std::string{endpoint} + std::string{path};
}

Result<std::string> callHttp(
    const std::string& url, std::optional<std::string_view> jsonBody, std::chrono::milliseconds atMost)
{
    initialiseCurl();
    const CurlEasy handle{curl_easy_init()};
    if (!handle)
        return fail(FailureKind::Broken, "libcurl cannot be initialised", url);
    setCommonOptions(handle.get());
    std::string body;
    CurlList headers;
    curl_easy_setopt(handle.get(), CURLOPT_URL, url.c_str());
    curl_easy_setopt(handle.get(), CURLOPT_TIMEOUT_MS, static_cast<long>(atMost.count()));
    curl_easy_setopt(handle.get(), CURLOPT_WRITEFUNCTION, &takeBody);
    curl_easy_setopt(handle.get(), CURLOPT_WRITEDATA, &body);
    if (jsonBody) {
        headers.reset(curl_slist_append(nullptr, "Content-Type: application/json"));
        curl_easy_setopt(handle.get(), CURLOPT_HTTPHEADER, headers.get());
        curl_easy_setopt(handle.get(), CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(jsonBody->size()));
        curl_easy_setopt(handle.get(), CURLOPT_COPYPOSTFIELDS, jsonBody->data());
    }
    const CURLcode code = curl_easy_perform(handle.get());
    if (code != CURLE_OK)
        return fail(FailureKind::Unavailable, curl_easy_strerror(code), url);
    long status = 0;
    curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
    if (status < 200 || status > 299)
        return fail(FailureKind::Broken, "HTTP " + std::to_string(status) + ": " + tamed(body, 200), url);
    return body;
}

} // namespace onceover::channel
