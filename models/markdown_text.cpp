// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/markdown_text.h"

#include "models/plain_text.h"

#include <QCoreApplication>

namespace onceover::models::markdown {

namespace {

struct MarkdownWords {
    Q_DECLARE_TR_FUNCTIONS(IncidentReport)
};

QString cells(const QStringList& row)
{
    return QStringLiteral("| ") + row.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
}

} // namespace

QString literal(const QString& text)
{
    static const QString kMarks = QStringLiteral("\\`*_{}[]()#+!|<>~&");
    QString escaped;
    for (const QChar c : plainText(text)) {
        if (kMarks.contains(c))
            escaped += QLatin1Char('\\');
        escaped += c;
    }
    return escaped;
}

QString literal(const std::string& text)
{
    return literal(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
}

QString table(const QStringList& head, const QList<QStringList>& rows)
{
    if (rows.isEmpty())
        return MarkdownWords::tr("None.") + QStringLiteral("\n");
    QString text = cells(head) + cells(QStringList(head.size(), QStringLiteral("---")));
    for (const QStringList& row : rows)
        text += cells(row);
    return text;
}

QString heading(const QString& title, const QString& body)
{
    return QStringLiteral("\n## ") + title + QStringLiteral("\n\n") + body;
}

} // namespace onceover::models::markdown
