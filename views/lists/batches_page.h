// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/batch_table_model.h"
#include "views/lists/list_page.h"

namespace onceover::views {

/// Batches: one row per settlement of a job and business date. Enter opens it.
class BatchesPage : public ListPage {
    Q_OBJECT

public:
    explicit BatchesPage(const PageContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::vector<ControlScope> freezeScopes() const override;

protected:
    void watch(std::optional<ListQuery> query) override;
    std::size_t showLoaded(const ListQuery& query) override;
    void clearRows() override;
    [[nodiscard]] QString emptyText(const ListQuery& query, Timestamp takenAt) const override;

private:
    BatchesPage(const PageContext& context, models::BatchTableModel* rows, QWidget* parent);
    void open(const QString& key);

    models::BatchTableModel* m_batches; ///< Made before the frame that shows it.
    models::KeysetWindow<BatchRow> m_window;
};

} // namespace onceover::views
