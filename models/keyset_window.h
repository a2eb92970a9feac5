// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace onceover::models {

/// How a window over a long list reads; the same for every list.
struct KeysetLimits {
    int page = 500;  ///< Rows of one read at an end.
    int held = 5000; ///< At most so many rows are held; the far end is let go.
    int near = 120;  ///< So close to an end the next page is read.
    int slack = 60;  ///< So many more rows than before are asked for when a part is read again: rows may have come in.
};

/// A window over a long list, without its rows: what is read next and what is held.
class RowWindow {
public:
    virtual ~RowWindow() = default;

    /// Another list: `filter` has no positions, or where to begin (after, fromDate). Nothing is held until its first
    /// answer.
    virtual void reset(const ListQuery& filter) = 0;
    /// Rows first..last of what is held are in view.
    virtual void setView(int first, int last) = 0;
    /// What to read next: the first page; more at an end that is near; else what is in view once more.
    [[nodiscard]] virtual ListQuery nextRead() = 0;
    /// Is the next read one for more rows, not a refresh?
    [[nodiscard]] virtual bool growthWanted() const = 0;
    [[nodiscard]] virtual std::size_t count() const = 0;
    /// Rows of the list before the first one that is held; nothing: not known (after a jump).
    [[nodiscard]] virtual std::optional<std::int64_t> above() const = 0;
    [[nodiscard]] virtual bool atStart() const = 0;
    [[nodiscard]] virtual bool atEnd() const = 0;
    /// Where the piece in view begins: reset() with it as `after` comes back to about the same place. Empty: the start.
    [[nodiscard]] virtual std::string viewStart() const = 0;
    [[nodiscard]] virtual const ListQuery& filter() const = 0;
};

/// The part of a long list that is held: pieces that follow each other without a gap, grown at both ends as a person
/// scrolls and let go at the far one. Only what is in view is read again. It decides what is read next and how an
/// answer fits; it reads nothing itself. `Row` has a key by `KeyOf`, the same while the row lives.
template <typename Row>
class KeysetWindow final : public RowWindow {
public:
    using Key = std::string;
    using KeyOf = std::function<Key(const Row&)>;

    explicit KeysetWindow(KeyOf keyOf, KeysetLimits limits = {})
        : m_keyOf(std::move(keyOf))
        , m_limits(limits)
    {
    }

    void reset(const ListQuery& filter) override
    {
        m_filter = filter;
        m_filter.limit = m_limits.page;
        m_pieces.clear();
        m_above = m_filter.after.empty() && !m_filter.fromDate ? std::optional<std::int64_t>(0) : std::nullopt;
        m_atEnd = false;
        m_begun = false;
        m_viewFirst = m_viewLast = 0;
    }

    void setView(int first, int last) override
    {
        m_viewFirst = std::max(first, 0);
        m_viewLast = std::max(last, m_viewFirst);
    }

    [[nodiscard]] ListQuery nextRead() override
    {
        if (!m_begun || m_pieces.empty())
            return first();
        return growthWanted() ? growth() : again();
    }
    [[nodiscard]] bool growthWanted() const override
    {
        return m_begun && !m_pieces.empty() && (wantsBelow() || wantsAbove());
    }

    /// Fits an answer in. False: it belongs to nothing that is held any more.
    bool take(const Page<Row>& page, const ListQuery& query)
    {
        if (!m_begun)
            return takeFirst(page, query);
        if (m_pieces.empty())
            return query == first() && takeFirst(page, query);
        if (!query.before.empty())
            return query.before == m_pieces.front().start && takeAbove(page);
        if (!query.after.empty() && query.after == m_pieces.back().end && !m_atEnd && query.limit == m_limits.page)
            return takeBelow(page);
        return takeAgain(page, query);
    }

    [[nodiscard]] std::vector<Row> rows() const
    {
        std::vector<Row> all;
        all.reserve(count());
        for (const Piece& piece : m_pieces)
            all.insert(all.end(), piece.rows.begin(), piece.rows.end());
        return all;
    }
    [[nodiscard]] std::size_t count() const override
    {
        std::size_t count = 0;
        for (const Piece& piece : m_pieces)
            count += piece.rows.size();
        return count;
    }
    [[nodiscard]] std::optional<std::int64_t> above() const override { return m_above; }
    [[nodiscard]] bool atStart() const override
    {
        return m_pieces.empty() ? m_above == 0 : m_pieces.front().start.empty();
    }
    [[nodiscard]] bool atEnd() const override { return m_atEnd; }
    [[nodiscard]] std::string viewStart() const override
    {
        return m_pieces.empty() ? m_filter.after : m_pieces[pieceOf(m_viewFirst)].start;
    }
    [[nodiscard]] const ListQuery& filter() const override { return m_filter; }

private:
    /// Rows after position `start` up to position `end`; an empty start is the start of the list.
    struct Piece {
        std::string start;
        std::vector<Row> rows;
        std::string end;
    };
    using Iterator = typename std::deque<Piece>::iterator;

