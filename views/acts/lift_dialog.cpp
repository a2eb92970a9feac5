// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/lift_dialog.h"

#include "models/connection_text.h"
#include "models/freeze_text.h"
#include "models/plain_text.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QGridLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace onceover::views {

namespace {

constexpr int kLiftDigits = 82;
constexpr std::array kPolicies{"", "all", "latest", "none"}; // The empty one: the job's own.

QString policyWord(const QString& policy)
{
    if (policy == QLatin1String("latest"))
        return LiftDialog::tr("run the latest only, skip the others", "held runs");
    return policy == QLatin1String("none") ? LiftDialog::tr("skip all of them", "held runs")
                                           : LiftDialog::tr("run all of them", "held runs");
}

} // namespace

LiftDialog::LiftDialog(models::Gateway& gateway, const models::TimeFormat& format, QWidget* parent)
    : RequestDialog(gateway, QStringLiteral("dialog.lift"), kLiftDigits, parent)
    , m_format(format)
    , m_freezeLabel(new QLabel)
    , m_freeze(new QComboBox)
    , m_progress(new ToneLine(ToneLine::Ground::Filled))
    , m_held(new TextLabel(TextKind::Body))
    , m_effect(new TextLabel(TextKind::Caption))
    , m_jobsTitle(new TextLabel(TextKind::Strong))
    , m_jobsGrid(new QGridLayout)
{
    m_freeze->setObjectName(QStringLiteral("dialog.lift.freeze"));
    m_progress->setObjectName(QStringLiteral("dialog.lift.progress"));
    m_held->setObjectName(QStringLiteral("dialog.lift.held"));
    m_freezeLabel->setBuddy(m_freeze);
    m_held->setWordWrap(true);
    m_effect->setWordWrap(true);
    m_jobsTitle->setObjectName(QStringLiteral("dialog.lift.jobsTitle"));
    m_jobsTitle->setWordWrap(true);
    m_jobsGrid->setHorizontalSpacing(12);
    m_jobsGrid->setVerticalSpacing(6);
    m_jobsGrid->setColumnStretch(1, 1);
    for (QWidget* part :
        std::initializer_list<QWidget*>{m_freezeLabel, m_freeze, m_progress, m_held, m_effect, m_jobsTitle})
        body()->addWidget(part);
    body()->addLayout(m_jobsGrid);
    addReason();
    body()->addStretch(1);
    connect(m_freeze, &QComboBox::currentIndexChanged, this, &LiftDialog::showState);
    connect(&gateway, &models::Gateway::freezesReady, this, &LiftDialog::take);
    gateway.watchFreezes(true);
    retranslate();
    focusReason();
}

LiftDialog::~LiftDialog()
{
    gateway().watchFreezes(false);
}

void LiftDialog::take(const models::FreezesPtr& freezes)
{
    m_freezes = freezes;
    {
        const QSignalBlocker quiet(m_freeze);
        const QVariant kept = m_freeze->currentData();
        m_freeze->clear();
        for (const FreezeRow& freeze : freezes->freezes)
            m_freeze->addItem(
                tr("%1, by %2", "scope, person")
                    .arg(models::scopeText(freeze.scope.kind, freeze.scope.ref), models::plainText(freeze.actor)),
                static_cast<qlonglong>(freeze.id));
        m_freeze->setCurrentIndex(qMax(0, m_freeze->findData(kept)));
    }
    showState();
}

const FreezeRow* LiftDialog::chosen() const
{
    if (!m_freezes || m_freeze->currentIndex() < 0)
        return nullptr;
    const auto found = std::find_if(m_freezes->freezes.begin(), m_freezes->freezes.end(),
        [id = m_freeze->currentData().toLongLong()](const FreezeRow& freeze) { return freeze.id == id; });
    return found == m_freezes->freezes.end() ? nullptr : &*found;
}

