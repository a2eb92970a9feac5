// SPDX-License-Identifier: GPL-3.0-or-later
// R141: the worksheet of the sources, figure by figure, and with an installation's own numbers in place of them.
#include "core/analysis/reckoning.h"

#include <QTest>

using namespace onceover;

namespace {

const ReckoningLine& lineOf(const std::vector<ReckoningLine>& lines, Figure figure)
{
    return lines[static_cast<std::size_t>(figure)];
}

std::string written(const ReckoningLine& line)
{
    return writtenValue(line.value, line.decimals, line.percent);
}

/// "180 * 0.4% = 0.72", as the sources write it.
std::string formula(const ReckoningLine& line)
{
    std::string text;
    for (const ReckoningTerm& operand : line.terms) {
        if (operand.sign != 0)
            text += std::string{' '} + operand.sign + ' ';
        text += writtenValue(operand.value, operand.decimals, operand.percent) + (operand.percent ? "%" : "");
    }
    return text + " = " + written(line) + (line.percent ? "%" : "");
}

Rational number(const char* text)
{
    return Rational::parse(text).value();
}

} // namespace

class TestCoreReckoning : public QObject {
    Q_OBJECT

private slots:
    void everyPrintedFigureComesOutAgain_data(); // R141
    void everyPrintedFigureComesOutAgain();
    void printedFiguresLeadToThePrintedFigures_data(); // R141: rounding on the way changes nothing that is printed
    void printedFiguresLeadToThePrintedFigures();
    void everyFigureHasItsLineInOrder();
    void ownMonthReplacesWhatCanBeCounted(); // R141
    void aMonthWithoutWorkHasNoShares();
    void aMonthWithoutFailureHasNoRepeats();
    void oneAssumedInputMakesItsLineAssumed();
    void fractionsAreRoundedHalfAwayFromZero_data();
    void fractionsAreRoundedHalfAwayFromZero();
    void fractionsThatDoNotFitAreNoValue();
    void textsThatAreNoNumberAreRefused_data();
    void textsThatAreNoNumberAreRefused();
};

void TestCoreReckoning::everyPrintedFigureComesOutAgain_data()
{
    QTest::addColumn<int>("figure");
    QTest::addColumn<QString>("printed");
    const auto row = [](const char* name, Figure figure, const char* printed) {
        QTest::newRow(name) << static_cast<int>(figure) << QString::fromUtf8(printed);
    };
    row("6 × 1 = 6 a day", Figure::ExecutionsPerDay, "6 * 1 = 6");
    row("6 × 30 = 180 a month", Figure::ExecutionsPerMonth, "6 * 30 = 180");
    row("180 × 0.4% = 0.72 a month", Figure::FailuresPerMonth, "180 * 0.4% = 0.72");
    row("0.72 × 12 = 8.64 a year", Figure::FailuresPerYear, "0.72 * 12 = 8.64");
    row("8.64 × 40% = 3.46 a year", Figure::RepeatsPerYear, "8.64 * 40% = 3.46");
    row("40 minutes = 0.67 hours", Figure::HoursPerRepeat, "40 / 60 = 0.67");
    row("3.46 × 40 = 138 minutes", Figure::HandlingMinutes, "3.46 * 40 = 138");
    row("138 minutes = 2.3 hours", Figure::HandlingHours, "138 / 60 = 2.3");
    row("20 × 15 × 4% = 12 dollars", Figure::DuplicateLoss, "20 * 15 * 4% = 12");
    row("20 × 5 = 100 minutes", Figure::TalkMinutes, "20 * 5 = 100");
    row("1 + 5 + 25 = 31 minutes", Figure::RetryWait, "1 + 5 + 25 = 31");
    row("90 × 365 = 32850 seconds", Figure::ReconciliationSeconds, "90 * 365 = 32850");
    row("32850 seconds = 9.1 hours", Figure::ReconciliationHours, "32850 / 3600 = 9.1");
    row("9.1 ÷ 156 = 5.8%", Figure::ReconciliationShare, "9.1 / 156 = 5.8%");
    row("9.1 ÷ 2.3 = 4.0", Figure::ReconciliationRatio, "9.1 / 2.3 = 4.0");
    row("2.3 hours over 152 changes: less than a minute", Figure::MinutesPerChange, "138 / 152 = 0.9");
}

