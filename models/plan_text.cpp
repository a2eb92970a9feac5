// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plan_text.h"

#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/plan_settings.h"
#include "models/timeline_text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <optional>

namespace onceover::models {

namespace {

struct PlanWords {
    Q_DECLARE_TR_FUNCTIONS(PlanText)
};

QJsonObject planObject(const std::string& planJson)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(planJson)).object();
}

QString wordOf(const QJsonObject& object, const char* name)
{
    const QJsonValue value = object.value(QLatin1StringView(name));
    return value.isDouble() ? QString::number(value.toInteger()) : plainText(value.toString());
}

/// An instant of the plan in the reader's zone; what is none stays as it is.
QString timeOf(const QJsonObject& object, const char* name, const TimeFormat& format)
{
    const QString written = wordOf(object, name);
    const std::optional<Timestamp> at = writtenInstant(written);
    return at ? format.full(*at) : written;
}

QString moneyOf(const QJsonObject& object)
{
    return moneyText(object.value(QLatin1StringView("amount")).toInteger(),
        object.value(QLatin1StringView("currency")).toString().toStdString());
}

/// What the evidence is, with what the database found under its name.
QString evidenceLine(const QJsonObject& evidence)
{
    const QString kind = evidence.value(QLatin1StringView("kind")).toString();
    if (kind == QLatin1StringView("document"))
        return PlanWords::tr("Evidence: a document (SHA-256 %1) that says: %2")
            .arg(wordOf(evidence, "sha256"), wordOf(evidence, "text"));
    if (kind == QLatin1StringView("statement"))
        return evidence.contains(QLatin1StringView("entry"))
            ? PlanWords::tr("Evidence: entry %1 of statement %2, %3, booked on %4")
                  .arg(wordOf(evidence, "entry"), wordOf(evidence, "statement"), moneyOf(evidence),
                      wordOf(evidence, "booked_on"))
            : PlanWords::tr("Evidence: statement %1 from %2 to %3 does not have it")
                  .arg(wordOf(evidence, "statement"), wordOf(evidence, "from"), wordOf(evidence, "to"));
    const QString answer = answerText(evidence.value(QLatin1StringView("answer")).toString().toStdString()).text;
    if (kind == QLatin1StringView("callback"))
        return evidence.value(QLatin1StringView("signed")).toBool()
            ? PlanWords::tr("Evidence: signed callback %1 of %2: %3")
                  .arg(wordOf(evidence, "event"), wordOf(evidence, "channel"), answer)
            : PlanWords::tr("Evidence: unsigned callback %1 of %2: %3")
                  .arg(wordOf(evidence, "event"), wordOf(evidence, "channel"), answer);
    return PlanWords::tr("Evidence: recorded answer %1: %2").arg(wordOf(evidence, "call"), answer);
}

QStringList resolveLines(const QJsonObject& plan)
{
    const QJsonObject evidence = plan.value(QLatin1StringView("evidence")).toObject();
    const bool executed = plan.value(QLatin1StringView("decision")).toString() == QLatin1StringView("executed");
    QStringList lines{executed
            ? PlanWords::tr("Decision: the bank executed it; it counts as paid")
            : PlanWords::tr("Decision: the bank did not execute it and no longer can; the money goes back")};
    lines << evidenceLine(evidence);
    if (const QString reference = wordOf(evidence, "reference"); executed && !reference.isEmpty())
        lines << PlanWords::tr("The bank's reference: %1").arg(reference);
    return lines;
}

/// What kind of operation makes the original good.
QString remedyWord(const QString& type)
{
    if (type == QLatin1StringView("refund"))
        return PlanWords::tr("Refund of a renewal");
    if (type == QLatin1StringView("extension"))
        return PlanWords::tr("Extension by one period");
    return PlanWords::tr("Reversal of a payout");
}

