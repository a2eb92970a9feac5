// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include "core/states/operation_state.h"
#include "fake_console.h"
#include "models/batch_table_model.h"
#include "models/day_count_model.h"
#include "models/operation_table_model.h"
#include "models/state_count_model.h"
#include "models/work_spec.h"
#include "models/worker_table_model.h"
#include "models/worklist_model.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>

using namespace onceover;
using namespace onceover::models;
using namespace onceover::testing;

namespace {

std::vector<StateCount> randomRows(std::mt19937& random)
{
    std::vector<int> keys(12);
    std::iota(keys.begin(), keys.end(), 0);
    std::shuffle(keys.begin(), keys.end(), random);
    keys.resize(random() % 13);
    std::vector<StateCount> rows;
    for (const int key : keys)
        rows.push_back({"2026-03-" + std::to_string(10 + key), static_cast<std::int64_t>(random() % 3), {}});
    return rows;
}

QStringList keysOf(const RowTableModel& model)
{
    QStringList keys;
    for (int row = 0; row < model.rowCount(); ++row)
        keys << model.key(row);
    return keys;
}

/// A model of every kind with sample rows, for what must hold for all of them.
using NamedModels = std::vector<std::pair<const char*, std::shared_ptr<RowTableModel>>>;

/// The sample rows of a list of the engine's work.
template <typename Row>
void addWork(const char* name, NamedModels& models)
{
    auto model = std::make_shared<FactTable<Row>>();
    model->setRows(std::get<Page<Row>>(sampleWork(Condition::Filled, WorkSpec<Row>::kList)).rows);
    models.emplace_back(name, model);
}

NamedModels allModels()
{
    auto batches = std::make_shared<BatchTableModel>();
    batches->setRows(sampleBatches().rows);
    auto operations = std::make_shared<OperationTableModel>();
    operations->setRows(sampleOperations().rows);
    auto worklist = std::make_shared<WorklistModel>();
    worklist->setRows(sampleOverview().worklist);
    auto states = std::make_shared<StateCountModel>();
    states->setCounts(sampleOverview().states);
    auto days = std::make_shared<DayCountModel>();
    days->setRows(sampleOverview().succeededPerDay);
    auto workers = std::make_shared<WorkerTableModel>();
    workers->setRows(sampleOverview().workers);
    NamedModels models{{"batches", batches},
        {"operations", operations}, {"worklist", worklist}, {"states", states}, {"days", days}, {"workers", workers}};
    addWork<DeadLetterListRow>("dead letters", models);
    addWork<StuckLeaseRow>("stuck leases", models);
    addWork<MessageRow>("messages", models);
    addWork<ChannelRow>("channels", models);
    addWork<RunRow>("runs", models);
    addWork<AttemptRow>("attempts", models);
    addWork<JobRow>("jobs", models);
    addWork<WorkerRow>("worker list", models);
    addWork<ReconciliationRow>("comparisons", models);
    addWork<DifferenceListRow>("differences", models);
    addWork<AlertListRow>("alerts", models);
    addWork<StatementRow>("statements", models);
    addWork<StatementLineRow>("statement lines", models);
    addWork<IncidentRow>("incidents", models);
    addWork<CallRow>("calls", models);
    for (const auto& [name, model] : models) {
        model->setNow(sampleTime());
        model->setTimeFormat(TimeFormat(QTimeZone("Asia/Shanghai")).relativeTo(sampleTime()));
    }
    return models;
}

} // namespace

class RowModelsTest : public QObject {
    Q_OBJECT

private slots:
    void anyListBecomesAnyOtherAndPersistentIndexesFollowTheirRows();
    void onlyTheRowsThatChangedAreTold();
    void selectionSurvivesNewRowsAboveAndAnotherOrder();
    void everyModelKeepsTheItemModelContract_data();
    void everyModelKeepsTheItemModelContract();
    void everyColumnSaysWhatItIs_data();
    void everyColumnSaysWhatItIs();
    void atMostEightColumnsShowByDefault_data();
    void atMostEightColumnsShowByDefault();
    void noCellOfAFilledRowLacksWordsInShownColumns_data();
    void noCellOfAFilledRowLacksWordsInShownColumns();
    void statesOfZeroKeepTheirRow();
    void aStateOfANewerProgramShowsAsItself();
    void copyGivesPlainNumbersWithTheCodeApart();
    void copiedTextIsNoFormulaAndCopiedNumbersStayNumbers_data();
    void copiedTextIsNoFormulaAndCopiedNumbersStayNumbers();
    void anOverdueLeaseIsItsOwnStateAndAgesWithTheClock();
    void hostileTextOfTheDatabaseIsShownPlainly();
};

