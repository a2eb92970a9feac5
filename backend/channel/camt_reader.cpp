// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/camt_reader.h"

#include <algorithm>
#include <iterator>
#include <pugixml.hpp>
#include <utility>

namespace onceover::channel {

namespace {

using Kind = StatementFaultKind;

/// The name of an element without its prefix.
std::string_view nameOfNode(const pugi::xml_node& node)
{
    const std::string_view name = node.name();
    const auto colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::vector<pugi::xml_node> childrenOf(const pugi::xml_node& node, std::string_view name)
{
    std::vector<pugi::xml_node> found;
    std::copy_if(node.begin(), node.end(), std::back_inserter(found),
        [name](const pugi::xml_node& child) { return nameOfNode(child) == name; });
    return found;
}

/// The first element at a path "A/B/C"; empty where there is none.
pugi::xml_node at(pugi::xml_node node, std::string_view path)
{
    while (!path.empty() && node) {
        const auto slash = path.find('/');
        const std::string_view name = path.substr(0, slash);
        path = slash == std::string_view::npos ? std::string_view{} : path.substr(slash + 1);
        const auto child = std::find_if(
            node.begin(), node.end(), [name](const pugi::xml_node& one) { return nameOfNode(one) == name; });
        node = child == node.end() ? pugi::xml_node{} : *child;
    }
    return node;
}

std::string textAt(const pugi::xml_node& node, std::string_view path)
{
    return plainFrom(at(node, path).text().get());
}

/// An amount with its currency, as an element carries it.
struct Amount {
    std::int64_t minor = 0;
    std::string currency;
};

/// Reads one file; knows the places of its elements.
class CamtReader {
public:
    explicit CamtReader(std::string_view bytes)
        : m_bytes(bytes)
    {
    }

    Read<std::vector<BankStatement>> read();

private:
    [[nodiscard]] int lineAt(std::ptrdiff_t offset) const;
    [[nodiscard]] int placeOf(const pugi::xml_node& node) const { return lineAt(node.offset_debug()); }
    [[nodiscard]] tl::unexpected<StatementFault> malformed(const pugi::xml_node& node, std::string found) const
    {
        return statementFault(Kind::Malformed, placeOf(node), std::move(found));
    }

    Read<BankStatement> readStatement(const pugi::xml_node& node) const;
    Read<std::monostate> readBalances(const pugi::xml_node& node, BankStatement& statement) const;
    Read<std::monostate> readEntry(const pugi::xml_node& node, int number, BankStatement& statement) const;
    Read<bool> splitDetails(const std::vector<pugi::xml_node>& details, const StatementLine& entry, bool hasCharges,
        BankStatement& statement) const;
    Read<Amount> readAmount(const pugi::xml_node& node) const;
    /// +1: credit; −1: debit; `otherwise` where nothing is said.
    Read<int> readSign(const pugi::xml_node& node, std::optional<int> otherwise) const;
    Read<std::optional<BusinessDate>> readDate(const pugi::xml_node& node) const;

    std::string_view m_bytes;
    std::vector<std::ptrdiff_t> m_lineEnds;
    pugi::xml_document m_document;
};

int CamtReader::lineAt(std::ptrdiff_t offset) const
{
    if (offset < 0)
        return 0;
    return static_cast<int>(std::lower_bound(m_lineEnds.begin(), m_lineEnds.end(), offset) - m_lineEnds.begin()) + 1;
}

Read<std::vector<BankStatement>> CamtReader::read()
{
    for (std::size_t i = 0; i < m_bytes.size(); ++i) {
        if (m_bytes[i] == '\n')
            m_lineEnds.push_back(static_cast<std::ptrdiff_t>(i));
    }
    const pugi::xml_parse_result parsed = m_document.load_buffer(
        m_bytes.data(), m_bytes.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
    if (!parsed)
        return statementFault(Kind::Malformed, lineAt(parsed.offset), parsed.description());
    for (const pugi::xml_node& node : m_document) {
        if (node.type() == pugi::node_doctype)
            return malformed(node, "a DOCTYPE has no place in a statement");
    }
    const pugi::xml_node root = m_document.document_element();
    const pugi::xml_node message = at(root, "BkToCstmrStmt");
    if (nameOfNode(root) != "Document" || !message) {
        const pugi::xml_node other = root.first_child();
        return statementFault(Kind::NotAStatement, placeOf(other ? other : root),
            "no BkToCstmrStmt but " + shownOf(nameOfNode(other ? other : root)));
    }
    std::vector<BankStatement> statements;
    for (const pugi::xml_node& node : childrenOf(message, "Stmt")) {
        auto statement = readStatement(node);
        if (!statement)
            return tl::unexpected{statement.error()};
        statements.push_back(std::move(*statement));
    }
    if (statements.empty())
        return statementFault(Kind::NotAStatement, placeOf(message), "no Stmt in it");
    return statements;
}

Read<BankStatement> CamtReader::readStatement(const pugi::xml_node& node) const
{
    BankStatement statement;
    statement.format = "camt.053";
    statement.place = placeOf(node);
    statement.reference = textAt(node, "Id");
    if (statement.reference.empty())
        return malformed(node, "the statement has no Id");
    if (const std::string page = textAt(node, "StmtPgntn/PgNb"); !page.empty())
        statement.reference += " page " + page;
    for (const std::string_view path : {"Acct/Id/IBAN", "Acct/Id/Othr/Id", "Acct/Id/PrtryAcct/Id", "Acct/Id/BBAN"}) {
        if (statement.account.empty())
            statement.account = textAt(node, path);
    }
    statement.currency = textAt(node, "Acct/Ccy");
    if (const auto balances = readBalances(node, statement); !balances)
        return tl::unexpected{balances.error()};
    int number = 0;
    for (const pugi::xml_node& entry : childrenOf(node, "Ntry")) {
        if (const auto read = readEntry(entry, ++number, statement); !read)
            return tl::unexpected{read.error()};
    }
    if (statement.currency.empty() && !statement.lines.empty())
        statement.currency = statement.lines.front().currency;
    for (const StatementLine& line : statement.lines) {
        statement.from = std::min(statement.from == BusinessDate{} ? line.bookedOn : statement.from, line.bookedOn);
        statement.to = std::max(statement.to, line.bookedOn);
    }
    for (const auto& [path, day] :
        {std::pair{"FrToDt/FrDtTm", &statement.from}, std::pair{"FrToDt/FrDt", &statement.from},
            std::pair{"FrToDt/ToDtTm", &statement.to}, std::pair{"FrToDt/ToDt", &statement.to}}) {
        const auto told = readDate(at(node, path));
        if (!told)
            return tl::unexpected{told.error()};
        if (*told)
            *day = **told;
    }
    if (statement.to < statement.from)
        return malformed(node, "it ends on " + statement.to.toString() + ", before it begins");
    return statement;
}

/// The booked balances: the opening one, else that of the day before; and the closing one. Other kinds say nothing
/// about what was booked.
Read<std::monostate> CamtReader::readBalances(const pugi::xml_node& node, BankStatement& statement) const
{
    std::optional<Amount> opening;
    std::optional<Amount> before;
    std::optional<Amount> closing;
    BusinessDate opened;
    BusinessDate dayBefore;
    for (const pugi::xml_node& balance : childrenOf(node, "Bal")) {
        const std::string code = textAt(balance, "Tp/CdOrPrtry/Cd");
        std::optional<Amount>* const kept = code == "OPBD" ? &opening
            : code == "PRCD"                               ? &before
            : code == "CLBD"                               ? &closing
                                                           : nullptr;
        if (kept == nullptr)
            continue;
        auto amount = readAmount(at(balance, "Amt"));
        if (!amount)
            return tl::unexpected{amount.error()};
        const auto sign = readSign(balance, 1);
        const auto day = readDate(at(balance, "Dt"));
        if (!sign || !day)
            return tl::unexpected{sign ? day.error() : sign.error()};
        if (statement.currency.empty())
            statement.currency = amount->currency;
        if (amount->currency != statement.currency)
            return statementFault(Kind::CurrencyDiffers, placeOf(balance),
                "a balance in " + amount->currency + " on an account in " + shownOf(statement.currency));
        if (*kept)
            return malformed(balance, "balance " + code + " stands twice");
        amount->minor *= *sign;
        *kept = std::move(*amount);
        (kept == &closing ? statement.to : kept == &opening ? opened : dayBefore) = day->value_or(BusinessDate{});
    }
    if (!opening)
        opening = before;
    if (opening)
        statement.openingMinor = opening->minor;
    if (closing)
        statement.closingMinor = closing->minor;
    // A balance of the day before is dated on that day.
    const auto dayAfter = dayBefore.plusDays(1);
    const bool tellsDayAfter = dayBefore != BusinessDate{} && dayAfter && *dayAfter < statement.to;
    statement.from = opened != BusinessDate{} ? opened : tellsDayAfter ? *dayAfter : statement.to;
    return std::monostate{};
}

Read<std::monostate> CamtReader::readEntry(const pugi::xml_node& node, int number, BankStatement& statement) const
{
    const std::string status = at(node, "Sts/Cd") ? textAt(node, "Sts/Cd") : textAt(node, "Sts");
    if (!status.empty() && status != "BOOK")
        return std::monostate{};
    const auto amount = readAmount(at(node, "Amt"));
    if (!amount)
        return tl::unexpected{amount.error()};
    const auto sign = readSign(node, std::nullopt);
    const auto booked = readDate(at(node, "BookgDt"));
    const auto value = readDate(at(node, "ValDt"));
    if (!sign || !booked || !value)
        return tl::unexpected{!sign ? sign.error() : !booked ? booked.error() : value.error()};
    StatementLine line;
    line.entry = number;
    line.place = placeOf(node);
    line.amountMinor = amount->minor * *sign;
    line.currency = amount->currency;
    line.valueOn = *value;
    line.bookedOn = *booked ? **booked : *value ? **value : statement.to;
    if (line.bookedOn == BusinessDate{})
        return malformed(node, "no day on which it was booked");
    line.bankReference = textAt(node, at(node, "AcctSvcrRef") ? "AcctSvcrRef" : "NtryRef");
    const std::string family = textAt(node, "BkTxCd/Domn/Fmly/Cd");
    line.kind = family.empty()
        ? textAt(node, "BkTxCd/Prtry/Cd")
        : textAt(node, "BkTxCd/Domn/Cd") + '/' + family + '/' + textAt(node, "BkTxCd/Domn/Fmly/SubFmlyCd");
    line.text = textAt(node, "AddtlNtryInf");
    line.isReversal = textAt(node, "RvslInd") == "true" || textAt(node, "RvslInd") == "1";
    addReference(line, line.bankReference);
    addReference(line, textAt(node, "NtryRef"));
    addReferencesFrom(line, line.text);
    std::vector<pugi::xml_node> details;
    for (const pugi::xml_node& group : childrenOf(node, "NtryDtls")) {
        for (const pugi::xml_node& detail : childrenOf(group, "TxDtls"))
            details.push_back(detail);
    }
    const auto split = splitDetails(details, line, !childrenOf(node, "Chrgs").empty(), statement);
    if (!split)
        return tl::unexpected{split.error()};
    if (!*split)
        statement.lines.push_back(std::move(line));
    return std::monostate{};
}

/// What one detail of a booking adds to its line.
void addDetail(StatementLine& line, const pugi::xml_node& detail)
{
    for (const std::string_view path : {"Refs/EndToEndId", "Refs/InstrId", "Refs/TxId", "Refs/UETR", "Refs/AcctSvcrRef",
             "Refs/ClrSysRef", "RmtInf/Strd/CdtrRefInf/Ref"})
        addReference(line, textAt(detail, path));
    if (line.endToEnd.empty())
        line.endToEnd = referenceFrom(textAt(detail, "Refs/EndToEndId"));
    if (const std::string own = textAt(detail, "Refs/AcctSvcrRef"); !own.empty())
        line.bankReference = own;
    if (line.returnReason.empty())
        line.returnReason = textAt(detail, at(detail, "RtrInf/Rsn/Cd") ? "RtrInf/Rsn/Cd" : "RtrInf/Rsn/Prtry");
    if (line.returnReason.empty() && at(detail, "RtrInf"))
        line.returnReason = "returned";
    std::string words;
    for (const pugi::xml_node& word : childrenOf(at(detail, "RmtInf"), "Ustrd"))
        words += plainFrom(word.text().get()) + '\n';
    words += textAt(detail, "AddtlTxInf");
    addReferencesFrom(line, words);
    line.text = plainFrom(line.text.empty() ? words : line.text + '\n' + words);
}

/// A batch as one line for each of its details, where these say how much each was and come to the booking (F49); else
/// the booking stays one line that has the references of all. False: nothing was to be split and nothing was added.
Read<bool> CamtReader::splitDetails(const std::vector<pugi::xml_node>& details, const StatementLine& entry,
    bool hasCharges, BankStatement& statement) const
{
    std::vector<StatementLine> lines;
    std::int64_t sum = 0;
    bool haveAmounts = true;
    for (const pugi::xml_node& detail : details) {
        StatementLine line = entry;
        hasCharges = hasCharges || at(detail, "Chrgs");
        const pugi::xml_node told = at(detail, "Amt") ? at(detail, "Amt") : at(detail, "AmtDtls/TxAmt/Amt");
        const auto sign = readSign(detail, entry.amountMinor < 0 ? -1 : 1);
        if (!sign)
            return tl::unexpected{sign.error()};
        if (told) {
            const auto amount = readAmount(told);
            if (!amount)
                return tl::unexpected{amount.error()};
            haveAmounts = haveAmounts && amount->currency == entry.currency;
            line.amountMinor = amount->minor * *sign;
            if (__builtin_add_overflow(sum, line.amountMinor, &sum))
                return malformed(detail, "the sum is out of range");
        } else {
            haveAmounts = false;
        }
        line.place = placeOf(detail);
        addDetail(line, detail);
        lines.push_back(std::move(line));
    }
    if (details.empty())
        return false;
    // What a booking says of itself stands over what a single detail says of it: that may be another currency or side.
    haveAmounts = haveAmounts && details.size() > 1;
    if (haveAmounts && sum != entry.amountMinor && !hasCharges)
        return statementFault(Kind::DetailsDiffer, entry.place,
            "the booking is of " + std::to_string(entry.amountMinor) + ", its " + std::to_string(details.size())
                + " details of " + std::to_string(sum) + " (minor units)");
    if (haveAmounts && sum == entry.amountMinor) {
        std::move(lines.begin(), lines.end(), std::back_inserter(statement.lines));
        return true;
    }
    StatementLine whole = entry;
    for (const pugi::xml_node& detail : details)
        addDetail(whole, detail);
    // Of several nobody can say whose it is.
    if (details.size() > 1)
        whole.bankReference = entry.bankReference;
    statement.lines.push_back(std::move(whole));
    return true;
}

Read<Amount> CamtReader::readAmount(const pugi::xml_node& node) const
{
    Amount amount;
    amount.currency = node.attribute("Ccy").value();
    const std::string text = plainFrom(node.text().get());
    const auto minor = minorUnitsOf(text, '.', amount.currency);
    if (!minor)
        return malformed(node, "the amount " + shownOf(text) + ' ' + shownOf(amount.currency) + " cannot be read");
    amount.minor = *minor;
    return amount;
}

Read<int> CamtReader::readSign(const pugi::xml_node& node, std::optional<int> otherwise) const
{
    const std::string told = textAt(node, "CdtDbtInd");
    if (told == "CRDT" || told == "DBIT")
        return told == "CRDT" ? 1 : -1;
    if (told.empty() && otherwise)
        return *otherwise;
    return malformed(node, told.empty() ? "neither credit nor debit" : "neither credit nor debit: " + shownOf(told));
}

/// The day as it is written: an instant counts on the day of its own zone.
Read<std::optional<BusinessDate>> CamtReader::readDate(const pugi::xml_node& node) const
{
    if (!node)
        return std::optional<BusinessDate>{};
    const std::string text = at(node, "Dt") ? textAt(node, "Dt")
        : at(node, "DtTm")                  ? textAt(node, "DtTm")
                                            : plainFrom(node.text().get());
    const auto day = BusinessDate::parse(std::string_view{text}.substr(0, 10));
    if (!day)
        return malformed(node, "the date " + shownOf(text) + " cannot be read");
    return std::optional{*day};
}

} // namespace

Read<std::vector<BankStatement>> readCamt(std::string_view bytes)
{
    return CamtReader{bytes}.read();
}

} // namespace onceover::channel
