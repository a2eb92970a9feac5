// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/detail_tables.h"
#include "models/state_count_model.h"
#include "views/detail/detail_page.h"

class QProgressBar;

namespace onceover::views {

class FactGrid;
class OperationsPage;
class StepStrip;
class ToneChip;
class ToneLine;
class TwinCard;

/// One batch: what it is and how far, the three onces (triggered, executed, took effect), and behind tabs its operations,
/// states, shards, runs and attempts, reconciliation and audit.
class BatchPage : public DetailPage
{
    Q_OBJECT

public:
    explicit BatchPage(const PageContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::vector<ControlScope> freezeScopes() const override;
    void focusFilter() override;
    bool escape() override;
    void saveLayout() override;
    void retranslate() override;

protected:
    void watch(bool on) override;
    void forget() override;
    void show(Timestamp now) override;
    [[nodiscard]] std::vector<Crumb> crumbs() const override;
    [[nodiscard]] QString whatItIs() const override;
    void tabShown(const QString& id) override;

private:
    void buildHeader();
    void buildTabs();
    void buildRunsTab();
    void buildReconciliationTab();
    void take(const models::BatchDetailPtr& detail);
    void showHead(Timestamp now);
    void showOnces();
    void showTables();
    [[nodiscard]] QString counted(const QString& word, std::size_t count, bool more) const;
    void openOperation(const QString& differenceKey);

    models::BatchDetailPtr m_detail;
    models::StateCountModel* m_states;
    models::ShardTable* m_shards;
    models::TriggerTable* m_triggers;
    models::AttemptTable* m_attempts;
    models::LookTable* m_looks;
    models::DifferenceTable* m_differences;
    models::AuditTable* m_audit;
    TextLabel* m_title;
    ToneChip* m_state;
    TextLabel* m_reason;
    StepStrip* m_onces;
    ToneLine* m_alarm;
    QProgressBar* m_progress;
    TextLabel* m_progressText;
    FactGrid* m_facts;
    OperationsPage* m_operations;
    TwinCard* m_stateCard;
    TablePart* m_shardPart;
    FactGrid* m_runFacts;
    TablePart* m_triggerPart;
    TablePart* m_attemptPart;
    ToneLine* m_agreement;
    TablePart* m_lookPart;
    TablePart* m_differencePart;
    TablePart* m_auditPart;
};

} // namespace onceover::views