    [[nodiscard]] ListQuery first() const { return m_filter; }
    [[nodiscard]] ListQuery at(const std::string& after, int limit) const
    {
        ListQuery query = m_filter;
        query.fromDate.reset();
        query.after = after;
        query.limit = limit;
        return query;
    }

    [[nodiscard]] bool wantsBelow() const
    {
        return !m_atEnd && m_viewLast + m_limits.near >= static_cast<int>(count());
    }
    [[nodiscard]] bool wantsAbove() const { return !atStart() && m_viewFirst < m_limits.near; }
    [[nodiscard]] ListQuery growth() const
    {
        if (wantsBelow())
            return at(m_pieces.back().end, m_limits.page);
        ListQuery query = at({}, m_limits.page);
        query.before = m_pieces.front().start;
        return query;
    }

    /// The piece that holds this row of the window.
    [[nodiscard]] std::size_t pieceOf(int row) const
    {
        std::size_t left = static_cast<std::size_t>(std::max(row, 0));
        for (std::size_t i = 0; i < m_pieces.size(); ++i) {
            if (left < m_pieces[i].rows.size())
                return i;
            left -= m_pieces[i].rows.size();
        }
        return m_pieces.size() - 1;
    }

    [[nodiscard]] ListQuery again()
    {
        const std::size_t from = pieceOf(m_viewFirst);
        const std::size_t to = pieceOf(m_viewLast);
        std::size_t held = 0;
        for (std::size_t i = from; i <= to; ++i)
            held += m_pieces[i].rows.size();
        const bool tail
            = to + 1 == m_pieces.size() && !m_atEnd; // What is pushed out below is read again when it is scrolled to.
        const int limit = std::max(
            static_cast<int>(held) + (tail ? 0 : m_limits.slack), m_limits.page + (tail ? 0 : m_limits.slack));
        m_againEnd = m_pieces[to].end;
        m_again = at(m_pieces[from].start, outgrown(from, to) ? m_limits.page : std::min(limit, m_limits.held));
        return *m_again;
    }

    /// Have so many rows come in where one reads that its one piece is more than two pages, of which the first is all
    /// that is in view? Then that page is read, and what follows is let go.
    [[nodiscard]] bool outgrown(std::size_t from, std::size_t to) const
    {
        std::size_t before = 0;
        for (std::size_t i = 0; i < from; ++i)
            before += m_pieces[i].rows.size();
        return from == to && m_pieces[from].rows.size() > 2 * static_cast<std::size_t>(m_limits.page)
            && m_viewLast - static_cast<int>(before) + m_limits.near < m_limits.page;
    }

    bool takeFirst(const Page<Row>& page, const ListQuery& query)
    {
        if (query != first())
            return false;
        m_begun = true;
        m_pieces.clear();
        const bool fromStart = m_filter.after.empty() && !m_filter.fromDate;
        if (!page.rows.empty())
            m_pieces.push_back({fromStart ? std::string() : page.start, page.rows, page.next});
        m_atEnd = !page.hasMore;
        return true;
    }

    bool takeBelow(const Page<Row>& page)
    {
        Piece piece{m_pieces.back().end, withoutHeld(page.rows), page.next};
        m_atEnd = !page.hasMore;
        if (!piece.rows.empty())
            m_pieces.push_back(std::move(piece));
        while (tooMany())
            letGoAbove(); // The far end.
        return true;
    }

    bool takeAbove(const Page<Row>& page)
    {
        Piece piece{page.hasMore ? page.start : std::string(), withoutHeld(page.rows), m_pieces.front().start};
        const auto added = static_cast<std::int64_t>(piece.rows.size());
        if (!page.hasMore)
            m_above = 0;
        else if (m_above)
            m_above = std::max<std::int64_t>(*m_above - added, 1);
        if (piece.rows.empty()) {
            m_pieces.front().start = piece.start;
            return true;
        }
        m_pieces.push_front(std::move(piece));
        shiftView(static_cast<int>(added));
        while (tooMany())
            letGoBelow();
        return true;
    }

