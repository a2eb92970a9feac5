// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/promise_look.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <utility>

namespace onceover::store {

namespace {

constexpr int kBuckets = 64;
constexpr std::size_t kBrokenNamedMax = 100;

/// What a verify statement is asked with.
enum class Asked { Nothing, Quiescent, Slice, SliceAndQuiescent, Books };

/// A statement tells of one promise or of several, and a promise may be looked at by several; findings are added up.
struct PromiseStatement {
    std::string_view name;
    Asked asked;
    std::array<std::string_view, 3> tellsOf;
};

/// Taken slice by slice, each by every statement, so that its pages are read once and still there for the next one; then what
/// looks at everything.
constexpr std::array kStatements{
    PromiseStatement{"VerifyNaturalKeys", Asked::Slice, {"I1"}},
    PromiseStatement{"VerifyIdsAreOne", Asked::Nothing, {"I1"}},
    PromiseStatement{"VerifyLegsBalance", Asked::Slice, {"I2"}},
    PromiseStatement{"VerifyBalances", Asked::Nothing, {"I3"}},
    PromiseStatement{"VerifyOutsideBook", Asked::Books, {"I4", "I5"}},
    PromiseStatement{"VerifyEffectsOutside", Asked::SliceAndQuiescent, {"I4", "I5", "I9"}},
    PromiseStatement{"VerifyStatements", Asked::Quiescent, {"I4"}},
    PromiseStatement{"VerifyNothingStuck", Asked::Quiescent, {"I6"}},
    PromiseStatement{"VerifyMessages", Asked::Slice, {"I6", "I7", "I8"}},
    PromiseStatement{"VerifyCalls", Asked::Slice, {"I7"}},
    PromiseStatement{"VerifyResends", Asked::Slice, {"I7"}},
    PromiseStatement{"VerifyPointersToOriginals", Asked::Nothing, {"I8"}},
    PromiseStatement{"VerifyBatches", Asked::Nothing, {"I9"}},
    PromiseStatement{"VerifyChains", Asked::Nothing, {"I10"}},
    PromiseStatement{"VerifyApprovals", Asked::Nothing, {"I11"}},
    PromiseStatement{"VerifyFreezes", Asked::Nothing, {"I12"}},
    PromiseStatement{"VerifyItems", Asked::Slice, {"I13"}},
};

constexpr std::array<std::string_view, 13> kPromises{
    "I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10", "I11", "I12", "I13"};

bool tellsOf(std::string_view statement, std::string_view promise)
{
    const auto found = std::find_if(
        kStatements.begin(), kStatements.end(), [&](const PromiseStatement& s) { return s.name == statement; });
    assert(found != kStatements.end());
    return std::find(found->tellsOf.begin(), found->tellsOf.end(), promise) != found->tellsOf.end();
}

/// The books as columns: one array each, so that a million entries are five parameters.
Params bookParams(const OutsideBooks& books, bool quiescent)
{
    ArrayText channels;
    ArrayText keys;
    ArrayText references;
    ArrayText amounts;
    ArrayText currencies;
    for (const OutsideEffect& effect : books.effects) {
        channels.append(effect.channel);
        keys.append(effect.key);
        references.append(effect.externalRef);
        amounts.append(std::to_string(effect.amountMinor));
        currencies.append(effect.currency);
    }
    return params(channels.take(), keys.take(), references.take(), amounts.take(), currencies.take(), books.channels,
        books.readFrom, quiescent);
}

/// Adds what a further piece found of the same promise.
void addTo(PromiseCheck& sum, PromiseCheck part)
{
    sum.checked += part.checked;
    sum.brokenTotal += part.brokenTotal;
    const std::size_t room = kBrokenNamedMax - std::min(kBrokenNamedMax, sum.broken.size());
    const auto taken = static_cast<std::ptrdiff_t>(std::min(room, part.broken.size()));
    std::move(part.broken.begin(), part.broken.begin() + taken, std::back_inserter(sum.broken));
    sum.holds = sum.brokenTotal == 0;
}

} // namespace

PromiseLook::PromiseLook(const OutsideBooks& outside, bool quiescent, int slices)
{
    const int count = std::clamp(slices, 1, kBuckets);
    for (int nth = 0; nth < count; ++nth) {
        const int from = nth * kBuckets / count;
        const int to = (nth + 1) * kBuckets / count;
        for (const PromiseStatement& statement : kStatements) {
            if (statement.asked == Asked::Slice)
                add(statement.name, params(from, to));
            else if (statement.asked == Asked::SliceAndQuiescent)
                add(statement.name, params(from, to, quiescent));
        }
    }
    const bool hasBooks = !outside.channels.empty() || !outside.effects.empty();
    for (const PromiseStatement& statement : kStatements) {
        if (statement.asked == Asked::Nothing)
            add(statement.name, {});
        else if (statement.asked == Asked::Quiescent)
            add(statement.name, params(quiescent));
        else if (statement.asked == Asked::Books && hasBooks)
            add(statement.name, bookParams(outside, quiescent));
    }
    m_found.resize(m_pieces.size());
}

void PromiseLook::add(std::string_view statement, Params params)
{
    m_pieces.push_back({statement, std::move(params)});
}

std::optional<std::size_t> PromiseLook::take()
{
    const std::lock_guard lock{m_mutex};
    if (m_failure || m_taken == m_pieces.size())
        return std::nullopt;
    return m_taken++;
}

void PromiseLook::put(std::size_t nth, std::vector<PromiseCheck> parts)
{
    const std::lock_guard lock{m_mutex};
    m_found[nth] = std::move(parts);
}

void PromiseLook::stop(Failure failure)
{
    const std::lock_guard lock{m_mutex};
    if (!m_failure)
        m_failure = std::move(failure);
}

std::optional<Failure> PromiseLook::failure() const
{
    const std::lock_guard lock{m_mutex};
    return m_failure;
}

std::size_t PromiseLook::done() const
{
    const std::lock_guard lock{m_mutex};
    return static_cast<std::size_t>(
        std::count_if(m_found.begin(), m_found.end(), [](const auto& parts) { return parts.has_value(); }));
}

std::vector<PromiseCheck> PromiseLook::tell()
{
    const std::lock_guard lock{m_mutex};
    std::vector<PromiseCheck> told;
    while (m_told < kPromises.size() && isWhole(kPromises[m_told]))
        told.push_back(sumOf(kPromises[m_told++]));
    return told;
}

bool PromiseLook::isWhole(std::string_view promise) const
{
    for (std::size_t nth = 0; nth < m_pieces.size(); ++nth) {
        if (!m_found[nth] && tellsOf(m_pieces[nth].statement, promise))
            return false;
    }
    return true;
}

PromiseCheck PromiseLook::sumOf(std::string_view promise)
{
    PromiseCheck sum{.promise = std::string{promise}, .holds = true, .checked = 0, .broken = {}, .brokenTotal = 0};
    for (auto& parts : m_found) {
        if (!parts)
            continue;
        for (PromiseCheck& part : *parts) {
            if (part.promise == promise)
                addTo(sum, std::move(part));
        }
    }
    return sum;
}

} // namespace onceover::store
