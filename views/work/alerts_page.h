// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/work/work_page.h"

#include <QPointer>

class QPushButton;

namespace onceover::views {

class AcknowledgeDialog;

/// Alerts, and the button by which an operator or an approver says that they have seen the chosen one.
class AlertsPage final : public WorkPageOf<AlertListRow> {
    Q_OBJECT

public:
    AlertsPage(const PageContext& context, FilterLine* filter);

    void retranslate() override;

private:
    void showButton();
    void openDialog();
    [[nodiscard]] const AlertListRow* chosen() const;

    QPushButton* m_acknowledge;
    ToneLine* m_whyNot;
    QPointer<AcknowledgeDialog> m_dialog;
};

} // namespace onceover::views
