// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/page_address.h"
#include "views/widgets/translated.h"

#include <QFrame>
#include <QPointer>

#include <functional>
#include <vector>

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace onceover::views {

class ActionRegistry;
class TextLabel;

/// Ctrl+K: one field that finds every action and page, and opens a pasted key. It works by the keyboard alone; an
/// action that is off is shown with its reason and does nothing.
class Palette : public Translated<QFrame> {
    Q_OBJECT

public:
    /// Lies over `over` (the window's central widget) while it is open.
    Palette(const ActionRegistry& actions, QWidget* over);

    /// Opens empty, with the keyboard in the field; what had it gets it back at the end.
    void popup();
    /// Closes without doing anything.
    void dismiss();
    void retranslate() override;

    [[nodiscard]] QLineEdit* field() const { return m_field; }
    [[nodiscard]] QListView* list() const { return m_list; }

signals:
    /// A key or address was typed or pasted; `profile` is empty unless an address named one.
    void targetChosen(const onceover::models::PageAddress& address, const QString& profile);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void search();
    void addTarget(const QString& typed);
    void addActions(const QString& typed);
    void run();
    void step(int by);
    void place();
    bool keyPressed(int key, Qt::KeyboardModifiers modifiers);

    const ActionRegistry& m_actions;
    QLineEdit* m_field;
    QListView* m_list;
    QStandardItemModel* m_rows;
    TextLabel* m_hint;
    QPointer<QWidget> m_focusBefore;
};

} // namespace onceover::views
