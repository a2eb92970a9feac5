// SPDX-License-Identifier: GPL-3.0-or-later
#include "language.h"

#include "views/style/fonts.h"

#include <QSettings>

namespace onceover::console {

Language::Language(const std::optional<QString>& wanted, const QSettings* layouts)
    : m_system(QLocale::system())
{
    QString language = ofLocale(m_system);
    if (layouts) {
        const QString stored = layouts->value(QStringLiteral("window/language")).toString();
        if (Translations::available().contains(stored))
            language = stored;
    }
    use(wanted.value_or(language));
}

QString Language::ofLocale(const QLocale& locale)
{
    const QString full = locale.name(); // zh_CN; a Chinese locale of another script reads English more easily.
    const QStringList available = Translations::available();
    if (available.contains(full))
        return full;
    const bool simplified = locale.language() == QLocale::Chinese && locale.script() == QLocale::SimplifiedHanScript;
    const QString chinese = QStringLiteral("zh_CN");
    return simplified && available.contains(chinese) ? chinese : QStringLiteral("en");
}

void Language::use(const QString& language)
{
    // Numbers first: widgets make their texts anew as soon as they hear of the language.
    const QLocale wanted(language);
    if (m_system.language() == wanted.language())
        QLocale::setDefault(m_system);
    else if (wanted.language() == QLocale::English)
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    else
        QLocale::setDefault(wanted);
    m_translations.use(language);
    views::languageChanged();
}

views::LanguageChoice Language::choice()
{
    return {Translations::available(), [this] { return m_translations.language(); },
        [this](const QString& language) { use(language); }};
}

} // namespace onceover::console
