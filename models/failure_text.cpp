// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/failure_text.h"

#include "core/refusal.h"
#include "models/plain_text.h"
#include "models/refusal_text.h"
#include "models/state_text.h"
#include "models/time_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <string_view>

namespace onceover::models {

namespace {

struct FailureWords {
    Q_DECLARE_TR_FUNCTIONS(FailureText)
};

bool isClass(const Failure& failure, std::string_view sqlStateClass)
{
    return std::string_view(failure.sqlState).starts_with(sqlStateClass);
}

bool atConnect(const Failure& failure)
{
    return failure.statement == "connect" || failure.statement == "conninfo" || failure.statement == "target";
}

FailureText loginRefused()
{
    return {FailureWords::tr("Login refused"), FailureWords::tr("The server refused this login."),
        FailureWords::tr(
            "Check the user name, the pass file (~/.pgpass) and the server's pg_hba.conf, then try again."),
        {}};
}

FailureText serverAway()
{
    return {FailureWords::tr("Server not reachable"), FailureWords::tr("No PostgreSQL server answers at this address."),
        FailureWords::tr("Check that the server runs and that host, port or socket folder are right "
                         "(`onceoverctl sandbox start` starts the practice server)."),
        {}};
}

/// Nothing names a database: neither the program's start nor the environment nor a running sandbox.
FailureText noTarget()
{
    return {FailureWords::tr("No database chosen"),
        FailureWords::tr("No database was named and no practice sandbox is running."),
        FailureWords::tr(
            "Start the practice sandbox with ./app/sandbox.sh, or name a database with --dsn, --service or the PG "
            "variables."),
        {}};
}

FailureText connectionLost()
{
    return {FailureWords::tr("Connection lost"), FailureWords::tr("The connection to the database was lost."),
        FailureWords::tr("Check that the server still runs and can be reached; then try again."), {}};
}

FailureText badConnectionString()
{
    return {FailureWords::tr("Connection string not understood"),
        FailureWords::tr("The connection string or service name is not valid."),
        FailureWords::tr(
            "Write keywords such as \"host=db-1 dbname=settlement\" or name a service of pg_service.conf."),
        {}};
}

/// A login that may not even look. `login` in quotes, as SQL reads it.
FailureText loginWithoutDuty(QString login)
{
    login.replace(QLatin1Char('"'), QLatin1String("\"\""));
    return {FailureWords::tr("Login without a duty"),
        FailureWords::tr("The login %1 has no duty in this database; it may not even look.").arg(login),
        FailureWords::tr("Ask an administrator for one: GRANT onceover_viewer TO \"%1\"; (or onceover_operator, "
                         "onceover_approver, onceover_auditor).")
            .arg(login),
        {}};
}

/// Failures that the SQLSTATE alone explains, wherever they happened; no title when it does not.
FailureText wordsOfSqlState(const Failure& failure)
{
    if (isClass(failure, "28"))
        return loginRefused();
    if (isClass(failure, "3D000"))
        return {FailureWords::tr("No such database"), FailureWords::tr("The server has no database of this name."),
            FailureWords::tr(
                "Check the database name (`psql -l` lists them), or make it and run `onceoverctl migrate`."),
            {}};
    if (isClass(failure, "3F000") || (atConnect(failure) && isClass(failure, "42P01")))
        return {FailureWords::tr("No Onceover schema"), FailureWords::tr("This database has no Onceover schema."),
            FailureWords::tr("Choose another database, or let the migrator run `onceoverctl migrate` in it."), {}};
    if (isClass(failure, "53300"))
        return {FailureWords::tr("Too many connections"), FailureWords::tr("The server takes no more connections."),
            FailureWords::tr("Close idle ones or raise max_connections."), {}};
    if (isClass(failure, "57P03"))
        return {FailureWords::tr("Server is starting"),
            FailureWords::tr("The server is starting up, shutting down or recovering."),
            FailureWords::tr("Wait until it is ready; nothing else needs to be done."), {}};
    if (isClass(failure, "57P"))
        return connectionLost();
    if (isClass(failure, "08"))
        return atConnect(failure) ? serverAway() : connectionLost();
    if (isClass(failure, "25006"))
        return {FailureWords::tr("Read only"),
            FailureWords::tr("This session can only read: it is on a replica, or it was opened read only."),
            FailureWords::tr("Connect to the primary with a login that may act."), {}};
    if (isClass(failure, "42501"))
        return {FailureWords::tr("Not permitted"), FailureWords::tr("This login lacks the privilege for this."),
            FailureWords::tr("Ask an administrator for the role; `onceoverctl doctor` tells which one is missing."),
            {}};
    if (isClass(failure, "57014"))
        return {FailureWords::tr("Cancelled"),
            FailureWords::tr("The server ended the statement, on request or because it took too long."),
            FailureWords::tr("Narrow the filter or try again; nothing was changed."), {}};
    if (isClass(failure, "55P03") || isClass(failure, "40"))
        return {FailureWords::tr("Busy"), FailureWords::tr("Somebody else holds what this needs just now."),
            FailureWords::tr("Try again in a moment; nothing was changed."), {}};
    if (isClass(failure, "53"))
        return {FailureWords::tr("Server short of resources"),
            FailureWords::tr("The server is short of memory, disk or connections."),
            FailureWords::tr("Look at the server's memory, disk and log."), {}};
    return {};
}

FailureText wordsOfKind(const Failure& failure)
{
    switch (failure.kind) {
    case FailureKind::Refused:
        return {FailureWords::tr("Refused"), FailureWords::tr("A rule said no."),
            FailureWords::tr("Nothing was changed; the reason is in the details."), {}};
    case FailureKind::Conflict:
        return {FailureWords::tr("Moved meanwhile"),
            failure.found.empty()
                ? FailureWords::tr("Somebody else changed it meanwhile.")
                : FailureWords::tr("Somebody else changed it meanwhile; it is now %1.").arg(plainText(failure.found)),
            FailureWords::tr("Read it again, then decide."), {}};
    case FailureKind::Unavailable:
        return failure.statement == "connect" ? serverAway() : connectionLost();
    case FailureKind::Cancelled:
        return {FailureWords::tr("Cancelled"), FailureWords::tr("It was cancelled."),
            FailureWords::tr("Nothing was changed; ask again when you need it."), {}};
    case FailureKind::InDoubt:
        return {FailureWords::tr("Outcome unknown"),
            FailureWords::tr("The connection was lost while the change was being committed; whether it took effect is "
                             "not known yet."),
            FailureWords::tr("It is looked up by its request id after reconnecting. Do not repeat it in another way."),
            {}};
    case FailureKind::DataRejected:
        return {FailureWords::tr("Rejected by the database"),
            FailureWords::tr("A guard of the database rejected this data."),
            FailureWords::tr("Nothing was changed. Correct the data; repeating the same cannot help."), {}};
    case FailureKind::Broken:
        return {FailureWords::tr("Something is broken"),
            FailureWords::tr("The program or the installation has a fault."),
            FailureWords::tr("Copy the details, run `onceoverctl doctor` and report what it says."), {}};
    }
    return {};
}

QString kindName(FailureKind kind)
{
    switch (kind) {
    case FailureKind::Refused:
        return FailureWords::tr("refused", "kind of failure");
    case FailureKind::Conflict:
        return FailureWords::tr("conflict", "kind of failure");
    case FailureKind::Unavailable:
        return FailureWords::tr("unavailable", "kind of failure");
    case FailureKind::Cancelled:
        return FailureWords::tr("cancelled", "kind of failure");
    case FailureKind::InDoubt:
        return FailureWords::tr("in doubt", "kind of failure");
    case FailureKind::DataRejected:
        return FailureWords::tr("data rejected", "kind of failure");
    case FailureKind::Broken:
        return FailureWords::tr("broken", "kind of failure");
    }
    return {};
}

/// What log, copy button and bug report need: each part on its line, made plain.
QString detailsOf(const Failure& failure)
{
    QStringList lines{FailureWords::tr("Kind: %1").arg(kindName(failure.kind))};
    if (failure.refusal) {
        const std::string_view name = refusalName(*failure.refusal);
        lines << FailureWords::tr("Reason: %1").arg(plainText(name));
    }
    if (!failure.statement.empty())
        lines << FailureWords::tr("Query: %1").arg(plainText(failure.statement));
    if (!failure.sqlState.empty())
        lines << FailureWords::tr("SQLSTATE: %1").arg(plainText(failure.sqlState));
    if (!failure.found.empty())
        lines << FailureWords::tr("Found: %1").arg(plainText(failure.found));
    if (!failure.detail.empty())
        lines << FailureWords::tr("Server: %1").arg(plainText(failure.detail));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

FailureText failureText(const Failure& failure, const QString& item)
{
    FailureText text;
    if (failure.refusal == Refusal::MissingRole && failure.statement == "connect")
        text = loginWithoutDuty(plainText(failure.found));
    else if (failure.refusal)
        text = refusalText(*failure.refusal, plainText(failure.found));
    else if (failure.statement == "target")
        text = noTarget();
    else if (failure.statement == "conninfo")
        text = badConnectionString();
    else if (failure.kind == FailureKind::InDoubt)
        text = wordsOfKind(failure); // Whatever the SQLSTATE says: that the commit is open is what matters.
    else
        text = wordsOfSqlState(failure);
    if (text.title.isEmpty())
        text = wordsOfKind(failure);
    if (!item.isEmpty())
        text.what = FailureWords::tr("%1: %2", "item: what happened to it").arg(plainText(item), text.what);
    text.details = detailsOf(failure);
    return text;
}

QString failureSentence(const Failure& failure, const QString& item)
{
    const FailureText text = failureText(failure, item);
    return FailureWords::tr("%1 %2", "what happened, what to do next").arg(text.what, text.next);
}

QString refusalSentence(std::string_view name, const QString& item)
{
    Failure failure;
    failure.kind = FailureKind::Refused;
    failure.refusal = refusalFromName(name);
    if (failure.refusal)
        return failureSentence(failure, item);
    const QString what
        = FailureWords::tr("Refused for a reason that this program does not know: %1.").arg(plainText(name));
    return item.isEmpty() ? what : FailureWords::tr("%1: %2", "item: what happened to it").arg(plainText(item), what);
}

QString triggerSentence(const ManualTriggerAnswer& answer, const QString& job, const BusinessDate& bizDate)
{
    const QString shownJob = plainText(job);
    const QString date = dateText(bizDate);
    if (!answer.done)
        return refusalSentence(
            answer.reason, FailureWords::tr("%1 for %2", "job for business date").arg(shownJob, date));

    const QString run = plainText(answer.runKey);
    if (answer.answer == "CREATED")
        return FailureWords::tr("%1 for %2: run %3 was created; the scheduler begins it.").arg(shownJob, date, run);
    if (answer.answer == "HELD")
        return FailureWords::tr("%1 for %2: run %3 is held by a freeze; the lift decides what becomes of it.")
            .arg(shownJob, date, run);
    if (answer.answer == "ALREADY_COMPLETED")
        return FailureWords::tr(
            "%1 for %2: run %3 is completed already; nothing was done again, and nothing new was written "
            "but this trigger.")
            .arg(shownJob, date, run);
    if (answer.answer == "SKIPPED")
        return FailureWords::tr("%1 for %2: run %3 was skipped by a recorded policy and stays skipped; nothing new was "
                                "written but this trigger.")
            .arg(shownJob, date, run);
    const QString state = stateText(Machine::Run, answer.runStatus).word;
    if (answer.answer == "EXISTING")
        return FailureWords::tr("%1 for %2: run %3 exists already (%4); nothing new was written but this trigger.")
            .arg(shownJob, date, run, state);
    return FailureWords::tr("%1 for %2: run %3 (%4), answer %5.")
        .arg(shownJob, date, run, state, plainText(answer.answer));
}

bool isLoginRefused(const Failure& failure)
{
    return isClass(failure, "28");
}

bool isWrongSchema(const Failure& failure)
{
    if (failure.refusal) {
        return *failure.refusal == Refusal::SchemaTooOld || *failure.refusal == Refusal::SchemaTooNew
            || *failure.refusal == Refusal::SelfCheckFailed || *failure.refusal == Refusal::NotASandbox;
    }
    return isClass(failure, "3F000") || (failure.statement == "connect" && isClass(failure, "42P01"));
}

bool isConnectionFailure(const Failure& failure)
{
    if (isWrongSchema(failure) || atConnect(failure) || isLoginRefused(failure))
        return true;
    if (isClass(failure, "08") || isClass(failure, "57P") || isClass(failure, "3D000") || isClass(failure, "53300"))
        return true;
    const bool lostWithoutState = failure.sqlState.empty()
        && (failure.kind == FailureKind::Unavailable || failure.kind == FailureKind::InDoubt);
    return lostWithoutState;
}

} // namespace onceover::models
