// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/connection_banner.h"

#include <QPushButton>

namespace onceover::views {

ConnectionBanner::ConnectionBanner(const models::TimeFormat& format, QWidget* parent)
    : Banner(QStringLiteral("connectionBanner"), parent)
    , m_format(format)
    , m_retry(addButton(QStringLiteral("connectionBanner.retry")))
    , m_continue(addButton(QStringLiteral("connectionBanner.continue")))
{
    connect(m_retry, &QPushButton::clicked, this, &ConnectionBanner::retryWanted);
    connect(m_continue, &QPushButton::clicked, this, &ConnectionBanner::acknowledged);
    hide();
    ConnectionBanner::retranslate();
}

void ConnectionBanner::setStatus(const models::ConnectionStatus& status)
{
    m_status = status;
    const models::ConnectionText text = models::connectionText(status, m_format);
    setVisible(!text.banner.isEmpty());
    if (text.banner.isEmpty())
        return;
    setMessage(text.banner, text.state.icon, text.bannerTone);
    setDetails(text.details);
    m_retry->setVisible(text.canRetryNow);
    m_continue->setVisible(text.canAcknowledge);
}

void ConnectionBanner::retranslate()
{
    Banner::retranslate();
    m_retry->setText(tr("Retry now  F5"));
    m_continue->setText(tr("Continue on this server"));
    setStatus(m_status);
}

} // namespace onceover::views
