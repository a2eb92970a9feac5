// SPDX-License-Identifier: GPL-3.0-or-later
#include "shoot.h"

#include "options.h"

#include "models/batch_table_model.h"
#include "models/display_text.h"
#include "models/operation_table_model.h"
#include "views/detail/detail_page.h"
#include "views/overview/overview_page.h"
#include "views/widgets/data_table.h"
#include "views/work/tabs_page.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QImage>

#include <cstdio>
#include <ctime>
#include <thread>
#include <unistd.h>

namespace onceover::console {

namespace {

constexpr int kWholeLimitMs = 30000;

} // namespace

qint64 msSinceBoot()
{
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return static_cast<qint64>(now.tv_sec) * 1000 + now.tv_nsec / 1000000;
}

qint64 processStartMs()
{
    QFile stat(QStringLiteral("/proc/self/stat"));
    if (!stat.open(QIODevice::ReadOnly))
        return msSinceBoot();
    const QByteArray all = stat.readAll();
    // The name in brackets may hold blanks; the start time is the twentieth field after it.
    const QList<QByteArray> fields = all.mid(all.lastIndexOf(')') + 2).split(' ');
    constexpr qsizetype kStartTime = 19;
    if (fields.size() <= kStartTime)
        return msSinceBoot();
    return fields[kStartTime].toLongLong() * 1000 / sysconf(_SC_CLK_TCK);
}

Shoot::Shoot(views::MainWindow& window, models::Gateway& gateway, const views::LagMeter& lag, Plan plan)
    : m_window(window)
    , m_gateway(gateway)
    , m_lag(lag)
    , m_plan(std::move(plan))
{
    const QStringList lists = views::MainWindow::pageNames();
    for (const QString& name : lists)
        pushStops(name);
    for (const char* name : {models::kBatchPage, models::kOperationPage}) {
        pushStops(QLatin1String(name));
    }
    m_window.resize(m_plan.size);
    m_limit.setSingleShot(true);
    m_limit.setInterval(kWholeLimitMs);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        std::fprintf(stderr, "onceover: not every page was ready within %d s\n", kWholeLimitMs / 1000);
        end();
    });
    connect(m_window.overviewPage(), &views::OverviewPage::firstNumbersShown, this, [this] {
        m_firstNumbersMs = msSinceBoot() - m_plan.startedMs;
        goOn();
    });
    for (const Stop& stop : m_stops)
        connect(m_window.page(stop.page), &views::Page::conditionChanged, this, &Shoot::goOn,
            static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::UniqueConnection));
    connect(m_window.findChild<views::Page*>(QStringLiteral("page.batch.operations")), &views::Page::conditionChanged,
        this, &Shoot::goOn, Qt::QueuedConnection);
    connect(&m_saving, &QFutureWatcher<bool>::finished, this, &Shoot::saved);
}

/// One picture for each tab of the page; one for a page without tabs.
void Shoot::pushStops(const QString& name)
{
    views::Page* page = m_window.page(name);
    QStringList tabs;
    if (const auto* detail = qobject_cast<const views::DetailPage*>(page))
        tabs = detail->tabs();
    else if (const auto* lists = qobject_cast<const views::TabsPage*>(page))
        tabs = lists->tabs();
    if (tabs.isEmpty())
        m_stops.push_back({name, {}, true});
    for (const QString& tab : tabs)
        m_stops.push_back({name, tab, tab == tabs.first()});
}

void Shoot::start()
{
    if (!QDir().mkpath(m_plan.folder)) {
        std::fprintf(stderr, "onceover: cannot make the folder %s\n", qUtf8Printable(m_plan.folder));
        emit finished(kExitFailed);
        return;
    }
    m_limit.start();
    views::setTheme(m_plan.themes[m_theme]);
    showPage();
}

/// Shows the page whose turn it is; one of one thing that is not there is passed over.
void Shoot::showPage()
{
    const QString name = stop().page;
    if (name == QLatin1String(models::kBatchPage) || name == QLatin1String(models::kOperationPage)) {
        const QString key = name == QLatin1String(models::kBatchPage) ? newestBatch() : largestOperation();
        if (key.isEmpty()) {
            ++m_skipped;
            nextPage();
            return;
        }
        models::PageAddress address{name, key, {}};
        if (!stop().first)
            address.query.insert(QStringLiteral("tab"), stop().tab);
        m_window.openAddress(address);
    } else {
        models::PageAddress address{name, {}, {}};
        if (!stop().first)
            address.query.insert(QStringLiteral("tab"), stop().tab);
        m_window.openAddress(address);
    }
    goOn();
}

