// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/fence_dialog.h"

#include "models/connection_text.h"
#include "models/plain_text.h"
#include "views/widgets/text_label.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace onceover::views {

namespace {

constexpr int kFenceDigits = 82;

} // namespace

FenceDialog::FenceDialog(
    models::Gateway& gateway, const ControlScope& scope, const std::string& holder, QWidget* parent)
    : ActDialog(gateway, QStringLiteral("dialog.fence"), kFenceDigits, parent)
    , m_scope(scope)
    , m_holder(holder)
    , m_about(new TextLabel(TextKind::Strong))
    , m_effect(new TextLabel(TextKind::Body))
    , m_reason()
{
    m_about->setObjectName(QStringLiteral("dialog.fence.about"));
    for (TextLabel* label : {m_about, m_effect}) {
        label->setWordWrap(true);
        body()->addWidget(label);
    }
    m_reason = addField(QStringLiteral("reason"), 500);
    body()->addStretch(1);
    retranslate();
    m_reason.edit->setFocus();
}

QString FenceDialog::whyNot(const models::ConnectionStatus& status) const
{
    return models::whyNoAct(status, "operator");
}

bool FenceDialog::isComplete() const
{
    return !m_reason.edit->text().trimmed().isEmpty();
}

void FenceDialog::send()
{
    gateway().fence(m_scope, m_reason.edit->text().trimmed(), requestId());
}

void FenceDialog::showFields(bool asking)
{
    m_reason.edit->setEnabled(asking);
}

void FenceDialog::retranslate()
{
    const bool isWorker = m_scope.kind == "worker";
    const QString holder = models::plainText(m_holder);
    setWindowTitle(isWorker ? tr("Fence a worker") : tr("Fence an operation"));
    m_about->setPlainText(isWorker
            ? tr("Everything that %1 holds", "worker").arg(holder)
            : tr("Operation %1, held by %2", "id, worker").arg(models::plainText(m_scope.ref), holder));
    m_effect->setPlainText(
        tr("Takes it away at once: whoever comes back finds that it is theirs no more, and what they still write is "
           "refused. The next claim of any worker takes it over; freeze first where it must rest. Messages under way "
           "are asked about."));
    setFieldText(m_reason, tr("&Reason (required)"), tr("Reason"));
    confirmButton()->setText(tr("Fence now   Ctrl+Enter"));
    ActDialog::retranslate();
}

} // namespace onceover::views
