// SPDX-License-Identifier: GPL-3.0-or-later
#include "console_fixture.h"

#include "models/row_table_model.h"
#include "views/overview/tile.h"
#include "views/shell/side_bar.h"
#include "views/style/fonts.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/step_strip.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLayout>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTableView>

#include <optional>
#include <utility>

namespace onceover::views {

namespace {

QString named(const QWidget* widget, const QString& text)
{
    const QSize wanted = widget->sizeHint();
    return QStringLiteral("%1 (%2): %3, wants %4x%5, has %6x%7")
        .arg(widget->objectName(), QLatin1String(widget->metaObject()->className()), text)
        .arg(wanted.width())
        .arg(wanted.height())
        .arg(widget->width())
        .arg(widget->height());
}

bool clipped(const QWidget* widget)
{
    if (const auto* tile = qobject_cast<const TileButton*>(widget))
        return !tile->clippedLines().isEmpty();
    if (const auto* strip = qobject_cast<const StepStrip*>(widget))
        return !strip->clippedTexts().isEmpty();
    if (const auto* line = qobject_cast<const ToneLine*>(widget))
        return line->heightForWidth(line->width()) > line->height();
    if (const auto* chip = qobject_cast<const ToneChip*>(widget))
        return chip->sizeHint().width() > chip->width();
    if (const auto* label = qobject_cast<const QLabel*>(widget)) {
        if (label->text().isEmpty())
            return false;
        if (label->wordWrap())
            return label->heightForWidth(label->width()) > label->height();
        // One that may end in an ellipsis shows all of it on hover.
        const bool tells = qobject_cast<const TextLabel*>(label) != nullptr || !label->toolTip().isEmpty();
        const bool elides = label->minimumSizeHint().width() < label->sizeHint().width() && tells;
        return (label->sizeHint().width() > label->width() && !elides) || label->sizeHint().height() > label->height();
    }
    if (const auto* edit = qobject_cast<const QLineEdit*>(widget))
        return edit->text().isEmpty() && edit->fontMetrics().horizontalAdvance(edit->placeholderText()) > edit->width();
    if (qobject_cast<const SideBarButton*>(widget))
        return widget->sizeHint().width() > widget->width();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        return !button->text().isEmpty() && button->minimumSizeHint().width() > button->width();
    return false;
}

/// Cells that end within a number, a key or a time. A list of amounts may leave out whole ones.
QStringList brokenNumbers(const QTableView* table)
{
    constexpr int kRowsLookedAt = 40;
    QStringList found;
    const QAbstractItemModel* model = table->model();
    const QHeaderView* header = table->horizontalHeader();
    if (model->rowCount() > 0 && header->length() < table->viewport()->width() - 2)
        found << named(table,
            QStringLiteral("columns of %1 leave room in %2").arg(header->length()).arg(table->viewport()->width()));
    for (int column = 0; column < header->count(); ++column) {
        const int alignment = model->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
        const bool number = (alignment & Qt::AlignRight) != 0
            || model->headerData(column, Qt::Horizontal, models::MonospaceRole).toBool()
            || model->headerData(column, Qt::Horizontal).toString().contains(QStringLiteral("UTC"));
        if (header->isSectionHidden(column))
            continue;
        for (int row = 0; row < qMin(model->rowCount(), kRowsLookedAt); ++row) {
            const QModelIndex index = model->index(row, column);
            const QString text = index.data().toString();
            static const QRegularExpression date(QStringLiteral("^\\d{4}-\\d{2}-\\d{2}$"));
            if (!number && !date.match(text).hasMatch())
                continue;
            const bool list = text.contains(QStringLiteral(" \u00B7 "));
            if (!list && table->sizeHintForIndex(index).width() > header->sectionSize(column) + 1)
                found << named(table, text);
        }
    }
    return found;
}

/// A page that is wider than its frame and cannot be scrolled there.
bool cutAtTheRight(const QScrollArea* area)
{
    return area->widget() && area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff
        && area->widget()->width() > area->viewport()->width();
}

} // namespace

QStringList cutTables(const QWidget* root)
{
    QStringList found;
    const auto tables = root->findChildren<QTableView*>();
    for (const QTableView* table : tables) {
        if (table->isVisible() && table->horizontalHeader()->length() > table->viewport()->width())
            found << QStringLiteral("%1: columns of %2 in %3")
                         .arg(table->objectName())
                         .arg(table->horizontalHeader()->length())
                         .arg(table->viewport()->width());
    }
    return found;
}

QStringList clippedTexts(const QWidget* root)
{
    QStringList found;
    const auto widgets = root->findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        if (!widget->isVisible())
            continue;
        if (clipped(widget))
            found << named(widget, widget->accessibleName());
        if (const auto* area = qobject_cast<const QScrollArea*>(widget); area && cutAtTheRight(area))
            found << named(area, QStringLiteral("cut at the right"));
        if (const auto* table = qobject_cast<const QTableView*>(widget)) {
            found << brokenNumbers(table);
            const QHeaderView* header = table->horizontalHeader();
            for (int column = 0; column < header->count(); ++column) {
                if (!header->isSectionHidden(column) && header->sectionSizeHint(column) > header->sectionSize(column))
                    found << named(widget, table->model()->headerData(column, Qt::Horizontal).toString());
            }
        }
    }
    return found;
}