void RowModelsTest::anyListBecomesAnyOtherAndPersistentIndexesFollowTheirRows()
{
    std::mt19937 random(20260314); // The seed makes a failure repeatable.
    DayCountModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (int round = 0; round < 400; ++round) {
        QHash<QString, QPersistentModelIndex> kept;
        for (int row = 0; row < model.rowCount(); ++row)
            kept.insert(model.key(row), model.index(row, 1));

        const std::vector<StateCount> next = randomRows(random);
        model.setRows(next);

        QCOMPARE(model.rowCount(), static_cast<int>(next.size()));
        QSet<QString> present;
        for (std::size_t i = 0; i < next.size(); ++i) {
            QCOMPARE(model.rowAt(static_cast<int>(i)), next[i]);
            present << DayCountModel::keyOf(next[i]);
        }
        for (auto it = kept.cbegin(); it != kept.cend(); ++it) {
            QCOMPARE(it.value().isValid(), present.contains(it.key()));
            if (it.value().isValid())
                QCOMPARE(it.value().data(KeyRole).toString(), it.key());
        }
    }
}

void RowModelsTest::onlyTheRowsThatChangedAreTold()
{
    DayCountModel model;
    std::vector<StateCount> rows{{"2026-03-10", 1, {}}, {"2026-03-11", 2, {}}, {"2026-03-12", 3, {}}};
    model.setRows(rows);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy layout(&model, &QAbstractItemModel::layoutChanged);

    model.setRows(rows); // The same again: nothing happens.
    QCOMPARE(changed.count() + inserted.count() + layout.count(), 0);

    rows[1].count = 20;
    model.setRows(rows);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.first().at(0).toModelIndex().row(), 1);
    QCOMPARE(changed.first().at(1).toModelIndex().row(), 1);
    QCOMPARE(inserted.count() + layout.count(), 0);
}

