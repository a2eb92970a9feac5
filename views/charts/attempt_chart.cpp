// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/attempt_chart.h"

#include "models/display_text.h"
#include "views/style/console_style.h"
#include "views/widgets/text_label.h"

#include <QKeyEvent>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace onceover::views {

namespace {

constexpr int kLinesMost = 16; // Lines of the picture; the table below has every row.
constexpr int kTimeLabels = 6; // At most.
constexpr double kAttemptBarHeight = 0.7;

constexpr std::int64_t kWholeDay = 24 * 60 * 60;

Timestamp instantAt(double seconds)
{
    return Timestamp{std::chrono::microseconds{static_cast<std::int64_t>(seconds * 1e6)}};
}

/// How far the page's wall clock is ahead of UTC: what headers write as UTC+08:00.
std::int64_t secondsEast(const models::TimeFormat& format, Timestamp at)
{
    const QString offset = format.relativeTo(at).offset().mid(3);
    const QTime span = QTime::fromString(offset.mid(1), QStringLiteral("hh:mm"));
    const std::int64_t seconds = QTime(0, 0).secsTo(span);
    return offset.startsWith(QLatin1Char('-')) ? -seconds : seconds;
}

double secondsOf(Timestamp at)
{
    return static_cast<double>(at.time_since_epoch().count()) / 1e6;
}

/// One attempt as it is drawn.
struct Bar {
    double from = 0;
    double to = 0;
    int line = 0;
    models::Tone tone = models::Tone::Neutral;
    QString text{}; ///< The shard; drawn where there is room.
    QString mark{}; ///< How it was ended from outside; always drawn, at its end.
};

/// Seconds between two labels of a time axis so long: a whole number of minutes, hours or days.
std::int64_t labelStep(double seconds)
{
    constexpr std::int64_t kMinute = 60;
    constexpr std::int64_t kHour = 60 * kMinute;
    constexpr std::int64_t kDay = 24 * kHour;
    constexpr std::array kSteps{std::int64_t{1}, std::int64_t{5}, std::int64_t{15}, kMinute, 5 * kMinute, 15 * kMinute,
        kHour, 3 * kHour, 6 * kHour, 12 * kHour, kDay, 2 * kDay, 5 * kDay, 10 * kDay, 20 * kDay, 50 * kDay, 100 * kDay};
    const auto fits = std::find_if(kSteps.begin(), kSteps.end(),
        [seconds](std::int64_t step) { return seconds / static_cast<double>(step) <= kTimeLabels; });
    return fits == kSteps.end() ? kSteps.back() : *fits;
}

/// What the lanes look like: bars, and for each worker the lines that it takes.
struct Lanes {
    std::vector<Bar> bars;
    std::vector<std::pair<QString, int>> workers; ///< Name and its first line.
    int lines = 0;
    int hidden = 0; ///< Attempts for which there was no line.
};

/// Newest workers first; within a worker a bar takes the first line that is free at its time.
Lanes lanesOf(const models::FactTable<AttemptRow>& rows, Timestamp now)
{
    std::map<std::string, std::vector<const AttemptRow*>> byWorker;
    std::vector<std::string> order;
    for (int row = 0; row < rows.rowCount(); ++row) {
        const AttemptRow& attempt = rows.rowAt(row);
        auto& own = byWorker[attempt.worker];
        if (own.empty())
            order.push_back(attempt.worker);
        own.push_back(&attempt);
    }
    Lanes lanes;
    for (const std::string& worker : order) {
        std::vector<const AttemptRow*>& own = byWorker[worker];
        std::sort(own.begin(), own.end(),
            [](const AttemptRow* a, const AttemptRow* b) { return a->startedAt < b->startedAt; });
        std::vector<double> ends; // Of the last bar on each line of this worker.
        const int first = lanes.lines;
        for (const AttemptRow* attempt : own) {
            Bar bar{secondsOf(attempt->startedAt), secondsOf(attempt->finishedAt.value_or(now)), 0,
                attempt->overlaps ? models::Tone::Warn
                                  : models::stateText(models::Machine::Attempt, attempt->status).tone,
                attempt->shard ? QString::number(*attempt->shard) : QString(), models::attemptMark(*attempt).sign};
            const auto free = std::find_if(ends.begin(), ends.end(), [&bar](double end) { return end <= bar.from; });
            const auto line = static_cast<int>(free - ends.begin());
            if (first + line >= kLinesMost) {
                ++lanes.hidden;
                continue;
            }
            if (free == ends.end())
                ends.push_back(bar.to);
            else
                *free = bar.to;
            bar.line = first + line;
            lanes.bars.push_back(std::move(bar));
        }
        if (!ends.empty())
            lanes.workers.emplace_back(models::plainText(worker), first);
        lanes.lines += static_cast<int>(ends.size());
    }
    return lanes;
}

/// What the marks of the picture mean, and how many there are: "✕ fenced: 1". Of all rows, whether drawn or not.
QStringList marksOf(const models::FactTable<AttemptRow>& rows)
{
    std::map<QString, std::pair<QString, int>> counts; // By sign.
    for (int row = 0; row < rows.rowCount(); ++row) {
        const models::AttemptMark mark = models::attemptMark(rows.rowAt(row));
        if (mark.sign.isEmpty())
            continue;
        auto& [word, count] = counts[mark.sign];
        word = mark.word;
        ++count;
    }
    QStringList lines;
    for (const auto& [sign, counted] : counts)
        lines << AttemptChart::tr("%1 %2: %3", "sign, meaning, how many")
                     .arg(sign, counted.first, models::countText(counted.second));
    return lines;
}

/// All bars of the picture as one plottable.
class AttemptBars final : public QCPAbstractPlottable {
public:
    AttemptBars(QCPAxis* time, QCPAxis* lines, std::vector<Bar> bars)
        : QCPAbstractPlottable(time, lines)
        , m_bars(std::move(bars))
    {
    }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override
    {
        found = !m_bars.empty();
        QCPRange range;
        for (const Bar& bar : m_bars)
            range = range.size() == 0 ? QCPRange(bar.from, bar.to) : range.expanded({bar.from, bar.to});
        return range;
    }
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override
    {
        found = !m_bars.empty();
        return {0, kLinesMost};
    }

protected:
    void draw(QCPPainter* painter) override
    {
        const QPalette palette = mParentPlot->palette();
        const double ratio = mParentPlot->devicePixelRatioF();
        painter->setFont(fontOf(TextKind::Caption));
        for (const Bar& bar : m_bars) {
            const double left = mKeyAxis->coordToPixel(bar.from);
            const double right = qMax(left + 2, mKeyAxis->coordToPixel(bar.to)); // A short one is still seen.
            const double top = mValueAxis->coordToPixel(bar.line - kAttemptBarHeight / 2);
            const double bottom = mValueAxis->coordToPixel(bar.line + kAttemptBarHeight / 2);
            const QRectF place(left, qMin(top, bottom), right - left, qAbs(bottom - top));
            painter->setPen(Qt::NoPen);
            painter->setBrush(toneBrush(bar.tone, palette, ratio));
            painter->drawRect(place);
            const QFontMetrics metrics = painter->fontMetrics();
            const bool room = place.width() > metrics.horizontalAdvance(bar.text) + 4
                && place.height() >= metrics.ascent() - metrics.descent();
            if (!bar.text.isEmpty() && room) {
                painter->setPen(palette.color(QPalette::WindowText));
                painter->drawText(place, Qt::AlignCenter, bar.text);
            }
            if (!bar.mark.isEmpty()) {
                const double half = metrics.horizontalAdvance(bar.mark) / 2.0 + 1;
                painter->setPen(palette.color(QPalette::WindowText));
                painter->drawText(QRectF(right - half, place.top(), 2 * half, place.height()),
                    Qt::AlignCenter | Qt::TextDontClip, bar.mark);
            }
        }
    }
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    std::vector<Bar> m_bars;
};

} // namespace

