// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/work/work_page.h"

#include <QPointer>

class QPushButton;

namespace onceover::views {

class ActDialog;
class RemedyButton;

/// What two books disagree about, and the ways to ask: that a record explains it, that money found gone be booked, or that
/// the operation be put right. Nothing is repaired by itself.
class DifferencesPage final : public WorkPageOf<DifferenceListRow> {
    Q_OBJECT

public:
    DifferencesPage(const PageContext& context, FilterLine* filter);

    void retranslate() override;

private:
    void showButton();
    void openCorrection();
    void openMatch();
    [[nodiscard]] const DifferenceListRow* chosen() const;

    QPushButton* m_match;
    QPushButton* m_correct;
    RemedyButton* m_remedy;
    ToneLine* m_whyNot;
    QPointer<ActDialog> m_dialog;
};

} // namespace onceover::views
