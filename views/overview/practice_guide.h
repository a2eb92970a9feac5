// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/practice_guide.h"
#include "views/widgets/card.h"
#include "views/widgets/translated.h"

#include <optional>
#include <vector>

class QPushButton;
class QToolButton;

namespace onceover::views {

class TextLabel;
class ToneLine;

/// What to try in a sandbox, step by step. Each step ticks itself when the database says that it happened. One step is
/// unfolded: the first open one with the one just done, or the one that the person unfolded. On a low page it shows the
/// first open one alone, and a button that shows all of them.
class PracticeGuide : public Translated<Card> {
    Q_OBJECT

public:
    explicit PracticeGuide(QWidget* parent = nullptr);
    void setSteps(const std::vector<models::GuideStep>& steps);
    [[nodiscard]] const std::vector<models::GuideStep>& steps() const { return m_steps; }
    /// Shows as many steps as have room in this height at this width; the height that they take.
    int fit(int width, int height);
    void retranslate() override;

signals:
    void dismissed();
    /// The person pressed a step's button; copying is done here. `person`: whose console is to be opened.
    void deedWanted(onceover::models::GuideDeed deed, const QString& person);
    /// It needs another height.
    void folded();

private:
    struct Row {
        ToneLine* title;
        QToolButton* fold;
        TextLabel* text;
        TextLabel* command;
        QPushButton* button;
    };
    /// How much is shown, from the most to the least.
    enum class Extent {
        Told,   ///< Every step; the one to do and the one just done are unfolded.
        Listed, ///< Every step, one unfolded.
        Recent, ///< The step to do and the name of the one just done.
        One,    ///< The step to do.
    };
    Row addRow(const QString& id);
    void showSteps();
    void press(std::size_t row);
    void unfold(std::size_t row);
    [[nodiscard]] std::size_t firstOpen() const;
    [[nodiscard]] bool isShown(std::size_t row, Extent extent) const;
    [[nodiscard]] bool isUnfolded(std::size_t row, Extent extent) const;
    [[nodiscard]] int rowHeight(std::size_t row, bool unfolded, int width) const;
    [[nodiscard]] int heightOf(Extent extent, int width) const;

    TextLabel* m_title;
    QToolButton* m_all; ///< All steps, although they have no room; there where they have none.
    QToolButton* m_close;
    std::vector<Row> m_rows;
    std::vector<models::GuideStep> m_steps;
    std::optional<std::size_t> m_chosen; ///< Unfolded by the person.
    Extent m_extent = Extent::Told;
};

} // namespace onceover::views
