// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/work/work_page.h"

#include <QPointer>

class QPushButton;

namespace onceover::views {

class ActDialog;

/// Stuck leases, and how the current one, or all that its worker holds, is taken from a worker that may come back.
/// Taking over is no act: the next claim does it by itself.
class LeasesPage final : public WorkPageOf<StuckLeaseRow> {
    Q_OBJECT

public:
    LeasesPage(const PageContext& context, FilterLine* filter);

    void retranslate() override;

private:
    void showButtons();
    void openFence(bool wholeWorker);
    [[nodiscard]] const StuckLeaseRow* chosen() const;

    QPushButton* m_operation;
    QPushButton* m_worker;
    ToneLine* m_whyNot;
    QPointer<ActDialog> m_dialog;
};

} // namespace onceover::views
