// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/shortcut_sheet.h"

#include "views/shell/action_registry.h"
#include "views/style/fonts.h"
#include "views/widgets/text_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QGridLayout>
#include <QPainter>
#include <QPushButton>
#include <QTimerEvent>

namespace onceover::views {

namespace {

constexpr int kGoStripMs = 1500;

QString keysText(const QList<QKeySequence>& keys)
{
    QStringList texts;
    for (const QKeySequence& key : keys)
        texts << key.toString(QKeySequence::NativeText).replace(QStringLiteral(", "), QStringLiteral(" "));
    return texts.join(QStringLiteral(" \u00B7 "));
}

} // namespace

ShortcutSheet::ShortcutSheet(const ActionRegistry& actions, QWidget* parent)
    : Translated(parent)
    , m_actions(actions)
    , m_grid(new QGridLayout)
    , m_close(new QPushButton)
{
    setObjectName(QStringLiteral("dialog.shortcuts"));
    m_close->setObjectName(QStringLiteral("dialog.shortcuts.close"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_grid->setHorizontalSpacing(24);
    m_grid->setVerticalSpacing(5);
    m_grid->setColumnStretch(1, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(20, 16, 20, 16);
    all->setSpacing(14);
    all->addLayout(m_grid);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_close);
    all->addLayout(buttons);
    connect(m_close, &QPushButton::clicked, this, &QDialog::accept);
    retranslate();
}

void ShortcutSheet::retranslate()
{
    setWindowTitle(tr("Keyboard"));
    m_close->setText(tr("Close"));
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto addRow = [this](const QString& keys, const QString& text) {
        const int row = m_grid->rowCount();
        auto* key = new TextLabel(TextKind::Body);
        keepFont(key, [] { return monospaced(fontOf(TextKind::Body)); });
        key->setPlainText(keys);
        auto* what = new TextLabel(TextKind::Body);
        what->setPlainText(QString(text).remove(QLatin1Char('&')).remove(QChar(0x2026)));
        m_grid->addWidget(key, row, 0);
        m_grid->addWidget(what, row, 1);
    };
    for (const ActionRegistry::Entry& entry : m_actions.entries()) {
        if (!entry.action->shortcuts().isEmpty())
            addRow(keysText(entry.action->shortcuts()), entry.text());
    }
    for (const ActionRegistry::Described& described : m_actions.described())
        addRow(keysText({described.keys}), described.text());
}

GoStrip::GoStrip(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("goStrip"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void GoStrip::flash(const QString& words)
{
    m_words = words;
    setAccessibleName(words);
    resize(fontMetrics().horizontalAdvance(words) + 40, fontMetrics().height() + 18);
    move((parentWidget()->width() - width()) / 2, parentWidget()->height() - height() - 48);
    raise();
    show();
    if (m_timer != 0)
        killTimer(m_timer);
    m_timer = startTimer(kGoStripMs);
}

void GoStrip::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_timer)
        return;
    killTimer(m_timer);
    m_timer = 0;
    hide();
}

void GoStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(palette().color(QPalette::Mid));
    painter.setBrush(palette().color(QPalette::ToolTipBase));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    painter.setPen(palette().color(QPalette::ToolTipText));
    painter.drawText(rect(), Qt::AlignCenter, m_words);
}

} // namespace onceover::views
