// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/practice_guide.h"

#include "views/style/fonts.h"
#include "views/style/icons.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <utility>

namespace onceover::views {

namespace {

constexpr int kTextIndent = 26; // Below the step's name, not below its sign.
constexpr QMargins kHeadSides{13, 7, 6, 3};
constexpr QMargins kStepsSides{11, 0, 13, 10};
constexpr int kBetweenSteps = 6;
constexpr int kBesideFold = 4;
constexpr int kAboveText = 1;
constexpr int kAboveDeed = 3;

bool offersDeed(const models::GuideStep& step)
{
    return !step.done && step.deed != models::GuideDeed::None;
}

QString deedWord(const models::GuideStep& step)
{
    switch (step.deed) {
    case models::GuideDeed::None:
        return {};
    case models::GuideDeed::CopyCommand:
        return PracticeGuide::tr("Copy", "command");
    case models::GuideDeed::TriggerRun:
        return PracticeGuide::tr("Trigger a run\u2026");
    case models::GuideDeed::Freeze:
        return PracticeGuide::tr("Freeze\u2026");
    case models::GuideDeed::OpenAs:
        return PracticeGuide::tr("Open as %1").arg(step.person);
    case models::GuideDeed::ShowLetters:
        return PracticeGuide::tr("Show the dead letters");
    case models::GuideDeed::ShowAudit:
        return PracticeGuide::tr("Show the audit");
    case models::GuideDeed::ShowApprovals:
        return PracticeGuide::tr("Show the approvals");
    }
    return {};
}

} // namespace

PracticeGuide::PracticeGuide(QWidget* parent)
    : Translated(parent)
    , m_title(new TextLabel(TextKind::Heading))
    , m_all(new QToolButton)
    , m_close(new QToolButton)
{
    setObjectName(QStringLiteral("practiceGuide"));
    m_close->setObjectName(QStringLiteral("practiceGuide.dismiss"));
    m_close->setIcon(icon(QStringLiteral("x")));
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::StrongFocus);
    m_all->setObjectName(QStringLiteral("practiceGuide.all"));
    m_all->setCheckable(true);
    m_all->setFocusPolicy(Qt::StrongFocus);
    m_all->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_all->hide();
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kHeadSides);
    head->setSpacing(kBesideFold);
    head->addWidget(m_title, 1);
    head->addWidget(m_all);
    head->addWidget(m_close);
    body()->addLayout(head);
    auto* steps = new QVBoxLayout;
    steps->setContentsMargins(kStepsSides);
    steps->setSpacing(kBetweenSteps);
    for (const char* id : models::kGuideSteps) {
        m_rows.push_back(addRow(QLatin1String(id)));
        const Row& row = m_rows.back();
        auto* below = new QVBoxLayout;
        below->setContentsMargins(kTextIndent, 0, 0, 0);
        below->setSpacing(kAboveDeed);
        below->addWidget(row.text);
        auto* line = new QHBoxLayout;
        line->setSpacing(8);
        line->addWidget(row.command);
        line->addWidget(row.button);
        line->addStretch(1);
        below->addLayout(line);
        auto* all = new QVBoxLayout;
        all->setSpacing(kAboveText);
        auto* above = new QHBoxLayout;
        above->setSpacing(kBesideFold);
        above->addWidget(row.title, 1);
        above->addWidget(row.fold, 0, Qt::AlignTop);
        all->addLayout(above);
        all->addLayout(below);
        steps->addLayout(all);
    }
    body()->addLayout(steps);
    body()->addStretch(1);
    connect(m_close, &QToolButton::clicked, this, &PracticeGuide::dismissed);
    connect(m_all, &QToolButton::toggled, this, &PracticeGuide::folded);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        connect(m_rows[i].button, &QPushButton::clicked, this, [this, i] { press(i); });
        connect(m_rows[i].fold, &QToolButton::clicked, this, [this, i] { unfold(i); });
    }
    retranslate();
}

PracticeGuide::Row PracticeGuide::addRow(const QString& id)
{
    Row row{new ToneLine(ToneLine::Ground::Plain), new QToolButton, new TextLabel(TextKind::Caption),
        new TextLabel(TextKind::Caption), new QPushButton};
    const QString name = QStringLiteral("practiceGuide.") + id;
    row.title->setObjectName(name);
    row.fold->setObjectName(name + QStringLiteral(".fold"));
    row.fold->setAutoRaise(true);
    row.fold->setFocusPolicy(Qt::StrongFocus);
    row.text->setObjectName(name + QStringLiteral(".text"));
    row.command->setObjectName(name + QStringLiteral(".command"));
    row.button->setObjectName(name + QStringLiteral(".button"));
    row.text->setWordWrap(true);
    row.command->setTextInteractionFlags(Qt::TextSelectableByMouse);
    keepFont(row.command, [] { return monospaced(fontOf(TextKind::Caption)); });
    return row;
}

void PracticeGuide::press(std::size_t row)
{
    if (row >= m_steps.size())
        return;
    if (m_steps[row].deed == models::GuideDeed::CopyCommand)
        QGuiApplication::clipboard()->setText(m_rows[row].command->text());
    else
        emit deedWanted(m_steps[row].deed, m_steps[row].person);
}

/// Again the same: as it is without the person's choice.
void PracticeGuide::unfold(std::size_t row)
{
    m_chosen = m_chosen == row ? std::nullopt : std::optional(row);
    showSteps();
    emit folded();
}

