// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/freeze_dialog.h"

#include "models/act_text.h"
#include "models/connection_text.h"
#include "models/freeze_text.h"
#include "views/widgets/text_label.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMetaMethod>
#include <QPushButton>
#include <QRadioButton>

#include <algorithm>
#include <array>

namespace onceover::views {

namespace {

constexpr int kFreezeDigits = 82;
constexpr int kFreezeReasonMost = 500;
constexpr std::size_t kMayLeaveShown = 4;
constexpr std::array kOtherKinds{"job", "channel", "merchant", "batch"};

QString kindWord(const QString& kind)
{
    return kind == QLatin1String("job")    ? FreezeDialog::tr("job")
        : kind == QLatin1String("channel") ? FreezeDialog::tr("channel")
        : kind == QLatin1String("batch")   ? FreezeDialog::tr("batch")
                                           : FreezeDialog::tr("merchant");
}

} // namespace

FreezeDialog::FreezeDialog(
    models::Gateway& gateway, const models::TimeFormat& format, std::vector<ControlScope> offered, QWidget* parent)
    : ActDialog(gateway, QStringLiteral("dialog.freeze"), kFreezeDigits, parent)
    , m_format(format)
    , m_offered(std::move(offered))
    , m_incident(addButton(QStringLiteral("incident")))
    , m_scopeTitle(new TextLabel(TextKind::Strong))
    , m_another(new QRadioButton)
    , m_kind(new QComboBox)
    , m_ref(new QLineEdit)
    , m_effectTitle(new TextLabel(TextKind::Strong))
    , m_lines(new QVBoxLayout)
    , m_reason()
{
    const bool preset = !m_offered.empty();
    m_offered.push_back({"everything", ""});
    build();
    connect(&gateway, &models::Gateway::freezesReady, this, [this](const models::FreezesPtr& freezes) {
        m_freezes = freezes;
        showState();
    });
    gateway.watchFreezes(true);
    connect(m_incident, &QPushButton::clicked, this, [this] {
        const ControlScope frozen = scope();
        accept();
        emit incidentWanted(frozen);
    });
    // Who opened it by mistake goes away by Esc; Enter freezes, once a scope is chosen.
    cancelButton()->setDefault(false);
    cancelButton()->setAutoDefault(false);
    confirmButton()->setDefault(true);
    m_reason.edit->setText(QLatin1String(models::kPrefilledReason));
    if (preset)
        m_choices.front()->setChecked(true);
    retranslate();
    m_choices.front()->setFocus();
}

FreezeDialog::~FreezeDialog()
{
    gateway().watchFreezes(false);
}

void FreezeDialog::build()
{
    body()->addWidget(m_scopeTitle);
    auto* choices = new QVBoxLayout;
    choices->setSpacing(4);
    for (const ControlScope& scope : m_offered) {
        auto* choice = new QRadioButton;
        choice->setObjectName(QStringLiteral("dialog.freeze.scope.") + QString::fromStdString(scope.kind));
        choices->addWidget(choice);
        connect(choice, &QRadioButton::toggled, this, &FreezeDialog::showState);
        choice->installEventFilter(this);
        m_choices.push_back(choice);
    }
    m_another->setObjectName(QStringLiteral("dialog.freeze.scope.another"));
    m_kind->setObjectName(QStringLiteral("dialog.freeze.kind"));
    m_ref->setObjectName(QStringLiteral("dialog.freeze.ref"));
    m_ref->setMaxLength(200);
    m_ref->setTextMargins(4, 0, 4, 0);
    for (const char* kind : kOtherKinds)
        m_kind->addItem(QLatin1String(kind), QLatin1String(kind));
    m_another->installEventFilter(this);
    auto* other = new QHBoxLayout;
    other->setSpacing(8);
    other->addWidget(m_another);
    other->addWidget(m_kind);
    other->addWidget(m_ref, 1);
    choices->addLayout(other);
    body()->addLayout(choices);
    m_reason = addField(QStringLiteral("reason"), kFreezeReasonMost);
    body()->addWidget(m_effectTitle);
    m_lines->setSpacing(2);
    body()->addLayout(m_lines);
    body()->addStretch(1);
    connect(m_another, &QRadioButton::toggled, this, &FreezeDialog::showState);
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] { m_another->setChecked(true); });
    connect(m_ref, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (!text.isEmpty())
            m_another->setChecked(true);
        showState();
    });
}

ControlScope FreezeDialog::scope() const
{
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        if (m_choices[i]->isChecked())
            return m_offered[i];
    }
    if (m_another->isChecked() && !m_ref->text().trimmed().isEmpty())
        return {m_kind->currentData().toString().toStdString(), m_ref->text().trimmed().toStdString()};
    return {};
}

QString FreezeDialog::whyNot(const models::ConnectionStatus& status) const
{
    return models::whyNoAct(status, "operator");
}

bool FreezeDialog::isComplete() const
{
    return !scope().kind.empty() && !m_reason.edit->text().trimmed().isEmpty();
}

void FreezeDialog::send()
{
    gateway().freeze(scope(), m_reason.edit->text(), requestId());
}

