// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/mt940_reader.h"

#include <algorithm>
#include <array>
#include <utility>

namespace onceover::channel {

namespace {

using Kind = StatementFaultKind;

/// One tag with its text; its further lines stay lines.
struct Field {
    std::string tag;
    std::string text;
    int place = 0;
};

tl::unexpected<StatementFault> malformed(const Field& field, std::string found)
{
    return statementFault(Kind::Malformed, field.place, ':' + shownOf(field.tag) + ": " + std::move(found));
}

bool isCapital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/// The first so many digits; nothing where there are fewer.
std::optional<int> numberOf(std::string_view text, std::size_t from, std::size_t length)
{
    if (text.size() < from + length)
        return std::nullopt;
    int number = 0;
    for (const char c : text.substr(from, length)) {
        if (!isDigit(c))
            return std::nullopt;
        number = number * 10 + (c - '0');
    }
    return number;
}

/// A day of two digits each. `isThirtieth`: a 29th or 30th of February, as banks with months of 30 days write it.
struct Day {
    std::optional<BusinessDate> date;
    int year = 0;
    bool isThirtieth = false;
};

Day dayOf(std::string_view text)
{
    const auto year = numberOf(text, 0, 2);
    const auto month = numberOf(text, 2, 2);
    const auto day = numberOf(text, 4, 2);
    if (!year || !month || !day)
        return {};
    Day read;
    read.year = *year + (*year < 70 ? 2000 : 1900);
    read.date = BusinessDate::make(read.year, static_cast<unsigned>(*month), static_cast<unsigned>(*day));
    read.isThirtieth = !read.date && *month == 2 && (*day == 29 || *day == 30);
    return read;
}

/// The tag that a line begins with, with its text behind it.
std::optional<std::pair<std::string_view, std::string_view>> tagOf(std::string_view line)
{
    if (line.size() < 4 || line.front() != ':')
        return std::nullopt;
    const auto end = line.find(':', 1);
    if (end == std::string_view::npos || end < 3 || end > 4)
        return std::nullopt;
    const std::string_view tag = line.substr(1, end - 1);
    if (!std::all_of(tag.begin(), tag.end(), [](char c) { return isDigit(c) || isCapital(c); }))
        return std::nullopt;
    return std::pair{tag, line.substr(end + 1)};
}

std::string_view firstLineOf(std::string_view text)
{
    return text.substr(0, text.find('\n'));
}

// --- fields to a statement
// ---------------------------------------------------------------------------------------------

struct Balance {
    std::int64_t minor = 0;
    std::string currency;
    BusinessDate on;
};

Read<Balance> balanceOf(const Field& field)
{
    const std::string text = plainFrom(firstLineOf(field.text));
    const Day day = text.empty() ? Day{} : dayOf(std::string_view{text}.substr(1));
    if (text.empty() || (text.front() != 'C' && text.front() != 'D') || !day.date || text.size() < 11)
        return malformed(field, "the balance " + shownOf(text) + " cannot be read");
    Balance balance;
    balance.on = *day.date;
    balance.currency = text.substr(7, 3);
    const auto minor = minorUnitsOf(std::string_view{text}.substr(10), ',', balance.currency);
    if (!minor)
        return malformed(field, "the balance " + shownOf(text) + " cannot be read");
    balance.minor = text.front() == 'C' ? *minor : -*minor;
    return balance;
}

/// The day of booking, of which a line tells month and day alone: the one next to the value date.
std::optional<BusinessDate> bookingDay(std::string_view monthAndDay, const Day& value)
{
    const auto month = numberOf(monthAndDay, 0, 2);
    const auto day = numberOf(monthAndDay, 2, 2);
    if (!month || !day)
        return std::nullopt;
    const int valueMonth = value.date ? static_cast<int>(static_cast<unsigned>(value.date->ymd().month())) : 2;
    const int year = value.year + (*month - valueMonth > 6 ? -1 : valueMonth - *month > 6 ? 1 : 0);
    return BusinessDate::make(year, static_cast<unsigned>(*month), static_cast<unsigned>(*day));
}

/// Date, entry date, mark and amount of a line; what is left of it is its kind and its references.
Read<std::string_view> takeAmount(const Field& field, std::string_view rest, const Day& value, StatementLine& line)
{
    const std::string_view whole = rest;
    rest.remove_prefix(6);
    if (numberOf(rest, 0, 4)) {
        const auto booked = bookingDay(rest.substr(0, 4), value);
        if (!booked)
            return malformed(field, "the day of booking in " + shownOf(whole) + " does not exist");
        line.bookedOn = *booked;
        rest.remove_prefix(4);
    } else if (value.date) {
        line.bookedOn = *value.date;
    } else {
        return malformed(field, "the day in " + shownOf(whole) + " does not exist");
    }
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    line.isReversal = rest.size() > 1 && rest.front() == 'R' && (rest[1] == 'C' || rest[1] == 'D');
    rest.remove_prefix(line.isReversal ? 1 : 0);
    if (rest.empty() || (rest.front() != 'C' && rest.front() != 'D'))
        return malformed(field, "neither credit nor debit: " + shownOf(whole));
    const bool isCredit = (rest.front() == 'C') != line.isReversal;
    rest.remove_prefix(1);
    if (!rest.empty() && isCapital(rest.front()))
        rest.remove_prefix(1); // The currency's third letter.
    const std::string_view amount = rest.substr(0, rest.find_first_not_of("0123456789,"));
    const auto minor = minorUnitsOf(amount, ',', line.currency);
    if (!minor)
        return malformed(field, "the amount in " + shownOf(whole) + " cannot be read");
    line.amountMinor = isCredit ? *minor : -*minor;
    return rest.substr(amount.size());
}

Read<StatementLine> lineOf(const Field& field, int number, const std::string& currency)
{
    StatementLine line;
    line.entry = number;
    line.place = field.place;
    line.currency = currency;
    const std::string_view first = firstLineOf(field.text);
    const Day value = dayOf(first);
    if (!value.date && !value.isThirtieth)
        return malformed(field, "the value date in " + shownOf(first) + " does not exist");
    line.valueOn = value.date;
    const auto rest = takeAmount(field, first, value, line);
    if (!rest)
        return tl::unexpected{rest.error()};
    line.kind = plainFrom(rest->substr(0, 4));
    const std::string_view names = rest->substr(std::min<std::size_t>(4, rest->size()));
    const auto slashes = names.find("//");
    line.endToEnd = referenceFrom(names.substr(0, slashes));
    line.bankReference = slashes == std::string_view::npos ? line.endToEnd : referenceFrom(names.substr(slashes + 2));
    addReference(line, line.endToEnd);
    addReference(line, line.bankReference);
    if (line.kind.substr(0, 4) == "NRTI")
        line.returnReason = "returned";
    line.text = plainFrom(std::string_view{field.text}.substr(first.size()));
    addReferencesFrom(line, line.text);
    return line;
}

/// What the text for the account's owner adds to its line.
void addText(StatementLine& line, std::string_view text)
{
    addReferencesFrom(line, text);
    constexpr std::string_view kReturn = "/RTRN/";
    if (const auto at = text.find(kReturn); at != std::string_view::npos) {
        const std::string_view reason = text.substr(at + kReturn.size());
        line.returnReason = plainFrom(reason.substr(0, reason.find_first_of("/\n")));
        if (line.returnReason.empty())
            line.returnReason = "returned";
    }
    const std::string words = plainFrom(text);
    line.text = line.text.empty() ? words : line.text + '\n' + words;
}

Read<std::monostate> takeBalance(
    const Field& field, BankStatement& statement, std::optional<std::int64_t>& kept, BusinessDate& day)
{
    const auto balance = balanceOf(field);
    if (!balance)
        return tl::unexpected{balance.error()};
    if (kept)
        return malformed(field, "this balance stands twice");
    if (statement.currency.empty())
        statement.currency = balance->currency;
    if (statement.currency != balance->currency)
        return statementFault(Kind::CurrencyDiffers, field.place,
            "a balance in " + balance->currency + " on an account in " + statement.currency);
    kept = balance->minor;
    day = balance->on;
    return std::monostate{};
}

/// The days that it covers: an opening balance stands at the end of the day before, a closing one at the end of the
/// last.
void setDays(BankStatement& statement, BusinessDate opened, BusinessDate closed)
{
    statement.to = closed;
    for (const StatementLine& line : statement.lines)
        statement.to = std::max(statement.to, line.bookedOn);
    const auto dayAfter = opened.plusDays(1);
    statement.from = statement.openingMinor && dayAfter && *dayAfter < statement.to ? *dayAfter : statement.to;
    for (const StatementLine& line : statement.lines)
        statement.from = std::min(statement.from, line.bookedOn);
}

Read<BankStatement> statementOf(const std::vector<Field>& fields)
{
    static constexpr std::array kOfInterimReports{std::string_view{"34F"}, std::string_view{"13"},
        std::string_view{"13D"}, std::string_view{"90D"}, std::string_view{"90C"}};
    BankStatement statement;
    statement.format = "MT940";
    statement.place = fields.front().place;
    statement.reference = plainFrom(fields.front().text);
    BusinessDate opened;
    BusinessDate closed;
    std::string number;
    bool textBelongsToLine = false;
    int entries = 0;
    for (const Field& field : fields) {
        Read<std::monostate> taken;
        if (std::find(kOfInterimReports.begin(), kOfInterimReports.end(), field.tag) != kOfInterimReports.end())
            return statementFault(
                Kind::NotAStatement, field.place, ':' + field.tag + ": is of an interim report (MT942)");
        if (field.tag == "25" || field.tag == "25P") {
            statement.account = plainFrom(firstLineOf(field.text));
        } else if (field.tag == "28" || field.tag == "28C") {
            number = field.text;
            number.erase(std::remove(number.begin(), number.end(), '\n'), number.end());
        } else if (field.tag == "60F" || field.tag == "60M") {
            taken = takeBalance(field, statement, statement.openingMinor, opened);
        } else if (field.tag == "62F" || field.tag == "62M") {
            taken = takeBalance(field, statement, statement.closingMinor, closed);
        } else if (field.tag == "61") {
            if (!statement.openingMinor)
                return malformed(field, "a line before its opening balance");
            auto line = lineOf(field, ++entries, statement.currency);
            if (!line)
                return tl::unexpected{line.error()};
            statement.lines.push_back(std::move(*line));
        } else if (field.tag == "86" && textBelongsToLine) {
            addText(statement.lines.back(), field.text);
        }
        if (!taken)
            return tl::unexpected{taken.error()};
        textBelongsToLine = field.tag == "61";
    }
    setDays(statement, opened, closed);
    // The name of a message comes again at some banks; with the statement's number and last day it does not.
    statement.reference += ' ' + plainFrom(number) + ' ' + statement.to.toString();
    return statement;
}

// --- bytes to fields
// ---------------------------------------------------------------------------------------------------

/// Gathers lines into fields and fields into statements.
class Mt940Reader {
public:
    Read<std::vector<BankStatement>> read(std::string_view text);

private:
    Read<std::monostate> takeLine(std::string_view line);
    Read<std::monostate> endMessage();

