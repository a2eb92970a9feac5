// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/work/leases_page.h"

#include "models/connection_text.h"
#include "views/acts/fence_dialog.h"
#include "views/widgets/tone_chip.h"

#include <QPushButton>

namespace onceover::views {

LeasesPage::LeasesPage(const PageContext& context, FilterLine* filter)
    : WorkPageOf<StuckLeaseRow>(QStringLiteral("leases"), context, filter)
    , m_operation(new QPushButton)
    , m_worker(new QPushButton)
    , m_whyNot(new ToneLine(ToneLine::Ground::Plain))
{
    m_operation->setObjectName(objectName() + QStringLiteral(".fence.operation"));
    m_worker->setObjectName(objectName() + QStringLiteral(".fence.worker"));
    m_whyNot->setObjectName(objectName() + QStringLiteral(".whyNot"));
    setButtons(buttonRow({m_operation, m_worker}, m_whyNot));
    connect(m_operation, &QPushButton::clicked, this, [this] { openFence(false); });
    connect(m_worker, &QPushButton::clicked, this, [this] { openFence(true); });
    followRows([this] { showButtons(); });
    retranslate();
}

const StuckLeaseRow* LeasesPage::chosen() const
{
    const int row = chosenRow();
    return row < 0 ? nullptr : &rowsModel()->rowAt(row);
}

void LeasesPage::showButtons()
{
    const QString why = models::whyNoAct(gateway().status(), "operator");
    const StuckLeaseRow* lease = chosen();
    m_operation->setEnabled(lease && why.isEmpty());
    m_worker->setEnabled(lease && !lease->worker.empty() && why.isEmpty());
    m_whyNot->setLine(why, QStringLiteral("info"), models::Tone::Neutral);
    m_whyNot->setVisible(!why.isEmpty());
}

void LeasesPage::openFence(bool wholeWorker)
{
    const StuckLeaseRow* lease = chosen();
    if (!lease || m_dialog)
        return;
    const ControlScope scope = wholeWorker ? ControlScope{"worker", lease->worker}
                                           : ControlScope{"operation", lease->ref.id.value.toString()};
    m_dialog = new FenceDialog(gateway(), scope, lease->worker, this);
    openPaused(m_dialog);
}

void LeasesPage::retranslate()
{
    WorkPageOf<StuckLeaseRow>::retranslate();
    m_operation->setText(tr("Fence this operation\u2026"));
    m_operation->setAccessibleDescription(tr("Takes the current operation from whoever holds it"));
    m_worker->setText(tr("Fence this worker\u2026"));
    m_worker->setAccessibleDescription(tr("Takes all that its worker holds from it"));
    showButtons();
}

} // namespace onceover::views
