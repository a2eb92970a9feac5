// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <set>

namespace onceover::test {

namespace {

using namespace Qt::StringLiterals;

struct Question {
    const char* wrong; ///< What is wrong when the answer is not 0.
    const char* sql;
};

constexpr std::array kQuestions{
    Question{"merchants whose operation is missing, doubled or has another amount than was sold",
        "WITH sold AS (SELECT merchant_id, settle_date, currency, sum(amount_minor) AS minor FROM onceover.sale\n"
        "               WHERE settle_date IN (SELECT biz_date FROM onceover.settlement_batch) GROUP BY 1, 2, 3),\n"
        "settled AS (SELECT merchant_id, settle_date, currency, sum(amount_minor) AS minor, count(*) AS n\n"
        "              FROM onceover.settlement_operation GROUP BY 1, 2, 3)\n"
        "SELECT count(*) FROM sold s FULL JOIN settled o USING (merchant_id, settle_date, currency)\n"
        " WHERE s.minor IS DISTINCT FROM o.minor OR o.n IS DISTINCT FROM 1"},
    Question{"sales that are not the item of exactly one operation of their merchant",
        "SELECT count(*) FROM (SELECT s.bucket, s.sale_kind, s.sale_id, s.merchant_id, s.amount_minor FROM "
        "onceover.sale s\n"
        "  WHERE s.settle_date IN (SELECT biz_date FROM onceover.settlement_batch)) s\n"
        " WHERE (SELECT count(*) FROM onceover.settlement_item i JOIN onceover.settlement_operation o\n"
        "           ON o.bucket = i.bucket AND o.operation_id = i.root_id\n"
        "         WHERE i.item_kind = s.sale_kind AND i.item_id = s.sale_id AND o.merchant_id = s.merchant_id\n"
        "           AND i.amount_minor = s.amount_minor) <> 1"},
    Question{"items that nobody sold",
        "SELECT (SELECT count(*) FROM onceover.settlement_item) - (SELECT count(*) FROM onceover.sale\n"
        "  WHERE settle_date IN (SELECT biz_date FROM onceover.settlement_batch))"},
    Question{"operations that did not succeed",
        "SELECT count(*) FROM onceover.settlement_operation WHERE status <> 'SUCCEEDED'"},
    Question{"operations whose legs are not HOLD and PAY, both sides, of their amount",
        "SELECT count(*) FROM onceover.settlement_operation o LEFT JOIN LATERAL (\n"
        "  SELECT string_agg(l.phase || l.side, ',' ORDER BY l.phase, l.side) AS legs, sum(l.amount_minor) AS zero,\n"
        "         bool_and(abs(l.amount_minor) = o.amount_minor AND l.currency = o.currency) AS fits\n"
        "    FROM onceover.ledger_entry l WHERE l.bucket = o.bucket AND l.operation_id = o.operation_id) l ON true\n"
        " WHERE l.legs IS DISTINCT FROM 'HOLDCREDIT,HOLDDEBIT,PAYCREDIT,PAYDEBIT' OR l.zero IS DISTINCT FROM 0 OR "
        "l.fits IS NOT TRUE"},
    Question{"legs of no operation",
        "SELECT count(*) FROM onceover.ledger_entry l WHERE NOT EXISTS (SELECT FROM onceover.settlement_operation o\n"
        "  WHERE o.bucket = l.bucket AND o.operation_id = l.operation_id)"},
    Question{"operations without exactly one accepted message",
        "SELECT count(*) FROM onceover.settlement_operation o WHERE (SELECT count(*) FROM onceover.outbox m\n"
        "  WHERE m.bucket = o.bucket AND m.operation_id = o.operation_id AND m.status = 'ACCEPTED') <> 1"},
    Question{"messages too many",
        "SELECT (SELECT count(*) FROM onceover.outbox) - (SELECT count(*) FROM onceover.settlement_operation)"},
    Question{"due rows of finished work", "SELECT count(*) FROM onceover.operation_due"},
    Question{"balances that are not the sum of their entries",
        "SELECT count(*) FROM (SELECT account_id, sum(minor) AS minor FROM (\n"
        "    SELECT account_id, balance_minor AS minor FROM onceover.account_balance\n"
        "    UNION ALL SELECT account_id, amount_minor FROM onceover.account_balance_delta) b GROUP BY 1) b\n"
        "  FULL JOIN (SELECT account_id, sum(amount_minor) AS minor FROM onceover.ledger_entry GROUP BY 1) l USING "
        "(account_id)\n"
        " WHERE coalesce(b.minor, 0) <> coalesce(l.minor, 0)"},
    Question{"days whose runs or batches are more than one",
        "SELECT count(*) FROM (SELECT biz_date FROM onceover.settlement_batch GROUP BY 1 HAVING count(*) > 1\n"
        "  UNION ALL SELECT biz_date FROM onceover.job_run GROUP BY 1 HAVING count(*) > 1) d"},
    Question{"dead letters or differences still open",
        "SELECT (SELECT count(*) FROM onceover.dead_letter WHERE status <> 'RESOLVED')\n"
        "     + (SELECT count(*) FROM onceover.reconciliation_difference WHERE status = 'OPEN')"},
};

/// The bank's file against our operations: one entry each, equal in everything, and none besides.
std::string compareWithBank(FaultRig& rig)
{
    const auto book = rig.bank().book();
    if (!book)
        return "the bank's book cannot be read\n";
    const auto rows = rig.tables().rows(
        "SELECT m.idempotency_key, o.operation_id, o.merchant_id, o.settle_date, o.amount_minor, o.currency, "
        "o.external_ref\n"
        "  FROM onceover.settlement_operation o JOIN onceover.outbox m USING (bucket, operation_id)");
    if (!rows)
        return "operations cannot be read: " + rig.tables().problem() + '\n';
    std::string wrong;
    std::set<std::string> keys;
    std::map<std::string, long long> ours;
    for (const auto& row : *rows) {
        keys.insert(row[0]);
        ours[row[5]] += std::stoll(row[4]);
        const auto found = book->find(row[0]);
        if (found == book->end() || found->second.size() != 1) {
            wrong += "operation " + row[1] + " has " + std::to_string(found == book->end() ? 0 : found->second.size())
                + " effects at the bank\n";
            continue;
        }
        const BookEntry& entry = found->second.front();
        if (entry.operationId != row[1] || entry.merchantId != row[2] || entry.settleDate != row[3]
            || std::to_string(entry.amount) != row[4] || entry.currency != row[5] || entry.reference != row[6])
            wrong += "operation " + row[1] + " and the bank's entry " + entry.reference + " differ\n";
    }
    std::map<std::string, long long> theirs;
    for (const auto& [key, entries] : *book) {
        if (!keys.contains(key))
            wrong += "the bank paid " + key + ", which is nobody's message\n";
        for (const BookEntry& entry : entries)
            theirs[entry.currency] += entry.amount;
    }
    std::map<std::string, long long> ledger;
    for (const auto& row : rig.tables()
                               .rows("SELECT currency, sum(amount_minor) FROM onceover.ledger_entry\n"
                                     " WHERE phase = 'PAY' AND side = 'CREDIT' GROUP BY 1")
                               .value_or(JudgeDatabase::Rows{}))
        ledger[row[0]] = std::stoll(row[1]);
    if (ours != theirs || ledger != theirs)
        wrong += "the sums per currency of operations, ledger and bank differ\n";
    return wrong;
}

/// The promises in an answer of `verify --json`: an array, an object that holds one, or one object per line.
QJsonArray promisesOf(const std::string& out)
{
    const QByteArray text = QByteArray::fromStdString(out);
    const QJsonDocument whole = QJsonDocument::fromJson(text);
    if (whole.isArray())
        return whole.array();
    if (whole.isObject() && whole.object().value("promises"_L1).isArray())
        return whole.object().value("promises"_L1).toArray();
    QJsonArray promises;
    for (const QByteArray& line : text.split('\n')) {
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        if (object.contains("promise"_L1))
            promises.append(object);
    }
    return promises;
}

} // namespace

std::string Effects::text() const
{
    std::string text;
    for (const auto& [name, n] : counts)
        text += name + ' ' + std::to_string(n) + ", ";
    return text;
}

Effects effectsOf(FaultRig& rig)
{
    Effects effects;
    for (const char* table :
        {"settlement_item", "settlement_operation", "operation_due", "ledger_entry", "outbox", "external_call",
            "external_reference", "account", "dead_letter", "job_run", "settlement_batch", "batch_shard"})
        effects.counts[table] = rig.tables().count("SELECT count(*) FROM onceover." + std::string{table});
    const auto book = rig.bank().book();
    long long entries = book ? 0 : -1;
    for (const auto& [key, paid] : book.value_or(Book{}))
        entries += static_cast<long long>(paid.size());
    effects.counts["the bank's book"] = entries;
    return effects;
}

std::string judgeBooks(FaultRig& rig)
{
    std::string wrong;
    for (const Question& question : kQuestions) {
        const std::string answer = rig.tables().value(question.sql);
        if (answer != "0")
            wrong += answer + ' ' + question.wrong + '\n';
    }
    if (rig.tables().count("SELECT count(*) FROM onceover.settlement_operation") <= 0)
        wrong += "nothing was settled\n";
    return wrong += compareWithBank(rig);
}

std::string judgePromises(FaultRig& rig)
{
    const CtlAnswer answer = rig.ctl("carol", {"verify", "--quiescent", "--json"});
    std::string wrong
        = answer.exitStatus == 0 ? "" : "verify: exit " + std::to_string(answer.exitStatus) + ' ' + answer.err + '\n';
    const QJsonArray promises = promisesOf(answer.out);
    std::set<std::string> seen;
    for (const QJsonValue& value : promises) {
        const QJsonObject promise = value.toObject();
        const std::string name = promise.value("promise"_L1).toString().toStdString();
        seen.insert(name);
        if (!promise.value("holds"_L1).toBool())
            wrong += name + " is broken: "
                + QJsonDocument(promise.value("broken"_L1).toArray()).toJson(QJsonDocument::Compact).toStdString()
                + '\n';
        // Without approvals and freezes I8, I11 and I12 have nothing to look at.
        if (name != "I8" && name != "I11" && name != "I12" && promise.value("checked"_L1).toInteger() <= 0)
            wrong += name + " was not looked at\n";
    }
    constexpr std::size_t kPromises = 13;
    if (seen.size() != kPromises)
        wrong += std::to_string(seen.size()) + " promises of 13 were told: " + answer.out.substr(0, 500) + '\n';
    return wrong;
}

std::string judge(FaultRig& rig)
{
    std::string wrong = judgeBooks(rig);
    return wrong += judgePromises(rig);
}

} // namespace onceover::test
