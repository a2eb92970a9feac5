// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/work/approvals_page.h"

#include "models/connection_text.h"
#include "models/freeze_text.h"
#include "views/acts/approval_sheet.h"
#include "views/widgets/tone_chip.h"

#include <QPushButton>

#include <algorithm>

namespace onceover::views {

namespace {

/// Is somebody there who carries out what is approved?
bool hasReplayer(const models::OverviewPtr& snapshot)
{
    return !snapshot || std::any_of(snapshot->workers.begin(), snapshot->workers.end(), [](const WorkerLine& worker) {
        return worker.alive && std::find(worker.duties.begin(), worker.duties.end(), "replayer") != worker.duties.end();
    });
}

} // namespace

ApprovalsPage::ApprovalsPage(const PageContext& context, FilterLine* filter)
    : WorkPageOf<RequestListRow>(QStringLiteral("approvals"), context, filter)
    , m_open(new QPushButton)
    , m_note(new ToneLine(ToneLine::Ground::Plain))
{
    m_open->setObjectName(objectName() + QStringLiteral(".open"));
    m_note->setObjectName(objectName() + QStringLiteral(".note"));
    setButtons(buttonRow({m_open}, m_note));
    connect(m_open, &QPushButton::clicked, this, &ApprovalsPage::openSheet);
    connect(table(), &DataTable::rowOpened, this, &ApprovalsPage::openSheet);
    followRows([this] { showButton(); });
    retranslate();
}

void ApprovalsPage::showButton()
{
    m_open->setEnabled(chosenRow() >= 0);
    const QString none = models::noReplayerText(hasReplayer(gateway().overview()));
    m_note->setLine(none, QStringLiteral("triangle-alert"), models::Tone::Warn);
    m_note->setVisible(!none.isEmpty());
}

void ApprovalsPage::openSheet()
{
    const int row = chosenRow();
    if (row < 0 || m_sheet)
        return;
    m_sheet = new ApprovalSheet(gateway(), context().format, rowsModel()->rowAt(row).id, this);
    openPaused(m_sheet);
}

void ApprovalsPage::retranslate()
{
    WorkPageOf<RequestListRow>::retranslate();
    m_open->setText(tr("Open the sheet\u2026"));
    m_open->setAccessibleDescription(tr("Everything about the chosen request, and the ways to decide"));
    showButton();
}

} // namespace onceover::views
