// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <string>

namespace onceover::models::markdown {

/// Text of the database between our own marks: characters that Markdown or HTML would read are written out.
[[nodiscard]] QString literal(const QString& text);
[[nodiscard]] QString literal(const std::string& text);

/// A table; "None." where it has no row. Its cells are Markdown already.
[[nodiscard]] QString table(const QStringList& head, const QList<QStringList>& rows);

/// A second heading and what stands below it.
[[nodiscard]] QString heading(const QString& title, const QString& body);

} // namespace onceover::models::markdown
