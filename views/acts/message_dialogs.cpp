// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/message_dialogs.h"

namespace onceover::views {

// --- re-send ---------------------------------------------------------------------------------------------------------

ResendDialog::ResendDialog(models::Gateway& gateway, const models::RemedySubject& subject, QWidget* parent)
    : RemedyDialog(gateway, QStringLiteral("dialog.resend"), subject, parent)
{
    finish(false);
}

RemedyDialog::Words ResendDialog::words() const
{
    return {tr("Request a re-send"), tr("Did this key ever take effect? Look at the bank's book, not only here."),
        tr("&No, the bank never saw it"), tr("&Yes, or I am not sure"),
        tr("Then it is not sent again. Ask the bank first, or decide the unknown from evidence."),
        tr("The same bytes leave once more under the same key. The database asks that the bank was asked late enough, "
           "that its channel honours keys, and that this key still lives.")};
}

QString ResendDialog::whyNotSubject() const
{
    return models::whyNoRemedy(models::Remedy::Resend, subject());
}

void ResendDialog::send()
{
    gateway().requestResend({subject().operation, reason(), ticket()}, requestId());
}

// --- missing message -------------------------------------------------------------------------------------------------

MissingMessageDialog::MissingMessageDialog(
    models::Gateway& gateway, const models::RemedySubject& subject, QWidget* parent)
    : RemedyDialog(gateway, QStringLiteral("dialog.missingMessage"), subject, parent)
{
    finish(false);
}

RemedyDialog::Words MissingMessageDialog::words() const
{
    return {tr("Request the missing message"),
        tr("Did this key ever take effect? Look at the bank's book, not only here."),
        tr("&No, the bank does not have it"), tr("&Yes, or I am not sure"),
        tr("Then nothing is sent. What the bank executed is a fact to record first."),
        tr("Its money is held and its message is gone. The message is made again from the operation, under the key "
           "that "
           "was always its own; it counts as one that may have left before.")};
}

QString MissingMessageDialog::whyNotSubject() const
{
    return models::whyNoRemedy(models::Remedy::MissingMessage, subject());
}

void MissingMessageDialog::send()
{
    gateway().requestMissingMessage({subject().operation, reason(), ticket()}, requestId());
}

} // namespace onceover::views
