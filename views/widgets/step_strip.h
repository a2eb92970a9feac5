// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/state_text.h"

#include <QWidget>

#include <vector>

namespace onceover::views {

/// One cell of a strip: a number, what it counts, and what is to be said about it.
struct Step {
    QString icon{};
    QString value{};
    QString word{};
    QString caption{};
    models::Tone tone = models::Tone::Neutral;
    bool marked = false; ///< Stands out: a ground of its tone and a line above.
    QString hint{};
    friend bool operator==(const Step&, const Step&) = default;
};

/// Steps that follow from each other, cause on the left: the three onces of a batch, the six layers of an operation. Cells
/// of equal width; where they do not fit beside each other they take several lines. The words are also told to a screen reader.
class StepStrip : public QWidget
{
    Q_OBJECT

public:
    explicit StepStrip(const QString& name, QWidget* parent = nullptr);
    /// `title` names the strip for a screen reader.
    void setSteps(const QString& title, const std::vector<Step>& steps);
    [[nodiscard]] const std::vector<Step>& steps() const { return m_steps; }
    /// Words that do not fit into their cells now; for tests.
    [[nodiscard]] QStringList clippedTexts() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] int cellWidth() const;
    [[nodiscard]] int cellHeight() const;
    [[nodiscard]] int columnsIn(int width) const;
    [[nodiscard]] QRect cell(int index) const;
    void drawStep(QPainter& painter, const QRect& rect, const Step& step) const;

    std::vector<Step> m_steps;
};

} // namespace onceover::views
