// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/translated.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QToolButton;

namespace onceover::views {

/// The groups of a list with how many rows each has: "all 17 · never sent 5 · refused by the bank 12". One is chosen;
/// the list is then narrowed to it. As many as fit in one line are shown, the largest first; the chosen one always.
/// Where a list may be grouped in more than one way, a choice of them stands before its groups.
class GroupBar : public Translated<QWidget> {
    Q_OBJECT

public:
    struct Group {
        QString name{}; ///< As stored; empty: all of them.
        QString text{};
        QString count{};
        friend bool operator==(const Group&, const Group&) = default;
    };

    /// A way to group the list.
    struct Grouping {
        QString term{}; ///< As addresses name it.
        QString text{};
        friend bool operator==(const Grouping&, const Grouping&) = default;
    };

    explicit GroupBar(const QString& name, QWidget* parent = nullptr);
    /// The ways to group the list and the one in use; nothing to choose where there is one.
    void setGroupings(std::vector<Grouping> groupings, const QString& chosen);
    /// `all` is the count over every group.
    void setGroups(std::vector<Group> groups, const QString& all, const QString& chosen);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    void retranslate() override;

signals:
    void groupChosen(const QString& name);
    void groupingChosen(const QString& term);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    QToolButton* buttonAt(std::size_t index);
    void arrange();

    std::vector<Group> m_groups;
    QString m_all;
    QString m_chosen;
    std::vector<Grouping> m_groupings;
    QComboBox* m_by = nullptr; ///< Made with the first groupings.
    std::vector<QToolButton*> m_buttons;
};

} // namespace onceover::views
