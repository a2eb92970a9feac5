// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/acts/remedy_dialog.h"

namespace onceover::views {

/// Sends what the bank never saw once more, after the engine's own attempts: same key, same bytes.
class ResendDialog final : public RemedyDialog {
    Q_OBJECT

public:
    ResendDialog(models::Gateway& gateway, const models::RemedySubject& subject, QWidget* parent = nullptr);

protected:
    [[nodiscard]] Words words() const override;
    [[nodiscard]] QString whyNotSubject() const override;
    void send() override;
};

/// Makes the message again that an operation lacks, under the key that was always its own.
class MissingMessageDialog final : public RemedyDialog {
    Q_OBJECT

public:
    MissingMessageDialog(models::Gateway& gateway, const models::RemedySubject& subject, QWidget* parent = nullptr);

protected:
    [[nodiscard]] Words words() const override;
    [[nodiscard]] QString whyNotSubject() const override;
    void send() override;
};

} // namespace onceover::views
