// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/page.h"

#include <QUrl>

namespace onceover::views {

models::PageAddress listAddress(const QString& link)
{
    models::PageAddress address{link.section(QLatin1Char('?'), 0, 0), {}, {}};
    QString query = link.section(QLatin1Char('?'), 1);
    if (query.startsWith(QStringLiteral("q=")))
        query = query.mid(2);
    if (!query.isEmpty())
        address.query.insert(QStringLiteral("q"), QUrl::fromPercentEncoding(query.toUtf8()));
    return address;
}

QMap<QString, QString> filterTerms(const models::PageAddress& address)
{
    QMap<QString, QString> terms;
    const QStringList parts = address.query.value(QStringLiteral("q")).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& part : parts) {
        const qsizetype colon = part.indexOf(QLatin1Char(':'));
        if (colon > 0)
            terms.insert(part.left(colon), part.mid(colon + 1));
    }
    return terms;
}

QStringList unservedTerms(const models::PageAddress& address)
{
    static const QStringList served{QStringLiteral("state"), QStringLiteral("bizdate"), QStringLiteral("job"),
        QStringLiteral("merchant"), QStringLiteral("key"), QStringLiteral("batch"), QStringLiteral("name")};
    QStringList others = address.query.value(QStringLiteral("q")).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    others.removeIf([](const QString& term) {
        return term.indexOf(QLatin1Char(':')) > 0 && served.contains(term.section(QLatin1Char(':'), 0, 0));
    });
    return others;
}

models::PageAddress filteredAddress(const QString& page, const QMap<QString, QString>& terms)
{
    QStringList parts;
    for (auto it = terms.cbegin(); it != terms.cend(); ++it) {
        if (!it.value().isEmpty())
            parts << it.key() + QLatin1Char(':') + it.value();
        else if (it.key().contains(QLatin1Char('>')))
            parts << it.key(); // A comparison stands for itself: age>24h.
    }
    models::PageAddress address{page, {}, {}};
    if (!parts.isEmpty())
        address.query.insert(QStringLiteral("q"), parts.join(QLatin1Char(' ')));
    return address;
}

QString failureIcon(const Failure& failure)
{
    if (models::isWrongSchema(failure))
        return QStringLiteral("shield-alert");
    return models::isConnectionFailure(failure) ? QStringLiteral("plug-off") : QStringLiteral("triangle-alert");
}

Page::Page(const QString& name, const PageContext& context, QWidget* parent)
    : Translated(parent)
    , m_name(name)
    , m_context(context)
{
    setObjectName(QStringLiteral("page.") + name);
}

void Page::open(const models::PageAddress&) { }

models::PageAddress Page::address() const
{
    return {m_name, {}, {}};
}

QVariantMap Page::place() const
{
    return {};
}

void Page::restorePlace(const QVariantMap&) { }

void Page::focusFilter() { }

bool Page::escape()
{
    return false;
}

void Page::saveLayout() { }

std::vector<ControlScope> Page::freezeScopes() const
{
    return {};
}

std::vector<models::ReplayCandidate> Page::replayCandidates() const
{
    return {};
}

void Page::setCondition(Condition condition)
{
    if (m_condition == condition)
        return;
    m_condition = condition;
    emit conditionChanged();
}

} // namespace onceover::views