QStringList compensationLines(const QJsonObject& plan)
{
    const QString type = plan.value(QLatin1StringView("type")).toString();
    const QJsonObject facts = plan.value(QLatin1StringView("facts")).toObject();
    QStringList lines{PlanWords::tr("%1: %2", "remedy, amount").arg(remedyWord(type), moneyOf(plan))};
    if (const qint64 before = facts.value(QLatin1StringView("made_good")).toInteger(); before > 0)
        lines << PlanWords::tr("Made good before: %1")
                     .arg(moneyText(before, plan.value(QLatin1StringView("currency")).toString().toStdString()));
    if (const QJsonValue evidence = plan.value(QLatin1StringView("evidence")); evidence.isObject())
        lines << evidenceLine(evidence.toObject());
    if (const QJsonValue difference = plan.value(QLatin1StringView("difference")); difference.isDouble())
        lines << PlanWords::tr("Closes difference %1").arg(difference.toInteger());
    return lines;
}

QString beneficiaryWords(const QJsonObject& beneficiary)
{
    return PlanWords::tr("%1, account %2, %3", "name, account, country")
        .arg(wordOf(beneficiary, "name"), wordOf(beneficiary, "account"), wordOf(beneficiary, "country"));
}

QStringList revisionLines(const QJsonObject& plan)
{
    const QJsonObject facts = plan.value(QLatin1StringView("facts")).toObject();
    const QJsonObject before = facts.value(QLatin1StringView("beneficiary_old")).toObject();
    const QJsonObject now = facts.value(QLatin1StringView("beneficiary_new")).toObject();
    QStringList lines{PlanWords::tr("Revision %1 with the same items, as operation %2")
                          .arg(facts.value(QLatin1StringView("revision")).toInteger())
                          .arg(wordOf(facts, "new_operation"))};
    lines << PlanWords::tr("Beneficiary then: %1").arg(beneficiaryWords(before));
    lines << PlanWords::tr("Beneficiary now: %1").arg(beneficiaryWords(now));
    lines << (before.value(QLatin1StringView("fingerprint")) == now.value(QLatin1StringView("fingerprint"))
            ? PlanWords::tr("The beneficiary is the same.")
            : PlanWords::tr("The beneficiary is ANOTHER one."));
    if (facts.value(QLatin1StringView("channel_old")) != facts.value(QLatin1StringView("channel_new")))
        lines
            << PlanWords::tr("Channel then %1, now %2").arg(wordOf(facts, "channel_old"), wordOf(facts, "channel_new"));
    if (facts.value(QLatin1StringView("merchant_on_hold")).toBool())
        lines << PlanWords::tr("The merchant is on hold: the amount goes into the next cycle.");
    return lines;
}

QStringList correctionLines(const QJsonObject& plan)
{
    const QJsonObject facts = plan.value(QLatin1StringView("facts")).toObject();
    const QString closes
        = PlanWords::tr("Closes difference %1").arg(plan.value(QLatin1StringView("difference")).toInteger());
    if (wordOf(plan, "type") == QLatin1StringView("return"))
        return {
            PlanWords::tr("Books %1 that the bank sent back under the reference %2: the payment stays as it is, and "
                          "the merchant's next cycle takes the amount")
                .arg(moneyOf(facts), wordOf(facts, "reference")),
            closes};
    return {PlanWords::tr("Books %1 that left under the reference %2").arg(moneyOf(facts), wordOf(facts, "reference")),
        closes};
}

std::vector<std::int64_t> closesOf(const QJsonObject& plan)
{
    std::vector<std::int64_t> closes;
    const QJsonObject facts = plan.value(QLatin1StringView("facts")).toObject();
    for (const QJsonValue& difference : facts.value(QLatin1StringView("closes")).toArray())
        closes.push_back(difference.toInteger());
    return closes;
}

