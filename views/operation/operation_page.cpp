// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operation/operation_page.h"

#include "core/states/message_state.h"
#include "models/error_text.h"
#include "models/freeze_scope.h"
#include "models/operation_report.h"
#include "models/timeline_text.h"
#include "views/operation/compensation_lines.h"
#include "views/operation/message_tab.h"
#include "views/operation/remedy_button.h"
#include "views/operation/reveal_button.h"
#include "views/style/fonts.h"
#include "views/widgets/data_table.h"
#include "views/widgets/plain.h"
#include "views/widgets/step_strip.h"
#include "views/widgets/table_part.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace onceover::views {

namespace {

QFont keyFont()
{
    QFont font = monospaced(fontOf(TextKind::Heading));
    font.setWeight(QFont::DemiBold);
    return font;
}

/// Is something about its message still open?
bool messageIsOpen(const OperationDetail& detail)
{
    return detail.message && detail.message->firstSentAt && detail.message->status != nameOf(MessageState::Accepted)
        && detail.message->status != nameOf(MessageState::Refused);
}

} // namespace

OperationPage::OperationPage(const PageContext& context, QWidget* parent)
    : DetailPage(QLatin1String(models::kOperationPage), context, models::ReadKind::Operation, parent)
    , m_timeline(new models::TimelineTable(this))
    , m_legs(new models::LegTable(this))
    , m_items(new models::ItemTable(this))
    , m_letters(new models::DeadLetterTable(this))
    , m_title(new TextLabel(TextKind::Heading))
    , m_state(new ToneChip)
    , m_meaning(new TextLabel(TextKind::Body))
    , m_facts(new FactGrid(objectName() + QStringLiteral(".facts")))
    , m_compensations(new CompensationLines(objectName() + QStringLiteral(".compensations")))
    , m_layers(new StepStrip(objectName() + QStringLiteral(".layers")))
    , m_once(new ToneLine(ToneLine::Ground::Plain))
    , m_clock(new ToneLine(ToneLine::Ground::Plain))
    , m_timelinePart(new TablePart(objectName() + QStringLiteral(".timeline"), m_timeline))
    , m_message(new MessageTab(objectName() + QStringLiteral(".message")))
    , m_legPart(new TablePart(objectName() + QStringLiteral(".legs"), m_legs))
    , m_itemPart(new TablePart(objectName() + QStringLiteral(".items"), m_items))
    , m_itemSum(new ToneLine(ToneLine::Ground::Plain))
    , m_letterPart(new TablePart(objectName() + QStringLiteral(".deadLetters"), m_letters))
    , m_remedy(new RemedyButton(objectName() + QStringLiteral(".remedy"), *context.gateway))
    , m_reveal(new RevealButton(objectName() + QStringLiteral(".reveal"), *context.gateway))
    , m_copy(new QToolButton)
{
    buildHeader();
    buildTabs();
    buildCopyMenu();
    connect(m_compensations, &CompensationLines::activated, this, &Page::addressActivated);
    connect(&gateway(), &models::Gateway::operationReady, this, &OperationPage::take);
    retranslate();
}

QString OperationPage::title() const
{
    return tr("Operation", "page");
}

void OperationPage::buildHeader()
{
    addHeading(m_title, m_state, keyFont)->addStretch(1);
    m_meaning->setObjectName(objectName() + QStringLiteral(".meaning"));
    m_meaning->setWordWrap(true);
    m_once->setObjectName(objectName() + QStringLiteral(".once"));
    m_clock->setObjectName(objectName() + QStringLiteral(".clock"));
    auto* meaning = new QHBoxLayout; // Not beside Copy: that line is as wide as the smallest window already.
    meaning->setSpacing(12);
    meaning->addWidget(m_meaning, 1);
    meaning->addWidget(m_reveal, 0, Qt::AlignTop);
    header()->addLayout(meaning);
    header()->addWidget(m_facts);
    header()->addWidget(m_compensations);
    header()->addWidget(m_layers);
    header()->addWidget(m_once);
    header()->addWidget(m_clock);
}

