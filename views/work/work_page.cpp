// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/work/work_page.h"

#include "models/money_text.h"
#include "models/overview_model.h"
#include "views/widgets/card.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/low_window.h"
#include "views/widgets/tone_chip.h"
#include "views/work/group_bar.h"

#include <QBoxLayout>
#include <QDialog>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>

namespace onceover::views {

namespace {

constexpr int kFactGap = 3; // Between a fact's name and its value.
const QLatin1String kGroupingKey("/grouping"); // Among what is kept of a page's layout.

/// As high as what it shows, where there is room.
class FactScroll final : public QScrollArea {
public:
    [[nodiscard]] QSize sizeHint() const override
    {
        return {QScrollArea::sizeHint().width(), widget() ? widget()->height() : 0};
    }
};

} // namespace

WorkPage::WorkPage(const QString& name, const PageContext& context, WorkList list, models::RowTableModel* rows,
    models::RowWindow* window, FilterLine* filter, const Words& words, QWidget* parent)
    : ListPage(name, context, models::readKindOf(list), rows, window, filter, parent)
    , m_list(list)
    , m_rows(rows)
    , m_window(window)
    , m_words(words)
    , m_header(new ToneLine(ToneLine::Ground::Plain))
    , m_groups(new GroupBar(objectName() + QStringLiteral(".groups")))
    , m_scroll(new FactScroll)
    , m_facts(new FactGrid(objectName() + QStringLiteral(".facts")))
{
    // These lists have no order by business date to jump in.
    findChild<QLineEdit*>(objectName() + QStringLiteral(".jump"))->hide();
    m_header->setObjectName(objectName() + QStringLiteral(".header"));
    auto* card = new Card;
    card->body()->setContentsMargins(13, 9, 13, 9);
    m_scroll->setObjectName(objectName() + QStringLiteral(".pane.scroll"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_scroll->setWidget(m_facts);
    m_facts->setAutoFillBackground(false); // The card's ground shows through.
    card->body()->addWidget(m_scroll);
    m_pane = card;
    m_pane->setObjectName(objectName() + QStringLiteral(".pane"));
    m_pane->hide();
    auto* all = static_cast<QVBoxLayout*>(layout());
    all->insertWidget(1, m_header);
    all->insertWidget(3, m_groups);
    all->addWidget(m_pane);

    connect(m_groups, &GroupBar::groupChosen, filter, &FilterLine::setGroup);
    if (context.layouts)
        filter->beginGroupedBy(context.layouts->value(objectName() + kGroupingKey).toString());
    connect(m_groups, &GroupBar::groupingChosen, this, [this](const QString& term) {
        if (this->context().layouts)
            this->context().layouts->setValue(objectName() + kGroupingKey, term);
        this->filter()->setGrouping(term);
        showGroups(); // Also while a field is wrong and nothing is asked: what is shown is of the other grouping.
    });
    connect(filter, &FilterLine::queryChanged, this, &WorkPage::showGroups);
    connect(table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &WorkPage::showFacts);
    connect(m_rows, &QAbstractItemModel::dataChanged, this, &WorkPage::showFacts);
    connect(table(), &DataTable::rowOpened, this, [this](const QString& key) {
        const int row = m_rows->rowOf(key);
        if (row < 0)
            return;
        if (const models::PageAddress address = targetOf(row); !address.page.isEmpty())
            emit addressActivated(address);
    });
}

void WorkPage::setHead(QWidget* head)
{
    m_head = head;
    static_cast<QVBoxLayout*>(layout())->insertWidget(4, head);
    head->hide();
}

void WorkPage::setButtons(QWidget* buttons)
{
    m_headStays = true;
    setHead(buttons);
}

void WorkPage::hideFacts()
{
    m_factsWanted = false;
}

int WorkPage::chosenRow() const
{
    const int rows = m_rows->rowCount();
    const int current = table()->currentIndex().row();
    return rows == 0 ? -1 : current < 0 || current >= rows ? 0 : current;
}

QWidget* WorkPage::buttonRow(std::initializer_list<QWidget*> parts, ToneLine* why)
{
    auto* head = new QWidget;
    auto* line = new QHBoxLayout(head);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(10);
    for (QWidget* part : parts)
        line->addWidget(part);
    line->addWidget(why, 1);
    line->addStretch(); // The buttons keep their size where nothing stands beside them.
    return head;
}

void WorkPage::followRows(const std::function<void()>& changed)
{
    connect(table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this, changed);
    connect(m_rows, &QAbstractItemModel::modelReset, this, changed);
    connect(m_rows, &QAbstractItemModel::dataChanged, this, changed);
    connect(m_rows, &QAbstractItemModel::rowsInserted, this, changed);
    connect(m_rows, &QAbstractItemModel::rowsRemoved, this, changed);
    connect(&gateway(), &models::Gateway::statusChanged, this, changed);
}

void WorkPage::openPaused(QDialog* dialog)
{
    gateway().pause(models::PauseReason::Dialog);
    connect(dialog, &QDialog::finished, this, [this] { gateway().resume(models::PauseReason::Dialog); });
    dialog->open();
}

void WorkPage::watch(std::optional<ListQuery> query)
{
    gateway().watchWork(m_list, std::move(query));
}

void WorkPage::setWhole(Whole whole)
{
    m_whole = std::move(whole);
    showGroups();
}

void WorkPage::showGroups()
{
    std::vector<GroupBar::Group> groups;
    std::int64_t all = 0;
    if (m_whole && m_whole->groupBy == filter()->groupBy().toStdString()) { // Else they are on their way.
        for (const GroupCount& group : m_whole->groups) {
            groups.push_back(
                {QString::fromStdString(group.name), groupText(group.name), models::countText(group.count)});
            all += group.count;
        }
    }
    const QString chosen = filter()->group();
    std::vector<GroupBar::Grouping> groupings;
    for (const QString& term : filter()->groupTerms())
        groupings.push_back({term, groupingText(term)});
    const bool other = groupings.size() > 1 && m_whole && !m_whole->groups.empty();
    const bool useful = groups.size() > 1 || !chosen.isEmpty() || other;
    m_groups->setVisible(useful);
    if (!useful)
        return;
    m_groups->setGroupings(std::move(groupings), filter()->groupTerm());
    m_groups->setGroups(std::move(groups), models::countText(all, m_whole && m_whole->totalIsEstimate), chosen);
}

void WorkPage::showFacts()
{
    const int rows = m_rows->rowCount();
    const bool shown = m_factsWanted && rows > 0 && filled() && paneFits();
    if (!shown) {
        m_pane->hide();
        return;
    }
    const int current = table()->currentIndex().row();
    std::vector<Fact> facts;
    for (const models::WorkFact& fact :
        factsOf(current < 0 || current >= rows ? 0 : current, {context().format, shownNow()}))
        facts.push_back({fact.id, fact.name, fact.value, {}, fact.monospace});
    m_facts->setFacts(facts);
    fitPane();
    m_pane->show();
}

/// As high as its facts, but never more than a third of the page: the rows come first.
void WorkPage::fitPane()
{
    const int room = qMax(fontMetrics().height() * 3, height() / 3);
    const QMargins page = layout()->contentsMargins();
    const QMargins card = m_pane->layout()->contentsMargins();
    // Room for the scroll bar always: the layout may give less height than is asked for here.
    const int facts = width() - page.left() - page.right() - card.left() - card.right()
        - m_scroll->verticalScrollBar()->sizeHint().width();
    const int needed = m_facts->heightForWidth(facts);
    m_facts->resize(qMax(facts, 1), needed);
    const int lines = fontMetrics().height() * (isInLowWindow(this) ? 2 : 3) + kFactGap;
    m_scroll->setMinimumHeight(qMin(needed, lines)); // A small window shows less of it.
    m_scroll->setMaximumHeight(qMin(needed, room));
    m_scroll->updateGeometry();
}

void WorkPage::resizeEvent(QResizeEvent* event)
{
    ListPage::resizeEvent(event);
    showHeader();
    if (m_head)
        m_head->setVisible(filled() && headFits());
    showFacts();
}

/// Where a window is lower still, the buttons and the rows come before what is said about one of them.
bool WorkPage::paneFits() const
{
    return !m_headStays || !isInLowWindow(this);
}

/// A picture above the rows needs room of its own; without it the table, its twin, has all.
bool WorkPage::headFits() const
{
    constexpr int kLines = 21;
    return m_headStays || height() >= kLines * fontMetrics().height();
}

/// What is listed, in a sentence; a low window has no line for it.
void WorkPage::showHeader()
{
    m_header->setVisible(!m_header->text().isEmpty() && !isInLowWindow(this));
}

QString WorkPage::emptyText(const ListQuery& query, Timestamp takenAt) const
{
    return models::emptyOperationsText(query, takenAt, context().format);
}

std::optional<Notice::Text> WorkPage::emptyNotice() const
{
    std::optional<Notice::Text> notice = ListPage::emptyNotice();
    if (!notice || !m_whole || filter()->narrows() || !filter()->refusal().isEmpty())
        return notice;
    notice->title = m_words.emptyTitle();
    notice->what = m_words.emptyText() + QLatin1Char(' ') + models::checkedText(m_whole->takenAt, context().format);
    return notice;
}

QString WorkPage::captionText() const
{
    if (!m_whole || offline())
        return ListPage::captionText();
    return models::workCaption(m_window->above(), static_cast<std::int64_t>(m_window->count()), m_whole->total,
        m_whole->totalIsEstimate, m_whole->takenAt, context().format);
}

void WorkPage::showNotice()
{
    ListPage::showNotice();
    if (m_head)
        m_head->setVisible(filled() && headFits());
    showFacts();
}

void WorkPage::showOrder()
{
    QString ordered;
    QString name;
    for (int column = 0; column < m_rows->columnCount(); ++column) {
        if (!m_rows->headerData(column, Qt::Horizontal, models::SortableRole).toBool())
            continue;
        ordered = m_rows->headerData(column, Qt::Horizontal, models::ColumnIdRole).toString();
        name = m_rows->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    m_rows->setOrderNote(name.isEmpty()
            ? tr("No index serves another order over the whole list: narrow it with the filter.")
            : tr("The rows stand by \u201C%1\u201D. No index serves another order over the whole list: narrow it with "
                 "the filter.")
                  .arg(name));
    // Of what is to be done, the soonest comes first; of all else the oldest or the newest.
    table()->showOrder(ordered, ordered == QLatin1String("next") ? Qt::AscendingOrder : Qt::DescendingOrder);
}

void WorkPage::forgetAll()
{
    m_whole.reset();
    ListPage::forgetAll();
    showGroups();
}

void WorkPage::retranslate()
{
    m_header->setLine(m_words.header(), QStringLiteral("info"), models::Tone::Neutral);
    showHeader();
    showGroups();
    ListPage::retranslate();
    showFacts();
}

} // namespace onceover::views
