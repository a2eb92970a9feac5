// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/trigger/trigger_dialog.h"

#include "models/display_text.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace onceover::views {

namespace {

constexpr int kTriggerDigits = 76; // Wide enough for the sentences, narrow enough to read.

} // namespace

TriggerDialog::TriggerDialog(models::Gateway& gateway, QWidget* parent)
    : ActDialog(gateway, QStringLiteral("dialog.trigger"), kTriggerDigits, parent)
    , m_jobLabel(new QLabel)
    , m_dateLabel(new QLabel)
    , m_job(new QComboBox)
    , m_date(new QLineEdit)
    , m_dateHint(new ToneLine(ToneLine::Ground::Plain))
    , m_harmless(new TextLabel(TextKind::Caption))
    , m_another(addButton(QStringLiteral("another")))
{
    build();
    connect(m_another, &QPushButton::clicked, this, &TriggerDialog::another);
    connect(m_date, &QLineEdit::textChanged, this, &TriggerDialog::showState);
    connect(m_job, &QComboBox::currentIndexChanged, this, &TriggerDialog::showState);
    connect(&gateway, &models::Gateway::jobsReady, this, [this](const QStringList& jobs) {
        m_jobsFailure.reset();
        const QString chosen = m_job->currentData().toString();
        m_job->clear();
        for (const QString& job : jobs)
            m_job->addItem(models::plainText(job), job);
        m_job->setCurrentIndex(qMax(0, m_job->findData(chosen)));
        showState();
    });
    connect(&gateway, &models::Gateway::jobsFailed, this, [this](const Failure& failure) {
        m_jobsFailure = failure;
        showState();
    });
    gateway.requestJobs();
    retranslate();
    m_date->setFocus();
}

void TriggerDialog::build()
{
    m_job->setObjectName(QStringLiteral("dialog.trigger.job"));
    m_date->setObjectName(QStringLiteral("dialog.trigger.date"));
    m_jobLabel->setBuddy(m_job);
    m_dateLabel->setBuddy(m_date);
    m_date->setMaxLength(10);
    m_date->setTextMargins(4, 0, 4, 0);
    m_harmless->setWordWrap(true);
    auto* fields = new QGridLayout;
    fields->setHorizontalSpacing(14);
    fields->setVerticalSpacing(8);
    fields->addWidget(m_jobLabel, 0, 0);
    fields->addWidget(m_job, 0, 1);
    fields->addWidget(m_dateLabel, 1, 0);
    fields->addWidget(m_date, 1, 1);
    fields->addWidget(m_dateHint, 2, 1);
    fields->setColumnStretch(1, 1);
    body()->addLayout(fields);
    body()->addWidget(m_harmless);
    body()->addStretch(1);
}

std::optional<BusinessDate> TriggerDialog::date() const
{
    const Result<BusinessDate> parsed = BusinessDate::parse(m_date->text().trimmed().toStdString());
    return parsed ? std::optional<BusinessDate>(*parsed) : std::nullopt;
}

bool TriggerDialog::isComplete() const
{
    return date().has_value() && m_job->currentIndex() >= 0;
}

void TriggerDialog::send()
{
    gateway().triggerRun(JobId{m_job->currentData().toString().toStdString()}, *date(), requestId());
}

void TriggerDialog::another()
{
    m_date->clear();
    startAnew();
    m_date->setFocus();
}

void TriggerDialog::answered(const models::ActOutcome& outcome)
{
    if (outcome.result == models::ActResult::Failed)
        m_date->setFocus(); // It was off meanwhile, and the focus had gone to Cancel.
}

QString TriggerDialog::waitingText() const
{
    return tr("Requested; waiting for the answer.");
}

QString TriggerDialog::whyNot(const models::ConnectionStatus& status) const
{
    const QString why = models::whyNoAct(status, "operator");
    return why.isEmpty() && m_jobsFailure ? models::failureSentence(*m_jobsFailure) : why;
}

void TriggerDialog::showFields(bool asking)
{
    const QString text = m_date->text().trimmed();
    const bool wrong = !text.isEmpty() && !date();
    m_dateHint->setLine(wrong ? tr("An existing day, written YYYY-MM-DD.")
                              : tr("Required, written YYYY-MM-DD; nothing is guessed from the clock."),
        wrong ? QStringLiteral("triangle-alert") : QStringLiteral("info"),
        wrong ? models::Tone::Danger : models::Tone::Neutral);
    m_dateHint->setVisible(asking);
    m_job->setEnabled(asking);
    m_date->setEnabled(asking);
    m_another->setVisible(step() == Step::Ended);
}

void TriggerDialog::retranslate()
{
    setWindowTitle(tr("Trigger a run"));
    setPlain(m_jobLabel, tr("&Job"));
    setPlain(m_dateLabel, tr("Business &date"));
    m_job->setAccessibleName(tr("Job"));
    m_date->setAccessibleName(tr("Business date, YYYY-MM-DD"));
    m_date->setPlaceholderText(QStringLiteral("YYYY-MM-DD"));
    m_harmless->setPlainText(tr("A second click is harmless: one request id covers this dialog, and job and business date "
                                "make one run key. A run that exists is named; nothing is settled twice."));
    m_another->setText(tr("Trigger another"));
    confirmButton()->setText(tr("Trigger run   Ctrl+Enter"));
    ActDialog::retranslate();
}

} // namespace onceover::views