/// One row for each job of which the chosen freeze keeps runs back; what a person chose there stays while the rows are
/// the same.
void LiftDialog::showHeldJobs()
{
    std::vector<HeldJobRow> held;
    const FreezeRow* freeze = chosen();
    if (freeze) {
        std::copy_if(m_freezes->held.begin(), m_freezes->held.end(), std::back_inserter(held),
            [freeze](const HeldJobRow& row) { return row.freeze == freeze->id; });
    }
    if (held == m_heldShown)
        return;
    std::map<QString, QString> chosenBefore;
    for (const HeldJob& job : m_jobs) {
        chosenBefore[job.job] = job.policy->currentData().toString();
        delete job.label;
        delete job.policy;
    }
    m_jobs.clear();
    m_heldShown = held;
    for (const HeldJobRow& row : held) {
        HeldJob job{QString::fromStdString(row.job), new QLabel, new QComboBox};
        job.policy->setObjectName(QStringLiteral("dialog.lift.policy.") + job.job);
        job.label->setBuddy(job.policy);
        job.label->setWordWrap(true);
        for (const char* policy : kPolicies)
            job.policy->addItem(QString(), QLatin1String(policy));
        const auto before = chosenBefore.find(job.job);
        job.policy->setCurrentIndex(before == chosenBefore.end() ? 0 : qMax(0, job.policy->findData(before->second)));
        const int line = static_cast<int>(m_jobs.size());
        m_jobsGrid->addWidget(job.label, line, 0);
        m_jobsGrid->addWidget(job.policy, line, 1);
        m_jobs.push_back(job);
    }
    nameHeldJobs();
}

void LiftDialog::nameHeldJobs()
{
    for (std::size_t i = 0; i < m_jobs.size(); ++i) {
        const HeldJobRow& row = m_heldShown[i];
        const QString dates = row.oldest == row.newest
            ? models::plainText(row.oldest)
            : tr("%1 to %2", "business dates").arg(models::plainText(row.oldest), models::plainText(row.newest));
        setPlain(m_jobs[i].label,
            tr("%1: %2, %3", "job, held runs, business dates")
                .arg(models::plainText(row.job), tr("%n run(s) held", nullptr, static_cast<int>(row.runs)), dates));
        m_jobs[i].policy->setAccessibleName(tr("What becomes of the held runs of %1").arg(models::plainText(row.job)));
        for (int choice = 0; choice < m_jobs[i].policy->count(); ++choice) {
            const QString policy = m_jobs[i].policy->itemData(choice).toString();
            m_jobs[i].policy->setItemText(choice,
                policy.isEmpty() ? tr("the job's own: %1").arg(policyWord(QString::fromStdString(row.policy)))
                                 : policyWord(policy));
        }
    }
}

/// Those that a person named; a job that keeps its own policy is not among them.
std::string LiftDialog::policies() const
{
    QJsonObject named;
    for (const HeldJob& job : m_jobs) {
        if (const QString policy = job.policy->currentData().toString(); !policy.isEmpty())
            named.insert(job.job, policy);
    }
    return QJsonDocument(named).toJson(QJsonDocument::Compact).toStdString();
}

QString LiftDialog::whyNot(const models::ConnectionStatus& status) const
{
    if (const QString why = models::whyNoAct(status, "operator"); !why.isEmpty())
        return why;
    if (m_freezes && m_freezes->freezes.empty())
        return tr("Nothing is frozen.");
    const FreezeRow* freeze = chosen();
    return freeze ? models::whyNoLift(*freeze) : QString();
}

bool LiftDialog::isComplete() const
{
    return chosen() && hasReason();
}

void LiftDialog::send()
{
    gateway().requestLift(chosen()->id, policies(), reasonText(), ticketText(), requestId());
}

bool LiftDialog::mayCorrect(const models::ActOutcome&) const
{
    return true;
}

void LiftDialog::showFields(bool asking)
{
    m_freeze->setEnabled(asking && m_freeze->count() > 1);
    enableReason(asking);
    const FreezeRow* freeze = chosen();
    showHeldJobs();
    for (const HeldJob& job : m_jobs)
        job.policy->setEnabled(asking);
    m_jobsTitle->setVisible(!m_jobs.empty());
    m_progress->setVisible(freeze != nullptr);
    m_held->setVisible(freeze != nullptr);
    if (!freeze)
        return;
    const models::ToneLine line = models::freezeProgress(*freeze, m_format);
    m_progress->setLine(line.text, line.icon, line.tone);
    QString held = models::heldText(*freeze);
    if (const QString none = models::noReplayerText(m_freezes->replayerAlive); !none.isEmpty())
        held += QLatin1Char('\n') + none;
    m_held->setPlainText(held);
}

void LiftDialog::retranslate()
{
    setWindowTitle(tr("Request a lift"));
    setPlain(m_freezeLabel, tr("&Freeze"));
    m_freeze->setAccessibleName(tr("Freeze"));
    m_effect->setPlainText(
        tr("A second person decides within 15 minutes. What is held then goes on in its order, under "
           "its keys; held runs are released by the policy of their job, the oldest business date first."));
    m_jobsTitle->setPlainText(tr("What becomes of the runs that were held"));
    nameHeldJobs();
    confirmButton()->setText(tr("Request the lift   Ctrl+Enter"));
    RequestDialog::retranslate();
}

} // namespace onceover::views
