// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QWidget>

namespace onceover::views {

/// The inside of a scroll area that shares out the room there is. A scroll area asks a content whose height follows its
/// width for the height that it would like, and scrolls for it; this one says what it needs.
class ScrollContent : public QWidget {
public:
    using QWidget::QWidget;
    [[nodiscard]] int heightForWidth(int width) const override
    {
        return layout() ? layout()->totalMinimumHeightForWidth(width) : QWidget::heightForWidth(width);
    }
};

} // namespace onceover::views
