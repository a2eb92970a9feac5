// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/gateway/gateway_types.h"
#include "models/time_text.h"
#include "views/widgets/banner.h"

namespace onceover::views {

/// Above every page while something is frozen: since when, by whom, how much is held, and the way to a lift.
class FreezeBanner : public Banner {
    Q_OBJECT

public:
    explicit FreezeBanner(const models::TimeFormat& format, QWidget* parent = nullptr);
    void setOverview(const models::OverviewPtr& snapshot);
    /// Says it anew for the window's size: in a low one a single line must do, and all of it is in the hint.
    void showBanner();
    void retranslate() override;

signals:
    void liftWanted();
    /// The incident of what is frozen, or a new one.
    void incidentWanted();

private:
    models::TimeFormat m_format;
    models::OverviewPtr m_snapshot;
    QPushButton* m_lift;
    QPushButton* m_incident;
};

} // namespace onceover::views
