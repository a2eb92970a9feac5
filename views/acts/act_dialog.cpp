// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/acts/act_dialog.h"

#include "models/act_text.h"
#include "models/display_text.h"
#include "views/widgets/plain.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QTimer>

#include <functional>

namespace onceover::views {

namespace {

constexpr QSize kScreenRest{40, 80}; // What the desktop keeps for itself and a window's frame.

/// Scrolls what is higher than it; its content is as wide as there is room and as high as its sentences then need.
class ActScroll final : public QScrollArea {
public:
    std::function<void()> fitted; ///< Called when the content was given its height.

    /// The dialog grows to what its content needs; a scroll area's own wish would leave it too high.
    [[nodiscard]] QSize sizeHint() const override { return {QScrollArea::sizeHint().width(), minimumHeight()}; }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QScrollArea::resizeEvent(event);
        fit();
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const bool handled = QScrollArea::eventFilter(watched, event);
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            fit();
        return handled;
    }

private:
    void fit()
    {
        QLayout* inside = widget() ? widget()->layout() : nullptr;
        if (!inside)
            return;
        const int width = viewport()->width();
        const int needed
            = inside->hasHeightForWidth() ? inside->totalHeightForWidth(width) : inside->totalSizeHint().height();
        widget()->resize(width, qMax(needed, viewport()->height()));
        if (fitted)
            fitted();
    }
};

} // namespace

ActDialog::ActDialog(models::Gateway& gateway, const QString& name, int digits, QWidget* parent)
    : Translated(parent)
    , m_gateway(gateway)
    , m_name(name)
    , m_requestId(models::Gateway::newRequestId())
    , m_environment(new ToneChip)
    , m_content(new QWidget)
    , m_scroll(new ActScroll)
    , m_body(new QVBoxLayout(m_content))
    , m_why(new ToneLine(ToneLine::Ground::Filled))
    , m_result(new ToneLine(ToneLine::Ground::Filled))
    , m_buttons(new QHBoxLayout)
    , m_cancel(new QPushButton)
    , m_confirm(new QPushButton)
{
    setObjectName(name);
    setAttribute(Qt::WA_DeleteOnClose);
    m_scroll->setObjectName(name + QStringLiteral(".scroll"));
    m_why->setObjectName(name + QStringLiteral(".why"));
    m_result->setObjectName(name + QStringLiteral(".result"));
    m_cancel->setObjectName(name + QStringLiteral(".cancel"));
    m_confirm->setObjectName(name + QStringLiteral(".confirm"));
    m_body->setContentsMargins(0, 0, 0, 0);
    m_body->setSpacing(10);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(m_content);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_content->setAutoFillBackground(false);

    static_cast<ActScroll*>(m_scroll)->fitted = [this] { QTimer::singleShot(0, this, &ActDialog::growToFit); };
    m_buttons->setSpacing(8);
    m_buttons->addStretch(1);
    m_buttons->addWidget(m_cancel);
    m_buttons->addWidget(m_confirm);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(20, 16, 20, 16);
    all->setSpacing(12);
    all->addWidget(m_environment);
    all->addWidget(m_scroll, 1);
    all->addWidget(m_why);
    all->addWidget(m_result);
    all->addLayout(m_buttons);
    // Not the average width: that of a Chinese font is twice as much.
    const int wanted = digits * fontMetrics().horizontalAdvance(QLatin1Char('n'));
    setMinimumWidth(qMin(wanted, screen()->availableSize().width() - kScreenRest.width()));

    // Plain Enter never confirms: the default is to go away.
    m_cancel->setDefault(true);
    m_confirm->setAutoDefault(false);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_confirm, &QPushButton::clicked, this, &ActDialog::confirm);
    // Shortcuts, for a button that has the focus takes Enter with any modifier for a click on itself.
    for (const Qt::Key enter : {Qt::Key_Return, Qt::Key_Enter})
        connect(new QShortcut(QKeySequence(Qt::CTRL | enter), this), &QShortcut::activated, this, &ActDialog::confirm);
    connect(&m_gateway, &models::Gateway::statusChanged, this, &ActDialog::showState);
    connect(&m_gateway, &models::Gateway::actFinished, this, [this](const models::ActOutcome& outcome) {
        if (outcome.requestId == m_requestId)
            showOutcome(outcome);
    });
}

bool ActDialog::tells(const models::ActOutcome& outcome) const
{
    const bool goes = closesWhenDone() && outcome.result == models::ActResult::Completed;
    return outcome.requestId == m_requestId && !goes && !isHidden();
}

QPushButton* ActDialog::addButton(const QString& name)
{
    auto* button = new QPushButton;
    button->setObjectName(m_name + QLatin1Char('.') + name);
    button->setAutoDefault(false);
    m_buttons->insertWidget(m_buttons->indexOf(m_confirm), button);
    return button;
}

