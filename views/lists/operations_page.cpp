// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lists/operations_page.h"

#include "core/states/operation_state.h"
#include "models/freeze_scope.h"
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
    : OperationsPage(QStringLiteral("operations"), context, new models::OperationTableModel,
        FilterLine::Date | FilterLine::Merchant | FilterLine::Key, parent)
{
}

OperationsPage::OperationsPage(const QString& name, const PageContext& context, QWidget* parent)
    : OperationsPage(name, context, new models::OperationTableModel, FilterLine::Merchant | FilterLine::Key, parent)
{
    setEmbedded();
}

OperationsPage::OperationsPage(const QString& name, const PageContext& context, models::OperationTableModel* rows,
    FilterLine::Fields fields, QWidget* parent)
    : ListPage(name, context, models::ReadKind::Operations, rows, &m_window,
        new FilterLine(QStringLiteral("page.%1.filter").arg(name), models::Machine::Operation,
            stateNames<OperationState>(), fields),
        parent)
    , m_operations(rows)
    , m_window([](const OperationRow& row) { return models::OperationTableModel::keyOf(row).toStdString(); })
{
    connect(&gateway(), &models::Gateway::operationsReady, this,
        [this](const models::OperationPagePtr& page, const ListQuery& query) {
            if (!m_window.take(*page, query))
                return;
            showRows({query, page->takenAt, page->total, page->totalIsEstimate},
                [this] { m_operations->setRows(m_window.rows()); });
        });
    connect(table(), &DataTable::rowOpened, this, [this](const QString& key) {
        emit addressActivated({QLatin1String(models::kOperationPage), key, {}});
    });
    retranslate();
}

void OperationsPage::setBatch(std::optional<BatchId> batch)
{
    filter()->setFixedBatch(batch ? std::optional(batch->value) : std::nullopt);
}

QString OperationsPage::title() const
{
    return tr("Operations", "page");
}

std::vector<ControlScope> OperationsPage::freezeScopes() const
{
    const QModelIndex current = table()->currentIndex();
    return current.isValid() ? models::freezeScopesOf(m_operations->rowAt(current.row())) : std::vector<ControlScope>{};
}

std::vector<models::ReplayCandidate> OperationsPage::replayCandidates() const
{
    std::vector<models::ReplayCandidate> picked;
    const QModelIndexList selected = table()->selectionModel()->selectedRows();
    for (const QModelIndex& index : selected)
        picked.push_back(models::replayCandidate(m_operations->rowAt(index.row())));
    return picked;
}

void OperationsPage::watch(std::optional<ListQuery> query)
{
    gateway().watchOperations(std::move(query));
}

std::size_t OperationsPage::showLoaded(const ListQuery& query)
{
    const std::vector<OperationRow> held = m_window.rows();
    std::vector<OperationRow> rows;
    std::copy_if(held.begin(), held.end(), std::back_inserter(rows),
        [&query](const OperationRow& row) { return matches(row, models::OperationTableModel::keyOf(row), query); });
    m_operations->setRows(std::move(rows));
    return held.size();
}

void OperationsPage::clearRows()
{
    m_window.reset(m_window.filter());
    m_operations->setRows({});
}

QString OperationsPage::emptyText(const ListQuery& query, Timestamp takenAt) const
{
    return models::emptyOperationsText(query, takenAt, context().format);
}

} // namespace onceover::views
