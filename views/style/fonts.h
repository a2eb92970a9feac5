// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QObject>
#include <QStringList>

#include <functional>

class QApplication;
class QLocale;
class QWidget;

namespace onceover::views {

/// Families by real name and per language: aliases do not work as first family, and under an English locale a fallback
/// would choose Japanese shapes for Chinese text.
[[nodiscard]] QStringList uiFamilies(const QLocale& language);
/// Keys and numbers.
[[nodiscard]] QStringList monospaceFamilies();
/// The monospaced font that looks as large as `font`.
[[nodiscard]] QFont monospaced(const QFont& font);
/// The same, a little smaller: for long keys.
[[nodiscard]] QFont monospacedKey(const QFont& font);

/// Sets the application's font for the current language at the normal text size.
void installFonts(QApplication& application);

/// The default locale speaks another language now: every font is made anew with the families of that language.
void languageChanged();

/// Text size in steps: -3 to +8, 0 is normal. Live: every widget gets its new font at once.
void setTextStep(int step);
[[nodiscard]] int textStep();

/// Tells that the text size or the families changed; fonts made from fontOf() or monospaced() must then be made anew.
class TextSize : public QObject {
    Q_OBJECT

public:
    static TextSize& instance();

signals:
    void changed();
};

/// Gives a widget the font that `make` makes, now and whenever the text size changes. A font set once would stay.
void keepFont(QWidget* widget, std::function<QFont()> make);

/// Families named above that are not installed; then some text would be drawn as boxes or in foreign shapes.
[[nodiscard]] QStringList missingFamilies();

} // namespace onceover::views
