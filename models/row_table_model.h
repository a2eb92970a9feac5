// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/timestamp.h"
#include "models/row_diff.h"
#include "models/state_text.h"
#include "models/time_text.h"

#include <QAbstractTableModel>
#include <QVariant>

#include <functional>
#include <optional>
#include <vector>

namespace onceover::models {

/// What views and proxies ask for beyond words. RawRole and SortRole are typed and cheap.
enum Role {
    RawRole = Qt::UserRole + 1, ///< The value itself (qlonglong, QString, bool); invalid when there is none.
    SortRole,                   ///< Orders like the value.
    StateRole,                  ///< The stored state name, in cells that show a state.
    ToneRole,                   ///< models::Tone, in cells that have one; on the first column: of the whole row.
    IconRole,                   ///< Icon name (QString), in cells that have one.
    KeyRole,                    ///< The row's key (QString), the same for each column.
    CopyRole,                   ///< Plain form; an amount is `-12.50<TAB>CNY` and its header two fields as well.
    ProgressRole,               ///< 0 to 100 in cells drawn as a bar.
    MonospaceRole,              ///< bool: keys and numbers.
    ColumnIdRole,               ///< Header only: stable id for saved layouts and object names.
    DefaultShownRole,           ///< Header only: visible unless the person chose otherwise.
    SortableRole,               ///< Header only: only indexed columns sort; the definition says why others do not.
};

/// One column, in the words of the current language.
struct ColumnText {
    QString id{}; ///< Stable, never translated.
    QString title{};
    QString definition{}; ///< One or two sentences for tooltip and What's This.
    QString source{};     ///< Where the value comes from in SQL: "settlement_operation.status".
    bool shownByDefault = true;
    bool sortable = false;
    bool numeric = false; ///< Right-aligned.
    bool monospace = false;
    bool showsTime = false; ///< The header carries the offset.
    bool ages = false;      ///< Changes with the clock alone.
    bool plainDate = false; ///< A business date: never narrowed, half of one tells nothing.
    QString copyTitle{};    ///< Header of CopyRole; empty: the id.
};

/// One cell, in the words of the current language.
struct CellText {
    QString display{};
    QString copy{};  ///< Empty: the display text.
    QString hover{}; ///< Plain text; empty: none.
    QString state{};
    QString icon{};
    std::optional<Tone> tone{};
    std::optional<int> progress{};
};

/// A read-only table of keyed rows. Update by `TypedRows::setRows` is a keyed diff: rows that stay keep their
/// persistent indexes, so selection, scroll and focus survive. Texts are made at request; language, zone and clock may
/// change at any time.
class RowTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    [[nodiscard]] virtual ColumnText column(int column) const = 0;
    /// The key of a row; nothing else has it.
    [[nodiscard]] virtual QString key(int row) const = 0;
    /// The row with that key, or -1.
    [[nodiscard]] int rowOf(const QString& key) const;

    /// Zone of all instants; headers show its offset.
    void setTimeFormat(const TimeFormat& format);
    [[nodiscard]] const TimeFormat& timeFormat() const { return m_format; }
    /// The database's clock for ages; only ageing columns are told to repaint.
    void setNow(Timestamp now);
    [[nodiscard]] Timestamp now() const { return m_now; }
    /// Why the rows stand in this order and not in another; every header's tooltip ends with it. Empty: nothing to say.
    void setOrderNote(const QString& note);
    /// Words changed: everything repaints, nothing else happens.
    void retranslate();

protected:
    [[nodiscard]] virtual int rows() const = 0;
    [[nodiscard]] virtual int columns() const = 0;
    [[nodiscard]] virtual CellText cell(int row, int column) const = 0;
    /// Typed value for RawRole and SortRole; invalid when there is none.
    [[nodiscard]] virtual QVariant value(int row, int column) const = 0;
    /// Tone of the whole row, told on column 0 when the cell has none of its own.
    [[nodiscard]] virtual std::optional<Tone> rowTone(int row) const;

    /// Applies a diff: `removeAt`, `permute`, `insertAt` and `replaceAll` change the rows between the signals.
    struct Steps {
        std::function<void(int first, int last)> removeRows;
        std::function<void(const std::vector<int>& oldRowOfNew)> permuteRows;
        std::function<void(int first, int last)> insertRows; ///< Rows first..last of the new list.
        std::function<void()> replaceRows;                   ///< Now every row is the new one.
    };
    void applyDiff(const RowDiff& diff, const Steps& steps);

private:
    QString m_orderNote;
    TimeFormat m_format;
    Timestamp m_now{};
};

/// The rows of a RowTableModel. `Derived` gives `static QString keyOf(const Row&)`; rows are compared with ==.
template <typename Row, typename Derived>
class TypedRows : public RowTableModel {
public:
    using RowTableModel::RowTableModel;

    /// Shows these rows, whose keys are different from each other, by a keyed diff.
    void setRows(std::vector<Row> next)
    {
        const RowDiff diff = diffRows(keysOf(m_rows), keysOf(next),
            [&](int oldRow, int newRow) { return at(m_rows, oldRow) == at(next, newRow); });
        Steps steps;
        steps.removeRows
            = [this](int first, int last) { m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1); };
        steps.permuteRows = [this](const std::vector<int>& oldRowOfNew) {
            std::vector<Row> ordered;
            ordered.reserve(m_rows.size());
            for (const int row : oldRowOfNew)
                ordered.push_back(std::move(m_rows[static_cast<std::size_t>(row)]));
            m_rows = std::move(ordered);
        };
        steps.insertRows = [this, &next](int first, int last) {
            m_rows.insert(m_rows.begin() + first, next.begin() + first, next.begin() + last + 1);
        };
        steps.replaceRows = [this, &next] { m_rows = std::move(next); };
        applyDiff(diff, steps);
    }

    [[nodiscard]] const Row& rowAt(int row) const { return at(m_rows, row); }
    [[nodiscard]] QString key(int row) const override { return Derived::keyOf(rowAt(row)); }

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_rows.size()); }

private:
    [[nodiscard]] static const Row& at(const std::vector<Row>& rows, int row)
    {
        return rows[static_cast<std::size_t>(row)];
    }
    [[nodiscard]] static std::vector<QString> keysOf(const std::vector<Row>& rows)
    {
        std::vector<QString> keys;
        keys.reserve(rows.size());
        for (const Row& row : rows)
            keys.push_back(Derived::keyOf(row));
        return keys;
    }

    std::vector<Row> m_rows;
};

} // namespace onceover::models
