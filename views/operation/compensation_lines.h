// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/compensation_text.h"
#include "models/page_address.h"

#include <QWidget>

#include <vector>

class QToolButton;

namespace onceover::views {

class ToneChip;
class ToneLine;

/// What makes an operation good, or what it makes good itself: a line each, with a button that leads to the other one.
/// Without a line it takes no room.
class CompensationLines : public QWidget {
    Q_OBJECT

public:
    explicit CompensationLines(const QString& name, QWidget* parent = nullptr);
    void setLines(const std::vector<models::CompensationLine>& lines);

signals:
    void activated(const onceover::models::PageAddress& address);

private:
    struct Row {
        QWidget* whole = nullptr;
        ToneChip* state = nullptr;
        ToneLine* text = nullptr;
        QToolButton* open = nullptr;
    };
    [[nodiscard]] Row makeRow();

    std::vector<models::CompensationLine> m_lines;
    std::vector<Row> m_rows; ///< Never fewer than before: the page of another operation has its lines in the same ones.
};

} // namespace onceover::views