AttemptChart::AttemptChart(const QString& name, models::FactTable<AttemptRow>* rows, QWidget* parent)
    : ChartBase(name, parent)
    , m_attempts(rows)
    , m_soon(new QTimer(this))
{
    setFocusPolicy(Qt::StrongFocus);
    // Without its powers of ten: a worker's name may hold what looks like one.
    xAxis->setNumberFormat(QStringLiteral("f"));
    yAxis->setNumberFormat(QStringLiteral("f"));
    xAxis->setTickLength(0);
    xAxis->setSubTicks(false);
    yAxis->setTickLength(0);
    yAxis->setSubTicks(false);
    yAxis->grid()->setVisible(false);
    yAxis->setRangeReversed(true);
    m_soon->setSingleShot(true);
    m_soon->setInterval(0);
    connect(m_soon, &QTimer::timeout, this, &AttemptChart::draw);
    connect(rows, &QAbstractItemModel::rowsInserted, this, &AttemptChart::draw);
    connect(rows, &QAbstractItemModel::modelReset, this, &AttemptChart::draw);
    const auto later = [this] { m_soon->start(); };
    connect(rows, &QAbstractItemModel::rowsRemoved, this, later);
    connect(rows, &QAbstractItemModel::dataChanged, this, later);
    retranslate();
}

