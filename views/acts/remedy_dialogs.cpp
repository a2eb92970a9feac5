// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/remedy_dialogs.h"

#include "models/difference_text.h"
#include "models/display_text.h"
#include "models/request_text.h"
#include "models/work_text.h"
#include "views/acts/evidence_fields.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

namespace onceover::views {

// --- resolve ---------------------------------------------------------------------------------------------------------

ResolveDialog::ResolveDialog(models::Gateway& gateway, const models::RemedySubject& subject, QWidget* parent)
    : RemedyDialog(gateway, QStringLiteral("dialog.resolve"), subject, parent)
    , m_evidence(new EvidenceFields(QStringLiteral("dialog.resolve"), false))
{
    parts()->addWidget(m_evidence);
    connect(m_evidence, &EvidenceFields::changed, this, &ResolveDialog::showState);
    finish(false);
}

RemedyDialog::Words ResolveDialog::words() const
{
    return {tr("Decide an unknown"), tr("What does the evidence prove?"), tr("It was &executed"),
        tr("It was n&ot, and can no longer be"), {},
        tr("What is named becomes a fact beside the bank's answers; what is on record wins over what is claimed. "
           "Nothing is sent.")};
}

QString ResolveDialog::whyNotSubject() const
{
    return models::whyNoRemedy(models::Remedy::Resolve, subject());
}

bool ResolveDialog::partsComplete() const
{
    return m_evidence->isComplete();
}

void ResolveDialog::showParts(bool asking)
{
    m_evidence->setAsking(asking);
}

void ResolveDialog::send()
{
    // A document that cannot be read is named without a fingerprint, and refused as no evidence.
    const Evidence evidence = m_evidence->evidence().value_or(Evidence{"document", {}, {}, {}, {}});
    gateway().requestResolve({subject().operation, answeredGo(), evidence, reason(), ticket()}, requestId());
}

void ResolveDialog::retranslate()
{
    m_evidence->retranslate();
    RemedyDialog::retranslate();
}

// --- compensation ----------------------------------------------------------------------------------------------------

CompensationDialog::CompensationDialog(models::Gateway& gateway, const models::RemedySubject& subject, QWidget* parent)
    : RemedyDialog(gateway, QStringLiteral("dialog.compensation"), subject, parent)
    , m_typeLabel(new QLabel)
    , m_type(new QComboBox)
    , m_meaning(new TextLabel(TextKind::Body))
    , m_amountLabel(new QLabel)
    , m_amount(new QLineEdit)
    , m_differenceLabel(new QLabel)
    , m_difference(new QLineEdit)
    , m_evidence(new EvidenceFields(QStringLiteral("dialog.compensation"),
          models::compensationTypes(subject.type) != std::vector<std::string>{"reversal"}))
{
    m_type->setObjectName(QStringLiteral("dialog.compensation.type"));
    m_amount->setObjectName(QStringLiteral("dialog.compensation.amount"));
    m_difference->setObjectName(QStringLiteral("dialog.compensation.difference"));
    m_amount->setMaxLength(40);
    m_difference->setMaxLength(18);
    if (subject.difference > 0)
        m_difference->setText(QString::number(subject.difference));
    m_typeLabel->setBuddy(m_type);
    m_amountLabel->setBuddy(m_amount);
    m_differenceLabel->setBuddy(m_difference);
    m_meaning->setWordWrap(true);
    for (QLabel* label : {m_amountLabel, m_differenceLabel})
        label->setWordWrap(true);
    for (QWidget* part : std::initializer_list<QWidget*>{
             m_typeLabel, m_type, m_meaning, m_amountLabel, m_amount, m_evidence, m_differenceLabel, m_difference})
        parts()->addWidget(part);
    connect(m_type, &QComboBox::currentIndexChanged, this, &CompensationDialog::showState);
    for (QLineEdit* edit : {m_amount, m_difference})
        connect(edit, &QLineEdit::textChanged, this, &CompensationDialog::showState);
    connect(m_evidence, &EvidenceFields::changed, this, &CompensationDialog::showState);
    finish(true);
}

std::string CompensationDialog::type() const
{
    return m_type->currentData().toString().toStdString();
}

/// What is made good; nothing: the field says no amount of that currency, or more than there is.
std::optional<std::int64_t> CompensationDialog::amount() const
{
    if (m_amount->text().trimmed().isEmpty())
        return subject().amountMinor;
    const auto typed = models::typedAmount(m_amount->text(), subject().currency);
    return typed && *typed > 0 && *typed <= subject().amountMinor ? typed : std::nullopt;
}

AmountPerCurrency CompensationDialog::amounts() const
{
    if (type() == "extension")
        return {};
    return {{subject().currency, amount().value_or(subject().amountMinor)}};
}

RemedyDialog::Words CompensationDialog::words() const
{
    return {tr("Request a compensation"), tr("Did this key take effect at the bank? Look at its book, not only here."),
        tr("&Yes, its effect is there"), tr("&No, or I am not sure"),
        tr("Then there is nothing to make good yet. What had no effect is done again by a replay; what is unknown is "
           "decided first."),
        tr("A new operation with a key of its own, tied to this one; this one stays as it is. Together they never make "
           "good more than it was.")};
}

QString CompensationDialog::whyNotSubject() const
{
    return models::whyNoRemedy(models::Remedy::Compensate, subject());
}

bool CompensationDialog::partsComplete() const
{
    const QString difference = m_difference->text().trimmed();
    bool isNumber = true;
    if (!difference.isEmpty())
        static_cast<void>(difference.toLongLong(&isNumber));
    return !type().empty() && (type() == "extension" || amount().has_value()) && m_evidence->isComplete() && isNumber;
}

void CompensationDialog::showParts(bool asking)
{
    const bool moves = type() != "extension";
    m_type->setEnabled(asking && m_type->count() > 1);
    m_amountLabel->setVisible(moves);
    m_amount->setVisible(moves);
    m_amount->setEnabled(asking);
    m_difference->setEnabled(asking);
    m_evidence->setAsking(asking);
    m_meaning->setPlainText(models::compensationMeaning(type()));
}

void CompensationDialog::send()
{
    CompensationWish wish;
    wish.original = subject().operation;
    wish.type = type();
    if (wish.type != "extension" && !m_amount->text().trimmed().isEmpty())
        wish.amountMinor = amount();
    wish.evidence = m_evidence->evidence().value_or(Evidence{"document", {}, {}, {}, {}});
    if (const QString difference = m_difference->text().trimmed(); !difference.isEmpty())
        wish.difference = difference.toLongLong();
    wish.underFreeze = underFreeze();
    wish.reason = reason();
    wish.ticket = ticket();
    gateway().requestCompensation(wish, requestId());
}

void CompensationDialog::retranslate()
{
    setPlain(m_typeLabel, tr("&Made good by"));
    m_type->setAccessibleName(tr("Made good by"));
    {
        const QSignalBlocker quiet(m_type);
        const int kept = m_type->currentIndex();
        m_type->clear();
        for (const std::string& one : models::compensationTypes(subject().type))
            m_type->addItem(models::compensationTypeText(one), QString::fromStdString(one));
        m_type->setCurrentIndex(m_type->count() > 0 ? qMax(0, kept) : -1);
    }
    setPlain(m_amountLabel,
        tr("&Amount; empty: the whole, %1").arg(models::moneyText(subject().amountMinor, subject().currency)));
    m_amount->setAccessibleName(tr("Amount"));
    setPlain(m_differenceLabel, tr("Number of the &difference that it closes, if there is one"));
    m_difference->setAccessibleName(tr("Difference that it closes"));
    m_evidence->retranslate();
    RemedyDialog::retranslate();
}

// --- revision --------------------------------------------------------------------------------------------------------

RevisionDialog::RevisionDialog(models::Gateway& gateway, const models::RemedySubject& subject, QWidget* parent)
    : RemedyDialog(gateway, QStringLiteral("dialog.revision"), subject, parent)
{
    finish(true);
}

RemedyDialog::Words RevisionDialog::words() const
{
    return {tr("Request a revision"), tr("Did this key ever take effect? Look at the bank's book, not only here."),
        tr("&No, it was refused or not executed"), tr("&Yes, or I am not sure"),
        tr("Then replacing it would pay twice. What took effect is made good by a compensation; nothing is asked for "
           "here."),
        tr("A new revision with the same items and the beneficiary of now is settled and sent under a key of its own. "
           "It is the only way on for what was refused.")};
}

QString RevisionDialog::whyNotSubject() const
{
    return models::whyNoRemedy(models::Remedy::Revise, subject());
}

void RevisionDialog::send()
{
    gateway().requestRevision({subject().operation, underFreeze(), reason(), ticket()}, requestId());
}

// --- correction ------------------------------------------------------------------------------------------------------

CorrectionDialog::CorrectionDialog(models::Gateway& gateway, const DifferenceListRow& difference, QWidget* parent)
    : RemedyDialog(gateway, QStringLiteral("dialog.correction"), models::remedySubject(difference), parent)
    , m_difference(difference)
{
    finish(false);
}

RemedyDialog::Words CorrectionDialog::words() const
{
    return {tr("Request a correction"), tr("Is the money really gone? Look at the bank's book, not only here."),
        tr("&Yes, the bank's book has it"), tr("&No, or I am not sure"),
        tr("Then there is nothing to book. Ask the bank first; the difference stays open."),
        tr("%1 The amount and the reference are those of the recorded answer; nothing is sent.", "meaning")
            .arg(models::differenceMeaning(m_difference))};
}

QString CorrectionDialog::whyNotSubject() const
{
    return models::whyNoCorrection(m_difference);
}

/// As the other side says it; where the difference tells no amount, the one item is confirmed.
AmountPerCurrency CorrectionDialog::amounts() const
{
    if (!m_difference.theirsMinor || m_difference.currency.empty())
        return {};
    return {{m_difference.currency, *m_difference.theirsMinor}};
}

void CorrectionDialog::send()
{
    gateway().requestCorrection(
        m_difference.difference, QString::fromStdString(reason()), QString::fromStdString(ticket()), requestId());
}

} // namespace onceover::views
