// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace onceover::views {

/// Writes a page of Markdown as an A4 PDF: `title` in its header, page n of m in its footer, black on white whatever
/// the theme. It is written beside `file` first and then put in its place. Empty: done; else why not, in words.
[[nodiscard]] QString writePdf(const QString& markdown, const QString& title, const QString& file);

/// Writes a text as UTF-8 in the same way, for its owner alone.
[[nodiscard]] QString writeText(const QByteArray& utf8, const QString& file);

} // namespace onceover::views