void AttemptChart::draw()
{
    clearPlottables();
    clearItems();
    Lanes lanes = lanesOf(*m_attempts, m_attempts->now());
    const bool any = !lanes.bars.empty();
    xAxis->setVisible(any);
    yAxis->setVisible(any);
    QStringList spoken;
    QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
    for (const auto& [worker, line] : lanes.workers) {
        names->addTick(line, worker);
        spoken << worker;
    }
    yAxis->setTicker(names);
    yAxis->setRange(-0.7, qMax(2, lanes.lines) - 0.3);
    if (any) {
        auto* bars = new AttemptBars(xAxis, yAxis, std::move(lanes.bars));
        bool found = false;
        QCPRange whole = bars->getKeyRange(found, QCP::sdBoth);
        const double margin = qMax(1.0, whole.size() * 0.02);
        whole = QCPRange(whole.lower - margin, whole.upper + margin);
        if (xAxis->range() == m_whole || m_whole.size() == 0) // A person who zoomed keeps what they look at.
            xAxis->setRange(whole);
        m_whole = whole;
        showTicks();
    } else {
        addEmptyText(tr("No attempts"));
    }
    QString description = tr("%n attempt(s) by %1. The table below has the same rows.", nullptr, m_attempts->rowCount())
                              .arg(spoken.join(QStringLiteral(", ")));
    QStringList notes = marksOf(*m_attempts);
    if (lanes.hidden > 0)
        notes << tr("%n more not drawn: the table has them", nullptr, lanes.hidden);
    if (any && !notes.isEmpty()) {
        const QString said = notes.join(QStringLiteral(" \u00B7 "));
        auto* caption = new QCPItemText(this);
        caption->position->setType(QCPItemPosition::ptAxisRectRatio);
        caption->position->setCoords(0.99, 0.99);
        caption->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
        caption->setText(said);
        caption->setFont(font());
        caption->setColor(palette().color(QPalette::Text));
        caption->setBrush(palette().color(QPalette::Base));
        description += QLatin1Char(' ') + said + QLatin1Char('.');
    }
    setAccessibleDescription(description);
    replot(QCustomPlot::rpQueuedReplot);
}

/// Whole instants in the page's zone, spread over what is in view.
void AttemptChart::showTicks()
{
    QSharedPointer<QCPAxisTickerText> times(new QCPAxisTickerText);
    const QCPRange range = xAxis->range();
    const models::TimeFormat& format = m_attempts->timeFormat();
    const std::int64_t step = labelStep(range.size());
    const std::int64_t shift = secondsEast(format, instantAt(range.lower)); // Midnight is the page's, not UTC's.
    const auto first
        = static_cast<std::int64_t>(std::ceil((range.lower + static_cast<double>(shift)) / static_cast<double>(step)));
    for (std::int64_t n = first; static_cast<double>(n * step - shift) <= range.upper; ++n) {
        const auto at = static_cast<double>(n * step - shift);
        const QString label = format.cell(instantAt(at));
        times->addTick(at, step % kWholeDay == 0 ? label.section(QLatin1Char(' '), 0, 0) : label);
    }
    xAxis->setTicker(times);
}

void AttemptChart::keyPressEvent(QKeyEvent* event)
{
    const QCPRange range = xAxis->range();
    switch (event->key()) {
    case Qt::Key_Left:
        xAxis->moveRange(-range.size() / 4);
        break;
    case Qt::Key_Right:
        xAxis->moveRange(range.size() / 4);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        xAxis->scaleRange(0.5);
        break;
    case Qt::Key_Minus:
        xAxis->scaleRange(2);
        break;
    case Qt::Key_0:
        xAxis->setRange(m_whole);
        break;
    default:
        ChartBase::keyPressEvent(event);
        return;
    }
    showTicks();
    replot(QCustomPlot::rpQueuedReplot);
}

void AttemptChart::focusInEvent(QFocusEvent* event)
{
    ChartBase::focusInEvent(event);
    update();
}

void AttemptChart::focusOutEvent(QFocusEvent* event)
{
    ChartBase::focusOutEvent(event);
    update();
}

void AttemptChart::paintEvent(QPaintEvent* event)
{
    ChartBase::paintEvent(event);
    if (hasFocus()) {
        QPainter painter(this);
        drawFocusRing(&painter, rect(), palette(), 4);
    }
}

void AttemptChart::recolour()
{
    ChartBase::recolour();
    draw();
}

void AttemptChart::retranslate()
{
    setAccessibleName(tr("Attempts over time, a lane per worker; left, right, plus and minus move and zoom"));
    draw();
}

} // namespace onceover::views
