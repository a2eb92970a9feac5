// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/worklist_model.h"

#include "models/cell_text.h"

#include "models/work_text.h"

namespace onceover::models {

namespace {

/// What a row is about; the kind of a difference and the state of a batch, which are stored with it, in words.
QString worklistTitle(const WorklistRow& item)
{
    const QString title = plainText(item.title);
    if (item.kind == "difference")
        return WorklistModel::tr("%1: %2", "what, kind of difference")
            .arg(title.section(QLatin1Char(' '), 1),
                differenceKindText(title.section(QLatin1Char(' '), 0, 0).toStdString()));
    if (item.kind == "batch")
        return WorklistModel::tr("%1: %2", "batch, state")
            .arg(title.section(QLatin1Char(' '), 0, -2),
                stateText(Machine::Batch, title.section(QLatin1Char(' '), -1).toStdString()).word.toLower());
    return title;
}

/// The key of a run is its job and its day, which stand in words beside it: its day is enough, and leaves the room to
/// those words. Hover and copy have all of it.
CellText worklistKey(const WorklistRow& item)
{
    CellText cell = shortKeyCell(item.key);
    if (const qsizetype colon = cell.display.indexOf(QLatin1Char(':')); colon >= 0)
        cell.display = QChar(0x2026) + cell.display.mid(colon + 1);
    return cell;
}

} // namespace

QString WorklistModel::keyOf(const WorklistRow& row)
{
    return QString::fromStdString(row.kind + '/' + row.key);
}

ColumnText WorklistModel::column(int column) const
{
    switch (static_cast<Column>(column)) {
    case GradeColumn:
        return {.id = QStringLiteral("grade"),
            .title = tr("Grade", "column"),
            .definition = tr("P0: money. P1: everything else."),
            .source = QStringLiteral("job.grade")};
    case KindColumn:
        return {.id = QStringLiteral("kind"),
            .title = tr("Why", "column"),
            .definition = tr("Why it needs a person."),
            .source = QStringLiteral("settlement_operation, dead_letter, reconciliation_difference, settlement_batch")};
    case TitleColumn:
        return {.id = QStringLiteral("title"),
            .title = tr("What", "column"),
            .definition = tr("The operation or batch in question."),
            .source = QStringLiteral("settlement_operation, settlement_batch")};
    case AgeColumn:
        return {.id = QStringLiteral("since"),
            .title = tr("Age", "column"),
            .definition = tr("For how long it has been waiting, by the database's clock."),
            .source = QStringLiteral("updated_at, opened_at, lease_until"),
            .numeric = true,
            .ages = true};
    case AmountColumn:
        return {.id = QStringLiteral("amount"),
            .title = tr("Amount", "column"),
            .definition = tr("Money at risk."),
            .source = QStringLiteral("settlement_operation.amount_minor, currency"),
            .numeric = true,
            .monospace = true,
            .copyTitle = QStringLiteral("amount\tcurrency")};
    case KeyColumn:
        return {.id = QStringLiteral("key"),
            .title = tr("Key", "column"),
            .definition = tr("Operation id, its first eight characters, or batch key; copying gives all of it."),
            .source = QStringLiteral("settlement_operation.operation_id, job_run.run_key"),
            .monospace = true};
    case kColumnCount:
        break;
    }
    return {};
}

CellText WorklistModel::cell(int row, int column) const
{
    const WorklistRow& item = rowAt(row);
    switch (static_cast<Column>(column)) {
    case GradeColumn:
        return textCell(item.grade);
    case KindColumn:
        return stateCell(worklistKindText(item.kind), item.kind);
    case TitleColumn: {
        CellText text = plainCell(worklistTitle(item));
        text.copy = plainText(item.title);
        return text;
    }
    case AgeColumn:
        return {.display = ageText(item.since, now()),
            .copy = TimeFormat::plain(item.since),
            .hover = timeFormat().hover(item.since, now())};
    case AmountColumn:
        if (!item.amountMinor || item.currency.empty())
            return {.display = QString(QChar(0x2013)), .copy = QStringLiteral("\t")};
        return item.kind == "difference" ? differenceCell(*item.amountMinor, item.currency)
                                         : moneyCell(*item.amountMinor, item.currency);
    case KeyColumn:
        return worklistKey(item);
    case kColumnCount:
        break;
    }
    return {};
}

QVariant WorklistModel::value(int row, int column) const
{
    const WorklistRow& item = rowAt(row);
    switch (static_cast<Column>(column)) {
    case GradeColumn:
        return QString::fromStdString(item.grade);
    case KindColumn:
        return QString::fromStdString(item.kind);
    case TitleColumn:
        return QString::fromStdString(item.title);
    case AgeColumn:
        return timeValue(item.since);
    case AmountColumn:
        return item.amountMinor ? countValue(*item.amountMinor) : QVariant();
    case KeyColumn:
        return QString::fromStdString(item.key);
    case kColumnCount:
        break;
    }
    return {};
}

std::optional<Tone> WorklistModel::rowTone(int row) const
{
    return worklistKindText(rowAt(row).kind).tone;
}

} // namespace onceover::models
