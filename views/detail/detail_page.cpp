// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/detail/detail_page.h"

#include "models/connection_text.h"
#include "views/style/fonts.h"
#include "views/style/icons.h"
#include "views/widgets/card.h"
#include "views/widgets/data_table.h"
#include "views/widgets/scroll_content.h"
#include "views/widgets/table_part.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

#include <utility>

namespace onceover::views {

namespace {

constexpr int kBesideScrollBar = 6; // Nothing touches the scroll bar; without one the margin is as on the left.

} // namespace

DetailPage::DetailPage(const QString& name, const PageContext& context, models::ReadKind kind, QWidget* parent)
    : ReadingPage(name, context, kind, parent)
    , m_crumbs(new Breadcrumb(objectName() + QStringLiteral(".crumbs")))
    , m_buttons(new QHBoxLayout)
    , m_content(new ScrollContent)
    , m_header(new QVBoxLayout)
    , m_tabWidget(new QTabWidget)
{
    build();
    listen();
}

QHBoxLayout* DetailPage::firstLine()
{
    auto* line = new QHBoxLayout;
    line->setContentsMargins(0, 0, kBesideScrollBar, 0);
    line->setSpacing(10);
    line->addWidget(m_crumbs, 1);
    line->addWidget(pauseNote());
    line->addWidget(cancelButton());
    line->addWidget(caption());
    m_buttons->setSpacing(8);
    line->addLayout(m_buttons);
    return line;
}

void DetailPage::build()
{
    m_tabWidget->setObjectName(objectName() + QStringLiteral(".tabs"));
    m_tabWidget->setDocumentMode(true);
    m_tabWidget->setFocusPolicy(Qt::NoFocus); // Its bar takes the keyboard.
    m_tabWidget->tabBar()->setFocusPolicy(Qt::StrongFocus);
    m_tabWidget->tabBar()->setExpanding(false);
    m_header->setSpacing(10);
    auto* content = new QVBoxLayout(m_content);
    content->setContentsMargins(0, 0, kBesideScrollBar, 0);
    content->setSpacing(10);
    content->addLayout(m_header);
    content->addWidget(m_tabWidget, 1);
    // Large text on a small screen: the page scrolls, to the right as well, instead of hiding anything.
    auto* scroll = new QScrollArea;
    scroll->setObjectName(objectName() + QStringLiteral(".scroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(m_content);
    setContent(scroll);

    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(14, 12, 14 - kBesideScrollBar, 12);
    all->setSpacing(8);
    all->addLayout(firstLine());
    all->addLayout(frameBelow(), 1);
}

void DetailPage::listen()
{
    connect(m_crumbs, &Breadcrumb::activated, this, &Page::addressActivated);
    connect(m_tabWidget, &QTabWidget::currentChanged, this, [this] {
        fitTabs();
        restOnSelection();
        if (isEntered())
            tabShown(tab());
    });
    const auto step = [this](const QKeySequence& keys, int by) {
        auto* shortcut = new QShortcut(keys, this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, [this, by] { stepTab(by); });
    };
    step(QKeySequence(Qt::CTRL | Qt::Key_PageUp), -1);
    step(QKeySequence(Qt::CTRL | Qt::Key_PageDown), 1);
}

QHBoxLayout* DetailPage::addHeading(TextLabel* title, ToneChip* state, std::function<QFont()> font)
{
    title->setObjectName(objectName() + QStringLiteral(".title"));
    title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    keepFont(title, std::move(font));
    state->setObjectName(objectName() + QStringLiteral(".state"));
    auto* line = new QHBoxLayout;
    line->setSpacing(12);
    line->addWidget(title);
    line->addWidget(state);
    m_header->addLayout(line);
    return line;
}

void DetailPage::addMenuButton(QToolButton* button, const QString& id, const QString& iconName)
{
    button->setObjectName(objectName() + QLatin1Char('.') + id);
    button->setIcon(icon(iconName));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(button);
    menu->setToolTipsVisible(true);
    button->setMenu(menu);
    m_buttons->addWidget(button);
    connect(menu, &QMenu::aboutToShow, this, [this] { gateway().pause(models::PauseReason::Menu); });
    connect(menu, &QMenu::aboutToHide, this, [this] { gateway().resume(models::PauseReason::Menu); });
}

QWidget* DetailPage::stacked(const std::vector<QWidget*>& above, TablePart* part)
{
    auto* tab = new QWidget;
    auto* lines = new QVBoxLayout(tab);
    lines->setContentsMargins(0, 8, 0, 0);
    lines->setSpacing(8);
    for (QWidget* widget : above)
        lines->addWidget(widget);
    lines->addWidget(part, 1);
    return tab;
}

void DetailPage::addTab(const QString& id, QWidget* content, std::function<QString()> title)
{
    m_tabs.push_back({id, std::move(title)});
    if (qobject_cast<Card*>(content)) { // A card begins below the tabs, not at them.
        auto* place = new QWidget;
        auto* line = new QVBoxLayout(place);
        line->setContentsMargins(0, 8, 0, 0);
        line->addWidget(content);
        content = place;
    }
    m_tabWidget->addTab(content, QString());
    fitTabs();
    if (id == m_tabWanted)
        showTab(id);
}

void DetailPage::adopt(TablePart* part, models::RowTableModel* rows)
{
    adopt(part->table(), rows);
}

QString DetailPage::tab() const
{
    const int index = m_tabWidget->currentIndex();
    return index < 0 ? QString() : m_tabs[static_cast<std::size_t>(index)].id;
}

QStringList DetailPage::tabs() const
{
    QStringList ids;
    for (const Tab& tab : m_tabs)
        ids << tab.id;
    return ids;
}

void DetailPage::showTab(const QString& id)
{
    for (std::size_t i = 0; i < m_tabs.size(); ++i) {
        if (m_tabs[i].id == id)
            m_tabWidget->setCurrentIndex(static_cast<int>(i));
    }
}

/// Only the tab that is looked at asks for height, and for so much as its lines take at this width: a short one must
/// not make the page scroll because another is long.
void DetailPage::fitTabs()
{
    for (int i = 0; i < m_tabWidget->count(); ++i) {
        QWidget* content = m_tabWidget->widget(i);
        const bool shown = i == m_tabWidget->currentIndex();
        QSizePolicy policy = content->sizePolicy();
        policy.setVerticalPolicy(shown ? QSizePolicy::Preferred : QSizePolicy::Ignored);
        content->setSizePolicy(policy);
        const QLayout* lines = content->layout();
        content->setMinimumHeight(
            shown && lines && lines->hasHeightForWidth() ? lines->totalMinimumHeightForWidth(m_tabWidget->width()) : 0);
    }
}

void DetailPage::resizeEvent(QResizeEvent* event)
{
    ReadingPage::resizeEvent(event);
    fitTabs();
}

void DetailPage::stepTab(int by)
{
    const int count = m_tabWidget->count();
    m_tabWidget->setCurrentIndex((m_tabWidget->currentIndex() + by + count) % count);
}

void DetailPage::tabShown(const QString&) { }

void DetailPage::open(const models::PageAddress& address)
{
    if (address.key != m_key) {
        m_key = address.key;
        m_takenAt.reset();
        clearFailure();
        for (DataTable* table : tables())
            table->clearSelection();
        forget();
        if (isEntered())
            watch(true);
    }
    m_tabWanted = address.query.value(QStringLiteral("tab"));
    showTab(m_tabWanted.isEmpty() && !m_tabs.empty() ? m_tabs.front().id : m_tabWanted);
    refreshShown();
}

models::PageAddress DetailPage::address() const
{
    models::PageAddress address{name(), m_key, {}};
    if (m_tabWidget->currentIndex() > 0)
        address.query.insert(QStringLiteral("tab"), tab());
    return address;
}

QVariantMap DetailPage::place() const
{
    const auto* scroll = findChild<QScrollArea*>(objectName() + QStringLiteral(".scroll"));
    return {{QStringLiteral("scroll"), scroll->verticalScrollBar()->value()}};
}

void DetailPage::restorePlace(const QVariantMap& place)
{
    const auto* scroll = findChild<QScrollArea*>(objectName() + QStringLiteral(".scroll"));
    scroll->verticalScrollBar()->setValue(place.value(QStringLiteral("scroll")).toInt());
}

void DetailPage::enter()
{
    ReadingPage::enter();
    watch(true);
    tabShown(tab());
    refreshShown();
    m_tabWidget->tabBar()->setFocus(Qt::OtherFocusReason);
}

void DetailPage::leave()
{
    ReadingPage::leave();
    tabShown({});
    watch(false);
}

void DetailPage::arrived(Timestamp takenAt, bool found)
{
    const bool first = !m_takenAt;
    m_takenAt = takenAt;
    m_found = found;
    clearFailure();
    for (models::RowTableModel* rows : rowModels())
        rows->setTimeFormat(context().format.relativeTo(takenAt));
    refreshShown();
    if (!first)
        return;
    for (DataTable* table : tables())
        table->fitColumns();
    if (isEntered() && found && !m_content->isAncestorOf(focusWidget()))
        m_tabWidget->tabBar()->setFocus(Qt::OtherFocusReason);
}

void DetailPage::refreshShown()
{
    for (models::RowTableModel* rows : rowModels())
        rows->setNow(shownNow());
    show(shownNow());
    std::vector<Crumb> all = crumbs();
    m_crumbs->setCrumbs(all);
    for (std::size_t i = 0; i < m_tabs.size(); ++i)
        m_tabWidget->setTabText(static_cast<int>(i), m_tabs[i].title());
    fitTabs();
    showCaption();
    showNotice();
}

void DetailPage::showAges()
{
    if (isEntered())
        refreshShown();
}

void DetailPage::forgetAll()
{
    m_takenAt.reset();
    forget();
}

QString DetailPage::captionText() const
{
    if (!m_takenAt)
        return {};
    const models::TimeFormat format = context().format.relativeTo(*m_takenAt);
    return tr("as of %1 %2", "time, offset").arg(format.clock(*m_takenAt), format.offset());
}

std::optional<Notice::Text> DetailPage::emptyNotice() const
{
    if (!m_takenAt)
        return std::nullopt;
    const models::ConnectionStatus status = gateway().status();
    const QString where
        = status.server ? models::environmentText(status.server->environment).word : tr("this database");
    Notice::Text text;
    text.icon = QStringLiteral("search");
    text.title = tr("Not found");
    text.what = tr("%1 is not found in %2 as of %3.", "what, environment, time")
                    .arg(whatItIs(), where, context().format.full(*m_takenAt));
    text.next
        = tr("Look whether the key is whole and belongs to this environment; a link from elsewhere names its own.");
    return text;
}

void DetailPage::retranslate()
{
    m_tabWidget->tabBar()->setAccessibleName(tr("Parts of the page"));
    ReadingPage::retranslate();
    refreshShown();
}

} // namespace onceover::views