void RowModelsTest::selectionSurvivesNewRowsAboveAndAnotherOrder()
{
    DayCountModel model;
    model.setRows({{"2026-03-10", 1, {}}, {"2026-03-11", 2, {}}, {"2026-03-12", 3, {}}});
    QItemSelectionModel selection(&model);
    selection.setCurrentIndex(model.index(1, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);

    model.setRows({{"2026-03-14", 9, {}}, {"2026-03-12", 3, {}}, {"2026-03-11", 2, {}}, {"2026-03-10", 1, {}}});

    QCOMPARE(selection.selectedRows().size(), 1);
    QCOMPARE(selection.selectedRows().first().data(KeyRole).toString(), QStringLiteral("2026-03-11"));
    QCOMPARE(selection.currentIndex().data(KeyRole).toString(), QStringLiteral("2026-03-11"));
}

void RowModelsTest::everyModelKeepsTheItemModelContract_data()
{
    QTest::addColumn<int>("number");
    const auto models = allModels();
    for (std::size_t i = 0; i < models.size(); ++i)
        QTest::newRow(models[i].first) << static_cast<int>(i);
}

void RowModelsTest::everyModelKeepsTheItemModelContract()
{
    QFETCH(int, number);
    const auto model = allModels()[static_cast<std::size_t>(number)].second;
    const QAbstractItemModelTester tester(model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(model->rowCount() > 0);
    const QStringList keys = keysOf(*model);
    QCOMPARE(QSet<QString>(keys.cbegin(), keys.cend()).size(), keys.size());
    for (int row = 0; row < model->rowCount(); ++row)
        QCOMPARE(model->rowOf(model->key(row)), row);
    model->retranslate();
    model->setNow(sampleTime() + std::chrono::seconds{1});
}

void RowModelsTest::everyColumnSaysWhatItIs_data()
{
    everyModelKeepsTheItemModelContract_data();
}

void RowModelsTest::everyColumnSaysWhatItIs()
{
    QFETCH(int, number);
    const auto model = allModels()[static_cast<std::size_t>(number)].second;
    QSet<QString> ids;
    for (int column = 0; column < model->columnCount(); ++column) {
        const auto header = [&](int role) { return model->headerData(column, Qt::Horizontal, role).toString(); };
        QVERIFY2(!header(Qt::DisplayRole).isEmpty(), qPrintable(QString::number(column)));
        QVERIFY(header(Qt::ToolTipRole).startsWith(QLatin1String("<p")));
        QVERIFY(header(Qt::WhatsThisRole).contains(QLatin1String("Source: ")));
        QVERIFY(!header(CopyRole).isEmpty());
        QVERIFY(!ids.contains(header(ColumnIdRole)));
        ids << header(ColumnIdRole);
    }
}

void RowModelsTest::atMostEightColumnsShowByDefault_data()
{
    everyModelKeepsTheItemModelContract_data();
}

void RowModelsTest::atMostEightColumnsShowByDefault()
{
    QFETCH(int, number);
    const auto model = allModels()[static_cast<std::size_t>(number)].second;
    int shown = 0;
    for (int column = 0; column < model->columnCount(); ++column)
        shown += model->headerData(column, Qt::Horizontal, DefaultShownRole).toBool() ? 1 : 0;
    QVERIFY(shown >= 3);
    QVERIFY(shown <= 8);
}

void RowModelsTest::noCellOfAFilledRowLacksWordsInShownColumns_data()
{
    everyModelKeepsTheItemModelContract_data();
}

void RowModelsTest::noCellOfAFilledRowLacksWordsInShownColumns()
{
    QFETCH(int, number);
    const auto model = allModels()[static_cast<std::size_t>(number)].second;
    for (int column = 0; column < model->columnCount(); ++column) {
        if (!model->headerData(column, Qt::Horizontal, DefaultShownRole).toBool())
            continue;
        for (int row = 0; row < model->rowCount(); ++row) {
            const QModelIndex index = model->index(row, column);
            QVERIFY2(!index.data().toString().isEmpty(),
                qPrintable(model->headerData(column, Qt::Horizontal, ColumnIdRole).toString()));
            // A state never comes as colour alone: word, icon and tone are there together.
            if (index.data(StateRole).isValid()) {
                QVERIFY(index.data(ToneRole).isValid());
                QVERIFY(!index.data(IconRole).toString().isEmpty());
            }
        }
    }
}

void RowModelsTest::statesOfZeroKeepTheirRow()
{
    StateCountModel model;
    model.setCounts({{"SUCCEEDED", 10, {}}});
    QCOMPARE(model.rowCount(), static_cast<int>(kCountOf<OperationState>));
    QCOMPARE(model.index(0, StateCountModel::CountColumn).data().toString(), QStringLiteral("0"));
    QCOMPARE(model.total(), 10);
}

void RowModelsTest::aStateOfANewerProgramShowsAsItself()
{
    StateCountModel model;
    model.setCounts({{"SUCCEEDED", 10, {}}, {"TELEPORTED", 2, {}}});
    const QModelIndex index = model.index(model.rowCount() - 1, StateCountModel::StateColumn);
    QCOMPARE(index.data().toString(), QStringLiteral("TELEPORTED?"));
    QCOMPARE(index.data(ToneRole).value<Tone>(), Tone::Neutral);
    QCOMPARE(model.total(), 12); // It is counted all the same.
}

void RowModelsTest::copyGivesPlainNumbersWithTheCodeApart()
{
    OperationTableModel model;
    OperationRow row = sampleOperations().rows.front();
    row.amountMinor = -123456789;
    row.currency = "CNY";
    model.setRows({row});
    QCOMPARE(model.index(0, OperationTableModel::AmountColumn).data(CopyRole).toString(),
        QStringLiteral("-1234567.89\tCNY"));
    QCOMPARE(model.headerData(OperationTableModel::AmountColumn, Qt::Horizontal, CopyRole).toString(),
        QStringLiteral("amount\tcurrency"));
    QCOMPARE(model.index(0, OperationTableModel::StateColumn).data(CopyRole).toString(), QStringLiteral("PENDING"));
    QCOMPARE(model.index(0, OperationTableModel::UpdatedColumn).data(CopyRole).toString(),
        QStringLiteral("2026-03-14T19:12:44.123456Z"));
}

void RowModelsTest::anOverdueLeaseIsItsOwnStateAndAgesWithTheClock()
{
    OperationTableModel model;
    OperationRow row = sampleOperations().rows.front();
    row.status = "PROCESSING";
    row.leaseUntil = sampleTime() + std::chrono::minutes{4};
    model.setRows({row});
    model.setNow(sampleTime());
    const QModelIndex state = model.index(0, OperationTableModel::StateColumn);
    QCOMPARE(state.data().toString(), QStringLiteral("Processing"));
    QCOMPARE(model.index(0, OperationTableModel::NextColumn).data().toString(), QStringLiteral("in 4 min"));

    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setNow(sampleTime() + std::chrono::minutes{13});
    QVERIFY(changed.count() >= 1);
    QCOMPARE(state.data().toString(), QStringLiteral("Lease overdue"));
    QCOMPARE(state.data(ToneRole).value<Tone>(), Tone::Warn);
    QCOMPARE(state.data(StateRole).toString(), QStringLiteral("PROCESSING"));
    QCOMPARE(model.index(0, OperationTableModel::NextColumn).data().toString(), QStringLiteral("overdue 9 min"));
}

void RowModelsTest::copiedTextIsNoFormulaAndCopiedNumbersStayNumbers_data()
{
    QTest::addColumn<QString>("told");
    QTest::addColumn<QString>("copied");
    const auto row = [](const char* name, const QString& told, const QString& copied) { QTest::newRow(name) << told << copied; };
    row("equals", QStringLiteral("=HYPERLINK(\"http://x\")"), QStringLiteral("'=HYPERLINK(\"http://x\")"));
    row("plus", QStringLiteral("+1+1"), QStringLiteral("'+1+1"));
    row("minus", QStringLiteral("-1+1"), QStringLiteral("'-1+1"));
    row("at", QStringLiteral("@SUM(1)"), QStringLiteral("'@SUM(1)"));
    row("blank before", QStringLiteral("  =1+1"), QStringLiteral("'  =1+1"));
    row("full width", QStringLiteral("\uFF1D1+1"), QStringLiteral("'\uFF1D1+1"));
    row("tab", QStringLiteral("\t=1+1"), QStringLiteral("\u2409=1+1")); // Its picture begins no formula.
    row("carriage return", QStringLiteral("\r=1+1"), QStringLiteral("\u240D=1+1"));
    row("plain", QStringLiteral("BANK-1=2"), QStringLiteral("BANK-1=2"));
}

// S14 F58
void RowModelsTest::copiedTextIsNoFormulaAndCopiedNumbersStayNumbers()
{
    QFETCH(QString, told);
    OperationTableModel model;
    OperationRow row = sampleOperations().rows.front();
    row.externalRef = told.toStdString();
    row.amountMinor = -125050;
    row.currency = "CNY";
    model.setRows({row});
    QTEST(model.index(0, OperationTableModel::ExternalRefColumn).data(CopyRole).toString(), "copied");
    QCOMPARE(model.index(0, OperationTableModel::AmountColumn).data(CopyRole).toString(), QStringLiteral("-1250.50\tCNY"));
}

void RowModelsTest::hostileTextOfTheDatabaseIsShownPlainly()
{
    OperationTableModel model;
    OperationRow row = sampleOperations().rows.front();
    row.merchantName = "<img src='/etc/passwd'>\n\u202Egnp";
    model.setRows({row});
    const QModelIndex index = model.index(0, OperationTableModel::MerchantColumn);
    const QString shown = index.data().toString();
    QVERIFY(!shown.contains(QLatin1Char('\n')));
    QVERIFY(!shown.contains(QChar(0x202E)));
    QVERIFY(shown.contains(QStringLiteral("\u2039U+202E\u203A")));
    QVERIFY(index.data(Qt::ToolTipRole).toString().contains(QLatin1String("&lt;img")));
}

QTEST_GUILESS_MAIN(RowModelsTest)
#include "tst_row_models.moc"
