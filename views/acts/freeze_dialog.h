// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/overview_model.h"
#include "views/acts/act_dialog.h"

#include <vector>

class QComboBox;
class QRadioButton;

namespace onceover::views {

class TextLabel;

/// Stops a scope. The opposite of every other dialog by design: protective and reversible, so one person, no typed
/// phrase, and plain Enter confirms as soon as a scope is chosen. It lists what stops and what does not, and stays to
/// say since when the freeze is in force and whether it has drained.
class FreezeDialog final : public ActDialog {
    Q_OBJECT

public:
    /// `offered`: what is selected, the narrowest first; it is preset. Empty: nothing is, and E chooses everything.
    FreezeDialog(models::Gateway& gateway, const models::TimeFormat& format, std::vector<ControlScope> offered,
        QWidget* parent = nullptr);
    ~FreezeDialog() override;

    [[nodiscard]] ControlScope scope() const;
    void retranslate() override;

signals:
    /// It is in force, and the person goes on with an incident about it; the dialog is gone then.
    void incidentWanted(const onceover::ControlScope& scope);

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void send() override;
    void showFields(bool asking) override;
    [[nodiscard]] QString waitingText() const override;
    [[nodiscard]] QString outcomeText(const models::ActOutcome& outcome) const override;
    [[nodiscard]] bool mayCorrect(const models::ActOutcome& outcome) const override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    bool choose(int key);
    void showLines(const std::vector<models::ToneLine>& lines);
    [[nodiscard]] std::vector<models::ToneLine> linesNow() const;

    models::TimeFormat m_format;
    std::vector<ControlScope> m_offered; ///< With everything at the end.
    models::FreezesPtr m_freezes;
    QPushButton* m_incident;
    TextLabel* m_scopeTitle;
    std::vector<QRadioButton*> m_choices;
    QRadioButton* m_another;
    QComboBox* m_kind;
    QLineEdit* m_ref;
    TextLabel* m_effectTitle;
    QVBoxLayout* m_lines;
    std::vector<ToneLine*> m_lineWidgets;
    Field m_reason;
};

} // namespace onceover::views
