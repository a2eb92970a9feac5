// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/detail_tables.h"
#include "views/detail/detail_page.h"
#include "views/widgets/fact_grid.h"

class QMenu;
class QToolButton;

namespace onceover::views {

class CompensationLines;
class MessageTab;
class RemedyButton;
class RevealButton;
class StepStrip;
class ToneChip;
class ToneLine;

/// One operation: what it is, what makes it good or what it makes good, its six layers with the first where one became
/// two, all of them in one timeline, and behind tabs its message and key, legs, items and dead letters. It can be copied
/// as JSON and as a Markdown report.
class OperationPage : public DetailPage
{
    Q_OBJECT

public:
    explicit OperationPage(const PageContext& context, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::vector<ControlScope> freezeScopes() const override;
    [[nodiscard]] std::vector<models::ReplayCandidate> replayCandidates() const override;
    void retranslate() override;

protected:
    void watch(bool on) override;
    void forget() override;
    void show(Timestamp now) override;
    [[nodiscard]] std::vector<Crumb> crumbs() const override;
    [[nodiscard]] QString whatItIs() const override;

private:
    void buildHeader();
    void buildTabs();
    void buildCopyMenu();
    void take(const models::OperationDetailPtr& detail);
    void showHead(Timestamp now);
    void showLayers();
    void showSums();
    void showTables();
    [[nodiscard]] std::vector<Fact> headFacts(Timestamp now) const;

    models::OperationDetailPtr m_detail;
    models::TimelineTable* m_timeline;
    models::LegTable* m_legs;
    models::ItemTable* m_items;
    models::DeadLetterTable* m_letters;
    TextLabel* m_title;
    ToneChip* m_state;
    TextLabel* m_meaning;
    FactGrid* m_facts;
    CompensationLines* m_compensations;
    StepStrip* m_layers;
    ToneLine* m_once;
    ToneLine* m_clock;
    TablePart* m_timelinePart;
    MessageTab* m_message;
    TablePart* m_legPart;
    TablePart* m_itemPart;
    ToneLine* m_itemSum;
    TablePart* m_letterPart;
    RemedyButton* m_remedy;
    RevealButton* m_reveal;
    QToolButton* m_copy;
    QAction* m_copyJson = nullptr;
    QAction* m_copyReport = nullptr;
    QAction* m_copyKey = nullptr;
};

} // namespace onceover::views
