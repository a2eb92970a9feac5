// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/proof_port.h"
#include "store/params.h"

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::store {

/// One statement to look with, over everything or over a slice of buckets.
struct LookPiece {
    std::string_view statement;
    Params params;
};

/// The pieces of one look at every promise, taken from by several connections at once and put together per promise. A
/// promise is whole when every piece that can tell of it is done; promises are told in the order I1 to I13. Safe for
/// any number of threads.
class PromiseLook {
public:
    /// `slices`: into how many ranges of buckets what grows with the days is divided, 1 to 64.
    PromiseLook(const OutsideBooks& outside, bool quiescent, int slices);

    /// What to run next; nothing when all was taken or somebody stopped.
    [[nodiscard]] std::optional<std::size_t> take();
    /// Valid as long as this lives.
    [[nodiscard]] const LookPiece& piece(std::size_t nth) const { return m_pieces[nth]; }
    /// What that piece found: one part per promise that its statement tells of.
    void put(std::size_t nth, std::vector<PromiseCheck> parts);
    /// Nothing more is taken; the first failure stays.
    void stop(Failure failure);

    [[nodiscard]] std::optional<Failure> failure() const;
    /// How many pieces there are, and how many of them are done.
    [[nodiscard]] std::size_t pieces() const { return m_pieces.size(); }
    [[nodiscard]] std::size_t done() const;
    /// Promises that became whole since the last call, up to the first that is not.
    [[nodiscard]] std::vector<PromiseCheck> tell();

private:
    void add(std::string_view statement, Params params);
    [[nodiscard]] bool isWhole(std::string_view promise) const;
    [[nodiscard]] PromiseCheck sumOf(std::string_view promise);

    std::vector<LookPiece> m_pieces; ///< Never changed once it is made.

    mutable std::mutex m_mutex; ///< Protects all below.
    std::size_t m_taken = 0;
    std::vector<std::optional<std::vector<PromiseCheck>>> m_found; ///< Per piece, so that names stay in one order.
    std::optional<Failure> m_failure;
    std::size_t m_told = 0;
};

} // namespace onceover::store
