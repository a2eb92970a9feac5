// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/plain.h"

#include "models/plain_text.h"

#include <QAction>
#include <QFontMetrics>
#include <QLabel>
#include <QMessageBox>
#include <QWidget>

namespace onceover::views {

void setPlain(QLabel* label, const QString& text)
{
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
}

void setPlain(QMessageBox* box, const QString& text, const QString& informative)
{
    box->setTextFormat(Qt::PlainText);
    box->setText(text);
    box->setInformativeText(informative);
}

void setHint(QWidget* widget, const QString& plain)
{
    widget->setToolTip(plain.isEmpty() ? QString() : models::toolTip(plain));
}

void setHint(QAction* action, const QString& plain)
{
    action->setToolTip(plain.isEmpty() ? QString() : models::toolTip(plain));
}

QString fittingParts(const QString& text, const QFontMetrics& metrics, int width)
{
    const QString between = QStringLiteral(" \u00B7 ");
    const QStringList parts = text.split(between);
    for (qsizetype kept = parts.size(); kept > 0; --kept) {
        QString shown = parts.mid(0, kept).join(between);
        if (kept < parts.size())
            shown += QStringLiteral(" \u00B7 +%1").arg(parts.size() - kept);
        if (metrics.horizontalAdvance(shown) <= width)
            return shown;
    }
    return text;
}

} // namespace onceover::views
