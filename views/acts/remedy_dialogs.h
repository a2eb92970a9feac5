// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/acts/remedy_dialog.h"

class QComboBox;

namespace onceover::views {

class EvidenceFields;

/// Decides an unknown from evidence: it was executed, or it was not and can no longer be.
class ResolveDialog final : public RemedyDialog {
    Q_OBJECT

public:
    ResolveDialog(models::Gateway& gateway, const models::RemedySubject& subject, QWidget* parent = nullptr);
    void retranslate() override;

protected:
    [[nodiscard]] Words words() const override;
    [[nodiscard]] QString whyNotSubject() const override;
    [[nodiscard]] bool bothGoOn() const override { return true; }
    [[nodiscard]] bool partsComplete() const override;
    void showParts(bool asking) override;
    void send() override;

private:
    EvidenceFields* m_evidence;
};

/// Makes an effect good: refund, extension or reversal, in whole or in part.
class CompensationDialog final : public RemedyDialog {
    Q_OBJECT

public:
    CompensationDialog(models::Gateway& gateway, const models::RemedySubject& subject, QWidget* parent = nullptr);
    void retranslate() override;

protected:
    [[nodiscard]] Words words() const override;
    [[nodiscard]] QString whyNotSubject() const override;
    [[nodiscard]] AmountPerCurrency amounts() const override;
    [[nodiscard]] bool partsComplete() const override;
    void showParts(bool asking) override;
    void send() override;

private:
    [[nodiscard]] std::string type() const;
    [[nodiscard]] std::optional<std::int64_t> amount() const;

    QLabel* m_typeLabel;
    QComboBox* m_type;
    TextLabel* m_meaning;
    QLabel* m_amountLabel;
    QLineEdit* m_amount;
    QLabel* m_differenceLabel;
    QLineEdit* m_difference;
    EvidenceFields* m_evidence;
};

/// Replaces what was refused or not executed by a new revision with the same items.
class RevisionDialog final : public RemedyDialog {
    Q_OBJECT

public:
    RevisionDialog(models::Gateway& gateway, const models::RemedySubject& subject, QWidget* parent = nullptr);

protected:
    [[nodiscard]] Words words() const override;
    [[nodiscard]] QString whyNotSubject() const override;
    void send() override;
};

/// Books money that was found gone after the bank had refused it.
class CorrectionDialog final : public RemedyDialog {
    Q_OBJECT

public:
    CorrectionDialog(models::Gateway& gateway, const DifferenceListRow& difference, QWidget* parent = nullptr);

protected:
    [[nodiscard]] Words words() const override;
    [[nodiscard]] QString whyNotSubject() const override;
    [[nodiscard]] AmountPerCurrency amounts() const override;
    void send() override;

private:
    DifferenceListRow m_difference;
};

} // namespace onceover::views
