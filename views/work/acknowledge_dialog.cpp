// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/work/acknowledge_dialog.h"

#include "models/display_text.h"
#include "views/widgets/text_label.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace onceover::views {

namespace {

constexpr int kAcknowledgeDigits = 84; // Wide enough for a key and a sentence.
constexpr int kAcknowledgeReasonMost = 500;

} // namespace

AcknowledgeDialog::AcknowledgeDialog(models::Gateway& gateway, const AlertListRow& alert, QWidget* parent)
    : ActDialog(gateway, QStringLiteral("dialog.acknowledge"), kAcknowledgeDigits, parent)
    , m_alert(alert)
    , m_about(new TextLabel(TextKind::Body))
    , m_effect(new TextLabel(TextKind::Caption))
    , m_reason()
{
    m_about->setObjectName(QStringLiteral("dialog.acknowledge.about"));
    m_about->setWordWrap(true);
    m_effect->setWordWrap(true);
    body()->addWidget(m_about);
    body()->addWidget(m_effect);
    m_reason = addField(QStringLiteral("reason"), kAcknowledgeReasonMost);
    body()->addStretch(1);
    retranslate();
    m_reason.edit->setFocus();
}

QString AcknowledgeDialog::whyNot(const models::ConnectionStatus& status) const
{
    return models::whyNoAcknowledgement(status);
}

void AcknowledgeDialog::send()
{
    gateway().acknowledgeAlert(m_alert.alert, m_reason.edit->text(), requestId());
}

void AcknowledgeDialog::showFields(bool asking)
{
    m_reason.edit->setEnabled(asking);
}

QString AcknowledgeDialog::waitingText() const
{
    return tr("Said; waiting for the answer.");
}

void AcknowledgeDialog::retranslate()
{
    setWindowTitle(tr("Acknowledge an alert"));
    m_about->setPlainText(tr("%1 \u00B7 %2 \u00B7 %3: %4", "grade, rule, subject, last error")
                              .arg(models::plainText(m_alert.grade), models::plainText(m_alert.rule),
                                  models::plainText(m_alert.subject), models::plainText(m_alert.lastError)));
    m_effect->setPlainText(tr("You say that you look after it: it does not go to the next contact any more. The alert "
                              "stays until its cause is gone. A second click is harmless."));
    setFieldText(m_reason, tr("&Reason, for the audit (may be empty)"), tr("Reason, for the audit"));
    confirmButton()->setText(tr("Acknowledge   Ctrl+Enter"));
    ActDialog::retranslate();
}

} // namespace onceover::views
