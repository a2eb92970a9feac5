// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operation/remedy_button.h"

#include "models/connection_text.h"
#include "views/acts/message_dialogs.h"
#include "views/acts/remedy_dialogs.h"
#include "views/widgets/plain.h"

#include <QMenu>

#include <utility>

namespace onceover::views {

RemedyButton::RemedyButton(const QString& name, models::Gateway& gateway, QWidget* parent)
    : QToolButton(parent)
    , m_gateway(gateway)
{
    constexpr std::array kNames{"resolve", "compensate", "revise", "resend", "missingMessage"};
    static_assert(kNames.size() == kRemedies.size());
    setObjectName(name);
    setToolButtonStyle(Qt::ToolButtonTextOnly); // The heading of an operation is as wide as the smallest window already.
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    for (std::size_t i = 0; i < kRemedies.size(); ++i) {
        m_actions[i] = menu->addAction(QString());
        m_actions[i]->setObjectName(name + QLatin1Char('.') + QLatin1String(kNames[i]));
        connect(m_actions[i], &QAction::triggered, this, [this, i] { open(kRemedies[i]); });
    }
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this] {
        showActions();
        m_gateway.pause(models::PauseReason::Menu);
    });
    connect(menu, &QMenu::aboutToHide, this, [this] { m_gateway.resume(models::PauseReason::Menu); });
    retranslate();
}

void RemedyButton::setSubject(std::optional<models::RemedySubject> subject, const QString& whyNone)
{
    m_subject = std::move(subject);
    setEnabled(m_subject.has_value());
    setHint(this, m_subject ? QString() : whyNone);
    showActions();
}

void RemedyButton::showActions()
{
    const QString role = models::whyNoAct(m_gateway.status(), "operator");
    for (std::size_t i = 0; i < kRemedies.size(); ++i) {
        QString why = role;
        if (why.isEmpty() && m_subject)
            why = models::whyNoRemedy(kRemedies[i], *m_subject);
        m_actions[i]->setEnabled(m_subject && why.isEmpty());
        setHint(m_actions[i], why);
    }
}

void RemedyButton::open(models::Remedy remedy)
{
    if (!m_subject || m_dialog)
        return;
    switch (remedy) {
    case models::Remedy::Resolve:
        m_dialog = new ResolveDialog(m_gateway, *m_subject, this);
        break;
    case models::Remedy::Compensate:
        m_dialog = new CompensationDialog(m_gateway, *m_subject, this);
        break;
    case models::Remedy::Revise:
        m_dialog = new RevisionDialog(m_gateway, *m_subject, this);
        break;
    case models::Remedy::Resend:
        m_dialog = new ResendDialog(m_gateway, *m_subject, this);
        break;
    case models::Remedy::MissingMessage:
        m_dialog = new MissingMessageDialog(m_gateway, *m_subject, this);
        break;
    }
    m_gateway.pause(models::PauseReason::Dialog);
    connect(m_dialog, &QDialog::finished, this, [this] { m_gateway.resume(models::PauseReason::Dialog); });
    m_dialog->open();
}

void RemedyButton::retranslate()
{
    setText(tr("Put right"));
    setAccessibleName(tr("Ask for what puts this operation right"));
    m_actions[0]->setText(tr("&Decide the unknown\u2026"));
    m_actions[1]->setText(tr("Request &compensation\u2026"));
    m_actions[2]->setText(tr("Request &revision\u2026"));
    m_actions[3]->setText(tr("Request re-&send\u2026"));
    m_actions[4]->setText(tr("Request the &missing message\u2026"));
    showActions();
}

} // namespace onceover::views
