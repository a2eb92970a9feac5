// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAction;
class QFontMetrics;
class QLabel;
class QMessageBox;
class QWidget;

namespace onceover::views {

/// The only way to put text into a label: plain, whatever it looks like (S13).
void setPlain(QLabel* label, const QString& text);
void setPlain(QMessageBox* box, const QString& text, const QString& informative);

/// The only way to give a tooltip: escaped, so that Qt's guess whether a text is rich cannot be tricked. Empty: none.
void setHint(QWidget* widget, const QString& plain);
void setHint(QAction* action, const QString& plain);

/// A list of amounts ("1.00 CNY · 2.00 EUR · …") shortened to whole ones that fit: "1.00 CNY · +5"; who shows it gives all
/// of them in the tooltip. A text that is no list, or whose first part does not fit, comes back as it is.
[[nodiscard]] QString fittingParts(const QString& text, const QFontMetrics& metrics, int width);

} // namespace onceover::views