    int m_place = 0;
    std::vector<Field> m_fields;
    std::vector<BankStatement> m_statements;
};

/// Framing of a message in front of or behind its text: blocks in braces, and the control characters around them.
bool isFraming(std::string_view line)
{
    return !line.empty() && (line.front() == '{' || line.front() == '\x01' || line.front() == '\x03');
}

/// Of a bank or of a kind of message, as some banks write it in front of a message.
bool isName(std::string_view line)
{
    return line.size() <= 12
        && std::all_of(line.begin(), line.end(), [](char c) { return isDigit(c) || isCapital(c); });
}

/// A hyphen alone ends a message, unless it is a hyphen of a text that was cut into lines.
bool endsMessage(std::string_view line, std::string_view next)
{
    if (line.substr(0, 2) == "-}" || line.substr(0, 2) == "-{" || line.substr(0, 2) == "-\x03")
        return true;
    return line == "-" && (next.empty() || next.front() == ':' || next.front() == '-' || isFraming(next));
}

Read<std::vector<BankStatement>> Mt940Reader::read(std::string_view text)
{
    std::vector<std::string_view> lines;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        std::string_view line = text.substr(from, end - from);
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        lines.push_back(line);
        from = end + 1;
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        m_place = static_cast<int>(i) + 1;
        const std::string_view line = lines[i];
        Read<std::monostate> done;
        if (endsMessage(line, i + 1 < lines.size() ? lines[i + 1] : std::string_view{}))
            done = endMessage();
        else if (!isFraming(line))
            done = takeLine(line);
        if (!done)
            return tl::unexpected{done.error()};
    }
    if (const auto done = endMessage(); !done)
        return tl::unexpected{done.error()};
    if (m_statements.empty())
        return statementFault(Kind::NotAStatement, 0, "no :20: in it");
    return m_statements;
}

Read<std::monostate> Mt940Reader::takeLine(std::string_view line)
{
    const auto tag = tagOf(line);
    if (!tag) {
        if (!m_fields.empty())
            m_fields.back().text += '\n' + std::string{line};
        else if (!plainFrom(line).empty() && !isName(plainFrom(line)))
            return statementFault(Kind::NotAStatement, m_place, "no tag: " + shownOf(line));
        return std::monostate{};
    }
    if (tag->first == "20") {
        if (const auto done = endMessage(); !done)
            return done;
    } else if (m_fields.empty()) {
        if (tag->first == "940")
            return std::monostate{};
        return statementFault(Kind::Malformed, m_place, ':' + std::string{tag->first} + ": outside of a statement");
    }
    m_fields.push_back({std::string{tag->first}, std::string{tag->second}, m_place});
    return std::monostate{};
}

Read<std::monostate> Mt940Reader::endMessage()
{
    if (m_fields.empty())
        return std::monostate{};
    auto statement = statementOf(m_fields);
    m_fields.clear();
    if (!statement)
        return tl::unexpected{statement.error()};
    m_statements.push_back(std::move(*statement));
    return std::monostate{};
}

} // namespace

Read<std::vector<BankStatement>> readMt940(std::string_view bytes)
{
    return Mt940Reader{}.read(utf8From(bytes));
}

} // namespace onceover::channel
