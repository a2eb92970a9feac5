// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/practice_guide.h"
#include "views/widgets/card.h"
#include "views/widgets/translated.h"

class QPushButton;
class QToolButton;

namespace onceover::views {

class TextLabel;
class ToneLine;

/// What to try in a sandbox, step by step. Each step ticks itself when the database says that it happened.
class PracticeGuide : public Translated<Card> {
    Q_OBJECT

public:
    explicit PracticeGuide(QWidget* parent = nullptr);
    void setSteps(const std::vector<models::GuideStep>& steps);
    [[nodiscard]] const std::vector<models::GuideStep>& steps() const { return m_steps; }
    void retranslate() override;

signals:
    void dismissed();
    /// The person pressed a step's button; copying is done here.
    void deedWanted(onceover::models::GuideDeed deed);

private:
    struct Row {
        ToneLine* title;
        TextLabel* text;
        TextLabel* command;
        QPushButton* button;
    };
    Row addRow(const QString& id);
    void showSteps();
    void press(std::size_t row);

    TextLabel* m_title;
    QToolButton* m_close;
    std::vector<Row> m_rows;
    std::vector<models::GuideStep> m_steps;
};

} // namespace onceover::views
