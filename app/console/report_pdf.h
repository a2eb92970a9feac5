// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/gateway/gateway.h"

#include <QObject>

#include <optional>

namespace onceover::console {

/// Reads everything about one incident as soon as the database answers and writes it as a PDF: what
/// `onceover --report INC --pdf FILE` does instead of a window.
class ReportPdf final : public QObject {
    Q_OBJECT

public:
    ReportPdf(models::Gateway& gateway, std::int64_t incident, QString file);

signals:
    /// With the exit code; what went wrong was written to stderr.
    void finished(int code);

private:
    void onStatus(const models::ConnectionStatus& status);
    void fail(const QString& sentence, int code);

    models::Gateway& m_gateway;
    std::int64_t m_incident;
    QString m_file;
    std::optional<Uuid> m_look;
    bool m_over = false;
};

} // namespace onceover::console
