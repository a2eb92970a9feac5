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

namespace onceover::views {

namespace {

constexpr int kTextIndent = 26; // Below the step's name, not below its sign.

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
    , m_close(new QToolButton)
{
    setObjectName(QStringLiteral("practiceGuide"));
    m_close->setObjectName(QStringLiteral("practiceGuide.dismiss"));
    m_close->setIcon(icon(QStringLiteral("x")));
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::StrongFocus);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(13, 7, 6, 3);
    head->addWidget(m_title, 1);
    head->addWidget(m_close);
    body()->addLayout(head);
    auto* steps = new QVBoxLayout;
    steps->setContentsMargins(11, 0, 13, 10);
    steps->setSpacing(6);
    for (const char* id : models::kGuideSteps) {
        m_rows.push_back(addRow(QLatin1String(id)));
        const Row& row = m_rows.back();
        auto* below = new QVBoxLayout;
        below->setContentsMargins(kTextIndent, 0, 0, 0);
        below->setSpacing(3);
        below->addWidget(row.text);
        auto* line = new QHBoxLayout;
        line->setSpacing(8);
        line->addWidget(row.command);
        line->addWidget(row.button);
        line->addStretch(1);
        below->addLayout(line);
        auto* all = new QVBoxLayout;
        all->setSpacing(1);
        auto* above = new QHBoxLayout;
        above->setSpacing(4);
        above->addWidget(row.title, 1);
        above->addWidget(row.fold, 0, Qt::AlignTop);
        all->addLayout(above);
        all->addLayout(below);
        steps->addLayout(all);
    }
    body()->addLayout(steps);
    body()->addStretch(1);
    connect(m_close, &QToolButton::clicked, this, &PracticeGuide::dismissed);
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
}

bool PracticeGuide::isUnfolded(std::size_t row) const
{
    if (m_chosen)
        return row == *m_chosen;
    const auto open
        = std::find_if(m_steps.begin(), m_steps.end(), [](const models::GuideStep& step) { return !step.done; });
    const auto first = static_cast<std::size_t>(open - m_steps.begin());
    return row == first || row + 1 == first;
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
        const bool open = isUnfolded(i);
        row.title->setAccessibleDescription(step.text);
        row.fold->setIcon(icon(open ? QStringLiteral("chevron-up") : QStringLiteral("chevron-down")));
        row.fold->setAccessibleName(
            open ? tr("Fold: %1", "step").arg(step.title) : tr("Unfold: %1", "step").arg(step.title));
        row.text->setPlainText(step.text);
        row.text->setVisible(open);
        row.command->setPlainText(step.command);
        row.command->setVisible(open && !step.command.isEmpty());
        row.button->setText(deedWord(step));
        row.button->setVisible(open && !step.done && step.deed != models::GuideDeed::None);
    }
    updateGeometry();
    emit folded();
}

void PracticeGuide::retranslate()
{
    m_title->setPlainText(tr("Try it: practice guide"));
    m_close->setAccessibleName(tr("Put the practice guide away"));
    setHint(m_close, tr("Put the practice guide away; View brings it back."));
    showSteps();
}

} // namespace onceover::views