QStringList highestParts(const QWidget* root, int height)
{
    QStringList found;
    const auto widgets = root->findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        const int least = qMax(widget->minimumSizeHint().height(), widget->minimumHeight());
        if (least > height && !widget->isHidden())
            found << QStringLiteral("%1 (%2): %3 high")
                         .arg(widget->objectName(), QLatin1String(widget->metaObject()->className()))
                         .arg(least);
    }
    return found;
}

QStringList widestParts(const QWidget* root, int width)
{
    QStringList found;
    const auto widgets = root->findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        const int least = qMax(widget->minimumSizeHint().width(), widget->minimumWidth());
        if (least > width)
            found << QStringLiteral("%1 (%2): %3")
                         .arg(widget->objectName(), QLatin1String(widget->metaObject()->className()))
                         .arg(least);
    }
    return found;
}

QStringList squeezedParts(const QWidget* root)
{
    QStringList found;
    const auto widgets = root->findChildren<QWidget*>();
    for (const QWidget* parent : widgets) {
        if (!parent->isVisible() || !parent->layout())
            continue;
        QList<const QWidget*> parts;
        const auto parentParts = parent->findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
        for (const QWidget* part : parentParts) {
            if (part->isVisible() && parent->layout()->indexOf(const_cast<QWidget*>(part)) >= 0)
                parts << part;
        }
        for (qsizetype i = 0; i < parts.size(); ++i) {
            if (parts[i]->height() < parts[i]->minimumSizeHint().height() && parts[i]->minimumHeight() == 0)
                found << named(parts[i], QStringLiteral("too low"));
            // Facts that go on in a further row need the height of them all.
            if (qobject_cast<const FactGrid*>(parts[i])
                && parts[i]->height() < parts[i]->heightForWidth(parts[i]->width()))
                found << named(parts[i], QStringLiteral("needs %1").arg(parts[i]->heightForWidth(parts[i]->width())));
            for (qsizetype j = i + 1; j < parts.size(); ++j) {
                if (parts[i]->geometry().intersects(parts[j]->geometry()))
                    found << named(parts[i], QStringLiteral("lies over %1").arg(parts[j]->objectName()));
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
        const bool takesKeys
            = (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isVisible() && widget->isEnabled();
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

Translations*& testTranslations()
{
    static Translations* translations = nullptr;
    return translations;
}

void speak(const QString& language)
{
    QLocale::setDefault(
        language == QLatin1String("en") ? QLocale(QLocale::English, QLocale::UnitedStates) : QLocale(language));
    testTranslations()->use(language);
    languageChanged();
}

void resetLook()
{
    setTheme(Theme::Light);
    setDesktopScheme(std::nullopt);
    setTextStep(0);
    speak(QStringLiteral("en"));
}

ServerIdentity serverOf(const char* person, std::vector<std::string> roles)
{
    ServerIdentity server = testing::sampleServer();
    server.login = server.person = server.personName = person;
    server.roles = std::move(roles);
    return server;
}

LanguageChoice Console::languages()
{
    return {Translations::available(), [] { return testTranslations()->language(); }, speak};
}

QMap<QString, QString> readableTexts(const QWidget* root)
{
    QMap<QString, QString> texts;
    int unnamed = 0;
    const auto put = [&texts, &unnamed](const QString& place, const QString& text) {
        if (!text.isEmpty())
            texts.insert(QStringLiteral("%1#%2").arg(place).arg(unnamed++, 4, 10, QLatin1Char('0')), text);
    };
    const auto widgets = root->findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        const QString name = widget->objectName();
        put(name + QStringLiteral(" tip"), widget->toolTip());
        put(name + QStringLiteral(" name"), widget->accessibleName());
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            put(name, label->text());
        else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            put(name, button->text());
        else if (const auto* line = qobject_cast<const ToneLine*>(widget))
            put(name, line->text());
        else if (const auto* edit = qobject_cast<const QLineEdit*>(widget))
            put(name, edit->placeholderText());
        else if (const auto* choice = qobject_cast<const QComboBox*>(widget)) {
            for (int i = 0; i < choice->count(); ++i)
                put(name, choice->itemText(i));
        } else if (const auto* table = qobject_cast<const QTableView*>(widget)) {
            const QAbstractItemModel* model = table->model();
            for (int column = 0; column < model->columnCount(); ++column) {
                put(name + QStringLiteral(" header"), model->headerData(column, Qt::Horizontal).toString());
                for (int row = 0; row < qMin(model->rowCount(), 12); ++row)
                    put(name + QStringLiteral(" cell"), model->index(row, column).data().toString());
            }
        }
    }
    const auto actions = root->findChildren<QAction*>();
    for (const QAction* action : actions)
        put(action->objectName(), action->text());
    return texts;
}

} // namespace onceover::views
