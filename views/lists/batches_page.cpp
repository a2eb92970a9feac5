// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lists/batches_page.h"

#include "core/states/batch_state.h"
#include "models/overview_model.h"
#include "views/lists/filter_line.h"
#include "views/lists/state_names.h"
#include "views/widgets/data_table.h"

#include <algorithm>

namespace onceover::views {

namespace {

bool matches(const BatchRow& row, const ListQuery& query)
{
    return (query.status.empty() || row.status == query.status) && (!query.bizDate || row.bizDate == *query.bizDate)
        && (query.jobType.empty() || row.jobType == query.jobType) && (!query.batch || row.batch.value == *query.batch);
}

} // namespace

BatchesPage::BatchesPage(const PageContext& context, QWidget* parent)
    : BatchesPage(context, new models::BatchTableModel, parent)
{
}

BatchesPage::BatchesPage(const PageContext& context, models::BatchTableModel* rows, QWidget* parent)
    : ListPage(QStringLiteral("batches"), context, models::ReadKind::Batches, rows,
               new FilterLine(QStringLiteral("page.batches.filter"), models::Machine::Batch, stateNames<BatchState>(),
                              FilterLine::Date | FilterLine::Job),
               parent)
    , m_batches(rows)
{
    connect(&gateway(), &models::Gateway::batchesReady, this,
            [this](const models::BatchPagePtr& page, const ListQuery& query) {
                m_page = page;
                m_batches->setRows(page->rows);
                rowsShown({query, page->takenAt, static_cast<std::int64_t>(page->rows.size()), page->total,
                           page->totalIsEstimate, page->hasMore});
            });
    connect(table(), &DataTable::rowOpened, this, &BatchesPage::open);
    retranslate();
}

QString BatchesPage::title() const
{
    return tr("Batches", "page");
}

void BatchesPage::watch(std::optional<ListQuery> query)
{
    gateway().watchBatches(std::move(query));
}

std::size_t BatchesPage::showLoaded(const ListQuery& query)
{
    if (!m_page)
        return 0;
    std::vector<BatchRow> rows;
    std::copy_if(m_page->rows.begin(), m_page->rows.end(), std::back_inserter(rows),
                 [&query](const BatchRow& row) { return matches(row, query); });
    m_batches->setRows(std::move(rows));
    return m_page->rows.size();
}

void BatchesPage::clearRows()
{
    m_page.reset();
    m_batches->setRows({});
}

QString BatchesPage::emptyText(const ListQuery& query, Timestamp takenAt) const
{
    return models::emptyBatchesText(query, takenAt, context().format);
}

void BatchesPage::open(const QString& key)
{
    const int row = m_batches->rowOf(key);
    if (row < 0)
        return;
    const BatchRow& batch = m_batches->rowAt(row);
    emit linkActivated({QStringLiteral("operations"),
                        {{QStringLiteral("batch"), QString::number(batch.batch.value)},
                         {QStringLiteral("name"), models::plainText(batch.runKey)}}});
}

} // namespace onceover::views
