// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::store {

/// Raw bytes for a bytea parameter; a view, so it must not outlive what it looks at.
struct Bytes {
    std::string_view data;
};

/// The text form of a bytea: \x and two hexadecimal characters a byte.
[[nodiscard]] std::string encodeBytes(std::string_view data);

/// The bytes of that text form; nothing when it is none.
[[nodiscard]] std::optional<std::string> decodeBytes(std::string_view text);

/// Builds the text form of a one-dimensional array, {"a","b",NULL}, element by element. Works for every element type
/// whose own text form is given, because each element is quoted.
class ArrayText {
public:
    void reserve(std::size_t bytes) { m_text.reserve(bytes); }
    void append(std::string_view element);
    void appendNull();
    /// The finished array; the builder is empty afterwards.
    [[nodiscard]] std::string take();

private:
    std::string m_text{"{"};
    bool m_first = true;
};

/// Splits the text form of a one-dimensional array (or "{}") into its elements; nothing when it is malformed or holds
/// an array of arrays. NULL elements come back empty.
[[nodiscard]] std::optional<std::vector<std::optional<std::string>>> splitArray(std::string_view text);

} // namespace onceover::store
