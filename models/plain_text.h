// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace onceover::models {

/// Text from the database made safe to show (S13): UTF-8 decoded (bad bytes become U+FFFD), control characters as their
/// pictures (␀ ␤ ␛ …), bidi controls and other invisible format characters as ‹U+202E›. What comes out has one line and
/// no character that could reorder or hide its neighbours. It is plain text: never hand it to a rich text widget.
[[nodiscard]] QString plainText(std::string_view utf8);
[[nodiscard]] QString plainText(const QString& text);

/// A cell of such text as a spreadsheet may take it (S14): one that would begin a formula begins with an apostrophe. Not for
/// typed numbers, whose minus sign is theirs (F58).
[[nodiscard]] QString spreadsheetText(const QString& plain);

/// A tooltip that shows exactly this plain text, line breaks kept: escaped and wrapped, so that Qt's guess whether a
/// text is rich cannot be tricked by what the text says.
[[nodiscard]] QString toolTip(const QString& plain);

} // namespace onceover::models
