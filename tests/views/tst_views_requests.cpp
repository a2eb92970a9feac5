// SPDX-License-Identifier: GPL-3.0-or-later
// What puts an operation right, and the stages of rules: from the page to the request, with the forced question and the
// typed total.
#include "console_fixture.h"

#include "views/acts/rollout_dialog.h"
#include "views/style/fonts.h"
#include "views/widgets/data_table.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/tone_chip.h"

#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QTemporaryFile>
#include <QToolButton>

namespace onceover::views {

namespace {

constexpr QSize kLeast{683, 384};

template <typename Part>
Part* partOf(QWidget* dialog, const QString& name)
{
    return dialog->findChild<Part*>(name);
}

void type(QWidget* dialog, const QString& field, const QString& text)
{
    auto* edit = partOf<QLineEdit>(dialog, field);
    edit->clear();
    QTest::keyClicks(edit, text);
}

void showTab(const Console& console, const char* page, const char* tab)
{
    models::PageAddress address{QLatin1String(page), {}, {}};
    address.query.insert(QStringLiteral("tab"), QLatin1String(tab));
    console.window->openAddress(address);
}

void chooseRow(DataTable* table, int row)
{
    QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > row);
    table->setCurrentIndex(table->model()->index(row, 0));
}

} // namespace

class TestViewsRequests : public QObject {
    Q_OBJECT

private slots:
    void cleanup()
    {
        setTheme(Theme::Light);
        setTextStep(0);
        speak(QStringLiteral("en"));
    }

    /// R132 to R135: the next stage is asked for from the tab; going back says what is left.
    void aStageIsAskedForFromTheTab()
    {
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        showTab(console, "runs", "rollout");
        auto* table = console.find<DataTable>("page.rollout.table");
        auto* ask = console.find<QPushButton>("page.rollout.ask");
        chooseRow(table, 0); // Its job has no batch.
        QTRY_VERIFY(!ask->isEnabled() && console.find<ToneLine>("page.rollout.whyNot")->isVisible());
        chooseRow(table, 1); // A request about it is open.
        QTRY_VERIFY(console.find<ToneLine>("page.rollout.whyNot")->text().contains(QStringLiteral("314")));
        chooseRow(table, 2);
        QTRY_VERIFY(ask->isEnabled());
        ask->click();
        QPointer<RolloutDialog> dialog = console.window->findChild<RolloutDialog*>();
        QVERIFY(dialog);
        auto* confirm = partOf<QPushButton>(dialog, QStringLiteral("dialog.rollout.confirm"));
        auto* stage = partOf<QComboBox>(dialog, QStringLiteral("dialog.rollout.stage"));
        QCOMPARE(stage->currentText(), QStringLiteral("Forward: full"));
        QVERIFY(
            !confirm->isEnabled() && !partOf<QLineEdit>(dialog, QStringLiteral("dialog.rollout.scopes"))->isVisible());
        type(dialog, QStringLiteral("dialog.rollout.reason"), QStringLiteral("new fees"));
        QTRY_VERIFY(confirm->isEnabled());
        stage->setCurrentIndex(1); // For others.
        QVERIFY(!confirm->isEnabled());
        type(dialog, QStringLiteral("dialog.rollout.scopes"), QStringLiteral("merchant 17, merchant 18"));
        QVERIFY(confirm->isEnabled());
        auto* left = partOf<QWidget>(dialog, QStringLiteral("dialog.rollout.left"));
        QVERIFY(!left->isVisible());
        stage->setCurrentIndex(2); // Back.
        QVERIFY(left->isVisible() && partOf<ToneLine>(dialog, QStringLiteral("dialog.rollout.back"))->isVisible());
        COMPARE_NONE(clippedTexts(dialog));
        COMPARE_NONE(namelessWidgets(dialog));
        stage->setCurrentIndex(1);
        confirm->click();
        QTRY_COMPARE(console.script->controls(),
            (std::vector<std::string>{"rollout settle-daily 2 limited for merchant 17, merchant 18: new fees"}));
        QTRY_VERIFY(partOf<ToneLine>(dialog, QStringLiteral("dialog.rollout.result"))
                        ->text()
                        .contains(QStringLiteral("second person")));
        dialog->reject();
    }

