// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/gateway/gateway.h"
#include "models/remedy_plan.h"

#include <QPointer>
#include <QToolButton>

#include <array>
#include <optional>

namespace onceover::views {

class ActDialog;

/// What may be asked for where the engine cannot go on with one operation: decide an unknown, make good, replace, send
/// once more, make a missing message. What is out of the question stays in the menu and says why. The pages of the
/// operation, of its dead letter and of its difference have the same one.
class RemedyButton final : public QToolButton {
    Q_OBJECT

public:
    RemedyButton(const QString& name, models::Gateway& gateway, QWidget* parent = nullptr);

    /// Nothing: no operation is shown. `whyNone`: then why, where something is shown that is none.
    void setSubject(std::optional<models::RemedySubject> subject, const QString& whyNone = {});
    void retranslate();

private:
    void showActions();
    void open(models::Remedy remedy);

    static constexpr std::array kRemedies{models::Remedy::Resolve, models::Remedy::Compensate, models::Remedy::Revise,
        models::Remedy::Resend, models::Remedy::MissingMessage};

    models::Gateway& m_gateway;
    std::optional<models::RemedySubject> m_subject;
    std::array<QAction*, kRemedies.size()> m_actions{};
    QPointer<ActDialog> m_dialog;
};

} // namespace onceover::views
