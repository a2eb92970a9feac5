// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/worker_table_model.h"

#include "models/cell_text.h"

#include <QStringList>

namespace onceover::models {

QString WorkerTableModel::keyOf(const WorkerLine& row)
{
    return QString::fromStdString(row.workerId);
}

ColumnText WorkerTableModel::column(int column) const
{
    switch (static_cast<Column>(column)) {
    case WorkerColumn:
        return {.id = QStringLiteral("worker"),
            .title = tr("Worker", "column"),
            .definition = tr("One incarnation of one worker process."),
            .source = QStringLiteral("worker.worker_id"),
            .monospace = true};
    case StateColumn:
        return {.id = QStringLiteral("state"),
            .title = tr("State", "column"),
            .definition = tr("Alive: its last heartbeat is younger than the limit, by the database's clock, and it was "
                             "not stopped."),
            .source = QStringLiteral("worker_heartbeat.beat_at")};
    case DutiesColumn:
        return {.id = QStringLiteral("duties"),
            .title = tr("Duties", "column"),
            .definition = tr("What it does, each under its own login."),
            .source = QStringLiteral("worker.duties")};
    case LastBeatColumn:
        return {.id = QStringLiteral("last_beat"),
            .title = tr("Last seen", "column"),
            .definition = tr("When its last heartbeat came."),
            .source = QStringLiteral("worker_heartbeat.beat_at"),
            .numeric = true,
            .ages = true};
    case kColumnCount:
        break;
    }
    return {};
}

CellText WorkerTableModel::cell(int row, int column) const
{
    const WorkerLine& worker = rowAt(row);
    switch (static_cast<Column>(column)) {
    case WorkerColumn:
        return textCell(worker.workerId);
    case StateColumn: {
        CellText text = stateCell(workerText(worker.alive), {});
        text.copy = worker.alive ? QStringLiteral("alive") : QStringLiteral("not seen");
        return text;
    }
    case DutiesColumn: {
        QStringList duties;
        for (const std::string& duty : worker.duties)
            duties << dutyText(duty);
        const QString text = duties.join(QStringLiteral(", "));
        return {.display = text, .hover = text};
    }
    case LastBeatColumn:
        return {.display = tr("%1 ago").arg(ageText(worker.lastBeat, now())),
            .copy = TimeFormat::plain(worker.lastBeat),
            .hover = timeFormat().hover(worker.lastBeat, now())};
    case kColumnCount:
        break;
    }
    return {};
}

QVariant WorkerTableModel::value(int row, int column) const
{
    const WorkerLine& worker = rowAt(row);
    switch (static_cast<Column>(column)) {
    case WorkerColumn:
        return QString::fromStdString(worker.workerId);
    case StateColumn:
        return worker.alive;
    case DutiesColumn: {
        QStringList duties;
        for (const std::string& duty : worker.duties)
            duties << QString::fromStdString(duty);
        return duties.join(QLatin1Char(','));
    }
    case LastBeatColumn:
        return timeValue(worker.lastBeat);
    case kColumnCount:
        break;
    }
    return {};
}

std::optional<Tone> WorkerTableModel::rowTone(int row) const
{
    return workerText(rowAt(row).alive).tone;
}

} // namespace onceover::models
