// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/row_table_model.h"

#include "models/plain_text.h"

#include <QCoreApplication>

namespace onceover::models {

int RowTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : rows();
}

int RowTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns();
}

std::optional<Tone> RowTableModel::rowTone(int) const
{
    return std::nullopt;
}

QVariant RowTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int row = index.row();
    switch (role) {
    case Qt::DisplayRole:
        return cell(row, index.column()).display;
    case Qt::ToolTipRole: {
        const QString hover = cell(row, index.column()).hover;
        return hover.isEmpty() ? QVariant() : QVariant(toolTip(hover));
    }
    case Qt::AccessibleTextRole: {
        const CellText text = cell(row, index.column());
        return text.display;
    }
    case Qt::TextAlignmentRole:
        return static_cast<int>((column(index.column()).numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case RawRole:
    case SortRole:
        return value(row, index.column());
    case StateRole: {
        const QString state = cell(row, index.column()).state;
        return state.isEmpty() ? QVariant() : QVariant(state);
    }
    case ToneRole: {
        std::optional<Tone> tone = cell(row, index.column()).tone;
        if (!tone && index.column() == 0)
            tone = rowTone(row);
        return tone ? QVariant::fromValue(*tone) : QVariant();
    }
    case IconRole: {
        const QString icon = cell(row, index.column()).icon;
        return icon.isEmpty() ? QVariant() : QVariant(icon);
    }
    case KeyRole:
        return key(row);
    case CopyRole: {
        const CellText text = cell(row, index.column());
        const QString plain = text.copy.isEmpty() ? text.display : text.copy;
        return column(index.column()).numeric ? plain : spreadsheetText(plain);
    }
    case ProgressRole: {
        const std::optional<int> progress = cell(row, index.column()).progress;
        return progress ? QVariant(*progress) : QVariant();
    }
    case MonospaceRole:
        return column(index.column()).monospace;
    default:
        return {};
    }
}

QVariant RowTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columns())
        return {};
    const ColumnText text = column(section);
    switch (role) {
    case Qt::DisplayRole:
        return text.showsTime ? QStringLiteral("%1 (%2)").arg(text.title, m_format.offset()) : text.title;
    case Qt::ToolTipRole:
        return toolTip(m_orderNote.isEmpty() ? text.definition : text.definition + QLatin1Char('\n') + m_orderNote);
    case Qt::WhatsThisRole:
        return toolTip(QCoreApplication::translate("RowTableModel", "%1\nSource: %2", "definition, SQL source")
                           .arg(text.definition, text.source));
    case Qt::TextAlignmentRole:
        return static_cast<int>((text.numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case CopyRole:
        return text.copyTitle.isEmpty() ? text.id : text.copyTitle;
    case ColumnIdRole:
        return text.id;
    case DefaultShownRole:
        return text.shownByDefault;
    case SortableRole:
        return text.sortable;
    case MonospaceRole:
        return text.monospace;
    default:
        return {};
    }
}

int RowTableModel::rowOf(const QString& key) const
{
    for (int row = 0; row < rows(); ++row) {
        if (this->key(row) == key)
            return row;
    }
    return -1;
}

void RowTableModel::setOrderNote(const QString& note)
{
    m_orderNote = note;
}

void RowTableModel::setTimeFormat(const TimeFormat& format)
{
    if (format == m_format)
        return;
    m_format = format;
    retranslate();
}

void RowTableModel::setNow(Timestamp now)
{
    if (now == m_now)
        return;
    m_now = now;
    if (rows() == 0)
        return;
    for (int i = 0; i < columns(); ++i) {
        if (column(i).ages)
            emit dataChanged(index(0, i), index(rows() - 1, i));
    }
}

void RowTableModel::retranslate()
{
    if (columns() > 0)
        emit headerDataChanged(Qt::Horizontal, 0, columns() - 1);
    if (rows() > 0 && columns() > 0)
        emit dataChanged(index(0, 0), index(rows() - 1, columns() - 1));
}

void RowTableModel::applyDiff(const RowDiff& diff, const Steps& steps)
{
    for (const RowRange& range : diff.removed) {
        beginRemoveRows({}, range.first, range.last);
        steps.removeRows(range.first, range.last);
        endRemoveRows();
    }

    if (!diff.permutation.empty()) {
        // One change of layout instead of many moves: persistent indexes, and with them the selection, follow their
        // rows.
        emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
        std::vector<int> newRowOfOld(diff.permutation.size());
        for (std::size_t i = 0; i < diff.permutation.size(); ++i)
            newRowOfOld[static_cast<std::size_t>(diff.permutation[i])] = static_cast<int>(i);
        steps.permuteRows(diff.permutation);
        const QModelIndexList from = persistentIndexList();
        QModelIndexList to;
        to.reserve(from.size());
        for (const QModelIndex& old : from)
            to << index(newRowOfOld[static_cast<std::size_t>(old.row())], old.column());
        changePersistentIndexList(from, to);
        emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    }

    for (const RowRange& range : diff.inserted) {
        beginInsertRows({}, range.first, range.last);
        steps.insertRows(range.first, range.last);
        endInsertRows();
    }

    steps.replaceRows();
    for (const RowRange& range : diff.changed)
        emit dataChanged(index(range.first, 0), index(range.last, columns() - 1));
}

} // namespace onceover::models
