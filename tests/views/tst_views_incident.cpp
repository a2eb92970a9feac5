// SPDX-License-Identifier: GPL-3.0-or-later
// The page Incident: its steps, the one thing to do next, its dialogs and its report. R103 to R113, UX.md section 8.
#include "console_fixture.h"

#include "models/incident_report.h"
#include "views/acts/approval_sheet.h"
#include "views/acts/freeze_dialog.h"
#include "views/acts/lift_dialog.h"
#include "views/incident/incident_page.h"
#include "views/incident/incident_text_dialog.h"
#include "views/incident/look_dialog.h"
#include "views/incident/open_incident_dialog.h"
#include "views/incident/plan_dialog.h"
#include "views/incident/weigh_dialog.h"
#include "views/print/text_pdf.h"
#include "views/style/fonts.h"
#include "views/widgets/data_table.h"
#include "views/widgets/step_strip.h"
#include "views/widgets/tone_chip.h"

#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>

namespace onceover::views {

namespace {

using Deed = models::IncidentDeed;
using Told = std::vector<std::string>;

/// A console of alice, who operates and may read what an auditor reads; she owns incident 4711.
struct Duty {
    explicit Duty(std::vector<std::string> roles = {"operator", "auditor"}, const char* person = "alice")
        : console(testing::Condition::Filled, Console::quick(),
            [&](testing::FakeScript& script) { script.setServer(serverOf(person, std::move(roles))); })
    {
    }
    [[nodiscard]] IncidentPage* page() const
    {
        return qobject_cast<IncidentPage*>(console.page(QStringLiteral("incident")));
    }
    void open(const char* incident) const
    {
        console.window->openAddress({QStringLiteral("incident"), QLatin1String(incident), {}});
    }
    [[nodiscard]] bool shows() const { return page()->detail() && console.gateway.status().actsConnected; }
    template <typename Dialog>
    [[nodiscard]] Dialog* begin(Deed deed) const
    {
        page()->carryOut(deed);
        const auto all = page()->findChildren<Dialog*>();
        return all.isEmpty() ? nullptr : all.last();
    }
    Console console;
};

} // namespace

class TestViewsIncident : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { resetLook(); }

