// SPDX-License-Identifier: GPL-3.0-or-later
#include "translations/translations.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>

// Outside every namespace, as Q_INIT_RESOURCE asks for: a static library's resources are not found by themselves.
static void registerLanguages()
{
    Q_INIT_RESOURCE(onceover_languages);
}

namespace onceover {

Translations::~Translations()
{
    if (QCoreApplication::instance())
        remove();
}

QStringList Translations::available()
{
    registerLanguages();
    QStringList languages{QStringLiteral("en")};
    const QStringList files
        = QDir(QStringLiteral(":/i18n")).entryList({QStringLiteral("onceover_*.qm")}, QDir::Files, QDir::Name);
    for (const QString& file : files) {
        const QString language = file.mid(9, file.size() - 12); // Between "onceover_" and ".qm".
        if (!languages.contains(language))
            languages << language;
    }
    return languages;
}

bool Translations::use(const QString& language)
{
    const bool known = available().contains(language);
    remove();
    m_language = known ? language : QStringLiteral("en");
    if (m_texts.load(QStringLiteral(":/i18n/onceover_%1.qm").arg(m_language)))
        QCoreApplication::installTranslator(&m_texts);
    if (m_language != QLatin1String("en")
        && m_qtTexts.load(
            QStringLiteral("qtbase_%1").arg(m_language), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qtTexts);
    return known;
}

void Translations::remove()
{
    QCoreApplication::removeTranslator(&m_texts);
    QCoreApplication::removeTranslator(&m_qtTexts);
}

} // namespace onceover
