// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/page.h"

#include <QUrl>

namespace onceover::views {

PageLink parseLink(const QString& link)
{
    PageLink parsed;
    const qsizetype mark = link.indexOf(QLatin1Char('?'));
    parsed.page = link.left(mark);
    if (mark < 0)
        return parsed;
    QString query = link.mid(mark + 1);
    if (query.startsWith(QStringLiteral("q=")))
        query = query.mid(2);
    const QStringList terms = QUrl::fromPercentEncoding(query.toUtf8()).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& term : terms) {
        const qsizetype colon = term.indexOf(QLatin1Char(':'));
        if (colon > 0)
            parsed.terms.insert(term.left(colon), term.mid(colon + 1));
    }
    return parsed;
}

QString failureIcon(const Failure& failure)
{
    if (models::isWrongSchema(failure))
        return QStringLiteral("shield-alert");
    return models::isConnectionFailure(failure) ? QStringLiteral("plug-off") : QStringLiteral("triangle-alert");
}

Page::Page(const QString& name, const PageContext& context, QWidget* parent)
    : Translated(parent)
    , m_context(context)
{
    setObjectName(QStringLiteral("page.") + name);
}

void Page::follow(const PageLink&)
{
}

void Page::focusFilter()
{
}

bool Page::escape()
{
    return false;
}

void Page::saveLayout()
{
}

void Page::setCondition(Condition condition)
{
    if (m_condition == condition)
        return;
    m_condition = condition;
    emit conditionChanged();
}

} // namespace onceover::views
