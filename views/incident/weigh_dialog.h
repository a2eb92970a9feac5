// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/incident_model.h"
#include "views/acts/act_dialog.h"

class QComboBox;
class QRadioButton;

namespace onceover::views {

class TextLabel;

/// Weighs one cause by hand: supported or refuted, by rows that are named, and why. The last word about each counts.
class WeighDialog final : public ActDialog {
    Q_OBJECT

public:
    WeighDialog(models::Gateway& gateway, models::IncidentDetailPtr detail, QWidget* parent = nullptr);

    void retranslate() override;

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void send() override;
    void showFields(bool asking) override;
    void answered(const models::ActOutcome& outcome) override;
    [[nodiscard]] bool mayCorrect(const models::ActOutcome& outcome) const override;

private:
    [[nodiscard]] QStringList rows() const;
    void another();

    models::IncidentDetailPtr m_detail;
    TextLabel* m_effect;
    QLabel* m_causeLabel;
    QComboBox* m_cause;
    QRadioButton* m_supported;
    QRadioButton* m_refuted;
    Field m_rows;
    Field m_why;
    QPushButton* m_another;
};

} // namespace onceover::views
