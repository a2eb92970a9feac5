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

namespace onceover::models {

namespace {

struct PlanWords {
    Q_DECLARE_TR_FUNCTIONS(PlanText)
};

QString wordOf(const QJsonObject& object, const char* name)
{
    const QJsonValue value = object.value(QLatin1StringView(name));
    return value.isDouble() ? QString::number(value.toInteger()) : plainText(value.toString());
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

/// The two sides that a match brings together, and what it closes.
QStringList matchLines(const QJsonObject& plan)
{
    const QJsonObject facts = plan.value(QLatin1StringView("facts")).toObject();
    const QJsonObject record = plan.value(QLatin1StringView("record")).toObject();
    QStringList closes;
    for (const QJsonValue& difference : facts.value(QLatin1StringView("closes")).toArray())
        closes << QString::number(difference.toInteger());
    QStringList lines{PlanWords::tr("Ours: %1 under the key %2").arg(moneyOf(facts), wordOf(facts, "ours"))};
    if (record.contains(QLatin1StringView("entry")))
        lines << PlanWords::tr("Theirs: entry %1 of statement %2, of the same amount")
                     .arg(wordOf(record, "entry"), wordOf(record, "statement"));
    else
        lines << PlanWords::tr("Theirs: the line %1, of the same amount").arg(wordOf(facts, "theirs"));
    lines << PlanWords::tr("Closes: difference %1").arg(closes.join(QStringLiteral(", ")));
    return lines;
}

/// Key, bytes and terms of the message that would be made.
QStringList missingMessageLines(const QJsonObject& plan)
{
    const QJsonObject facts = plan.value(QLatin1StringView("facts")).toObject();
    return {PlanWords::tr("Key: %1, as it was computed before").arg(wordOf(facts, "key")),
        PlanWords::tr("Bytes (SHA-256): %1, computed from the operation").arg(wordOf(facts, "payload")),
        PlanWords::tr("It counts as one that may have left on %1; the bank honours its key until %2")
            .arg(wordOf(facts, "left_at"), wordOf(facts, "key_until"))};
}

QStringList resendLines(const QJsonObject& plan)
{
    const QJsonObject facts = plan.value(QLatin1StringView("facts")).toObject();
    return {PlanWords::tr("The bank was asked, late enough, and never saw it; its key is honoured until %1")
                .arg(wordOf(facts, "key_until"))};
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

QStringList planLines(std::string_view kind, const std::string& planJson)
{
    const QJsonObject plan = QJsonDocument::fromJson(QByteArray::fromStdString(planJson)).object();
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
        lines = missingMessageLines(plan);
    else if (kind == "re-send")
        lines = resendLines(plan);
    else
        lines = settingLines(kind, plan);
    return lines + freezeLines(plan);
}

} // namespace onceover::models
