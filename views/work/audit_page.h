// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/work/work_page.h"

class QProgressBar;
class QPushButton;

namespace onceover::views {

/// The audit chains of people and of the system, read only for everybody, with the job that verifies every chain: how
/// far it is, what it found, and until when anchors outside the database vouch for it.
class AuditPage final : public WorkPageOf<AuditListRow> {
    Q_OBJECT

public:
    AuditPage(const PageContext& context, FilterLine* filter);

    void retranslate() override;

private:
    void showJob();

    QPushButton* m_verify;
    QPushButton* m_cancel;
    QProgressBar* m_progress;
    ToneLine* m_result;
    models::VerificationPtr m_found;
    qint64 m_rows = 0;
    qint64 m_expected = 0;
};

} // namespace onceover::views
