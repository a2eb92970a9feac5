// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/banner.h"

#include "views/style/fonts.h"
#include "views/style/theme.h"
#include "views/widgets/tone_chip.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>

namespace onceover::views {

Banner::Banner(const QString& name, QWidget* parent)
    : Translated(parent)
    , m_line(new ToneLine(ToneLine::Ground::Filled))
    , m_buttons(new QHBoxLayout)
    , m_detailsButton(new QPushButton)
    , m_copyButton(new QPushButton)
    , m_dismissButton(new QPushButton)
    , m_details(new QPlainTextEdit)
{
    setObjectName(name);
    m_line->setObjectName(name + QStringLiteral(".line"));
    m_detailsButton->setObjectName(name + QStringLiteral(".details"));
    m_copyButton->setObjectName(name + QStringLiteral(".copy"));
    m_dismissButton->setObjectName(name + QStringLiteral(".dismiss"));
    m_details->setObjectName(name + QStringLiteral(".detailsText"));
    m_detailsButton->setCheckable(true);
    m_details->setReadOnly(true);
    keepFont(m_details, [] { return monospaced(QApplication::font()); });
    m_details->setTabChangesFocus(true);
    m_details->setFixedHeight(6 * fontMetrics().lineSpacing());

    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_line, 1);
    line->addLayout(m_buttons);
    m_buttons->setSpacing(6);
    m_buttons->addWidget(m_detailsButton);
    m_buttons->addWidget(m_copyButton);
    m_buttons->addWidget(m_dismissButton);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(8, 4, 8, 4);
    all->addLayout(line);
    all->addWidget(m_details);

    m_details->hide();
    m_detailsButton->hide();
    m_copyButton->hide();
    m_dismissButton->hide();
    connect(m_detailsButton, &QPushButton::toggled, m_details, &QWidget::setVisible);
    connect(m_detailsButton, &QPushButton::toggled, m_copyButton, &QWidget::setVisible);
    connect(m_copyButton, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(message() + QLatin1Char('\n') + m_details->toPlainText());
    });
    connect(m_dismissButton, &QPushButton::clicked, this, &QWidget::hide);
    retranslate();
}

void Banner::setMessage(const QString& text, const QString& icon, models::Tone tone)
{
    m_line->setLine(text, icon, tone);
    setAccessibleName(text);
    if (m_tone != tone) {
        m_tone = tone;
        update();
    }
}

QString Banner::message() const
{
    return m_line->text();
}

void Banner::setDetails(const QString& details)
{
    if (m_details->toPlainText() != details)
        m_details->setPlainText(details);
    m_detailsButton->setVisible(!details.isEmpty());
    if (details.isEmpty())
        m_detailsButton->setChecked(false);
}

QPushButton* Banner::addButton(const QString& name)
{
    auto* button = new QPushButton;
    button->setObjectName(name);
    m_buttons->insertWidget(m_buttons->indexOf(m_detailsButton), button);
    return button;
}

void Banner::setDismissable(bool dismissable)
{
    m_dismissButton->setVisible(dismissable);
}

void Banner::retranslate()
{
    m_detailsButton->setText(tr("Details"));
    m_copyButton->setText(tr("Copy details"));
    m_dismissButton->setText(tr("Dismiss"));
    m_details->setAccessibleName(tr("Details of the message"));
}

void Banner::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), toneColours(m_tone, palette()).background);
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace onceover::views
