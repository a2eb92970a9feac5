// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtGlobal>

/// The folder of files made by others: ONCEOVER_CASES, else ../shared/data beside the project. Tests that read it are
/// skipped where it is absent; nothing of it belongs to the project.
inline QString casesFolder()
{
    const QString fromEnvironment = qEnvironmentVariable("ONCEOVER_CASES");
    return fromEnvironment.isEmpty() ? QStringLiteral(ONCEOVER_SOURCE_DIR "/../shared/data") : fromEnvironment;
}
