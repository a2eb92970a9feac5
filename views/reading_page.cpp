// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/reading_page.h"

#include "models/connection_text.h"
#include "views/widgets/banner.h"
#include "views/widgets/data_table.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>

namespace onceover::views {

namespace {

constexpr int kBarAfterMs = 300; // A quick read shows no bar: it would only flicker.
constexpr int kSlowAfterMs = 3000;

} // namespace

ReadingPage::ReadingPage(const QString& name, const PageContext& context, models::ReadKind kind, QWidget* parent)
    : Page(name, context, parent)
    , m_kind(kind)
    , m_caption(new TextLabel(TextKind::Caption))
    , m_note(new ToneLine(ToneLine::Ground::Filled))
    , m_cancel(new QPushButton)
    , m_bar(new QProgressBar)
    , m_error(new Banner(objectName() + QStringLiteral(".error")))
    , m_errorRetry(m_error->addButton(objectName() + QStringLiteral(".error.retry")))
    , m_stack(new QStackedWidget)
    , m_notice(new Notice(objectName() + QStringLiteral(".notice")))
    , m_noticeRetry(m_notice->addButton(objectName() + QStringLiteral(".notice.retry")))
    , m_barTimer(new QTimer(this))
    , m_slowTimer(new QTimer(this))
{
    m_caption->setObjectName(objectName() + QStringLiteral(".caption"));
    m_caption->setElides(); // On a narrow window; its hover has all of it.
    m_cancel->setObjectName(objectName() + QStringLiteral(".cancel"));
    m_bar->setObjectName(objectName() + QStringLiteral(".reading"));
    m_bar->setRange(0, 0);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(3);
    QSizePolicy keepsItsPlace = m_bar->sizePolicy();
    keepsItsPlace.setRetainSizeWhenHidden(true);
    m_bar->setSizePolicy(keepsItsPlace);
    for (QWidget* part : std::initializer_list<QWidget*>{m_note, m_cancel, m_bar, m_error})
        part->hide();
    m_stack->addWidget(m_notice);
    m_barTimer->setSingleShot(true);
    m_barTimer->setInterval(kBarAfterMs);
    m_slowTimer->setSingleShot(true);
    m_slowTimer->setInterval(kSlowAfterMs);
    listen();
}

void ReadingPage::listen()
{
    connect(m_cancel, &QPushButton::clicked, this, [this] { gateway().cancelRead(); });
    connect(m_errorRetry, &QPushButton::clicked, this, &ReadingPage::retry);
    connect(m_noticeRetry, &QPushButton::clicked, this, &ReadingPage::retry);
    connect(m_barTimer, &QTimer::timeout, m_bar, &QWidget::show);
    connect(m_slowTimer, &QTimer::timeout, this, [this] {
        m_slow = true;
        m_cancel->show();
        showCaption();
        showNotice();
    });
    connect(&gateway(), &models::Gateway::readFailed, this, &ReadingPage::onFailure);
    connect(&gateway(), &models::Gateway::readingChanged, this, &ReadingPage::onReading);
    connect(&gateway(), &models::Gateway::statusChanged, this, &ReadingPage::onStatus);
    connect(&gateway(), &models::Gateway::pausedChanged, this, [this](bool paused) {
        showPause();
        pauseChanged(paused);
    });
    connect(&gateway(), &models::Gateway::serverChanged, this, [this] {
        forgetAll();
        showNotice();
    });
}

void ReadingPage::setContent(QWidget* content)
{
    m_stack->addWidget(content);
}

QVBoxLayout* ReadingPage::frameBelow() const
{
    auto* below = new QVBoxLayout;
    below->setSpacing(1);
    below->addWidget(m_bar);
    below->addWidget(m_error);
    below->addWidget(m_stack, 1);
    return below;
}

void ReadingPage::adopt(DataTable* table, models::RowTableModel* rows)
{
    rows->setParent(this);
    rows->setTimeFormat(context().format);
    m_tables.push_back(table);
    m_rows.push_back(rows);
    connect(table, &DataTable::selectedRowsChanged, this, &ReadingPage::restOnSelection);
    connect(table, &DataTable::menuOpened, this, [this] { gateway().pause(models::PauseReason::Menu); });
    connect(table, &DataTable::menuClosed, this, [this] { gateway().resume(models::PauseReason::Menu); });
}

void ReadingPage::enter()
{
    m_entered = true;
    showPause();
}

void ReadingPage::leave()
{
    m_entered = false;
    for (DataTable* table : m_tables)
        table->clearSelection(); // A hidden selection must not rest the refresh.
}

bool ReadingPage::escape()
{
    for (DataTable* table : m_tables) {
        if (table->isVisible() && table->selectedRows() > 1) {
            table->clearSelection();
            return true;
        }
    }
    return false;
}

void ReadingPage::showAges() { }

void ReadingPage::pauseChanged(bool) { }

void ReadingPage::restOnSelection()
{
    const bool chosen = std::any_of(m_tables.begin(), m_tables.end(),
        [](const DataTable* table) { return table->isVisible() && table->selectedRows() >= 2; });
    if (chosen)
        gateway().pause(models::PauseReason::Selection);
    else
        gateway().resume(models::PauseReason::Selection);
}

bool ReadingPage::offline() const
{
    return models::isCutOff(gateway().status().state);
}

Timestamp ReadingPage::shownNow() const
{
    const Timestamp read = readAt().value_or(Timestamp{});
    // While cut off ages stay as they were read: what happened since is not known.
    return readAt() && offline() ? read : gateway().databaseNow().value_or(read);
}

void ReadingPage::clearFailure()
{
    m_failure.reset();
    m_error->hide();
}

void ReadingPage::onFailure(models::ReadKind kind, const Failure& failure)
{
    if (kind != m_kind || !m_entered)
        return;
    m_failure = failure;
    // Lost connections have the shell's banner; here only what failed for this page alone.
    if (readAt() && !models::isConnectionFailure(failure)) {
        const models::FailureText text = models::failureText(failure, subject());
        m_error->setMessage(
            text.what + QLatin1Char(' ') + text.next, QStringLiteral("triangle-alert"), models::Tone::Danger);
        m_error->setDetails(text.details);
        m_error->show();
    }
    showNotice();
}

void ReadingPage::onStatus(const models::ConnectionStatus& status)
{
    if (!readAt() && m_entered) {
        if (models::isCutOff(status.state) && status.failure)
            m_failure = status.failure;
        showNotice();
    }
    showAges();
    showCaption();
}

void ReadingPage::onReading(models::ReadKind kind, bool reading)
{
    if (kind != m_kind)
        return;
    if (reading) {
        m_barTimer->start();
        m_slowTimer->start();
        return;
    }
    m_barTimer->stop();
    m_slowTimer->stop();
    m_bar->hide();
    m_cancel->hide();
    m_slow = false;
    showCaption();
}

void ReadingPage::retry()
{
    if (offline())
        gateway().retryNow();
    else
        gateway().refreshNow();
}

void ReadingPage::showCaption()
{
    m_caption->setPlainText(m_slow ? tr("Still loading\u2026") : captionText());
}

void ReadingPage::showPause()
{
    const bool paused = gateway().paused() && saysPause();
    m_note->setVisible(paused);
    if (paused)
        m_note->setLine(gateway().changesWaiting() > 0
                ? tr("Updates paused, %n change(s) waiting \u2013 F5", nullptr, gateway().changesWaiting())
                : tr("Updates paused \u2013 F5 reads now"),
            QStringLiteral("pause"), models::Tone::Warn);
}

void ReadingPage::showNotice()
{
    const bool failed = m_failure && !readAt();
    m_noticeRetry->setVisible(failed);
    if (filled()) {
        m_stack->setCurrentIndex(1);
        setCondition(Condition::Filled);
        return;
    }
    Notice::Text text;
    Condition condition = Condition::Loading;
    if (const std::optional<Notice::Text> empty = emptyNotice()) {
        text = *empty;
        condition = Condition::Empty;
    } else if (failed) {
        const models::FailureText words
            = models::failureText(*m_failure, models::isConnectionFailure(*m_failure) ? QString() : subject());
        text = {failureIcon(*m_failure), models::Tone::Danger, words.title, words.what, words.next, words.details};
        condition = Condition::Failed;
    } else {
        text.icon = QStringLiteral("hourglass");
        text.title = m_slow ? tr("Still loading\u2026") : tr("Loading\u2026");
    }
    m_notice->setNotice(text);
    m_stack->setCurrentIndex(0);
    setCondition(condition);
}

void ReadingPage::retranslate()
{
    m_cancel->setText(tr("Cancel"));
    m_errorRetry->setText(tr("Retry"));
    m_noticeRetry->setText(tr("Retry"));
    m_bar->setAccessibleName(tr("Reading"));
    for (models::RowTableModel* rows : m_rows)
        rows->retranslate();
    showCaption();
    showPause();
    showNotice();
}

} // namespace onceover::views