    /// R120: the hash is short in the table, and whole where it is copied and below.
    void theAuditShowsHashesThatCanBeCompared()
    {
        Console console;
        console.window->showPage(QStringLiteral("audit"));
        auto* table = console.find<DataTable>("page.auditlog.table");
        chooseRow(table, 0);
        const std::string whole = std::get<onceover::Page<AuditListRow>>(
            testing::sampleWork(testing::Condition::Filled, WorkList::AuditLog))
                                      .rows.front()
                                      .hash;
        const auto* model = table->model();
        int column = -1;
        for (int i = 0; i < model->columnCount(); ++i) {
            if (model->headerData(i, Qt::Horizontal).toString() == QStringLiteral("Hash"))
                column = i;
        }
        QVERIFY(column >= 0);
        QCOMPARE(model->index(0, column).data().toString(), QString::fromStdString(whole).left(8));
        showTab(console, "audit", "heads");
        chooseRow(console.find<DataTable>("page.heads.table"), 2);
        COMPARE_NONE(clippedTexts(console.window.get()));
    }

    void everyDialogFitsTheLeastScreenInBothLanguagesAndThemes_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("step");
        for (const char* language : {"en", "zh_CN"}) {
            for (const bool dark : {false, true}) {
                for (const int step : {0, 4})
                    QTest::newRow(qPrintable(
                        QStringLiteral("%1-%2-%3")
                            .arg(QLatin1String(language), dark ? QStringLiteral("dark") : QStringLiteral("light"))
                            .arg(step)))
                        << QString::fromLatin1(language) << dark << step;
            }
        }
    }
    void everyDialogFitsTheLeastScreenInBothLanguagesAndThemes()
    {
        QFETCH(QString, language);
        QFETCH(bool, dark);
        QFETCH(int, step);
        speak(language);
        setTheme(dark ? Theme::Dark : Theme::Light);
        setTextStep(step);
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        models::Gateway& gateway = console.gateway;
        const RolloutListRow rules = std::get<onceover::Page<RolloutListRow>>(
            testing::sampleWork(testing::Condition::Filled, WorkList::Rollouts))
                                         .rows.at(2);
        const std::vector<std::pair<QString, ActDialog*>> dialogs{
            {QStringLiteral("rollout"), new RolloutDialog(gateway, rules)}};
        for (const auto& [name, dialog] : dialogs) {
            dialog->open();
            QVERIFY(QTest::qWaitForWindowExposed(dialog));
            if (auto* evidence = dialog->findChild<QComboBox*>(dialog->objectName() + QStringLiteral(".evidence")))
                evidence->setCurrentIndex(evidence->findData(QStringLiteral("document")));
            if (auto* stop = dialog->findChild<QRadioButton*>(dialog->objectName() + QStringLiteral(".stop")))
                stop->setChecked(true);
            QCoreApplication::processEvents();
            keepPicture(dialog, name + QLatin1Char('-') + QString::fromLatin1(QTest::currentDataTag()));
            COMPARE_NONE(clippedTexts(dialog));
            COMPARE_NONE(namelessWidgets(dialog));
            QVERIFY(dialog->height() <= 768 && dialog->width() <= 1366);
            QVERIFY2(
                dialog->minimumSizeHint().height() <= kLeast.height(), qPrintable(name)); // The rest is scrolled to.
            dialog->reject();
        }
    }
};

} // namespace onceover::views

int main(int argc, char** argv)
{
    return onceover::views::runGuiTest<onceover::views::TestViewsRequests>(argc, argv);
}

#include "tst_views_requests.moc"
