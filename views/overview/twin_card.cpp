// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/twin_card.h"

#include "views/charts/chart_base.h"
#include "views/style/icons.h"
#include "views/widgets/data_table.h"
#include "views/widgets/text_label.h"

#include <QBoxLayout>
#include <QStackedWidget>
#include <QToolButton>

namespace onceover::views {

TwinCard::TwinCard(const QString& name, ChartBase* chart, models::RowTableModel* rows, QWidget* parent)
    : Translated(parent)
    , m_title(new TextLabel(TextKind::Heading))
    , m_toggle(new QToolButton)
    , m_stack(new QStackedWidget)
    , m_chart(chart)
    , m_table(new DataTable(name + QStringLiteral(".table"), rows))
{
    setObjectName(name);
    m_toggle->setObjectName(name + QStringLiteral(".toggle"));
    m_toggle->setCheckable(true);
    m_toggle->setFocusPolicy(Qt::StrongFocus);
    m_toggle->setIcon(icon(QStringLiteral("table")));
    m_toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_table);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(13, 7, 8, 3);
    head->addWidget(m_title, 1);
    head->addWidget(m_toggle);
    auto* place = new QVBoxLayout; // Keeps the picture off the card's line.
    place->setContentsMargins(8, 0, 8, 6);
    place->addWidget(m_stack);
    body()->addLayout(head);
    body()->addLayout(place, 1);
    connect(m_toggle, &QToolButton::toggled, this, [this](bool asTable) {
        m_stack->setCurrentIndex(asTable ? 1 : 0);
        if (asTable)
            m_table->fitColumns();
    });
    retranslate();
}

void TwinCard::setTitle(const QString& title)
{
    m_title->setPlainText(title);
    m_table->setAccessibleName(title);
    m_toggle->setAccessibleName(tr("Show as table: %1").arg(title));
}

void TwinCard::retranslate()
{
    m_toggle->setText(tr("Table", "picture as table"));
}

} // namespace onceover::views
