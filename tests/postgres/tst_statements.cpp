// SPDX-License-Identifier: GPL-3.0-or-later
// Bank statements in the database: kept once, laid beside our messages, and told to people; no statement, however wrong
// or repeated, moves money or a state (R97, R100, R101, K14, K81, K82, F48).
#include <QTest>

#include "settled_database.h"

#include "acts/import_statement.h"
#include "acts/request_id.h"
#include "core/analysis/matching.h"
#include "store/statement_store.h"
#include "support/compare_text.h"

#include <QString>

#include <algorithm>
#include <optional>

using namespace onceover;
using namespace onceover::test;

namespace {

/// A message of ours as the settled days left it.
struct Sent {
    std::string key;
    std::string reference;
    std::int64_t minor = 0;
    std::string currency;
};

/// Everything that money and states are: whatever a statement says, this stays.
const std::string kMoneyAndStates = R"(
  SELECT md5(concat_ws('|',
    (SELECT string_agg(o::text, ',' ORDER BY o.bucket, o.operation_id) FROM onceover.settlement_operation o),
    (SELECT string_agg(m::text, ',' ORDER BY m.bucket, m.outbox_id) FROM onceover.outbox m),
    (SELECT string_agg(e::text, ',' ORDER BY e::text) FROM onceover.ledger_entry e),
    (SELECT string_agg(b::text, ',' ORDER BY b::text) FROM onceover.account_balance b),
    (SELECT string_agg(b::text, ',' ORDER BY b.batch_id) FROM onceover.settlement_batch b),
    (SELECT string_agg(r::text, ',' ORDER BY r.run_id) FROM onceover.job_run r),
    (SELECT string_agg(d::text, ',' ORDER BY d.dead_letter_id) FROM onceover.dead_letter d),
    (SELECT string_agg(x::text, ',' ORDER BY x::text) FROM onceover.external_reference x),
    (SELECT count(*) FROM onceover.external_call), (SELECT count(*) FROM onceover.operation_event),
    (SELECT count(*) FROM onceover.approval), (SELECT count(*) FROM onceover.compensation))))";

std::string saidOf(const Result<StatementAnswer>& answer)
{
    if (!answer)
        return answer.error().refusal ? std::string{refusalName(*answer.error().refusal)} : answer.error().detail;
    if (!answer->done)
        return "REFUSED " + answer->reason;
    return (answer->isNew ? "NEW " : "KNOWN ") + std::to_string(answer->compared) + " compared, "
        + std::to_string(answer->differences) + " differ, " + std::to_string(answer->opened) + " opened";
}

} // namespace

class TstStatements : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void aStatementIsKeptOnce();
    void whatAgreesIsCompared();
    void nothingComparedIsNoAgreement();
    void eachMismatchIsToldByItsName_data(); // R97 R100
    void eachMismatchIsToldByItsName();
    void whatNoStatementShowsIsMissingThere();
    void overlappingStatementsTellNothingTwice(); // K81
    void equalLinesAreBothKept();                 // K82
    void whatDoesNotAddUpIsRefusedHereAsWell_data();
    void whatDoesNotAddUpIsRefusedHereAsWell();
    void whatIsMalformedIsRefusedByItsLine_data();
    void whatIsMalformedIsRefusedByItsLine();
    void aReturnThatTheBankToldIsNoSecondOne_data(); // R90
    void aReturnThatTheBankToldIsNoSecondOne();
    void onlyAnOperatorImports();
    void aLostAnswerIsAskedForUnderItsId();
    void accountsAreMasked();
    void aLargeStatementIsImported();

