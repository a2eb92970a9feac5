// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/acts/act_dialog.h"

namespace onceover::views {

/// A dialog that asks for something about which a second person decides: with a reason, and a ticket where there is
/// one.
class RequestDialog : public ActDialog {
    Q_OBJECT

public:
    void retranslate() override;

protected:
    using ActDialog::ActDialog;

    /// Both fields, where the derived dialog wants them; before its first retranslate().
    void addReason();
    void enableReason(bool on);
    void focusReason();
    [[nodiscard]] bool hasReason() const { return !reasonText().isEmpty(); }
    [[nodiscard]] QString reasonText() const;
    [[nodiscard]] QString ticketText() const;

private:
    Field m_reason{};
    Field m_ticket{};
};

} // namespace onceover::views