    /// A part of the window was read anew. Its rows replace the former ones up to where the next piece begins.
    bool takeAgain(const Page<Row>& page, const ListQuery& query)
    {
        if (!m_again || query != *m_again)
            return false;
        const auto from
            = std::find_if(m_pieces.begin(), m_pieces.end(), [&](const Piece& p) { return p.start == query.after; });
        const auto to
            = std::find_if(m_pieces.begin(), m_pieces.end(), [&](const Piece& p) { return p.end == m_againEnd; });
        if (from == m_pieces.end() || to == m_pieces.end() || to < from)
            return false;
        const auto rest = to + 1;
        Piece fresh{from->start, withoutThose(page.rows, m_pieces.begin(), from), page.next};
        bool meets = false;
        if (rest != m_pieces.end()) {
            const auto cut = firstOf(fresh.rows, keysOf(rest, rest + 1));
            meets = cut != fresh.rows.end() || !page.hasMore;
            fresh.rows.erase(cut, fresh.rows.end());
            if (meets)
                fresh.end = rest->start;
        }
        std::deque<Piece> parts = partedAsBefore(std::move(fresh), from, to);
        const auto index = from - m_pieces.begin();
        if (meets) {
            m_pieces.erase(from, rest);
        } else {
            m_pieces.erase(from, m_pieces.end()); // So much came in between that it is read again from here on.
            m_atEnd = !page.hasMore;
        }
        m_pieces.insert(
            m_pieces.begin() + index, std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end()));
        letGoFarEnd();
        return true;
    }

    /// What was read anew in one go is held in the pieces that it was held in before: pieces that grew together would
    /// be read again, and let go, as one. A row that came in at an end belongs to the piece above it.
    [[nodiscard]] std::deque<Piece> partedAsBefore(Piece fresh, Iterator from, Iterator to) const
    {
        std::deque<Piece> parts;
        for (auto piece = from; piece != to; ++piece) {
            const auto cut = firstOf(fresh.rows, keysOf(piece + 1, to + 1));
            if (cut == fresh.rows.end())
                break; // Nothing of the pieces below is left.
            if (cut == fresh.rows.begin())
                continue; // Nothing of this piece is left: the next one begins where it began.
            parts.push_back({fresh.start, {fresh.rows.begin(), cut}, piece->end});
            fresh.start = piece->end;
            fresh.rows.erase(fresh.rows.begin(), cut);
        }
        if (!fresh.rows.empty())
            parts.push_back(std::move(fresh));
        return parts;
    }

    /// Rows came in where one reads: the end that is further away goes, never a piece in view.
    void letGoFarEnd()
    {
        while (tooMany()) {
            const std::size_t above = pieceOf(m_viewFirst);
            const std::size_t below = m_pieces.size() - 1 - pieceOf(m_viewLast);
            if (above == 0 && below == 0)
                return;
            if (below >= above)
                letGoBelow();
            else
                letGoAbove();
        }
    }
    void letGoAbove()
    {
        const std::size_t gone = m_pieces.front().rows.size();
        m_pieces.pop_front();
        if (m_above)
            *m_above += static_cast<std::int64_t>(gone);
        shiftView(-static_cast<int>(gone));
    }
    void letGoBelow()
    {
        m_pieces.pop_back();
        m_atEnd = false;
    }

    /// The first of the rows that is among the keys.
    [[nodiscard]] auto firstOf(std::vector<Row>& rows, const std::set<Key>& keys) const
    {
        return std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return keys.contains(m_keyOf(row)); });
    }
    [[nodiscard]] std::set<Key> keysOf(Iterator from, Iterator to) const
    {
        std::set<Key> keys;
        for (auto piece = from; piece != to; ++piece) {
            for (const Row& row : piece->rows)
                keys.insert(m_keyOf(row));
        }
        return keys;
    }
    /// A row may move across an end between two reads; it must not be held twice.
    [[nodiscard]] std::vector<Row> withoutThose(const std::vector<Row>& rows, Iterator from, Iterator to) const
    {
        const std::set<Key> held = keysOf(from, to);
        std::vector<Row> fresh;
        std::copy_if(rows.begin(), rows.end(), std::back_inserter(fresh),
            [&](const Row& row) { return !held.contains(m_keyOf(row)); });
        return fresh;
    }
    [[nodiscard]] std::vector<Row> withoutHeld(const std::vector<Row>& rows)
    {
        return withoutThose(rows, m_pieces.begin(), m_pieces.end());
    }
    [[nodiscard]] bool tooMany() const
    {
        return m_pieces.size() > 1 && count() > static_cast<std::size_t>(m_limits.held);
    }
    void shiftView(int by) { setView(m_viewFirst + by, m_viewLast + by); }

    KeyOf m_keyOf;
    KeysetLimits m_limits;
    ListQuery m_filter;
    std::deque<Piece> m_pieces;
    std::optional<std::int64_t> m_above = 0;
    std::optional<ListQuery> m_again;
    std::string m_againEnd;
    bool m_begun = false;
    bool m_atEnd = false;
    int m_viewFirst = 0;
    int m_viewLast = 0;
};

} // namespace onceover::models
