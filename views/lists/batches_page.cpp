// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lists/batches_page.h"

#include "core/states/batch_state.h"
#include "models/freeze_scope.h"
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
    : ListPage(QStringLiteral("batches"), context, models::ReadKind::Batches, rows, &m_window,
        new FilterLine(QStringLiteral("page.batches.filter"), models::Machine::Batch, stateNames<BatchState>(),
            FilterLine::Date | FilterLine::Job),
        parent)
    , m_batches(rows)
    , m_window([](const BatchRow& row) { return std::to_string(row.batch.value); })
{
    connect(&gateway(), &models::Gateway::batchesReady, this,
        [this](const models::BatchPagePtr& page, const ListQuery& query) {
            if (!m_window.take(*page, query))
                return;
            showRows({query, page->takenAt, page->total, page->totalIsEstimate},
                [this] { m_batches->setRows(m_window.rows()); });
        });
    connect(table(), &DataTable::rowOpened, this, &BatchesPage::open);
    retranslate();
}

QString BatchesPage::title() const
{
    return tr("Batches", "page");
}

std::vector<ControlScope> BatchesPage::freezeScopes() const
{
    const QModelIndex current = table()->currentIndex();
    return current.isValid() ? models::freezeScopesOf(m_batches->rowAt(current.row())) : std::vector<ControlScope>{};
}

void BatchesPage::watch(std::optional<ListQuery> query)
{
    gateway().watchBatches(std::move(query));
}

std::size_t BatchesPage::showLoaded(const ListQuery& query)
{
    const std::vector<BatchRow> held = m_window.rows();
    std::vector<BatchRow> rows;
    std::copy_if(held.begin(), held.end(), std::back_inserter(rows),
        [&query](const BatchRow& row) { return matches(row, query); });
    m_batches->setRows(std::move(rows));
    return held.size();
}

void BatchesPage::clearRows()
{
    m_window.reset(m_window.filter());
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
    emit addressActivated({QLatin1String(models::kBatchPage), models::plainText(batch.runKey), {}});
}

} // namespace onceover::views
