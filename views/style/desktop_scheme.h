// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <optional>

class QDBusVariant;

namespace onceover::views {

/// Whether the desktop asks for dark: from the settings portal, now and as it changes. Qt 6.4 has no such question of
/// its own. A portal that does not answer within 300 ms, or has no opinion, is nobody's opinion.
class DesktopScheme : public QObject {
    Q_OBJECT

public:
    explicit DesktopScheme(QObject* parent = nullptr);
    /// Nothing: ask the palette instead.
    [[nodiscard]] std::optional<bool> dark() const { return m_dark; }
    /// The portal's number: 1 dark, 2 light, anything else no opinion.
    [[nodiscard]] static std::optional<bool> fromNumber(uint number);

signals:
    void changed();

private slots:
    void onSetting(const QString& group, const QString& key, const QDBusVariant& value);

private:
    std::optional<bool> m_dark;
};

} // namespace onceover::views
