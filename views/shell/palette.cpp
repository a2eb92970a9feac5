// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/palette.h"

#include "models/palette_search.h"
#include "models/plain_text.h"
#include "views/shell/action_registry.h"
#include "views/shell/palette_delegate.h"
#include "views/style/icons.h"
#include "views/widgets/card.h"
#include "views/widgets/text_label.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>

#include <algorithm>

namespace onceover::views {

namespace {

constexpr int kWidestChars = 92;
constexpr int kRowsShown = 9;
constexpr int kRowsMost = 60;
constexpr int kActionRole = Qt::UserRole + 20; // QAction*, of an action.

/// One action that fits what was typed.
struct Found {
    QAction* action;
    int score;
};

/// The stable English name after "action.": a person who knows it finds the action in every language.
QString stableName(const QAction* action)
{
    return action->objectName().section(QLatin1Char('.'), 1).replace(QLatin1Char('.'), QLatin1Char(' '));
}

} // namespace

Palette::Palette(const ActionRegistry& actions, QWidget* over)
    : Translated(over)
    , m_actions(actions)
    , m_field(new QLineEdit)
    , m_list(new QListView)
    , m_rows(new QStandardItemModel(this))
    , m_hint(new TextLabel(TextKind::Caption))
{
    setObjectName(QStringLiteral("palette"));
    m_field->setObjectName(QStringLiteral("palette.field"));
    m_list->setObjectName(QStringLiteral("palette.list"));
    m_field->setMaxLength(2000);
    m_field->setTextMargins(6, 4, 6, 4);
    m_list->setModel(m_rows);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus); // The field keeps the keyboard; arrows move the choice from there.
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(false);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(10, 10, 10, 8);
    all->setSpacing(6);
    all->addWidget(m_field);
    all->addWidget(m_list, 1);
    all->addWidget(m_hint);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &Palette::search);
    connect(m_list, &QListView::clicked, this, &Palette::run);
    over->installEventFilter(this);
    hide();
    retranslate();
}

void Palette::popup()
{
    if (!isVisible())
        m_focusBefore = QApplication::focusWidget();
    m_field->clear();
    search();
    place();
    raise();
    show();
    m_field->setFocus(Qt::PopupFocusReason);
}

void Palette::dismiss()
{
    if (!isVisible())
        return;
    hide();
    if (m_focusBefore)
        m_focusBefore->setFocus(Qt::OtherFocusReason);
}

void Palette::place()
{
    const int width = qMin(parentWidget()->width() - 40, kWidestChars * fontMetrics().averageCharWidth());
    const int rows = PaletteDelegate::rowHeight(fontMetrics()) * kRowsShown;
    const int height
        = qMin(parentWidget()->height() - 40, rows + m_field->sizeHint().height() + m_hint->sizeHint().height() + 44);
    setGeometry((parentWidget()->width() - width) / 2, 20, width, height);
}

void Palette::search()
{
    const QString typed = m_field->text();
    m_rows->clear();
    addTarget(typed);
    addActions(typed);
    if (m_rows->rowCount() == 0) {
        auto* none = new QStandardItem(
            tr("Nothing fits. An operation id, a run key or an onceover:// address opens its page."));
        none->setData(true, PaletteDelegate::kOffRole);
        m_rows->appendRow(none);
    }
    m_list->setCurrentIndex(m_rows->index(0, 0));
    m_list->scrollToTop();
}

void Palette::addTarget(const QString& typed)
{
    const std::optional<models::PastedTarget> target = models::pastedTarget(typed);
    if (!target)
        return;
    QString text;
    const QString shown = models::plainText(typed.trimmed());
    switch (target->kind) {
    case models::PastedTarget::Kind::Operation:
        text = tr("Open the operation %1").arg(shown);
        break;
    case models::PastedTarget::Kind::Batch:
        text = tr("Open the batch %1").arg(shown);
        break;
    case models::PastedTarget::Kind::Address:
        text = tr("Go to %1").arg(shown);
        break;
    }
    auto* row = new QStandardItem(icon(QStringLiteral("search")), text);
    m_rows->appendRow(row);
}

