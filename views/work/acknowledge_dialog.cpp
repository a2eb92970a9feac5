// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/work/acknowledge_dialog.h"

#include "models/act_text.h"
#include "models/display_text.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QTimer>

#include <utility>

namespace onceover::views {

namespace {

constexpr int kAcknowledgeChars = 84; // Wide enough for a key and a sentence.
constexpr int kReasonMost = 500;

} // namespace

AcknowledgeDialog::AcknowledgeDialog(models::Gateway& gateway, const AlertListRow& alert, QWidget* parent)
    : Translated(parent)
    , m_gateway(gateway)
    , m_alert(alert)
    , m_requestId(models::Gateway::newRequestId())
    , m_environment(new ToneChip)
    , m_about(new TextLabel(TextKind::Body))
    , m_effect(new TextLabel(TextKind::Caption))
    , m_reasonLabel(new QLabel)
    , m_reason(new QLineEdit)
    , m_why(new ToneLine(ToneLine::Ground::Filled))
    , m_result(new ToneLine(ToneLine::Ground::Filled))
    , m_cancel(new QPushButton)
    , m_confirm(new QPushButton)
{
    setObjectName(QStringLiteral("dialog.acknowledge"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_about->setObjectName(QStringLiteral("dialog.acknowledge.about"));
    m_reason->setObjectName(QStringLiteral("dialog.acknowledge.reason"));
    m_why->setObjectName(QStringLiteral("dialog.acknowledge.why"));
    m_result->setObjectName(QStringLiteral("dialog.acknowledge.result"));
    m_cancel->setObjectName(QStringLiteral("dialog.acknowledge.cancel"));
    m_confirm->setObjectName(QStringLiteral("dialog.acknowledge.confirm"));
    m_about->setWordWrap(true);
    m_effect->setWordWrap(true);
    m_reasonLabel->setBuddy(m_reason);
    m_reason->setMaxLength(kReasonMost);
    m_reason->setTextMargins(4, 0, 4, 0);

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_confirm);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(20, 16, 20, 16);
    all->setSpacing(12);
    for (QWidget* part :
        std::initializer_list<QWidget*>{m_environment, m_about, m_effect, m_reasonLabel, m_reason, m_why, m_result})
        all->addWidget(part);
    all->addStretch(1);
    all->addLayout(buttons);
    // Not the average width: that of a Chinese font is twice as much.
    setMinimumWidth(kAcknowledgeChars * fontMetrics().horizontalAdvance(QLatin1Char('n')));

    // Plain Enter never confirms: the default is to go away.
    m_cancel->setDefault(true);
    m_confirm->setAutoDefault(false);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_confirm, &QPushButton::clicked, this, &AcknowledgeDialog::acknowledge);
    for (const Qt::Key enter : {Qt::Key_Return, Qt::Key_Enter})
        connect(new QShortcut(QKeySequence(Qt::CTRL | enter), this), &QShortcut::activated, this,
            &AcknowledgeDialog::acknowledge);
    connect(&m_gateway, &models::Gateway::statusChanged, this, &AcknowledgeDialog::showState);
    connect(&m_gateway, &models::Gateway::actFinished, this, [this](const models::ActOutcome& outcome) {
        if (outcome.requestId == m_requestId)
            showOutcome(outcome);
    });
    retranslate();
    m_reason->setFocus();
}

void AcknowledgeDialog::acknowledge()
{
    if (m_step != Step::Asking || !m_confirm->isEnabled())
        return;
    m_step = Step::UnderWay;
    m_outcome.reset();
    showState(); // The button is off before the request leaves.
    m_gateway.acknowledgeAlert(m_alert.alert, m_reason->text(), m_requestId);
}

void AcknowledgeDialog::showOutcome(const models::ActOutcome& outcome)
{
    m_outcome = outcome;
    switch (outcome.result) {
    case models::ActResult::Completed:
        accept(); // The window says what was recorded.
        return;
    case models::ActResult::Refused:
        m_step = Step::Ended;
        break;
    case models::ActResult::Failed:
        m_step = Step::Asking; // Nothing was done: the same request may be sent again by the person.
        break;
    case models::ActResult::OutcomeUnknown:
        m_step = outcome.stillAsking ? Step::UnderWay : Step::Ended;
        break;
    }
    showState();
}

void AcknowledgeDialog::showState()
{
    const models::ConnectionStatus status = m_gateway.status();
    if (status.server) {
        const models::StateText environment = models::environmentText(status.server->environment);
        m_environment->setChip({environment.word, environment.icon, environment.tone}, environment.explanation);
    }
    m_environment->setVisible(status.server.has_value());
    const bool asking = m_step == Step::Asking;
    const QString why = models::whyNoAcknowledgement(status);
    m_why->setVisible(asking && !why.isEmpty());
    m_why->setLine(why, QStringLiteral("ban"), models::Tone::Warn);
    m_reason->setEnabled(asking);
    m_confirm->setEnabled(asking && why.isEmpty());
    m_confirm->setVisible(m_step != Step::Ended);
    m_cancel->setText(m_step == Step::Ended ? tr("Close") : tr("Cancel"));
    if (m_outcome) {
        const models::ActText text = models::actText(*m_outcome);
        m_result->setLine(text.sentence, text.state.icon, text.state.tone);
    } else {
        m_result->setLine(m_step == Step::UnderWay ? tr("Said; waiting for the answer.") : QString(),
            QStringLiteral("hourglass"), models::Tone::Info);
    }
    m_result->setVisible(!m_result->text().isEmpty());
    QTimer::singleShot(0, this, &AcknowledgeDialog::growToFit); // Once the layout knows the new sentences.
}

/// Sentences that wrap need more height than a dialog gives by itself.
void AcknowledgeDialog::growToFit()
{
    const int wanted = layout()->totalHeightForWidth(width());
    if (wanted > height())
        resize(width(), wanted);
}

void AcknowledgeDialog::retranslate()
{
    setWindowTitle(tr("Acknowledge an alert"));
    m_about->setPlainText(tr("%1 \u00B7 %2 \u00B7 %3: %4", "grade, rule, subject, last error")
                              .arg(models::plainText(m_alert.grade), models::plainText(m_alert.rule),
                                  models::plainText(m_alert.subject), models::plainText(m_alert.lastError)));
    m_effect->setPlainText(tr("You say that you look after it: it does not go to the next contact any more. The alert "
                              "stays until its cause is gone. A second click is harmless."));
    setPlain(m_reasonLabel, tr("&Reason, for the audit (may be empty)"));
    m_reason->setAccessibleName(tr("Reason, for the audit"));
    m_confirm->setText(tr("Acknowledge   Ctrl+Enter"));
    showState();
}

} // namespace onceover::views
