// SPDX-License-Identifier: GPL-3.0-or-later
// Bank statements are read as their banks write them, and refused with the place of the fault where they are wrong:
// published files of others with what is true of them, and hostile ones of our own (F48, F49, F53, K82).
#include <QTest>

#include "core_cases.h"

#include "channel/statement_reader.h"
#include "core/analysis/statement_check.h"
#include "core/money.h"
#include "support/compare_text.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <algorithm>
#include <map>
#include <set>

using namespace onceover;
using namespace Qt::StringLiterals;

namespace {

using Kind = StatementFaultKind;

QByteArray caseBytes(const QString& name)
{
    QFile file(casesFolder() + u'/' + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray{};
}

QJsonObject truths()
{
    QFile file(casesFolder() + u"/truth.json"_s);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject{};
}

auto readBytes(const QByteArray& bytes)
{
    return channel::readStatements({bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

/// "STATEMENT_MALFORMED 12: what was found"; "": no fault.
template <typename T>
std::string faultText(const tl::expected<T, StatementFault>& read)
{
    return read
        ? std::string{}
        : std::string{nameOf(read.error().kind)} + ' ' + std::to_string(read.error().place) + ": " + read.error().found;
}

/// Minor units of a published amount: "-5794.17", "789904.4", "0."; decimals that the currency has not are zeros.
std::int64_t minorOf(QString text, const std::string& currency)
{
    const CurrencyCode code = *CurrencyCode::parse(currency);
    QString decimals = text.section(u'.', 1);
    while (decimals.size() > code.exponent() && decimals.endsWith(u'0'))
        decimals.chop(1);
    decimals = decimals.leftJustified(code.exponent(), u'0');
    return (text.section(u'.', 0, 0) + decimals).toLongLong();
}

/// Per booking: what its lines come to. Signed sums of what came in and what went out.
std::pair<std::int64_t, std::int64_t> sidesOf(const BankStatement& statement)
{
    std::map<int, std::int64_t> bookings;
    for (const StatementLine& line : statement.lines)
        bookings[line.entry] += line.amountMinor;
    std::pair<std::int64_t, std::int64_t> sides;
    for (const auto& [entry, minor] : bookings)
        (minor < 0 ? sides.second : sides.first) += minor;
    return sides;
}

std::size_t bookingsOf(const BankStatement& statement)
{
    std::set<int> bookings;
    for (const StatementLine& line : statement.lines)
        bookings.insert(line.entry);
    return bookings.size();
}

/// Files that are no statement or that nobody could believe, with the fault that names why.
const std::map<QString, std::pair<Kind, int>>& refusedFiles()
{
    static const std::map<QString, std::pair<Kind, int>> all{
        {u"camt/genkgo__camt053.v2.wrong.xml"_s, {Kind::NotAStatement, 0}},
        {u"camt/genkgo__camt053.v4.xml"_s, {Kind::CurrencyDiffers, 0}}, // Balances in four currencies.
        {u"camt/bsp__camt053_garbled_amount.xml"_s, {Kind::Malformed, 0}},
        {u"camt/eufin__gls_camt053.xml"_s, {Kind::Malformed, 0}},        // No Id: nobody could say that it came before.
        {u"camt/sub_BE6879__202411.xml.gz"_s, {Kind::NotAStatement, 1}}, // Read unpacked below.
        {u"mt940/cmxl__mt942.txt"_s, {Kind::NotAStatement, 0}}, {u"mt940/wolph__mt942.sta"_s, {Kind::NotAStatement, 0}},
        {u"mt940/cmxl__mt940-headers.txt"_s, {Kind::Malformed, 8}}, // The 68th of the month 22.
        {u"mt940/wolph__multiline.sta"_s, {Kind::Malformed, 38}},   // A line behind the end of the statement.
        {u"mt940/myflow__missing_closing_record_62F.sta"_s, {Kind::Malformed, 4}}, // Nor an opening balance.
        {u"mt940/wolph__raphaelm.sta"_s, {Kind::Malformed, 0}},                    // DEM is no currency any more.
        {u"mt940/cmxl__mt940-iso8859-1.txt"_s, {Kind::Malformed, 15}},             // Closes on the 31st of November.
        {u"mt940/cmxl__mt940-deutsche_bank.txt"_s, {Kind::Malformed, 0}},          // The same.
    };
    return all;
}

QByteArray camtOf(const QByteArray& entries, const QByteArray& opening = "100.00", const QByteArray& closing = "100.00",
    const QByteArray& head = "<?xml version=\"1.0\"?>\n")
{
    return head
        + "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt>\n"
          "<Stmt><Id>S1</Id><Acct><Id><IBAN>DE99</IBAN></Id><Ccy>EUR</Ccy></Acct>\n"
          "<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">"
        + opening
        + "</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-10</Dt></Dt></Bal>\n"
          "<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">"
        + closing + "</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-10</Dt></Dt></Bal>\n" + entries
        + "</Stmt></BkToCstmrStmt></Document>\n";
}

QByteArray entryOf(const QByteArray& amount, const QByteArray& side, const QByteArray& more = {})
{
    return "<Ntry><Amt Ccy=\"EUR\">" + amount + "</Amt><CdtDbtInd>" + side + "</CdtDbtInd><Sts>BOOK</Sts>"
        + "<BookgDt><Dt>2026-03-10</Dt></BookgDt>" + more + "</Ntry>\n";
}

QByteArray mt940Of(const QByteArray& lines, const QByteArray& closing = "C260310EUR100,00")
{
    return ":20:S1\n:25:DE99\n:28C:1/1\n:60F:C260309EUR100,00\n" + lines + ":62F:" + closing + "\n-\n";
}

} // namespace

class TstChannelStatements : public QObject {
    Q_OBJECT

private slots:
    void filesOfOthersAreReadAsIsTrueOfThem_data();
    void filesOfOthersAreReadAsIsTrueOfThem();
    void aDailySeriesChains();
    void aMonthOfEntriesIsReadWhole();
    void reversalsHaveTheSignOfWhatTheyDid_data();
    void reversalsHaveTheSignOfWhatTheyDid();
    void aBatchIsSplitIntoItsParts();
    void twoEqualLinesAreBothKept();
    void ourKeyIsFoundWhereverABankPutsIt_data();
    void ourKeyIsFoundWhereverABankPutsIt();
    void returnsAreTold();
    void whatIsWrongIsRefusedWithItsPlace_data();
    void whatIsWrongIsRefusedWithItsPlace();
    void aFileCutAnywhereIsNeverTakenForAnother();
};

void TstChannelStatements::filesOfOthersAreReadAsIsTrueOfThem_data()
{
    QTest::addColumn<QString>("name");
    const QJsonObject all = truths();
    for (const QString& name : all.keys()) {
        if (name.startsWith(u"camt/") || name.startsWith(u"mt940/"))
            QTest::newRow(name.toUtf8().constData()) << name;
    }
    if (all.isEmpty())
        QTest::newRow("absent") << QString();
}

// F48: each statement of others is read with its sums, and believed exactly if it adds up.
void TstChannelStatements::filesOfOthersAreReadAsIsTrueOfThem()
{
    QFETCH(QString, name);
    if (name.isEmpty())
        QSKIP("the files made by others are not here");
    const QJsonObject truth = truths()[name].toObject()[u"truth"_s].toObject();
    const auto read = readBytes(caseBytes(name));
    const auto refused = refusedFiles().find(name);
    const bool isOtherMessage = name.startsWith(u"camt/") && !truth[u"namespace"_s].toString().contains(u"camt.053")
        && truth.contains(u"namespace"_s);
    if (refused != refusedFiles().end() || isOtherMessage) {
        QVERIFY(!read);
        QCOMPARE(faultText(read).substr(0, faultText(read).find(' ')),
            std::string{nameOf(isOtherMessage ? Kind::NotAStatement : refused->second.first)});
        QVERIFY2(read.error().place > 0, faultText(read).c_str());
        if (!isOtherMessage && refused->second.second > 0)
            QCOMPARE(read.error().place, refused->second.second);
        return;
    }
    QVERIFY2(read.has_value(), faultText(read).c_str());
    const QJsonArray statements = truth[u"statements"_s].toArray();
    QCOMPARE(static_cast<qsizetype>(read->size()), statements.size());
    for (qsizetype i = 0; i < statements.size(); ++i) {
        const QJsonObject wanted = statements[i].toObject();
        const BankStatement& found = read->at(static_cast<std::size_t>(i));
        const bool isCamt = name.startsWith(u"camt/");
        if (!wanted[u"account"_s].isNull())
            QCOMPARE(QString::fromStdString(found.account), wanted[u"account"_s].toString().section(u'\n', 0, 0));
        QCOMPARE(static_cast<int>(bookingsOf(found)), isCamt ? wanted[u"entries"_s].toInt() : wanted[u"n"_s].toInt());
        const auto [in, out] = sidesOf(found);
        const QJsonObject sums = wanted[u"sums"_s].toObject();
        if (isCamt && sums.size() == 1) {
            const QJsonObject sides = sums.begin().value().toObject();
            QCOMPARE(in, minorOf(sides[u"CRDT"_s].toString(), found.currency));
            QCOMPARE(-out, minorOf(sides[u"DBIT"_s].toString(), found.currency));
        } else if (!isCamt) {
            const auto sum = [&](const QString& side) { return minorOf(sums[side].toString(u"0"_s), found.currency); };
            QCOMPARE(in, sum(u"C"_s) + sum(u"RD"_s));
            QCOMPARE(-out, sum(u"D"_s) + sum(u"RC"_s));
        }
        if (wanted.contains(u"opening"_s))
            QCOMPARE(found.openingMinor.value_or(-1), minorOf(wanted[u"opening"_s].toString(), found.currency));
        if (wanted.contains(u"closing"_s))
            QCOMPARE(found.closingMinor.value_or(-1), minorOf(wanted[u"closing"_s].toString(), found.currency));
        const bool chains = wanted[isCamt ? u"balances_chain"_s : u"chain_ok"_s].toBool();
        const auto checked = checkStatement(found);
        QVERIFY2(checked.has_value() == chains, (faultText(checked) + " in " + found.reference).c_str());
        QVERIFY(found.from <= found.to);
        for (const StatementLine& line : found.lines)
            QVERIFY(line.place > 0);
    }
}

// Ten days of an account: each opens where the day before closed, and no two have one name.
void TstChannelStatements::aDailySeriesChains()
{
    const QStringList days
        = QDir(casesFolder() + u"/camt"_s).entryList({u"sub_LT6258_053__*.xml"_s}, QDir::Files, QDir::Name);
    if (days.isEmpty())
        QSKIP("the files made by others are not here");
    std::map<std::string, std::int64_t> closed;
    std::set<std::string> names;
    for (const QString& day : days) {
        const auto read = readBytes(caseBytes(u"camt/"_s + day));
        QVERIFY2(read.has_value(), faultText(read).c_str());
        for (const BankStatement& statement : *read) {
            QVERIFY(names.insert(statement.account + statement.reference).second);
            if (const auto before = closed.find(statement.account); before != closed.end())
                QCOMPARE(statement.openingMinor.value(), before->second);
            closed[statement.account] = statement.closingMinor.value();
        }
    }
    QCOMPARE(closed.size(), std::size_t{2});
}

void TstChannelStatements::aMonthOfEntriesIsReadWhole()
{
    const QByteArray packed = caseBytes(u"camt/sub_BE6879__202411.xml.gz"_s);
    if (packed.isEmpty())
        QSKIP("the files made by others are not here");
    QProcess gunzip;
    gunzip.start(u"gzip"_s, {u"-dc"_s, casesFolder() + u"/camt/sub_BE6879__202411.xml.gz"_s});
    QVERIFY(gunzip.waitForFinished());
    const auto read = readBytes(gunzip.readAllStandardOutput());
    QVERIFY2(read.has_value(), faultText(read).c_str());
    const BankStatement& statement = read->front();
    QVERIFY2(checkStatement(statement), faultText(checkStatement(statement)).c_str());
    QCOMPARE(statement.lines.size(), std::size_t{268});
    std::set<std::string> references;
    for (const StatementLine& line : statement.lines)
        references.insert(line.endToEnd);
    QCOMPARE(references.size(), std::size_t{268});
    QCOMPARE(statement.from.toString() + ' ' + statement.to.toString(), std::string{"2024-11-01 2024-11-30"});
}

void TstChannelStatements::reversalsHaveTheSignOfWhatTheyDid_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<qint64>("minor");
    QTest::newRow("camt: a debit that is taken back comes in")
        << camtOf(entryOf("4.10", "CRDT", "<RvslInd>true</RvslInd>"), "100.00", "104.10") << qint64{410};
    QTest::newRow("camt: a credit that is taken back goes out")
        << camtOf(entryOf("4.10", "DBIT", "<RvslInd>1</RvslInd>"), "100.00", "95.90") << qint64{-410};
    QTest::newRow("MT940: RD") << mt940Of(":61:2603100310RD4,1NTRFX//Y\n", "C260310EUR104,10") << qint64{410};
    QTest::newRow("MT940: RC") << mt940Of(":61:2603100310RCR4,10NTRFX//Y\n", "C260310EUR95,90") << qint64{-410};
}

// F48: sign and kind; the balances decide whether that reading was right.
void TstChannelStatements::reversalsHaveTheSignOfWhatTheyDid()
{
    QFETCH(QByteArray, file);
    QFETCH(qint64, minor);
    const auto read = readBytes(file);
    QVERIFY2(read.has_value(), faultText(read).c_str());
    QCOMPARE(read->front().lines.size(), std::size_t{1});
    QCOMPARE(read->front().lines.front().amountMinor, minor);
    QVERIFY(read->front().lines.front().isReversal);
    QVERIFY2(checkStatement(read->front()), faultText(checkStatement(read->front())).c_str());
}

// F49: 329.56 and 100.00, never the total twice; parts that do not come to the whole are refused.
void TstChannelStatements::aBatchIsSplitIntoItsParts()
{
    const auto parts = [](const QByteArray& a, const QByteArray& b) {
        return "<NtryDtls><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy=\"EUR\">" + a
            + "</Amt></TxAmt></AmtDtls></TxDtls><TxDtls><Refs><EndToEndId>E2</EndToEndId></Refs><AmtDtls><TxAmt><Amt "
              "Ccy=\"EUR\">"
            + b + "</Amt></TxAmt></AmtDtls></TxDtls></NtryDtls>";
    };
    const auto read = readBytes(camtOf(entryOf("429.56", "CRDT", parts("329.56", "100.00")), "0", "429.56"));
    QVERIFY2(read.has_value(), faultText(read).c_str());
    const auto& lines = read->front().lines;
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[0].amountMinor, 32956);
    QCOMPARE(lines[1].amountMinor, 10000);
    QCOMPARE(lines[0].endToEnd + lines[1].endToEnd, std::string{"E1E2"});
    const auto twice = readBytes(camtOf(entryOf("429.56", "CRDT", parts("429.56", "429.56")), "0", "429.56"));
    QCOMPARE(faultText(twice).substr(0, 27), std::string{"STATEMENT_DETAILS_DIFFER 6:"});
}

// K82: two lines that say the same are two payments.
void TstChannelStatements::twoEqualLinesAreBothKept()
{
    const auto read = readBytes(camtOf(entryOf("4.50", "DBIT") + entryOf("4.50", "DBIT"), "100.00", "91.00"));
    QVERIFY2(read.has_value(), faultText(read).c_str());
    QCOMPARE(read->front().lines.size(), std::size_t{2});
    QVERIFY(checkStatement(read->front()).has_value());
}

void TstChannelStatements::ourKeyIsFoundWhereverABankPutsIt_data()
{
    QTest::addColumn<QByteArray>("file");
    const QByteArray key = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    const auto details = [](const QByteArray& inside) {
        return camtOf(entryOf("1.00", "DBIT", "<NtryDtls><TxDtls>" + inside + "</TxDtls></NtryDtls>"));
    };
    QTest::newRow("end-to-end id") << details("<Refs><EndToEndId>" + key + "</EndToEndId></Refs>");
    QTest::newRow("instruction id") << details("<Refs><InstrId>" + key + "</InstrId></Refs>");
    QTest::newRow("remittance text") << details("<RmtInf><Ustrd>Payout " + key + ", thank you</Ustrd></RmtInf>");
    QTest::newRow("creditor reference") << details(
        "<RmtInf><Strd><CdtrRefInf><Ref>" + key + "</Ref></CdtrRefInf></Strd></RmtInf>");
    QTest::newRow("additional information")
        << camtOf(entryOf("1.00", "DBIT", "<AddtlNtryInf>" + key + "</AddtlNtryInf>"));
    QTest::newRow("MT940 text") << mt940Of(":61:260310D1,00NTRFNONREF\n:86:/EREF/" + key + "/REMI/x\n");
    QTest::newRow("MT940 text cut by its line")
        << mt940Of(":61:260310D1,00NTRFNONREF\n:86:/EREF/" + key.left(9) + "\n" + key.mid(9) + "/REMI/x\n");
    QTest::newRow("MT940 subfields") << mt940Of(
        ":61:260310D1,00NTRFNONREF\n:86:166?00x?20EREF+" + key.left(22) + "?21" + key.mid(22) + "?22SVWZ+x\n");
    QTest::newRow("MT940 subfields that end in a word")
        << mt940Of(":61:260310D1,00NTRFNONREF\n:86:166?00x?20EREF+" + key.left(22) + "?21" + key.mid(22) + "SVWZ+x\n");
}

void TstChannelStatements::ourKeyIsFoundWhereverABankPutsIt()
{
    QFETCH(QByteArray, file);
    const auto read = readBytes(file);
    QVERIFY2(read.has_value(), faultText(read).c_str());
    const auto& references = read->front().lines.front().references;
    QVERIFY(std::find(references.begin(), references.end(), "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != references.end());
    QVERIFY(references.size() <= kReferencesKept);
}

void TstChannelStatements::returnsAreTold()
{
    const auto camt = readBytes(camtOf(
        entryOf("5.00", "CRDT", "<NtryDtls><TxDtls><RtrInf><Rsn><Cd>AC01</Cd></Rsn></RtrInf></TxDtls></NtryDtls>")));
    QVERIFY2(camt.has_value(), faultText(camt).c_str());
    QCOMPARE(camt->front().lines.front().returnReason, std::string{"AC01"});
    const auto mt940
        = readBytes(mt940Of(":61:260310C5,00NRTIEREF//00000000001007\n:86:/RTRN/MS03//EREF/20120123456789/\n"));
    QVERIFY2(mt940.has_value(), faultText(mt940).c_str());
    QCOMPARE(mt940->front().lines.front().returnReason, std::string{"MS03"});
    QCOMPARE(mt940->front().lines.front().bankReference, std::string{"00000000001007"});
}

void TstChannelStatements::whatIsWrongIsRefusedWithItsPlace_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("begins");
    const QByteArray doctype
        = "<?xml version=\"1.0\"?>\n<!DOCTYPE Document [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n";
    QTest::newRow("XXE") << camtOf(entryOf("&x;", "CRDT"), "1", "1", doctype)
                         << QByteArray("STATEMENT_MALFORMED 2: a DOCTYPE");
    QTest::newRow("an entity without its DOCTYPE")
        << camtOf(entryOf("&x;", "CRDT")) << QByteArray("STATEMENT_MALFORMED 6: the amount &x; EUR");
    QTest::newRow("three decimals in EUR")
        << camtOf(entryOf("4.501", "CRDT")) << QByteArray("STATEMENT_MALFORMED 6: the amount 4.501");
    QTest::newRow("a comma") << camtOf(entryOf("4,50", "CRDT")) << QByteArray("STATEMENT_MALFORMED 6: the amount 4,50");
    QTest::newRow("a sign") << camtOf(entryOf("-4.50", "CRDT"))
                            << QByteArray("STATEMENT_MALFORMED 6: the amount -4.50");
    QTest::newRow("two points") << camtOf(entryOf("12..34", "CRDT"))
                                << QByteArray("STATEMENT_MALFORMED 6: the amount 12..34");
    QTest::newRow("too much") << camtOf(entryOf("99999999999999999999.00", "CRDT"))
                              << QByteArray("STATEMENT_MALFORMED 6: the amount");
    QTest::newRow("no side") << camtOf(entryOf("4.50", "BOTH"))
                             << QByteArray("STATEMENT_MALFORMED 6: neither credit nor debit: BOTH");
    QTest::newRow("no such day") << camtOf(entryOf("1", "CRDT").replace("2026-03-10", "2026-02-30"))
                                 << QByteArray("STATEMENT_MALFORMED 6: the date 2026-02-30");
    QTest::newRow("cut XML") << camtOf({}).chopped(30) << QByteArray("STATEMENT_MALFORMED");
    QTest::newRow("UTF-16") << QByteArray("\xFF\xFE<\0D\0", 6) << QByteArray("NOT_A_STATEMENT 0: neither UTF-8");
    QTest::newRow("XML in Latin-1") << camtOf(entryOf("1", "CRDT", "<AddtlNtryInf>M\xFCller</AddtlNtryInf>"))
                                    << QByteArray("NOT_A_STATEMENT 6: not in UTF-8");
    QTest::newRow("another message") << QByteArray("<Document><BkToCstmrDbtCdtNtfctn/></Document>")
                                     << QByteArray("NOT_A_STATEMENT 1: no BkToCstmrStmt");
    QTest::newRow("not XML at all") << QByteArray("hello\n") << QByteArray("NOT_A_STATEMENT 1: no tag: hello");
    QTest::newRow("empty") << QByteArray("\n \n") << QByteArray("NOT_A_STATEMENT 0: it is empty");
    QTest::newRow("packed") << QByteArray("\x1F\x8B\x08") << QByteArray("NOT_A_STATEMENT 1: it is compressed");
    QTest::newRow("huge") << QByteArray(static_cast<qsizetype>(channel::kStatementBytesMost) + 1, ' ')
                          << QByteArray("STATEMENT_TOO_LARGE 0: 67108865");
    QTest::newRow("MT940: month 13") << mt940Of(":61:261310D1,00NTRFX\n")
                                     << QByteArray("STATEMENT_MALFORMED 5: :61: the value date");
    QTest::newRow("MT940: no amount") << mt940Of(":61:260310DNTRFX\n")
                                      << QByteArray("STATEMENT_MALFORMED 5: :61: the amount");
    QTest::newRow("MT940: a point") << mt940Of(":61:260310D1.00NTRFX\n", "C260310EUR100,00") << QByteArray();
    QTest::newRow("MT940: two closing balances")
        << mt940Of("", "C260310EUR100,00\n:62F:C260310EUR100,00")
        << QByteArray("STATEMENT_MALFORMED 6: :62F: this balance stands twice");
    QTest::newRow("MT940: another currency")
        << mt940Of("", "C260310USD100,00") << QByteArray("STATEMENT_CURRENCY_DIFFERS 5: a balance in USD");
    QTest::newRow("MT940: no such currency")
        << mt940Of("", "C260310ZZZ100,00") << QByteArray("STATEMENT_MALFORMED 5: :62F: the balance");
    QTest::newRow("wrong sum") << camtOf(entryOf("1.00", "CRDT"))
                               << QByteArray("STATEMENT_DOES_NOT_ADD_UP 3: opening 10000 and 1 lines come to 10100");
    QTest::newRow("MT940: wrong sum") << mt940Of(":61:260310D1,00NTRFX\n")
                                      << QByteArray("STATEMENT_DOES_NOT_ADD_UP 1:");
    QTest::newRow("a line in another currency")
        << camtOf(entryOf("0.00", "CRDT").replace("EUR", "USD")) << QByteArray("STATEMENT_CURRENCY_DIFFERS 6: USD");
    QTest::newRow("no balance") << QByteArray(":20:S1\n:25:DE99\n:60F:C260309EUR1,00\n-\n")
                                << QByteArray("STATEMENT_BALANCE_MISSING 1: no closing balance");
}

// F48, F53 and hostile bytes: the first fault, with the line where it stands.
void TstChannelStatements::whatIsWrongIsRefusedWithItsPlace()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, begins);
    const auto read = readBytes(file);
    const std::string said = read ? faultText(checkStatement(read->front())) : faultText(read);
    if (begins.isEmpty()) // A point is no decimal mark of MT940: what is before it is the amount, and the sum is wrong.
        QVERIFY2(!said.empty(), said.c_str());
    else
        QCOMPARE(QByteArray::fromStdString(said.substr(0, static_cast<std::size_t>(begins.size()))), begins);
}

// Cut at any byte, a file is refused or does not add up, or is whole but for what says nothing.
void TstChannelStatements::aFileCutAnywhereIsNeverTakenForAnother()
{
    for (const QByteArray& whole : {camtOf(entryOf("1.00", "CRDT") + entryOf("1.00", "DBIT")),
             mt940Of(":61:260310D1,00NTRFX//Y\n:61:260310C1,00NTRFX//Z\n")}) {
        const auto wanted = readBytes(whole);
        QVERIFY2(wanted.has_value(), faultText(wanted).c_str());
        for (qsizetype size = 0; size < whole.size(); ++size) {
            const auto read = readBytes(whole.left(size));
            if (read && checkStatement(read->front())) {
                QCOMPARE(read->front().lines.size(), wanted->front().lines.size());
                QCOMPARE(read->front().closingMinor, wanted->front().closingMinor);
            }
        }
    }
}

QTEST_GUILESS_MAIN(TstChannelStatements)
#include "tst_channel_statements.moc"
