// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_detail.h"
#include "store/rows.h"

#include <string_view>
#include <utility>
#include <vector>

namespace onceover::store {

// Rows that the detail pages of batch and operation share.

[[nodiscard]] RunFact runFactFrom(const Row& row);
[[nodiscard]] TriggerFact triggerFactFrom(const Row& row);
[[nodiscard]] AttemptFact attemptFactFrom(const Row& row);

/// An array of currencies and one of their amounts, place by place.
[[nodiscard]] AmountPerCurrency amountsFrom(const Row& row, std::string_view currencies, std::string_view minors);

/// Rows to ask for: one more than is shown, so that "more" is known without counting.
inline constexpr int kDetailRowsAsked = kDetailRowsMax + 1;

/// Takes over rows that were asked for with kDetailRowsAsked; true when there were more than are kept.
template <typename Value>
bool keepFirst(std::vector<Value>&& from, std::vector<Value>& into)
{
    const bool more = from.size() > static_cast<std::size_t>(kDetailRowsMax);
    if (more)
        from.resize(static_cast<std::size_t>(kDetailRowsMax));
    into = std::move(from);
    return more;
}

/// Reads every row of one result after the other; the first failure is kept and ends it.
class FactReader {
public:
    explicit FactReader(const std::vector<Rows>& results)
        : m_results(results)
    {
    }

    /// The rows of result `index` into `into`; true when there are more than are kept.
    template <typename Read, typename Value>
    bool list(std::size_t index, Read read, std::vector<Value>& into)
    {
        if (m_failure)
            return false;
        auto values = m_results.at(index).readAll(read);
        if (!values) {
            m_failure = std::move(values.error());
            return false;
        }
        return keepFirst(std::move(*values), into);
    }

    /// The one row of result `index`; an empty value after a failure.
    template <typename Read>
    auto one(std::size_t index, Read read) -> decltype(read(std::declval<const Row&>()))
    {
        if (!m_failure) {
            auto value = m_results.at(index).readOne(read);
            if (value)
                return std::move(*value);
            m_failure = std::move(value.error());
        }
        return {};
    }

    [[nodiscard]] const std::optional<Failure>& failure() const { return m_failure; }

private:
    const std::vector<Rows>& m_results;
    std::optional<Failure> m_failure;
};

} // namespace onceover::store
