// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/incident/look_dialog.h"

#include "models/connection_text.h"
#include "models/evidence_record.h"
#include "models/incident_text.h"
#include "models/money_text.h"
#include "models/plain_text.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace onceover::views {

namespace {

constexpr int kLookDigits = 82;
constexpr int kPathMost = 1000;

using Deed = models::IncidentDeed;

/// The date from which on an incident is about batches; its database writes "-infinity" where nobody said one.
QString firstDate(const IncidentRow& incident)
{
    return BusinessDate::parse(incident.fromDate) ? QString::fromStdString(incident.fromDate) : QString();
}

/// The business date that a run key ends with; empty: its period is no day.
QString dateOfRun(const std::string& runKey)
{
    const std::string last = runKey.substr(runKey.rfind(':') + 1);
    return BusinessDate::parse(last) ? QString::fromStdString(last) : QString();
}

} // namespace

LookDialog::LookDialog(
    models::Gateway& gateway, models::IncidentDeed deed, models::IncidentDetailPtr detail, QWidget* parent)
    : ActDialog(gateway, QStringLiteral("dialog.look"), kLookDigits, parent)
    , m_deed(deed)
    , m_detail(std::move(detail))
    , m_effect(new TextLabel(TextKind::Body))
    , m_jobLabel(new QLabel)
    , m_job(new QComboBox)
    , m_date()
    , m_folder()
    , m_choose(new QPushButton)
    , m_key()
    , m_stop(addButton(QStringLiteral("stop")))
{
    build();
    connect(m_stop, &QPushButton::clicked, this, [this] { this->gateway().cancelIncidentWork(requestId()); });
    connect(m_choose, &QPushButton::clicked, this, &LookDialog::chooseFolder);
    connect(&gateway, &models::Gateway::incidentWorkProgressed, this, [this](const Uuid& id, qint64 rows) {
        if (id != requestId())
            return;
        m_rows = rows;
        showState();
    });
    connect(&gateway, &models::Gateway::jobsReady, this, [this](const QStringList& jobs) {
        const QString kept = job();
        m_job->clear();
        for (const QString& one : jobs)
            m_job->addItem(models::plainText(one.toStdString()), one);
        m_job->setCurrentText(kept);
    });
    if (needsRun())
        gateway.requestJobs();
    retranslate();
    (savesEvidence() ? m_folder.edit : needsRun() ? m_date.edit : static_cast<QWidget*>(confirmButton()))->setFocus();
}

LookDialog::~LookDialog()
{
    if (step() == Step::UnderWay)
        gateway().cancelIncidentWork(requestId());
}

void LookDialog::build()
{
    m_effect->setObjectName(QStringLiteral("dialog.look.effect"));
    m_job->setObjectName(QStringLiteral("dialog.look.job"));
    m_choose->setObjectName(QStringLiteral("dialog.look.choose"));
    m_choose->setAutoDefault(false);
    m_effect->setWordWrap(true);
    m_job->setEditable(true);
    m_job->setInsertPolicy(QComboBox::NoInsert);
    m_jobLabel->setBuddy(m_job);
    body()->addWidget(m_effect);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_jobLabel);
    line->addWidget(m_job, 1);
    body()->addLayout(line);
    m_date = addField(QStringLiteral("date"), 10);
    m_folder = addField(QStringLiteral("folder"), kPathMost);
    body()->addWidget(m_choose, 0, Qt::AlignLeft);
    m_key = addField(QStringLiteral("key"), kPathMost);
    // Only now: a text that changes is judged with every field.
    proposeRun();
    body()->addStretch(1);
    for (QWidget* part : std::initializer_list<QWidget*>{m_jobLabel, m_job, m_date.label, m_date.edit})
        part->setVisible(needsRun());
    for (QWidget* part :
        std::initializer_list<QWidget*>{m_folder.label, m_folder.edit, m_choose, m_key.label, m_key.edit})
        part->setVisible(savesEvidence());
    connect(m_job, &QComboBox::editTextChanged, this, &LookDialog::showState);
}

/// The scope's job and the first date, or the run that the gate misses. Where it misses several no job is named, so
/// that one look secures them all.
void LookDialog::proposeRun()
{
    const bool isOfJob = m_detail->incident.scope.kind == "job";
    const std::vector<std::string> runs
        = savesEvidence() ? models::missingRuns(m_detail->gate.missing) : std::vector<std::string>{};
    const QString date = runs.size() == 1 ? dateOfRun(runs.front()) : firstDate(m_detail->incident);
    if (isOfJob && runs.size() < 2 && (runs.empty() || !date.isEmpty()))
        m_job->setEditText(QString::fromStdString(m_detail->incident.scope.ref));
    m_date.edit->setText(date);
}

