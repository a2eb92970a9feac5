// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/book_reader.h"

#include "channel/http_call.h"

#include <chrono>
#include <cstdint>

#include <nlohmann/json.hpp>

namespace onceover::channel {

namespace {

using nlohmann::json;

constexpr int kPageRows = 5000;
constexpr std::chrono::seconds kPageTimeMax{20};

Result<BookPage> readOnePage(std::string_view endpoint, std::uint64_t after)
{
    const std::string url
        = joinUrl(endpoint, "/v1/book?after=" + std::to_string(after) + "&limit=" + std::to_string(kPageRows));
    const auto body = callHttp(url, std::nullopt, kPageTimeMax);
    if (!body)
        return tl::unexpected{body.error()};
    BookPage page;
    page.next = after;
    try {
        const json book = json::parse(*body);
        const auto lastSeq = book.at("last_seq").get<std::uint64_t>();
        for (const json& entry : book.at("entries")) {
            page.entries.push_back({entry.at("key").get<std::string>(), entry.at("reference").get<std::string>(),
                entry.at("amount").get<std::int64_t>(), entry.at("currency").get<std::string>()});
            page.next = entry.at("seq").get<std::uint64_t>();
        }
        // What is written while we read belongs to the book as well; an empty page is its end.
        page.isLast = page.entries.empty() || page.next >= lastSeq;
    } catch (const json::exception& error) {
        return fail(FailureKind::Broken, std::string{"the book cannot be read: "} + error.what(), url);
    }
    if (!page.entries.empty() && page.next <= after)
        return fail(FailureKind::Broken, "the book repeats itself", std::string{endpoint});
    return page;
}

} // namespace

Result<BookPage> HttpBook::readPage(const std::string& endpoint, std::uint64_t after)
{
    return readOnePage(endpoint, after);
}

Result<std::vector<OutsideEffect>> readBook(std::string_view endpoint, std::string_view channelId)
{
    std::vector<OutsideEffect> effects;
    std::uint64_t after = 0;
    while (true) {
        auto read = readOnePage(endpoint, after);
        if (!read)
            return tl::unexpected{read.error()};
        after = read->next;
        for (TheirEntry& entry : read->entries)
            effects.push_back({std::string{channelId}, std::move(entry.key), std::move(entry.externalRef),
                entry.amountMinor, std::move(entry.currency)});
        if (read->isLast)
            return effects;
    }
}

} // namespace onceover::channel
