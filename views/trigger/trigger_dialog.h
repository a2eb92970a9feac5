// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/gateway/gateway.h"
#include "views/widgets/translated.h"

#include <QDialog>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace onceover::views {

class TextLabel;
class ToneChip;
class ToneLine;

/// Asks for a run of a job for an explicit business date. One request id is made when the dialog opens and covers it, so
/// a second click is harmless. Lost connection: the input stays and the button is off; nothing is queued. The dialog stays
/// open and shows what the request led to.
class TriggerDialog : public Translated<QDialog>
{
    Q_OBJECT

public:
    explicit TriggerDialog(models::Gateway& gateway, QWidget* parent = nullptr);

    [[nodiscard]] const Uuid& requestId() const { return m_requestId; }
    void retranslate() override;

private:
    enum class Step { Asking, UnderWay, Ended };

    void trigger();
    void another();
    void showOutcome(const models::ActOutcome& outcome);
    void showState();
    void growToFit();
    [[nodiscard]] std::optional<BusinessDate> date() const;
    [[nodiscard]] QString outcomeText() const;

    models::Gateway& m_gateway;
    Uuid m_requestId;
    Step m_step = Step::Asking;
    std::optional<models::ActOutcome> m_outcome;
    std::optional<Failure> m_jobsFailure;

    ToneChip* m_environment;
    QLabel* m_jobLabel;
    QLabel* m_dateLabel;
    QComboBox* m_job;
    QLineEdit* m_date;
    ToneLine* m_dateHint;
    TextLabel* m_harmless;
    ToneLine* m_why;
    ToneLine* m_result;
    QPushButton* m_cancel;
    QPushButton* m_another;
    QPushButton* m_trigger;
};

} // namespace onceover::views
