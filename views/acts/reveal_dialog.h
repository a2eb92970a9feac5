// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "views/acts/act_dialog.h"

class QPlainTextEdit;

namespace onceover::views {

class FactGrid;
class TextLabel;

/// Shows what views mask of one operation, the whole account number and the payload, to whoever says why. The audit has
/// person and reason before anything is shown. What is shown stands in this dialog alone and goes with it: nothing of
/// it reaches a page, a report, a log or the next look.
class RevealDialog final : public ActDialog {
    Q_OBJECT

public:
    RevealDialog(models::Gateway& gateway, const OperationId& operation, QWidget* parent = nullptr);

    void retranslate() override;
    /// Empties what was shown, however it is closed.
    void done(int result) override;

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void send() override;
    void showFields(bool asking) override;
    [[nodiscard]] QString waitingText() const override;
    void answered(const models::ActOutcome& outcome) override;

private:
    void showRevealed(const Revealed& revealed);

    OperationId m_operation;
    TextLabel* m_about;
    TextLabel* m_effect;
    Field m_reason;
    FactGrid* m_payee;
    TextLabel* m_heading;
    QPlainTextEdit* m_payload;
};

} // namespace onceover::views
