// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/acts/request_dialog.h"

namespace onceover::views {

class TextLabel;

/// Asks that a dead letter be closed without doing anything; a second person decides. What is unknown is never closed
/// so.
class DismissalDialog final : public RequestDialog {
    Q_OBJECT

public:
    DismissalDialog(models::Gateway& gateway, const DeadLetterListRow& letter, QWidget* parent = nullptr);

    void retranslate() override;

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void send() override;
    void showFields(bool asking) override;

private:
    DeadLetterListRow m_letter;
    TextLabel* m_about;
    TextLabel* m_meaning;
    TextLabel* m_effect;
};

} // namespace onceover::views
