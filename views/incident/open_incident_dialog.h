// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "views/acts/act_dialog.h"

class QComboBox;

namespace onceover::views {

class TextLabel;

/// Opens an incident about a scope; whoever opens it owns it. One is open per scope: who comes second is led to it.
class OpenIncidentDialog final : public ActDialog {
    Q_OBJECT

public:
    /// `scope`: what is selected or frozen; an empty kind: everything is preset.
    OpenIncidentDialog(models::Gateway& gateway, const ControlScope& scope, QWidget* parent = nullptr);

    [[nodiscard]] ControlScope scope() const;
    void retranslate() override;

signals:
    /// It is open, or one was already.
    void opened(qint64 incident);

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void send() override;
    void showFields(bool asking) override;
    void answered(const models::ActOutcome& outcome) override;
    [[nodiscard]] bool closesWhenDone() const override { return true; }
    [[nodiscard]] bool mayCorrect(const models::ActOutcome& outcome) const override;

private:
    [[nodiscard]] bool isDateRight() const;

    TextLabel* m_effect;
    Field m_title;
    QLabel* m_scopeLabel;
    QComboBox* m_kind;
    QLineEdit* m_ref;
    Field m_from;
};

} // namespace onceover::views
