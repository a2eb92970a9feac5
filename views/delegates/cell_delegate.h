// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace onceover::views {

/// Draws every cell of our tables from the roles of models/row_table_model.h: a state as chip (ground, icon, word), a
/// sign with its word, a share as bar and number, keys and amounts monospaced. All text is plain.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// The height of a row in this font.
[[nodiscard]] int rowHeight(const QFontMetrics& metrics);

} // namespace onceover::views
