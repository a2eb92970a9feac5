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

/// One page of the book as it came over the wire.
struct BookPage {
    std::vector<OutsideEffect> effects;
    std::uint64_t lastRead = 0; ///< Of this page; `after` when it is empty.
    std::uint64_t lastSeq = 0;  ///< Of the whole book.
};

Result<BookPage> readPage(std::string_view endpoint, std::string_view channelId, std::uint64_t after)
{
    const std::string url
        = joinUrl(endpoint, "/v1/book?after=" + std::to_string(after) + "&limit=" + std::to_string(kPageRows));
    const auto body = callHttp(url, std::nullopt, kPageTimeMax);
    if (!body)
        return tl::unexpected{body.error()};
    BookPage page;
    page.lastRead = after;
    try {
        const json book = json::parse(*body);
        page.lastSeq = book.at("last_seq").get<std::uint64_t>();
        for (const json& entry : book.at("entries")) {
            OutsideEffect effect;
            effect.channel = channelId;
            effect.key = entry.at("key").get<std::string>();
            effect.externalRef = entry.at("reference").get<std::string>();
            effect.amountMinor = entry.at("amount").get<std::int64_t>();
            effect.currency = entry.at("currency").get<std::string>();
            page.lastRead = entry.at("seq").get<std::uint64_t>();
            page.effects.push_back(std::move(effect));
        }
    } catch (const json::exception& error) {
        return fail(FailureKind::Broken, std::string{"the book cannot be read: "} + error.what(), url);
    }
    return page;
}

} // namespace

Result<std::vector<OutsideEffect>> readBook(std::string_view endpoint, std::string_view channelId)
{
    std::vector<OutsideEffect> effects;
    std::uint64_t after = 0;
    while (true) {
        auto page = readPage(endpoint, channelId, after);
        if (!page)
            return tl::unexpected{page.error()};
        // What is written while we read belongs to the book as well; an empty page is its end.
        if (page->effects.empty())
            return effects;
        if (page->lastRead <= after)
            return fail(FailureKind::Broken, "the book repeats itself", std::string{endpoint});
        after = page->lastRead;
        effects.insert(effects.end(), std::make_move_iterator(page->effects.begin()),
            std::make_move_iterator(page->effects.end()));
        if (after >= page->lastSeq)
            return effects;
    }
}

} // namespace onceover::channel