QString FreezeDialog::waitingText() const
{
    return tr("Ordered; waiting until it is in force.");
}

/// Once it is in force, what the newest look says about it.
QString FreezeDialog::outcomeText(const models::ActOutcome& outcome) const
{
    if (outcome.result == models::ActResult::Completed && outcome.frozen && m_freezes) {
        for (const FreezeRow& freeze : m_freezes->freezes) {
            if (freeze.id == outcome.frozen->id)
                return models::freezeProgress(freeze, m_format).text + QLatin1Char(' ') + models::heldText(freeze);
        }
    }
    return models::actText(outcome).sentence;
}

bool FreezeDialog::mayCorrect(const models::ActOutcome&) const
{
    return true; // Another scope, another reason.
}

std::vector<models::ToneLine> FreezeDialog::linesNow() const
{
    if (step() != Step::Ended)
        return models::freezeEffects(scope(), m_freezes.get());
    std::vector<models::ToneLine> lines;
    if (!m_freezes)
        return lines;
    for (const MayLeaveRow& message : m_freezes->mayLeave) {
        if (lines.size() == kMayLeaveShown)
            break;
        lines.push_back(
            {models::mayLeaveText(message, m_freezes->takenAt), models::Tone::Warn, QStringLiteral("send")});
    }
    if (m_freezes->mayLeave.size() > kMayLeaveShown)
        lines.push_back({tr("and %n more", nullptr, static_cast<int>(m_freezes->mayLeave.size() - kMayLeaveShown)),
            models::Tone::Neutral, QStringLiteral("info")});
    if (const QString none = models::noReplayerText(m_freezes->replayerAlive); !none.isEmpty())
        lines.push_back({none, models::Tone::Warn, QStringLiteral("triangle-alert")});
    return lines;
}

void FreezeDialog::showLines(const std::vector<models::ToneLine>& lines)
{
    while (m_lineWidgets.size() < lines.size()) {
        m_lineWidgets.push_back(new ToneLine(ToneLine::Ground::Plain));
        m_lines->addWidget(m_lineWidgets.back());
    }
    for (std::size_t i = 0; i < m_lineWidgets.size(); ++i) {
        m_lineWidgets[i]->setVisible(i < lines.size());
        if (i < lines.size())
            m_lineWidgets[i]->setLine(lines[i].text, lines[i].icon, lines[i].tone);
    }
}

void FreezeDialog::showFields(bool asking)
{
    for (QRadioButton* choice : m_choices)
        choice->setEnabled(asking);
    for (QWidget* part : std::initializer_list<QWidget*>{m_another, m_kind, m_ref, m_reason.edit})
        part->setEnabled(asking);
    const bool inForce = outcome() && outcome()->result == models::ActResult::Completed;
    // On the page of an incident nobody listens.
    const bool leadsOn = isSignalConnected(QMetaMethod::fromSignal(&FreezeDialog::incidentWanted));
    m_incident->setVisible(step() == Step::Ended && inForce && leadsOn);
    const std::vector<models::ToneLine> lines = linesNow();
    m_effectTitle->setPlainText(
        step() == Step::Ended ? tr("What may still leave") : tr("What stops, and what does not"));
    m_effectTitle->setVisible(!lines.empty());
    showLines(lines);
    confirmButton()->setText(models::freezeButtonText(scope()));
}

/// A letter chooses a scope wherever the focus is but in a field.
bool FreezeDialog::choose(int key)
{
    if (step() != Step::Asking)
        return false;
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        if (models::scopeLetter(m_offered[i].kind).unicode() == key) {
            m_choices[i]->setChecked(true);
            m_choices[i]->setFocus();
            return true;
        }
    }
    return false;
}

void FreezeDialog::keyPressEvent(QKeyEvent* event)
{
    const bool bare = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (bare && choose(event->key()))
        return;
    if (bare && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && step() == Step::Asking) {
        confirm();
        return;
    }
    ActDialog::keyPressEvent(event);
}

bool FreezeDialog::eventFilter(QObject* watched, QEvent* event)
{
    // A radio button takes letters for nothing, but a style may take them for itself.
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->modifiers() == Qt::NoModifier && choose(key->key()))
            return true;
    }
    return ActDialog::eventFilter(watched, event);
}

void FreezeDialog::retranslate()
{
    setWindowTitle(tr("Freeze"));
    m_scopeTitle->setPlainText(tr("What is to stop?"));
    for (std::size_t i = 0; i < m_choices.size(); ++i)
        m_choices[i]->setText(models::scopeChoiceText(m_offered[i]));
    m_another->setText(tr("another:"));
    m_kind->setAccessibleName(tr("Kind of scope"));
    for (int i = 0; i < m_kind->count(); ++i)
        m_kind->setItemText(i, kindWord(m_kind->itemData(i).toString()));
    m_ref->setAccessibleName(tr("Which one"));
    m_ref->setPlaceholderText(tr("name or number"));
    m_incident->setText(tr("Open an &incident\u2026"));
    setFieldText(m_reason, tr("&Reason (replace it before evidence is saved)"), tr("Reason of the freeze"));
    ActDialog::retranslate();
}

} // namespace onceover::views