void TestCoreReckoning::everyPrintedFigureComesOutAgain()
{
    QFETCH(int, figure);
    QFETCH(QString, printed);
    const auto lines = reckon({});
    QCOMPARE(QString::fromStdString(formula(lineOf(lines, static_cast<Figure>(figure)))), printed);
    QCOMPARE(lineOf(lines, static_cast<Figure>(figure)).basis, InputBasis::Assumed);
}

void TestCoreReckoning::printedFiguresLeadToThePrintedFigures_data()
{
    QTest::addColumn<int>("figure");
    for (std::size_t i = 0; i < kCountOf<Figure>; ++i)
        QTest::newRow(std::string{nameOf(static_cast<Figure>(i))}.c_str()) << static_cast<int>(i);
}

void TestCoreReckoning::printedFiguresLeadToThePrintedFigures()
{
    QFETCH(int, figure);
    const ReckoningLine line = lineOf(reckon({}), static_cast<Figure>(figure));
    std::optional<Rational> value;
    for (const ReckoningTerm& operand : line.terms) {
        const Rational shown = number(writtenValue(operand.value, operand.decimals, operand.percent).c_str());
        const auto asMeant = operand.percent ? dividedBy(shown, 100) : shown;
        value = operand.sign == '*' ? times(value, asMeant)
            : operand.sign == '/'   ? dividedBy(value, asMeant)
            : operand.sign == '+'   ? plus(*value, *asMeant)
                                    : asMeant;
    }
    QCOMPARE(writtenValue(value, line.decimals, line.percent), written(line));
}

void TestCoreReckoning::everyFigureHasItsLineInOrder()
{
    const auto lines = reckon({});
    QCOMPARE(lines.size(), kCountOf<Figure>);
    for (std::size_t i = 0; i < lines.size(); ++i)
        QCOMPARE(static_cast<std::size_t>(lines[i].figure), i);
}

void TestCoreReckoning::ownMonthReplacesWhatCanBeCounted()
{
    OwnMonth month;
    month.jobs = 8;
    month.executions = 250;
    month.failures = 5;
    month.repeats = 2;
    month.backoffMillis = {30'000, 60'000};
    month.reconciliationMillis = 1500;
    const auto lines = reckon(withOwnMonth({}, month));
    QCOMPARE(formula(lineOf(lines, Figure::ExecutionsPerMonth)), std::string{"250 = 250"});
    QCOMPARE(formula(lineOf(lines, Figure::FailuresPerMonth)), std::string{"250 * 2% = 5.00"});
    QCOMPARE(formula(lineOf(lines, Figure::RepeatsPerYear)), std::string{"60.00 * 40% = 24.00"});
    QCOMPARE(formula(lineOf(lines, Figure::HandlingHours)), std::string{"960 / 60 = 16.0"});
    QCOMPARE(formula(lineOf(lines, Figure::RetryWait)), std::string{"0.5 + 1 = 2"});
    QCOMPARE(formula(lineOf(lines, Figure::ReconciliationSeconds)), std::string{"1.5 * 365 = 548"});
    QCOMPARE(lineOf(lines, Figure::FailuresPerYear).basis, InputBasis::Measured);
    QCOMPARE(lineOf(lines, Figure::RetryWait).basis, InputBasis::Setting);
    QCOMPARE(lineOf(lines, Figure::HandlingMinutes).basis, InputBasis::Assumed);
}

