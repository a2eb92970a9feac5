// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace onceover::test {

/// What one layer may include (DESIGN.md section 11), as the one table that the tests read.
struct LayerRule {
    const char* folder;                  ///< From the root of the project, e.g. "backend/core".
    QStringList layers;                  ///< Include roots; "core/records" allows that part of core alone, a file's name that file.
    QStringList libraries;               ///< Names of kLibraries.
    QStringList exceptions = {};         ///< "file.cpp:library": the one file that may.
};

/// The table, one row per layer and program.
[[nodiscard]] const QList<LayerRule>& layerRules();

/// The layer that a file of the project (path from its root) belongs to; nullptr when none of the table.
[[nodiscard]] const LayerRule* ruleFor(const QString& file);

/// What is wrong with one include line of a file; empty when nothing is.
[[nodiscard]] QString includeComplaint(const QString& file, const QString& header, bool isQuoted);

/// Every wrong include of a source text.
[[nodiscard]] QStringList includeComplaints(const QString& file, const QString& source);

/// What a source says that its layer must not do: SQL outside the layers that speak it, a clock in core.
[[nodiscard]] QStringList textComplaints(const QString& file, const QString& source);

/// Names of statements in a .sql text ("-- name: X").
[[nodiscard]] QStringList statementNames(const QString& sqlText);

/// Which of the names no source mentions as "Name".
[[nodiscard]] QStringList unusedStatements(const QStringList& names, const QStringList& sources);

/// Which entries of the project's root do not belong there.
[[nodiscard]] QStringList unexpectedEntries(const QStringList& entries);

} // namespace onceover::test
