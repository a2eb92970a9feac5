// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/overview_page.h"

#include "models/connection_text.h"
#include "models/practice_guide.h"
#include "views/charts/day_chart.h"
#include "views/charts/hour_chart.h"
#include "views/charts/state_chart.h"
#include "views/overview/practice_guide.h"
#include "views/overview/tile.h"
#include "views/overview/twin_card.h"
#include "views/widgets/banner.h"
#include "views/widgets/card.h"
#include "views/widgets/data_table.h"
#include "views/widgets/notice.h"
#include "views/widgets/scroll_content.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTimer>

namespace onceover::views {

namespace {

constexpr std::array kTileIds{"stuckLeases", "deadLetters", "unknownAtBank", "approvals", "differences"};

// In heights of a line, for higher letters are wider as well: enough for its sentences, and for the worklist beside it.
constexpr int kGuideLines = 23;
// Page widths, in digits: below them tiles break into two rows, guide and charts go below each other.
constexpr int kTileDigits = 110;
constexpr int kWorklistDigits = 92; // What the guide leaves.
constexpr int kPictureDigits = 132;
constexpr int kSides = 48; // Margins, and the scroll bar.
constexpr int kEnds = 12;  // Above and below everything.
constexpr int kBetween = 10;
constexpr int kLeastWorklist = 140;
constexpr int kLeastPicture = 190;

} // namespace

OverviewPage::OverviewPage(const PageContext& context, QWidget* parent)
    : Page(QStringLiteral("overview"), context, parent)
    , m_worklist(new models::WorklistModel(this))
    , m_states(new models::StateCountModel(this))
    , m_days(new models::DayCountModel(this))
    , m_hours(new models::HourCountModel(this))
    , m_stack(new QStackedWidget)
    , m_notice(new Notice(QStringLiteral("page.overview.notice")))
    , m_noticeRetry(m_notice->addButton(QStringLiteral("page.overview.notice.retry")))
    , m_error(new Banner(QStringLiteral("page.overview.error")))
    , m_errorRetry(m_error->addButton(QStringLiteral("page.overview.error.retry")))
    , m_title(new TextLabel(TextKind::Title))
    , m_asOf(new TextLabel(TextKind::Caption))
    , m_engine(new ToneLine(ToneLine::Ground::Plain))
    , m_onces(new ToneLine(ToneLine::Ground::Plain))
    , m_outbox(new TextLabel(TextKind::Caption))
    , m_banners(new QVBoxLayout)
    , m_worklistTitle(new TextLabel(TextKind::Heading))
    , m_worklistStack(new QStackedWidget)
    , m_worklistEmpty(new ToneLine(ToneLine::Ground::Plain))
    , m_worklistTable(new DataTable(QStringLiteral("page.overview.worklist"), m_worklist))
    , m_stateCard(new TwinCard(QStringLiteral("page.overview.states"),
          new StateChart(QStringLiteral("page.overview.states.chart"), m_states), m_states))
    , m_dayCard(new TwinCard(QStringLiteral("page.overview.days"),
          new DayChart(QStringLiteral("page.overview.days.chart"), m_days), m_days))
    , m_hourChart(new HourChart(QStringLiteral("page.overview.hours.chart"), m_hours))
    , m_hourCard(new TwinCard(QStringLiteral("page.overview.hours"), m_hourChart, m_hours))
    , m_guide(new PracticeGuide)
{
    m_error->hide();
    m_stack->addWidget(m_notice);
    m_stack->addWidget(buildContent());
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_error);
    all->addWidget(m_stack, 1);

