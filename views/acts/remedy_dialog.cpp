// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/remedy_dialog.h"

#include "models/display_text.h"
#include "models/request_text.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

#include <set>

namespace onceover::views {

namespace {

constexpr int kRemedyDigits = 92;
constexpr int kAnswersShown = 4;

} // namespace

RemedyDialog::RemedyDialog(
    models::Gateway& gateway, const QString& name, const models::RemedySubject& subject, QWidget* parent)
    : RequestDialog(gateway, name, kRemedyDigits, parent)
    , m_part(name + QLatin1Char('.'))
    , m_subject(subject)
    , m_headline(new TextLabel(TextKind::Strong))
    , m_key(new TextLabel(TextKind::Caption))
    , m_answers(new TextLabel(TextKind::Caption))
    , m_question(new TextLabel(TextKind::Strong))
    , m_go(new QRadioButton)
    , m_stop(new QRadioButton)
    , m_lead(new ToneLine(ToneLine::Ground::Filled))
    , m_parts(new QVBoxLayout)
    , m_underFreeze(new QCheckBox)
    , m_total()
    , m_effect(new TextLabel(TextKind::Caption))
{
    m_headline->setObjectName(m_part + QStringLiteral("headline"));
    m_key->setObjectName(m_part + QStringLiteral("key"));
    m_answers->setObjectName(m_part + QStringLiteral("answers"));
    m_question->setObjectName(m_part + QStringLiteral("question"));
    m_go->setObjectName(m_part + QStringLiteral("go"));
    m_stop->setObjectName(m_part + QStringLiteral("stop"));
    m_lead->setObjectName(m_part + QStringLiteral("lead"));
    m_underFreeze->setObjectName(m_part + QStringLiteral("underFreeze"));
    m_key->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (TextLabel* label : {m_headline, m_key, m_answers, m_question, m_effect})
        label->setWordWrap(true);
    for (QWidget* part :
        std::initializer_list<QWidget*>{m_headline, m_key, m_answers, m_question, m_go, m_stop, m_lead})
        body()->addWidget(part);
    m_parts->setSpacing(8);
    body()->addLayout(m_parts);
    for (QAbstractButton* button : std::initializer_list<QAbstractButton*>{m_go, m_stop})
        connect(button, &QAbstractButton::toggled, this, &RemedyDialog::showState);
}

void RemedyDialog::finish(bool freezes)
{
    m_freezes = freezes;
    addReason();
    body()->addWidget(m_underFreeze);
    m_underFreeze->setVisible(freezes);
    m_total = addField(QStringLiteral("total"), 40);
    for (QWidget* part : std::initializer_list<QWidget*>{m_total.label, m_total.edit})
        part->setVisible(typesTotal());
    body()->addWidget(m_effect);
    body()->addStretch(1);
    retranslate();
    m_go->setFocus(); // The question comes first; nothing is answered by default.
}

AmountPerCurrency RemedyDialog::amounts() const
{
    return {{m_subject.currency, m_subject.amountMinor}};
}

bool RemedyDialog::answeredGo() const
{
    return m_go->isChecked();
}

bool RemedyDialog::answeredStop() const
{
    return m_stop->isChecked();
}

std::string RemedyDialog::reason() const
{
    return reasonText().toStdString();
}

std::string RemedyDialog::ticket() const
{
    return ticketText().toStdString();
}

bool RemedyDialog::underFreeze() const
{
    return m_freezes && m_underFreeze->isChecked();
}

QString RemedyDialog::whyNot(const models::ConnectionStatus& status) const
{
    if (const QString why = models::whyNoAct(status, "operator"); !why.isEmpty())
        return why;
    return whyNotSubject();
}

bool RemedyDialog::isComplete() const
{
    const bool answered = answeredGo() || (bothGoOn() && answeredStop());
    return answered && !reason().empty() && partsComplete()
        && (!typesTotal()
            || models::typedTotal(models::totalToType(amounts(), 1), amounts(), m_total.edit->text()).has_value());
}

bool RemedyDialog::mayCorrect(const models::ActOutcome& outcome) const
{
    // What was named or typed may be named or typed otherwise; frozen meanwhile: asked for under the freeze.
    static const std::set<std::string> kCorrectable{
        "FROZEN", "NOT_DRAINED", "NO_EVIDENCE", "EVIDENCE_CONTRADICTS", "AMOUNT_OUT_OF_RANGE", "VALUE_MALFORMED",
        "CURRENCY_DIFFERS", "ALREADY_MATCHED"};
    return outcome.request && kCorrectable.contains(outcome.request->reason);
}

void RemedyDialog::showParts(bool) { }

void RemedyDialog::showFields(bool asking)
{
    const bool possible = asking && whyNotSubject().isEmpty();
    m_go->setEnabled(possible);
    m_stop->setEnabled(possible);
    const bool goesOn = possible && (answeredGo() || (bothGoOn() && answeredStop()));
    enableReason(goesOn);
    for (QWidget* part : std::initializer_list<QWidget*>{m_total.edit, m_underFreeze})
        part->setEnabled(goesOn);
    m_lead->setVisible(asking && answeredStop() && !bothGoOn());
    m_lead->setLine(words().lead, QStringLiteral("ban"), models::Tone::Danger);
    const QString prompt = models::totalPrompt(models::totalToType(amounts(), 1), amounts());
    setFieldText(m_total, prompt, prompt);
    showParts(goesOn);
}

void RemedyDialog::retranslate()
{
    const Words text = words();
    setWindowTitle(text.title);
    m_headline->setPlainText(models::remedyHeadline(m_subject));
    m_key->setPlainText(tr("Operation %1").arg(models::plainText(m_subject.operation.toString())));
    m_answers->setPlainText(tr("On record: %1", "answers of the bank")
                                .arg(models::answerLines(m_subject, kAnswersShown).join(QLatin1Char('\n'))));
    m_key->setVisible(m_subject.operation != Uuid{});
    m_answers->setVisible(!m_subject.status.empty()); // A difference alone does not tell them.
    m_question->setPlainText(text.question);
    m_go->setText(text.go);
    m_stop->setText(text.stop);
    m_underFreeze->setText(tr("&Go on although it is frozen, once drained"));
    m_effect->setPlainText(
        text.effect + QLatin1Char(' ') + tr("A second click is harmless: one request id covers this dialog."));
    confirmButton()->setText(tr("Request approval   Ctrl+Enter"));
    RequestDialog::retranslate();
}

} // namespace onceover::views
