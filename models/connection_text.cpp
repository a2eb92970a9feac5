// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/connection_text.h"

#include "models/failure_text.h"
#include "models/plain_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cstdlib>

namespace onceover::models {

namespace {

struct ConnectionWords {
    Q_DECLARE_TR_FUNCTIONS(ConnectionText)
};

constexpr milliseconds kClockOffsetMost{2000};

StateText wordsOf(ConnectionState state)
{
    switch (state) {
    case ConnectionState::Connecting:
        return {ConnectionWords::tr("Connecting"), Tone::Info, QStringLiteral("hourglass"),
            ConnectionWords::tr("Nothing was read yet."), true};
    case ConnectionState::Live:
        return {ConnectionWords::tr("Live"), Tone::Ok, QStringLiteral("plug"),
            ConnectionWords::tr("The data are younger than 10 seconds."), true};
    case ConnectionState::Delayed:
        return {ConnectionWords::tr("Delayed"), Tone::Warn, QStringLiteral("hourglass"),
            ConnectionWords::tr("The data are older than 10 seconds, or reading is slow."), true};
    case ConnectionState::Reconnecting:
        return {ConnectionWords::tr("Reconnecting"), Tone::Danger, QStringLiteral("plug-off"),
            ConnectionWords::tr("The connection is lost and is tried again by itself."), true};
    case ConnectionState::Offline:
        return {ConnectionWords::tr("Offline"), Tone::Danger, QStringLiteral("plug-off"),
            ConnectionWords::tr("No connection for more than a minute, or the login was refused."), true};
    case ConnectionState::DifferentServer:
        return {ConnectionWords::tr("Different server"), Tone::Warn, QStringLiteral("shuffle"),
            ConnectionWords::tr("Another server, timeline or role answers than before."), true};
    case ConnectionState::WrongSchema:
        return {ConnectionWords::tr("Not usable"), Tone::Critical, QStringLiteral("shield-alert"),
            ConnectionWords::tr("The schema or the self-check does not allow working here."), true};
    }
    return {};
}

QString dataFromText(const ConnectionStatus& status, const TimeFormat& format)
{
    return status.dataFrom ? ConnectionWords::tr("Data from %1. Actions are off.").arg(format.full(*status.dataFrom))
                           : ConnectionWords::tr("Nothing was read yet. Actions are off.");
}

QString retryText(const ConnectionStatus& status)
{
    if (status.readingFor)
        return ConnectionWords::tr("Trying now.");
    if (status.nextRetryIn)
        return ConnectionWords::tr("Retrying in %1.").arg(spanText(*status.nextRetryIn + milliseconds{999}));
    return ConnectionWords::tr("It is not retried by itself.");
}

/// Only that it is lost is known, not why.
bool isPlainLoss(const Failure& failure)
{
    return failure.statement != "connect" && failure.statement != "conninfo" && failure.statement != "target"
        && !isLoginRefused(failure) && !isWrongSchema(failure);
}

/// Lost, offline or refused: what happened, how old the screen is, what comes next.
QString lostBanner(const ConnectionStatus& status, const TimeFormat& format)
{
    QStringList sentences;
    if (status.dataFrom && status.lostFor)
        sentences << ConnectionWords::tr("Connection lost %1 ago.").arg(spanText(*status.lostFor));
    if (status.failure && status.failure->statement == "watchdog")
        sentences << ConnectionWords::tr("The server takes connections but does not answer.");
    else if (status.failure && !isPlainLoss(*status.failure))
        sentences << failureSentence(*status.failure); // What is wrong, and the remedy.
    sentences << dataFromText(status, format) << retryText(status);
    return sentences.join(QLatin1Char(' '));
}

QString differentServerBanner(const ConnectionStatus& status, const TimeFormat& format)
{
    const ServerIdentity server = status.server.value_or(ServerIdentity{});
    const QString role = server.primary ? ConnectionWords::tr("primary", "server role")
                                        : ConnectionWords::tr("replica", "server role");
    const QString since = status.dataFrom ? format.full(*status.dataFrom) : QString();
    return ConnectionWords::tr(
        "Now on %1 (%2), another server, timeline or login than before; everything was read anew at %3. "
        "Actions are off until you continue here.")
        .arg(plainText(server.host), role, since);
}

QString clockBanner(const ConnectionStatus& status)
{
    if (!status.clockOffset || std::abs(status.clockOffset->count()) <= kClockOffsetMost.count())
        return {};
    if (status.server && status.server->environment == "sandbox")
        return {}; // Practice time may be anywhere.
    return ConnectionWords::tr(
        "The clock of this computer is %1 off the database's. Ages are the database's; correct the clock.")
        .arg(spanText(milliseconds{std::abs(status.clockOffset->count())}));
}

bool hasRole(const ServerIdentity& server, std::string_view role)
{
    return std::find(server.roles.begin(), server.roles.end(), role) != server.roles.end();
}

} // namespace

ConnectionText connectionText(const ConnectionStatus& status, const TimeFormat& format)
{
    ConnectionText text;
    text.state = wordsOf(status.state);
    text.statusLine = status.dataAge ? ConnectionWords::tr("%1 \u00B7 data %2 old", "connection state, age")
                                           .arg(text.state.word, spanText(*status.dataAge))
                                     : text.state.word;
    if (status.failure)
        text.details = failureText(*status.failure).details;

    switch (status.state) {
    case ConnectionState::Connecting:
    case ConnectionState::Live:
    case ConnectionState::Delayed:
        text.banner = clockBanner(status);
        text.bannerTone = Tone::Warn;
        break;
    case ConnectionState::Reconnecting:
    case ConnectionState::Offline:
        text.banner = lostBanner(status, format);
        text.bannerTone = Tone::Danger;
        text.canRetryNow = true;
        break;
    case ConnectionState::DifferentServer:
        text.banner = differentServerBanner(status, format);
        text.bannerTone = Tone::Warn;
        text.canAcknowledge = true;
        break;
    case ConnectionState::WrongSchema:
        text.banner = status.failure ? failureSentence(*status.failure) : text.state.explanation;
        text.bannerTone = Tone::Critical;
        text.canRetryNow = true;
        break;
    }
    return text;
}

bool isCutOff(ConnectionState state)
{
    switch (state) {
    case ConnectionState::Connecting:
    case ConnectionState::Live:
    case ConnectionState::Delayed:
    case ConnectionState::DifferentServer:
        return false;
    case ConnectionState::Reconnecting:
    case ConnectionState::Offline:
    case ConnectionState::WrongSchema:
        return true;
    }
    return true;
}

QString serverText(const ServerIdentity& server)
{
    const QString role = server.primary ? ConnectionWords::tr("primary", "server role")
                                        : ConnectionWords::tr("replica", "server role");
    const QString tls = server.encrypted ? ConnectionWords::tr("TLS") : ConnectionWords::tr("no TLS");
    return QStringLiteral("%1@%2/%3 \u00B7 %4 \u00B7 %5")
        .arg(plainText(server.login), plainText(server.host), plainText(server.database), role, tls);
}

QString whyNoAct(const ConnectionStatus& status, std::string_view role)
{
    if (status.readOnly)
        return ConnectionWords::tr("This session is read only.");
    const bool connected = status.state == ConnectionState::Live || status.state == ConnectionState::Delayed;
    if (status.state == ConnectionState::DifferentServer)
        return ConnectionWords::tr("Another server answers than before; continue there first.");
    if (!connected || !status.server)
        return ConnectionWords::tr("There is no connection; nothing is queued for later.");
    if (!status.actsConnected)
        return ConnectionWords::tr("The connection for acts is not up; nothing is queued for later.");
    if (!status.server->primary)
        return ConnectionWords::tr("This is a replica; acts need the primary.");
    if (status.server->person.empty())
        return ConnectionWords::tr("This login is not mapped to a person; acts need one.");
    if (!hasRole(*status.server, role))
        return ConnectionWords::tr("This needs the role %1.").arg(roleText(role));
    return {};
}

QString whyNoAcknowledgement(const ConnectionStatus& status)
{
    const bool approves = status.server && hasRole(*status.server, "approver");
    return whyNoAct(status, approves ? "approver" : "operator");
}

QString whyNoReveal(const ConnectionStatus& status)
{
    if (status.readOnly)
        return ConnectionWords::tr(
            "This session is read only, and a look must be recorded before anything is shown. Use the command "
            "onceoverctl reveal.");
    for (const std::string_view role : {"approver", "auditor"}) {
        if (status.server && hasRole(*status.server, role))
            return whyNoAct(status, role);
    }
    return whyNoAct(status, "operator");
}

} // namespace onceover::models