void OperationPage::buildTabs()
{
    adopt(m_timelinePart, m_timeline);
    addTab(QStringLiteral("timeline"), m_timelinePart, [this] { return tr("Timeline (%1)", "tab").arg(m_timeline->rowCount()); });
    addTab(QStringLiteral("message"), m_message, [] { return tr("Message and key", "tab"); });
    adopt(m_legPart, m_legs);
    addTab(QStringLiteral("ledger"), m_legPart, [this] { return tr("Ledger (%1)", "tab").arg(m_legs->rowCount()); });
    m_itemSum->setObjectName(objectName() + QStringLiteral(".itemSum"));
    adopt(m_itemPart, m_items);
    addTab(QStringLiteral("items"), stacked({m_itemSum}, m_itemPart),
        [this] { return tr("Items (%1)", "tab").arg(models::countText(m_detail ? m_detail->itemCount : 0)); });
    adopt(m_letterPart, m_letters);
    addTab(QStringLiteral("dead"), m_letterPart, [this] { return tr("Dead letters (%1)", "tab").arg(m_letters->rowCount()); });
}

void OperationPage::buildCopyMenu()
{
    buttons()->addWidget(m_remedy);
    addMenuButton(m_copy, QStringLiteral("copy"), QStringLiteral("copy"));
    QMenu* menu = m_copy->menu();
    m_copyReport = menu->addAction(QString());
    m_copyJson = menu->addAction(QString());
    m_copyKey = menu->addAction(QString());
    m_copyReport->setObjectName(objectName() + QStringLiteral(".copy.report"));
    m_copyJson->setObjectName(objectName() + QStringLiteral(".copy.json"));
    m_copyKey->setObjectName(objectName() + QStringLiteral(".copy.key"));
    connect(m_copyJson, &QAction::triggered, this, [this] {
        if (m_detail)
            QGuiApplication::clipboard()->setText(models::operationJson(*m_detail));
    });
    connect(m_copyReport, &QAction::triggered, this, [this] {
        if (m_detail)
            QGuiApplication::clipboard()->setText(
                models::operationMarkdown(*m_detail, context().format, gateway().databaseNow().value_or(m_detail->takenAt)));
    });
    connect(m_copyKey, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(key()); });
}

void OperationPage::watch(bool on)
{
    const std::optional<Uuid> id = Uuid::parse(key().toStdString());
    gateway().watchOperation(on && id ? std::optional(OperationId{*id}) : std::nullopt);
    // What is no id at all is in no database; there is nothing to ask.
    if (on && !id && !key().isEmpty())
        arrived(gateway().databaseNow().value_or(Timestamp{}), false);
}

void OperationPage::forget()
{
    m_detail.reset();
    showTables();
}

void OperationPage::take(const models::OperationDetailPtr& detail)
{
    if (QString::fromStdString(detail->id.value.toString()) != key().toLower())
        return;
    m_detail = detail->found ? detail : nullptr;
    showTables();
    arrived(detail->takenAt, detail->found);
}

void OperationPage::showTables()
{
    static const OperationDetail nothing;
    const OperationDetail& detail = m_detail ? *m_detail : nothing;
    m_timeline->setRows(models::timelineOf(detail));
    m_legs->setRows(detail.legs);
    m_items->setRows(detail.items);
    m_letters->setRows(detail.deadLetters);
    m_copy->setEnabled(m_detail != nullptr);
    m_remedy->setSubject(m_detail ? std::optional(models::remedySubject(*m_detail)) : std::nullopt);
    m_reveal->setOperation(m_detail ? std::optional(m_detail->id) : std::nullopt);
}

