// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/money_text.h"

#include "core/money.h"
#include "models/plain_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <limits>

namespace onceover::models {

namespace {

struct MoneyWords {
    Q_DECLARE_TR_FUNCTIONS(MoneyText)
};

constexpr QChar kMinusSign(0x2212);
constexpr QChar kNoBreakSpace(0x00A0);
constexpr QChar kAlmostEqual(0x2248);

/// The size of a signed number; the one value without a positive twin included.
quint64 magnitudeOf(std::int64_t value)
{
    return value < 0 ? ~static_cast<quint64>(value) + 1 : static_cast<quint64>(value);
}

QString groupedText(quint64 value, const QLocale& locale)
{
    QLocale grouping = locale;
    grouping.setNumberOptions(grouping.numberOptions() & ~QLocale::OmitGroupSeparator);
    if (grouping.language() == QLocale::C) // It has no grouping of its own; people still need one.
        grouping = QLocale(QLocale::English, QLocale::UnitedStates);
    return grouping.toString(static_cast<qulonglong>(value));
}

QString signOf(std::int64_t value)
{
    return value < 0 ? QString(kMinusSign) : QString();
}

/// Digits behind the point, in the locale's own digits, `digits` of them.
QString fractionText(quint64 value, int digits, const QLocale& locale)
{
    QString text;
    for (int i = 0; i < digits; ++i) {
        text.prepend(locale.toString(static_cast<qulonglong>(value % 10)));
        value /= 10;
    }
    return text;
}

} // namespace

QString moneyText(std::int64_t minor, std::string_view currency, const QLocale& locale)
{
    const auto code = CurrencyCode::parse(currency);
    const quint64 size = magnitudeOf(minor);
    if (!code)
        return MoneyWords::tr("%1 minor units of %2?")
            .arg(signOf(minor) + groupedText(size, locale), plainText(currency));

    quint64 unit = 1;
    for (int i = 0; i < code->exponent(); ++i)
        unit *= 10;
    QString text = signOf(minor) + groupedText(size / unit, locale);
    if (code->exponent() > 0)
        text += locale.decimalPoint() + fractionText(size % unit, code->exponent(), locale);
    return text + kNoBreakSpace + plainText(code->view());
}

QString totalsText(const AmountPerCurrency& amounts, const QLocale& locale)
{
    if (amounts.empty())
        return QString(QChar(0x2013));
    QStringList parts;
    for (const auto& [currency, minor] : amounts)
        parts << moneyText(minor, currency, locale);
    return parts.join(QStringLiteral(" \u00B7 "));
}

QString moneyPlain(std::int64_t minor, std::string_view currency)
{
    const auto code = CurrencyCode::parse(currency);
    if (!code)
        return QString::number(minor);
    return QString::fromStdString(Money{minor, *code}.formatPlain());
}

QString totalsPlain(const AmountPerCurrency& amounts)
{
    QStringList parts;
    for (const auto& [currency, minor] : amounts)
        parts << moneyPlain(minor, currency) + QLatin1Char(' ') + plainText(currency);
    return parts.join(QStringLiteral("; "));
}

int boundedCount(std::int64_t count)
{
    return static_cast<int>(std::min<std::int64_t>(count, 1'000'000));
}

QString countText(std::int64_t count, bool estimate, const QLocale& locale)
{
    const QString text = signOf(count) + groupedText(magnitudeOf(count), locale);
    return estimate ? QString(kAlmostEqual) + kNoBreakSpace + text : text;
}

int percentOf(std::int64_t done, std::int64_t total)
{
    if (total <= 0 || done <= 0)
        return 0;
    if (done >= total)
        return 100;
    // Divided first where the product could leave the range; then the loss is far below one percent.
    const bool large = done > std::numeric_limits<std::int64_t>::max() / 100;
    const std::int64_t percent = large ? done / (total / 100) : done * 100 / total;
    return static_cast<int>(std::clamp<std::int64_t>(percent, 1, 99));
}

} // namespace onceover::models
