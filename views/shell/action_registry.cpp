// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/action_registry.h"

#include "views/style/icons.h"

#include <QAction>
#include <QWidget>

namespace onceover::views {

ActionRegistry::ActionRegistry(QWidget* owner)
    : QObject(owner)
    , m_owner(owner)
{
}

QAction* ActionRegistry::add(
    const QString& name, const QList<QKeySequence>& keys, const QString& iconName, std::function<QString()> text)
{
    auto* action = new QAction(this);
    action->setObjectName(QStringLiteral("action.") + name);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WindowShortcut);
    if (!iconName.isEmpty())
        action->setIcon(icon(iconName));
    m_owner->addAction(action);
    action->setText(text());
    m_entries.push_back({action, std::move(text), true});
    return action;
}

void ActionRegistry::keepOutOfPalette(const QAction* action)
{
    for (Entry& entry : m_entries) {
        if (entry.action == action)
            entry.inPalette = false;
    }
}

void ActionRegistry::describe(const QKeySequence& keys, std::function<QString()> text)
{
    m_described.push_back({keys, std::move(text)});
}

void ActionRegistry::retranslate()
{
    for (const Entry& entry : m_entries)
        entry.action->setText(entry.text());
}

} // namespace onceover::views
