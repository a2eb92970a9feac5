// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/style/console_style.h"

#include "views/style/icons.h"
#include "views/style/theme.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QPainterPath>
#include <QStyleFactory>
#include <QStyleOption>
#include <QWidget>

namespace onceover::views {

namespace {

constexpr qreal kRadius = 4;

/// A rounded surface with a one pixel line, sharp on every device pixel ratio.
void drawSurface(QPainter* painter, const QRect& rect, const QColor& fill, const QColor& line)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(line, 1));
    painter->setBrush(fill);
    painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    painter->restore();
}

/// What a button looks like in its state.
QColor buttonFill(const QStyleOption* option)
{
    const QPalette& palette = option->palette;
    if (!(option->state & QStyle::State_Enabled))
        return palette.color(QPalette::Window);
    if (option->state & (QStyle::State_Sunken | QStyle::State_On))
        return palette.color(QPalette::Highlight);
    if (option->state & QStyle::State_MouseOver)
        return palette.color(QPalette::AlternateBase);
    return palette.color(QPalette::Button);
}

void drawHeaderSection(const QStyleOption* option, QPainter* painter)
{
    painter->fillRect(option->rect, option->palette.color(QPalette::AlternateBase));
    painter->setPen(option->palette.color(QPalette::Mid));
    painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
}

void drawComboBox(const QStyle* style, const QStyleOptionComboBox* option, QPainter* painter, const QWidget* widget)
{
    QColor fill = buttonFill(option);
    if (option->editable)
        fill = option->palette.color(QPalette::Base);
    drawSurface(painter, option->rect, fill, option->palette.color(QPalette::Mid));
    if (option->state & QStyle::State_HasFocus)
        drawFocusRing(painter, option->rect, option->palette, kRadius);
    const QRect arrow = style->subControlRect(QStyle::CC_ComboBox, option, QStyle::SC_ComboBoxArrow, widget);
    const QPalette::ColorGroup group = option->state & QStyle::State_Enabled ? QPalette::Active : QPalette::Disabled;
    constexpr int kArrow = 14;
    const QPixmap pixmap = iconPixmap(QStringLiteral("chevron-down"),
        option->palette.color(group, QPalette::ButtonText), kArrow, painter->device()->devicePixelRatioF());
    const QPoint at = arrow.center() - QPoint(kArrow / 2 - 1, kArrow / 2 - 1);
    painter->drawPixmap(at, pixmap);
}

/// How far something is: as in tables, a bar that is seen in both themes. What has no end known yet is drawn as Fusion
/// does, in the accent.
void drawProgressBar(const QStyleOptionProgressBar* bar, QPainter* painter)
{
    const int whole = bar->maximum - bar->minimum;
    const double share = whole > 0 ? qBound(0.0, double(bar->progress - bar->minimum) / whole, 1.0) : 0.0;
    const QRectF rect(bar->rect);
    const qreal radius = rect.height() / 2;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(bar->palette.color(QPalette::Mid));
    painter->drawRoundedRect(rect, radius, radius);
    if (share > 0) {
        const models::Tone tone = share < 1 ? models::Tone::Info : models::Tone::Ok;
        painter->setBrush(toneSurface(tone, bar->palette));
        painter->drawRoundedRect(
            QRectF(rect.topLeft(), QSizeF(qMax(rect.height(), rect.width() * share), rect.height())), radius, radius);
    }
    painter->restore();
}

/// A word on the page's own ground; the current one stands on a line of the accent.
void drawTab(const QStyleOptionTab* tab, QPainter* painter)
{
    const QPalette& palette = tab->palette;
    const bool current = tab->state & QStyle::State_Selected;
    if (!current && tab->state & QStyle::State_MouseOver)
        painter->fillRect(tab->rect.adjusted(0, 2, 0, -2), palette.color(QPalette::AlternateBase));
    if (current)
        painter->fillRect(QRect(tab->rect.left() + 6, tab->rect.bottom() - 2, tab->rect.width() - 12, 3),
            palette.color(QPalette::Link));
}

/// A ring that is seen in both themes and at every text size, and a dot in the chosen one.
void drawRadio(const QStyleOption* option, QPainter* painter)
{
    const QPalette::ColorGroup group = option->state & QStyle::State_Enabled ? QPalette::Active : QPalette::Disabled;
    const bool on = option->state & QStyle::State_On;
    const QColor ink = option->palette.color(group, on ? QPalette::Link : QPalette::PlaceholderText);
    const QRectF ring = QRectF(option->rect).adjusted(1, 1, -1, -1);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(ink, 1.4));
    painter->setBrush(option->palette.color(group, QPalette::Base));
    painter->drawEllipse(ring);
    if (on) {
        const qreal inset = ring.width() / 4;
        painter->setPen(Qt::NoPen);
        painter->setBrush(ink);
        painter->drawEllipse(ring.adjusted(inset, inset, -inset, -inset));
    }
    painter->restore();
}

} // namespace

void drawFocusRing(QPainter* painter, const QRect& rect, const QPalette& palette, qreal radius)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(palette.color(QPalette::Link), 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), radius, radius);
    painter->restore();
}

ConsoleStyle::ConsoleStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{
}

