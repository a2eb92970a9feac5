// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/rollout_dialog.h"

#include "models/display_text.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

namespace onceover::views {

namespace {

constexpr int kRolloutDigits = 86;

} // namespace

RolloutDialog::RolloutDialog(models::Gateway& gateway, const RolloutListRow& row, QWidget* parent)
    : RequestDialog(gateway, QStringLiteral("dialog.rollout"), kRolloutDigits, parent)
    , m_row(row)
    , m_steps(models::rolloutSteps(row))
    , m_about(new TextLabel(TextKind::Strong))
    , m_work(new TextLabel(TextKind::Caption))
    , m_stageLabel(new QLabel)
    , m_stage(new QComboBox)
    , m_meaning(new TextLabel(TextKind::Body))
    , m_scopes()
    , m_back(new ToneLine(ToneLine::Ground::Filled))
    , m_left(new TextLabel(TextKind::Body))
{
    const auto name = [](const char* part) { return QStringLiteral("dialog.rollout.") + QLatin1String(part); };
    m_about->setObjectName(name("about"));
    m_work->setObjectName(name("work"));
    m_stage->setObjectName(name("stage"));
    m_meaning->setObjectName(name("meaning"));
    m_back->setObjectName(name("back"));
    m_left->setObjectName(name("left"));
    m_stageLabel->setBuddy(m_stage);
    for (TextLabel* label : {m_about, m_work, m_meaning, m_left})
        label->setWordWrap(true);
    for (QWidget* part : std::initializer_list<QWidget*>{m_about, m_work, m_stageLabel, m_stage, m_meaning})
        body()->addWidget(part);
    m_scopes = addField(QStringLiteral("scopes"), 500);
    body()->addWidget(m_back);
    body()->addWidget(m_left);
    addReason();
    body()->addStretch(1);
    connect(m_stage, &QComboBox::currentIndexChanged, this, &RolloutDialog::showState);
    retranslate();
    focusReason();
}

const models::RolloutStep* RolloutDialog::chosen() const
{
    const int index = m_stage->currentIndex();
    return index < 0 || index >= static_cast<int>(m_steps.size()) ? nullptr : &m_steps[static_cast<std::size_t>(index)];
}

bool RolloutDialog::needsScopes() const
{
    return chosen() && chosen()->mode == "limited";
}

QString RolloutDialog::whyNot(const models::ConnectionStatus& status) const
{
    if (const QString why = models::whyNoAct(status, "operator"); !why.isEmpty())
        return why;
    return models::whyNoRollout(m_row);
}

bool RolloutDialog::isComplete() const
{
    return chosen() && hasReason() && (!needsScopes() || !models::rolloutScopes(m_scopes.edit->text()).empty());
}

void RolloutDialog::send()
{
    RolloutWish wish;
    wish.job = m_row.jobId;
    wish.ruleVersion = chosen()->ruleVersion;
    wish.mode = chosen()->mode;
    if (needsScopes())
        wish.scopes = models::rolloutScopes(m_scopes.edit->text());
    wish.why = {reasonText().toStdString(), ticketText().toStdString()};
    gateway().requestRollout(wish, requestId());
}

bool RolloutDialog::mayCorrect(const models::ActOutcome& outcome) const
{
    return outcome.request && outcome.request->reason == "VALUE_MALFORMED";
}

void RolloutDialog::showFields(bool asking)
{
    const bool possible = asking && !m_steps.empty();
    m_stage->setEnabled(possible);
    enableReason(possible);
    m_scopes.edit->setEnabled(possible && needsScopes());
    m_scopes.label->setVisible(needsScopes());
    m_scopes.edit->setVisible(needsScopes());
    const models::RolloutStep* step = chosen();
    m_meaning->setPlainText(step ? models::rolloutStageText(step->mode) : QString());
    const bool back = step && step->way == models::RolloutStep::Way::Back;
    m_back->setVisible(back);
    m_back->setLine(tr("Going back undoes nothing that took effect. Somebody must deal with:"),
        QStringLiteral("triangle-alert"), models::Tone::Warn);
    m_left->setVisible(back);
    m_left->setPlainText(models::rolloutLeftLines(m_row).join(QLatin1Char('\n')));
}

void RolloutDialog::retranslate()
{
    setWindowTitle(tr("Request a stage of rules"));
    m_about->setPlainText(tr("%1 \u00B7 rules of version %2 \u00B7 now: %3", "job, version, stage")
                              .arg(models::plainText(m_row.jobId))
                              .arg(m_row.ruleVersion)
                              .arg(models::rolloutModeText(m_row.mode)));
    m_work->setPlainText(
        tr("Operations: open %1, held %2, took effect %3, failed %4. Taken over %5, open alerts of the job %6.")
            .arg(models::countText(m_row.open), models::countText(m_row.held), models::countText(m_row.done),
                models::countText(m_row.failed), models::countText(m_row.takeovers),
                models::countText(m_row.alertsOpen)));
    setPlain(m_stageLabel, tr("&Stage"));
    m_stage->setAccessibleName(tr("Stage"));
    {
        const QSignalBlocker quiet(m_stage);
        const int kept = m_stage->currentIndex();
        m_stage->clear();
        for (const models::RolloutStep& step : m_steps)
            m_stage->addItem(models::rolloutStepText(step));
        m_stage->setCurrentIndex(m_steps.empty() ? -1 : qMax(0, kept));
    }
    setFieldText(m_scopes, tr("Takes effect &for: \u201Cmerchant 17, channel practice-bank\u201D"), tr("For whom"));
    confirmButton()->setText(tr("Request approval   Ctrl+Enter"));
    RequestDialog::retranslate();
}

} // namespace onceover::views
