// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/incident/weigh_dialog.h"

#include "models/incident_lines.h"
#include "models/incident_text.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

namespace onceover::views {

namespace {

constexpr int kWeighDigits = 82;
constexpr int kRowsWordsMost = 2000;
constexpr int kWhyMost = 2000;

} // namespace

WeighDialog::WeighDialog(models::Gateway& gateway, models::IncidentDetailPtr detail, QWidget* parent)
    : ActDialog(gateway, QStringLiteral("dialog.weigh"), kWeighDigits, parent)
    , m_detail(std::move(detail))
    , m_effect(new TextLabel(TextKind::Body))
    , m_causeLabel(new QLabel)
    , m_cause(new QComboBox)
    , m_supported(new QRadioButton)
    , m_refuted(new QRadioButton)
    , m_rows()
    , m_why()
    , m_another(addButton(QStringLiteral("another")))
{
    m_cause->setObjectName(QStringLiteral("dialog.weigh.cause"));
    m_supported->setObjectName(QStringLiteral("dialog.weigh.supported"));
    m_refuted->setObjectName(QStringLiteral("dialog.weigh.refuted"));
    m_causeLabel->setBuddy(m_cause);
    m_effect->setWordWrap(true);
    body()->addWidget(m_effect);
    // What nobody weighed comes first.
    for (const bool open : {true, false}) {
        for (const models::CauseLine& line : models::causeLines(m_detail->steps)) {
            if ((line.verdict == Verdict::Open) == open)
                m_cause->addItem(models::hypothesisText(line.hypothesis), static_cast<int>(line.hypothesis));
        }
    }
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_causeLabel);
    line->addWidget(m_cause, 1);
    body()->addLayout(line);
    auto* verdicts = new QHBoxLayout;
    verdicts->setSpacing(16);
    verdicts->addWidget(m_supported);
    verdicts->addWidget(m_refuted);
    verdicts->addStretch(1);
    body()->addLayout(verdicts);
    m_rows = addField(QStringLiteral("rows"), kRowsWordsMost);
    m_why = addField(QStringLiteral("why"), kWhyMost);
    body()->addStretch(1);
    connect(m_cause, &QComboBox::currentIndexChanged, this, &WeighDialog::showState);
    connect(m_supported, &QRadioButton::toggled, this, &WeighDialog::showState);
    connect(m_refuted, &QRadioButton::toggled, this, &WeighDialog::showState);
    connect(m_another, &QPushButton::clicked, this, &WeighDialog::another);
    retranslate();
    m_cause->setFocus();
}

QStringList WeighDialog::rows() const
{
    QStringList named;
    for (const QString& one : m_rows.edit->text().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        if (!one.trimmed().isEmpty())
            named << one.trimmed();
    }
    return named;
}

QString WeighDialog::whyNot(const models::ConnectionStatus& status) const
{
    return models::whyNoDeed(models::IncidentDeed::Weigh, *m_detail, status);
}

bool WeighDialog::isComplete() const
{
    return m_cause->currentIndex() >= 0 && (m_supported->isChecked() || m_refuted->isChecked()) && !rows().isEmpty()
        && !m_why.edit->text().trimmed().isEmpty();
}

void WeighDialog::send()
{
    HypothesisVerdict verdict;
    verdict.hypothesis = static_cast<Hypothesis>(m_cause->currentData().toInt());
    verdict.verdict = m_supported->isChecked() ? Verdict::Supported : Verdict::Refuted;
    verdict.why = m_why.edit->text().trimmed().toStdString();
    for (const QString& row : rows())
        verdict.rows.push_back(row.toStdString());
    gateway().weighHypothesis(m_detail->incident.id, verdict, requestId());
}

void WeighDialog::answered(const models::ActOutcome& outcome)
{
    if (outcome.result == models::ActResult::Completed)
        m_another->setFocus();
}

bool WeighDialog::mayCorrect(const models::ActOutcome&) const
{
    return true;
}

/// The next cause, by the same rows unless others are named.
void WeighDialog::another()
{
    m_cause->removeItem(m_cause->currentIndex());
    startAnew();
    m_cause->setFocus();
}

void WeighDialog::showFields(bool asking)
{
    for (QWidget* part : std::initializer_list<QWidget*>{m_cause, m_supported, m_refuted, m_rows.edit, m_why.edit})
        part->setEnabled(asking);
    m_another->setVisible(step() == Step::Ended && m_cause->count() > 1);
}

void WeighDialog::retranslate()
{
    setWindowTitle(tr("Weigh a cause"));
    m_effect->setPlainText(
        tr("A symptom alone supports nothing: name the rows that a verdict rests on (triggers, attempts, "
           "runs, audit rows), several with commas between them."));
    setPlain(m_causeLabel, tr("&Cause"));
    m_cause->setAccessibleName(tr("Cause"));
    for (int i = 0; i < m_cause->count(); ++i)
        m_cause->setItemText(i, models::hypothesisText(static_cast<Hypothesis>(m_cause->itemData(i).toInt())));
    m_supported->setText(tr("&supported"));
    m_refuted->setText(tr("&refuted"));
    setFieldText(m_rows, tr("Ro&ws that it rests on (required)"), tr("Rows that it rests on"));
    setFieldText(m_why, tr("W&hy (required)"), tr("Why"));
    m_another->setText(tr("Weigh &another"));
    confirmButton()->setText(tr("Record the verdict   Ctrl+Enter"));
    ActDialog::retranslate();
}

} // namespace onceover::views