int ConsoleStyle::styleHint(
    StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* returnData) const
{
    switch (hint) {
    case SH_DialogButtonBox_ButtonsHaveIcons: // Under xcb Fusion would put the desktop's icons there.
        return 0;
    case SH_ToolTip_WakeUpDelay:
        return 400;
    case SH_Table_GridLineColor:
        if (option)
            return static_cast<int>(option->palette.color(QPalette::Mid).rgba());
        break;
    default: // Not our enum: everything else stays Fusion's.
        break;
    }
    return QProxyStyle::styleHint(hint, option, widget, returnData);
}

int ConsoleStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_HeaderMargin:
        return 6;
    case PM_ButtonMargin:
        return 10;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return 8;
    case PM_ScrollBarExtent:
        return 12;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

void ConsoleStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    const QPalette& palette = option->palette;
    switch (element) {
    case PE_PanelButtonCommand: {
        drawSurface(painter, option->rect, buttonFill(option), palette.color(QPalette::Mid));
        if (option->state & State_HasFocus)
            drawFocusRing(painter, option->rect, palette, kRadius);
        return;
    }
    case PE_PanelButtonTool: {
        const bool raised = option->state & (State_MouseOver | State_Sunken | State_On);
        if (raised && option->state & State_Enabled)
            drawSurface(painter, option->rect, buttonFill(option), palette.color(QPalette::Mid));
        return; // Fusion asks for the ring by itself.
    }
    case PE_PanelLineEdit: {
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option); frame && frame->lineWidth == 0) {
            painter->fillRect(option->rect, palette.color(QPalette::Base));
            return;
        }
        drawSurface(painter, option->rect, palette.color(QPalette::Base), palette.color(QPalette::Mid));
        if (option->state & State_HasFocus)
            drawFocusRing(painter, option->rect, palette, kRadius);
        return;
    }
    case PE_IndicatorCheckBox: {
        // A box that is seen in both themes, and a tick of our own in it.
        const QPalette::ColorGroup group = option->state & State_Enabled ? QPalette::Active : QPalette::Disabled;
        const bool on = option->state & State_On;
        drawSurface(painter, option->rect, palette.color(group, on ? QPalette::Link : QPalette::Base),
            palette.color(group, on ? QPalette::Link : QPalette::PlaceholderText));
        if (on) {
            const int size = option->rect.width() - 2;
            painter->drawPixmap(option->rect.topLeft() + QPoint(1, 1),
                iconPixmap(QStringLiteral("check"), palette.color(group, QPalette::Base), size,
                    painter->device()->devicePixelRatioF()));
        }
        return;
    }
    case PE_IndicatorRadioButton:
        drawRadio(option, painter);
        return;
    case PE_FrameTabBarBase:
        painter->fillRect(
            QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), palette.color(QPalette::Mid));
        return;
    case PE_FrameTabWidget:
        return;
    case PE_FrameFocusRect:
        drawFocusRing(painter, option->rect, palette, kRadius);
        return;
    case PE_Frame:
    case PE_FrameMenu: {
        painter->save();
        painter->setPen(palette.color(QPalette::Mid));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    }
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void ConsoleStyle::drawControl(
    ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    switch (element) {
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        drawHeaderSection(option, painter);
        return;
    case CE_TabBarTabShape:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
            drawTab(tab, painter);
            return;
        }
        break;
    case CE_ProgressBar:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option)) {
            if (bar->maximum > bar->minimum) {
                drawProgressBar(bar, painter);
                return;
            }
            QStyleOptionProgressBar moving = *bar;
            moving.palette.setColor(QPalette::Highlight, moving.palette.color(QPalette::Link));
            QProxyStyle::drawControl(element, &moving, painter, widget);
            return;
        }
        break;
    case CE_MenuBarEmptyArea:
        painter->fillRect(option->rect, option->palette.color(QPalette::Window));
        return;
    case CE_MenuBarItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            const bool active = item->state & State_Selected;
            painter->fillRect(item->rect, item->palette.color(active ? QPalette::Highlight : QPalette::Window));
            const int flags = Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextDontClip | Qt::TextSingleLine;
            drawItemText(painter, item->rect, flags, item->palette, item->state & State_Enabled, item->text,
                QPalette::WindowText);
            return;
        }
        break;
    case CE_PushButtonLabel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            QStyleOptionButton plain = *button; // The ring shows the focus; the label needs no second sign.
            plain.state &= ~State_HasFocus;
            QProxyStyle::drawControl(element, &plain, painter, widget);
            return;
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void ConsoleStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    if (control == CC_ComboBox) {
        if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option)) {
            drawComboBox(proxy(), combo, painter, widget);
            return;
        }
    }
    if (control == CC_ToolButton) {
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option)) {
            QStyleOptionToolButton plain = *button; // The little arrow in the corner tells less than the word.
            plain.features &= ~QStyleOptionToolButton::HasMenu;
            QProxyStyle::drawComplexControl(control, &plain, painter, widget);
            return;
        }
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QSize ConsoleStyle::sizeFromContents(
    ContentsType type, const QStyleOption* option, const QSize& contentsSize, const QWidget* widget) const
{
    QSize size = QProxyStyle::sizeFromContents(type, option, contentsSize, widget);
    // One height for everything that stands in a row of controls.
    if (type == CT_PushButton || type == CT_ComboBox || type == CT_LineEdit || type == CT_ToolButton)
        size.setHeight(option->fontMetrics.height() + 12);
    if (type == CT_PushButton)
        size.rwidth() += 10;
    if (type == CT_ToolButton)
        size.rwidth() += 4;
    return size;
}

} // namespace onceover::views
