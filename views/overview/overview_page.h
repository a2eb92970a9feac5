// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/day_count_model.h"
#include "models/hour_count_model.h"
#include "models/overview_model.h"
#include "models/practice_guide.h"
#include "models/state_count_model.h"
#include "models/worklist_model.h"
#include "views/page.h"

class QBoxLayout;
class QGridLayout;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace onceover::views {

class Banner;
class DataTable;
class HourChart;
class Notice;
class PracticeGuide;
class TextLabel;
class TileButton;
class ToneLine;
class TwinCard;

/// The first screen. Top to bottom: is the engine alive, is something frozen, what needs a person, is money at risk,
/// how does the work stand. Every number comes from one snapshot.
class OverviewPage : public Page {
    Q_OBJECT

public:
    explicit OverviewPage(const PageContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    void enter() override;
    void leave() override;
    void saveLayout() override;
    void retranslate() override;

    /// The practice guide: offered in a sandbox, shown until it is put away.
    [[nodiscard]] bool guideOffered() const;
    [[nodiscard]] bool guideShown() const { return m_guideWanted && guideOffered(); }
    void showGuide(bool shown);

signals:
    /// The first numbers from the database were painted.
    void firstNumbersShown();
    /// From the practice guide: trigger, freeze, open as somebody else (that person's login).
    void deedWanted(onceover::models::GuideDeed deed, const QString& person);
    /// The practice guide came or went, or is not offered here.
    void guideChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildContent();
    QWidget* buildHead();
    QWidget* buildWorklist();
    void take(const models::OverviewPtr& snapshot);
    void showWorklist(bool hasRows);
    void showText();
    void showBanners(const std::vector<models::ToneLine>& lines);
    void showTiles(const std::vector<models::Tile>& tiles);
    void showNotice();
    void focusStart();
    void openWorklistRow(const QString& rowKey);
    void placeGuide();
    void arrange();
    [[nodiscard]] int guideWidth() const;
    [[nodiscard]] int roomForWork() const;
    [[nodiscard]] std::vector<models::RowTableModel*> rowModels() const;

    models::WorklistModel* m_worklist;
    models::StateCountModel* m_states;
    models::DayCountModel* m_days;
    models::HourCountModel* m_hours;
    models::OverviewPtr m_snapshot;
    std::optional<Failure> m_failure;
    bool m_awaitingPaint = false;
    bool m_toldFirst = false;

    QStackedWidget* m_stack;
    Notice* m_notice;
    QPushButton* m_noticeRetry;
    Banner* m_error;
    QPushButton* m_errorRetry;
    TextLabel* m_title;
    TextLabel* m_asOf;
    ToneLine* m_engine;
    ToneLine* m_onces;
    TextLabel* m_outbox;
    QVBoxLayout* m_banners;
    std::vector<ToneLine*> m_bannerLines;
    QWidget* m_head = nullptr;
    std::vector<TileButton*> m_tiles;
    QGridLayout* m_tileGrid = nullptr;
    QBoxLayout* m_work = nullptr;     ///< Worklist and guide.
    QBoxLayout* m_pictures = nullptr; ///< Three charts.
    int m_tileColumns = 0;
    QWidget* m_worklistCard = nullptr;
    TextLabel* m_worklistTitle;
    QStackedWidget* m_worklistStack;
    ToneLine* m_worklistEmpty;
    DataTable* m_worklistTable;
    TwinCard* m_stateCard;
    TwinCard* m_dayCard;
    HourChart* m_hourChart;
    TwinCard* m_hourCard;
    PracticeGuide* m_guide;
    bool m_guideWanted = true;
};

} // namespace onceover::views
