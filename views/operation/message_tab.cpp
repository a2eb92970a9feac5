// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operation/message_tab.h"

#include "models/error_text.h"
#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/timeline_text.h"
#include "views/style/fonts.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QApplication>
#include <QBoxLayout>
#include <QPlainTextEdit>

namespace onceover::views {

MessageTab::MessageTab(const QString& name, QWidget* parent)
    : Translated(parent)
    , m_clock(new ToneLine(ToneLine::Ground::Filled))
    , m_facts(new FactGrid(name + QStringLiteral(".facts")))
    , m_heading(new TextLabel(TextKind::Heading))
    , m_masked(new ToneLine(ToneLine::Ground::Plain))
    , m_payload(new QPlainTextEdit)
{
    setObjectName(name);
    m_clock->setObjectName(name + QStringLiteral(".clock"));
    m_masked->setObjectName(name + QStringLiteral(".masked"));
    m_payload->setObjectName(name + QStringLiteral(".payload"));
    m_payload->setReadOnly(true);
    m_payload->setTabChangesFocus(true);
    m_payload->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_payload->setWordWrapMode(QTextOption::WrapAnywhere);
    m_payload->setMinimumHeight(90);
    keepFont(m_payload, [] { return monospaced(QApplication::font()); });
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 8, 0, 0);
    lines->setSpacing(10);
    lines->addWidget(m_clock);
    lines->addWidget(m_facts);
    lines->addWidget(m_heading);
    lines->addWidget(m_masked);
    lines->addWidget(m_payload, 1);
    lines->addStretch(0);
    retranslate();
}

void MessageTab::show(const OperationDetail& detail, const models::TimeFormat& format, Timestamp now)
{
    const models::ToneLine clock = models::keyClock(detail, format, now);
    m_clock->setLine(clock.text, clock.icon, clock.tone);
    const bool there = detail.message.has_value();
    for (QWidget* part : {static_cast<QWidget*>(m_facts), static_cast<QWidget*>(m_heading)})
        part->setVisible(there);
    if (!there) {
        m_masked->hide();
        m_payload->hide();
        return;
    }
    const MessageFact& message = *detail.message;
    const models::StateText state = models::stateText(models::Machine::Message, message.status);
    const auto instant = [&](const char* id, const QString& name, std::optional<Timestamp> at) {
        return Fact{QLatin1String(id), name, at ? format.cell(*at) : QString(), at ? format.hover(*at, now) : QString(), false};
    };
    m_facts->setFacts(
        {{QStringLiteral("key"), tr("Idempotency key"), models::plainText(message.idempotencyKey),
          tr("Computed from the operation and the kind of message; it never changes, whoever sends and however often."), true},
         {QStringLiteral("state"), tr("Message"), state.word, state.explanation, false},
         {QStringLiteral("channel"), tr("Channel and profile"), tr("%1, profile %2", "channel, version").arg(models::plainText(message.channel)).arg(message.profileVersion), {}, false},
         {QStringLiteral("sends"), tr("Sends"), tr("%1 marked, %2 may have left", "counts").arg(message.sends).arg(message.sendsMaybeLeft), {}, false},
         {QStringLiteral("queries"), tr("Questions"), models::countText(message.queries), {}, false},
         instant("firstSent", tr("First sent"), message.firstSentAt), instant("lastSent", tr("Last sent"), message.lastSentAt),
         instant("unknownSince", tr("Unknown since"), message.unknownSince), instant("nextQuery", tr("Asked again at"), message.nextQueryAt),
         instant("ended", tr("Ended"), message.finishedAt),
         {QStringLiteral("error"), tr("Last error"), models::errorText(message.lastError), {}, false},
         {QStringLiteral("size"), tr("Payload"), tr("%1 bytes").arg(models::countText(message.payloadSize)), {}, false},
         {QStringLiteral("sha256"), tr("SHA-256 of the payload"), models::plainText(message.payloadSha256), {}, true}});
    showPayload(message);
}

void MessageTab::showPayload(const MessageFact& message)
{
    const bool masked = !message.payload;
    m_masked->setVisible(masked);
    m_payload->setVisible(!masked);
    if (masked)
        m_masked->setLine(tr("The bytes are masked for this login: they name a payee. An auditor sees them; size and SHA-256 say which they are."),
                          QStringLiteral("info"), models::Tone::Neutral);
    else if (const QString text = models::plainText(*message.payload); text != m_payload->toPlainText())
        m_payload->setPlainText(text);
}

void MessageTab::retranslate()
{
    m_heading->setPlainText(tr("Payload, byte for byte"));
    m_payload->setAccessibleName(tr("Payload; characters that could hide something are shown as pictures"));
}

} // namespace onceover::views
