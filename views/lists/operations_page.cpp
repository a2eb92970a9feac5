// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lists/operations_page.h"

#include "core/states/operation_state.h"
#include "models/overview_model.h"
#include "views/lists/filter_line.h"
#include "views/lists/state_names.h"
#include "views/widgets/data_table.h"

#include <algorithm>

namespace onceover::views {

namespace {

/// The batch is not among a row's own facts here, so a batch filter keeps what was read for it.
bool matches(const OperationRow& row, const QString& key, const ListQuery& query)
{
    return (query.status.empty() || row.status == query.status) && (!query.bizDate || row.bizDate == *query.bizDate)
        && (!query.merchant || row.merchant == *query.merchant)
        && key.startsWith(QString::fromStdString(query.keyPrefix), Qt::CaseInsensitive);
}

} // namespace

OperationsPage::OperationsPage(const PageContext& context, QWidget* parent)
    : OperationsPage(context, new models::OperationTableModel, parent)
{
}

OperationsPage::OperationsPage(const PageContext& context, models::OperationTableModel* rows, QWidget* parent)
    : ListPage(QStringLiteral("operations"), context, models::ReadKind::Operations, rows,
               new FilterLine(QStringLiteral("page.operations.filter"), models::Machine::Operation,
                              stateNames<OperationState>(), FilterLine::Date | FilterLine::Merchant | FilterLine::Key),
               parent)
    , m_operations(rows)
{
    connect(&gateway(), &models::Gateway::operationsReady, this,
            [this](const models::OperationPagePtr& page, const ListQuery& query) {
                m_page = page;
                m_operations->setRows(page->rows);
                rowsShown({query, page->takenAt, static_cast<std::int64_t>(page->rows.size()), page->total,
                           page->totalIsEstimate, page->hasMore});
            });
    retranslate();
}

QString OperationsPage::title() const
{
    return tr("Operations", "page");
}

void OperationsPage::watch(std::optional<ListQuery> query)
{
    gateway().watchOperations(std::move(query));
}

std::size_t OperationsPage::showLoaded(const ListQuery& query)
{
    if (!m_page)
        return 0;
    std::vector<OperationRow> rows;
    std::copy_if(m_page->rows.begin(), m_page->rows.end(), std::back_inserter(rows), [&query](const OperationRow& row) {
        return matches(row, models::OperationTableModel::keyOf(row), query);
    });
    m_operations->setRows(std::move(rows));
    return m_page->rows.size();
}

void OperationsPage::clearRows()
{
    m_page.reset();
    m_operations->setRows({});
}

QString OperationsPage::emptyText(const ListQuery& query, Timestamp takenAt) const
{
    return models::emptyOperationsText(query, takenAt, context().format);
}

QString OperationsPage::batchName(const PageLink& link) const
{
    return link.terms.value(QStringLiteral("name"));
}

} // namespace onceover::views
