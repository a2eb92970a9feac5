// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/translated.h"

#include <QDialog>

class QGridLayout;
class QPushButton;

namespace onceover::views {

class ActionRegistry;

/// F1: every key and what it does, made from the registry.
class ShortcutSheet : public Translated<QDialog>
{
    Q_OBJECT

public:
    explicit ShortcutSheet(const ActionRegistry& actions, QWidget* parent = nullptr);
    void retranslate() override;

private:
    const ActionRegistry& m_actions;
    QGridLayout* m_grid;
    QPushButton* m_close;
};

/// The strip that shows the letters for a moment after G.
class GoStrip : public QWidget
{
    Q_OBJECT

public:
    explicit GoStrip(QWidget* parent);
    /// Shows `words` ("O Overview   B Batches") at the foot of the parent for 1.5 s.
    void flash(const QString& words);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_words;
    int m_timer = 0;
    void timerEvent(QTimerEvent* event) override;
};

} // namespace onceover::views