/// What a line of theirs says, out of line_name(): its key, its reference, and day, amount and place among its like.
QString lineWords(const QString& name)
{
    const qsizetype first = name.indexOf(QLatin1Char('|'));
    const qsizetype last = name.lastIndexOf(QLatin1Char('|'));
    if (first == last)
        return name;
    const QString reference = name.mid(first + 1, last - first - 1);
    const QString says = name.mid(last + 1);
    QStringList words;
    if (first > 0)
        words << PlanWords::tr("key %1", "of a line").arg(name.left(first));
    if (!reference.isEmpty())
        words << PlanWords::tr("reference %1", "of a line").arg(reference);
    static const QRegularExpression booked(QStringLiteral("^(\\d{4}-\\d{2}-\\d{2}) -?\\d+ #(\\d+)$"));
    if (const QRegularExpressionMatch match = booked.match(says); match.hasMatch())
        words << PlanWords::tr("booked on %1 (number %2 of that amount)", "of a line")
                     .arg(match.captured(1), match.captured(2));
    else if (!says.isEmpty())
        words << says;
    return words.isEmpty() ? name : words.join(QStringLiteral(", "));
}

/// The two sides that a match brings together, and what it closes.
QStringList matchLines(const QJsonObject& plan)
{
    const QJsonObject facts = plan.value(QLatin1StringView("facts")).toObject();
    const QJsonObject record = plan.value(QLatin1StringView("record")).toObject();
    QStringList closes;
    for (const std::int64_t difference : closesOf(plan))
        closes << QString::number(difference);
    QStringList lines{PlanWords::tr("Ours: %1 under the key %2").arg(moneyOf(facts), wordOf(facts, "ours"))};
    if (record.contains(QLatin1StringView("entry")))
        lines << PlanWords::tr("Theirs: entry %1 of statement %2, of the same amount")
                     .arg(wordOf(record, "entry"), wordOf(record, "statement"));
    else
        lines << PlanWords::tr("Theirs: a line of the same amount: %1", "what it says")
                     .arg(lineWords(wordOf(facts, "theirs")));
    if (!closes.isEmpty())
        lines << PlanWords::tr("Closes: difference(s) %1", "numbers", boundedCount(closes.size()))
                     .arg(closes.join(QStringLiteral(", ")));
    return lines;
}

/// Key, bytes and terms of the message that would be made.
QStringList missingMessageLines(const QJsonObject& plan, const TimeFormat& format)
{
    const QJsonObject facts = plan.value(QLatin1StringView("facts")).toObject();
    return {PlanWords::tr("Key: %1, as it was computed before").arg(wordOf(facts, "key")),
        PlanWords::tr("Bytes (SHA-256): %1, computed from the operation").arg(wordOf(facts, "payload")),
        PlanWords::tr("It counts as one that may have left on %1; the bank honours its key until %2")
            .arg(timeOf(facts, "left_at", format), timeOf(facts, "key_until", format))};
}

QStringList resendLines(const QJsonObject& plan, const TimeFormat& format)
{
    const QJsonObject facts = plan.value(QLatin1StringView("facts")).toObject();
    return {PlanWords::tr("The bank was asked, late enough, and never saw it; its key is honoured until %1")
                .arg(timeOf(facts, "key_until", format))};
}

QStringList freezeLines(const QJsonObject& plan)
{
    QStringList freezes;
    for (const QJsonValue& freeze : plan.value(QLatin1StringView("freezes")).toArray())
        freezes << QString::number(freeze.toInteger());
    return freezes.isEmpty()
        ? QStringList{}
        : QStringList{
            PlanWords::tr("Goes on although it is frozen, by order %1").arg(freezes.join(QStringLiteral(", ")))};
}

} // namespace

QStringList planLines(std::string_view kind, const std::string& planJson, const TimeFormat& format)
{
    const QJsonObject plan = planObject(planJson);
    QStringList lines;
    if (kind == "resolve")
        lines = resolveLines(plan);
    else if (kind == "compensation")
        lines = compensationLines(plan);
    else if (kind == "revision")
        lines = revisionLines(plan);
    else if (kind == "correction")
        lines = correctionLines(plan);
    else if (kind == "match")
        lines = matchLines(plan);
    else if (kind == "missing outbox")
        lines = missingMessageLines(plan, format);
    else if (kind == "re-send")
        lines = resendLines(plan, format);
    else
        lines = settingLines(kind, plan);
    return lines + freezeLines(plan);
}

std::vector<std::int64_t> closedDifferences(const std::string& planJson)
{
    return closesOf(planObject(planJson));
}

} // namespace onceover::models