    const auto retry = [this] { gateway().refreshNow(); };
    connect(m_noticeRetry, &QPushButton::clicked, this, retry);
    connect(m_errorRetry, &QPushButton::clicked, this, retry);
    connect(m_worklistTable, &DataTable::rowOpened, this, &OverviewPage::openWorklistRow);
    connect(m_worklistTable, &DataTable::layoutChanged, this, &OverviewPage::saveLayout);
    connect(&gateway(), &models::Gateway::overviewReady, this, &OverviewPage::take);
    connect(&gateway(), &models::Gateway::readFailed, this, [this](models::ReadKind kind, const Failure& failure) {
        if (kind != models::ReadKind::Overview)
            return;
        m_failure = failure;
        if (m_snapshot && !models::isConnectionFailure(failure)) {
            const models::FailureText text = models::failureText(failure, title());
            m_error->setMessage(
                text.what + QLatin1Char(' ') + text.next, QStringLiteral("triangle-alert"), models::Tone::Danger);
            m_error->setDetails(text.details);
            m_error->show();
        }
        showNotice();
    });
    connect(&gateway(), &models::Gateway::statusChanged, this, [this] { showText(); });
    connect(&gateway(), &models::Gateway::serverChanged, this, [this] {
        m_snapshot.reset();
        showNotice();
    });
    connect(m_guide, &PracticeGuide::dismissed, this, [this] { showGuide(false); });
    connect(m_guide, &PracticeGuide::deedWanted, this, &OverviewPage::deedWanted);
    connect(m_guide, &PracticeGuide::folded, this,
        [this] { showWorklist(m_snapshot && !m_snapshot->worklist.empty()); });
    if (context.layouts)
        m_guideWanted = context.layouts->value(objectName() + QStringLiteral("/guide"), true).toBool();
    if (context.layouts)
        m_worklistTable->restoreLayout(
            context.layouts->value(objectName() + QStringLiteral("/worklist")).toByteArray());
    retranslate();
}

QWidget* OverviewPage::buildHead()
{
    auto* head = new QWidget;
    auto* titleLine = new QHBoxLayout;
    titleLine->addWidget(m_title);
    titleLine->addStretch(1);
    titleLine->addWidget(m_asOf);
    auto* facts = new QHBoxLayout;
    facts->setSpacing(24);
    facts->addWidget(m_onces, 1);
    facts->addWidget(m_outbox);
    m_engine->setObjectName(QStringLiteral("page.overview.engine"));
    m_onces->setObjectName(QStringLiteral("page.overview.onces"));
    m_outbox->setObjectName(QStringLiteral("page.overview.outbox"));
    m_banners->setSpacing(4);
    auto* all = new QVBoxLayout(head);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(4);
    all->addLayout(titleLine);
    all->addWidget(m_engine);
    all->addLayout(facts);
    all->addLayout(m_banners);
    return head;
}

QWidget* OverviewPage::buildWorklist()
{
    auto* card = new Card;
    auto* head = new QHBoxLayout;
    head->setContentsMargins(13, 9, 8, 6);
    head->addWidget(m_worklistTitle, 1);
    auto* empty = new QWidget;
    auto* emptyLayout = new QHBoxLayout(empty);
    emptyLayout->setContentsMargins(13, 6, 13, 12);
    emptyLayout->addWidget(m_worklistEmpty, 1, Qt::AlignTop);
    m_worklistStack->addWidget(empty);
    m_worklistStack->addWidget(m_worklistTable);
    card->body()->addLayout(head);
    card->body()->addWidget(m_worklistStack, 1);
    return card;
}

