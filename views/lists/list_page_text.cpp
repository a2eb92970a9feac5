// SPDX-License-Identifier: GPL-3.0-or-later
// What a list says in words: caption, pause, and in place of rows why there are none.
#include "models/overview_model.h"
#include "views/lists/filter_line.h"
#include "views/lists/list_page.h"
#include "views/widgets/banner.h"
#include "views/widgets/data_table.h"
#include "views/widgets/notice.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

namespace onceover::views {

void ListPage::showCaption()
{
    QString caption;
    if (m_slow)
        caption = tr("Still loading\u2026");
    else if (m_loadedOnly)
        caption = tr("No connection: filtered the %n row(s) loaded before", nullptr, static_cast<int>(*m_loadedOnly));
    else if (m_shown)
        caption = models::listCaption({m_window->above(), static_cast<std::int64_t>(m_window->count()), m_shown->total,
                                          m_shown->totalIsEstimate, byDate()},
            m_shown->takenAt, context().format);
    m_caption->setPlainText(caption);
}

void ListPage::showPause()
{
    const bool paused = gateway().paused() && !m_embedded;
    m_note->setVisible(paused);
    if (paused)
        m_note->setLine(gateway().changesWaiting() > 0
                ? tr("Updates paused, %n change(s) waiting \u2013 F5", nullptr, gateway().changesWaiting())
                : tr("Updates paused \u2013 F5 reads now"),
            QStringLiteral("pause"), models::Tone::Warn);
}

void ListPage::showNotice()
{
    const bool refused = !m_filter->refusal().isEmpty();
    const bool rows = m_rows->rowCount() > 0 && !refused;
    m_noticeRetry->setVisible(m_failure && !m_shown);
    m_noticeClear->setVisible(!rows && (m_shown || refused) && m_filter->narrows());
    if (rows) {
        m_stack->setCurrentWidget(m_table);
        setCondition(Condition::Filled);
        return;
    }
    Notice::Text text;
    Condition condition = Condition::Loading;
    if (refused) {
        text = {QStringLiteral("ban"), models::Tone::Warn, tr("Not searched"), m_filter->refusal(), {}, {}};
        condition = Condition::Empty;
    } else if (m_failure && !m_shown) {
        const models::FailureText words
            = models::failureText(*m_failure, models::isConnectionFailure(*m_failure) ? QString() : title());
        text = {failureIcon(*m_failure), models::Tone::Danger, words.title, words.what, words.next, words.details};
        condition = Condition::Failed;
    } else if (m_shown) {
        text.icon = QStringLiteral("inbox");
        text.title = m_filter->narrows() ? tr("Nothing matches") : tr("Nothing here yet");
        text.what = emptyText(m_shown->query, m_shown->takenAt);
        condition = Condition::Empty;
    } else {
        text.icon = QStringLiteral("hourglass");
        text.title = m_slow ? tr("Still loading\u2026") : tr("Loading\u2026");
    }
    m_notice->setNotice(text);
    m_stack->setCurrentWidget(m_notice);
    setCondition(condition);
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
    m_cancel->setText(tr("Cancel"));
    m_errorRetry->setText(tr("Retry"));
    m_noticeRetry->setText(tr("Retry"));
    m_noticeClear->setText(tr("Clear filter"));
    m_bar->setAccessibleName(tr("Reading"));
    m_table->setAccessibleName(title());
    m_rows->retranslate();
    showCaption();
    showPause();
    showNotice();
}

} // namespace onceover::views
