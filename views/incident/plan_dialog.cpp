// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/incident/plan_dialog.h"

#include "models/failure_text.h"
#include "models/money_text.h"
#include "models/plain_text.h"
#include "views/widgets/data_table.h"
#include "views/widgets/table_part.h"
#include "views/widgets/text_label.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>

namespace onceover::views {

namespace {

constexpr int kPlanDigits = 96;
constexpr int kTotalsShown = 5;
constexpr int kItemsShown = 6;

} // namespace

PlanDialog::PlanDialog(models::Gateway& gateway, models::IncidentDetailPtr detail, QWidget* parent)
    : RequestDialog(gateway, QStringLiteral("dialog.plan"), kPlanDigits, parent)
    , m_detail(std::move(detail))
    , m_totals(new models::PlanTotalTable(this))
    , m_items(new models::RecoveryTable(this))
    , m_effect(new TextLabel(TextKind::Body))
    , m_totalPart(new TablePart(QStringLiteral("dialog.plan.totals"), m_totals))
    , m_itemPart(new TablePart(QStringLiteral("dialog.plan.items"), m_items))
    , m_leaveAlone(new QCheckBox)
    , m_planned(new TextLabel(TextKind::Strong))
{
    build();
    connect(
        &gateway, &models::Gateway::proposalReady, this, [this](const Uuid& id, const models::ProposalPtr& proposal) {
            if (id == m_look)
                take(proposal);
        });
    connect(&gateway, &models::Gateway::incidentWorkFailed, this, [this](const Uuid& id, const Failure& failure) {
        if (id != m_look)
            return;
        m_failure = failure;
        showState();
    });
    m_look = gateway.readProposal(m_detail->incident.id);
    retranslate();
    focusReason();
}

PlanDialog::~PlanDialog()
{
    gateway().cancelIncidentWork(m_look);
}

void PlanDialog::build()
{
    m_effect->setWordWrap(true);
    m_planned->setWordWrap(true);
    m_planned->setObjectName(QStringLiteral("dialog.plan.planned"));
    m_leaveAlone->setObjectName(QStringLiteral("dialog.plan.leaveAlone"));
    m_totalPart->setRowsShown(kTotalsShown);
    m_itemPart->setRowsShown(kItemsShown);
    for (QWidget* part : std::initializer_list<QWidget*>{m_effect, m_totalPart, m_itemPart, m_leaveAlone, m_planned})
        body()->addWidget(part);
    addReason();
    body()->addStretch(1);
    connect(m_leaveAlone, &QCheckBox::toggled, this, &PlanDialog::showState);
    connect(m_itemPart->table(), &DataTable::selectedRowsChanged, this, &PlanDialog::showState);
}

void PlanDialog::take(const models::ProposalPtr& proposal)
{
    m_proposal = proposal;
    m_failure.reset();
    m_totals->setRows(models::planTotals(*proposal));
    m_items->setRows(models::recoveryLines(*proposal));
    m_totalPart->table()->fitColumns();
    m_itemPart->table()->fitColumns();
    showState();
}

RecoveryWish PlanDialog::wish() const
{
    QStringList leftAlone;
    if (m_leaveAlone->isChecked()) {
        for (const QModelIndex& index : m_itemPart->table()->selectionModel()->selectedRows())
            leftAlone << QString::fromStdString(m_items->rowAt(index.row()).operation);
    }
    return m_proposal ? models::plannedWish(m_detail->incident.id, *m_proposal, leftAlone) : RecoveryWish{};
}

QString PlanDialog::planned() const
{
    if (m_failure)
        return models::failureSentence(*m_failure, tr("The plan"));
    if (!m_proposal)
        return tr("Reading what is on record\u2026");
    const RecoveryWish asked = wish();
    if (asked.items.empty())
        return tr("The plan is empty: nothing is to be done.");
    return tr("In the plan: %1, %2", "operations, amounts")
        .arg(tr("%n operation(s)", nullptr, static_cast<int>(asked.items.size())),
            models::totalsText(models::plannedAmounts(*m_proposal, asked)));
}

QString PlanDialog::whyNot(const models::ConnectionStatus& status) const
{
    return models::whyNoDeed(models::IncidentDeed::RequestPlan, *m_detail, status);
}

bool PlanDialog::isComplete() const
{
    return m_proposal && hasReason();
}

void PlanDialog::send()
{
    gateway().requestRecovery(wish(), reasonText(), ticketText(), requestId());
}

bool PlanDialog::mayCorrect(const models::ActOutcome&) const
{
    return true;
}

void PlanDialog::showFields(bool asking)
{
    m_leaveAlone->setEnabled(asking && m_items->rowCount() > 0);
    enableReason(asking);
    m_totalPart->setVisible(m_proposal != nullptr);
    m_itemPart->setVisible(m_items->rowCount() > 0);
    m_leaveAlone->setVisible(m_items->rowCount() > 0);
    m_planned->setPlainText(planned());
}

void PlanDialog::retranslate()
{
    setWindowTitle(tr("Ask for a recovery plan"));
    m_effect->setPlainText(tr("What the outside executed is never done again, and what nobody knows is asked. A second "
                              "person decides; the engine then does exactly this, under the freeze, under the original "
                              "keys."));
    m_totalPart->setHeading(tr("What is to be done"));
    m_totalPart->setEmptyText(tr("The scope has no operation."));
    m_itemPart->setHeading(tr("Operation by operation"));
    m_itemPart->setEmptyText(tr("Every operation took effect once."));
    m_leaveAlone->setText(tr("&Leave the selected operations alone"));
    confirmButton()->setText(tr("Ask for the plan   Ctrl+Enter"));
    RequestDialog::retranslate();
}

} // namespace onceover::views