private:
    [[nodiscard]] std::string ask(const std::string& sql) const
    {
        const auto said = m_days->run(sql + ";");
        return said ? QString::fromStdString(*said).trimmed().toStdString() : said.error().detail;
    }
    [[nodiscard]] Sent sent(
        int number, const std::string& status = "ACCEPTED", const std::string& currency = "CNY") const
    {
        const std::string from = " FROM onceover.outbox WHERE status = '" + status + "' AND currency = '" + currency
            + "' ORDER BY outbox_id OFFSET " + std::to_string(number - 1) + " LIMIT 1";
        return {ask("SELECT idempotency_key" + from), ask("SELECT coalesce(external_ref, '')" + from),
            std::stoll("0" + ask("SELECT amount_minor" + from)), currency};
    }
    [[nodiscard]] BusinessDate today(int plus = 0) const
    {
        return *BusinessDate::parse(
            ask("SELECT (onceover.clock() AT TIME ZONE 'UTC')::date + " + std::to_string(plus)));
    }
    [[nodiscard]] StatementLine line(
        std::int64_t minor, std::vector<std::string> references, std::string bank = {}) const
    {
        StatementLine made;
        made.amountMinor = minor;
        made.currency = "CNY";
        made.bookedOn = m_today;
        made.bankReference = std::move(bank);
        made.references = std::move(references);
        return made;
    }
    [[nodiscard]] StatementLine paid(const Sent& message, std::string bank) const
    {
        return line(-message.minor, {message.key}, std::move(bank));
    }
    [[nodiscard]] BankStatement statementOf(std::string reference, std::vector<StatementLine> lines) const
    {
        BankStatement made;
        made.format = "camt.053";
        made.account = "DE89370400440532013000";
        made.reference = std::move(reference);
        made.currency = "CNY";
        made.from = made.to = m_today;
        made.openingMinor = 1'000'000;
        made.closingMinor = 1'000'000;
        for (const StatementLine& one : lines)
            *made.closingMinor += one.amountMinor;
        made.lines = std::move(lines);
        return made;
    }
    [[nodiscard]] Result<StatementAnswer> import(const BankStatement& statement, const char* login = "alice",
        const std::string& file = "file", const Uuid& request = acts::newRequestId()) const
    {
        store::StatementStore store{m_days->copyAs(login), "tst_statements"};
        return acts::importStatement(store, ChannelId{"practice-bank"}, sha256(file), statement, request);
    }
    /// The open differences of statements, "KIND ours theirs" each.
    [[nodiscard]] std::string differences() const
    {
        return ask("SELECT coalesce(string_agg(concat_ws(' ', kind, grade, coalesce(ours_minor::text, '-'), "
                   "coalesce(theirs_minor::text, '-')), ', ' ORDER BY difference_id), '') FROM "
                   "onceover.reconciliation_difference WHERE pair = 'ours/statement' AND status = 'OPEN'");
    }

    std::unique_ptr<SettledDays> m_days;
    BusinessDate m_today;
};

void TstStatements::initTestCase()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_days = std::make_unique<SettledDays>();
    ONCEOVER_NEED(*m_days);
}

void TstStatements::init()
{
    const auto copied = m_days->copy();
    QVERIFY2(copied.has_value(), copied ? "" : copied.error().detail.c_str());
    m_today = today();
}

// K81: the same statement in whatever file is one; the same number with other content is refused.
void TstStatements::aStatementIsKeptOnce()
{
    const std::string before = ask(kMoneyAndStates);
    const BankStatement statement = statementOf("S1", {paid(sent(1), "B1"), paid(sent(2), "B2")});
    QCOMPARE(saidOf(import(statement)), std::string{"NEW 2 compared, 0 differ, 0 opened"});
    QCOMPARE(saidOf(import(statement)), std::string{"KNOWN 2 compared, 0 differ, 0 opened"});
    QCOMPARE(saidOf(import(statement, "alice", "another file")), std::string{"KNOWN 2 compared, 0 differ, 0 opened"});
    QCOMPARE(
        saidOf(import(statementOf("S1", {paid(sent(1), "B1")}))), std::string{"REFUSED STATEMENT_HAS_OTHER_CONTENT"});
    QCOMPARE(ask("SELECT count(*) FROM onceover.statement"), std::string{"1"});
    QCOMPARE(ask("SELECT count(*) FROM onceover.statement_entry"), std::string{"2"});
    QCOMPARE(ask("SELECT count(*) FROM onceover.reconciliation_run WHERE kind = 'statement'"), std::string{"1"});
    QCOMPARE(
        ask("SELECT string_agg(outcome || ' ' || reason, ', ' ORDER BY seq) FROM onceover.audit_log WHERE action = "
            "'import statement'"),
        std::string{"DONE , REFUSED STATEMENT_HAS_OTHER_CONTENT"});
    QCOMPARE(ask(kMoneyAndStates), before);
    for (const char* change : {"UPDATE onceover.statement SET closing_minor = 0",
             "DELETE FROM onceover.statement_entry", "TRUNCATE onceover.statement CASCADE"})
        QVERIFY2(!m_days->run(std::string{change} + ";").has_value(), change);
}

