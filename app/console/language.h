// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "translations/translations.h"
#include "views/shell/main_window.h"

#include <optional>

class QSettings;

namespace onceover::console {

/// The language of the running console: texts, fonts and the way of writing numbers change together, without a restart.
class Language {
public:
    /// Speaks `wanted`, else what the last session spoke, else the locale's language, else English.
    Language(const std::optional<QString>& wanted, const QSettings* layouts);

    void use(const QString& language);
    /// For the window's menu.
    [[nodiscard]] views::LanguageChoice choice();
    /// What a locale asks for of what is built in.
    [[nodiscard]] static QString ofLocale(const QLocale& locale);

private:
    QLocale m_system; ///< As the machine writes numbers.
    Translations m_translations;
};

} // namespace onceover::console
