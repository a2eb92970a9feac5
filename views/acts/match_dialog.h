// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/acts/remedy_dialog.h"

class QComboBox;

namespace onceover::views {

/// Closes a difference that a record of the other side explains. No money moves, so none is typed.
class MatchDialog final : public RemedyDialog {
    Q_OBJECT

public:
    MatchDialog(models::Gateway& gateway, const DifferenceListRow& difference, QWidget* parent = nullptr);
    void retranslate() override;

protected:
    [[nodiscard]] Words words() const override;
    [[nodiscard]] QString whyNotSubject() const override;
    [[nodiscard]] bool typesTotal() const override { return false; }
    [[nodiscard]] bool partsComplete() const override;
    void showParts(bool asking) override;
    void send() override;

private:
    [[nodiscard]] std::string kind() const;
    [[nodiscard]] std::optional<MatchingRecord> record() const;

    DifferenceListRow m_difference;
    QLabel* m_kindLabel;
    QComboBox* m_kind;
    QLabel* m_whichLabel;
    QLineEdit* m_which;
};

} // namespace onceover::views
