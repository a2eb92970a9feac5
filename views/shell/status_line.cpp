// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/status_line.h"

#include "models/plain_text.h"
#include "views/style/icons.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace onceover::views {

namespace {

constexpr int kPracticeDigits = 120;

QFrame* divider()
{
    auto* line = new QFrame;
    line->setFrameShape(QFrame::VLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    return line;
}

} // namespace

/// `Alice Zhou · operator`: who acts here.
QString StatusLine::personText(const ServerIdentity& server)
{
    QStringList roles;
    for (const std::string& role : server.roles)
        roles << models::roleText(role);
    const QString name = models::plainText(server.personName.empty() ? server.login : server.personName);
    return roles.isEmpty() ? name : QStringLiteral("%1 \u00B7 %2").arg(name, roles.join(tr(", ", "between two roles")));
}

StatusLine::StatusLine(const models::TimeFormat& format, QWidget* parent)
    : Translated(parent)
    , m_format(format)
    , m_environment(new ToneChip)
    , m_practice(new ToneChip)
    , m_server(new TextLabel(TextKind::Caption))
    , m_divider(divider())
    , m_person(new TextLabel(TextKind::Caption))
    , m_alerts(new QToolButton)
    , m_pausedChip(new ToneChip)
    , m_connection(new ToneLine(ToneLine::Ground::Plain))
    , m_zone(new TextLabel(TextKind::Caption))
{
    setObjectName(QStringLiteral("statusLine"));
    m_environment->setObjectName(QStringLiteral("statusLine.environment"));
    m_practice->setObjectName(QStringLiteral("statusLine.practice"));
    m_server->setObjectName(QStringLiteral("statusLine.server"));
    m_person->setObjectName(QStringLiteral("statusLine.person"));
    m_connection->setObjectName(QStringLiteral("statusLine.connection"));
    m_alerts->setObjectName(QStringLiteral("statusLine.alerts"));
    m_alerts->setAutoRaise(true);
    m_alerts->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_alerts, &QToolButton::clicked, this, &StatusLine::alertsWanted);
    m_zone->setObjectName(QStringLiteral("statusLine.zone"));
    m_connection->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed); // Never wrapped, never cut.
    for (TextLabel* label : {m_server, m_person, m_zone})
        label->setElides();
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(10, 3, 12, 3);
    line->setSpacing(10);
    line->addWidget(m_environment);
    line->addWidget(m_practice);
    line->addWidget(m_server);
    line->addWidget(m_divider);
    line->addWidget(m_person);
    line->addStretch(1);
    line->addWidget(m_alerts);
    line->addWidget(m_pausedChip);
    line->addWidget(m_connection);
    line->addWidget(divider());
    line->addWidget(m_zone);
    m_environment->hide();
    m_practice->hide();
    m_pausedChip->hide();
    m_alerts->hide();
    retranslate();
}

void StatusLine::setStatus(const models::ConnectionStatus& status)
{
    m_status = status;
    showStatus();
}

void StatusLine::setPaused(bool paused)
{
    m_paused = paused;
    m_pausedChip->setVisible(paused);
    fitServer();
}

void StatusLine::setAlerts(std::optional<models::OpenAlerts> alerts)
{
    m_openAlerts = alerts;
    showAlerts();
}

void StatusLine::showAlerts()
{
    m_alerts->setVisible(m_openAlerts && m_openAlerts->open > 0);
    if (!m_alerts->isVisibleTo(this)) {
        fitServer();
        return;
    }
    const models::StateText words = models::openAlertsText(*m_openAlerts);
    m_alerts->setText(words.word);
    m_alerts->setIcon(icon(words.icon));
    m_alerts->setAccessibleName(words.word);
    setHint(m_alerts, words.explanation);
    fitServer();
}

QString StatusLine::connectionWords() const
{
    return m_connection->text();
}

void StatusLine::showStatus()
{
    const models::ConnectionText text = models::connectionText(m_status, m_format);
    m_connection->setLine(text.statusLine, text.state.icon, text.state.tone);
    setHint(m_connection, text.state.explanation);
    if (m_status.server) {
        const models::StateText environment = models::environmentText(m_status.server->environment);
        m_environment->setChip({environment.word, environment.icon, environment.tone}, environment.explanation);
        m_server->setPlainText(models::serverText(*m_status.server));
        m_person->setPlainText(personText(*m_status.server));
    }
    m_divider->setVisible(m_status.server.has_value());
    m_environment->setVisible(m_status.server.has_value());
    placePractice();
}

/// Where it is short of room the server's name gives way first, then the words around the offset: who acts, and how
/// times are written, stay whole.
void StatusLine::fitServer()
{
    m_zone->setPlainText(tr("Times in %1").arg(m_format.offset()));
    const int least = m_server->minimumSizeHint().width();
    const bool tight = othersWidth() + least > width();
    if (tight)
        m_zone->setPlainText(m_format.offset());
    m_server->setVisible(!tight);
    m_divider->setVisible(!tight && m_status.server.has_value());
    m_server->setMaximumWidth(qMax(least, width() - othersWidth()));
}

/// What everything but the server's name asks for.
int StatusLine::othersWidth() const
{
    int others = layout()->contentsMargins().left() + layout()->contentsMargins().right();
    for (int i = 0; i < layout()->count(); ++i) {
        const QWidget* part = layout()->itemAt(i)->widget();
        if (part == m_server || part == m_divider)
            others += layout()->spacing() + (part == m_divider ? part->sizeHint().width() : 0);
        else if (part && !part->isHidden())
            others += layout()->spacing() + part->sizeHint().width();
    }
    return others;
}

/// On a narrow window the Overview alone says that the clock is a practice clock.
void StatusLine::placePractice()
{
    const bool room = width() >= kPracticeDigits * fontMetrics().horizontalAdvance(QLatin1Char('0'));
    m_practice->setVisible(room && m_status.server && m_status.server->environment == "sandbox");
    fitServer();
}

void StatusLine::resizeEvent(QResizeEvent* event)
{
    Translated::resizeEvent(event);
    placePractice();
}

void StatusLine::retranslate()
{
    m_practice->setChip({tr("Practice time"), QStringLiteral("hourglass"), models::Tone::Info},
        tr("The clock of this sandbox is its own: days pass as fast as they are settled."));
    m_pausedChip->setChip({tr("Updates paused"), QStringLiteral("pause"), models::Tone::Warn},
        tr("Lists are not refreshed. F5 reads now, Shift+F5 goes on."));
    setHint(m_zone, tr("Every time on the screen is written with this offset. Business dates are plain dates."));
    setAccessibleName(tr("Status"));
    showStatus();
    showAlerts();
}

void StatusLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawLine(rect().topLeft(), rect().topRight());
}

} // namespace onceover::views