/// The step to do; one past the last when all are done.
std::size_t PracticeGuide::firstOpen() const
{
    const auto open
        = std::find_if(m_steps.begin(), m_steps.end(), [](const models::GuideStep& step) { return !step.done; });
    return static_cast<std::size_t>(open - m_steps.begin());
}

bool PracticeGuide::isShown(std::size_t row, Extent extent) const
{
    if (extent == Extent::Told || extent == Extent::Listed || isUnfolded(row, extent))
        return true;
    const std::size_t first = firstOpen();
    return row == first || (extent == Extent::Recent && row + 1 == first);
}

bool PracticeGuide::isUnfolded(std::size_t row, Extent extent) const
{
    if (m_chosen)
        return row == *m_chosen;
    const std::size_t first = firstOpen();
    return row == first || (row + 1 == first && (extent == Extent::Told || first == m_steps.size()));
}

int PracticeGuide::rowHeight(std::size_t row, bool unfolded, int width) const
{
    const Row& parts = m_rows[row];
    const QSize fold = parts.fold->sizeHint();
    const int name = qMax(parts.title->heightForWidth(width - fold.width() - kBesideFold), fold.height());
    if (!unfolded)
        return name;
    const models::GuideStep& step = m_steps[row];
    const int command = step.command.isEmpty() ? 0 : parts.command->sizeHint().height();
    const int deed = qMax(command, offersDeed(step) ? parts.button->sizeHint().height() : 0);
    return name + kAboveText + parts.text->heightForWidth(width - kTextIndent) + (deed > 0 ? kAboveDeed + deed : 0);
}

int PracticeGuide::heightOf(Extent extent, int width) const
{
    const QMargins frame = body()->contentsMargins();
    const int inside = width - frame.left() - frame.right() - kStepsSides.left() - kStepsSides.right();
    int height = frame.top() + frame.bottom() + kHeadSides.top() + kHeadSides.bottom() + kStepsSides.bottom()
        + qMax(m_title->sizeHint().height(), m_close->sizeHint().height());
    bool isFirst = true;
    for (std::size_t i = 0; i < m_rows.size() && i < m_steps.size(); ++i) {
        if (isShown(i, extent))
            height += rowHeight(i, isUnfolded(i, extent), inside) + (std::exchange(isFirst, false) ? 0 : kBetweenSteps);
    }
    return height;
}

int PracticeGuide::fit(int width, int height)
{
    static constexpr std::array kExtents{Extent::Told, Extent::Listed, Extent::Recent};
    const auto fitting = std::find_if(kExtents.begin(), kExtents.end(),
        [this, width, height](Extent extent) { return heightOf(extent, width) <= height; });
    Extent extent = fitting == kExtents.end() ? Extent::One : *fitting;
    const bool hides = extent == Extent::Recent || extent == Extent::One;
    if (hides && m_all->isChecked())
        extent = Extent::Listed;
    m_all->setVisible(hides);
    if (extent != m_extent) {
        m_extent = extent;
        showSteps();
    }
    return heightOf(extent, width);
}

void PracticeGuide::setSteps(const std::vector<models::GuideStep>& steps)
{
    if (steps == m_steps)
        return;
    const bool other = steps.size() != m_steps.size()
        || !std::equal(steps.begin(), steps.end(), m_steps.begin(),
            [](const models::GuideStep& a, const models::GuideStep& b) { return a.done == b.done; });
    if (other)
        m_chosen.reset(); // Something happened: what comes next is shown.
    m_steps = steps;
    showSteps();
    emit folded();
}

void PracticeGuide::showSteps()
{
    for (std::size_t i = 0; i < m_rows.size() && i < m_steps.size(); ++i) {
        const models::GuideStep& step = m_steps[i];
        const Row& row = m_rows[i];
        row.title->setLine(step.title, step.done ? QStringLiteral("circle-check") : QStringLiteral("circle-dashed"),
            step.done ? models::Tone::Ok : models::Tone::Neutral);
        row.title->setAccessibleName(
            step.done ? tr("Done: %1", "step").arg(step.title) : tr("Open: %1", "step").arg(step.title));
        const bool shown = isShown(i, m_extent);
        const bool open = isUnfolded(i, m_extent);
        row.title->setVisible(shown);
        row.fold->setVisible(shown);
        row.title->setAccessibleDescription(step.text);
        row.fold->setIcon(icon(open ? QStringLiteral("chevron-up") : QStringLiteral("chevron-down")));
        row.fold->setAccessibleName(
            open ? tr("Fold: %1", "step").arg(step.title) : tr("Unfold: %1", "step").arg(step.title));
        row.text->setPlainText(step.text);
        row.text->setVisible(open);
        row.command->setPlainText(step.command);
        row.command->setVisible(open && !step.command.isEmpty());
        row.button->setText(deedWord(step));
        row.button->setVisible(open && offersDeed(step));
    }
    m_all->setIcon(icon(m_all->isChecked() ? QStringLiteral("chevron-up") : QStringLiteral("chevron-down")));
    updateGeometry();
}

void PracticeGuide::retranslate()
{
    m_title->setPlainText(tr("Try it: practice guide"));
    m_all->setText(tr("All steps"));
    setHint(m_all, tr("Show all steps, although the page then scrolls."));
    m_close->setAccessibleName(tr("Put the practice guide away"));
    setHint(m_close, tr("Put the practice guide away; View brings it back."));
    showSteps();
    emit folded();
}

} // namespace onceover::views
