// SPDX-License-Identifier: GPL-3.0-or-later
// What is masked of one operation: who may look, that a reason comes first, and that nothing of it stays.
#include "console_fixture.h"

#include "models/failure_text.h"
#include "models/plain_text.h"
#include "views/acts/reveal_dialog.h"
#include "views/style/fonts.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/tone_chip.h"

#include <QAction>
#include <QClipboard>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>

namespace onceover::views {

namespace {

constexpr QSize kLeast{683, 384}; // So much has a screen of 1366 × 768 at 200 %.

const QString kAccount = QString::fromStdString(testing::sampleRevealed().beneficiaryAccount);

OperationId sampleId()
{
    return testing::sampleOperations().rows.at(4).ref.id;
}

/// The operation's page, once its button says what this session may.
QPushButton* openOperation(const Console& console)
{
    console.window->openAddress(
        {QLatin1String(models::kOperationPage), QString::fromStdString(sampleId().value.toString()), {}});
    (void)QTest::qWaitFor([&] { return console.page(QStringLiteral("op"))->condition() == Page::Condition::Filled; });
    return console.find<QPushButton>("page.op.reveal");
}

void typeReason(QWidget* dialog, const QString& reason)
{
    QTest::keyClicks(partOf<QLineEdit>(dialog, "dialog.reveal.reason"), reason);
}

Failure lostOnTheWay()
{
    Failure failure;
    failure.kind = FailureKind::InDoubt;
    failure.statement = "RevealOperation";
    return failure;
}

} // namespace

class TestViewsReveal : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { resetLook(); }

    /// S15: operator, approver and auditor may look; to others the button says which role is missing.
    void theButtonIsOnForWhoMayLook_data()
    {
        QTest::addColumn<QString>("role");
        QTest::addColumn<bool>("may");
        QTest::newRow("operator") << QStringLiteral("operator") << true;
        QTest::newRow("approver") << QStringLiteral("approver") << true;
        QTest::newRow("auditor") << QStringLiteral("auditor") << true;
        QTest::newRow("viewer") << QStringLiteral("viewer") << false;
    }
    void theButtonIsOnForWhoMayLook()
    {
        QFETCH(QString, role);
        QFETCH(bool, may);
        Console console(testing::Condition::Filled, Console::quick(),
            [&](testing::FakeScript& script) { script.setServer(serverOf("carol", {role.toStdString()})); });
        QTRY_VERIFY(console.gateway.status().actsConnected);
        const QPushButton* button = openOperation(console);
        QVERIFY(button && button->isVisible());
        if (may) {
            QTRY_VERIFY(button->isEnabled());
        } else {
            QTRY_VERIFY(button->toolTip().contains(QStringLiteral("operator")));
            QVERIFY(!button->isEnabled());
        }
    }

    /// S15: a session that writes nothing records no look, so it shows nothing, and names the command that does.
    void aReadOnlySessionIsToldWhatToDo()
    {
        models::GatewaySettings settings = Console::quick();
        settings.readOnly = true;
        Console console(testing::Condition::Filled, settings);
        const QPushButton* button = openOperation(console);
        QTRY_VERIFY(button->toolTip().contains(QStringLiteral("onceoverctl reveal")));
        QVERIFY(!button->isEnabled());
    }

