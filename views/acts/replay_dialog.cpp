// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/replay_dialog.h"

#include "models/display_text.h"
#include "models/request_text.h"
#include "models/work_text.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

namespace onceover::views {

namespace {

constexpr int kReplayDigits = 92;
constexpr std::size_t kLinesShown = 20; // The largest of more are on the approval sheet.

} // namespace

ReplayDialog::ReplayDialog(
    models::Gateway& gateway, const std::vector<models::ReplayCandidate>& picked, QWidget* parent)
    : RequestDialog(gateway, QStringLiteral("dialog.replay"), kReplayDigits, parent)
    , m_plan(models::replayPlan(picked))
    , m_headline(new TextLabel(TextKind::Strong))
    , m_classes(new TextLabel(TextKind::Caption))
    , m_lines(new QVBoxLayout)
    , m_question(new TextLabel(TextKind::Strong))
    , m_no(new QRadioButton)
    , m_yes(new QRadioButton)
    , m_lead(new ToneLine(ToneLine::Ground::Filled))
    , m_morning(new QCheckBox)
    , m_underFreeze(new QCheckBox)
    , m_total()
    , m_harmless(new TextLabel(TextKind::Caption))
{
    build();
    for (QAbstractButton* button : std::initializer_list<QAbstractButton*>{m_no, m_yes})
        connect(button, &QAbstractButton::toggled, this, &ReplayDialog::showState);
    retranslate();
    m_no->setFocus(); // The question comes first; nothing is answered by default.
}

void ReplayDialog::build()
{
    const auto name = [](const char* part) { return QStringLiteral("dialog.replay.") + QLatin1String(part); };
    m_headline->setObjectName(name("headline"));
    m_question->setObjectName(name("question"));
    m_no->setObjectName(name("never"));
    m_yes->setObjectName(name("succeeded"));
    m_lead->setObjectName(name("lead"));
    m_morning->setObjectName(name("morning"));
    m_underFreeze->setObjectName(name("underFreeze"));
    for (TextLabel* label : {m_headline, m_classes, m_question, m_harmless})
        label->setWordWrap(true);
    m_lines->setSpacing(1);
    body()->addWidget(m_headline);
    body()->addLayout(m_lines);
    body()->addWidget(m_classes);
    body()->addWidget(m_question);
    auto* answers = new QHBoxLayout;
    answers->setSpacing(18);
    answers->addWidget(m_no);
    answers->addWidget(m_yes);
    answers->addStretch(1);
    body()->addLayout(answers);
    body()->addWidget(m_lead);
    addReason();
    body()->addWidget(m_morning);
    body()->addWidget(m_underFreeze);
    m_total = addField(QStringLiteral("total"), 40);
    body()->addWidget(m_harmless);
    body()->addStretch(1);
}

QString ReplayDialog::lineText(const models::ReplayLine& line) const
{
    const models::ReplayCandidate& candidate = line.candidate;
    const QString key = models::plainText(candidate.key.empty() ? candidate.operation : candidate.key);
    const QString amount = candidate.currency.empty() ? QString(QChar(0x2013))
                                                      : models::moneyText(candidate.amountMinor, candidate.currency);
    return line.why.isEmpty() ? tr("%1 \u00B7 %2 \u00B7 %3", "key, amount, class")
                                    .arg(key, amount, models::letterClassText(candidate.failureClass))
                              : tr("%1 \u00B7 %2 \u00B7 out: %3", "key, amount, why").arg(key, amount, line.why);
}

void ReplayDialog::showPlan()
{
    const std::size_t shown = qMin(m_plan.lines.size(), kLinesShown);
    const std::size_t wanted = shown + (m_plan.lines.size() > shown ? 1 : 0);
    while (m_lineWidgets.size() < wanted) {
        m_lineWidgets.push_back(new ToneLine(ToneLine::Ground::Plain));
        m_lines->addWidget(m_lineWidgets.back());
    }
    for (std::size_t i = 0; i < shown; ++i) {
        const models::ReplayLine& line = m_plan.lines[i];
        m_lineWidgets[i]->setLine(lineText(line), line.why.isEmpty() ? QStringLiteral("check") : QStringLiteral("ban"),
            line.why.isEmpty() ? models::Tone::Ok : models::Tone::Warn);
    }
    if (wanted > shown)
        m_lineWidgets[shown]->setLine(tr("and %n more", nullptr, static_cast<int>(m_plan.lines.size() - shown)),
            QStringLiteral("info"), models::Tone::Neutral);
    m_headline->setPlainText(models::replayHeadline(m_plan));
    m_classes->setPlainText(models::replayClasses(m_plan));
    m_classes->setVisible(!m_plan.classes.empty());
}

QString ReplayDialog::whyNot(const models::ConnectionStatus& status) const
{
    if (const QString why = models::whyNoAct(status, "operator"); !why.isEmpty())
        return why;
    return m_plan.operations.empty() ? tr("Nothing that was picked can be done again.") : QString();
}

bool ReplayDialog::isComplete() const
{
    return m_no->isChecked() && hasReason()
        && models::typedTotal(m_plan.total(), m_plan.amounts, m_total.edit->text()).has_value();
}

void ReplayDialog::send()
{
    ReplayWish wish;
    wish.operations = m_plan.operations;
    wish.keyEverSucceeded = m_yes->isChecked();
    wish.forTheMorning = m_morning->isChecked();
    wish.underFreeze = m_underFreeze->isChecked();
    wish.reason = reasonText().toStdString();
    wish.ticket = ticketText().toStdString();
    gateway().requestReplay(wish, requestId());
}

bool ReplayDialog::mayCorrect(const models::ActOutcome& outcome) const
{
    // Frozen meanwhile: the same wish may be asked for under the freeze.
    return outcome.request && (outcome.request->reason == "FROZEN" || outcome.request->reason == "NOT_DRAINED");
}

void ReplayDialog::showFields(bool asking)
{
    const bool possible = asking && !m_plan.operations.empty();
    m_no->setEnabled(possible);
    m_yes->setEnabled(possible);
    const bool goesOn = possible && m_no->isChecked();
    enableReason(goesOn);
    for (QWidget* part : std::initializer_list<QWidget*>{m_total.edit, m_morning, m_underFreeze})
        part->setEnabled(goesOn);
    m_lead->setVisible(asking && m_yes->isChecked());
    m_lead->setLine(
        tr("Then it took effect, and doing it again would pay twice. What must be made good is a compensation of "
           "its own; nothing is asked for here."),
        QStringLiteral("ban"), models::Tone::Danger);
}

void ReplayDialog::retranslate()
{
    setWindowTitle(tr("Request a replay"));
    showPlan();
    m_question->setPlainText(tr("Did any of these keys ever succeed? Look at the bank's book, not only here."));
    m_no->setText(tr("&No, none of them"));
    m_yes->setText(tr("&Yes, or I am not sure"));
    m_morning->setText(tr("For a decision in the &morning (up to 16 hours)"));
    m_underFreeze->setText(tr("&Go on although it is frozen, once drained"));
    const QString prompt = models::totalPrompt(m_plan.total(), m_plan.amounts);
    setFieldText(m_total, prompt, prompt);
    m_harmless->setPlainText(
        tr("A second click is harmless: one request id covers this dialog. The bank sees the same keys "
           "as before, whoever sends and however often."));
    confirmButton()->setText(tr("Request approval   Ctrl+Enter"));
    RequestDialog::retranslate();
}

} // namespace onceover::views
