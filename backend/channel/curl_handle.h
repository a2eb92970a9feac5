// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <curl/curl.h>
#include <memory>

namespace onceover::channel {

/// Initialises libcurl once per process, before its first use by any thread.
void initialiseCurl();

struct CurlEasyDeleter {
    void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct CurlMultiDeleter {
    void operator()(CURLM* handle) const { curl_multi_cleanup(handle); }
};
struct CurlListDeleter {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using CurlEasy = std::unique_ptr<CURL, CurlEasyDeleter>;
using CurlMulti = std::unique_ptr<CURLM, CurlMultiDeleter>;
using CurlList = std::unique_ptr<curl_slist, CurlListDeleter>;

/// What every request of ours has in common: no signals, no redirects (an order is never sent on to another address),
/// HTTP alone, and no proxy from the environment (what the profile's endpoint does not name is not asked).
void setCommonOptions(CURL* handle);

} // namespace onceover::channel
