// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/request_dialog.h"

#include <QLineEdit>

namespace onceover::views {

namespace {

constexpr int kRequestReasonMost = 500;
constexpr int kRequestTicketMost = 100;

} // namespace

void RequestDialog::addReason()
{
    m_reason = addField(QStringLiteral("reason"), kRequestReasonMost);
    m_ticket = addField(QStringLiteral("ticket"), kRequestTicketMost);
}

void RequestDialog::enableReason(bool on)
{
    m_reason.edit->setEnabled(on);
    m_ticket.edit->setEnabled(on);
}

void RequestDialog::focusReason()
{
    m_reason.edit->setFocus();
}

QString RequestDialog::reasonText() const
{
    return m_reason.edit->text().trimmed();
}

QString RequestDialog::ticketText() const
{
    return m_ticket.edit->text().trimmed();
}

void RequestDialog::retranslate()
{
    setFieldText(m_reason, tr("&Reason (required)"), tr("Reason"));
    setFieldText(m_ticket, tr("&Ticket"), tr("Ticket"));
    ActDialog::retranslate();
}

} // namespace onceover::views
