// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/state_text.h"

#include <QColor>
#include <QPalette>
#include <QString>

#include <optional>

class QApplication;

namespace onceover::views {

/// How the console chooses its colours.
enum class Theme { System, Light, Dark };

/// The stored and typed name: system, light, dark.
[[nodiscard]] QString themeName(Theme theme);
[[nodiscard]] std::optional<Theme> themeFromName(const QString& name);

/// Foreground and background of one tone; their contrast is at least 4.5:1 (UX.md section 4).
struct TonePair {
    QColor foreground;
    QColor background;
};

/// The pair of a tone in the palette in force.
[[nodiscard]] TonePair toneColours(models::Tone tone, const QPalette& palette);
/// The foreground of a tone on a plain surface of the palette (window or base): Critical's white would vanish there.
[[nodiscard]] QColor toneInk(models::Tone tone, const QPalette& palette);

/// A calmer ink for surfaces such as bars, where the foreground would shout.
[[nodiscard]] QColor toneSurface(models::Tone tone, const QPalette& palette);

/// Is the palette's surface darker than its text?
[[nodiscard]] bool isDark(const QPalette& palette);

/// Our own palettes. Roles beyond Qt's names: PlaceholderText is secondary text, Mid is the line between things, Link
/// is the accent (focus ring, current page, links), AlternateBase is a quiet surface.
[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

/// Remembers what the desktop looks like, then installs style, fonts and palette. Call once, before the first widget.
void installLook(QApplication& application, Theme theme);
/// Changes the palette of the running program. System follows the desktop's wish, or where it has none the lightness of
/// its palette at start.
void setTheme(Theme theme);
/// The desktop's wish as it is told now and later; nothing: none. A program in the system's theme changes at once.
void setDesktopScheme(std::optional<bool> dark);
[[nodiscard]] Theme currentTheme();

/// WCAG 2 contrast ratio, 1 to 21.
[[nodiscard]] double contrastRatio(const QColor& a, const QColor& b);

} // namespace onceover::views
