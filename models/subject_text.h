// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plain_text.h"

#include <QCoreApplication>
#include <QLatin1String>
#include <QString>

#include <array>
#include <cstddef>
#include <string_view>

namespace onceover::models {

/// First word of a subject as the database stores it, with its space, and how it is said: `"run "`, `"run %1"`.
struct SubjectKind {
    const char* stored;
    const char* words;
};

/// What a stored subject names, `message 4711`: its kind in the reader's language, its name as it is. `context`: where
/// the words are translated. One of another kind is shown as it is stored.
template <std::size_t Count>
[[nodiscard]] QString subjectText(
    std::string_view stored, const std::array<SubjectKind, Count>& kinds, const char* context)
{
    const QString plain = plainText(stored);
    for (const SubjectKind& kind : kinds) {
        const QLatin1String first(kind.stored);
        if (plain.startsWith(first))
            return QCoreApplication::translate(context, kind.words).arg(plain.mid(first.size()));
    }
    return plain;
}

} // namespace onceover::models
