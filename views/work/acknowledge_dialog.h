// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/gateway/gateway.h"
#include "views/widgets/translated.h"

#include <QDialog>

#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace onceover::views {

class TextLabel;
class ToneChip;
class ToneLine;

/// A person says that they have seen an alert, and may say why. It names the alert and what follows. One request id
/// covers the dialog, so a second click is harmless; a refusal is shown and the dialog stays, and it closes when it is
/// done.
class AcknowledgeDialog : public Translated<QDialog> {
    Q_OBJECT

public:
    AcknowledgeDialog(models::Gateway& gateway, const AlertListRow& alert, QWidget* parent = nullptr);

    [[nodiscard]] const Uuid& requestId() const { return m_requestId; }
    void retranslate() override;

private:
    enum class Step { Asking, UnderWay, Ended };

    void acknowledge();
    void showOutcome(const models::ActOutcome& outcome);
    void showState();
    void growToFit();

    models::Gateway& m_gateway;
    AlertListRow m_alert;
    Uuid m_requestId;
    Step m_step = Step::Asking;
    std::optional<models::ActOutcome> m_outcome;

    ToneChip* m_environment;
    TextLabel* m_about;
    TextLabel* m_effect;
    QLabel* m_reasonLabel;
    QLineEdit* m_reason;
    ToneLine* m_why;
    ToneLine* m_result;
    QPushButton* m_cancel;
    QPushButton* m_confirm;
};

} // namespace onceover::views
