// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/work/work_page.h"

#include <QPointer>

class QPushButton;

namespace onceover::views {

class ApprovalSheet;

/// Approvals: what waits for me, what I asked for, what was decided. Enter opens the sheet of a request, where it is
/// approved, rejected or withdrawn. Nothing is ever deleted.
class ApprovalsPage final : public WorkPageOf<RequestListRow> {
    Q_OBJECT

public:
    ApprovalsPage(const PageContext& context, FilterLine* filter);

    void retranslate() override;

private:
    void showButton();
    void openSheet();

    QPushButton* m_open;
    ToneLine* m_note;
    QPointer<ApprovalSheet> m_sheet;
};

} // namespace onceover::views