void TstStatements::whatAgreesIsCompared()
{
    std::vector<StatementLine> lines{line(500'000, {}, "a transfer to the account")};
    for (int number = 1; number <= 16; ++number)
        lines.push_back(paid(sent(number), "B" + std::to_string(number)));
    // By the reference that we were told as well as by the key.
    lines.back().references = {sent(16).reference};
    QCOMPARE(saidOf(import(statementOf("S1", lines))), std::string{"NEW 16 compared, 0 differ, 0 opened"});
    QCOMPARE(
        ask("SELECT string_agg(DISTINCT match, ' ') FROM onceover.v_statement_match"), std::string{"MATCHED NOT_OURS"});
    store::StatementStore store{m_days->copyAs("alice"), "tst_statements"};
    const auto sheet = store.sheetOf(1);
    QVERIFY2(sheet.has_value(), sheet ? "" : sheet.error().detail.c_str());
    QCOMPARE(sheet->comparisons.size(), std::size_t{1});
    QCOMPARE(sheet->comparisons.front().outcome, std::string{"COMPARED"});
    QVERIFY(sheet->differences.empty());
}

void TstStatements::nothingComparedIsNoAgreement()
{
    QCOMPARE(saidOf(import(statementOf("S1", {}))), std::string{"NEW 0 compared, 0 differ, 0 opened"});
    QCOMPARE(ask("SELECT outcome FROM onceover.reconciliation_run WHERE kind = 'statement'"),
        std::string{"NOTHING_COMPARED"});
}

void TstStatements::eachMismatchIsToldByItsName_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("told");
    // m: what our message is of, in minor units.
    for (const auto& [what, told] : {std::pair{"too much", "AMOUNT P0 m m+1"},
             std::pair{"too little", "AMOUNT P0 m m-1"}, std::pair{"another currency", "CURRENCY P0 m -"},
             std::pair{"twice in one", "TWICE P0 m m, TWICE P0 m m"}, std::pair{"twice in two", "TWICE P0 m m"},
             std::pair{"refused here", "CONTRADICTION P0 m m"}, std::pair{"unknown for long", "LATE P0 m m"},
             std::pair{"unknown since now", ""}, std::pair{"a key of nobody", "MISSING_HERE P0 - 77"},
             std::pair{"a debit of nobody", "MISSING_HERE P1 - 78"}, std::pair{"two of ours", "REFERENCE_TAKEN P0 m m"},
             std::pair{"came back", "RETURNED P0 m 0"}, std::pair{"came back in part", "RETURNED P0 m m-500"},
             std::pair{"reversed", "RETURNED P0 m 0"}})
        QTest::newRow(what) << QString::fromLatin1(what) << QString::fromLatin1(told);
}

// R97, R100: either sign, each kind by its name; nothing is repaired.
void TstStatements::eachMismatchIsToldByItsName()
{
    QFETCH(QString, what);
    QFETCH(QString, told);
    const Sent first = sent(1);
    std::int64_t minor = first.minor;
    std::vector<StatementLine> lines;
    if (what == QLatin1String("too much") || what == QLatin1String("too little"))
        lines = {line(-first.minor - (what == QLatin1String("too much") ? 1 : -1), {first.key}, "B1")};
    else if (what == QLatin1String("another currency"))
        lines = {line(-sent(1, "ACCEPTED", "JPY").minor, {sent(1, "ACCEPTED", "JPY").key}, "B1")};
    else if (what == QLatin1String("twice in one"))
        lines = {paid(first, "B1"), paid(first, "B2")};
    else if (what == QLatin1String("twice in two"))
        lines = {paid(first, "B2")};
    else if (what == QLatin1String("a key of nobody"))
        lines = {line(-77, {"A2B3C4D5E6F7A2B3C4D5E6F7A2B3C4D5"}, "B1")};
    else if (what == QLatin1String("a debit of nobody"))
        lines = {line(-78, {}, "B1")};
    else if (what == QLatin1String("two of ours"))
        lines = {line(-first.minor, {first.key, sent(2).reference}, "B1")};
    else if (what == QLatin1String("came back"))
        lines = {line(first.minor, {first.key}, "B1")};
    else if (what == QLatin1String("came back in part"))
        lines = {line(500, {first.reference}, "B1")};
    else if (what == QLatin1String("reversed"))
        lines = {line(first.minor, {first.key}, "B1")};
    if (what == QLatin1String("reversed"))
        lines.front().isReversal = true;
    if (what == QLatin1String("came back"))
        lines.front().returnReason = "AC01";
    BankStatement statement = statementOf("S2", lines);
    if (lines.empty()) { // Of a message that is in another currency.
        const Sent open = what == QLatin1String("refused here") ? sent(1, "REFUSED", "JPY") : sent(1, "UNKNOWN", "KWD");
        minor = open.minor;
        statement = statementOf("S2", {paid(open, "B1")});
        statement.currency = statement.lines.front().currency = open.currency;
        if (what == QLatin1String("unknown for long"))
            QVERIFY(m_days->breakIt("UPDATE channel_profile SET escalate_after = '1 us';").has_value());
        if (what == QLatin1String("unknown since now"))
            QVERIFY(m_days->breakIt("UPDATE channel_profile SET escalate_after = '1 day';").has_value());
    }
    if (what == QLatin1String("twice in two"))
        QCOMPARE(
            saidOf(import(statementOf("S1", {paid(first, "B1")}))), std::string{"NEW 1 compared, 0 differ, 0 opened"});
    if (what == QLatin1String("another currency"))
        minor = sent(1, "ACCEPTED", "JPY").minor;
    for (const int more : {-500, -1, 1, 0})
        told.replace(QStringLiteral("m")
                + (more == 0 ? QString()
                             : QStringLiteral("%1%2").arg(QLatin1String(more > 0 ? "+" : ""), QString::number(more))),
            QString::number(minor + more));
    const std::string before = ask(kMoneyAndStates);
    const std::string said = saidOf(import(statement));
    QVERIFY2(said.starts_with("NEW"), said.c_str());
    QCOMPARE(differences(), told.toStdString());
    QCOMPARE(ask(kMoneyAndStates), before);
    QCOMPARE(saidOf(import(statement)).substr(0, 5), std::string{"KNOWN"});
    QCOMPARE(differences(), told.toStdString());
    const std::string kind = told.section(QLatin1Char(' '), 0, 0).toStdString();
    QVERIFY2(kind.empty() || kind == "RETURNED" || fromName<MismatchKind>(kind), kind.c_str());
}

// What we call accepted is missed once a statement of a later day is there, and only then.
void TstStatements::whatNoStatementShowsIsMissingThere()
{
    const std::string before = ask(kMoneyAndStates);
    std::vector<StatementLine> lines;
    for (int number = 1; number <= 14; ++number)
        lines.push_back(paid(sent(number), "B" + std::to_string(number)));
    QCOMPARE(saidOf(import(statementOf("S1", lines))), std::string{"NEW 14 compared, 0 differ, 0 opened"});
    BankStatement next = statementOf("S2", {});
    next.from = next.to = today(1);
    QCOMPARE(saidOf(import(next)), std::string{"NEW 0 compared, 2 differ, 2 opened"});
    QCOMPARE(
        ask("SELECT string_agg(idempotency_key, ' ' ORDER BY idempotency_key) FROM onceover.reconciliation_difference "
            "WHERE kind = 'MISSING_THERE'"),
        std::min(sent(15).key, sent(16).key) + ' ' + std::max(sent(15).key, sent(16).key));
    QCOMPARE(ask(kMoneyAndStates), before);
}

void TstStatements::overlappingStatementsTellNothingTwice()
{
    const std::vector<StatementLine> lines{paid(sent(1), "B1"), line(-78, {}, "fee 1"), line(500, {sent(2).key}, "R1")};
    QCOMPARE(saidOf(import(statementOf("S1", lines))), std::string{"NEW 2 compared, 2 differ, 2 opened"});
    const std::string told = differences();
    std::vector<StatementLine> more = lines;
    more.push_back(paid(sent(3), "B3"));
    QCOMPARE(saidOf(import(statementOf("S2", more))), std::string{"NEW 3 compared, 2 differ, 0 opened"});
    QCOMPARE(differences(), told);
    // Not even after a person has done with it.
    QVERIFY(m_days
                ->run("UPDATE onceover.reconciliation_difference SET status = 'RESOLVED', resolved_at = "
                      "onceover.clock() WHERE pair = "
                      "'ours/statement'")
                .has_value());
    more.push_back(paid(sent(4), "B4"));
    QCOMPARE(saidOf(import(statementOf("S3", more))), std::string{"NEW 4 compared, 2 differ, 0 opened"});
    QCOMPARE(differences(), std::string{});
}

void TstStatements::equalLinesAreBothKept()
{
    const StatementLine fee = line(-450, {}, "");
    QCOMPARE(saidOf(import(statementOf("S1", {fee, fee}))), std::string{"NEW 0 compared, 2 differ, 2 opened"});
    QCOMPARE(ask("SELECT string_agg(occurrence::text, ' ' ORDER BY entry_no) FROM onceover.statement_entry"),
        std::string{"1 2"});
    QCOMPARE(differences(), std::string{"MISSING_HERE P1 - 450, MISSING_HERE P1 - 450"});
}

void TstStatements::whatDoesNotAddUpIsRefusedHereAsWell_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("reason");
    QTest::newRow("sum") << "sum"
                         << "STATEMENT_DOES_NOT_ADD_UP";
    QTest::newRow("currency") << "currency"
                              << "STATEMENT_CURRENCY_DIFFERS";
    QTest::newRow("balance") << "balance"
                             << "STATEMENT_BALANCE_MISSING";
    QTest::newRow("future") << "future"
                            << "VALUE_MALFORMED";
    QTest::newRow("name") << "name"
                          << "VALUE_MALFORMED";
}

