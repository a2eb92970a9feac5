// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/work/group_bar.h"

#include <QComboBox>
#include <QEvent>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace onceover::views {

namespace {

constexpr std::size_t kGroupsMost = 12;
constexpr int kGroupGap = 6;

} // namespace

GroupBar::GroupBar(const QString& name, QWidget* parent)
    : Translated(parent)
{
    setObjectName(name);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

QToolButton* GroupBar::buttonAt(std::size_t index)
{
    while (m_buttons.size() <= index) {
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("%1.%2").arg(objectName()).arg(m_buttons.size()));
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->hide();
        const std::size_t number = m_buttons.size();
        connect(button, &QToolButton::clicked, this, [this, number] {
            const QString wanted = number == 0 ? QString() : m_groups[number - 1].name;
            m_buttons[number]->setChecked(wanted == m_chosen); // It shows what the list is, not what was pressed.
            emit groupChosen(wanted == m_chosen ? QString() : wanted);
        });
        m_buttons.push_back(button);
    }
    return m_buttons[index];
}

void GroupBar::setGroupings(std::vector<Grouping> groupings, const QString& chosen)
{
    if (groupings.size() < 2 || (m_by && groupings == m_groupings && m_by->currentData() == chosen))
        return;
    m_groupings = std::move(groupings);
    if (!m_by) {
        m_by = new QComboBox(this);
        m_by->setObjectName(objectName() + QStringLiteral(".by"));
        m_by->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        for (const Grouping& grouping : m_groupings)
            m_by->addItem(QString(), grouping.term);
        connect(m_by, &QComboBox::currentIndexChanged, this,
            [this](int index) { emit groupingChosen(m_by->itemData(index).toString()); });
        m_by->show();
    }
    const QSignalBlocker blocker(m_by);
    for (const Grouping& grouping : m_groupings)
        m_by->setItemText(m_by->findData(grouping.term), grouping.text);
    m_by->setCurrentIndex(m_by->findData(chosen));
    retranslate();
}

void GroupBar::setGroups(std::vector<Group> groups, const QString& all, const QString& chosen)
{
    if (groups.size() > kGroupsMost)
        groups.resize(kGroupsMost);
    if (groups == m_groups && all == m_all && chosen == m_chosen)
        return;
    m_groups = std::move(groups);
    m_all = all;
    m_chosen = chosen;
    retranslate();
}

void GroupBar::retranslate()
{
    const auto show = [this](std::size_t index, const QString& name, const QString& text, const QString& count) {
        QToolButton* button = buttonAt(index);
        const QString words = tr("%1 %2", "group, count").arg(text, count);
        button->setText(words);
        button->setAccessibleName(words);
        button->setChecked(name == m_chosen);
    };
    show(0, {}, tr("all", "groups"), m_all);
    for (std::size_t i = 0; i < m_groups.size(); ++i)
        show(i + 1, m_groups[i].name, m_groups[i].text, m_groups[i].count);
    if (m_by)
        m_by->setAccessibleName(tr("Group the list"));
    updateGeometry();
    arrange();
}

/// From the left, as many as fit; a group that is chosen has its place before others.
void GroupBar::arrange()
{
    const std::size_t shown = m_groups.empty() ? 0 : m_groups.size() + 1;
    int chosenWidth = 0;
    for (std::size_t i = 0; i < shown; ++i) {
        if (m_buttons[i]->isChecked())
            chosenWidth = m_buttons[i]->sizeHint().width() + kGroupGap;
    }
    int left = 0;
    if (m_by) {
        m_by->setGeometry(0, 0, m_by->sizeHint().width(), height());
        left = m_by->width() + kGroupGap;
    }
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        QToolButton* button = m_buttons[i];
        const QSize size = button->sizeHint();
        const bool chosen = i < shown && button->isChecked();
        if (chosen)
            chosenWidth = 0;
        const bool fits = i < shown && left + size.width() + chosenWidth <= width();
        button->setVisible(fits);
        if (!fits)
            continue;
        button->setGeometry(left, 0, size.width(), height());
        left += size.width() + kGroupGap;
    }
}

QSize GroupBar::sizeHint() const
{
    return minimumSizeHint();
}

QSize GroupBar::minimumSizeHint() const
{
    const int groups = m_groups.empty() ? 0 : m_buttons.front()->sizeHint().height();
    return {0, std::max(groups, m_by ? m_by->sizeHint().height() : 0)};
}

void GroupBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

bool GroupBar::event(QEvent* event)
{
    const bool handled = Translated::event(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange
        || event->type() == QEvent::LayoutRequest) {
        updateGeometry();
        arrange();
    }
    return handled;
}

} // namespace onceover::views