std::vector<Fact> OperationPage::headFacts(Timestamp now) const
{
    const OperationDetail& detail = *m_detail;
    const OperationRow& row = detail.operation;
    const models::TimeFormat format = context().format.relativeTo(detail.takenAt);
    const auto instant = [&](const char* id, const QString& name, std::optional<Timestamp> at) {
        return Fact{QLatin1String(id), name, at ? format.cell(*at) : QString(), at ? format.hover(*at, now) : QString(), false};
    };
    const QString dash(QChar(0x2013));
    return {{QStringLiteral("amount"), tr("Amount"), models::moneyText(row.amountMinor, row.currency), tr("The signed sum of its items; it never changes."), true},
            {QStringLiteral("merchant"), tr("Merchant"), tr("%1 %2", "merchant number, name").arg(row.merchant).arg(models::plainText(row.merchantName)).trimmed(), {}, false},
            {QStringLiteral("payee"), tr("Payee"),
             QStringLiteral("%1 \u00B7 %2 \u00B7 %3").arg(models::plainText(detail.beneficiaryName), models::plainText(detail.beneficiaryAccount), models::plainText(detail.beneficiaryCountry)),
             tr("As it was when the operation was made; the account is masked."), false},
            {QStringLiteral("bizDate"), tr("Business date"), models::dateText(row.bizDate), {}, false},
            {QStringLiteral("channel"), tr("Channel"), models::plainText(row.channel), {}, false},
            {QStringLiteral("externalRef"), tr("Bank reference"), row.externalRef.empty() ? dash : models::plainText(row.externalRef), {}, true},
            {QStringLiteral("version"), tr("Version"), QString::number(row.version), tr("The fencing token: grows by one at each claim and each fence."), false},
            {QStringLiteral("attempts"), tr("Attempts"), tr("%1 (of the budget: %2)", "attempts ever, attempts counted").arg(row.attempts).arg(detail.budgetAttempts), {}, false},
            {QStringLiteral("shard"), tr("Shard and bucket"), tr("%1, bucket %2", "shard, bucket").arg(detail.shard).arg(row.ref.bucket.value), {}, false},
            {QStringLiteral("revision"), tr("Revision"), detail.revision > 0 || detail.revisions > 1 ? tr("%1 of %2").arg(detail.revision).arg(detail.revisions) : QString(), {}, false},
            {QStringLiteral("worker"), tr("Held by"), models::plainText(row.worker), {}, true},
            instant("lease", tr("Lease until"), row.leaseUntil), instant("next", tr("Next attempt"), row.nextAttempt),
            instant("updated", tr("Updated"), row.updatedAt)};
}

void OperationPage::showHead(Timestamp now)
{
    const OperationRow& row = m_detail->operation;
    const models::StateText state = models::operationStateText(row, now);
    m_title->setPlainText(key());
    m_state->setChip({state.word, state.icon, state.tone}, state.explanation);
    QString meaning = state.explanation;
    if (!row.failureClass.empty())
        meaning = tr("%1: %2.", "failed for good: why").arg(state.word, models::failureClassText(row.failureClass));
    if (!row.lastError.empty() && state.tone != models::Tone::Ok)
        meaning = tr("%1 Last error: %2", "meaning of the state, error").arg(meaning, models::errorText(row.lastError));
    m_meaning->setPlainText(meaning);
    m_facts->setFacts(headFacts(now));
}

void OperationPage::showLayers()
{
    std::vector<Step> steps;
    for (const models::LayerCount& layer : models::layerCounts(*m_detail)) {
        const models::StateText words = models::layerText(layer.layer);
        steps.push_back({words.icon, models::countText(layer.count), words.word, models::layerCaption(layer.layer, *m_detail),
                         layer.firstDoubled ? models::Tone::Warn : models::Tone::Neutral, layer.firstDoubled,
                         layer.firstDoubled ? tr("Here one became two.") + QLatin1Char('\n') + words.explanation : words.explanation});
    }
    if (models::effectsOf(*m_detail) > 1) {
        steps.back().tone = models::Tone::Danger;
        steps.back().marked = true;
    }
    m_layers->setSteps(tr("Six layers, from the reason to run to the bank"), steps);
    const models::ToneLine once = models::onceLine(*m_detail);
    m_once->setLine(once.text, once.icon, once.tone);
}