void TstStatements::whatDoesNotAddUpIsRefusedHereAsWell()
{
    QFETCH(QString, what);
    QFETCH(QString, reason);
    BankStatement statement = statementOf("S1", {paid(sent(1), "B1")});
    if (what == QLatin1String("sum"))
        ++*statement.closingMinor;
    else if (what == QLatin1String("currency"))
        statement.lines.front().currency = "USD";
    else if (what == QLatin1String("balance"))
        statement.openingMinor.reset();
    else if (what == QLatin1String("future"))
        statement.to = today(2);
    else
        statement.reference = " ";
    QCOMPARE(saidOf(import(statement)), "REFUSED " + reason.toStdString());
    QCOMPARE(ask("SELECT count(*) FROM onceover.statement"), std::string{"0"});
    QCOMPARE(ask("SELECT outcome || ' ' || reason FROM onceover.audit_log WHERE action = 'import statement'"),
        "REFUSED " + reason.toStdString());
}

void TstStatements::whatIsMalformedIsRefusedByItsLine_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("found");
    const auto row = [](const char* name, const char* change, const char* found) {
        QTest::newRow(name) << QString::fromLatin1(change) << QString::fromLatin1(found);
    };
    row("no statement", "'[]'", "statement: not an object");
    row("opening", "jsonb_set(s, '{opening}', '1.5')", "statement: opening");
    row("last day", "jsonb_set(s, '{to}', '\"2026-02-30\"')", "statement: to");
    row("lines", "jsonb_set(s, '{lines}', '{}')", "statement: lines");
    row("a line", "jsonb_set(s, '{lines,1}', '7')", "line 2: not an object");
    row("amount in words", "jsonb_set(s, '{lines,1,amount}', '\"ten\"')", "line 2: amount");
    row("amount too large", "jsonb_set(s, '{lines,0,amount}', '9223372036854775808')", "line 1: amount");
    row("no amount", "s #- '{lines,1,amount}'", "line 2: amount");
    row("never booked", "s #- '{lines,0,booked}'", "line 1: booked");
    row("booked on no day", "jsonb_set(s, '{lines,1,booked}', '\"2026-13-01\"')", "line 2: booked");
    row("valued in words", "jsonb_set(s, '{lines,1,value}', '\"tomorrow\"')", "line 2: value");
    row("references", "jsonb_set(s, '{lines,1,references}', '[\"a\", {}]')", "line 2: references");
    row("a name without end", "jsonb_set(s, '{lines,1,ref}', to_jsonb(repeat('X', 12000)))", "line 2: ref");
    row("a reference without end", "jsonb_set(s, '{lines,1,references}', jsonb_build_array(repeat('X', 12000)))", "line 2: references");
    row("reversal", "jsonb_set(s, '{lines,1,reversal}', '\"yes\"')", "line 2: reversal");
}