void LookDialog::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Folder in which the evidence is saved"), QDir::homePath());
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& parentFolder) {
        m_folder.edit->setText(
            QDir(parentFolder)
                .filePath(QStringLiteral("evidence-%1").arg(models::incidentName(m_detail->incident.id))));
    });
    dialog->open();
}

QString LookDialog::job() const
{
    return m_job->currentText().trimmed();
}

std::optional<BusinessDate> LookDialog::date() const
{
    const auto parsed = BusinessDate::parse(m_date.edit->text().trimmed().toStdString());
    return parsed ? std::optional(*parsed) : std::nullopt;
}

QString LookDialog::whyNot(const models::ConnectionStatus& status) const
{
    const QString why = models::whyNoDeed(m_deed, *m_detail, status);
    if (!why.isEmpty() || !savesEvidence())
        return why;
    // A bundle that somebody else saved is judged and recorded without reading what an auditor may read.
    const std::string folder = m_folder.edit->text().trimmed().toStdString();
    return !folder.empty() && models::holdsBundle(folder) ? QString() : models::whyNoAct(status, "auditor");
}

bool LookDialog::isComplete() const
{
    if (!needsRun())
        return true;
    if (savesEvidence())
        return !m_folder.edit->text().trimmed().isEmpty() && (job().isEmpty() || date());
    return !job().isEmpty() && date();
}

void LookDialog::send()
{
    m_rows = 0;
    const std::int64_t incident = m_detail->incident.id;
    if (m_deed == Deed::CompareBooks)
        gateway().compareBooks(incident, requestId());
    else if (m_deed == Deed::Diagnose)
        gateway().diagnoseRun(incident, JobId{job().toStdString()}, *date(), requestId());
    else
        gateway().saveEvidence(incident,
            {JobId{job().toStdString()}, date().value_or(BusinessDate{}), m_folder.edit->text().trimmed().toStdString(),
                m_key.edit->text().trimmed().toStdString(), incident},
            requestId());
}

QString LookDialog::waitingText() const
{
    return m_rows > 0 ? tr("Reading: %1 rows so far.").arg(models::countText(m_rows))
                      : tr("Reading; what is found is recorded then.");
}

bool LookDialog::mayCorrect(const models::ActOutcome&) const
{
    return true;
}

void LookDialog::showFields(bool asking)
{
    for (QWidget* part : std::initializer_list<QWidget*>{m_job, m_date.edit, m_folder.edit, m_choose, m_key.edit})
        part->setEnabled(asking);
    if (savesEvidence() && job().isEmpty()) // Every run, whatever its date.
        m_date.edit->setEnabled(false);
    m_stop->setVisible(step() == Step::UnderWay);
}

void LookDialog::retranslate()
{
    QString title = models::deedText(m_deed, *m_detail);
    title.remove(QChar(0x2026));
    setWindowTitle(title);
    m_effect->setPlainText(
        m_deed == Deed::SaveEvidence ? tr(
            "Everything about one run goes into a folder, or about every run of the incident where no job is named: "
            "scheduler, workers, database and outside, each a file with its SHA-256. A folder that holds a bundle "
            "already is judged instead. The digests are recorded.")
            : m_deed == Deed::Diagnose
            ? tr("Reads the run's triggers and attempts and weighs each cause by them. What the rows do not tell stays "
                 "open for you.")
            : tr(
                "Lays the book of every channel of the scope beside ours, line by line. Nothing is sent and nothing is "
                "repaired; each difference is listed."));
    setPlain(m_jobLabel, tr("&Job"));
    m_job->setAccessibleName(tr("Job"));
    m_job->lineEdit()->setAccessibleName(tr("Job")); // What takes the keys has no name of its own.
    setFieldText(m_date, tr("Business &date, YYYY-MM-DD"), tr("Business date, YYYY-MM-DD"));
    setFieldText(m_folder, tr("&Folder (is made)"), tr("Folder of the bundle"));
    m_choose->setText(tr("&Choose\u2026"));
    setFieldText(m_key, tr("&Key file that signs it, or of the only signature that counts"), tr("Key file"));
    m_stop->setText(tr("&End the look"));
    confirmButton()->setText(tr("%1   Ctrl+Enter", "what is done").arg(title));
    ActDialog::retranslate();
}

} // namespace onceover::views