QWidget* OverviewPage::buildContent()
{
    auto* content = new ScrollContent;
    m_tileGrid = new QGridLayout;
    m_tileGrid->setSpacing(kBetween);
    for (const char* id : kTileIds) {
        m_tiles.push_back(new TileButton(QStringLiteral("page.overview.tile.") + QLatin1String(id)));
        connect(m_tiles.back(), &TileButton::clicked, this, [this, tile = m_tiles.back()] {
            if (!tile->tile().page.isEmpty())
                emit addressActivated(listAddress(tile->tile().page));
        });
    }
    m_tiles.front()->installEventFilter(this);

    m_pictures = new QHBoxLayout;
    m_pictures->setSpacing(kBetween);
    m_pictures->addWidget(m_stateCard, 5);
    m_pictures->addWidget(m_hourCard, 6);
    m_pictures->addWidget(m_dayCard, 5);
    auto* all = new QVBoxLayout(content);
    all->setContentsMargins(16, kEnds, 16, kEnds);
    all->setSpacing(kBetween);
    m_head = buildHead();
    m_head->installEventFilter(this);
    all->addWidget(m_head);
    all->addLayout(m_tileGrid);
    m_worklistCard = buildWorklist();
    m_work = new QHBoxLayout;
    m_work->setSpacing(kBetween);
    m_work->addWidget(m_worklistCard, 1);
    m_work->addWidget(m_guide);
    m_guide->hide();
    all->addLayout(m_work, 5);
    all->addLayout(m_pictures, 6);
    // They share what the window leaves; the hints of tables and pictures would make it scroll too early.
    showWorklist(false);
    for (QWidget* card : std::initializer_list<QWidget*>{m_worklistCard, m_guide, m_stateCard, m_dayCard, m_hourCard})
        card->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    for (QWidget* card : std::initializer_list<QWidget*>{m_stateCard, m_dayCard, m_hourCard})
        card->setMinimumHeight(kLeastPicture);

    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("page.overview.scroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    return scroll;
}

QString OverviewPage::title() const
{
    return tr("Overview", "page");
}

void OverviewPage::enter()
{
    if (gateway().overview())
        take(gateway().overview());
    else
        showNotice();
    focusStart();
}

/// Where the keyboard begins: the first thing that needs a person; nowhere in particular when there is none.
void OverviewPage::focusStart()
{
    if (m_snapshot && !m_snapshot->worklist.empty())
        m_worklistTable->setFocus(Qt::OtherFocusReason);
    else
        setFocus(Qt::OtherFocusReason);
}

void OverviewPage::leave() { }

void OverviewPage::saveLayout()
{
    if (context().layouts)
        context().layouts->setValue(objectName() + QStringLiteral("/worklist"), m_worklistTable->layoutState());
}

void OverviewPage::take(const models::OverviewPtr& snapshot)
{
    const bool first = !m_snapshot;
    m_snapshot = snapshot;
    m_failure.reset();
    m_error->hide();
    const models::TimeFormat format = context().format.relativeTo(snapshot->takenAt);
    for (models::RowTableModel* model : rowModels())
        model->setTimeFormat(format);
    m_worklist->setRows(snapshot->worklist);
    m_states->setCounts(snapshot->states);
    m_days->setRows(snapshot->succeededPerDay);
    m_hours->setKnown(snapshot->hoursKnown);
    m_hours->setRows(
        snapshot->hoursKnown ? models::hourLines(snapshot->hours, snapshot->takenAt) : std::vector<models::HourLine>{});
    m_hourChart->redraw();
    showText();
    placeGuide();
    showNotice();
    if (first) {
        m_worklistTable->fitColumns();
        m_awaitingPaint = !m_toldFirst;
        if (isVisible())
            focusStart();
    }
}

std::vector<models::RowTableModel*> OverviewPage::rowModels() const
{
    return {m_worklist, m_states, m_days, m_hours};
}

bool OverviewPage::guideOffered() const
{
    return m_snapshot && m_snapshot->practice && m_snapshot->server.environment == "sandbox";
}

void OverviewPage::showGuide(bool shown)
{
    m_guideWanted = shown;
    if (context().layouts)
        context().layouts->setValue(objectName() + QStringLiteral("/guide"), shown);
    placeGuide();
}

/// Side by side what fits beside each other; on a narrow page, or with large text, below each other.
void OverviewPage::arrange()
{
    const int digit = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    const auto direction
        = [this](int least) { return width() < least ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight; };
    m_work->setDirection(direction(kWorklistDigits * digit + guideWidth()));
    m_pictures->setDirection(direction(kPictureDigits * digit));
    const int columns = width() < kTileDigits * digit ? 3 : static_cast<int>(m_tiles.size());
    if (columns != m_tileColumns) {
        m_tileColumns = columns;
        for (std::size_t i = 0; i < m_tiles.size(); ++i)
            m_tileGrid->addWidget(m_tiles[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
    }
    const bool beside = m_work->direction() == QBoxLayout::LeftToRight;
    m_guide->setMinimumWidth(beside ? guideWidth() : 0);
    m_guide->setMaximumWidth(beside ? guideWidth() : QWIDGETSIZE_MAX);
}

/// Of the guide beside the worklist.
int OverviewPage::guideWidth() const
{
    return kGuideLines * fontMetrics().height();
}

/// The height that the rest of the page leaves to worklist and guide; with more of it the page scrolls.
int OverviewPage::roomForWork() const
{
    const int columns = qMax(1, m_tileColumns);
    const int tileRows = (static_cast<int>(m_tiles.size()) + columns - 1) / columns;
    const int pictureRows = m_pictures->direction() == QBoxLayout::LeftToRight ? 1 : m_pictures->count();
    const int tiles = tileRows * (m_tiles.front()->minimumSizeHint().height() + kBetween);
    const int pictures = pictureRows * (kLeastPicture + kBetween);
    const int head = m_head->layout()->totalHeightForWidth(width() - kSides) + kBetween;
    const int error = m_error->isHidden() ? 0 : m_error->height();
    return height() - error - 2 * kEnds - head - tiles - pictures;
}

void OverviewPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    arrange();
    showWorklist(m_snapshot && !m_snapshot->worklist.empty());
}

void OverviewPage::placeGuide()
{
    m_guide->setVisible(guideShown());
    arrange();
    showWorklist(m_snapshot && !m_snapshot->worklist.empty());
    emit guideChanged();
}

/// An empty worklist is one line; the pictures take the room.
void OverviewPage::showWorklist(bool hasRows)
{
    m_worklistStack->setCurrentIndex(hasRows ? 1 : 0);
    const int compact = 5 * fontMetrics().height() + 10;
    const int least = hasRows ? kLeastWorklist : compact;
    const bool beside = m_work->direction() == QBoxLayout::LeftToRight;
    int guide = 0;
    if (guideShown())
        guide = beside ? m_guide->fit(guideWidth(), roomForWork())
                       : m_guide->fit(width() - kSides, roomForWork() - least - kBetween);
    const int besides = beside ? guide : 0; // What stands beside the worklist makes it as high.
    m_worklistCard->setMinimumHeight(qMax(least, besides));
    m_worklistCard->setMaximumHeight(hasRows ? QWIDGETSIZE_MAX : qMax(compact, besides));
    m_guide->setMinimumHeight(guide);
    m_guide->setMaximumHeight(beside ? m_worklistCard->maximumHeight() : guide);
}

void OverviewPage::showText()
{
    if (!m_snapshot) {
        if (!m_failure && gateway().status().failure)
            m_failure = gateway().status().failure;
        showNotice();
        return;
    }
    // Without a connection the ages stay those of the snapshot: that the engine went on or stopped is not known.
    const bool cutOff = models::isCutOff(gateway().status().state);
    const Timestamp now = cutOff ? m_snapshot->takenAt : gateway().databaseNow().value_or(m_snapshot->takenAt);
    m_worklist->setNow(now);
    models::OverviewText text = models::describeOverview(*m_snapshot, context().format, now);
    if (cutOff)
        models::tellAsPast(text, *m_snapshot, context().format);
    m_engine->setLine(text.engine.text, text.engine.icon, text.engine.tone);
    m_onces->setLine(text.onces.text, text.onces.icon, text.onces.tone);
    m_outbox->setPlainText(text.outbox);
    m_asOf->setPlainText(text.asOf);
    m_worklistTitle->setPlainText(text.worklistTitle);
    m_worklistTable->setAccessibleName(text.worklistTitle);
    m_worklistEmpty->setLine(text.worklistEmpty.text, text.worklistEmpty.icon, text.worklistEmpty.tone);
    m_stateCard->setTitle(text.distributionTitle);
    m_dayCard->setTitle(tr("Settled per business date"));
    m_hourCard->setTitle(tr("Operations per hour, 24 h"));
    m_guide->setSteps(models::practiceSteps(*m_snapshot, context().format));
    showBanners(text.banners);
    showTiles(text.tiles);
}

void OverviewPage::showBanners(const std::vector<models::ToneLine>& lines)
{
    while (m_bannerLines.size() < lines.size()) {
        m_bannerLines.push_back(new ToneLine(ToneLine::Ground::Filled));
        m_banners->addWidget(m_bannerLines.back());
    }
    for (std::size_t i = 0; i < m_bannerLines.size(); ++i) {
        if (i < lines.size()) {
            // A remark needs no ground of its own; what must be seen has one.
            const bool remark = lines[i].tone == models::Tone::Info || lines[i].tone == models::Tone::Neutral;
            m_bannerLines[i]->setGround(remark ? ToneLine::Ground::Plain : ToneLine::Ground::Filled);
            m_bannerLines[i]->setLine(lines[i].text, lines[i].icon, lines[i].tone);
        }
        m_bannerLines[i]->setVisible(i < lines.size());
    }
}

void OverviewPage::showTiles(const std::vector<models::Tile>& tiles)
{
    for (const models::Tile& tile : tiles) {
        for (TileButton* button : m_tiles) {
            if (button->objectName().endsWith(QLatin1Char('.') + tile.id))
                button->setTile(tile);
        }
    }
}

void OverviewPage::showNotice()
{
    if (m_snapshot) {
        m_stack->setCurrentIndex(1);
        setCondition(m_snapshot->operations == 0 ? Condition::Empty : Condition::Filled);
        return;
    }
    Notice::Text text;
    text.icon = QStringLiteral("hourglass");
    text.title = tr("Loading\u2026");
    if (m_failure) {
        const models::FailureText words
            = models::failureText(*m_failure, models::isConnectionFailure(*m_failure) ? QString() : title());
        text = {failureIcon(*m_failure), models::Tone::Danger, words.title, words.what, words.next, words.details};
    }
    m_noticeRetry->setVisible(m_failure.has_value());
    m_notice->setNotice(text);
    m_stack->setCurrentIndex(0);
    setCondition(m_failure ? Condition::Failed : Condition::Loading);
}

void OverviewPage::openWorklistRow(const QString& rowKey)
{
    const int row = m_worklist->rowOf(rowKey);
    if (row < 0)
        return;
    const WorklistRow& item = m_worklist->rowAt(row);
    const QString key = models::plainText(item.key);
    const bool isOperation = item.kind != "difference" && Uuid::parse(item.key).has_value();
    if (isOperation)
        emit addressActivated({QLatin1String(models::kOperationPage), key, {}});
    else if (item.kind == "batch")
        emit addressActivated({QLatin1String(models::kBatchPage), key, {}});
    else if (item.kind == "difference")
        emit addressActivated(filteredAddress(QStringLiteral("reconcile"), {{QStringLiteral("key"), key}}));
    else
        emit addressActivated(filteredAddress(QStringLiteral("dead"), {{QStringLiteral("key"), key}}));
}

bool OverviewPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_head && event->type() == QEvent::LayoutRequest) // It may be higher, and leave the guide less.
        showWorklist(m_snapshot && !m_snapshot->worklist.empty());
    if (m_awaitingPaint && event->type() == QEvent::Paint) {
        m_awaitingPaint = false;
        m_toldFirst = true;
        QTimer::singleShot(0, this, &OverviewPage::firstNumbersShown); // After this painting.
    }
    return Page::eventFilter(watched, event);
}

void OverviewPage::retranslate()
{
    m_title->setPlainText(title());
    m_noticeRetry->setText(tr("Retry"));
    m_errorRetry->setText(tr("Retry"));
    for (models::RowTableModel* model : rowModels())
        model->retranslate();
    showText();
}

} // namespace onceover::views
