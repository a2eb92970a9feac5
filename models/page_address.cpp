// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/page_address.h"

#include <QByteArray>

namespace onceover::models {

namespace {

constexpr qsizetype kLongest = 2000;
const QLatin1String kScheme("onceover://");

/// Keys stay readable: a run key's colon and at sign need no escape in a path. In the profile's place they would mean a
/// port and a user name.
QString encoded(const QString& text, const char* readable = ":@")
{
    return QString::fromLatin1(text.toUtf8().toPercentEncoding(readable));
}

/// Nothing when it is no percent-encoded UTF-8.
std::optional<QString> decoded(const QString& text)
{
    const QByteArray bytes = QByteArray::fromPercentEncoding(text.toUtf8());
    QString plain = QString::fromUtf8(bytes);
    if (plain.toUtf8() != bytes)
        return std::nullopt;
    return plain;
}

std::optional<QMap<QString, QString>> queryOf(const QString& text)
{
    QMap<QString, QString> query;
    for (const QString& pair : text.split(QLatin1Char('&'), Qt::SkipEmptyParts)) {
        const qsizetype equals = pair.indexOf(QLatin1Char('='));
        const auto name = decoded(pair.left(equals));
        const auto value = decoded(equals < 0 ? QString() : pair.mid(equals + 1));
        if (!name || !value || name->isEmpty())
            return std::nullopt;
        query.insert(*name, *value);
    }
    return query;
}

} // namespace

QString addressText(const QString& profile, const PageAddress& address)
{
    QString text = kScheme + encoded(profile, "") + QLatin1Char('/') + encoded(address.page);
    if (!address.key.isEmpty())
        text += QLatin1Char('/') + encoded(address.key);
    QChar mark = QLatin1Char('?');
    for (auto it = address.query.cbegin(); it != address.query.cend(); ++it) {
        text += mark + encoded(it.key()) + QLatin1Char('=') + encoded(it.value());
        mark = QLatin1Char('&');
    }
    return text;
}

std::optional<ProfileAddress> parseAddress(const QString& text)
{
    if (text.size() > kLongest || !text.startsWith(kScheme, Qt::CaseInsensitive))
        return std::nullopt;
    const QString rest = text.mid(kScheme.size()).section(QLatin1Char('#'), 0, 0);
    const QStringList parts = rest.section(QLatin1Char('?'), 0, 0).split(QLatin1Char('/'));
    const auto query = queryOf(rest.section(QLatin1Char('?'), 1));
    if (parts.size() < 2 || parts.size() > 3 || !query)
        return std::nullopt;
    const auto profile = decoded(parts[0]);
    const auto page = decoded(parts[1]);
    const auto key = decoded(parts.value(2));
    if (!profile || !page || !key || profile->isEmpty() || page->isEmpty())
        return std::nullopt;
    // What looks like a user name or a port is none of ours; an encoded one is part of the profile's name.
    if (parts[0].contains(QLatin1Char('@')) || parts[0].contains(QLatin1Char(':')))
        return std::nullopt;
    return ProfileAddress{*profile, {*page, *key, *query}};
}

} // namespace onceover::models
