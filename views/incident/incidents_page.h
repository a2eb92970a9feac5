// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/work/work_page.h"

#include <QPointer>

class QPushButton;

namespace onceover::views {

class OpenIncidentDialog;

/// Incidents: open and closed ones. Enter leads to the page of one.
class IncidentsPage final : public WorkPageOf<IncidentRow> {
    Q_OBJECT

public:
    IncidentsPage(const PageContext& context, FilterLine* filter);

    void retranslate() override;

private:
    void showButton();
    void openDialog();

    QPushButton* m_open;
    ToneLine* m_whyNot;
    QPointer<OpenIncidentDialog> m_dialog;
};

} // namespace onceover::views
