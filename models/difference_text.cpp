// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/difference_text.h"

#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/subject_text.h"

#include <QCoreApplication>

#include <array>

namespace onceover::models {

namespace {

struct DifferenceWords {
    Q_DECLARE_TR_FUNCTIONS(DifferenceText)
};

/// Those of v_three_table_difference, and what a bank told that is no message of ours.
constexpr std::array kDifferenceSubjects{
    SubjectKind{"order ", QT_TRANSLATE_NOOP("DifferenceText", "order %1")},
    SubjectKind{"payment ", QT_TRANSLATE_NOOP("DifferenceText", "payment %1")},
    SubjectKind{"subscription ", QT_TRANSLATE_NOOP("DifferenceText", "subscription %1")},
    SubjectKind{"callback ", QT_TRANSLATE_NOOP("DifferenceText", "callback %1")},
};

/// A charge and a claim bring money in; every other operation pays it out.
bool bringsMoneyIn(const DifferenceListRow& row)
{
    return row.settlementType == "renew" || row.settlementType == "reversal";
}

/// Orders and payments of subscriptions: ours is what was ordered, theirs what was paid.
QString orderAndPayment(const DifferenceListRow& row, std::int64_t ours, std::int64_t theirs)
{
    if (row.kind == "MISSING_THERE")
        return DifferenceWords::tr("Nobody paid this order of %1: what was given for it is not paid for.")
            .arg(moneyText(ours, row.currency));
    if (row.kind == "MISSING_HERE")
        return DifferenceWords::tr("Somebody paid %1 for no order of ours: nothing was given for it.")
            .arg(moneyText(theirs, row.currency));
    if (row.kind == "TWICE")
        return DifferenceWords::tr("The order was paid again: the subscriber paid %1 once too often.")
            .arg(moneyText(theirs, row.currency));
    if (theirs > ours)
        return DifferenceWords::tr("The subscriber paid %1 more than was ordered.")
            .arg(moneyText(theirs - ours, row.currency));
    if (ours > theirs)
        return DifferenceWords::tr("The subscriber paid %1 less than was ordered.")
            .arg(moneyText(ours - theirs, row.currency));
    return {};
}

/// A subscription beside what was ordered or paid for it.
QString subscriptionMeaning(const DifferenceListRow& row, std::int64_t ours, std::int64_t theirs)
{
    if (row.kind == "CHARGED_NOT_EXTENDED")
        return DifferenceWords::tr("Charged, not given: the subscriber paid %1, and the subscription was not extended "
                                   "for it. A refund or an extension makes it good.")
            .arg(moneyText(theirs, row.currency));
    if (row.kind == "EXTENDED_NOT_CHARGED")
        return DifferenceWords::tr("Given, not charged: the subscription was extended further than was ordered, and "
                                   "nobody paid %1 for it.")
            .arg(moneyText(ours, row.currency));
    if (row.kind == "MISSING_HERE")
        return DifferenceWords::tr("%1 was paid for a subscription that does not exist: nothing was given for it.")
            .arg(moneyText(theirs, row.currency));
    return DifferenceWords::tr("The order of %1 is for a subscription that does not exist.")
        .arg(moneyText(ours, row.currency));
}

/// A bank's book beside ours.
QString bookMeaning(const DifferenceListRow& row, std::int64_t ours, std::int64_t theirs)
{
    const bool comesIn = bringsMoneyIn(row);
    if (row.kind == "TWICE" && theirs > 0) {
        const QString once = moneyText(theirs, row.currency);
        return comesIn ? DifferenceWords::tr("The bank has more than one effect under this key: the payer was charged "
                                             "%1 at least once too often.")
                             .arg(once)
                       : DifferenceWords::tr("The bank has more than one effect under this key: %1 left our account at "
                                             "least once too often.")
                             .arg(once);
    }
    if (theirs > ours) {
        const QString more = moneyText(theirs - ours, row.currency);
        if (comesIn)
            return DifferenceWords::tr(
                "The bank collected %1 more than our book knows: the payer was charged without a reason here.")
                .arg(more);
        if (row.subject.starts_with("callback "))
            return DifferenceWords::tr("The bank told of %1 under a key that our book does not know.").arg(more);
        // An entry that no message of ours stands for does not say which way the money went.
        return row.operation.empty()
            ? DifferenceWords::tr("The bank executed %1 that our book does not know.").arg(more)
            : DifferenceWords::tr(
                "The bank paid %1 more than our book knows: it left our account without a reason here.")
                  .arg(more);
    }
    if (ours > theirs) {
        const QString more = moneyText(ours - theirs, row.currency);
        return comesIn
            ? DifferenceWords::tr(
                "Our book has %1 that the bank did not collect: what was given for it is not paid for.")
                  .arg(more)
            : DifferenceWords::tr("Our book has %1 that the bank did not pay: the merchant waits for it.").arg(more);
    }
    return {};
}

QString returnedMeaning(const DifferenceListRow& row, std::int64_t ours)
{
    return DifferenceWords::tr(
        "The bank paid it and sent %1 back later: the merchant does not have it. Nothing is paid "
        "again by itself; an approved correction puts it into the merchant's next cycle.")
        .arg(row.theirsMinor ? moneyText(ours - *row.theirsMinor, row.currency) : DifferenceWords::tr("some money"));
}

} // namespace

bool canBeSubtracted(const DifferenceListRow& row)
{
    // Of another currency one amount is kept, ours; theirs is in the other one, which the detail names.
    return row.kind != "CURRENCY" && !row.currency.empty() && (row.oursMinor || row.theirsMinor);
}

QString differenceMeaning(const DifferenceListRow& row)
{
    if (row.kind == "CURRENCY")
        return DifferenceWords::tr("The two sides are in different currencies: neither amount can be taken from the "
                                   "other. The detail has both.");
    if (row.kind == "COUNT")
        return DifferenceWords::tr("The counts of the two books do not agree.");
    if (row.currency.empty())
        return DifferenceWords::tr("No amount is on record. The detail says what was found.");
    const std::int64_t ours = row.oursMinor.value_or(0);
    const std::int64_t theirs = row.theirsMinor.value_or(0);
    const QString sides = DifferenceWords::tr("Ours %1, theirs %2.")
                              .arg(row.oursMinor ? moneyText(ours, row.currency) : QString(QChar(0x2013)),
                                  row.theirsMinor ? moneyText(theirs, row.currency) : QString(QChar(0x2013)));
    const QString meaning = row.kind == "RETURNED" ? returnedMeaning(row, ours)
        : row.pair == "orders/payments"            ? orderAndPayment(row, ours, theirs)
        : row.pair == "payments/subscriptions" || row.pair == "orders/subscriptions"
        ? subscriptionMeaning(row, ours, theirs)
        : bookMeaning(row, ours, theirs);
    return meaning.isEmpty() ? sides : sides + QLatin1Char(' ') + meaning;
}

QString differencePairText(std::string_view pair)
{
    if (pair == "ours/book")
        return DifferenceWords::tr("our book, the bank's book");
    if (pair == "ours/statement")
        return DifferenceWords::tr("our book, the bank's statement");
    if (pair == "orders/payments")
        return DifferenceWords::tr("orders, payments");
    if (pair == "payments/subscriptions")
        return DifferenceWords::tr("payments, subscriptions");
    if (pair == "orders/subscriptions")
        return DifferenceWords::tr("orders, subscriptions");
    return plainText(pair);
}

QString differenceSubjectText(std::string_view stored)
{
    return subjectText(stored, kDifferenceSubjects, "DifferenceText");
}

} // namespace onceover::models
