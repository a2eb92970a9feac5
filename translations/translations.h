// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QTranslator>

namespace onceover {

/// The language of what people read. One object per program, made after the application object and living as long as
/// it; widgets hear of a change by QEvent::LanguageChange. English is in the sources; its file holds the plurals alone.
class Translations {
public:
    Translations() = default;
    ~Translations();
    Translations(const Translations&) = delete;
    Translations& operator=(const Translations&) = delete;

    /// Uses this language ("en", "zh_CN") from now on, Qt's own dialogs included where their texts are installed. A
    /// language that is not built in: English, and false.
    bool use(const QString& language);

    [[nodiscard]] QString language() const { return m_language; }
    /// What is built in, "en" first.
    [[nodiscard]] static QStringList available();

private:
    void remove();

    QString m_language;
    QTranslator m_texts;
    QTranslator m_qtTexts;
};

} // namespace onceover
