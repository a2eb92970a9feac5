// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/style/theme.h"

#include "views/style/console_style.h"
#include "views/style/fonts.h"

#include <QApplication>
#include <QStyleFactory>

#include <algorithm>
#include <cmath>

namespace onceover::views {

namespace {

struct Look {
    Theme theme = Theme::System;
    bool paletteIsDark = false;     ///< The desktop's palette at start.
    std::optional<bool> wishedDark; ///< By the desktop's settings.
};

/// The one look of the program; lives on the GUI thread.
Look& look()
{
    static Look instance;
    return instance;
}

/// The colours that differ between the themes, in the order in which the eye meets them.
struct Inks {
    QRgb window;
    QRgb base;
    QRgb quiet;
    QRgb line;
    QRgb text;
    QRgb secondary;
    QRgb disabled;
    QRgb accent;
    QRgb selection;
    QRgb button;
    QRgb tip;
};

constexpr Inks kLight{0xFFF4F6F8, 0xFFFFFFFF, 0xFFEEF1F4, 0xFFD3D9DF, 0xFF1F2328, 0xFF57606A, 0xFF8C959F, 0xFF0550AE,
    0xFFD6E8FF, 0xFFFBFCFD, 0xFFFFFFFF};
constexpr Inks kDark{0xFF0D1117, 0xFF151B23, 0xFF1C232C, 0xFF323A44, 0xFFE6EDF3, 0xFF9DA7B1, 0xFF6B747E, 0xFF79C0FF,
    0xFF1B3A5C, 0xFF20272F, 0xFF20272F};

QPalette paletteOf(const Inks& inks)
{
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, QRgb rgb) { palette.setColor(role, QColor::fromRgb(rgb)); };
    set(QPalette::Window, inks.window);
    set(QPalette::WindowText, inks.text);
    set(QPalette::Base, inks.base);
    set(QPalette::AlternateBase, inks.quiet);
    set(QPalette::Text, inks.text);
    set(QPalette::Button, inks.button);
    set(QPalette::ButtonText, inks.text);
    set(QPalette::BrightText, 0xFFFFFFFF);
    set(QPalette::ToolTipBase, inks.tip);
    set(QPalette::ToolTipText, inks.text);
    set(QPalette::PlaceholderText, inks.secondary);
    set(QPalette::Highlight, inks.selection);
    set(QPalette::HighlightedText, inks.text);
    set(QPalette::Link, inks.accent);
    set(QPalette::LinkVisited, inks.accent);
    set(QPalette::Light, inks.base);
    set(QPalette::Midlight, inks.quiet);
    set(QPalette::Mid, inks.line);
    set(QPalette::Dark, inks.line);
    set(QPalette::Shadow, inks.line);
    for (const QPalette::ColorRole role :
        {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText, QPalette::ToolTipText})
        palette.setColor(QPalette::Disabled, role, QColor::fromRgb(inks.disabled));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor::fromRgb(inks.quiet));
    return palette;
}

bool darkNow()
{
    return look().theme == Theme::Dark
        || (look().theme == Theme::System && look().wishedDark.value_or(look().paletteIsDark));
}

TonePair pair(QRgb foreground, QRgb background)
{
    return {QColor::fromRgb(foreground), QColor::fromRgb(background)};
}

TonePair lightPair(models::Tone tone)
{
    switch (tone) {
    case models::Tone::Neutral:
        return pair(0xFF4F5862, 0xFFEAEEF2);
    case models::Tone::Info:
        return pair(0xFF0550AE, 0xFFDDF4FF);
    case models::Tone::Ok:
        return pair(0xFF116329, 0xFFDAFBE1);
    case models::Tone::Warn:
        return pair(0xFF7D4E00, 0xFFFFF8C5);
    case models::Tone::Danger:
        return pair(0xFFA40E26, 0xFFFFEBE9);
    case models::Tone::Unknown:
        return pair(0xFF6639BA, 0xFFFBEFFF);
    case models::Tone::Critical:
        return pair(0xFFFFFFFF, 0xFFA40E26);
    }
    return {};
}

TonePair darkPair(models::Tone tone)
{
    switch (tone) {
    case models::Tone::Neutral:
        return pair(0xFF9DA7B1, 0xFF21262D);
    case models::Tone::Info:
        return pair(0xFF79C0FF, 0xFF10243E);
    case models::Tone::Ok:
        return pair(0xFF7EE787, 0xFF12261E);
    case models::Tone::Warn:
        return pair(0xFFE3B341, 0xFF2B2111);
    case models::Tone::Danger:
        return pair(0xFFFF9A92, 0xFF3C1618);
    case models::Tone::Unknown:
        return pair(0xFFD2A8FF, 0xFF271D3D);
    case models::Tone::Critical:
        return pair(0xFFFFFFFF, 0xFFB62324);
    }
    return {};
}

double luminance(const QColor& colour)
{
    const auto channel
        = [](double value) { return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); };
    return 0.2126 * channel(colour.redF()) + 0.7152 * channel(colour.greenF()) + 0.0722 * channel(colour.blueF());
}

} // namespace

QString themeName(Theme theme)
{
    switch (theme) {
    case Theme::System:
        return QStringLiteral("system");
    case Theme::Light:
        return QStringLiteral("light");
    case Theme::Dark:
        return QStringLiteral("dark");
    }
    return {};
}

std::optional<Theme> themeFromName(const QString& name)
{
    for (const Theme theme : {Theme::System, Theme::Light, Theme::Dark}) {
        if (themeName(theme) == name)
            return theme;
    }
    return std::nullopt;
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Active, QPalette::Window).lightness()
        < palette.color(QPalette::Active, QPalette::WindowText).lightness();
}

TonePair toneColours(models::Tone tone, const QPalette& palette)
{
    return isDark(palette) ? darkPair(tone) : lightPair(tone);
}

QColor toneInk(models::Tone tone, const QPalette& palette)
{
    const models::Tone readable = tone == models::Tone::Critical ? models::Tone::Danger : tone;
    return toneColours(readable, palette).foreground;
}

QColor toneSurface(models::Tone tone, const QPalette& palette)
{
    const QColor ink = toneInk(tone, palette);
    const QColor ground = palette.color(QPalette::Base);
    const auto mix = [](float a, float b) { return 0.7F * a + 0.3F * b; };
    return QColor::fromRgbF(
        mix(ink.redF(), ground.redF()), mix(ink.greenF(), ground.greenF()), mix(ink.blueF(), ground.blueF()));
}

QPalette lightPalette()
{
    return paletteOf(kLight);
}

QPalette darkPalette()
{
    return paletteOf(kDark);
}

void installLook(QApplication& application, Theme theme)
{
    look().paletteIsDark = isDark(application.palette());
    application.setStyle(new ConsoleStyle);
    installFonts(application);
    setTheme(theme);
}

void setTheme(Theme theme)
{
    look().theme = theme;
    QApplication::setPalette(darkNow() ? darkPalette() : lightPalette());
}

void setDesktopScheme(std::optional<bool> dark)
{
    look().wishedDark = dark;
    setTheme(look().theme);
}

Theme currentTheme()
{
    return look().theme;
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

} // namespace onceover::views