    void theListLeadsToAnIncident()
    {
        Duty duty;
        duty.console.window->showPage(QStringLiteral("incidents"));
        auto* table = duty.console.find<DataTable>("page.incidents.table");
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() == 3);
        table->setCurrentIndex(table->model()->index(1, 0));
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_COMPARE(duty.console.window->currentPage(), QStringLiteral("incident"));
        QTRY_VERIFY(duty.shows());
        QCOMPARE(duty.page()->detail()->incident.id, std::int64_t{4711});
        duty.open("9"); // Of no incident there is nothing, and that is said.
        QTRY_COMPARE(duty.page()->condition(), Page::Condition::Empty);
    }

    /// UX.md section 8: the steps, what the gate misses, one prominent act.
    void thePageSaysWhereItStandsAndWhatIsNext()
    {
        Duty duty;
        duty.open("4711");
        QTRY_VERIFY(duty.shows());
        auto* steps = duty.console.find<StepStrip>("page.incident.steps");
        QCOMPARE(steps->steps().size(), std::size_t{7});
        QVERIFY(steps->steps()[2].marked);
        auto* next = duty.console.find<QPushButton>("page.incident.next");
        QTRY_VERIFY(next->isEnabled());
        QCOMPARE(next->text(), QStringLiteral("Weigh a cause\u2026"));
        QVERIFY(duty.console.find<ToneLine>("page.incident.gate")->text().contains(QStringLiteral("a wrong clock")));
        QVERIFY(duty.console.find<QLabel>("page.incident.missing")->text().contains(QStringLiteral("Nobody answered")));
        next->click();
        QPointer<WeighDialog> dialog = duty.page()->findChild<WeighDialog*>();
        QVERIFY(dialog);
        QVERIFY(duty.console.gateway.paused());
        dialog->reject();
        QTRY_VERIFY(!duty.console.gateway.paused());
    }

    void whoDoesNotOwnItIsToldWhoDoes()
    {
        Duty duty({"operator"}, "erin");
        IncidentDetail ready = testing::sampleIncident(testing::Condition::Filled, 4711);
        ready.gate = {"DIAGNOSED", {}};
        duty.console.script->setIncident(ready);
        duty.open("4711");
        QTRY_VERIFY(duty.shows());
        auto* next = duty.console.find<QPushButton>("page.incident.next");
        QTRY_COMPARE(next->text(), QStringLiteral("Take it over\u2026"));
        QTRY_VERIFY(next->isEnabled());
        next->click();
        QPointer<IncidentTextDialog> dialog = duty.page()->findChild<IncidentTextDialog*>();
        QVERIFY(dialog);
        QVERIFY(!partOf<QPushButton>(dialog, "dialog.incident.confirm")->isEnabled()); // A reason is needed.
        partOf<QLineEdit>(dialog, "dialog.incident.text")->setText(QStringLiteral("my shift"));
        QTRY_VERIFY(partOf<QPushButton>(dialog, "dialog.incident.confirm")->isEnabled());
        partOf<QPushButton>(dialog, "dialog.incident.confirm")->click();
        QTRY_COMPARE(duty.console.script->controls(), (Told{"take over 4711: my shift"}));
        QTRY_VERIFY(!dialog || !dialog->isVisible()); // What was recorded is told by the window.
        QTRY_VERIFY(duty.console.find<QWidget>("toast")->isVisible());
    }

    /// An auditor reads it live and writes nothing.
    void anAuditorReadsAndDoesNothing()
    {
        Duty duty({"auditor"}, "carol");
        duty.open("4711");
        QTRY_VERIFY(duty.shows());
        QVERIFY(!duty.console.find<QPushButton>("page.incident.next")->isEnabled());
        QVERIFY(duty.console.find<QLabel>("page.incident.missing")->text().contains(QStringLiteral("operator")));
        for (int deed = 0; deed < models::kIncidentDeeds; ++deed) {
            if (static_cast<Deed>(deed) == Deed::ShowLetters)
                continue;
            duty.page()->carryOut(static_cast<Deed>(deed));
            QVERIFY(duty.page()->findChildren<QDialog*>().isEmpty());
        }
    }

    void aCauseIsWeighedByNamedRows()
    {
        Duty duty;
        duty.open("4711");
        QTRY_VERIFY(duty.shows());
        QPointer<WeighDialog> dialog = duty.begin<WeighDialog>(Deed::Weigh);
        QVERIFY(dialog);
        auto* confirm = partOf<QPushButton>(dialog, "dialog.weigh.confirm");
        partOf<QRadioButton>(dialog, "dialog.weigh.refuted")->setChecked(true);
        partOf<QLineEdit>(dialog, "dialog.weigh.why")->setText(QStringLiteral("its attempts say so"));
        QVERIFY(!confirm->isEnabled()); // A symptom alone supports nothing.
        partOf<QLineEdit>(dialog, "dialog.weigh.rows")->setText(QStringLiteral("attempt 812, attempt 813"));
        QTRY_VERIFY(confirm->isEnabled());
        const int causes = partOf<QComboBox>(dialog, "dialog.weigh.cause")->count();
        confirm->click();
        auto* another = partOf<QPushButton>(dialog, "dialog.weigh.another");
        QTRY_VERIFY(another->isVisible());
        another->click();
        QCOMPARE(partOf<QComboBox>(dialog, "dialog.weigh.cause")->count(), causes - 1);
        QCOMPARE(duty.console.script->controls(), (Told{"weigh 4711: BROADCAST_ROUTE REFUTED 2"}));
        dialog->reject();
    }

    void evidenceIsSavedWithProgressAndMayBeEnded()
    {
        QTemporaryDir folder;
        Duty duty;
        duty.open("4711");
        QTRY_VERIFY(duty.shows());
        QPointer<LookDialog> dialog = duty.begin<LookDialog>(Deed::SaveEvidence);
        QVERIFY(dialog);
        auto* confirm = partOf<QPushButton>(dialog, "dialog.look.confirm");
        QCOMPARE(partOf<QLineEdit>(dialog, "dialog.look.date")->text(), QStringLiteral("2026-03-13"));
        QVERIFY(!confirm->isEnabled());
        partOf<QLineEdit>(dialog, "dialog.look.folder")->setText(folder.filePath(QStringLiteral("bundle")));
        QTRY_VERIFY(confirm->isEnabled());
        duty.console.script->holdReads(false);
        confirm->click();
        auto* stop = partOf<QPushButton>(dialog, "dialog.look.stop");
        QTRY_VERIFY(stop->isVisible());
        auto* result = partOf<ToneLine>(dialog, "dialog.look.result");
        QVERIFY(result->text().contains(QStringLiteral("Reading")));
        stop->click();
        duty.console.script->letReadsGo();
        QTRY_VERIFY(result->text().contains(QStringLiteral("not carried out")));
        QVERIFY(duty.console.script->controls().empty());
        partOf<QLineEdit>(dialog, "dialog.look.folder")->setText(folder.filePath(QStringLiteral("second")));
        QTRY_VERIFY(confirm->isEnabled());
        confirm->click();
        QTRY_COMPARE(duty.console.script->controls(), (Told{"evidence 4711: 4 parts of settle-daily 2026-03-13"}));
        QTRY_VERIFY(result->text().contains(QStringLiteral("recorded")));
        dialog->reject();
        // Without a job: every run that the incident is about.
        dialog = duty.begin<LookDialog>(Deed::SaveEvidence);
        QVERIFY(dialog);
        partOf<QComboBox>(dialog, "dialog.look.job")->setEditText({});
        partOf<QLineEdit>(dialog, "dialog.look.date")->clear();
        confirm = partOf<QPushButton>(dialog, "dialog.look.confirm");
        QVERIFY(!confirm->isEnabled());
        partOf<QLineEdit>(dialog, "dialog.look.folder")->setText(folder.filePath(QStringLiteral("all")));
        QTRY_VERIFY(confirm->isEnabled());
        confirm->click();
        QTRY_COMPARE(duty.console.script->controls().back(),
            std::string("evidence 4711: 4 parts of settle-daily 2026-03-12, settle-daily 2026-03-13"));
        dialog->reject();
    }

    /// R108: what is proposed is what the gate misses: the one run, or every run at once.
    void theRunsThatTheGateMissesAreProposed()
    {
        const auto missing = [](std::vector<std::string> words) {
            IncidentDetail detail = testing::sampleIncident(testing::Condition::Filled, 4711);
            detail.gate = {"EVIDENCE_SAVED", std::move(words)};
            return std::make_shared<const IncidentDetail>(std::move(detail));
        };
        Duty duty;
        LookDialog one(duty.console.gateway, Deed::SaveEvidence, missing({"EVIDENCE settle-daily:2026-03-14"}));
        QCOMPARE(partOf<QComboBox>(&one, "dialog.look.job")->currentText(), QStringLiteral("settle-daily"));
        QCOMPARE(partOf<QLineEdit>(&one, "dialog.look.date")->text(), QStringLiteral("2026-03-14"));
        QVERIFY(partOf<QLineEdit>(&one, "dialog.look.date")->isEnabledTo(&one));
        LookDialog several(duty.console.gateway, Deed::SaveEvidence,
            missing({"EVIDENCE settle-daily:2026-03-14", "EVIDENCE settle-daily:2026-03-15", "EVIDENCE +5"}));
        auto* job = partOf<QComboBox>(&several, "dialog.look.job");
        auto* date = partOf<QLineEdit>(&several, "dialog.look.date");
        QCOMPARE(job->currentText(), QString());
        QVERIFY(!date->isEnabledTo(&several));
        job->setEditText(QStringLiteral("settle-daily"));
        QVERIFY(date->isEnabledTo(&several));
    }

    void aPlanIsCountedTotalledAndAskedFor()
    {
        Duty duty({"operator", "auditor"}, "bob");
        IncidentDetail reconciled = testing::sampleIncident(testing::Condition::Filled, 4712);
        reconciled.incident.status = "RECONCILED";
        reconciled.gate = {"PLAN_APPROVED", {"PLAN"}};
        duty.console.script->setIncident(reconciled);
        duty.open("4712");
        QTRY_VERIFY(duty.shows());
        QPointer<PlanDialog> dialog = duty.begin<PlanDialog>(Deed::RequestPlan);
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->proposal());
        auto* planned = partOf<QLabel>(dialog, "dialog.plan.planned");
        QVERIFY2(planned->text().contains(QStringLiteral("2 operations")), qPrintable(planned->text()));
        auto* items = partOf<DataTable>(dialog, "dialog.plan.items.table");
        if (!items)
            items = dialog->findChildren<DataTable*>().last();
        items->selectRow(0);
        partOf<QAbstractButton>(dialog, "dialog.plan.leaveAlone")->setChecked(true);
        QVERIFY2(planned->text().contains(QStringLiteral("1 operation")), qPrintable(planned->text()));
        partOf<QLineEdit>(dialog, "dialog.plan.reason")->setText(QStringLiteral("go on"));
        QTRY_VERIFY(partOf<QPushButton>(dialog, "dialog.plan.confirm")->isEnabled());
        COMPARE_NONE(clippedTexts(dialog));
        COMPARE_NONE(namelessWidgets(dialog));
        partOf<QPushButton>(dialog, "dialog.plan.confirm")->click();
        QTRY_COMPARE(duty.console.script->controls(), (Told{"plan 4712 1: go on "}));
        QTRY_VERIFY(partOf<ToneLine>(dialog, "dialog.plan.result")->text().contains(QStringLiteral("second person")));
        dialog->reject();
    }

    void theFiveEqualitiesAreCountedWhenTheyAreDue()
    {
        Duty duty;
        duty.open("4712");
        QTRY_VERIFY(duty.shows());
        duty.page()->showTab(QStringLiteral("equalities"));
        auto* table = duty.console.find<DataTable>("page.incident.equalities.table");
        if (!table)
            table = duty.console.find<QWidget>("page.incident.equalities")->findChild<DataTable*>();
        QVERIFY(table);
        QTRY_COMPARE(table->model()->rowCount(), 5);
        QVERIFY(duty.console.find<QLabel>("page.incident.planned")->text().contains(QStringLiteral("320")));
        keepPicture(duty.console.window.get(), QStringLiteral("incident-equalities"));
    }

    void aFreezeLeadsToAnIncidentAboutIt()
    {
        Duty duty;
        duty.console.window->showPage(QStringLiteral("batches"));
        QTRY_VERIFY(duty.console.gateway.status().actsConnected);
        auto* action = duty.console.window->findChild<QAction*>(QStringLiteral("action.freeze"));
        QTRY_VERIFY(action->isEnabled());
        action->trigger();
        QPointer<FreezeDialog> freeze = duty.console.window->findChild<FreezeDialog*>();
        QVERIFY(freeze);
        auto* lead = partOf<QPushButton>(freeze, "dialog.freeze.incident");
        QVERIFY(!lead->isVisible()); // First it is stopped.
        QTest::keyClick(freeze, Qt::Key_E);
        QTRY_VERIFY(partOf<QPushButton>(freeze, "dialog.freeze.confirm")->isEnabled());
        QTest::keyClick(freeze, Qt::Key_Return);
        QTRY_VERIFY(lead->isVisible());
        lead->click();
        QPointer<OpenIncidentDialog> open = duty.console.window->findChild<OpenIncidentDialog*>();
        QVERIFY(open);
        QCOMPARE(open->scope().kind, std::string("everything"));
        partOf<QLineEdit>(open, "dialog.openIncident.title")->setText(QStringLiteral("two nodes"));
        QTRY_VERIFY(partOf<QPushButton>(open, "dialog.openIncident.confirm")->isEnabled());
        partOf<QPushButton>(open, "dialog.openIncident.confirm")->click();
        QTRY_COMPARE(duty.console.window->currentPage(), QStringLiteral("incident"));
        QCOMPARE(duty.console.script->controls().back(), std::string("open everything: two nodes"));
    }

    void theBannerLeadsToTheOpenIncident()
    {
        OverviewSnapshot overview = testing::sampleOverview();
        overview.incidentsOpen = 2;
        overview.incident = 4712;
        Console console(testing::Condition::Filled, Console::quick(),
            [&](testing::FakeScript& script) { script.setOverview(overview); });
        auto* lead = console.find<QPushButton>("freezeBanner.incident");
        QTRY_VERIFY(lead->isVisible());
        lead->click();
        QTRY_COMPARE(console.window->currentPage(), QStringLiteral("incident"));
        QCOMPARE(console.window->address().key, QStringLiteral("4712"));
    }

    /// What became of held work is said job by job, as `onceoverctl lift --policy` takes it.
    void aLiftSaysWhatBecomesOfHeldRuns()
    {
        Duty duty;
        QTRY_VERIFY(duty.console.gateway.status().actsConnected);
        duty.console.window->findChild<QAction*>(QStringLiteral("action.lift"))->trigger();
        QPointer<LiftDialog> dialog = duty.console.window->findChild<LiftDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY(partOf<QComboBox>(dialog, "dialog.lift.policy.settle-daily"));
        auto* policy = partOf<QComboBox>(dialog, "dialog.lift.policy.settle-daily");
        QCOMPARE(policy->count(), 4);
        QVERIFY(policy->itemText(0).contains(QStringLiteral("run all")));
        policy->setCurrentIndex(policy->findData(QStringLiteral("latest")));
        partOf<QLineEdit>(dialog, "dialog.lift.reason")->setText(QStringLiteral("over"));
        QTRY_VERIFY(partOf<QPushButton>(dialog, "dialog.lift.confirm")->isEnabled());
        COMPARE_NONE(clippedTexts(dialog));
        COMPARE_NONE(namelessWidgets(dialog));
        partOf<QPushButton>(dialog, "dialog.lift.confirm")->click();
        QTRY_COMPARE(duty.console.script->controls(), (Told{"lift 4 {\"settle-daily\":\"latest\"}: over "}));
        dialog->reject();
    }

    void theReportIsCopiedAndPrinted()
    {
        Duty duty;
        duty.open("4711");
        QTRY_VERIFY(duty.shows());
        QSignalSpy ready(&duty.console.gateway, &models::Gateway::incidentReportReady);
        QGuiApplication::clipboard()->clear();
        duty.page()->findChild<QAction*>(QStringLiteral("page.incident.report.copy"))->trigger();
        QTRY_COMPARE(ready.size(), 1);
        QTRY_VERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("# ")));
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("inc.pdf"));
        const QString text = models::incidentReport(*ready.front().at(1).value<models::IncidentReportPtr>());
        setTheme(Theme::Dark);
        QCOMPARE(writePdf(text, QStringLiteral("INC-4711"), file), QString());
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QVERIFY(written.size() > 4000);
        QCOMPARE(written.read(5), QByteArray("%PDF-"));
        QVERIFY(
            !writePdf(text, QStringLiteral("INC-4711"), folder.filePath(QStringLiteral("no/such/x.pdf"))).isEmpty());
    }

    void everyDialogFitsAndHasNames_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("step");
        for (const char* language : {"en", "zh_CN"}) {
            for (const int step : {0, 4})
                QTest::newRow(qPrintable(QStringLiteral("%1-%2").arg(QLatin1String(language)).arg(step)))
                    << QString::fromLatin1(language) << (step != 0) << step;
        }
    }
    void everyDialogFitsAndHasNames()
    {
        QFETCH(QString, language);
        QFETCH(bool, dark);
        QFETCH(int, step);
        speak(language);
        setTheme(dark ? Theme::Dark : Theme::Light);
        setTextStep(step);
        Duty duty;
        duty.open("4711");
        QTRY_VERIFY(duty.shows());
        for (const Deed deed : {Deed::Note, Deed::Fence, Deed::GiveReason, Deed::SaveEvidence, Deed::Diagnose,
                 Deed::Weigh, Deed::AnswerWhy, Deed::CompareBooks, Deed::Advance, Deed::BeginRecovery, Deed::Close}) {
            duty.page()->carryOut(deed);
            QDialog* dialog = nullptr;
            for (QDialog* each : duty.page()->findChildren<QDialog*>())
                dialog = each->isVisible() ? each : dialog;
            QVERIFY2(dialog, qPrintable(QString::number(static_cast<int>(deed))));
            QVERIFY(QTest::qWaitForWindowExposed(dialog));
            keepPicture(dialog,
                QStringLiteral("incident-%1-%2")
                    .arg(static_cast<int>(deed))
                    .arg(QString::fromLatin1(QTest::currentDataTag())));
            COMPARE_NONE(clippedTexts(dialog));
            COMPARE_NONE(namelessWidgets(dialog));
            QVERIFY(dialog->height() <= 768 && dialog->width() <= 1366);
            dialog->reject();
        }
    }
};

} // namespace onceover::views

int main(int argc, char** argv)
{
    return onceover::views::runGuiTest<onceover::views::TestViewsIncident>(argc, argv);
}

#include "tst_views_incident.moc"
