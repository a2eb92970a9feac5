// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operation/reveal_button.h"

#include "models/connection_text.h"
#include "views/acts/reveal_dialog.h"
#include "views/widgets/plain.h"

namespace onceover::views {

RevealButton::RevealButton(const QString& name, models::Gateway& gateway, QWidget* parent)
    : QPushButton(parent)
    , m_gateway(gateway)
{
    setObjectName(name);
    connect(this, &QPushButton::clicked, this, &RevealButton::open);
    connect(&m_gateway, &models::Gateway::statusChanged, this, &RevealButton::showState);
    retranslate();
}

void RevealButton::setOperation(std::optional<OperationId> operation)
{
    m_operation = operation;
    showState();
}

void RevealButton::showState()
{
    const QString why = models::whyNoReveal(m_gateway.status());
    setEnabled(m_operation && why.isEmpty());
    setHint(this,
        why.isEmpty() ? tr("The whole account number and the payload, to whoever says why; the audit has it first.")
                      : why);
}

void RevealButton::open()
{
    if (!m_operation || m_dialog)
        return;
    m_dialog = new RevealDialog(m_gateway, *m_operation, this);
    m_gateway.pause(models::PauseReason::Dialog);
    connect(m_dialog, &QDialog::finished, this, [this] { m_gateway.resume(models::PauseReason::Dialog); });
    m_dialog->open();
}

void RevealButton::retranslate()
{
    setText(tr("Show what is masked\u2026"));
    showState();
}

} // namespace onceover::views
