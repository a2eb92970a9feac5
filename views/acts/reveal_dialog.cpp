// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/reveal_dialog.h"

#include "models/connection_text.h"
#include "models/plain_text.h"
#include "views/style/fonts.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/text_label.h"

#include <QApplication>
#include <QBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include <initializer_list>

namespace onceover::views {

namespace {

constexpr int kRevealDigits = 82;
constexpr int kRevealReasonMost = 500;

} // namespace

RevealDialog::RevealDialog(models::Gateway& gateway, const OperationId& operation, QWidget* parent)
    : ActDialog(gateway, QStringLiteral("dialog.reveal"), kRevealDigits, parent)
    , m_operation(operation)
    , m_about(new TextLabel(TextKind::Strong))
    , m_effect(new TextLabel(TextKind::Body))
    , m_reason()
    , m_payee(new FactGrid(QStringLiteral("dialog.reveal.payee")))
    , m_heading(new TextLabel(TextKind::Strong))
    , m_payload(new QPlainTextEdit)
{
    m_about->setObjectName(QStringLiteral("dialog.reveal.about"));
    for (TextLabel* label : {m_about, m_effect}) {
        label->setWordWrap(true);
        body()->addWidget(label);
    }
    m_reason = addField(QStringLiteral("reason"), kRevealReasonMost);
    m_payload->setObjectName(QStringLiteral("dialog.reveal.payload"));
    m_payload->setReadOnly(true);
    m_payload->setUndoRedoEnabled(false); // Or what was emptied could be had back.
    m_payload->setTabChangesFocus(true);
    m_payload->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_payload->setWordWrapMode(QTextOption::WrapAnywhere);
    m_payload->setMinimumHeight(90);
    keepFont(m_payload, [] { return monospaced(QApplication::font()); });
    for (QWidget* part : std::initializer_list<QWidget*>{m_payee, m_heading, m_payload})
        part->hide();
    body()->addWidget(m_payee);
    body()->addWidget(m_heading);
    body()->addWidget(m_payload, 1);
    body()->addStretch(0);
    retranslate();
    m_reason.edit->setFocus();
}

QString RevealDialog::whyNot(const models::ConnectionStatus& status) const
{
    return models::whyNoReveal(status);
}

bool RevealDialog::isComplete() const
{
    return !m_reason.edit->text().trimmed().isEmpty();
}

void RevealDialog::send()
{
    gateway().reveal(m_operation, m_reason.edit->text(), requestId());
}

void RevealDialog::showFields(bool asking)
{
    m_reason.edit->setEnabled(asking);
}

QString RevealDialog::waitingText() const
{
    return tr("Your look is being recorded; then it is shown here.");
}

void RevealDialog::answered(const models::ActOutcome& outcome)
{
    if (outcome.revealed && outcome.revealed->done && isVisible())
        showRevealed(*outcome.revealed);
}

void RevealDialog::showRevealed(const Revealed& revealed)
{
    const auto text
        = [](const std::string& value) { return value.empty() ? QString(QChar(0x2013)) : models::plainText(value); };
    m_payee->setFacts({{QStringLiteral("name"), tr("Beneficiary"), text(revealed.beneficiaryName), {}, false},
        {QStringLiteral("account"), tr("Account"), text(revealed.beneficiaryAccount), {}, true},
        {QStringLiteral("country"), tr("Country"), text(revealed.beneficiaryCountry), {}, false}});
    m_payload->setPlainText(text(revealed.payload));
    for (QWidget* part : std::initializer_list<QWidget*>{m_payee, m_heading, m_payload})
        part->show();
    m_payload->setFocus();
}

void RevealDialog::done(int result)
{
    m_payee->setFacts({});
    m_payload->clear();
    m_payload->hide(); // Nothing shows it again.
    ActDialog::done(result);
}

void RevealDialog::retranslate()
{
    setWindowTitle(tr("Show what is masked"));
    m_about->setPlainText(tr("Operation %1").arg(models::plainText(m_operation.value.toString())));
    m_effect->setPlainText(tr(
        "Shows whom it pays, with the whole account number, and the payload as it went or would go out. That you look, "
        "and why, is in the audit before anything is shown. It is shown here only, until you close this; no copy or "
        "report has it."));
    setFieldText(m_reason, tr("&Reason (required)"), tr("Reason"));
    m_heading->setPlainText(tr("Payload, byte for byte"));
    m_payload->setAccessibleName(tr("Payload; characters that could hide something are shown as pictures"));
    confirmButton()->setText(tr("Record and show   Ctrl+Enter"));
    if (step() == Step::Ended && outcome() && !m_payload->isHidden() && outcome()->revealed)
        showRevealed(*outcome()->revealed); // The names of the facts.
    ActDialog::retranslate();
}

} // namespace onceover::views
