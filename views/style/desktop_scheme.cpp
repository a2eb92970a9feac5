// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/style/desktop_scheme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>

namespace onceover::views {

namespace {

constexpr int kAnswerMs = 300; // D-Bus itself would wait 25 s, before the first window.
const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kGroup = QStringLiteral("org.freedesktop.appearance");
const QString kKey = QStringLiteral("color-scheme");

/// The portal wraps its answer twice.
uint numberIn(QVariant value)
{
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value.toUInt();
}

} // namespace

DesktopScheme::DesktopScheme(QObject* parent)
    : QObject(parent)
{
    // Without a session bus asking would start one.
    if (qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS") && qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR"))
        return;
    qRegisterMetaType<QDBusVariant>(); // Without it connect() says false.
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    QDBusMessage question = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    question << kGroup << kKey;
    const QDBusMessage answer = bus.call(question, QDBus::Block, kAnswerMs);
    if (answer.type() == QDBusMessage::ReplyMessage && !answer.arguments().isEmpty())
        m_dark = fromNumber(numberIn(answer.arguments().constFirst()));
    bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
        SLOT(onSetting(QString, QString, QDBusVariant)));
}

std::optional<bool> DesktopScheme::fromNumber(uint number)
{
    if (number == 1)
        return true;
    if (number == 2)
        return false;
    return std::nullopt;
}

void DesktopScheme::onSetting(const QString& group, const QString& key, const QDBusVariant& value)
{
    if (group != kGroup || key != kKey)
        return;
    m_dark = fromNumber(numberIn(value.variant()));
    emit changed();
}

} // namespace onceover::views
