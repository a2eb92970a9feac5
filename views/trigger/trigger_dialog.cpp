// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/trigger/trigger_dialog.h"

#include "models/act_text.h"
#include "models/display_text.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QTimer>

namespace onceover::views {

namespace {

constexpr int kDialogChars = 92; // Wide enough for the sentences, narrow enough to read.

} // namespace

TriggerDialog::TriggerDialog(models::Gateway& gateway, QWidget* parent)
    : Translated(parent)
    , m_gateway(gateway)
    , m_requestId(models::Gateway::newRequestId())
    , m_environment(new ToneChip)
    , m_jobLabel(new QLabel)
    , m_dateLabel(new QLabel)
    , m_job(new QComboBox)
    , m_date(new QLineEdit)
    , m_dateHint(new ToneLine(ToneLine::Ground::Plain))
    , m_harmless(new TextLabel(TextKind::Caption))
    , m_why(new ToneLine(ToneLine::Ground::Filled))
    , m_result(new ToneLine(ToneLine::Ground::Filled))
    , m_cancel(new QPushButton)
    , m_another(new QPushButton)
    , m_trigger(new QPushButton)
{
    setObjectName(QStringLiteral("dialog.trigger"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_job->setObjectName(QStringLiteral("dialog.trigger.job"));
    m_date->setObjectName(QStringLiteral("dialog.trigger.date"));
    m_why->setObjectName(QStringLiteral("dialog.trigger.why"));
    m_result->setObjectName(QStringLiteral("dialog.trigger.result"));
    m_cancel->setObjectName(QStringLiteral("dialog.trigger.cancel"));
    m_another->setObjectName(QStringLiteral("dialog.trigger.another"));
    m_trigger->setObjectName(QStringLiteral("dialog.trigger.confirm"));
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
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_another);
    buttons->addWidget(m_trigger);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(20, 16, 20, 16);
    all->setSpacing(12);
    all->addWidget(m_environment);
    all->addLayout(fields);
    all->addWidget(m_harmless);
    all->addWidget(m_why);
    all->addWidget(m_result);
    all->addStretch(1);
    all->addLayout(buttons);
    setMinimumWidth(kDialogChars * fontMetrics().averageCharWidth());

    // Plain Enter never confirms: the default is to go away.
    m_cancel->setDefault(true);
    m_trigger->setAutoDefault(false);
    m_another->setAutoDefault(false);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_trigger, &QPushButton::clicked, this, &TriggerDialog::trigger);
    connect(m_another, &QPushButton::clicked, this, &TriggerDialog::another);
    // Shortcuts, for a button that has the focus takes Enter with any modifier for a click on itself.
    for (const Qt::Key enter : {Qt::Key_Return, Qt::Key_Enter})
        connect(new QShortcut(QKeySequence(Qt::CTRL | enter), this), &QShortcut::activated, this, &TriggerDialog::trigger);
    connect(m_date, &QLineEdit::textChanged, this, &TriggerDialog::showState);
    connect(m_job, &QComboBox::currentIndexChanged, this, &TriggerDialog::showState);
    connect(&m_gateway, &models::Gateway::statusChanged, this, &TriggerDialog::showState);
    connect(&m_gateway, &models::Gateway::jobsReady, this, [this](const QStringList& jobs) {
        m_jobsFailure.reset();
        const QString chosen = m_job->currentData().toString();
        m_job->clear();
        for (const QString& job : jobs)
            m_job->addItem(models::plainText(job), job);
        m_job->setCurrentIndex(qMax(0, m_job->findData(chosen)));
        showState();
    });
    connect(&m_gateway, &models::Gateway::jobsFailed, this, [this](const Failure& failure) {
        m_jobsFailure = failure;
        showState();
    });
    connect(&m_gateway, &models::Gateway::actFinished, this, [this](const models::ActOutcome& outcome) {
        if (outcome.requestId == m_requestId)
            showOutcome(outcome);
    });
    m_gateway.requestJobs();
    retranslate();
    m_date->setFocus();
}

std::optional<BusinessDate> TriggerDialog::date() const
{
    const Result<BusinessDate> parsed = BusinessDate::parse(m_date->text().trimmed().toStdString());
    return parsed ? std::optional<BusinessDate>(*parsed) : std::nullopt;
}

void TriggerDialog::trigger()
{
    const std::optional<BusinessDate> day = date();
    if (m_step != Step::Asking || !day || m_job->currentIndex() < 0 || !m_trigger->isEnabled())
        return;
    m_step = Step::UnderWay;
    m_outcome.reset();
    showState(); // The button is off before the request leaves.
    m_gateway.triggerRun(JobId{m_job->currentData().toString().toStdString()}, *day, m_requestId);
}

void TriggerDialog::another()
{
    m_requestId = models::Gateway::newRequestId();
    m_step = Step::Asking;
    m_outcome.reset();
    m_date->clear();
    m_date->setFocus();
    showState();
}

void TriggerDialog::showOutcome(const models::ActOutcome& outcome)
{
    m_outcome = outcome;
    bool takeFocusBack = false;
    switch (outcome.result) {
    case models::ActResult::Completed:
    case models::ActResult::Refused:
        m_step = Step::Ended;
        break;
    case models::ActResult::Failed:
        m_step = Step::Asking; // Nothing was done: the same request may be sent again by the person.
        takeFocusBack = true;
        break;
    case models::ActResult::OutcomeUnknown:
        // While the gateway asks by request id, it tells the truth when it is found.
        m_step = outcome.stillAsking ? Step::UnderWay : Step::Ended;
        break;
    }
    showState();
    if (takeFocusBack)
        m_date->setFocus(); // It was off meanwhile, and the focus had gone to Cancel.
}

QString TriggerDialog::outcomeText() const
{
    if (!m_outcome)
        return m_step == Step::UnderWay ? tr("Requested; waiting for the answer.") : QString();
    return models::actText(*m_outcome).sentence;
}

void TriggerDialog::showState()
{
    const models::ConnectionStatus status = m_gateway.status();
    if (status.server) {
        const models::StateText environment = models::environmentText(status.server->environment);
        m_environment->setChip({environment.word, environment.icon, environment.tone}, environment.explanation);
    }
    m_environment->setVisible(status.server.has_value());

    const bool asking = m_step == Step::Asking;
    QString why = models::whyNoAct(status, "operator");
    if (why.isEmpty() && m_jobsFailure)
        why = models::failureSentence(*m_jobsFailure);
    m_why->setVisible(asking && !why.isEmpty());
    m_why->setLine(why, QStringLiteral("ban"), models::Tone::Warn);

    const QString text = m_date->text().trimmed();
    const bool wrong = !text.isEmpty() && !date();
    m_dateHint->setLine(wrong ? tr("An existing day, written YYYY-MM-DD.") : tr("Required, written YYYY-MM-DD; nothing is guessed from the clock."),
                        wrong ? QStringLiteral("triangle-alert") : QStringLiteral("info"),
                        wrong ? models::Tone::Danger : models::Tone::Neutral);
    m_dateHint->setVisible(asking);
    m_job->setEnabled(asking);
    m_date->setEnabled(asking);
    m_trigger->setEnabled(asking && why.isEmpty() && date().has_value() && m_job->currentIndex() >= 0);
    m_another->setVisible(m_step == Step::Ended);
    m_trigger->setVisible(m_step != Step::Ended);
    m_cancel->setText(m_step == Step::Ended ? tr("Close") : tr("Cancel"));

    const QString said = outcomeText();
    m_result->setVisible(!said.isEmpty());
    if (m_outcome) {
        const models::StateText state = models::actText(*m_outcome).state;
        m_result->setLine(said, state.icon, state.tone);
    } else {
        m_result->setLine(said, QStringLiteral("hourglass"), models::Tone::Info);
    }
    QTimer::singleShot(0, this, &TriggerDialog::growToFit); // Once the layout knows the new sentences.
}

/// Sentences that wrap need more height than a dialog gives by itself.
void TriggerDialog::growToFit()
{
    const int wanted = layout()->totalHeightForWidth(width());
    if (wanted > height())
        resize(width(), wanted);
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
    m_trigger->setText(tr("Trigger run   Ctrl+Enter"));
    showState();
}

} // namespace onceover::views