void TestCoreReckoning::aMonthWithoutWorkHasNoShares()
{
    const auto lines = reckon(withOwnMonth({}, OwnMonth{}));
    QCOMPARE(written(lineOf(lines, Figure::ExecutionsPerMonth)), std::string{"0"});
    QCOMPARE(written(lineOf(lines, Figure::FailuresPerMonth)), std::string{});
    QCOMPARE(written(lineOf(lines, Figure::ReconciliationRatio)), std::string{});
    QCOMPARE(written(lineOf(lines, Figure::ReconciliationSeconds)), std::string{"32850"}); // Nothing was compared yet.
}

void TestCoreReckoning::aMonthWithoutFailureHasNoRepeats()
{
    OwnMonth month;
    month.jobs = 1;
    month.executions = 90;
    const auto lines = reckon(withOwnMonth({}, month));
    QCOMPARE(written(lineOf(lines, Figure::RepeatsPerYear)), std::string{"0.00"});
    QCOMPARE(written(lineOf(lines, Figure::ReconciliationRatio)), std::string{}); // Divided by no hours at all.
}

void TestCoreReckoning::oneAssumedInputMakesItsLineAssumed()
{
    ReckoningInputs inputs;
    inputs.usersHit = {12, InputBasis::Given};
    inputs.price = {9, InputBasis::Given};
    QCOMPARE(lineOf(reckon(inputs), Figure::DuplicateLoss).basis, InputBasis::Assumed);
    inputs.lossShare = {Rational::of(1, 10), InputBasis::Measured};
    QCOMPARE(lineOf(reckon(inputs), Figure::DuplicateLoss).basis, InputBasis::Given);
    QCOMPARE(formula(lineOf(reckon(inputs), Figure::DuplicateLoss)), std::string{"12 * 9 * 10% = 11"});
}

void TestCoreReckoning::fractionsAreRoundedHalfAwayFromZero_data()
{
    QTest::addColumn<int>("numerator");
    QTest::addColumn<int>("denominator");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<QString>("written");
    const auto row = [](int numerator, int denominator, int decimals, const char* text) {
        QTest::addRow("%d/%d to %d", numerator, denominator, decimals)
            << numerator << denominator << decimals << QString::fromLatin1(text);
    };
    row(1, 2, 0, "1");
    row(-1, 2, 0, "-1");
    row(49, 100, 0, "0");
    row(-4, 100, 1, "0.0");
    row(5, -100, 1, "-0.1");
    row(999, 1000, 2, "1.00");
    row(2, 3, 2, "0.67");
    row(0, 7, 3, "0.000");
    row(1, 8, 9, "0.125000000");
}

void TestCoreReckoning::fractionsAreRoundedHalfAwayFromZero()
{
    QFETCH(int, numerator);
    QFETCH(int, denominator);
    QFETCH(int, decimals);
    QFETCH(QString, written);
    const auto value = Rational::of(numerator, denominator);
    QVERIFY(value.has_value());
    QCOMPARE(QString::fromStdString(value->rounded(decimals)), written);
}

void TestCoreReckoning::fractionsThatDoNotFitAreNoValue()
{
    const Rational most{std::numeric_limits<std::int64_t>::max()};
    QVERIFY(!times(most, Rational{2}));
    QVERIFY(!plus(most, Rational{1}));
    QVERIFY(!dividedBy(Rational{1}, Rational{0}));
    QVERIFY(!Rational::of(1, 0));
    QVERIFY(!Rational::of(std::numeric_limits<std::int64_t>::min(), 1));
    QCOMPARE(most.rounded(9), std::string{"9223372036854775807.000000000"});
}

void TestCoreReckoning::textsThatAreNoNumberAreRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text :
        {"", "-", ".", ".5", "5.", "1e3", " 1", "1,5", "0.0000000001", "1.2.3", "--1", "9223372036854775808"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void TestCoreReckoning::textsThatAreNoNumberAreRefused()
{
    QFETCH(QString, text);
    QVERIFY(!Rational::parse(text.toStdString()));
    QCOMPARE(Rational::parse("-2.50"), Rational::of(-5, 2));
}

QTEST_GUILESS_MAIN(TestCoreReckoning)
#include "tst_core_reckoning.moc"
