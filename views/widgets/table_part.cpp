// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/table_part.h"

#include "views/widgets/data_table.h"
#include "views/widgets/text_label.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QScrollBar>
#include <QStackedWidget>

#include <algorithm>

namespace onceover::views {

namespace {

constexpr int kLeastRows = 5; // Of a part that takes what room there is.

} // namespace

TablePart::TablePart(const QString& name, models::RowTableModel* rows, QWidget* parent)
    : Card(parent)
    , m_heading(new TextLabel(TextKind::Heading))
    , m_caption(new TextLabel(TextKind::Caption))
    , m_empty(new TextLabel(TextKind::Body))
    , m_stack(new QStackedWidget)
    , m_table(new DataTable(name + QStringLiteral(".table"), rows))
{
    setObjectName(name);
    m_empty->setObjectName(name + QStringLiteral(".empty"));
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setWordWrap(true);
    m_empty->setMargin(14);
    m_empty->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_caption->setWordWrap(true);
    m_caption->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(13, 7, 12, 3);
    head->addWidget(m_heading);
    head->addWidget(m_caption, 1);
    body()->addLayout(head);
    body()->addWidget(m_stack, 1);
    m_heading->hide();
    m_caption->hide();
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(rows, signal, this, &TablePart::follow);
    follow();
}

void TablePart::setHeading(const QString& heading)
{
    m_heading->setPlainText(heading);
    m_heading->setVisible(!heading.isEmpty());
    m_table->setAccessibleName(heading);
}

void TablePart::setCaption(const QString& caption)
{
    m_caption->setPlainText(caption);
    m_caption->setVisible(!caption.isEmpty());
}

void TablePart::setEmptyText(const QString& text)
{
    m_empty->setPlainText(text);
}

void TablePart::setRowsShown(int atMost)
{
    m_rowsShown = atMost;
    follow();
}

void TablePart::changeEvent(QEvent* event)
{
    Card::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        QMetaObject::invokeMethod(this, &TablePart::follow, Qt::QueuedConnection); // After the table has its new metrics.
}

void TablePart::follow()
{
    const int rows = m_table->model()->rowCount();
    m_stack->setCurrentIndex(rows > 0 ? 1 : 0);
    const int row = m_table->verticalHeader()->defaultSectionSize();
    const int others = m_table->horizontalHeader()->sizeHint().height() + m_table->horizontalScrollBar()->sizeHint().height() + 4;
    if (m_rowsShown > 0)
        m_stack->setFixedHeight(rows > 0 ? std::min(rows, m_rowsShown) * row + others : row + 16);
    else
        m_stack->setMinimumHeight(kLeastRows * row + others);
    if (rows > 0)
        m_table->fitColumns();
}

} // namespace onceover::views
