// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/incident/open_incident_dialog.h"

#include "models/connection_text.h"
#include "views/widgets/plain.h"
#include "views/widgets/text_label.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <array>

namespace onceover::views {

namespace {

constexpr int kOpenDigits = 82;
constexpr int kTitleMost = 200;
constexpr int kRefMost = 200;
constexpr std::array kScopeKinds{"everything", "job", "channel", "merchant", "batch"};

} // namespace

OpenIncidentDialog::OpenIncidentDialog(models::Gateway& gateway, const ControlScope& scope, QWidget* parent)
    : ActDialog(gateway, QStringLiteral("dialog.openIncident"), kOpenDigits, parent)
    , m_effect(new TextLabel(TextKind::Body))
    , m_title()
    , m_scopeLabel(new QLabel)
    , m_kind(new QComboBox)
    , m_ref(new QLineEdit)
    , m_from()
{
    m_kind->setObjectName(QStringLiteral("dialog.openIncident.kind"));
    m_ref->setObjectName(QStringLiteral("dialog.openIncident.ref"));
    m_ref->setMaxLength(kRefMost);
    m_ref->setTextMargins(4, 0, 4, 0);
    m_scopeLabel->setBuddy(m_kind);
    m_effect->setWordWrap(true);
    for (const char* kind : kScopeKinds)
        m_kind->addItem(QLatin1String(kind), QLatin1String(kind));
    m_kind->setCurrentIndex(qMax(0, m_kind->findData(QString::fromStdString(scope.kind))));
    m_ref->setText(QString::fromStdString(scope.ref));
    body()->addWidget(m_effect);
    m_title = addField(QStringLiteral("title"), kTitleMost);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_scopeLabel);
    line->addWidget(m_kind);
    line->addWidget(m_ref, 1);
    body()->addLayout(line);
    m_from = addField(QStringLiteral("from"), 10);
    body()->addStretch(1);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &OpenIncidentDialog::showState);
    connect(m_ref, &QLineEdit::textChanged, this, &OpenIncidentDialog::showState);
    retranslate();
    m_title.edit->setFocus();
}

ControlScope OpenIncidentDialog::scope() const
{
    const std::string kind = m_kind->currentData().toString().toStdString();
    return {kind, kind == "everything" ? std::string() : m_ref->text().trimmed().toStdString()};
}

bool OpenIncidentDialog::isDateRight() const
{
    const QString text = m_from.edit->text().trimmed();
    return text.isEmpty() || BusinessDate::parse(text.toStdString()).has_value();
}

QString OpenIncidentDialog::whyNot(const models::ConnectionStatus& status) const
{
    return models::whyNoAct(status, "operator");
}

bool OpenIncidentDialog::isComplete() const
{
    const ControlScope about = scope();
    return !m_title.edit->text().trimmed().isEmpty() && isDateRight()
        && (about.kind == "everything" || !about.ref.empty());
}

void OpenIncidentDialog::send()
{
    IncidentWish wish;
    wish.title = m_title.edit->text().trimmed().toStdString();
    wish.scope = scope();
    if (const auto from = BusinessDate::parse(m_from.edit->text().trimmed().toStdString()))
        wish.fromDate = *from;
    gateway().openIncident(wish, requestId());
}

void OpenIncidentDialog::answered(const models::ActOutcome& outcome)
{
    if (outcome.result == models::ActResult::Completed && outcome.step)
        emit opened(outcome.step->incident);
}

bool OpenIncidentDialog::mayCorrect(const models::ActOutcome&) const
{
    return true;
}

void OpenIncidentDialog::showFields(bool asking)
{
    for (QWidget* part : std::initializer_list<QWidget*>{m_title.edit, m_kind, m_from.edit})
        part->setEnabled(asking);
    m_ref->setEnabled(asking && m_kind->currentData().toString() != QLatin1String("everything"));
}

void OpenIncidentDialog::retranslate()
{
    setWindowTitle(tr("Open an incident"));
    m_effect->setPlainText(
        tr("You own it and take its steps: freeze, evidence, diagnosis, comparison, plan, recovery, "
           "verification. A freeze of its scope that is in force belongs to it. Opening stops nothing."));
    setFieldText(m_title, tr("&Title (required)"), tr("Title"));
    setPlain(m_scopeLabel, tr("&Scope"));
    const std::array words{tr("everything"), tr("job"), tr("channel"), tr("merchant"), tr("batch")};
    for (int i = 0; i < m_kind->count(); ++i)
        m_kind->setItemText(i, words[static_cast<std::size_t>(i)]);
    m_kind->setAccessibleName(tr("Kind of scope"));
    m_ref->setAccessibleName(tr("Which one"));
    m_ref->setPlaceholderText(tr("name or number"));
    setFieldText(
        m_from, tr("Business dates &from, YYYY-MM-DD (empty: the last three days)"), tr("Business dates from"));
    confirmButton()->setText(tr("Open the incident   Ctrl+Enter"));
    ActDialog::retranslate();
}

} // namespace onceover::views
