// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/audit_text.h"

#include "models/connection_text.h"
#include "models/incident_text.h"
#include "models/plain_text.h"
#include "models/request_text.h"
#include "models/state_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>
#include <string>

namespace onceover::models {

namespace {

struct AuditWords {
    Q_DECLARE_TR_FUNCTIONS(AuditText)
};

struct AuditWord {
    const char* stored;
    const char* word;
};

constexpr std::array kAuditActions{AuditWord{"freeze", QT_TRANSLATE_NOOP("AuditText", "freeze")},
    AuditWord{"freeze in force", QT_TRANSLATE_NOOP("AuditText", "freeze in force")},
    AuditWord{"freeze drained", QT_TRANSLATE_NOOP("AuditText", "freeze drained")},
    AuditWord{"fence", QT_TRANSLATE_NOOP("AuditText", "fence")},
    AuditWord{"declare dead", QT_TRANSLATE_NOOP("AuditText", "declare a worker gone")},
    AuditWord{"trigger", QT_TRANSLATE_NOOP("AuditText", "trigger a run")},
    AuditWord{"acknowledge", QT_TRANSLATE_NOOP("AuditText", "acknowledge an alert")},
    AuditWord{"reveal", QT_TRANSLATE_NOOP("AuditText", "show what is masked")},
    AuditWord{"self-test", QT_TRANSLATE_NOOP("AuditText", "self-test of a channel")},
    AuditWord{"approve", QT_TRANSLATE_NOOP("AuditText", "approve")},
    AuditWord{"reject", QT_TRANSLATE_NOOP("AuditText", "reject")},
    AuditWord{"withdraw", QT_TRANSLATE_NOOP("AuditText", "withdraw")},
    AuditWord{"execute", QT_TRANSLATE_NOOP("AuditText", "carry out")},
    AuditWord{"expire", QT_TRANSLATE_NOOP("AuditText", "expired")},
    AuditWord{"void", QT_TRANSLATE_NOOP("AuditText", "void: not as it was approved")},
    AuditWord{"membership", QT_TRANSLATE_NOOP("AuditText", "who holds which duty")},
    AuditWord{"verify audit", QT_TRANSLATE_NOOP("AuditText", "verify the chains")},
    AuditWord{"lost-history", QT_TRANSLATE_NOOP("AuditText", "history lost")},
    AuditWord{"record guards", QT_TRANSLATE_NOOP("AuditText", "record the guards anew")},
    AuditWord{"server changed", QT_TRANSLATE_NOOP("AuditText", "another server")},
    AuditWord{"channel.pause", QT_TRANSLATE_NOOP("AuditText", "pause a channel")},
    AuditWord{"channel.resume", QT_TRANSLATE_NOOP("AuditText", "resume a channel")},
    AuditWord{"import statement", QT_TRANSLATE_NOOP("AuditText", "import a statement")}};

constexpr std::array kAuditTargets{AuditWord{"request", QT_TRANSLATE_NOOP("AuditText", "request %1")},
    AuditWord{"operation", QT_TRANSLATE_NOOP("AuditText", "operation %1")},
    AuditWord{"freeze", QT_TRANSLATE_NOOP("AuditText", "freeze %1")},
    AuditWord{"order", QT_TRANSLATE_NOOP("AuditText", "freeze %1")},
    AuditWord{"incident", QT_TRANSLATE_NOOP("AuditText", "incident %1")},
    AuditWord{"alert", QT_TRANSLATE_NOOP("AuditText", "alert %1")},
    AuditWord{"letter", QT_TRANSLATE_NOOP("AuditText", "dead letter %1")},
    AuditWord{"worker", QT_TRANSLATE_NOOP("AuditText", "worker %1")},
    AuditWord{"anchor", QT_TRANSLATE_NOOP("AuditText", "anchor %1")}};

constexpr std::array kAuditScopes{"everything", "job", "channel", "merchant", "batch"};

} // namespace

QString auditActionText(std::string_view action)
{
    for (const AuditWord& known : kAuditActions) {
        if (action == known.stored)
            return QCoreApplication::translate("AuditText", known.word);
    }
    constexpr std::string_view kRequest = "request ";
    constexpr std::string_view kIncident = "incident ";
    if (action.starts_with(kRequest))
        return AuditWords::tr("request: %1", "kind").arg(requestKindText(action.substr(kRequest.size())));
    if (action.starts_with(kIncident)) {
        std::string kind(action.substr(kIncident.size()));
        for (char& c : kind)
            c = c == ' ' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
        return AuditWords::tr("incident: %1", "step").arg(incidentStepText(kind));
    }
    return plainText(action);
}

QString auditTargetText(std::string_view target)
{
    const std::string_view kind = target.substr(0, target.find(' '));
    const std::string_view name = kind.size() < target.size() ? target.substr(kind.size() + 1) : std::string_view{};
    for (const char* scope : kAuditScopes) {
        if (kind == scope)
            return scopeText(kind, name);
    }
    for (const AuditWord& known : kAuditTargets) {
        if (kind == known.stored && !name.empty())
            return QCoreApplication::translate("AuditText", known.word).arg(plainText(name));
    }
    if (target == "audit")
        return AuditWords::tr("every chain", "target");
    return plainText(target);
}

QString auditRolesText(std::string_view roles)
{
    QStringList words;
    for (const QString& role : plainText(roles).split(QLatin1Char(','), Qt::SkipEmptyParts))
        words << roleText(role.toStdString());
    return words.join(AuditWords::tr(", ", "between duties"));
}

} // namespace onceover::models