void Shoot::nextPage()
{
    if (++m_page == m_stops.size()) {
        m_page = 0;
        if (++m_theme == m_plan.themes.size()) {
            end();
            return;
        }
        views::setTheme(m_plan.themes[m_theme]);
    }
    showPage();
}

QString Shoot::newestBatch() const
{
    const auto* table = m_window.findChild<views::DataTable*>(QStringLiteral("page.batches.table"));
    return table->model()->index(0, models::BatchTableModel::KeyColumn).data(models::CopyRole).toString();
}

QString Shoot::largestOperation() const
{
    const auto* table = m_window.findChild<views::DataTable*>(QStringLiteral("page.batch.operations.table"));
    QString key;
    qlonglong most = -1;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const QModelIndex index = table->model()->index(row, models::OperationTableModel::AmountColumn);
        const qlonglong minor = index.data(models::RawRole).toLongLong();
        if (minor > most) {
            most = minor;
            key = index.data(models::KeyRole).toString();
        }
    }
    return key;
}

QString Shoot::fileName() const
{
    const QString name = stop().first ? stop().page : QStringLiteral("%1-%2").arg(stop().page, stop().tab);
    return QStringLiteral("%1/%2-%3.png").arg(m_plan.folder, name, views::themeName(m_plan.themes[m_theme]));
}

bool Shoot::ready() const
{
    const views::Page* page = m_window.page(stop().page);
    switch (page->condition()) {
    case views::Page::Condition::Loading:
        return false;
    case views::Page::Condition::Failed:
        return true; // The picture then says why, and so does the exit code.
    case views::Page::Condition::Filled:
    case views::Page::Condition::Empty:
        // A batch's page is whole when its operations are there.
        if (stop().page == QLatin1String(models::kBatchPage) && stop().first)
            return m_window.findChild<views::Page*>(QStringLiteral("page.batch.operations"))->condition()
                != views::Page::Condition::Loading;
        return m_page != 0 || m_firstNumbersMs;
    }
    return false;
}

void Shoot::goOn()
{
    if (m_drawing || m_ended || !ready())
        return;
    m_drawing = true;
    // One turn of the event loop later layouts, fonts and pictures have settled.
    QTimer::singleShot(0, this, &Shoot::draw);
}

void Shoot::draw()
{
    const views::Page::Condition condition = m_window.page(stop().page)->condition();
    const bool withData = condition == views::Page::Condition::Filled || condition == views::Page::Condition::Empty;
    const bool fromDatabase = m_gateway.status().dataFrom.has_value();
    m_drawnWithData += withData && fromDatabase ? 1 : 0;
    // Writing a PNG takes longer than the GUI thread may be away.
    auto promise = std::make_shared<QPromise<bool>>();
    m_saving.setFuture(promise->future());
    promise->start();
    std::thread([promise, image = m_window.grab().toImage(), file = fileName()] {
        promise->addResult(image.save(file, "PNG"));
        promise->finish();
    }).detach();
}

void Shoot::saved()
{
    if (m_ended)
        return;
    if (m_saving.result()) {
        std::printf("%s\n", qUtf8Printable(fileName()));
    } else {
        std::fprintf(stderr, "onceover: cannot write %s\n", qUtf8Printable(fileName()));
        ++m_failed;
    }
    m_drawing = false;
    nextPage();
}

void Shoot::end()
{
    if (m_ended)
        return;
    m_ended = true;
    m_limit.stop();
    const int wanted = static_cast<int>(m_plan.themes.size()) * static_cast<int>(m_stops.size()) - m_skipped;
    if (m_firstNumbersMs)
        std::printf("first numbers after %lld ms\n", static_cast<long long>(*m_firstNumbersMs));
    std::printf("longest block of the GUI thread: %lld ms, %lld ms of it at work (%d over %lld ms)\n",
        static_cast<long long>(m_lag.longest().count()), static_cast<long long>(m_lag.processorTimeOfLongest().count()),
        m_lag.blocksOverLimit(), static_cast<long long>(views::LagMeter::kLimit.count()));
    std::printf("%d of %d pages drawn with data from the database\n", m_drawnWithData, wanted);
    std::fflush(stdout);
    const models::ConnectionStatus status = m_gateway.status();
    if (m_drawnWithData == wanted && m_failed == 0) {
        emit finished(kExitOk);
        return;
    }
    if (status.failure)
        std::fprintf(stderr, "onceover: %s\n", qUtf8Printable(models::failureSentence(*status.failure)));
    // As with onceoverctl: a database that is not ours to use is a refusal, not one that is missing.
    const bool refused = status.failure && status.failure->kind == FailureKind::Refused;
    emit finished(status.dataFrom || refused ? kExitFailed : kExitNoDatabase);
}

} // namespace onceover::console
