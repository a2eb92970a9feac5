// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/gateway/gateway.h"
#include "views/shell/lag_meter.h"
#include "views/shell/main_window.h"
#include "views/style/theme.h"

#include <QFutureWatcher>
#include <QTimer>

#include <vector>

namespace onceover::console {

/// Draws every page in every wanted theme into FOLDER/<page>-<theme>.png, each further tab of a batch and of an
/// operation into FOLDER/<page>-<tab>-<theme>.png, each as soon as it shows data (or says why it cannot). Waits for
/// conditions, never for time; only the whole has a limit. Prints what it measured.
class Shoot : public QObject {
    Q_OBJECT

public:
    struct Plan {
        QString folder;
        std::vector<views::Theme> themes;
        QSize size{1366, 768}; ///< Whatever screen there is, or none: offscreen it is smaller.
        qint64 startedMs = 0;  ///< When the process began, by msSinceBoot().
    };

    Shoot(views::MainWindow& window, models::Gateway& gateway, const views::LagMeter& lag, Plan plan);
    void start();

signals:
    /// 0: all were drawn with data; 3: there is no database; else 1.
    void finished(int exitCode);

private:
    void goOn();
    void draw();
    void saved();
    void end();
    [[nodiscard]] bool ready() const;
    /// What is drawn: a page, and of a batch or an operation one of its tabs.
    struct Stop {
        QString page;
        QString tab;
        bool first = false; ///< The tab that the page opens with: the picture has the page's name alone.
    };
    [[nodiscard]] const Stop& stop() const { return m_stops[m_page]; }
    void pushStops(const QString& name);
    void showPage();
    void nextPage();
    /// The run key of the newest batch, and the id of its largest operation; empty while there is none.
    [[nodiscard]] QString newestBatch() const;
    [[nodiscard]] QString largestOperation() const;
    [[nodiscard]] QString fileName() const;

    views::MainWindow& m_window;
    models::Gateway& m_gateway;
    const views::LagMeter& m_lag;
    Plan m_plan;
    std::vector<Stop> m_stops; ///< Lists first, then one batch and one operation.
    int m_skipped = 0;         ///< Of them: a database without a batch has none to show.
    std::size_t m_theme = 0;
    std::size_t m_page = 0;
    bool m_drawing = false;
    bool m_ended = false;
    int m_drawnWithData = 0;
    int m_failed = 0;
    std::optional<qint64> m_firstNumbersMs;
    QTimer m_limit;
    QFutureWatcher<bool> m_saving;
};

/// Milliseconds since the machine started, on the clock of the process's start time.
[[nodiscard]] qint64 msSinceBoot();
/// When this process began, on the same clock.
[[nodiscard]] qint64 processStartMs();

} // namespace onceover::console
