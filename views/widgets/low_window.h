// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace onceover::views {

/// Is the window so low, in lines of text, that what merely explains gives way to the rows? A small screen at twice its
/// size, or large text.
[[nodiscard]] inline bool isInLowWindow(const QWidget* widget)
{
    constexpr int kLines = 36; // More than a window needs at least while they are shown, or they would hold it open.
    return widget->window()->height() < kLines * widget->fontMetrics().height();
}

} // namespace onceover::views
