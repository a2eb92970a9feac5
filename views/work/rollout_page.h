// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/work/work_page.h"

#include <QPointer>

class QPushButton;

namespace onceover::views {

class ActDialog;

/// The stages of each job's rules, what each holds and led to, and the way to ask for another stage.
class RolloutPage final : public WorkPageOf<RolloutListRow> {
    Q_OBJECT

public:
    RolloutPage(const PageContext& context, FilterLine* filter);

    void retranslate() override;

private:
    void showButton();
    void openDialog();
    [[nodiscard]] const RolloutListRow* chosen() const;

    QPushButton* m_ask;
    ToneLine* m_whyNot;
    QPointer<ActDialog> m_dialog;
};

} // namespace onceover::views
