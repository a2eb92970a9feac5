// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/acts/act_dialog.h"

class QComboBox;

namespace onceover::views {

class TextLabel;

/// Asks for a run of a job for an explicit business date. The dialog stays open and shows what the request led to.
class TriggerDialog final : public ActDialog {
    Q_OBJECT

public:
    explicit TriggerDialog(models::Gateway& gateway, QWidget* parent = nullptr);

    void retranslate() override;

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void send() override;
    void showFields(bool asking) override;
    [[nodiscard]] QString waitingText() const override;
    void answered(const models::ActOutcome& outcome) override;

private:
    void build();
    void another();
    [[nodiscard]] std::optional<BusinessDate> date() const;

    std::optional<Failure> m_jobsFailure;
    QLabel* m_jobLabel;
    QLabel* m_dateLabel;
    QComboBox* m_job;
    QLineEdit* m_date;
    ToneLine* m_dateHint;
    TextLabel* m_harmless;
    QPushButton* m_another;
};

} // namespace onceover::views
