// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/style/icons.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QLoggingCategory>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

// Q_INIT_RESOURCE must stand outside of any namespace.
static void initIconResource()
{
    Q_INIT_RESOURCE(onceover_icons);
}

namespace onceover::views {

namespace {

Q_LOGGING_CATEGORY(lcIcons, "onceover.views.icons")

/// The SVG text of a drawing; empty when there is none.
QByteArray source(const QString& name)
{
    static QHash<QString, QByteArray> cache; // GUI thread only; bounded by the number of names in the code.
    const auto found = cache.constFind(name);
    if (found != cache.constEnd())
        return *found;
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    QByteArray svg;
    if (file.open(QIODevice::ReadOnly))
        svg = file.readAll();
    else
        qCWarning(lcIcons, "no drawing named %s", qUtf8Printable(name));
    cache.insert(name, svg);
    return svg;
}

/// Draws in the colour of the palette that is in force when it is painted.
class PaletteIconEngine : public QIconEngine
{
public:
    explicit PaletteIconEngine(QString name)
        : m_name(std::move(name))
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const int size = qMin(rect.width(), rect.height());
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : qreal(1);
        const QPixmap pixmap = iconPixmap(m_name, colour(mode), size, ratio);
        painter->drawPixmap(rect.x() + (rect.width() - size) / 2, rect.y() + (rect.height() - size) / 2, pixmap);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override
    {
        // Qt asks in device pixels here; the caller sets the ratio afterwards.
        QPixmap pixmap = iconPixmap(m_name, colour(mode), qMin(size.width(), size.height()), 1);
        pixmap.setDevicePixelRatio(scale);
        return pixmap;
    }

    QIconEngine* clone() const override { return new PaletteIconEngine(m_name); }
    bool isNull() override { return source(m_name).isEmpty(); }

private:
    static QColor colour(QIcon::Mode mode)
    {
        const QPalette palette = QApplication::palette();
        return mode == QIcon::Disabled ? palette.color(QPalette::Disabled, QPalette::ButtonText)
                                       : palette.color(QPalette::Active, QPalette::ButtonText);
    }

    QString m_name;
};

} // namespace

void loadIcons()
{
    static const bool once = [] {
        initIconResource();
        return true;
    }();
    Q_UNUSED(once)
}

QIcon icon(const QString& name)
{
    loadIcons();
    return QIcon(new PaletteIconEngine(name));
}

QPixmap iconPixmap(const QString& name, const QColor& colour, int size, qreal devicePixelRatio)
{
    loadIcons();
    const int pixels = qMax(1, qRound(size * devicePixelRatio));
    const QString key = QStringLiteral("onceover/%1/%2/%3/%4")
                            .arg(name, colour.name(QColor::HexArgb))
                            .arg(pixels)
                            .arg(devicePixelRatio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    pixmap = QPixmap(pixels, pixels);
    pixmap.fill(Qt::transparent);
    QByteArray svg = source(name);
    if (!svg.isEmpty()) {
        svg.replace("currentColor", colour.name().toLatin1()); // QtSvg would paint it black.
        QSvgRenderer renderer(svg);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        renderer.render(&painter, QRectF(0, 0, pixels, pixels));
    }
    pixmap.setDevicePixelRatio(devicePixelRatio);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

QStringList iconNames()
{
    loadIcons();
    QStringList names = QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")}, QDir::Files, QDir::Name);
    for (QString& name : names)
        name.chop(4);
    return names;
}

} // namespace onceover::views
