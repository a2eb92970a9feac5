// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/match_dialog.h"

#include "models/difference_text.h"
#include "views/widgets/plain.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

namespace onceover::views {

MatchDialog::MatchDialog(models::Gateway& gateway, const DifferenceListRow& difference, QWidget* parent)
    : RemedyDialog(gateway, QStringLiteral("dialog.match"), models::remedySubject(difference), parent)
    , m_difference(difference)
    , m_kindLabel(new QLabel)
    , m_kind(new QComboBox)
    , m_whichLabel(new QLabel)
    , m_which(new QLineEdit)
{
    m_kind->setObjectName(QStringLiteral("dialog.match.record"));
    m_which->setObjectName(QStringLiteral("dialog.match.which"));
    m_which->setMaxLength(100);
    m_which->setTextMargins(4, 0, 4, 0);
    m_kindLabel->setBuddy(m_kind);
    m_whichLabel->setBuddy(m_which);
    m_whichLabel->setWordWrap(true);
    for (QWidget* part : std::initializer_list<QWidget*>{m_kindLabel, m_kind, m_whichLabel, m_which})
        parts()->addWidget(part);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &MatchDialog::showState);
    connect(m_which, &QLineEdit::textChanged, this, &MatchDialog::showState);
    finish(false);
}

std::string MatchDialog::kind() const
{
    return m_kind->currentData().toString().toStdString();
}

std::optional<MatchingRecord> MatchDialog::record() const
{
    return models::namedRecord(kind(), m_which->text().trimmed().toStdString());
}

RemedyDialog::Words MatchDialog::words() const
{
    return {tr("Propose a match"), tr("Is the record the same money? Look at it, not only at its amount."),
        tr("&Yes, it is the same"), tr("&No, or I am not sure"),
        tr("Then the difference stays open. What stands for money goes by a compensation or a correction."),
        tr("%1 The difference is closed with who and why; no money moves. Channel, amount and currency must agree, and "
           "one record explains one difference.",
            "meaning")
            .arg(models::differenceMeaning(m_difference))};
}

QString MatchDialog::whyNotSubject() const
{
    return models::whyNoMatch(m_difference);
}

bool MatchDialog::partsComplete() const
{
    return record().has_value();
}

void MatchDialog::showParts(bool asking)
{
    m_kind->setEnabled(asking && m_kind->count() > 1);
    m_which->setEnabled(asking);
    const QString prompt = models::recordPrompt(kind());
    setPlain(m_whichLabel, prompt);
    m_which->setAccessibleName(QString(prompt).remove(QLatin1Char('&')));
}

void MatchDialog::send()
{
    gateway().requestMatch(
        {m_difference.difference, record().value_or(MatchingRecord{}), reason(), ticket()}, requestId());
}

void MatchDialog::retranslate()
{
    setPlain(m_kindLabel, tr("E&xplained by"));
    m_kind->setAccessibleName(tr("Explained by"));
    {
        const QSignalBlocker quiet(m_kind);
        const int kept = m_kind->currentIndex();
        m_kind->clear();
        for (const std::string& one : models::recordKinds(m_difference.kind))
            m_kind->addItem(models::recordKindText(one), QString::fromStdString(one));
        m_kind->setCurrentIndex(m_kind->count() > 0 ? qMax(0, kept) : -1);
    }
    RemedyDialog::retranslate();
}

} // namespace onceover::views
