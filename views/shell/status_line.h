// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connection_text.h"
#include "views/widgets/translated.h"

#include <QFrame>

namespace onceover::views {

class TextLabel;
class ToneChip;
class ToneLine;

/// The line at the foot of the window: environment, where we are connected and as whom, how fresh the data are, the zone
/// of all instants.
class StatusLine : public Translated<QWidget>
{
    Q_OBJECT

public:
    explicit StatusLine(const models::TimeFormat& format, QWidget* parent = nullptr);
    void setStatus(const models::ConnectionStatus& status);
    void setPaused(bool paused);
    [[nodiscard]] QString connectionWords() const;
    void retranslate() override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void showStatus();
    void placePractice();

    models::TimeFormat m_format;
    models::ConnectionStatus m_status;
    bool m_paused = false;
    ToneChip* m_environment;
    ToneChip* m_practice;
    TextLabel* m_server;
    QFrame* m_divider;
    TextLabel* m_person;
    ToneChip* m_pausedChip;
    ToneLine* m_connection;
    TextLabel* m_zone;
};

} // namespace onceover::views