// What no program of ours would send is refused by its place and kept as a refusal; nothing else is.
void TstStatements::whatIsMalformedIsRefusedByItsLine()
{
    QFETCH(QString, change);
    QFETCH(QString, found);
    const std::string day = m_today.toString();
    const std::string said = R"('{"account": "A", "reference": "S1", "currency": "CNY", "opening": 0, "closing": 3, "from": ")" + day
        + R"(", "to": ")" + day + R"(", "lines": [{"amount": 1, "currency": "CNY", "booked": ")" + day
        + R"("}, {"amount": 2, "currency": "CNY", "booked": ")" + day + R"("}]}'::jsonb)";
    const auto import = [&](const std::string& statement) {
        return ask("SET SESSION AUTHORIZATION alice; SELECT a.outcome || ' ' || a.reason || ' ' || a.found FROM (SELECT " + said
            + " AS s) x, onceover.import_statement('practice-bank', sha256('x'), " + statement + ", gen_random_uuid()) a");
    };
    QCOMPARE(import(change.toStdString()), "REFUSED VALUE_MALFORMED " + found.toStdString());
    QCOMPARE(ask("SELECT (SELECT count(*) FROM onceover.statement) + (SELECT count(*) FROM onceover.statement_entry)"),
        std::string{"0"});
    QCOMPARE(ask("SELECT outcome || ' ' || reason || ' ' || (detail ->> 'said') FROM onceover.audit_log WHERE action = "
                 "'import statement'"),
        "REFUSED VALUE_MALFORMED " + found.toStdString());
    QCOMPARE(import("s"), std::string{"DONE"}); // As it was before it was spoilt.
}

