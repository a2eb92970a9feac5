// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/display_text.h"
#include "models/gateway/gateway.h"
#include "models/page_address.h"
#include "models/replay_plan.h"
#include "views/widgets/translated.h"

#include <QMap>
#include <QSettings>
#include <QVariantMap>
#include <QWidget>

#include <functional>

namespace onceover::views {

/// What every page shares. The gateway outlives the pages.
struct PageContext {
    models::Gateway* gateway = nullptr;
    models::TimeFormat format = models::TimeFormat::local();
    QSettings* layouts = nullptr; ///< Columns and widths; nothing else is kept. Null: nothing is remembered.
    /// Opens another window of this program under another login of the sandbox; false: it could not. Null: not offered.
    std::function<bool(const QString& login)> openAs{};
};

/// The address of a list with a filter: `operations?q=state:unknown_external bizdate:2026-03-14`; without a query, the
/// page.
[[nodiscard]] models::PageAddress listAddress(const QString& link);

/// The terms of an address's filter (q): "state" → "processing". Text without a colon is no term.
[[nodiscard]] QMap<QString, QString> filterTerms(const models::PageAddress& address);
/// What stands in the filter and is none of the terms that lists look up by an index: words, comparisons, other names.
[[nodiscard]] QStringList unservedTerms(const models::PageAddress& address);
/// An address of that page with those terms as its filter, in the order of their names; empty terms are left out.
[[nodiscard]] models::PageAddress filteredAddress(const QString& page, const QMap<QString, QString>& terms);

/// The drawing of a failure where rows would be: the connection, or something else.
[[nodiscard]] QString failureIcon(const Failure& failure);

/// One page of the shell. It reads only while it is shown, keeps its last rows, and never waits.
class Page : public Translated<QWidget> {
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
    /// Shows what the address asks for: filter, key, tab. What it does not know is ignored. May be called before
    /// enter().
    virtual void open(const models::PageAddress& address);
    /// What it shows now, for links, history and the next start. An address never carries an act.
    [[nodiscard]] virtual models::PageAddress address() const;
    /// Scroll and selection, for coming back; only the page itself reads them.
    [[nodiscard]] virtual QVariantMap place() const;
    /// Goes there as soon as the rows are there. Called after open().
    virtual void restorePlace(const QVariantMap& place);
    /// / or Ctrl+F. The page's first filter field takes the focus; a page without one does nothing.
    virtual void focusFilter();
    /// Esc: clear the filter, or leave the field. False: nothing to do.
    virtual bool escape();
    /// Writes down columns and widths.
    virtual void saveLayout();
    /// What is selected here, as scopes of a freeze: the narrowest first; nothing: nothing is.
    [[nodiscard]] virtual std::vector<ControlScope> freezeScopes() const;
    /// What is selected here and might be done again; nothing: nothing is.
    [[nodiscard]] virtual std::vector<models::ReplayCandidate> replayCandidates() const;

    /// As in addresses: overview, batches, op.
    [[nodiscard]] QString name() const { return m_name; }
    [[nodiscard]] Condition condition() const { return m_condition; }
    [[nodiscard]] models::Gateway& gateway() const { return *m_context.gateway; }
    [[nodiscard]] const PageContext& context() const { return m_context; }

signals:
    void conditionChanged();
    /// A row, tile or crumb leads elsewhere.
    void addressActivated(const onceover::models::PageAddress& address);
    /// A person wants to ask for a replay of replayCandidates().
    void replayWanted();

protected:
    void setCondition(Condition condition);

private:
    QString m_name;
    PageContext m_context;
    Condition m_condition = Condition::Loading;
};

} // namespace onceover::views
