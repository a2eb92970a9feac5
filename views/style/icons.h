// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPixmap>
#include <QStringList>

namespace onceover::views {

/// Makes the drawings of resources/icons reachable (they sit in a static library). Called by everything below.
void loadIcons();

/// A drawing by name in the text colour of the palette in force; follows a change of theme by itself. An unknown name is
/// an empty icon and one line in the log.
[[nodiscard]] QIcon icon(const QString& name);

/// The drawing in this colour, `size` device independent pixels wide and high, cached.
[[nodiscard]] QPixmap iconPixmap(const QString& name, const QColor& colour, int size, qreal devicePixelRatio);

/// Every drawing that exists.
[[nodiscard]] QStringList iconNames();

} // namespace onceover::views