void TstStatements::aReturnThatTheBankToldIsNoSecondOne_data()
{
    QTest::addColumn<int>("toldByTheBank");
    QTest::addColumn<int>("shown");
    QTest::addColumn<QString>("opened");
    QTest::newRow("told once, shown once") << 1 << 1 << "";
    QTest::newRow("told once, shown twice") << 1 << 2 << "RETURNED P0 m m-500";
    QTest::newRow("told twice, shown twice") << 2 << 2 << "";
    QTest::newRow("never told") << 0 << 1 << "RETURNED P0 m m-500";
}

// A booking has a reference of its own, other than that of the callback; the return is known by its payment and amount.
void TstStatements::aReturnThatTheBankToldIsNoSecondOne()
{
    QFETCH(int, toldByTheBank);
    QFETCH(int, shown);
    QFETCH(QString, opened);
    const Sent first = sent(1);
    QVERIFY(m_days
                ->run("INSERT INTO onceover.reconciliation_difference (kind, grade, bucket, operation_id, channel_id, "
                      "idempotency_key, external_ref, ours_minor, theirs_minor, currency) SELECT 'RETURNED', 'P0', bucket, "
                      "operation_id, channel_id, idempotency_key, 'BACK-' || n, amount_minor, amount_minor - 500, currency "
                      "FROM onceover.outbox, generate_series(1, "
                    + std::to_string(toldByTheBank) + ") n WHERE idempotency_key = '" + first.key + "';")
                .has_value());
    std::vector<StatementLine> lines;
    for (int number = 1; number <= shown; ++number)
        lines.push_back(line(500, {first.key}, "B" + std::to_string(number)));
    const int more = opened.isEmpty() ? 0 : 1;
    const std::string differ = " compared, " + std::to_string(shown) + " differ, ";
    QCOMPARE(saidOf(import(statementOf("S1", lines))),
        "NEW " + std::to_string(shown) + differ + std::to_string(more) + " opened");
    // The same lines once more are no others.
    lines.push_back(paid(sent(2), "B9"));
    QCOMPARE(saidOf(import(statementOf("S2", lines))),
        "NEW " + std::to_string(shown + 1) + differ + "0 opened");
    opened.replace(QStringLiteral("m-500"), QString::number(first.minor - 500));
    opened.replace(QStringLiteral("m"), QString::number(first.minor));
    QCOMPARE(differences(), opened.toStdString());
}

