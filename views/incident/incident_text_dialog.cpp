// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/incident/incident_text_dialog.h"

#include "models/freeze_text.h"
#include "models/incident_text.h"
#include "models/plain_text.h"
#include "views/widgets/text_label.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace onceover::views {

namespace {

constexpr int kIncidentDigits = 82;
constexpr int kWordsMost = 2000;
constexpr int kIncidentTicketMost = 100;

using Deed = models::IncidentDeed;

/// The steps forward say enough by themselves.
bool needsWords(Deed deed)
{
    return deed != Deed::Advance && deed != Deed::BeginRecovery && deed != Deed::Close;
}

QString wordsLabel(Deed deed)
{
    if (deed == Deed::AnswerWhy)
        return IncidentTextDialog::tr("&Why could the second run still take effect, or why not? (required)");
    if (deed == Deed::Note)
        return IncidentTextDialog::tr("&Note (required)");
    return needsWords(deed) ? IncidentTextDialog::tr("&Reason (required)") : IncidentTextDialog::tr("&Note");
}

} // namespace

IncidentTextDialog::IncidentTextDialog(
    models::Gateway& gateway, models::IncidentDeed deed, models::IncidentDetailPtr detail, QWidget* parent)
    : ActDialog(gateway, QStringLiteral("dialog.incident"), kIncidentDigits, parent)
    , m_deed(deed)
    , m_detail(std::move(detail))
    , m_about(new TextLabel(TextKind::Strong))
    , m_effect(new TextLabel(TextKind::Body))
    , m_text()
    , m_ticket()
{
    m_about->setObjectName(QStringLiteral("dialog.incident.about"));
    m_effect->setObjectName(QStringLiteral("dialog.incident.effect"));
    for (TextLabel* label : {m_about, m_effect}) {
        label->setWordWrap(true);
        body()->addWidget(label);
    }
    m_text = addField(QStringLiteral("text"), kWordsMost);
    m_ticket = addField(QStringLiteral("ticket"), kIncidentTicketMost);
    const bool hasTicket = m_deed == Deed::CallFalseAlarm;
    m_ticket.label->setVisible(hasTicket);
    m_ticket.edit->setVisible(hasTicket);
    body()->addStretch(1);
    retranslate();
    m_text.edit->setFocus();
}

QString IncidentTextDialog::whyNot(const models::ConnectionStatus& status) const
{
    return models::whyNoDeed(m_deed, *m_detail, status);
}

bool IncidentTextDialog::isComplete() const
{
    const QString words = m_text.edit->text().trimmed();
    if (m_deed == Deed::GiveReason && words == QLatin1String(models::kPrefilledReason))
        return false;
    return !needsWords(m_deed) || !words.isEmpty();
}

void IncidentTextDialog::send()
{
    const std::int64_t incident = m_detail->incident.id;
    const QString words = m_text.edit->text();
    if (m_deed == Deed::Note)
        gateway().noteIncident(incident, words, requestId());
    else if (m_deed == Deed::TakeOver)
        gateway().takeOverIncident(incident, words, requestId());
    else if (m_deed == Deed::GiveReason)
        gateway().giveFreezeReason(incident, words, requestId());
    else if (m_deed == Deed::AnswerWhy)
        gateway().answerWhy(incident, words, requestId());
    else if (m_deed == Deed::GoBack)
        gateway().goBackInIncident(incident, words, requestId());
    else if (m_deed == Deed::CallFalseAlarm)
        gateway().requestFalseAlarm(incident, words, m_ticket.edit->text(), requestId());
    else if (m_deed == Deed::BeginRecovery)
        gateway().beginRecovery(incident, words, requestId());
    else if (m_deed == Deed::Close)
        gateway().closeIncident(incident, words, requestId());
    else if (m_deed == Deed::Fence)
        gateway().fence(m_detail->incident.scope, words, requestId());
    else
        gateway().takeNextStep(incident, words, requestId());
}

bool IncidentTextDialog::closesWhenDone() const
{
    return m_deed != Deed::CallFalseAlarm && m_deed != Deed::Fence; // What these led to is worth reading here.
}

bool IncidentTextDialog::mayCorrect(const models::ActOutcome&) const
{
    return true;
}

void IncidentTextDialog::showFields(bool asking)
{
    m_text.edit->setEnabled(asking);
    m_ticket.edit->setEnabled(asking);
}

QString IncidentTextDialog::effectText() const
{
    const QString scope = models::scopeText(m_detail->incident.scope.kind, m_detail->incident.scope.ref);
    switch (m_deed) {
    case Deed::Note:
        return tr("It stands in the log for good; nothing else changes.");
    case Deed::TakeOver:
        return tr("You own the incident from then on and take its steps; the log says from whom and why.");
    case Deed::GiveReason:
        return tr(
            "It replaces the reason that was filled in for whoever froze in a hurry. It cannot be changed again.");
    case Deed::AnswerWhy:
        return tr(
            "The question that every report answers: not why it ran twice, but why the second run could, or could "
            "not, have an effect.");
    case Deed::GoBack:
        return tr("The incident stands at its diagnosis again: what was compared and planned since counts no more, and "
                  "open plans are void.");
    case Deed::CallFalseAlarm:
        return tr(
            "An empty plan: nothing is recovered. A second person decides; then the incident ends and the freeze may "
            "be lifted.");
    case Deed::BeginRecovery:
        return tr("The approved plan begins: the engine carries it out under the freeze, for exactly its rows.");
    case Deed::Close:
        return tr("It is over. Its log, its evidence and its report stay.");
    case Deed::Fence:
        return tr(
            "Takes from everybody what they still hold in the scope \u201C%1\u201D: whoever comes back finds that it "
            "is theirs no more. Messages under way are asked about.")
            .arg(scope);
    case Deed::Advance:
        return m_detail->gate.next == "VERIFIED" ? tr("The five equalities are counted now. Where one does not hold, "
                                                      "the incident goes back to its diagnosis.")
                                                 : models::incidentText(m_detail->gate.next).explanation;
    case Deed::None:
    case Deed::Wait:
    case Deed::Freeze:
    case Deed::SaveEvidence:
    case Deed::Diagnose:
    case Deed::Weigh:
    case Deed::CompareBooks:
    case Deed::RequestPlan:
    case Deed::OpenRequest:
    case Deed::Lift:
    case Deed::ShowLetters:
        break; // Have dialogs of their own.
    }
    return {};
}

void IncidentTextDialog::retranslate()
{
    QString title = models::deedText(m_deed, *m_detail);
    title.remove(QChar(0x2026));
    setWindowTitle(title);
    m_about->setPlainText(
        tr("%1: %2", "number, title")
            .arg(models::incidentName(m_detail->incident.id), models::plainText(m_detail->incident.title)));
    m_effect->setPlainText(effectText());
    setFieldText(m_text, wordsLabel(m_deed), tr("Words of the act"));
    setFieldText(m_ticket, tr("&Ticket"), tr("Ticket"));
    confirmButton()->setText(tr("%1   Ctrl+Enter", "what is done").arg(title));
    ActDialog::retranslate();
}

} // namespace onceover::views
