// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QObject>

#include <functional>
#include <vector>

class QAction;
class QWidget;

namespace onceover::views {

/// Dynamic property of an action that is off: the reason, in the language in force.
inline constexpr const char* kWhyOffProperty = "whyOff";

/// Every act of the keyboard in one place: it feeds menus, the palette, the shortcut sheet and the test for conflicts.
/// Names are stable: `action.refresh`.
class ActionRegistry : public QObject {
    Q_OBJECT

public:
    struct Entry {
        QAction* action = nullptr;
        std::function<QString()> text; ///< In the language in force.
        bool inPalette = true;         ///< False: it makes no sense away from its place.
    };

    /// Actions work in the whole window `owner`, letters only outside of text fields.
    explicit ActionRegistry(QWidget* owner);

    QAction* add(
        const QString& name, const QList<QKeySequence>& keys, const QString& iconName, std::function<QString()> text);
    void keepOutOfPalette(const QAction* action);
    /// Known by the sheet only: the widget that has the focus handles these keys itself.
    void describe(const QKeySequence& keys, std::function<QString()> text);

    struct Described {
        QKeySequence keys;
        std::function<QString()> text;
    };
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }
    [[nodiscard]] const std::vector<Described>& described() const { return m_described; }
    void retranslate();

private:
    QWidget* m_owner;
    std::vector<Entry> m_entries;
    std::vector<Described> m_described;
};

} // namespace onceover::views