void TstStatements::onlyAnOperatorImports()
{
    for (const char* login : {"bob", "carol"})
        QCOMPARE(saidOf(import(statementOf("S1", {}), login)), std::string{"MISSING_ROLE"});
    QCOMPARE(ask("SELECT count(*) FROM onceover.statement"), std::string{"0"});
    store::StatementStore store{m_days->copyAs("alice"), "tst_statements"};
    const auto nowhere
        = store.importStatement(ChannelId{"no-such-bank"}, sha256("x"), statementOf("S1", {}), acts::newRequestId());
    QCOMPARE(saidOf(nowhere), std::string{"REFUSED NO_CHANNEL_PROFILE"});
}

void TstStatements::aLostAnswerIsAskedForUnderItsId()
{
    const Uuid request = acts::newRequestId();
    const BankStatement statement = statementOf("S1", {paid(sent(1), "B1")});
    QCOMPARE(saidOf(import(statement, "alice", "file", request)), std::string{"NEW 1 compared, 0 differ, 0 opened"});
    QCOMPARE(saidOf(import(statement, "alice", "file", request)), std::string{"KNOWN 1 compared, 0 differ, 0 opened"});
    QCOMPARE(saidOf(import(statementOf("S2", {}), "alice", "file", request)), std::string{"REFUSED REQUEST_ID_REUSED"});
}

void TstStatements::accountsAreMasked()
{
    QCOMPARE(saidOf(import(statementOf("S1", {}))).substr(0, 3), std::string{"NEW"});
    const std::string shown = ask("SELECT account FROM onceover.v_statement");
    QVERIFY2(shown.ends_with("3000") && shown.find("DE8937") == std::string::npos, shown.c_str());
}

// Thousands of lines come in within the time that an act has.
void TstStatements::aLargeStatementIsImported()
{
    std::vector<StatementLine> lines;
    for (int number = 0; number < 3'000; ++number)
        lines.push_back(
            line(number % 2 == 0 ? 100 : -100, {"REF-" + std::to_string(number)}, "REF-" + std::to_string(number)));
    lines.push_back(paid(sent(1), "B1"));
    QCOMPARE(saidOf(import(statementOf("S1", lines))), std::string{"NEW 1 compared, 1500 differ, 1500 opened"});
}

QTEST_GUILESS_MAIN(TstStatements)
#include "tst_statements.moc"
