// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/incident_model.h"
#include "models/incident_tables.h"
#include "views/detail/detail_page.h"

#include <QPointer>

#include <map>

class QAction;
class QDialog;
class QPushButton;
class QToolButton;

namespace onceover::views {

class FactGrid;
class StepStrip;
class ToneChip;
class ToneLine;

/// One incident: the seven steps and how far they are, the one thing that is to be done next as a button, what the gate
/// misses, and behind tabs its log, evidence, causes, comparisons, plan and the five equalities. Everything that a
/// person does about it begins here; the state is in the database, so another window goes on where this one stopped.
class IncidentPage final : public DetailPage {
    Q_OBJECT

public:
    explicit IncidentPage(const PageContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::vector<ControlScope> freezeScopes() const override;
    void retranslate() override;
    [[nodiscard]] const models::IncidentDetailPtr& detail() const { return m_detail; }
    /// Begins what a person wants to do about it; nothing while that cannot be done, or a dialog is open.
    void carryOut(models::IncidentDeed deed);

protected:
    void watch(bool on) override;
    void forget() override;
    void show(Timestamp now) override;
    [[nodiscard]] std::vector<Crumb> crumbs() const override;
    [[nodiscard]] QString whatItIs() const override;

private:
    void buildHeader();
    void buildTabs();
    void buildMenus();
    void listen();
    void take(const models::IncidentDetailPtr& detail);
    void showTables();
    void showHead(Timestamp now);
    void showNext();
    void showPlan();
    void showEqualities();
    void showActs();
    void countWhenDue();
    void openDialog(QDialog* dialog);
    [[nodiscard]] QDialog* dialogFor(models::IncidentDeed deed);
    void wantReport(const QString& suffix);
    void readReport(const QString& file);
    void keepReport(const models::IncidentReportPtr& report);

    models::IncidentDetailPtr m_detail;
    models::EqualitiesPtr m_counted; ///< The five equalities as they were counted last.
    QString m_countedAt;             ///< What stood then: counted again when it is another.
    std::optional<Uuid> m_counting;
    std::optional<Uuid> m_reporting;
    QString m_reportFile; ///< Where the report goes; empty: into the clipboard.
    models::IncidentLogTable* m_log;
    models::EvidenceTable* m_evidence;
    models::CauseTable* m_causes;
    models::ComparisonTable* m_comparisons;
    models::PlanTotalTable* m_totals;
    models::EqualityTable* m_equalities;
    TextLabel* m_title;
    ToneChip* m_state;
    StepStrip* m_steps;
    ToneLine* m_gate;
    QPushButton* m_next;
    TextLabel* m_missing;
    FactGrid* m_facts;
    TextLabel* m_answer;
    TextLabel* m_planned;
    TextLabel* m_counts;
    QPushButton* m_count;
    TablePart* m_logPart;
    TablePart* m_evidencePart;
    TablePart* m_causePart;
    TablePart* m_comparisonPart;
    TablePart* m_totalPart;
    TablePart* m_equalityPart;
    QToolButton* m_acts;
    QToolButton* m_report;
    std::map<models::IncidentDeed, QAction*> m_deeds;
    QAction* m_copyReport;
    QAction* m_saveReport;
    QAction* m_printReport;
    ToneLine* m_said; ///< What became of a report.
    QPointer<QDialog> m_dialog;
};

} // namespace onceover::views
