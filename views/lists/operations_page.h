// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/operation_table_model.h"
#include "views/lists/filter_line.h"
#include "views/lists/list_page.h"

namespace onceover::views {

/// Operations: one row per business effect.
class OperationsPage : public ListPage {
    Q_OBJECT

public:
    explicit OperationsPage(const PageContext& context, QWidget* parent = nullptr);
    /// The same list as a part of a batch's page: of that batch alone, under another name.
    OperationsPage(const QString& name, const PageContext& context, QWidget* parent = nullptr);
    void setBatch(std::optional<BatchId> batch);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::vector<ControlScope> freezeScopes() const override;
    [[nodiscard]] std::vector<models::ReplayCandidate> replayCandidates() const override;

protected:
    void watch(std::optional<ListQuery> query) override;
    std::size_t showLoaded(const ListQuery& query) override;
    void clearRows() override;
    [[nodiscard]] QString emptyText(const ListQuery& query, Timestamp takenAt) const override;

private:
    OperationsPage(const QString& name, const PageContext& context, models::OperationTableModel* rows, FilterLine::Fields fields, QWidget* parent);

    models::OperationTableModel* m_operations; ///< Made before the frame that shows it.
    models::KeysetWindow<OperationRow> m_window;
};

} // namespace onceover::views
