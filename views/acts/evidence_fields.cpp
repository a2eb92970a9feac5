// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/evidence_fields.h"

#include "core/records/remedy.h"
#include "models/remedy_plan.h"
#include "views/widgets/plain.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

namespace onceover::views {

EvidenceFields::EvidenceFields(const QString& name, bool optional, QWidget* parent)
    : QWidget(parent)
    , m_optional(optional)
    , m_kindLabel(new QLabel)
    , m_kind(new QComboBox)
    , m_which()
    , m_choose(new QPushButton)
    , m_says()
    , m_reference()
{
    m_kind->setObjectName(name + QStringLiteral(".evidence"));
    m_choose->setObjectName(name + QStringLiteral(".choose"));
    m_choose->setAutoDefault(false);
    m_kindLabel->setBuddy(m_kind);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(3);
    all->addWidget(m_kindLabel);
    all->addWidget(m_kind);
    m_which = addLine(name + QStringLiteral(".which"), 400);
    all->addWidget(m_choose, 0, Qt::AlignLeft);
    m_says = addLine(name + QStringLiteral(".says"), 500);
    m_reference = addLine(name + QStringLiteral(".reference"), 100);
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        showKind();
        emit changed();
    });
    connect(m_choose, &QPushButton::clicked, this, &EvidenceFields::chooseFile);
    retranslate();
}

EvidenceFields::Line EvidenceFields::addLine(const QString& name, int most)
{
    Line line{new QLabel, new QLineEdit};
    line.edit->setObjectName(name);
    line.edit->setMaxLength(most);
    line.edit->setTextMargins(4, 0, 4, 0);
    line.label->setBuddy(line.edit);
    line.label->setWordWrap(true);
    layout()->addWidget(line.label);
    layout()->addWidget(line.edit);
    connect(line.edit, &QLineEdit::textChanged, this, &EvidenceFields::changed);
    return line;
}

std::string EvidenceFields::kind() const
{
    return m_kind->currentData().toString().toStdString();
}

bool EvidenceFields::isComplete() const
{
    if (kind().empty())
        return m_optional;
    const bool says = kind() != "document" || !m_says.edit->text().trimmed().isEmpty();
    return says && !m_which.edit->text().trimmed().isEmpty();
}

std::optional<Evidence> EvidenceFields::evidence() const
{
    if (kind().empty())
        return Evidence{};
    const bool document = kind() == "document";
    return models::namedEvidence(kind(), m_which.edit->text().trimmed().toStdString(),
        document ? m_says.edit->text().trimmed().toStdString() : std::string{},
        document ? m_reference.edit->text().trimmed().toStdString() : std::string{});
}

void EvidenceFields::chooseFile()
{
    auto* files = new QFileDialog(this);
    files->setAttribute(Qt::WA_DeleteOnClose);
    files->setFileMode(QFileDialog::ExistingFile);
    connect(files, &QFileDialog::fileSelected, m_which.edit, &QLineEdit::setText);
    files->open();
}

void EvidenceFields::setAsking(bool asking)
{
    m_asking = asking;
    showKind();
}

void EvidenceFields::showKind()
{
    const bool named = !kind().empty();
    const bool document = kind() == "document";
    m_kind->setEnabled(m_asking);
    for (QLineEdit* edit : {m_which.edit, m_says.edit, m_reference.edit})
        edit->setEnabled(m_asking);
    m_choose->setEnabled(m_asking);
    m_which.label->setVisible(named);
    m_which.edit->setVisible(named);
    m_choose->setVisible(document);
    for (const Line& line : {m_says, m_reference}) {
        line.label->setVisible(document);
        line.edit->setVisible(document);
    }
    const QString prompt = models::evidencePrompt(kind());
    setPlain(m_which.label, prompt);
    m_which.edit->setAccessibleName(QString(prompt).remove(QLatin1Char('&')));
}

void EvidenceFields::retranslate()
{
    setPlain(m_kindLabel, tr("E&vidence"));
    m_kind->setAccessibleName(tr("Evidence"));
    {
        const QSignalBlocker quiet(m_kind);
        const int kept = m_kind->currentIndex();
        m_kind->clear();
        m_kind->addItem(m_optional ? tr("None", "evidence") : tr("Choose\u2026", "evidence"), QString());
        for (const std::string& one : models::evidenceKinds())
            m_kind->addItem(models::evidenceKindText(one), QString::fromStdString(one));
        m_kind->setCurrentIndex(qMax(0, kept));
    }
    m_choose->setText(tr("Choose a file\u2026"));
    setPlain(m_says.label, tr("What it &says"));
    m_says.edit->setAccessibleName(tr("What it says"));
    setPlain(m_reference.label, tr("The &bank's reference, if it tells one"));
    m_reference.edit->setAccessibleName(tr("The bank's reference"));
    showKind();
}

} // namespace onceover::views
