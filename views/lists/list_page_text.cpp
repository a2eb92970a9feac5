// SPDX-License-Identifier: GPL-3.0-or-later
// What a list says in words: caption, pause, and in place of rows why there are none.
#include "models/overview_model.h"
#include "views/lists/filter_line.h"
#include "views/lists/list_page.h"
#include "views/widgets/data_table.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"

#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

namespace onceover::views {

QString ListPage::captionText() const
{
    if (m_loadedOnly)
        return tr("No connection: filtered the %n row(s) loaded before", nullptr, static_cast<int>(*m_loadedOnly));
    if (!m_shown)
        return {};
    return models::listCaption({m_window->above(), static_cast<std::int64_t>(m_window->count()), m_shown->total,
                                   m_shown->totalIsEstimate, byDate()},
        m_shown->takenAt, context().format);
}

std::optional<Timestamp> ListPage::readAt() const
{
    return m_shown ? std::optional(m_shown->takenAt) : std::nullopt;
}

bool ListPage::filled() const
{
    return m_rows->rowCount() > 0 && m_filter->refusal().isEmpty();
}

std::optional<Notice::Text> ListPage::emptyNotice() const
{
    if (!m_filter->refusal().isEmpty())
        return Notice::Text{QStringLiteral("ban"), models::Tone::Warn, tr("Not searched"), m_filter->refusal(), {}, {}};
    if (!m_shown)
        return std::nullopt;
    Notice::Text text;
    text.icon = QStringLiteral("inbox");
    text.title = m_filter->narrows() ? tr("Nothing matches") : tr("Nothing here yet");
    text.what = emptyText(m_shown->query, m_shown->takenAt);
    return text;
}

void ListPage::showNotice()
{
    m_noticeClear->setVisible(emptyNotice() && !filled() && m_filter->narrows());
    ReadingPage::showNotice();
}

/// What the order is and why a header does not change it: one over all rows needs an index.
void ListPage::showOrder()
{
    m_jump->setEnabled(byDate());
    m_rows->setOrderNote(
        byDate() ? tr(
            "The rows stand by business date, newest first. No index serves another order over the whole list: narrow "
            "it with the filter, or go to a date.")
                 : tr("The rows stand by key. No index serves another order over the whole list: narrow it with the "
                      "filter."));
    m_table->showOrder(byDate() ? QStringLiteral("biz_date") : QStringLiteral("key"),
        byDate() ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void ListPage::retranslate()
{
    m_title->setPlainText(title());
    m_columns->setText(tr("Columns"));
    m_columns->setAccessibleName(tr("Choose the columns"));
    m_jump->setPlaceholderText(tr("Go to date"));
    m_jump->setAccessibleName(tr("Go to business date, YYYY-MM-DD"));
    m_jump->setFixedWidth(qMax(m_jump->fontMetrics().horizontalAdvance(m_jump->placeholderText()),
                              m_jump->fontMetrics().horizontalAdvance(QStringLiteral("2026-03-14")))
        + 26);
    setHint(
        m_jump, tr("Shows the list from that business date on; Enter without a date goes back to the newest rows."));
    m_noticeClear->setText(tr("Clear filter"));
    m_table->setAccessibleName(title());
    showOrder();
    ReadingPage::retranslate();
}

} // namespace onceover::views
