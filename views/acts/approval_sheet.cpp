// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/approval_sheet.h"

#include "models/approval_report.h"
#include "models/connection_text.h"
#include "models/failure_text.h"
#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/plan_text.h"
#include "views/print/text_pdf.h"
#include "views/widgets/data_table.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/table_part.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <utility>

namespace onceover::views {

namespace {

constexpr int kSheetDigits = 124;
constexpr int kLargestShown = 20;

} // namespace

ApprovalSheet::ApprovalSheet(
    models::Gateway& gateway, const models::TimeFormat& format, std::int64_t request, QWidget* parent)
    : ActDialog(gateway, QStringLiteral("dialog.approval"), kSheetDigits, parent)
    , m_format(format)
    , m_request(request)
    , m_headline(new TextLabel(TextKind::Heading))
    , m_reasonText(new TextLabel(TextKind::Body))
    , m_moved(new ToneLine(ToneLine::Ground::Filled))
    , m_facts(new FactGrid(QStringLiteral("dialog.approval.facts")))
    , m_meaning(new TextLabel(TextKind::Strong))
    , m_plan(new TextLabel(TextKind::Body))
    , m_items(new models::PlanItemTable(this))
    , m_table(new TablePart(QStringLiteral("dialog.approval.items"), m_items))
    , m_all(new QPushButton)
    , m_print(new QPushButton)
    , m_export(new QPushButton)
    , m_kept(new ToneLine(ToneLine::Ground::Plain))
    , m_nothing(new TextLabel(TextKind::Body))
    , m_total()
    , m_note()
    , m_withdraw(addButton(QStringLiteral("withdraw")))
    , m_reject(addButton(QStringLiteral("reject")))
{
    build();
    connect(m_reject, &QPushButton::clicked, this, [this] { decide(Verb::Reject); });
    connect(m_withdraw, &QPushButton::clicked, this, [this] { decide(Verb::Withdraw); });
    connect(&gateway, &models::Gateway::requestReady, this, &ApprovalSheet::take);
    connect(&gateway, &models::Gateway::readFailed, this, &ApprovalSheet::giveUp);
    gateway.watchRequest(request);
    retranslate();
    cancelButton()->setFocus();
}

ApprovalSheet::~ApprovalSheet()
{
    gateway().watchRequest(std::nullopt);
}

void ApprovalSheet::build()
{
    m_headline->setObjectName(QStringLiteral("dialog.approval.headline"));
    m_moved->setObjectName(QStringLiteral("dialog.approval.moved"));
    m_nothing->setObjectName(QStringLiteral("dialog.approval.nothing"));
    m_meaning->setObjectName(QStringLiteral("dialog.approval.meaning"));
    m_plan->setObjectName(QStringLiteral("dialog.approval.plan"));
    for (TextLabel* label : {m_headline, m_reasonText, m_meaning, m_plan, m_nothing})
        label->setWordWrap(true);
    m_items->setTimeFormat(m_format);
    m_table->setRowsShown(kLargestShown);
    for (QWidget* part :
        std::initializer_list<QWidget*>{m_headline, m_reasonText, m_moved, m_facts, m_meaning, m_plan, m_table})
        body()->addWidget(part);
    m_all->setObjectName(QStringLiteral("dialog.approval.all"));
    m_print->setObjectName(QStringLiteral("dialog.approval.print"));
    m_export->setObjectName(QStringLiteral("dialog.approval.export"));
    m_kept->setObjectName(QStringLiteral("dialog.approval.kept"));
    auto* line = new QHBoxLayout;
    for (QPushButton* button : {m_all, m_print, m_export}) {
        button->setAutoDefault(false); // Enter decides nothing and keeps nothing.
        line->addWidget(button);
    }
    line->addStretch(1);
    body()->addLayout(line);
    body()->addWidget(m_kept);
    body()->addWidget(m_nothing);
    m_kept->hide();
    connect(m_all, &QPushButton::clicked, this, [this] {
        m_showsAll = true;
        gateway().watchRequest(m_request, kPlanItemsMost);
    });
    connect(m_print, &QPushButton::clicked, this, [this] { askWhere(QStringLiteral("pdf")); });
    connect(m_export, &QPushButton::clicked, this, [this] { askWhere(QStringLiteral("jsonl")); });
    m_total = addField(QStringLiteral("total"), 40);
    m_note = addField(QStringLiteral("note"), 500);
    body()->addStretch(1);
}

Timestamp ApprovalSheet::now() const
{
    return gateway().databaseNow().value_or(m_detail ? m_detail->takenAt : Timestamp{});
}

void ApprovalSheet::take(const models::RequestDetailPtr& detail)
{
    if (detail->request.id != m_request)
        return;
    const bool first = !m_detail;
    m_detail = detail;
    m_items->setTimeFormat(m_format.relativeTo(detail->takenAt));
    m_items->setNow(detail->takenAt);
    m_items->setRows(detail->items);
    if (first)
        m_table->table()->fitColumns();
    showDetail();
    showState();
    keepNow();
    if (first && m_total.edit->isVisibleTo(this) && m_total.edit->isEnabled())
        m_total.edit->setFocus();
}

void ApprovalSheet::showDetail()
{
    if (!isLoaded()) {
        m_headline->setPlainText(m_detail ? tr("There is no request %1.").arg(m_request)
                                          : tr("Request %1 is being read\u2026").arg(m_request));
        for (QWidget* part :
            std::initializer_list<QWidget*>{m_reasonText, m_moved, m_facts, m_meaning, m_plan, m_table, m_nothing})
            part->hide();
        for (QPushButton* button : {m_all, m_print, m_export})
            button->hide();
        return;
    }
    const RequestRow& request = m_detail->request;
    m_headline->setPlainText(
        tr("%1 \u00B7 %n item(s) \u00B7 asked for by %2 at %3", "kind, person, time", static_cast<int>(request.items))
            .arg(models::requestKindText(request.kind), models::plainText(m_detail->makerName),
                m_format.full(request.requestedAt)));
    m_reasonText->setPlainText(tr("Reason: %1").arg(models::plainText(request.reason)));
    const QString moved = models::movedText(*m_detail);
    m_moved->setLine(moved, QStringLiteral("triangle-alert"), models::Tone::Warn);
    m_moved->setVisible(!moved.isEmpty());
    const models::StateText state = models::requestStateText(request.status);
    const auto at = [this](const std::optional<Timestamp>& when) { return when ? m_format.full(*when) : QString(); };
    std::vector<Fact> facts{{QStringLiteral("state"), tr("State"), state.word, state.explanation, false},
        {QStringLiteral("ticket"), tr("Ticket"), models::plainText(request.ticket), {}, false},
        {QStringLiteral("totals"), tr("Totals"), models::totalsText(m_detail->amounts), {}, false},
        {QStringLiteral("payees"), tr("Payees"), m_detail->payees > 0 ? models::countText(m_detail->payees) : QString(),
            {}, false},
        {QStringLiteral("expires"), tr("Expires"),
            request.status == "REQUESTED" ? m_format.full(request.expiresAt) : QString(), {}, false},
        {QStringLiteral("checker"), tr("Decided by"), models::plainText(m_detail->checkerName), {}, false},
        {QStringLiteral("decided"), tr("Decided"), at(request.decidedAt), {}, false},
        {QStringLiteral("said"), tr("What they said"), models::plainText(request.decisionReason), {}, false},
        {QStringLiteral("executed"), tr("Executed"), at(request.executedAt), {}, false},
        {QStringLiteral("verified"), tr("Verified"), at(request.verifiedAt), {}, false},
        {QStringLiteral("differences"), tr("Open differences"),
            request.kind == "lift" ? models::countText(m_detail->openDifferences) : QString(), {}, false},
        {QStringLiteral("plan"), tr("Plan (SHA-256)"), models::plainText(request.planHash), {}, true}};
    m_facts->setFacts(facts);
    const QString effect = m_detail->items.empty() ? QString()
                                                   : QLatin1Char('\n')
            + tr("After: each %1.", "what an approval makes of an item")
                  .arg(models::requestEffectText(request.kind, m_detail->items.front()));
    m_meaning->setPlainText(models::requestMeaning(*m_detail) + effect);
    const QStringList says = models::planLines(request.kind, request.plan, m_format);
    m_plan->setPlainText(says.join(QLatin1Char('\n')));
    m_plan->setVisible(!says.isEmpty());
    showItems();
    const QString nothing = models::ifNothingIsDone(*m_detail, m_format);
    m_nothing->setPlainText(nothing);
    m_nothing->setVisible(!nothing.isEmpty());
    m_reasonText->show();
    m_facts->show();
    m_meaning->show();
}

/// A large plan shows its largest items first; the others are read when somebody wants them.
void ApprovalSheet::showItems()
{
    const std::int64_t items = m_detail->request.items;
    const QString all = models::countText(items);
    const bool whole = models::hasAllItems(*m_detail);
    m_table->setHeading(items > kLargestShown ? tr("The largest first") : tr("Items", "heading"));
    m_table->setCaption(whole ? QString()
                              : tr("the %1 largest of %2")
                                    .arg(models::countText(static_cast<std::int64_t>(m_detail->items.size())), all));
    m_table->setVisible(!m_detail->items.empty());
    m_all->setText(tr("Show all %1").arg(all));
    m_all->setVisible(!whole);
    m_print->show();
    m_export->setVisible(items > 0);
}

/// Where it goes is asked first.
void ApprovalSheet::askWhere(const QString& suffix)
{
    auto* dialog = new QFileDialog(this, tr("Save the sheet"), QDir::homePath());
    dialog->setObjectName(QStringLiteral("dialog.approval.file"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(QStringLiteral("request-%1.%2").arg(QString::number(m_request), suffix));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &ApprovalSheet::keep);
    dialog->open();
}

void ApprovalSheet::keep(const QString& file)
{
    if (!isLoaded())
        return;
    m_file = file;
    if (!models::hasAllItems(*m_detail)) {
        m_kept->setLine(tr("Reading all items\u2026"), QStringLiteral("hourglass"), models::Tone::Info);
        m_kept->show();
        gateway().watchRequest(m_request, kPlanItemsMost);
        return;
    }
    keepNow();
}

void ApprovalSheet::keepNow()
{
    if (m_file.isEmpty() || !isLoaded() || !models::hasAllItems(*m_detail))
        return;
    const QString file = std::exchange(m_file, QString());
    const std::optional<ServerIdentity> server = gateway().status().server;
    const QString where = server ? models::environmentText(server->environment).word : QString();
    const QString wrong = file.endsWith(QLatin1String(".jsonl"), Qt::CaseInsensitive)
        ? writeText(models::planItemLines(*m_detail), file)
        : writePdf(models::approvalReport(*m_detail, m_format),
            tr("%1 \u00B7 request %2", "environment, number").arg(where, QString::number(m_request)), file);
    if (wrong.isEmpty())
        m_kept->setLine(tr("It is in %1.", "file").arg(file), QStringLiteral("circle-check"), models::Tone::Ok);
    else
        m_kept->setLine(wrong, QStringLiteral("circle-x"), models::Tone::Danger);
    m_kept->show();
    if (!m_showsAll)
        gateway().watchRequest(m_request); // The sheet itself shows fewer.
}

/// The rest that was to be kept could not be read.
void ApprovalSheet::giveUp(models::ReadKind kind, const Failure& failure)
{
    if (kind != models::ReadKind::Request || m_file.isEmpty())
        return;
    m_file.clear();
    m_kept->setLine(models::failureSentence(failure), QStringLiteral("circle-x"), models::Tone::Danger);
    if (!m_showsAll)
        gateway().watchRequest(m_request);
}

QString ApprovalSheet::whyNot(const models::ConnectionStatus& status) const
{
    return isLoaded() ? models::whyNoDecision(*m_detail, status, now()) : QString();
}

bool ApprovalSheet::isComplete() const
{
    if (!isLoaded() || m_detail->moved > 0)
        return false;
    const bool needsReason = m_detail->request.kind == "lift" && m_detail->openDifferences > 0;
    return models::typedTotal(m_detail->request.planTotal, m_detail->amounts, m_total.edit->text()).has_value()
        && (!needsReason || !m_note.edit->text().trimmed().isEmpty());
}

void ApprovalSheet::decide(Verb verb)
{
    m_verb = verb;
    begin();
    m_verb = Verb::Approve; // What Ctrl+Enter means.
}

void ApprovalSheet::send()
{
    const QString note = m_note.edit->text();
    switch (m_verb) {
    case Verb::Approve:
        gateway().approve(m_request, m_detail->request.planHash,
            models::typedTotal(m_detail->request.planTotal, m_detail->amounts, m_total.edit->text()).value_or(""), note,
            requestId());
        return;
    case Verb::Reject:
        gateway().reject(m_request, note, requestId());
        return;
    case Verb::Withdraw:
        gateway().withdraw(m_request, note, requestId());
        return;
    }
}

/// Only what was typed may be wrong; a plan that moved or a request that somebody else decided has ended.
bool ApprovalSheet::mayCorrect(const models::ActOutcome& outcome) const
{
    return outcome.request
        && (outcome.request->reason == "TOTAL_DIFFERS" || outcome.request->reason == "VALUE_MALFORMED");
}

void ApprovalSheet::showFields(bool asking)
{
    const models::ConnectionStatus status = gateway().status();
    const bool decides = asking && isLoaded() && models::whyNoDecision(*m_detail, status, now()).isEmpty();
    const bool withdraws = asking && isLoaded() && models::whyNoWithdrawal(*m_detail, status).isEmpty();
    const bool typed = isLoaded() && !m_detail->request.planTotal.empty() && decides;
    m_total.label->setVisible(typed);
    m_total.edit->setVisible(typed);
    m_total.edit->setEnabled(typed && m_detail->moved == 0);
    m_note.label->setVisible(decides || withdraws);
    m_note.edit->setVisible(decides || withdraws);
    if (isLoaded()) {
        const QString prompt = models::totalPrompt(m_detail->request.planTotal, m_detail->amounts);
        setFieldText(m_total, prompt, prompt);
    }
    showButtons(asking);
}

void ApprovalSheet::showButtons(bool asking)
{
    const models::ConnectionStatus status = gateway().status();
    const bool maker = isLoaded() && models::isMaker(*m_detail, status);
    m_withdraw->setVisible(asking && maker && m_detail->request.status == "REQUESTED");
    m_withdraw->setEnabled(isLoaded() && models::whyNoWithdrawal(*m_detail, status).isEmpty());
    m_reject->setVisible(asking && isLoaded() && !maker && m_detail->request.status == "REQUESTED");
    m_reject->setEnabled(isLoaded() && models::whyNoDecision(*m_detail, status, now()).isEmpty()
        && !m_note.edit->text().trimmed().isEmpty());
}

void ApprovalSheet::retranslate()
{
    setWindowTitle(tr("Request %1").arg(m_request));
    m_items->retranslate();
    setFieldText(m_note, tr("&Note (required to reject)"), tr("Note"));
    m_print->setText(tr("Save as PDF\u2026"));
    m_export->setText(tr("Export the items\u2026"));
    m_withdraw->setText(tr("Withdraw"));
    m_reject->setText(tr("Reject"));
    confirmButton()->setText(tr("Approve   Ctrl+Enter"));
    showDetail();
    ActDialog::retranslate();
}

} // namespace onceover::views
