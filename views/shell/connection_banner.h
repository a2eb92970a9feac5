// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connection_text.h"
#include "views/widgets/banner.h"

namespace onceover::views {

/// Says when what is on the screen may not be believed, and since when (UX.md section 9).
class ConnectionBanner : public Banner
{
    Q_OBJECT

public:
    explicit ConnectionBanner(const models::TimeFormat& format, QWidget* parent = nullptr);
    void setStatus(const models::ConnectionStatus& status);
    void retranslate() override;

signals:
    void retryWanted();
    void acknowledged();

private:
    models::TimeFormat m_format;
    models::ConnectionStatus m_status;
    QPushButton* m_retry;
    QPushButton* m_continue;
};

} // namespace onceover::views
