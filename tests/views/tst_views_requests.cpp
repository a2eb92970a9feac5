// SPDX-License-Identifier: GPL-3.0-or-later
// What puts an operation right, and the stages of rules: from the page to the request, with the forced question and the
// typed total.
#include "console_fixture.h"

#include "views/acts/match_dialog.h"
#include "views/acts/message_dialogs.h"
#include "views/acts/remedy_dialogs.h"
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

void type(QWidget* dialog, const char* field, const QString& text)
{
    auto* edit = partOf<QLineEdit>(dialog, field);
    edit->clear();
    QTest::keyClicks(edit, text);
}

models::RemedySubject subjectOf(const char* kind, const char* status, const char* failureClass = "")
{
    models::RemedySubject subject;
    subject.operation = *Uuid::parse("00000000-0000-4000-8000-000000000001");
    subject.type = kind;
    subject.status = status;
    subject.failureClass = failureClass;
    subject.amountMinor = 128'430;
    subject.currency = "CNY";
    subject.channel = "practice-bank";
    subject.payee = "Blue Heron Books";
    return subject;
}

DifferenceListRow contradiction()
{
    DifferenceListRow row;
    row.difference = 9;
    row.kind = "CONTRADICTION";
    row.status = "OPEN";
    row.operation = "00000000-0000-4000-8000-000000000001";
    row.theirsMinor = 120'000;
    row.currency = "CNY";
    return row;
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
    void cleanup() { resetLook(); }

    /// R132, R133, R134, R135: the next stage is asked for from the tab, beside what the system and the business did
    /// under this one; going back says what is left.
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
        auto* confirm = partOf<QPushButton>(dialog, "dialog.rollout.confirm");
        auto* stage = partOf<QComboBox>(dialog, "dialog.rollout.stage");
        QCOMPARE(stage->currentText(), QStringLiteral("Forward: full"));
        const QString work = partOf<QLabel>(dialog, "dialog.rollout.work")->text();
        QVERIFY2(work.contains(QStringLiteral("took effect")) && work.contains(QStringLiteral("Taken over")),
            qPrintable(work));
        QVERIFY(!confirm->isEnabled() && !partOf<QLineEdit>(dialog, "dialog.rollout.scopes")->isVisible());
        type(dialog, "dialog.rollout.reason", QStringLiteral("new fees"));
        QTRY_VERIFY(confirm->isEnabled());
        stage->setCurrentIndex(1); // For others.
        QVERIFY(!confirm->isEnabled());
        type(dialog, "dialog.rollout.scopes", QStringLiteral("merchant 17, merchant 18"));
        QVERIFY(confirm->isEnabled());
        auto* left = partOf<QWidget>(dialog, "dialog.rollout.left");
        QVERIFY(!left->isVisible());
        stage->setCurrentIndex(2); // Back.
        QVERIFY(left->isVisible() && partOf<ToneLine>(dialog, "dialog.rollout.back")->isVisible());
        COMPARE_NONE(clippedTexts(dialog));
        COMPARE_NONE(namelessWidgets(dialog));
        stage->setCurrentIndex(1);
        confirm->click();
        QTRY_COMPARE(console.script->controls(),
            (std::vector<std::string>{"rollout settle-daily 2 limited for merchant 17, merchant 18: new fees"}));
        QTRY_VERIFY(
            partOf<ToneLine>(dialog, "dialog.rollout.result")->text().contains(QStringLiteral("second person")));
        dialog->reject();
    }

    /// UX.md section 6: what is out of the question stays in the menu and says why.
    void theMenuOffersWhatTheStateAllows()
    {
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        OperationDetail detail
            = testing::sampleOperationDetail(testing::Condition::Filled, testing::sampleOperations().rows.at(4).ref.id);
        const auto offered = [&console] {
            QString names;
            for (const char* name : {"resolve", "compensate", "revise", "resend", "missingMessage"}) {
                const auto* action
                    = console.window->findChild<QAction*>(QStringLiteral("page.op.remedy.") + QLatin1String(name));
                if (action && action->isEnabled())
                    names += QLatin1String(name) + QLatin1Char(' ');
                else if (!action || action->toolTip().isEmpty())
                    names += QStringLiteral("(silent) ");
            }
            return names;
        };
        const auto becomes = [&](const char* status, const char* failureClass) {
            detail.operation.status = status;
            detail.operation.failureClass = failureClass;
            console.script->setOperationDetail(detail);
            console.gateway.refreshNow();
        };
        detail.calls.clear();
        becomes("UNKNOWN_EXTERNAL", "");
        console.window->openAddress(
            {QLatin1String(models::kOperationPage), QString::fromStdString(detail.id.value.toString()), {}});
        QTRY_COMPARE(offered(), QStringLiteral("resolve resend "));
        detail.message.reset();
        becomes("AWAITING_EXTERNAL", "");
        QTRY_COMPARE(offered(), QStringLiteral("missingMessage "));
        becomes("SUCCEEDED", "");
        QTRY_COMPARE(offered(), QStringLiteral("compensate "));
        becomes("FAILED_PERMANENT", "REFUSED");
        QTRY_COMPARE(offered(), QStringLiteral("revise "));
        console.window->findChild<QAction*>(QStringLiteral("page.op.remedy.revise"))->trigger();
        QPointer<RevisionDialog> dialog = console.window->findChild<RevisionDialog*>();
        QVERIFY(dialog);
        QVERIFY(console.gateway.paused());
        dialog->reject();
        QTRY_VERIFY(!console.gateway.paused());
    }

    /// R86, R87: the question first, the reason, and the total by hand.
    void aRevisionIsForcedThroughQuestionReasonAndTotal()
    {
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        RevisionDialog dialog(console.gateway, subjectOf("settle-daily", "FAILED_PERMANENT", "REFUSED"));
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.open();
        auto* confirm = partOf<QPushButton>(&dialog, "dialog.revision.confirm");
        auto* go = partOf<QRadioButton>(&dialog, "dialog.revision.go");
        auto* stop = partOf<QRadioButton>(&dialog, "dialog.revision.stop");
        auto* reason = partOf<QLineEdit>(&dialog, "dialog.revision.reason");
        QVERIFY(!go->isChecked() && !stop->isChecked() && !reason->isEnabled());
        stop->setChecked(true);
        QVERIFY(partOf<ToneLine>(&dialog, "dialog.revision.lead")->isVisible());
        QVERIFY(!reason->isEnabled() && !confirm->isEnabled());
        go->setChecked(true);
        type(&dialog, "dialog.revision.reason", QStringLiteral("account closed"));
        QVERIFY(!confirm->isEnabled());
        type(&dialog, "dialog.revision.total", QStringLiteral("1,284.29"));
        QVERIFY(!confirm->isEnabled());
        type(&dialog, "dialog.revision.total", QStringLiteral("1,284.30"));
        QTRY_VERIFY(confirm->isEnabled());
        QTest::keyClick(&dialog, Qt::Key_Return); // Plain Enter goes away.
        QVERIFY(console.script->controls().empty());
        dialog.open();
        confirm->click();
        confirm->click();
        QTRY_COMPARE(console.script->controls(), (std::vector<std::string>{"revise: account closed"}));
    }

    /// R89, R93: in part, by evidence; what is more than the whole is not asked for.
    void aCompensationNamesTypeAmountAndEvidence()
    {
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        CompensationDialog dialog(console.gateway, subjectOf("settle-daily", "SUCCEEDED"));
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.open();
        auto* confirm = partOf<QPushButton>(&dialog, "dialog.compensation.confirm");
        partOf<QRadioButton>(&dialog, "dialog.compensation.go")->setChecked(true);
        type(&dialog, "dialog.compensation.reason", QStringLiteral("paid twice"));
        type(&dialog, "dialog.compensation.amount", QStringLiteral("500.00"));
        type(&dialog, "dialog.compensation.total", QStringLiteral("500.00"));
        QVERIFY(!confirm->isEnabled()); // A reversal needs evidence.
        auto* evidence = partOf<QComboBox>(&dialog, "dialog.compensation.evidence");
        evidence->setCurrentIndex(evidence->findData(QStringLiteral("statement")));
        type(&dialog, "dialog.compensation.which", QStringLiteral("12/3"));
        QTRY_VERIFY(confirm->isEnabled());
        type(&dialog, "dialog.compensation.amount", QStringLiteral("1284.31"));
        QVERIFY(!confirm->isEnabled());
        type(&dialog, "dialog.compensation.amount", QStringLiteral("500.00"));
        confirm->click();
        QTRY_COMPARE(console.script->controls(),
            (std::vector<std::string>{"compensate reversal 50000 by statement 12/3: paid twice"}));

        CompensationDialog renewal(console.gateway, subjectOf("renew", "SUCCEEDED"));
        renewal.setAttribute(Qt::WA_DeleteOnClose, false);
        renewal.open();
        partOf<QRadioButton>(&renewal, "dialog.compensation.go")->setChecked(true);
        auto* kind = partOf<QComboBox>(&renewal, "dialog.compensation.type");
        kind->setCurrentIndex(kind->findData(QStringLiteral("extension")));
        QVERIFY(!partOf<QLineEdit>(&renewal, "dialog.compensation.amount")->isVisible());
        type(&renewal, "dialog.compensation.reason", QStringLiteral("a month for free"));
        type(&renewal, "dialog.compensation.total", QStringLiteral("1"));
        auto* give = partOf<QPushButton>(&renewal, "dialog.compensation.confirm");
        QTRY_VERIFY(give->isEnabled());
        give->click();
        QTRY_COMPARE(console.script->controls().size(), std::size_t{2});
        QCOMPARE(console.script->controls().back(),
            std::string("compensate extension whole by no evidence: a month for free"));
    }

    /// An unknown is decided by what is named, either way; a paper by its fingerprint.
    void anUnknownIsDecidedByEvidence()
    {
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        ResolveDialog dialog(console.gateway, subjectOf("settle-daily", "UNKNOWN_EXTERNAL"));
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.open();
        auto* confirm = partOf<QPushButton>(&dialog, "dialog.resolve.confirm");
        partOf<QRadioButton>(&dialog, "dialog.resolve.stop")->setChecked(true);
        type(&dialog, "dialog.resolve.reason", QStringLiteral("the bank wrote"));
        type(&dialog, "dialog.resolve.total", QStringLiteral("1284.30"));
        QVERIFY(!confirm->isEnabled());
        QTemporaryFile paper;
        QVERIFY(paper.open());
        paper.write("abc");
        paper.flush();
        auto* evidence = partOf<QComboBox>(&dialog, "dialog.resolve.evidence");
        evidence->setCurrentIndex(evidence->findData(QStringLiteral("document")));
        QVERIFY(partOf<QPushButton>(&dialog, "dialog.resolve.choose")->isVisible());
        partOf<QLineEdit>(&dialog, "dialog.resolve.which")->setText(paper.fileName());
        QVERIFY(!confirm->isEnabled()); // What it says is asked for as well.
        type(&dialog, "dialog.resolve.says", QStringLiteral("never executed"));
        QTRY_VERIFY(confirm->isEnabled());
        // What is on record contradicts: the same request may name something else.
        RequestAnswer contradicted;
        contradicted.reason = "EVIDENCE_CONTRADICTS";
        contradicted.found = "call 7 says executed";
        console.script->answerRequests({contradicted});
        confirm->click();
        QTRY_COMPARE(console.script->controls(),
            (std::vector<std::string>{
                "resolve not executed by document ba7816bf says never executed: the bank wrote"}));
        QTRY_VERIFY(confirm->isVisible() && confirm->isEnabled());
        QVERIFY(partOf<ToneLine>(&dialog, "dialog.resolve.result")
                    ->text()
                    .contains(QStringLiteral("call 7 says executed")));
    }

    void aCorrectionIsAskedForAtItsDifference()
    {
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        console.window->showPage(QStringLiteral("reconcile"));
        chooseRow(console.find<DataTable>("page.differences.table"), 0);
        QTRY_VERIFY(!console.find<QPushButton>("page.differences.correct")->isEnabled()); // It is no contradiction.
        QVERIFY(console.find<ToneLine>("page.differences.whyNot")->isVisible());
        CorrectionDialog dialog(console.gateway, contradiction());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.open();
        partOf<QRadioButton>(&dialog, "dialog.correction.go")->setChecked(true);
        type(&dialog, "dialog.correction.reason", QStringLiteral("it is gone"));
        type(&dialog, "dialog.correction.total", QStringLiteral("1200 CNY"));
        auto* confirm = partOf<QPushButton>(&dialog, "dialog.correction.confirm");
        QTRY_VERIFY(confirm->isEnabled());
        confirm->click();
        QTRY_COMPARE(console.script->controls(), (std::vector<std::string>{"correct 9: it is gone"}));
    }

    /// R89: where the books differ the operation is made good, and the difference is named already.
    void aCompensationIsAskedForAtItsDifference()
    {
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        console.window->showPage(QStringLiteral("reconcile"));
        auto* table = console.find<DataTable>("page.differences.table");
        chooseRow(table, 1); // Of no operation of ours.
        auto* remedy = console.find<QToolButton>("page.differences.remedy");
        QTRY_VERIFY(!remedy->isEnabled() && !remedy->toolTip().isEmpty());
        table->setCurrentIndex(table->model()->index(0, 0));
        QTRY_VERIFY(remedy->isEnabled());
        QVERIFY(!remedy->findChild<QAction*>(QStringLiteral("page.differences.remedy.resolve"))->isEnabled());
        auto* compensate = remedy->findChild<QAction*>(QStringLiteral("page.differences.remedy.compensate"));
        QVERIFY(compensate->isEnabled());
        compensate->trigger();
        QPointer<CompensationDialog> dialog = console.window->findChild<CompensationDialog*>();
        QVERIFY(dialog);
        QCOMPARE(partOf<QLineEdit>(dialog, "dialog.compensation.difference")->text(), QStringLiteral("7"));
        partOf<QRadioButton>(dialog, "dialog.compensation.go")->setChecked(true);
        auto* evidence = partOf<QComboBox>(dialog, "dialog.compensation.evidence");
        evidence->setCurrentIndex(evidence->findData(QStringLiteral("statement")));
        type(dialog, "dialog.compensation.which", QStringLiteral("12/3"));
        type(dialog, "dialog.compensation.amount", QStringLiteral("0.50"));
        type(dialog, "dialog.compensation.reason", QStringLiteral("too much"));
        type(dialog, "dialog.compensation.total", QStringLiteral("0.50"));
        auto* confirm = partOf<QPushButton>(dialog, "dialog.compensation.confirm");
        QTRY_VERIFY(confirm->isEnabled());
        confirm->click();
        QTRY_COMPARE(console.script->controls(),
            (std::vector<std::string>{"compensate reversal 50 by statement 12/3 closes 7: too much"}));
    }

    /// R86: at a dead letter what is out of the question stays and says why.
    void aLetterSaysWhatPutsItRight()
    {
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        console.window->showPage(QStringLiteral("dead"));
        auto* table = console.find<DataTable>("page.dead.table");
        auto* remedy = console.find<QToolButton>("page.dead.remedy");
        bool revised = false;
        bool decided = false;
        chooseRow(table, 0);
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            table->setCurrentIndex(table->model()->index(row, 0));
            auto* compensate = remedy->findChild<QAction*>(QStringLiteral("page.dead.remedy.compensate"));
            QVERIFY(!compensate->isEnabled()); // No open letter is of an operation that succeeded.
            QVERIFY(!remedy->isEnabled() || !compensate->toolTip().isEmpty());
            revised = revised || remedy->findChild<QAction*>(QStringLiteral("page.dead.remedy.revise"))->isEnabled();
            decided = decided || remedy->findChild<QAction*>(QStringLiteral("page.dead.remedy.resolve"))->isEnabled();
        }
        QVERIFY(revised && decided); // The refused one, and the unknown one.
    }

    /// UX.md section 6: a match is proposed at its difference, by a record that is named; no total, because no money
    /// moves.
    void aMatchIsProposedByTheRecordThatExplainsIt()
    {
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        DifferenceListRow row = contradiction();
        QVERIFY(!models::whyNoMatch(row).isEmpty());
        row.kind = "MISSING_THERE";
        MatchDialog dialog(console.gateway, row);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.open();
        auto* confirm = partOf<QPushButton>(&dialog, "dialog.match.confirm");
        QVERIFY(!partOf<QLineEdit>(&dialog, "dialog.match.total")->isVisible());
        QVERIFY(!partOf<QLineEdit>(&dialog, "dialog.match.which")->isEnabled());
        partOf<QRadioButton>(&dialog, "dialog.match.go")->setChecked(true);
        type(&dialog, "dialog.match.reason", QStringLiteral("booked under another reference"));
        type(&dialog, "dialog.match.which", QStringLiteral("12"));
        QVERIFY(!confirm->isEnabled()); // A statement alone is no record.
        type(&dialog, "dialog.match.which", QStringLiteral("12/3"));
        QTRY_VERIFY(confirm->isEnabled());
        RequestAnswer other;
        other.reason = "ALREADY_MATCHED";
        other.found = "request 8";
        console.script->answerRequests({other});
        confirm->click();
        QTRY_COMPARE(console.script->controls(),
            (std::vector<std::string>{"match 9 by entry 12/3: booked under another reference"}));
        QTRY_VERIFY(confirm->isEnabled()); // Another record may be named.
        auto* kind = partOf<QComboBox>(&dialog, "dialog.match.record");
        kind->setCurrentIndex(kind->findData(QStringLiteral("difference")));
        type(&dialog, "dialog.match.which", QStringLiteral("10"));
        QTRY_VERIFY(confirm->isEnabled());
        confirm->click();
        QTRY_COMPARE(console.script->controls().size(), std::size_t{2});
        QCOMPARE(
            console.script->controls().back(), std::string("match 9 by difference 10: booked under another reference"));
    }

    /// F41, R90: a re-send and a missing message go through the same question, reason and total as what pays.
    void whatLeavesAgainIsAskedForLikeWhatPays()
    {
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        models::RemedySubject lacks = subjectOf("settle-daily", "AWAITING_EXTERNAL");
        lacks.hasMessage = false;
        ResendDialog again(console.gateway, subjectOf("settle-daily", "UNKNOWN_EXTERNAL"));
        MissingMessageDialog missing(console.gateway, lacks);
        for (RemedyDialog* dialog : std::initializer_list<RemedyDialog*>{&again, &missing}) {
            const QByteArray name = dialog->objectName().toLatin1();
            dialog->setAttribute(Qt::WA_DeleteOnClose, false);
            dialog->open();
            auto* confirm = partOf<QPushButton>(dialog, (name + ".confirm").constData());
            partOf<QRadioButton>(dialog, (name + ".go").constData())->setChecked(true);
            type(dialog, (name + ".reason").constData(), QStringLiteral("never seen"));
            QVERIFY(!confirm->isEnabled());
            type(dialog, (name + ".total").constData(), QStringLiteral("1,284.30"));
            QTRY_VERIFY(confirm->isEnabled());
            confirm->click();
            QTRY_VERIFY(!confirm->isEnabled());
        }
        QTRY_COMPARE(console.script->controls(),
            (std::vector<std::string>{"re-send: never seen", "missing message: never seen"}));
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
            {QStringLiteral("rollout"), new RolloutDialog(gateway, rules)},
            {QStringLiteral("resolve"), new ResolveDialog(gateway, subjectOf("settle-daily", "UNKNOWN_EXTERNAL"))},
            {QStringLiteral("compensation"), new CompensationDialog(gateway, subjectOf("renew", "SUCCEEDED"))},
            {QStringLiteral("reversal"), new CompensationDialog(gateway, subjectOf("settle-daily", "SUCCEEDED"))},
            {QStringLiteral("revision"),
                new RevisionDialog(gateway, subjectOf("settle-daily", "FAILED_PERMANENT", "REFUSED"))},
            {QStringLiteral("correction"), new CorrectionDialog(gateway, contradiction())},
            {QStringLiteral("match"), new MatchDialog(gateway, contradiction())},
            {QStringLiteral("re-send"), new ResendDialog(gateway, subjectOf("settle-daily", "UNKNOWN_EXTERNAL"))},
            {QStringLiteral("missing-message"),
                new MissingMessageDialog(gateway, subjectOf("settle-daily", "AWAITING_EXTERNAL"))}};
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
