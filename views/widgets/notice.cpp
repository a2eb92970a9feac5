// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/notice.h"

#include "views/style/fonts.h"
#include "views/style/icons.h"
#include "views/style/theme.h"
#include "views/widgets/text_label.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>

namespace onceover::views {

namespace {

constexpr int kNoticeIcon = 36;
constexpr int kNoticeWidth = 640; // Longer lines are hard to read.
constexpr int kNoticeLeast = 240;

TextLabel* centred(TextKind kind)
{
    auto* label = new TextLabel(kind);
    label->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    label->setWordWrap(true);
    return label;
}

} // namespace

Notice::Notice(const QString& name, QWidget* parent)
    : Translated(parent)
    , m_column(new QWidget)
    , m_icon(new QLabel)
    , m_title(centred(TextKind::Title))
    , m_what(centred(TextKind::Body))
    , m_next(centred(TextKind::Caption))
    , m_details(new QPlainTextEdit)
    , m_buttons(new QHBoxLayout)
    , m_copy(new QPushButton)
{
    setObjectName(name);
    m_copy->setObjectName(name + QStringLiteral(".copy"));
    m_details->setObjectName(name + QStringLiteral(".details"));
    m_details->setReadOnly(true);
    m_details->setTabChangesFocus(true);
    keepFont(m_details, [] { return monospaced(QApplication::font()); });
    m_details->setFixedHeight(6 * fontMetrics().lineSpacing());
    m_buttons->setSpacing(8);
    m_buttons->addStretch();
    m_buttons->addWidget(m_copy);
    m_buttons->addStretch();

    m_icon->setTextFormat(Qt::PlainText);
    m_icon->setAlignment(Qt::AlignHCenter);
    auto* texts = new QVBoxLayout(m_column);
    texts->setContentsMargins(0, 0, 0, 0);
    texts->setSpacing(10);
    texts->addWidget(m_icon);
    texts->addWidget(m_title);
    texts->addWidget(m_what);
    texts->addWidget(m_next);
    texts->addSpacing(4);
    texts->addLayout(m_buttons);
    texts->addWidget(m_details);
    auto* all = new QGridLayout(this);
    all->addWidget(m_column, 1, 1);
    all->setColumnStretch(0, 1);
    all->setColumnStretch(2, 1);
    all->setRowStretch(0, 2);
    all->setRowStretch(2, 3);

    connect(m_copy, &QPushButton::clicked, this, [this] {
        const QStringList parts{m_text.title, m_text.what, m_text.next, m_text.details};
        QGuiApplication::clipboard()->setText(parts.join(QLatin1Char('\n')));
    });
    setNotice({});
    retranslate();
}

/// A narrow window narrows its lines; while rows are shown in its place it asks for nothing.
QSize Notice::minimumSizeHint() const
{
    return {kNoticeLeast, isHidden() ? 0 : Translated::minimumSizeHint().height()};
}

void Notice::resizeEvent(QResizeEvent* event)
{
    Translated::resizeEvent(event);
    const QMargins margins = layout()->contentsMargins();
    m_column->setFixedWidth(qBound(kNoticeLeast / 2, width() - margins.left() - margins.right(), kNoticeWidth));
}

void Notice::setNotice(const Text& text)
{
    m_text = text;
    m_title->setPlainText(text.title);
    m_what->setPlainText(text.what);
    m_next->setPlainText(text.next);
    m_what->setVisible(!text.what.isEmpty());
    m_next->setVisible(!text.next.isEmpty());
    if (m_details->toPlainText() != text.details)
        m_details->setPlainText(text.details);
    m_details->setVisible(!text.details.isEmpty());
    m_copy->setVisible(!text.details.isEmpty());
    setAccessibleName(text.title);
    setAccessibleDescription(text.what);
    showIcon();
}

QPushButton* Notice::addButton(const QString& name)
{
    auto* button = new QPushButton;
    button->setObjectName(name);
    m_buttons->insertWidget(m_buttons->indexOf(m_copy), button);
    return button;
}

void Notice::showIcon()
{
    if (m_text.icon.isEmpty())
        m_icon->clear();
    else
        m_icon->setPixmap(iconPixmap(m_text.icon, toneInk(m_text.tone, palette()), kNoticeIcon, devicePixelRatioF()));
}

void Notice::changeEvent(QEvent* event)
{
    Translated::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showIcon();
}

void Notice::retranslate()
{
    m_copy->setText(tr("Copy details"));
    m_details->setAccessibleName(tr("Details"));
}

} // namespace onceover::views
