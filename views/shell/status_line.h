// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connection_text.h"
#include "models/overview_model.h"
#include "views/widgets/translated.h"

#include <QFrame>

#include <optional>

class QToolButton;

namespace onceover::views {

class TextLabel;
class ToneChip;
class ToneLine;

/// The line at the foot of the window: environment, where we are connected and as whom, how fresh the data are, the
/// zone of all instants.
class StatusLine : public Translated<QWidget> {
    Q_OBJECT

public:
    explicit StatusLine(const models::TimeFormat& format, QWidget* parent = nullptr);
    void setStatus(const models::ConnectionStatus& status);
    void setPaused(bool paused);
    /// Alerts that are open, and how many of them nobody has acknowledged; nothing: not known.
    void setAlerts(std::optional<models::OpenAlerts> alerts);
    [[nodiscard]] QString connectionWords() const;
    void retranslate() override;

signals:
    void alertsWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void showStatus();
    void showAlerts();
    void placePractice();
    void fitServer();
    [[nodiscard]] int othersWidth() const;
    [[nodiscard]] static QString personText(const ServerIdentity& server);

    models::TimeFormat m_format;
    models::ConnectionStatus m_status;
    bool m_paused = false;
    std::optional<models::OpenAlerts> m_openAlerts;
    ToneChip* m_environment;
    ToneChip* m_practice;
    TextLabel* m_server;
    QFrame* m_divider;
    TextLabel* m_person;
    QToolButton* m_alerts;
    ToneChip* m_pausedChip;
    ToneLine* m_connection;
    TextLabel* m_zone;
};

} // namespace onceover::views