    /// S13, S15: the reason first, under way at once, then name, account and payload as plain text; nothing stays.
    void whatIsMaskedIsShownForAReasonAndGone()
    {
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        QPushButton* button = openOperation(console);
        QTRY_VERIFY(button->isEnabled());
        button->click();
        QPointer<RevealDialog> dialog = console.window->findChild<RevealDialog*>();
        QVERIFY(dialog && console.gateway.paused());
        auto* confirm = partOf<QPushButton>(dialog, "dialog.reveal.confirm");
        auto* payload = partOf<QPlainTextEdit>(dialog, "dialog.reveal.payload");
        auto* payee = partOf<FactGrid>(dialog, "dialog.reveal.payee");
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QTRY_VERIFY(partOf<QLineEdit>(dialog, "dialog.reveal.reason")->hasFocus());
        QVERIFY(!payload->isVisible() && !payee->isVisible());
        typeReason(dialog, QStringLiteral("  ")); // No reason is none.
        QVERIFY(!confirm->isEnabled());
        QTest::keyClick(dialog, Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(console.script->looks().empty());
        typeReason(dialog, QStringLiteral("the bank asks"));
        QTRY_VERIFY(confirm->isEnabled());
        console.script->holdActs();
        QTest::keyClick(dialog, Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(!confirm->isEnabled()); // At once.
        QTRY_COMPARE(console.script->looks(),
            (std::vector<std::pair<std::string, std::string>>{{sampleId().value.toString(), "the bank asks"}}));
        QVERIFY(!payload->isVisible());
        console.script->letActsGo();
        QTRY_VERIFY(payload->isVisible() && payee->isVisible());
        QVERIFY((console.script->actsSent() == std::vector<Uuid>{dialog->requestId()}));
        QCOMPARE(payee->value(QStringLiteral("account")), kAccount);
        QCOMPARE(payee->value(QStringLiteral("country")), QStringLiteral("CN"));
        // What could hide or reorder something is shown as what it is.
        QCOMPARE(payee->value(QStringLiteral("name")), models::plainText(testing::sampleRevealed().beneficiaryName));
        QVERIFY(payee->value(QStringLiteral("name")).contains(QStringLiteral("U+202E")));
        QCOMPARE(payload->toPlainText(), models::plainText(testing::sampleRevealed().payload));
        QVERIFY(payload->isReadOnly());
        QVERIFY(partOf<ToneLine>(dialog, "dialog.reveal.result")->text().contains(QStringLiteral("is in the audit")));
        QVERIFY(!confirm->isVisible());
        COMPARE_NONE(clippedTexts(dialog));
        COMPARE_NONE(namelessWidgets(dialog));
        QPointer<QPlainTextEdit> kept = payload;
        dialog->reject();
        QVERIFY(!kept || kept->toPlainText().isEmpty());
        QTRY_VERIFY(!dialog && !kept);
        QTRY_VERIFY(!console.gateway.paused());
        // The page has it neither before the eyes nor in what is copied.
        const QStringList shown = shownTexts(console.window.get());
        QVERIFY(shown.filter(kAccount).isEmpty());
        for (const char* copy : {"page.op.copy.report", "page.op.copy.json"}) {
            console.find<QAction>(copy)->trigger();
            QVERIFY2(!QGuiApplication::clipboard()->text().contains(kAccount), copy);
        }
        // The next look asks for a reason of its own, under an id of its own.
        button->click();
        QPointer<RevealDialog> next = console.window->findChild<RevealDialog*>();
        QVERIFY(next && partOf<QLineEdit>(next, "dialog.reveal.reason")->text().isEmpty());
        QVERIFY(partOf<QPlainTextEdit>(next, "dialog.reveal.payload")->toPlainText().isEmpty());
        QVERIFY(next->requestId() != console.script->actsSent().front());
        next->reject();
    }

    /// S15: a refusal is told in its sentence, and shows nothing.
    void aRefusalIsTold()
    {
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        Revealed no;
        no.reason = "NOT_MAPPED_TO_PERSON";
        console.script->answerReveals({no});
        RevealDialog dialog(console.gateway, sampleId());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.open();
        typeReason(&dialog, QStringLiteral("why not"));
        partOf<QPushButton>(&dialog, "dialog.reveal.confirm")->click();
        auto* result = partOf<ToneLine>(&dialog, "dialog.reveal.result");
        const QString sentence = models::refusalSentence("NOT_MAPPED_TO_PERSON");
        QTRY_VERIFY2(result->text().contains(sentence), qPrintable(result->text()));
        QVERIFY(!partOf<QPlainTextEdit>(&dialog, "dialog.reveal.payload")->isVisible());
        QVERIFY(!partOf<FactGrid>(&dialog, "dialog.reveal.payee")->isVisible());
        dialog.reject();
    }

    /// S15, F42: a lost answer is no look that failed; it is asked for under the id of this dialog.
    void aLostAnswerIsAskedForByTheDialogsId()
    {
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        console.script->answerReveals(
            {tl::unexpected<Failure>(lostOnTheWay()), tl::unexpected<Failure>(lostOnTheWay())});
        RevealDialog dialog(console.gateway, sampleId());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QStringList told;
        connect(&console.gateway, &models::Gateway::actFinished, this, [&told, &dialog](const models::ActOutcome&) {
            told << partOf<ToneLine>(&dialog, "dialog.reveal.result")->text();
        });
        dialog.open();
        typeReason(&dialog, QStringLiteral("the bank asks"));
        partOf<QPushButton>(&dialog, "dialog.reveal.confirm")->click();
        QTRY_COMPARE(told.size(), 2);
        QVERIFY2(told.front().contains(QStringLiteral("outcome unknown")), qPrintable(told.front()));
        QVERIFY(partOf<QPlainTextEdit>(&dialog, "dialog.reveal.payload")->isVisible());
        const Uuid id = dialog.requestId();
        QVERIFY((console.script->actsSent() == std::vector<Uuid>{id, id, id}));
        dialog.reject();
        QVERIFY(partOf<QPlainTextEdit>(&dialog, "dialog.reveal.payload")->toPlainText().isEmpty());
        QVERIFY(partOf<FactGrid>(&dialog, "dialog.reveal.payee")->value(QStringLiteral("account")).isEmpty());
        dialog.retranslate(); // Another language brings nothing back.
        QVERIFY(partOf<QPlainTextEdit>(&dialog, "dialog.reveal.payload")->toPlainText().isEmpty());
    }

    void theDialogFitsTheLeastScreenInBothLanguagesAndThemes_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("step");
        for (const char* language : {"en", "zh_CN"}) {
            for (const bool dark : {false, true}) {
                for (const int step : {0, 4})
                    QTest::addRow("%s-%s-%d", language, dark ? "dark" : "light", step)
                        << QString::fromLatin1(language) << dark << step;
            }
        }
    }
    void theDialogFitsTheLeastScreenInBothLanguagesAndThemes()
    {
        QFETCH(QString, language);
        QFETCH(bool, dark);
        QFETCH(int, step);
        speak(language);
        setTheme(dark ? Theme::Dark : Theme::Light);
        setTextStep(step);
        Console console;
        QTRY_VERIFY(console.gateway.status().actsConnected);
        RevealDialog dialog(console.gateway, sampleId());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.open();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const QString name = QStringLiteral("reveal-") + QString::fromLatin1(QTest::currentDataTag());
        for (const bool shown : {false, true}) {
            if (shown) {
                typeReason(&dialog, QStringLiteral("the bank asks"));
                partOf<QPushButton>(&dialog, "dialog.reveal.confirm")->click();
                QTRY_VERIFY(partOf<QPlainTextEdit>(&dialog, "dialog.reveal.payload")->isVisible());
            }
            COMPARE_NONE(clippedTexts(&dialog));
            COMPARE_NONE(namelessWidgets(&dialog));
            keepPicture(&dialog, shown ? name + QStringLiteral("-shown") : name);
            QVERIFY(dialog.height() <= 768 && dialog.width() <= 1366);
            QVERIFY(dialog.minimumSizeHint().height() <= kLeast.height()); // The rest is scrolled to.
        }
        dialog.reject();
    }
};

} // namespace onceover::views

int main(int argc, char** argv)
{
    return onceover::views::runGuiTest<onceover::views::TestViewsReveal>(argc, argv);
}

#include "tst_views_reveal.moc"
