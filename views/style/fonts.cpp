// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/style/fonts.h"

#include <QApplication>
#include <QFontDatabase>
#include <QLocale>
#include <QWidget>

#include <algorithm>

namespace onceover::views {

namespace {

constexpr double kNormalPoints = 9.0;
constexpr double kKeyScale = 0.94; // The monospaced face looks larger at the same size.
constexpr int kStepMin = -3;
constexpr int kStepMax = 8;
int currentStep = 0; // GUI thread only.

QFont uiFont(int step)
{
    QFont font;
    font.setFamilies(uiFamilies(QLocale()));
    font.setPointSizeF(kNormalPoints + step);
    return font;
}

} // namespace

QStringList uiFamilies(const QLocale& language)
{
    // With the CJK font first, quotes and dots of English text come out full width.
    if (language.language() == QLocale::Chinese)
        return {QStringLiteral("Noto Sans CJK SC"), QStringLiteral("DejaVu Sans")};
    return {QStringLiteral("DejaVu Sans"), QStringLiteral("Noto Sans CJK SC")};
}

QStringList monospaceFamilies()
{
    return {QStringLiteral("DejaVu Sans Mono"), QStringLiteral("Noto Sans Mono CJK SC")};
}

QFont monospaced(const QFont& font)
{
    QFont mono = font;
    mono.setFamilies(monospaceFamilies());
    mono.setStyleHint(QFont::Monospace);
    return mono;
}

QFont monospacedKey(const QFont& font)
{
    QFont mono = monospaced(font);
    mono.setPointSizeF(font.pointSizeF() * kKeyScale);
    return mono;
}

void installFonts(QApplication&)
{
    QApplication::setFont(uiFont(currentStep));
}

void languageChanged()
{
    QApplication::setFont(uiFont(currentStep));
    emit TextSize::instance().changed();
}

void setTextStep(int step)
{
    currentStep = std::clamp(step, kStepMin, kStepMax);
    languageChanged(); // Size and families are made in one go.
}

TextSize& TextSize::instance()
{
    static TextSize size;
    return size;
}

void keepFont(QWidget* widget, std::function<QFont()> make)
{
    widget->setFont(make());
    QObject::connect(&TextSize::instance(), &TextSize::changed, widget,
        [widget, make = std::move(make)] { widget->setFont(make()); });
}

int textStep()
{
    return currentStep;
}

QStringList missingFamilies()
{
    QStringList missing = uiFamilies(QLocale(QLocale::English)) + monospaceFamilies();
    missing.removeIf([](const QString& family) { return QFontDatabase::hasFamily(family); });
    return missing;
}

} // namespace onceover::views
