// SPDX-License-Identifier: GPL-3.0-or-later
#include "statement_import.h"

#include "acts/import_statement.h"
#include "acts/request_id.h"
#include "channel/statement_reader.h"
#include "core/analysis/statement_check.h"
#include "json_text.h"
#include "models/display_text.h"
#include "models/statement_text.h"
#include "reconciliation_sheet.h"
#include "store/statement_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

namespace onceover::ctl {

namespace {

struct ImportWords {
    Q_DECLARE_TR_FUNCTIONS(StatementImport)
};

/// A file as it is to be imported.
struct StatementFile {
    Sha256 digest{};
    std::vector<BankStatement> statements;
};

/// One byte more than a statement may have shows that it has too many.
std::string bytesOfFile(const std::string& path)
{
    std::ifstream file{path, std::ios::binary};
    std::string bytes(channel::kStatementBytesMost + 1, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

tl::expected<StatementFile, StatementFault> readStatementFile(const ReconcileOptions& options)
{
    const std::string bytes = bytesOfFile(*options.statement);
    auto statements = channel::readStatements(bytes);
    if (!statements)
        return tl::unexpected{statements.error()};
    StatementFile file{sha256(bytes), {}};
    std::set<std::string> accounts;
    for (BankStatement& statement : *statements) {
        accounts.insert(statement.account);
        if (options.account.empty() || statement.account == options.account)
            file.statements.push_back(std::move(statement));
    }
    std::string all;
    for (const std::string& account : accounts)
        all += ' ' + account;
    // Statements of another account would be laid beside a channel that never paid from it.
    if (file.statements.empty() || (options.account.empty() && accounts.size() > 1))
        return tl::unexpected{
            StatementFault{StatementFaultKind::NotAStatement, 0, "choose one of its accounts with --account:" + all}};
    for (const BankStatement& statement : file.statements) {
        if (const auto checked = checkStatement(statement); !checked)
            return tl::unexpected{checked.error()};
    }
    return file;
}

Json importJson(const BankStatement& statement, const StatementAnswer& answer)
{
    Json json{{"reference", statement.reference}, {"currency", statement.currency}, {"from", statement.from.toString()},
        {"to", statement.to.toString()}, {"lines", statement.lines.size()}, {"done", answer.done},
        {"reason", answer.reason}, {"found", answer.found}};
    if (answer.done) {
        json["statement"] = answer.statement;
        json["is_new"] = answer.isNew;
        json["imported_by"] = answer.by;
        json["imported_at"] = answer.at ? Json(plainTime(*answer.at)) : Json(nullptr);
        json["compared"] = answer.compared;
        json["differences"] = answer.differences;
        json["opened"] = answer.opened;
    }
    return json;
}

void printImport(const BankStatement& statement, const StatementAnswer& answer)
{
    const QString name = models::plainText(statement.reference);
    if (!answer.done) {
        printLine(QStringLiteral("%1: %2").arg(name, models::statementRefusalSentence(answer.reason, answer.found)));
        return;
    }
    const QString lines = models::countText(static_cast<std::int64_t>(statement.lines.size()));
    printLine(answer.isNew ? ImportWords::tr("%1: imported as statement %2, %3 lines")
                                 .arg(name, QString::number(answer.statement), lines)
                           : ImportWords::tr("%1: is here already as statement %2, imported by %3; nothing happened")
                                 .arg(name, QString::number(answer.statement), models::plainText(answer.by)));
}

ExitCode reportFault(const CommonOptions& common, const StatementFault& fault)
{
    if (common.json)
        printJson(Json{
            {"outcome", "REFUSED"}, {"reason", nameOf(fault.kind)}, {"line", fault.place}, {"found", fault.found}});
    else
        printNote(models::statementFaultSentence(fault));
    return ExitCode::Broken;
}

} // namespace

ExitCode importStatements(const CommonOptions& common, const ReconcileOptions& options)
{
    const auto file = readStatementFile(options);
    if (!file)
        return reportFault(common, file.error());
    const Result<store::ConnectionTarget> target = targetFor(common, "alice");
    if (!target)
        return reportFailure(target.error());
    store::StatementStore store{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = store.connect();
    if (!server)
        return reportFailure(server.error());
    if (!common.json)
        printWhere(*server);
    ReconciliationSheet whole;
    Json imports = Json::array();
    bool isRefused = false;
    for (const BankStatement& statement : file->statements) {
        const Result<StatementAnswer> answer
            = acts::importStatement(store, ChannelId{options.channel}, file->digest, statement, acts::newRequestId());
        if (!answer)
            return reportFailure(answer.error(), models::plainText(statement.reference));
        imports.push_back(importJson(statement, *answer));
        isRefused = isRefused || !answer->done;
        if (!common.json)
            printImport(statement, *answer);
        if (!answer->done)
            continue;
        const Result<ReconciliationSheet> sheet = store.sheetOf(answer->statement);
        if (!sheet)
            return reportFailure(sheet.error(), models::plainText(statement.reference));
        whole.readAt = sheet->readAt;
        std::copy(sheet->comparisons.begin(), sheet->comparisons.end(), std::back_inserter(whole.comparisons));
        std::copy(sheet->differences.begin(), sheet->differences.end(), std::back_inserter(whole.differences));
    }
    if (common.json) {
        Json json = whereJson(*server);
        addSheet(json, whole);
        json["file_sha256"] = toHex(file->digest);
        json["statements"] = std::move(imports);
        printJson(json);
    } else if (!whole.comparisons.empty()) {
        printSheet(whole);
    }
    return !isRefused && wholeOutcome(whole) == "AGREES" ? ExitCode::Ok : ExitCode::Broken;
}

} // namespace onceover::ctl
