// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/palette_search.h"

#include "core/identifiers.h"

#include <QRegularExpression>

namespace onceover::models {

namespace {

constexpr int kHit = 1;
constexpr int kUnbroken = 4;  // The character before it was hit as well.
constexpr int kWordStart = 6; // It begins a word.
constexpr int kFirst = 8;     // It begins the name.
constexpr int kWhole = 20;    // The typed text stands in the name as it is.

/// Greedy from one place on: the rest of the typed characters, each at its next place.
std::optional<int> scoreFrom(const QString& typed, const QString& name, qsizetype start)
{
    int score = 0;
    qsizetype at = start;
    qsizetype before = -2;
    for (const QChar wanted : typed) {
        const qsizetype hit = name.indexOf(wanted, at);
        if (hit < 0)
            return std::nullopt;
        score += kHit;
        if (hit == before + 1)
            score += kUnbroken;
        if (hit == 0)
            score += kFirst;
        else if (!name[hit - 1].isLetterOrNumber())
            score += kWordStart;
        before = hit;
        at = hit + 1;
    }
    return score;
}

} // namespace

std::optional<int> fuzzyScore(const QString& typed, const QString& name)
{
    const QString wanted = QString(typed).remove(QLatin1Char(' ')).toCaseFolded();
    const QString place = name.toCaseFolded();
    if (wanted.isEmpty())
        return 0;
    std::optional<int> best;
    for (qsizetype start = place.indexOf(wanted[0]); start >= 0; start = place.indexOf(wanted[0], start + 1)) {
        const std::optional<int> score = scoreFrom(wanted, place, start);
        if (!score)
            break; // What does not fit from here fits from nowhere further right.
        best = std::max(best.value_or(0), *score);
    }
    if (best && place.contains(typed.trimmed().toCaseFolded()))
        *best += kWhole;
    return best;
}

QString withoutMnemonic(const QString& text)
{
    static const QRegularExpression chinese(QStringLiteral("\\(&.\\)"));
    return QString(text).remove(chinese).remove(QLatin1Char('&'));
}

std::optional<PastedTarget> pastedTarget(const QString& text)
{
    const QString plain = text.trimmed();
    if (const std::optional<ProfileAddress> address = parseAddress(plain))
        return PastedTarget{PastedTarget::Kind::Address, address->address, address->profile};
    if (const std::optional<Uuid> id = Uuid::parse(plain.toLower().toStdString()))
        return PastedTarget{PastedTarget::Kind::Operation,
            {QLatin1String(kOperationPage), QString::fromStdString(id->toString()), {}}, {}};
    // Run keys as DESIGN.md section 2 writes them: prefix[@scope]:period, the period a day, an ISO week or a month.
    static const QRegularExpression runKey(
        QStringLiteral("\\A[a-z][a-z0-9-]*(@[a-z0-9-]+)?:\\d{4}-(\\d{2}(-\\d{2})?|W\\d{2})\\z"));
    if (runKey.match(plain).hasMatch())
        return PastedTarget{PastedTarget::Kind::Batch, {QLatin1String(kBatchPage), plain, {}}, {}};
    return std::nullopt;
}

} // namespace onceover::models