ActDialog::Field ActDialog::addField(const QString& name, int most)
{
    Field field{new QLabel, new QLineEdit};
    field.edit->setObjectName(m_name + QLatin1Char('.') + name);
    field.edit->setMaxLength(most);
    field.edit->setTextMargins(4, 0, 4, 0);
    field.label->setBuddy(field.edit);
    field.label->setWordWrap(true);
    auto* both = new QVBoxLayout;
    both->setSpacing(3);
    both->addWidget(field.label);
    both->addWidget(field.edit);
    m_body->addLayout(both);
    connect(field.edit, &QLineEdit::textChanged, this, &ActDialog::showState);
    return field;
}

void ActDialog::setFieldText(const Field& field, const QString& label, const QString& accessible)
{
    setPlain(field.label, label);
    field.edit->setAccessibleName(accessible);
}

void ActDialog::confirm()
{
    if (m_confirm->isEnabled())
        begin();
}

void ActDialog::begin()
{
    if (m_step != Step::Asking)
        return;
    m_step = Step::UnderWay;
    m_outcome.reset();
    showState(); // The button is off before the request leaves.
    send();
}

void ActDialog::startAnew()
{
    m_requestId = models::Gateway::newRequestId();
    m_step = Step::Asking;
    m_outcome.reset();
    showState();
}

bool ActDialog::mayCorrect(const models::ActOutcome&) const
{
    return false;
}

void ActDialog::answered(const models::ActOutcome&) { }

void ActDialog::showOutcome(const models::ActOutcome& outcome)
{
    m_outcome = outcome;
    switch (outcome.result) {
    case models::ActResult::Completed:
        m_step = Step::Ended;
        if (closesWhenDone()) {
            answered(outcome);
            accept();
            return;
        }
        break;
    case models::ActResult::Refused:
        m_step = mayCorrect(outcome) ? Step::Asking : Step::Ended;
        break;
    case models::ActResult::Failed:
        m_step = Step::Asking; // Nothing was done: the same request may be sent again by the person.
        break;
    case models::ActResult::OutcomeUnknown:
        // While the gateway asks by request id, it tells the truth when it is found.
        m_step = outcome.stillAsking ? Step::UnderWay : Step::Ended;
        break;
    }
    showState();
    answered(outcome);
}

QString ActDialog::waitingText() const
{
    return tr("Sent; waiting for the answer.");
}

QString ActDialog::outcomeText(const models::ActOutcome& outcome) const
{
    return models::actText(outcome).sentence;
}

void ActDialog::showState()
{
    const models::ConnectionStatus status = m_gateway.status();
    if (status.server) {
        const models::StateText environment = models::environmentText(status.server->environment);
        m_environment->setChip({environment.word, environment.icon, environment.tone}, environment.explanation);
    }
    m_environment->setVisible(status.server.has_value());
    const bool asking = m_step == Step::Asking;
    const QString why = whyNot(status);
    m_why->setVisible(asking && !why.isEmpty());
    m_why->setLine(why, QStringLiteral("ban"), models::Tone::Warn);
    showFields(asking);
    m_confirm->setEnabled(asking && why.isEmpty() && isComplete());
    m_confirm->setVisible(m_step != Step::Ended);
    m_cancel->setText(m_step == Step::Ended ? tr("Close") : tr("Cancel"));
    if (m_outcome) {
        const models::StateText state = models::actText(*m_outcome).state;
        m_result->setLine(outcomeText(*m_outcome), state.icon, state.tone);
    } else {
        m_result->setLine(
            m_step == Step::UnderWay ? waitingText() : QString(), QStringLiteral("hourglass"), models::Tone::Info);
    }
    m_result->setVisible(!m_result->text().isEmpty());
    QTimer::singleShot(0, this, &ActDialog::growToFit); // Once the layout knows the new sentences.
}

/// As high as what it says, as far as the screen goes; the rest is scrolled to. It never shrinks under the eyes of who
/// reads it.
void ActDialog::growToFit()
{
    const QSize most = screen()->availableSize() - kScreenRest;
    const int inner = m_scroll->viewport()->width();
    const int content = m_body->hasHeightForWidth() ? m_body->heightForWidth(inner) : m_body->sizeHint().height();
    m_scroll->setMinimumHeight(qMin(content, fontMetrics().height() * 6));
    const int frame = layout()->contentsMargins().top() + layout()->contentsMargins().bottom();
    int others = frame;
    int shown = 1;
    for (int i = 0; i < layout()->count(); ++i) {
        QLayoutItem* item = layout()->itemAt(i);
        if (item->widget() == m_scroll || item->isEmpty())
            continue;
        ++shown;
        others += item->hasHeightForWidth() ? item->heightForWidth(width() - 40) : item->sizeHint().height();
    }
    others += (shown - 1) * layout()->spacing();
    const int wanted = qMin(content + others, most.height());
    if (wanted > height())
        resize(width(), wanted);
}

void ActDialog::showEvent(QShowEvent* event)
{
    Translated::showEvent(event);
    growToFit();
}

void ActDialog::retranslate()
{
    showState();
}

} // namespace onceover::views
