// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QStyledItemDelegate>

namespace onceover::views {

/// A row of the palette: drawing, words, keys at the right; below, for what is off, the reason.
class PaletteDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    static constexpr int kKeysRole = Qt::UserRole + 21;
    static constexpr int kReasonRole = Qt::UserRole + 22;
    static constexpr int kOffRole = Qt::UserRole + 23; ///< bool: it can be chosen, but does nothing.

    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] static int rowHeight(const QFontMetrics& metrics);
    /// "G B" for a sequence, "Ctrl+K" for one key; empty: none.
    [[nodiscard]] static QString keysText(const QKeySequence& keys);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace onceover::views
