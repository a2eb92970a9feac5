// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/freeze_banner.h"

#include "models/freeze_text.h"
#include "views/widgets/low_window.h"
#include "views/widgets/plain.h"

#include <QPushButton>

namespace onceover::views {

FreezeBanner::FreezeBanner(const models::TimeFormat& format, QWidget* parent)
    : Banner(QStringLiteral("freezeBanner"), parent)
    , m_format(format)
    , m_lift(addButton(QStringLiteral("freezeBanner.lift")))
    , m_incident(addButton(QStringLiteral("freezeBanner.incident")))
{
    hide();
    connect(m_lift, &QPushButton::clicked, this, &FreezeBanner::liftWanted);
    connect(m_incident, &QPushButton::clicked, this, &FreezeBanner::incidentWanted);
    retranslate();
}

void FreezeBanner::setOverview(const models::OverviewPtr& snapshot)
{
    m_snapshot = snapshot;
    showBanner();
}

void FreezeBanner::showBanner()
{
    const auto text = m_snapshot ? models::freezeBannerText(*m_snapshot, m_format) : std::nullopt;
    setVisible(text.has_value());
    if (!text)
        return;
    const bool low = isInLowWindow(this);
    setMessage(low ? models::freezeBannerShort(*m_snapshot, m_format) : text->text, text->icon, text->tone);
    m_incident->setVisible(!low); // The side bar leads there as well.
    setAccessibleName(text->text);
    setHint(this, low ? text->text : QString());
}

void FreezeBanner::retranslate()
{
    Banner::retranslate();
    m_lift->setText(tr("Request a lift\u2026"));
    m_incident->setText(tr("Incident\u2026"));
    showBanner();
}

} // namespace onceover::views
