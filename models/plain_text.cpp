// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plain_text.h"

#include <QByteArrayView>
#include <QChar>

namespace onceover::models {

namespace {

/// Would this character be unseen, or make its neighbours look like something else?
bool isTreacherous(char32_t c)
{
    const QChar::Category category = QChar::category(c);
    return category == QChar::Other_Format || category == QChar::Other_Control || category == QChar::Separator_Line
        || category == QChar::Separator_Paragraph;
}

QString pictureOf(char32_t c)
{
    if (c == U'\n')
        return QString(QChar(0x2424));
    if (c < 0x20)
        return QString(QChar(static_cast<char16_t>(0x2400 + c)));
    if (c == 0x7F)
        return QString(QChar(0x2421));
    return QStringLiteral("\u2039U+%1\u203A").arg(static_cast<uint>(c), 4, 16, QLatin1Char('0')).toUpper();
}

} // namespace

QString plainText(const QString& text)
{
    QString plain;
    plain.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar unit = text.at(i);
        char32_t c = unit.unicode();
        if (unit.isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate())
            c = QChar::surrogateToUcs4(unit, text.at(++i));
        else if (unit.isSurrogate())
            c = QChar::ReplacementCharacter; // Half a pair is no character.

        if (isTreacherous(c))
            plain += pictureOf(c);
        else
            plain += QStringView(QChar::fromUcs4(c));
    }
    return plain;
}

QString plainText(std::string_view utf8)
{
    return plainText(QString::fromUtf8(QByteArrayView(utf8.data(), static_cast<qsizetype>(utf8.size()))));
}

QString spreadsheetText(const QString& plain)
{
    // Some read the full-width forms as well, and skip the blanks before.
    static const QString begins = QStringLiteral("=+-@\uFF1D\uFF0B\uFF0D\uFF20");
    const QString seen = plain.trimmed();
    return seen.isEmpty() || !begins.contains(seen.front()) ? plain : QLatin1Char('\'') + plain;
}

QString toolTip(const QString& plain)
{
    if (plain.isEmpty())
        return {};
    return QStringLiteral("<p style=\"white-space: pre-wrap\">%1</p>").arg(plain.toHtmlEscaped());
}

} // namespace onceover::models
