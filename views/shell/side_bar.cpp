// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/side_bar.h"

#include "models/money_text.h"
#include "views/style/console_style.h"
#include "views/style/fonts.h"
#include "views/style/icons.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QKeyEvent>
#include <QPainter>

namespace onceover::views {

namespace {

constexpr int kBarSide = 12;
constexpr int kNameGap = 9;  // Between drawing and name.
constexpr int kIconMore = 5; // A drawing is so much higher than a capital letter.
constexpr int kPageGap = 2;

/// A page's name as the current one, which is the widest, and a count of five digits beside it.
int nameWidth(const QString& name)
{
    const QFontMetrics strong(fontOf(TextKind::Strong));
    const QFontMetrics caption(fontOf(TextKind::Caption));
    return strong.horizontalAdvance(name) + 8 + caption.horizontalAdvance(QStringLiteral("99,999")) + 14
        + caption.horizontalAdvance(QLatin1Char('m'));
}

} // namespace

SideBarButton::SideBarButton(const QString& iconName, QChar letter, QWidget* parent)
    : QAbstractButton(parent)
    , m_iconName(iconName)
    , m_letter(letter)
{
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
}

void SideBarButton::setCount(std::optional<std::int64_t> count)
{
    if (m_count == count)
        return;
    m_count = count;
    speak();
    update();
}

void SideBarButton::setName(const QString& name)
{
    setText(name);
    updateGeometry();
    setHint(this, tr("%1 \u2013 press G, then %2", "page, letter").arg(name, m_letter.toUpper()));
    speak();
}

void SideBarButton::setCompact(bool compact)
{
    m_compact = compact;
    updateGeometry();
    update();
}

void SideBarButton::speak()
{
    setAccessibleName(m_count ? tr("%1, %2 open", "page, count").arg(text(), models::countText(*m_count)) : text());
}

QSize SideBarButton::sizeHint() const
{
    if (m_compact)
        return {2 * kBarSide + fontMetrics().ascent() + kIconMore, fontMetrics().height() + 12};
    return {
        2 * kBarSide + fontMetrics().ascent() + kIconMore + kNameGap + nameWidth(text()), fontMetrics().height() + 16};
}

/// In a low window the pages move together, so that all of them stay in sight.
QSize SideBarButton::minimumSizeHint() const
{
    return {sizeHint().width(), fontMetrics().ascent() + kIconMore + 3};
}

void SideBarButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect body = rect().adjusted(0, 1, 0, -1);
    if (isChecked() || underMouse()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette().color(isChecked() ? QPalette::Highlight : QPalette::AlternateBase));
        painter.drawRoundedRect(body, 5, 5);
    }
    if (isChecked()) {
        painter.setBrush(palette().color(QPalette::Link));
        painter.drawRoundedRect(QRect(0, body.y() + 5, 3, body.height() - 10), 1.5, 1.5);
    }
    const QColor ink = palette().color(QPalette::WindowText);
    const QColor secondary = palette().color(QPalette::PlaceholderText);
    const int icon = fontMetrics().ascent() + kIconMore;
    painter.drawPixmap(kBarSide, (height() - icon) / 2,
        iconPixmap(m_iconName, isChecked() ? ink : secondary, icon, devicePixelRatioF()));

    if (m_compact) {
        if (m_count) { // That something is open is seen without its number.
            painter.setBrush(palette().color(QPalette::Link));
            painter.setPen(Qt::NoPen);
            painter.drawEllipse(QPointF(kBarSide + icon + 2, body.y() + 8), 3, 3);
        }
        if (hasFocus())
            drawFocusRing(&painter, body, palette(), 5);
        return;
    }
    QRect words(kBarSide + icon + kNameGap, 0, width() - 2 * kBarSide - icon - kNameGap, height());
    painter.setFont(monospaced(fontOf(TextKind::Caption)));
    painter.setPen(secondary);
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, QString(m_letter));
    words.setRight(words.right() - painter.fontMetrics().horizontalAdvance(m_letter) - 10);
    if (m_count) {
        const QString number = models::countText(*m_count);
        painter.setFont(fontOf(TextKind::Caption));
        painter.setPen(ink);
        painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, number);
        words.setRight(words.right() - painter.fontMetrics().horizontalAdvance(number) - 8);
    }
    painter.setFont(isChecked() ? fontOf(TextKind::Strong) : font());
    painter.setPen(ink);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(text(), Qt::ElideRight, words.width()));
    if (hasFocus())
        drawFocusRing(&painter, body, palette(), 5);
}

void SideBarButton::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void SideBarButton::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

SideBar::SideBar(QWidget* parent)
    : Translated(parent)
    , m_environment(new ToneChip)
    , m_installation(new TextLabel(TextKind::Caption))
    , m_pages(new QVBoxLayout)
    , m_group(new QButtonGroup(this))
{
    setObjectName(QStringLiteral("sideBar"));
    m_environment->setObjectName(QStringLiteral("sideBar.environment"));
    keepFont(m_environment, [] { return fontOf(TextKind::Strong); });
    m_environment->hide();
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_pages->setSpacing(kPageGap);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(8, 12, 8, 12);
    all->setSpacing(6);
    all->addWidget(m_environment);
    all->addWidget(m_installation);
    all->addSpacing(4);
    all->addLayout(m_pages);
    all->addStretch(1);
    connect(m_group, &QButtonGroup::idClicked, this, &SideBar::pageChosen);
    retranslate();
}

void SideBar::addPage(const QString& name, const QString& iconName, QChar letter, std::function<QString()> title)
{
    auto* button = new SideBarButton(iconName, letter);
    button->setObjectName(QStringLiteral("sideBar.") + name);
    button->setName(title());
    button->setCompact(m_compact);
    m_group->addButton(button, static_cast<int>(m_items.size()));
    m_pages->addWidget(button);
    m_items.push_back({button, std::move(title)});
}

void SideBar::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    for (const Item& item : m_items)
        item.button->setCompact(compact);
    m_pages->setSpacing(compact ? 0 : kPageGap);
    layout()->setContentsMargins(8, compact ? 6 : 12, 8, compact ? 6 : 12);
    // The word of the environment stays in the title and in the status line.
    m_environment->setVisible(m_known && !compact);
    m_installation->setVisible(m_known && !compact && !m_installation->text().isEmpty());
}

void SideBar::setCurrent(int index)
{
    m_items[static_cast<std::size_t>(index)].button->setChecked(true);
}

void SideBar::setCount(int index, std::optional<std::int64_t> count)
{
    m_items[static_cast<std::size_t>(index)].button->setCount(count);
}

void SideBar::setEnvironment(const models::StateText& environment, const QString& installation)
{
    m_environment->setChip({environment.word, environment.icon, environment.tone}, environment.explanation);
    m_known = true;
    m_environment->setVisible(!m_compact);
    m_installation->setPlainText(installation);
    m_installation->setVisible(!m_compact && !installation.isEmpty());
}

void SideBar::focusCurrent()
{
    for (const Item& item : m_items) {
        if (item.button->isChecked())
            item.button->setFocus(Qt::ShortcutFocusReason);
    }
}

void SideBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawLine(rect().topRight(), rect().bottomRight());
}

void SideBar::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if (step == 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    const int next = qBound(0, m_group->checkedId() + step, static_cast<int>(m_items.size()) - 1);
    emit pageChosen(next);
    m_items[static_cast<std::size_t>(next)].button->setFocus(Qt::OtherFocusReason);
}

void SideBar::retranslate()
{
    setAccessibleName(tr("Pages"));
    for (const Item& item : m_items)
        item.button->setName(item.title());
}

} // namespace onceover::views
