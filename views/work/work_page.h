// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/freeze_scope.h"
#include "models/work_spec.h"
#include "views/lists/filter_line.h"
#include "views/lists/list_page.h"
#include "views/widgets/data_table.h"

#include <algorithm>
#include <functional>
#include <initializer_list>

class QDialog;
class QScrollArea;

namespace onceover::views {

class FactGrid;
class GroupBar;

/// A list of the engine's work: what is listed in one sentence, the groups with their sizes, the rows, and below them
/// everything about the current row in words. Enter leads to what the row is about.
class WorkPage : public ListPage {
    Q_OBJECT

public:
    [[nodiscard]] QString title() const override { return m_words.title(); }
    void retranslate() override;

protected:
    /// What the page says; made anew in each language.
    struct Words {
        QString (*title)();
        QString (*header)();
        QString (*emptyTitle)();
        QString (*emptyText)();
        QString (*groupText)(const std::string& name);
    };

    WorkPage(const QString& name, const PageContext& context, WorkList list, models::RowTableModel* rows,
        models::RowWindow* window, FilterLine* filter, const Words& words, QWidget* parent);

    /// What the newest answer says about the whole list.
    struct Whole {
        Timestamp takenAt{};
        std::int64_t total = 0;
        bool totalIsEstimate = false;
        std::vector<GroupCount> groups{};
        std::string groupBy{}; ///< What these are groups of, as it was asked for.
    };
    void setWhole(Whole whole);

    [[nodiscard]] virtual std::vector<models::WorkFact> factsOf(int row, const models::WorkLook& look) const = 0;
    [[nodiscard]] virtual models::PageAddress targetOf(int row) const = 0;
    /// A group of the list in words.
    [[nodiscard]] virtual QString groupText(const std::string& name) const { return m_words.groupText(name); }
    /// A way to group the list in words, of a list that has more than one: "by task".
    [[nodiscard]] virtual QString groupingText(const QString& term) const { return term; }
    /// The row that the facts below the list are about; -1: none.
    [[nodiscard]] int chosenRow() const;
    /// Buttons about that row with why they are off beside them, to be shown above the list.
    [[nodiscard]] static QWidget* buttonRow(std::initializer_list<QWidget*> parts, ToneLine* why);
    /// Calls it whenever rows, the current one or the connection change.
    void followRows(const std::function<void()>& changed);
    /// Opens a dialog that rests the refresh while it is open.
    void openPaused(QDialog* dialog);
    /// Instead of the facts of a row: a picture of all of them, say. Called once, by a derived constructor.
    void setHead(QWidget* head);
    /// The same, of buttons: they stay in a low window.
    void setButtons(QWidget* buttons);
    void hideFacts();

    void watch(std::optional<ListQuery> query) override;
    [[nodiscard]] QString emptyText(const ListQuery& query, Timestamp takenAt) const override;
    [[nodiscard]] std::optional<Notice::Text> emptyNotice() const override;
    [[nodiscard]] QString captionText() const override;
    [[nodiscard]] bool saysPause() const override { return true; }
    void showNotice() override;
    void showOrder() override;
    void forgetAll() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showFacts();
    void showGroups();
    void fitPane();
    void showHeader();
    [[nodiscard]] bool headFits() const;
    [[nodiscard]] bool paneFits() const;

    WorkList m_list;
    models::RowTableModel* m_rows;
    models::RowWindow* m_window;
    Words m_words;
    ToneLine* m_header;
    GroupBar* m_groups;
    QWidget* m_pane;
    QScrollArea* m_scroll; ///< The pane takes no more than its share; the rest is scrolled to.
    FactGrid* m_facts;
    QWidget* m_head = nullptr;
    bool m_headStays = false;
    bool m_factsWanted = true;
    std::optional<Whole> m_whole;
};

/// The list of one kind of row; `WorkSpec<Row>` says what it is.
template <typename Row>
class WorkPageOf : public WorkPage {
public:
    WorkPageOf(const QString& name, const PageContext& context, FilterLine* filter, QWidget* parent = nullptr)
        : WorkPageOf(name, context, new models::FactTable<Row>, filter, parent)
    {
    }

    [[nodiscard]] models::FactTable<Row>* rowsModel() const { return m_rows; }
    [[nodiscard]] std::vector<ControlScope> freezeScopes() const override
    {
        const int row = table()->currentIndex().row();
        return row < 0 || row >= m_rows->rowCount() ? std::vector<ControlScope>{}
                                                    : models::freezeScopesOf(m_rows->rowAt(row));
    }

protected:
    using Spec = models::WorkSpec<Row>;

    [[nodiscard]] std::vector<models::WorkFact> factsOf(int row, const models::WorkLook& look) const override
    {
        return Spec::facts(m_rows->rowAt(row), look);
    }
    [[nodiscard]] models::PageAddress targetOf(int row) const override { return Spec::target(m_rows->rowAt(row)); }
    std::size_t showLoaded(const ListQuery& query) override
    {
        const std::vector<Row> held = m_window.rows();
        std::vector<Row> rows;
        std::copy_if(held.begin(), held.end(), std::back_inserter(rows),
            [&query](const Row& row) { return Spec::matches(row, query); });
        m_rows->setRows(std::move(rows));
        return held.size();
    }
    void clearRows() override
    {
        m_window.reset(m_window.filter());
        m_rows->setRows({});
    }

private:
    WorkPageOf(const QString& name, const PageContext& context, models::FactTable<Row>* rows, FilterLine* filter,
        QWidget* parent)
        : WorkPage(name, context, Spec::kList, rows, &m_window, filter,
            {Spec::title, Spec::header, Spec::emptyTitle, Spec::emptyText, Spec::groupText}, parent)
        , m_rows(rows)
        , m_window([](const Row& row) { return models::FactSpec<Row>::key(row).toStdString(); })
    {
        connect(&gateway(), &models::Gateway::workReady, this,
            [this](const models::WorkPagePtr& answer, const ListQuery& query) {
                const auto* page = std::get_if<onceover::Page<Row>>(answer.get());
                if (!page || !m_window.take(*page, query))
                    return;
                setWhole({page->takenAt, page->total, page->totalIsEstimate, page->groups, query.groupBy});
                showRows({query, page->takenAt, page->total, page->totalIsEstimate},
                    [this] { m_rows->setRows(m_window.rows()); });
            });
        retranslate();
    }

    models::FactTable<Row>* m_rows; ///< Made before the frame that shows it.
    models::KeysetWindow<Row> m_window;
};

} // namespace onceover::views
