// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/lift_dialog.h"

#include "models/connection_text.h"
#include "models/freeze_text.h"
#include "models/plain_text.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace onceover::views {

namespace {

constexpr int kLiftDigits = 82;
constexpr int kLiftReasonMost = 500;
constexpr int kLiftTicketMost = 100;

} // namespace

LiftDialog::LiftDialog(models::Gateway& gateway, const models::TimeFormat& format, QWidget* parent)
    : ActDialog(gateway, QStringLiteral("dialog.lift"), kLiftDigits, parent)
    , m_format(format)
    , m_freezeLabel(new QLabel)
    , m_freeze(new QComboBox)
    , m_progress(new ToneLine(ToneLine::Ground::Filled))
    , m_held(new TextLabel(TextKind::Body))
    , m_effect(new TextLabel(TextKind::Caption))
    , m_reason()
    , m_ticket()
{
    m_freeze->setObjectName(QStringLiteral("dialog.lift.freeze"));
    m_progress->setObjectName(QStringLiteral("dialog.lift.progress"));
    m_held->setObjectName(QStringLiteral("dialog.lift.held"));
    m_freezeLabel->setBuddy(m_freeze);
    m_held->setWordWrap(true);
    m_effect->setWordWrap(true);
    for (QWidget* part : std::initializer_list<QWidget*>{m_freezeLabel, m_freeze, m_progress, m_held, m_effect})
        body()->addWidget(part);
    m_reason = addField(QStringLiteral("reason"), kLiftReasonMost);
    m_ticket = addField(QStringLiteral("ticket"), kLiftTicketMost);
    body()->addStretch(1);
    connect(m_freeze, &QComboBox::currentIndexChanged, this, &LiftDialog::showState);
    connect(&gateway, &models::Gateway::freezesReady, this, &LiftDialog::take);
    gateway.watchFreezes(true);
    retranslate();
    m_reason.edit->setFocus();
}

LiftDialog::~LiftDialog()
{
    gateway().watchFreezes(false);
}

void LiftDialog::take(const models::FreezesPtr& freezes)
{
    m_freezes = freezes;
    {
        const QSignalBlocker quiet(m_freeze);
        const QVariant kept = m_freeze->currentData();
        m_freeze->clear();
        for (const FreezeRow& freeze : freezes->freezes)
            m_freeze->addItem(
                tr("%1, by %2", "scope, person")
                    .arg(models::scopeText(freeze.scope.kind, freeze.scope.ref), models::plainText(freeze.actor)),
                static_cast<qlonglong>(freeze.id));
        m_freeze->setCurrentIndex(qMax(0, m_freeze->findData(kept)));
    }
    showState();
}

const FreezeRow* LiftDialog::chosen() const
{
    if (!m_freezes || m_freeze->currentIndex() < 0)
        return nullptr;
    const auto found = std::find_if(m_freezes->freezes.begin(), m_freezes->freezes.end(),
        [id = m_freeze->currentData().toLongLong()](const FreezeRow& freeze) { return freeze.id == id; });
    return found == m_freezes->freezes.end() ? nullptr : &*found;
}

QString LiftDialog::whyNot(const models::ConnectionStatus& status) const
{
    if (const QString why = models::whyNoAct(status, "operator"); !why.isEmpty())
        return why;
    if (m_freezes && m_freezes->freezes.empty())
        return tr("Nothing is frozen.");
    const FreezeRow* freeze = chosen();
    return freeze ? models::whyNoLift(*freeze) : QString();
}

bool LiftDialog::isComplete() const
{
    return chosen() && !m_reason.edit->text().trimmed().isEmpty();
}

void LiftDialog::send()
{
    gateway().requestLift(chosen()->id, m_reason.edit->text(), m_ticket.edit->text(), requestId());
}

bool LiftDialog::mayCorrect(const models::ActOutcome&) const
{
    return true;
}

void LiftDialog::showFields(bool asking)
{
    m_freeze->setEnabled(asking && m_freeze->count() > 1);
    m_reason.edit->setEnabled(asking);
    m_ticket.edit->setEnabled(asking);
    const FreezeRow* freeze = chosen();
    m_progress->setVisible(freeze != nullptr);
    m_held->setVisible(freeze != nullptr);
    if (!freeze)
        return;
    const models::ToneLine line = models::freezeProgress(*freeze, m_format);
    m_progress->setLine(line.text, line.icon, line.tone);
    QString held = models::heldText(*freeze);
    if (const QString none = models::noReplayerText(m_freezes->replayerAlive); !none.isEmpty())
        held += QLatin1Char('\n') + none;
    m_held->setPlainText(held);
}

void LiftDialog::retranslate()
{
    setWindowTitle(tr("Request a lift"));
    setPlain(m_freezeLabel, tr("&Freeze"));
    m_freeze->setAccessibleName(tr("Freeze"));
    m_effect->setPlainText(
        tr("A second person decides within 15 minutes. What is held then goes on in its order, under "
           "its keys; held runs are released by each job's own policy."));
    setFieldText(m_reason, tr("&Reason (required)"), tr("Reason"));
    setFieldText(m_ticket, tr("&Ticket"), tr("Ticket"));
    confirmButton()->setText(tr("Request the lift   Ctrl+Enter"));
    ActDialog::retranslate();
}

} // namespace onceover::views
