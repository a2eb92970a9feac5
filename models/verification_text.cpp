// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/verification_text.h"

#include "models/connection_text.h"
#include "models/failure_text.h"
#include "models/money_text.h"
#include "models/plain_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace onceover::models {

namespace {

struct VerificationWords {
    Q_DECLARE_TR_FUNCTIONS(VerificationText)
};

QString anchoredText(const Verification& verification)
{
    if (verification.anchoredUntil.empty())
        return VerificationWords::tr("No anchor: a tail that was cut off would not be seen.");
    QStringList keys;
    for (const std::string& key : verification.fingerprints)
        keys << plainText(key);
    return VerificationWords::tr("Anchored until %1 by %2.", "time, keys")
        .arg(plainText(verification.anchoredUntil), keys.join(QStringLiteral(", ")));
}

} // namespace

QString verifyingText(std::int64_t rows, std::int64_t expected)
{
    if (expected == 0)
        return VerificationWords::tr("Reading the chains\u2026");
    return VerificationWords::tr("%1 of %2 rows looked at").arg(countText(rows), countText(expected));
}

StateText verificationText(const Verification& verification)
{
    if (verification.failure) {
        if (verification.failure->kind == FailureKind::Cancelled)
            return {VerificationWords::tr("Cancelled: nothing was found out."), Tone::Neutral, QStringLiteral("ban"),
                {}, true};
        return {failureSentence(*verification.failure), Tone::Danger, QStringLiteral("triangle-alert"), {}, true};
    }
    if (verification.faultCount > 0) {
        const QString first = verification.faults.empty()
            ? QString()
            : VerificationWords::tr("%1: %2", "where, what")
                  .arg(plainText(verification.faults.front().where), plainText(verification.faults.front().what));
        return {
            VerificationWords::tr("%n place(s) are not as they were written. First: %1. Keep everything as it is and "
                                  "tell the auditor.",
                nullptr, static_cast<int>(std::min<std::int64_t>(verification.faultCount, 1'000'000)))
                .arg(first),
            Tone::Critical, QStringLiteral("shield-alert"), {}, true};
    }
    const QString looked = VerificationWords::tr("%1 rows in %2 chains are as they were written.")
                               .arg(countText(verification.rows), countText(verification.chains));
    const bool anchored = !verification.anchoredUntil.empty();
    const QString noted
        = verification.noted ? QLatin1Char(' ') + VerificationWords::tr("Who looked stands in the chain.") : QString();
    return {looked + QLatin1Char(' ') + anchoredText(verification) + noted, anchored ? Tone::Ok : Tone::Warn,
        anchored ? QStringLiteral("circle-check") : QStringLiteral("triangle-alert"), {}, true};
}

QString whyNoVerification(const ConnectionStatus& status)
{
    if (!status.server || isCutOff(status.state))
        return VerificationWords::tr("There is no connection.");
    const auto& roles = status.server->roles;
    if (std::find(roles.begin(), roles.end(), "auditor") == roles.end())
        return VerificationWords::tr("Verifying needs the role %1; onceoverctl audit verify does the same.")
            .arg(roleText("auditor"));
    return {};
}

} // namespace onceover::models