void Palette::addActions(const QString& typed)
{
    std::vector<Found> found;
    for (const ActionRegistry::Entry& entry : m_actions.entries()) {
        if (!entry.inPalette)
            continue;
        const std::optional<int> shown = models::fuzzyScore(typed, models::withoutMnemonic(entry.action->text()));
        const std::optional<int> stable = models::fuzzyScore(typed, stableName(entry.action));
        if (shown || stable)
            found.push_back({entry.action, std::max(shown.value_or(0), stable.value_or(0))});
    }
    std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.score > b.score; });
    if (found.size() > kRowsMost)
        found.resize(kRowsMost);
    for (const Found& each : found) {
        const QAction& action = *each.action;
        auto* row = new QStandardItem(action.icon(), models::withoutMnemonic(action.text()).remove(QChar(0x2026)));
        row->setData(!action.isEnabled(), PaletteDelegate::kOffRole);
        row->setData(QVariant::fromValue(each.action), kActionRole);
        row->setData(PaletteDelegate::keysText(action.shortcut()), PaletteDelegate::kKeysRole);
        const QString why = action.property(kWhyOffProperty).toString();
        if (!action.isEnabled())
            row->setData(why.isEmpty() ? tr("Not possible now") : why, PaletteDelegate::kReasonRole);
        row->setData(action.isEnabled() ? row->text() : tr("%1, off: %2", "action, reason").arg(row->text(), why),
            Qt::AccessibleTextRole);
        m_rows->appendRow(row);
    }
}

void Palette::run()
{
    const QModelIndex chosen = m_list->currentIndex();
    if (!chosen.isValid() || chosen.data(PaletteDelegate::kOffRole).toBool())
        return; // What is off says why, and stays.
    const QPointer<QAction> action = chosen.data(kActionRole).value<QAction*>();
    const std::optional<models::PastedTarget> target = models::pastedTarget(m_field->text());
    dismiss();
    if (action)
        action->trigger();
    else if (target)
        emit targetChosen(target->address, target->profile);
}

void Palette::step(int by)
{
    const int row = qBound(0, m_list->currentIndex().row() + by, m_rows->rowCount() - 1);
    m_list->setCurrentIndex(m_rows->index(row, 0));
    m_list->scrollTo(m_list->currentIndex());
}

bool Palette::keyPressed(int key, Qt::KeyboardModifiers modifiers)
{
    switch (key) {
    case Qt::Key_Escape:
        dismiss();
        return true;
    case Qt::Key_Up:
        step(-1);
        return true;
    case Qt::Key_Down:
        step(1);
        return true;
    case Qt::Key_PageUp:
        step(-kRowsShown);
        return true;
    case Qt::Key_PageDown:
        step(kRowsShown);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        run();
        return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        return true; // There is nothing else to go to.
    case Qt::Key_K:
        if (modifiers != Qt::ControlModifier)
            return false;
        dismiss();
        return true;
    default:
        return false;
    }
}

bool Palette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget()) {
        if (event->type() == QEvent::Resize && isVisible())
            place();
        return Translated::eventFilter(watched, event);
    }
    switch (event->type()) {
    case QEvent::ShortcutOverride: {
        // Keys of the window (Esc clears a filter, F5 reads) must not fire beneath the palette.
        event->accept();
        return true;
    }
    case QEvent::KeyPress: {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (keyPressed(key->key(), key->modifiers()))
            return true;
        break;
    }
    case QEvent::FocusOut:
        if (static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason
            && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
            hide(); // Somebody else took the keyboard and keeps it.
        break;
    default:
        break;
    }
    return Translated::eventFilter(watched, event);
}

void Palette::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    drawCard(&painter, rect(), palette());
}

void Palette::retranslate()
{
    setAccessibleName(tr("Command palette"));
    m_field->setPlaceholderText(tr("Command, page, or a key to open"));
    m_field->setAccessibleName(tr("Command, page, or a key to open"));
    m_list->setAccessibleName(tr("What fits"));
    m_hint->setPlainText(tr("\u2191 \u2193 choose \u00B7 Enter does it \u00B7 Esc closes"));
    if (isVisible())
        search();
}

} // namespace onceover::views