void OperationPage::showSums()
{
    const OperationDetail& detail = *m_detail;
    const OperationRow& row = detail.operation;
    std::int64_t sum = 0;
    for (const LegFact& leg : detail.legs)
        sum += leg.amountMinor;
    m_legPart->setCaption(detail.legs.empty() ? QString()
                                              : sum == 0 ? tr("The legs add up to zero")
                                                         : tr("The legs add up to %1, not to zero").arg(models::moneyText(sum, row.currency)));
    const QString total = models::moneyText(detail.itemsMinor, row.currency);
    if (detail.itemCount == 0)
        m_itemSum->setLine(tr("It settles no item of its own."), QStringLiteral("minus"), models::Tone::Neutral);
    else if (detail.itemsMinor == row.amountMinor)
        m_itemSum->setLine(tr("%n item(s) add up to %1: the amount of the operation.", nullptr, static_cast<int>(detail.itemCount)).arg(total),
                           QStringLiteral("circle-check"), models::Tone::Ok);
    else
        m_itemSum->setLine(tr("%n item(s) add up to %1, but the operation is about %2.", nullptr, static_cast<int>(detail.itemCount))
                               .arg(total, models::moneyText(row.amountMinor, row.currency)),
                           QStringLiteral("circle-x"), models::Tone::Danger);
    m_itemPart->setVisible(detail.itemCount > 0);
    const auto shown = static_cast<std::int64_t>(detail.items.size());
    m_itemPart->setCaption(shown < detail.itemCount
                               ? tr("The first %1 of %2; the sum is of all").arg(models::countText(shown), models::countText(detail.itemCount))
                               : QString());
    m_timelinePart->setCaption(detail.factsHaveMore ? tr("Some lists are longer than shown; times on hover have microseconds")
                                                    : tr("Times on hover have microseconds"));
}

void OperationPage::show(Timestamp now)
{
    if (!m_detail)
        return;
    showHead(now);
    m_compensations->setLines(models::compensationsInWords(*m_detail, context().format, now));
    showLayers();
    showSums();
    const bool open = messageIsOpen(*m_detail);
    m_clock->setVisible(open);
    if (open) {
        const models::ToneLine clock = models::keyClock(*m_detail, context().format, now);
        m_clock->setLine(clock.text, clock.icon, clock.tone);
    }
    m_message->show(*m_detail, context().format.relativeTo(m_detail->takenAt), now);
}

std::vector<Crumb> OperationPage::crumbs() const
{
    const QString batch = m_detail ? models::plainText(m_detail->operation.batchKey) : QString();
    std::vector<Crumb> all;
    if (batch.isEmpty()) {
        all.push_back({tr("Operations"), {QStringLiteral("operations"), {}, {}}, false});
    } else {
        all.push_back({tr("Batches"), {QStringLiteral("batches"), {}, {}}, false});
        all.push_back({batch, {QLatin1String(models::kBatchPage), batch, {}}, true});
    }
    constexpr int kKeyCharacters = 8; // The whole of it stands below.
    all.push_back({models::plainText(key()), {}, true, kKeyCharacters});
    return all;
}

QString OperationPage::whatItIs() const
{
    return tr("Operation %1").arg(models::plainText(key()));
}

void OperationPage::retranslate()
{
    m_remedy->retranslate();
    m_reveal->retranslate();
    m_copy->setText(tr("Copy"));
    m_copy->setAccessibleName(tr("Copy this operation"));
    m_copyReport->setText(tr("Copy as &Markdown report"));
    m_copyJson->setText(tr("Copy as &JSON"));
    m_copyKey->setText(tr("Copy the &key"));
    m_timelinePart->setHeading(tr("What happened, in order"));
    m_timelinePart->setEmptyText(tr("Nothing happened yet."));
    m_legPart->setHeading(tr("Legs"));
    m_legPart->setEmptyText(tr("No leg: no money was moved for it."));
    m_itemPart->setHeading(tr("What it settles"));
    m_itemPart->setEmptyText(tr("It settles no item of its own."));
    m_letterPart->setHeading(tr("Dead letters"));
    m_letterPart->setEmptyText(tr("No dead letter: it never stopped being retried."));
    m_message->retranslate();
    DetailPage::retranslate();
}

std::vector<ControlScope> OperationPage::freezeScopes() const
{
    return m_detail && m_detail->found ? models::freezeScopesOf(m_detail->operation) : std::vector<ControlScope>{};
}

std::vector<models::ReplayCandidate> OperationPage::replayCandidates() const
{
    if (!m_detail || !m_detail->found)
        return {};
    return {models::replayCandidate(*m_detail)};
}

} // namespace onceover::views
