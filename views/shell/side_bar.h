// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/state_text.h"
#include "views/widgets/translated.h"

#include <QAbstractButton>
#include <QWidget>

#include <functional>
#include <vector>

class QButtonGroup;
class QVBoxLayout;

namespace onceover::views {

class TextLabel;
class ToneChip;

/// One page in the side bar: drawing, name, count and the letter that leads to it after G.
class SideBarButton : public QAbstractButton {
    Q_OBJECT

public:
    SideBarButton(const QString& iconName, QChar letter, QWidget* parent = nullptr);
    /// A count of nothing shows no number.
    void setCount(std::optional<std::int64_t> count);
    [[nodiscard]] std::optional<std::int64_t> count() const { return m_count; }
    void setName(const QString& name);
    /// The drawing alone; name and count are in the tooltip.
    void setCompact(bool compact);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void speak();

    QString m_iconName;
    QChar m_letter;
    std::optional<std::int64_t> m_count;
    bool m_compact = false;
};

/// The pages, and above them which environment this is.
class SideBar : public Translated<QWidget> {
    Q_OBJECT

public:
    explicit SideBar(QWidget* parent = nullptr);

    /// Adds a page at the end; its index is the number of pages before it.
    void addPage(const QString& name, const QString& iconName, QChar letter, std::function<QString()> title);
    /// Drawings alone, for a narrow window.
    void setCompact(bool compact);
    [[nodiscard]] bool isCompact() const { return m_compact; }
    void setCurrent(int index);
    void setCount(int index, std::optional<std::int64_t> count);
    void setEnvironment(const models::StateText& environment, const QString& installation);
    void focusCurrent();
    void retranslate() override;

signals:
    void pageChosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Item {
        SideBarButton* button;
        std::function<QString()> title;
    };

    ToneChip* m_environment;
    TextLabel* m_installation;
    QVBoxLayout* m_pages;
    QButtonGroup* m_group;
    std::vector<Item> m_items;
    bool m_compact = false;
    bool m_known = false; ///< Which environment it is.
};

} // namespace onceover::views
