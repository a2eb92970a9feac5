// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QStringList>

class QApplication;
class QLocale;

namespace onceover::views {

/// Families by real name and per language: aliases do not work as first family, and under an English locale a fallback
/// would choose Japanese shapes for Chinese text.
[[nodiscard]] QStringList uiFamilies(const QLocale& language);
/// Keys and numbers.
[[nodiscard]] QStringList monospaceFamilies();
/// The monospaced font that looks as large as `font`.
[[nodiscard]] QFont monospaced(const QFont& font);

/// Sets the application's font for the current language at the normal text size.
void installFonts(QApplication& application);

/// Text size in steps: -3 to +8, 0 is normal. Live: every widget gets its new font at once.
void setTextStep(int step);
[[nodiscard]] int textStep();

/// Families named above that are not installed; then some text would be drawn as boxes or in foreign shapes.
[[nodiscard]] QStringList missingFamilies();

} // namespace onceover::views
