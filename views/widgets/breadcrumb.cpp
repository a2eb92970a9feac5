// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/breadcrumb.h"

#include "views/style/fonts.h"
#include "views/style/icons.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QMenu>
#include <QToolButton>

namespace onceover::views {

Breadcrumb::Breadcrumb(const QString& name, QWidget* parent)
    : Translated(parent)
    , m_line(new QHBoxLayout(this))
{
    setObjectName(name);
    m_line->setContentsMargins(0, 0, 0, 0);
    m_line->setSpacing(2);
    retranslate();
}

void Breadcrumb::setCrumbs(const std::vector<Crumb>& crumbs)
{
    if (crumbs == m_crumbs)
        return;
    m_crumbs = crumbs;
    build();
    retranslate();
}

void Breadcrumb::build()
{
    while (QLayoutItem* item = m_line->takeAt(0)) {
        if (QWidget* old = item->widget()) {
            old->hide();
            old->deleteLater(); // It may be the one whose click led here.
        }
        delete item;
    }
    m_buttons.clear();
    for (std::size_t i = 0; i < m_crumbs.size(); ++i) {
        if (i > 0) {
            auto* mark = new TextLabel(TextKind::Caption);
            mark->setPlainText(QStringLiteral("\u25B8"));
            m_line->addWidget(mark);
            mark->show();
        }
        const Crumb& crumb = m_crumbs[i];
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("%1.%2").arg(objectName()).arg(i));
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        const QString shown = crumb.shownCharacters > 0 ? crumb.text.left(crumb.shownCharacters) + QChar(0x2026) : crumb.text;
        button->setText(QString(shown).replace(QLatin1Char('&'), QStringLiteral("&&")));
        if (crumb.isKey)
            keepFont(button, [] { return monospaced(QApplication::font()); });
        button->setContextMenuPolicy(crumb.isKey ? Qt::ActionsContextMenu : Qt::NoContextMenu);
        auto* copy = new QAction(button);
        copy->setIcon(icon(QStringLiteral("copy")));
        button->addAction(copy);
        connect(copy, &QAction::triggered, this, [text = crumb.text] { QGuiApplication::clipboard()->setText(text); });
        connect(button, &QToolButton::clicked, this, [this, crumb] {
            if (crumb.address.page.isEmpty())
                QGuiApplication::clipboard()->setText(crumb.text);
            else
                emit activated(crumb.address);
        });
        m_line->addWidget(button);
        button->show();
        m_buttons.push_back(button);
    }
    m_line->addStretch(1);
}

void Breadcrumb::retranslate()
{
    setAccessibleName(tr("The way here"));
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        const Crumb& crumb = m_crumbs[i];
        const bool here = crumb.address.page.isEmpty();
        const QString hint = here ? tr("Copy %1").arg(crumb.text) : tr("Open %1").arg(crumb.text);
        m_buttons[i]->setAccessibleName(hint);
        setHint(m_buttons[i], hint);
        for (QAction* copy : m_buttons[i]->actions())
            copy->setText(tr("Copy the key"));
    }
}

} // namespace onceover::views
