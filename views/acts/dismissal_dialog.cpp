// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/dismissal_dialog.h"

#include "models/display_text.h"
#include "models/work_text.h"
#include "views/widgets/text_label.h"

#include <QBoxLayout>
#include <QPushButton>

namespace onceover::views {

namespace {

constexpr int kDismissalDigits = 82;

} // namespace

DismissalDialog::DismissalDialog(models::Gateway& gateway, const DeadLetterListRow& letter, QWidget* parent)
    : RequestDialog(gateway, QStringLiteral("dialog.dismissal"), kDismissalDigits, parent)
    , m_letter(letter)
    , m_about(new TextLabel(TextKind::Strong))
    , m_meaning(new TextLabel(TextKind::Body))
    , m_effect(new TextLabel(TextKind::Caption))
{
    m_about->setObjectName(QStringLiteral("dialog.dismissal.about"));
    for (TextLabel* label : {m_about, m_meaning, m_effect}) {
        label->setWordWrap(true);
        body()->addWidget(label);
    }
    addReason();
    body()->addStretch(1);
    retranslate();
    focusReason();
}

QString DismissalDialog::whyNot(const models::ConnectionStatus& status) const
{
    return models::whyNoAct(status, "operator");
}

bool DismissalDialog::isComplete() const
{
    return hasReason();
}

void DismissalDialog::send()
{
    gateway().requestDismissal(m_letter.letter, reasonText(), ticketText(), requestId());
}

void DismissalDialog::showFields(bool asking)
{
    enableReason(asking);
}

void DismissalDialog::retranslate()
{
    setWindowTitle(tr("Dismiss a dead letter"));
    const QString amount
        = m_letter.amountMinor ? models::moneyText(*m_letter.amountMinor, m_letter.currency) : QString(QChar(0x2013));
    m_about->setPlainText(tr("Letter %1 \u00B7 %2 \u00B7 %3 \u00B7 %4", "number, class, amount, key")
                              .arg(QString::number(m_letter.letter), models::letterClassText(m_letter.failureClass),
                                  amount, models::plainText(m_letter.idempotencyKey)));
    m_meaning->setPlainText(models::letterMeaning(m_letter));
    m_effect->setPlainText(
        tr("Nothing is sent, undone or made good: the letter is closed with your reason, once a second "
           "person agrees."));
    confirmButton()->setText(tr("Request the dismissal   Ctrl+Enter"));
    RequestDialog::retranslate();
}

} // namespace onceover::views
