// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/display_text.h"
#include "models/gateway/gateway.h"
#include "views/widgets/translated.h"

#include <QMap>
#include <QSettings>
#include <QWidget>

namespace onceover::views {

/// What every page shares. The gateway outlives the pages.
struct PageContext {
    models::Gateway* gateway = nullptr;
    models::TimeFormat format = models::TimeFormat::local();
    QSettings* layouts = nullptr; ///< Columns and widths; nothing else is kept. Null: nothing is remembered.
};

/// Where a tile or a key leads: a page and filter terms ("state" → "processing"). Never an act.
struct PageLink {
    QString page;
    QMap<QString, QString> terms;
};

/// Reads `operations?q=state:unknown_external bizdate:2026-03-14`.
[[nodiscard]] PageLink parseLink(const QString& link);

/// The drawing of a failure where rows would be: the connection, or something else.
[[nodiscard]] QString failureIcon(const Failure& failure);

/// One page of the shell. It reads only while it is shown, keeps its last rows, and never waits.
class Page : public Translated<QWidget>
{
    Q_OBJECT

public:
    /// What the reader sees now.
    enum class Condition { Loading, Filled, Empty, Failed };

    Page(const QString& name, const PageContext& context, QWidget* parent = nullptr);

    /// The page's name for side bar, menu and title; one letter leads to it after G.
    [[nodiscard]] virtual QString title() const = 0;
    /// Shown: begin to read. Hidden: stop.
    virtual void enter() = 0;
    virtual void leave() = 0;
    /// Applies the terms of a link; unknown terms are ignored.
    virtual void follow(const PageLink& link);
    /// / or Ctrl+F. The page's first filter field takes the focus; a page without one does nothing.
    virtual void focusFilter();
    /// Esc: clear the filter, or leave the field. False: nothing to do.
    virtual bool escape();
    /// Writes down columns and widths.
    virtual void saveLayout();

    [[nodiscard]] Condition condition() const { return m_condition; }
    [[nodiscard]] models::Gateway& gateway() const { return *m_context.gateway; }
    [[nodiscard]] const PageContext& context() const { return m_context; }

signals:
    void conditionChanged();
    /// A row or tile leads elsewhere.
    void linkActivated(const onceover::views::PageLink& link);

protected:
    void setCondition(Condition condition);

private:
    PageContext m_context;
    Condition m_condition = Condition::Loading;
};

} // namespace onceover::views
