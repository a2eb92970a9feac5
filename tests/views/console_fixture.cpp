// SPDX-License-Identifier: GPL-3.0-or-later
#include "console_fixture.h"

#include "views/overview/tile.h"
#include "views/shell/side_bar.h"
#include "views/widgets/tone_chip.h"

#include <QAccessible>
#include <QAction>
#include <QHeaderView>
#include <QTableView>

namespace onceover::views {

namespace {

QString named(const QWidget* widget, const QString& text)
{
    return QStringLiteral("%1 (%2): %3").arg(widget->objectName(), QLatin1String(widget->metaObject()->className()), text);
}

bool clipped(const QWidget* widget)
{
    if (const auto* tile = qobject_cast<const TileButton*>(widget))
        return !tile->clippedLines().isEmpty();
    if (const auto* line = qobject_cast<const ToneLine*>(widget))
        return line->heightForWidth(line->width()) > line->height();
    if (const auto* chip = qobject_cast<const ToneChip*>(widget))
        return chip->sizeHint().width() > chip->width();
    if (const auto* label = qobject_cast<const QLabel*>(widget)) {
        if (label->text().isEmpty())
            return false;
        if (label->wordWrap())
            return label->heightForWidth(label->width()) > label->height();
        return label->sizeHint().width() > label->width() || label->sizeHint().height() > label->height();
    }
    if (qobject_cast<const SideBarButton*>(widget))
        return widget->sizeHint().width() > widget->width();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        return !button->text().isEmpty() && button->minimumSizeHint().width() > button->width();
    return false;
}

} // namespace

QStringList clippedTexts(const QWidget* root)
{
    QStringList found;
    const auto widgets = root->findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        if (!widget->isVisible())
            continue;
        if (clipped(widget))
            found << named(widget, widget->accessibleName());
        if (const auto* table = qobject_cast<const QTableView*>(widget)) {
            const QHeaderView* header = table->horizontalHeader();
            for (int column = 0; column < header->count(); ++column) {
                if (!header->isSectionHidden(column) && header->sectionSizeHint(column) > header->sectionSize(column))
                    found << named(widget, table->model()->headerData(column, Qt::Horizontal).toString());
            }
        }
    }
    return found;
}

QStringList namelessWidgets(const QWidget* root)
{
    QStringList found;
    const auto widgets = root->findChildren<QWidget*>();
    for (QWidget* widget : widgets) {
        const bool takesKeys = (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isVisible() && widget->isEnabled();
        if (!takesKeys || widget->inherits("QMenuBar"))
            continue;
        QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
        if (!interface || interface->text(QAccessible::Name).trimmed().isEmpty())
            found << named(widget, QString());
    }
    return found;
}

QStringList shownTexts(const QWidget* root)
{
    QStringList texts;
    const auto widgets = root->findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        texts << widget->objectName() + widget->toolTip() + widget->accessibleName() + widget->accessibleDescription();
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            texts << label->text();
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            texts << button->text();
        if (const auto* line = qobject_cast<const ToneLine*>(widget))
            texts << line->text();
    }
    const auto actions = root->findChildren<QAction*>();
    for (const QAction* action : actions)
        texts << action->text() + action->toolTip();
    return texts;
}

} // namespace onceover::views
