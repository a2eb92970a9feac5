// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lists/filter_line.h"

#include "models/plain_text.h"
#include "views/style/fonts.h"
#include "views/style/icons.h"
#include "views/style/theme.h"
#include "views/widgets/flow_line.h"
#include "views/widgets/plain.h"
#include "views/widgets/tone_chip.h"

#include <QApplication>
#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTimer>

#include <algorithm>

namespace onceover::views {

namespace {

constexpr int kTypingPauseMs = 350;
constexpr int kControlGap = 8;
constexpr std::chrono::hours kDay{24};
const QLatin1String kDayTerm("age>24h"); // As people write it in an address.
const QLatin1String kByTerm("by");

QString typed(const QLineEdit* edit)
{
    return edit ? edit->text().trimmed() : QString();
}

/// The merchant's number; nothing when the text is none.
std::optional<std::int64_t> merchantOf(const QString& text)
{
    bool ok = false;
    const qlonglong number = text.toLongLong(&ok);
    if (!ok || number <= 0)
        return std::nullopt;
    return number;
}

} // namespace

FilterLine::FilterLine(
    const QString& name, models::Machine machine, std::vector<std::string> states, Fields fields, QWidget* parent)
    : Translated(parent)
    , m_machine(machine)
    , m_states(std::move(states))
    , m_line(new FlowLine(kControlGap))
    , m_state(new QComboBox)
    , m_batchChip(new QPushButton)
    , m_clear(new QPushButton)
    , m_error(new ToneLine(ToneLine::Ground::Plain))
    , m_pause(new QTimer(this))
{
    setObjectName(name);
    m_state->setObjectName(name + QStringLiteral(".state"));
    m_batchChip->setObjectName(name + QStringLiteral(".batch"));
    m_clear->setObjectName(name + QStringLiteral(".clear"));
    m_state->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_state->addItem(QString());
    for (const std::string& state : m_states)
        m_state->addItem(QString(), QString::fromStdString(state));
    m_state->setMaxVisibleItems(12);
    m_pause->setSingleShot(true);
    m_pause->setInterval(kTypingPauseMs);
    m_batchChip->setIcon(icon(QStringLiteral("x")));
    m_batchChip->hide();

    m_line->addWidget(m_state);
    if (fields & Date)
        m_date = addField(Date, name + QStringLiteral(".date"));
    if (fields & Job)
        m_job = addField(Job, name + QStringLiteral(".job"));
    if (fields & Merchant)
        m_merchant = addField(Merchant, name + QStringLiteral(".merchant"));
    if (fields & Key)
        m_key = addField(Key, name + QStringLiteral(".key"));
    if (fields & Currency)
        m_currency = addField(Currency, name + QStringLiteral(".currency"));
    if (fields & Sign) {
        m_sign = new QComboBox;
        m_sign->setObjectName(name + QStringLiteral(".sign"));
        m_sign->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        for (const char* sign : {"", "more", "less", "equal"})
            m_sign->addItem(QString(), QLatin1String(sign));
        m_line->addWidget(m_sign);
        connect(m_sign, &QComboBox::currentIndexChanged, this, [this] {
            m_unserved.clear();
            announce();
        });
    }
    if (fields & Day) {
        m_day = new QCheckBox;
        m_day->setObjectName(name + QStringLiteral(".day"));
        m_line->addWidget(m_day);
        connect(m_day, &QCheckBox::toggled, this, &FilterLine::announce);
    }
    if (m_states.empty())
        m_state->hide();
    m_line->addWidget(m_batchChip);
    m_line->addWidget(m_clear);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(4);
    all->addLayout(m_line);
    all->addWidget(m_error);
    m_error->hide();

    connect(m_state, &QComboBox::currentIndexChanged, this, [this] {
        m_unserved.clear();
        announce();
    });
    connect(m_pause, &QTimer::timeout, this, &FilterLine::announce);
    connect(m_clear, &QPushButton::clicked, this, &FilterLine::clear);
    connect(m_batchChip, &QPushButton::clicked, this, [this] {
        setBatch(std::nullopt, {});
        announce();
    });
    m_announced = query();
    retranslate();
    markErrors();
}

/// As wide as what is usually typed there; on a narrow page at least as wide as the words that say what belongs there.
void FilterLine::fitFields()
{
    const auto fit = [](QLineEdit* edit, int characters) {
        if (!edit)
            return;
        constexpr int kFrame = 26;
        const int words = edit->fontMetrics().horizontalAdvance(edit->placeholderText()) + kFrame;
        edit->setMinimumWidth(words);
        edit->setMaximumWidth(
            qMax(words, characters * edit->fontMetrics().horizontalAdvance(QLatin1Char('0')) + kFrame));
    };
    fit(m_date, 13);
    fit(m_job, 18);
    fit(m_merchant, 13);
    fit(m_key, 22);
    fit(m_currency, 6);
}

void FilterLine::changeEvent(QEvent* event)
{
    Translated::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        QMetaObject::invokeMethod(this, &FilterLine::fitFields, Qt::QueuedConnection); // After the fields have theirs.
}

QLineEdit* FilterLine::addField(Field field, const QString& name)
{
    auto* edit = new QLineEdit;
    edit->setObjectName(name);
    edit->setClearButtonEnabled(false);
    edit->setMaxLength(200);
    edit->setTextMargins(4, 0, 4, 0);
    if (field == Key)
        keepFont(edit, [] { return monospaced(QApplication::font()); });
    m_line->addWidget(edit);
    connect(edit, &QLineEdit::textEdited, this, &FilterLine::edited);
    connect(edit, &QLineEdit::returnPressed, this, &FilterLine::announce);
    return edit;
}

QString FilterLine::refusal() const
{
    if (m_unserved.isEmpty())
        return {};
    return tr("\u201C%1\u201D has no index to look it up by: add a date, merchant, job or status.")
        .arg(models::plainText(m_unserved.join(QLatin1Char(' '))));
}

std::optional<ListQuery> FilterLine::query() const
{
    ListQuery query;
    query.status = m_state->currentData().toString().toStdString();
    if (const QString text = typed(m_date); !text.isEmpty()) {
        const Result<BusinessDate> date = BusinessDate::parse(text.toStdString());
        if (!date)
            return std::nullopt;
        query.bizDate = *date;
    }
    if (const QString text = typed(m_merchant); !text.isEmpty()) {
        query.merchant = merchantOf(text);
        if (!query.merchant)
            return std::nullopt;
    }
    query.jobType = typed(m_job).toStdString();
    query.keyPrefix = typed(m_key).toStdString();
    query.currency = typed(m_currency).toUpper().toStdString();
    if (m_sign)
        query.sign = m_sign->currentData().toString().toStdString();
    query.batch = m_fixedBatch ? m_fixedBatch : m_batch;
    query.group = m_group.toStdString();
    query.groupBy = groupBy().toStdString();
    if (m_day && m_day->isChecked())
        query.minAge = kDay;
    ListQuery whole; // The whole list, however it is grouped.
    whole.groupBy = query.groupBy;
    if (!m_unserved.isEmpty() && query == whole)
        return std::nullopt;
    return query;
}

bool FilterLine::narrows() const
{
    const auto filled = [](const QLineEdit* edit) { return !typed(edit).isEmpty(); };
    return m_state->currentIndex() > 0 || m_batch || !m_group.isEmpty() || (m_day && m_day->isChecked())
        || !m_unserved.isEmpty() || filled(m_date) || filled(m_job) || filled(m_merchant) || filled(m_key)
        || filled(m_currency) || (m_sign && m_sign->currentIndex() > 0);
}

/// Everything again; grouped as it is, because that hides nothing.
void FilterLine::clear()
{
    QMap<QString, QString> grouping;
    if (const QString by = groupBy(); !by.isEmpty())
        grouping.insert(kByTerm, by);
    apply(grouping);
}

void FilterLine::apply(const QMap<QString, QString>& terms, const QStringList& unserved)
{
    applyGroup(terms);
    m_unserved = unserved;
    m_unserved.removeIf([this](const QString& term) {
        return (m_day && term == kDayTerm) || (m_currency && term.startsWith(QLatin1String("ccy:")))
            || (m_sign && term.startsWith(QLatin1String("sign:")))
            || (!m_groupTerm.isEmpty() && term.startsWith(m_groupTerm + QLatin1Char(':')))
            || (m_groupTerms.size() > 1 && term == QStringLiteral("by:") + m_groupTerm);
    });
    if (m_day) {
        const QSignalBlocker blocker(m_day);
        m_day->setChecked(unserved.contains(kDayTerm));
    }
    {
        const QSignalBlocker blocker(m_state);
        const QString state = terms.value(QStringLiteral("state")).toUpper();
        m_state->setCurrentIndex(qMax(0, state.isEmpty() ? 0 : m_state->findData(state)));
    }
    const auto set = [&terms](QLineEdit* edit, const QString& term) {
        if (edit)
            edit->setText(terms.value(term));
    };
    set(m_date, QStringLiteral("bizdate"));
    set(m_job, QStringLiteral("job"));
    set(m_merchant, QStringLiteral("merchant"));
    set(m_key, QStringLiteral("key"));
    set(m_currency, QStringLiteral("ccy"));
    if (m_sign) {
        const QSignalBlocker blocker(m_sign);
        m_sign->setCurrentIndex(qMax(0, m_sign->findData(terms.value(QStringLiteral("sign")))));
    }
    bool isNumber = false;
    const qlonglong batch = terms.value(QStringLiteral("batch")).toLongLong(&isNumber);
    setBatch(isNumber ? std::optional<std::int64_t>(batch) : std::nullopt, terms.value(QStringLiteral("name")));
    announce();
}

/// A group's term says by what the list is grouped; without one `by:` does, and else it is grouped as usual.
void FilterLine::applyGroup(const QMap<QString, QString>& terms)
{
    if (m_groupTerms.isEmpty())
        return;
    const auto named = std::find_if(m_groupTerms.cbegin(), m_groupTerms.cend(),
        [&terms](const QString& term) { return !terms.value(term).isEmpty(); });
    m_groupTerm = named != m_groupTerms.cend() ? *named : terms.value(kByTerm);
    if (!m_groupTerms.contains(m_groupTerm))
        m_groupTerm = m_groupTerms.front();
    m_group = terms.value(m_groupTerm);
}

QMap<QString, QString> FilterLine::terms() const
{
    QMap<QString, QString> terms;
    // A blank ends a term in the grammar; none of these fields means anything with one.
    const auto put = [&terms](const char* name, const QString& value) {
        if (const QString word = value.simplified().section(QLatin1Char(' '), 0, 0); !word.isEmpty())
            terms.insert(QLatin1String(name), word);
    };
    put("state", m_state->currentData().toString().toLower());
    put("bizdate", typed(m_date));
    put("job", typed(m_job));
    put("merchant", typed(m_merchant));
    put("key", typed(m_key));
    put("ccy", typed(m_currency));
    if (m_sign)
        put("sign", m_sign->currentData().toString());
    if (!m_groupTerm.isEmpty() && !m_group.isEmpty())
        terms.insert(m_groupTerm, m_group);
    else
        put(kByTerm.data(), groupBy());
    if (m_day && m_day->isChecked())
        terms.insert(kDayTerm, QString());
    if (m_batch) {
        put("batch", QString::number(*m_batch));
        put("name", m_batchName);
    }
    return terms;
}

void FilterLine::setBatch(std::optional<std::int64_t> batch, const QString& name)
{
    m_batch = batch;
    m_batchName = name;
    m_batchChip->setVisible(batch.has_value());
    retranslate();
}

void FilterLine::setGroupTerms(const QStringList& terms)
{
    m_groupTerms = terms;
    m_groupTerm = terms.value(0);
}

void FilterLine::beginGroupedBy(const QString& term)
{
    if (!m_groupTerms.contains(term))
        return;
    m_groupTerm = term;
    m_announced = query();
}

void FilterLine::setGrouping(const QString& term)
{
    if (!m_groupTerms.contains(term) || term == m_groupTerm)
        return;
    m_groupTerm = term;
    m_group.clear(); // It was one of the other grouping.
    announce();
}

QString FilterLine::groupBy() const
{
    return m_groupTerm == m_groupTerms.value(0) ? QString() : m_groupTerm;
}

void FilterLine::setGroup(const QString& group)
{
    m_unserved.clear();
    m_group = group;
    announce();
}

void FilterLine::setAnyStateWord(std::function<QString()> word)
{
    m_anyStateWord = std::move(word);
    retranslate();
}

void FilterLine::setKeyWord(std::function<QString()> word)
{
    m_keyWord = std::move(word);
    retranslate();
}

void FilterLine::setFixedBatch(std::optional<std::int64_t> batch)
{
    m_fixedBatch = batch;
    announce();
}

void FilterLine::focusFirst()
{
    for (QLineEdit* edit : {m_key, m_date, m_job}) {
        if (edit) {
            edit->setFocus(Qt::ShortcutFocusReason);
            edit->selectAll();
            return;
        }
    }
}

void FilterLine::edited()
{
    m_unserved.clear(); // The person filters otherwise now.
    markErrors();
    m_pause->start();
}

void FilterLine::announce()
{
    m_pause->stop();
    markErrors();
    const std::optional<ListQuery> now = query();
    const bool refused = !m_unserved.isEmpty() && !now;
    if ((!now && !refused) || (now && now == m_announced))
        return;
    m_announced = now;
    emit queryChanged();
}

void FilterLine::markErrors()
{
    QString error;
    if (const QString text = typed(m_date); !text.isEmpty() && !BusinessDate::parse(text.toStdString()))
        error = tr("The business date is written YYYY-MM-DD, for example 2026-03-14.");
    else if (const QString merchant = typed(m_merchant); !merchant.isEmpty() && !merchantOf(merchant))
        error = tr("The merchant is its number, for example 1032.");
    m_error->setLine(error, QStringLiteral("triangle-alert"), models::Tone::Danger);
    m_error->setVisible(!error.isEmpty());
    m_clear->setVisible(narrows());
}

void FilterLine::retranslate()
{
    m_state->setItemText(0, m_anyStateWord ? m_anyStateWord() : tr("All states"));
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        const models::StateText text = models::stateText(m_machine, m_states[i]);
        m_state->setItemText(static_cast<int>(i) + 1, text.word);
        m_state->setItemIcon(static_cast<int>(i) + 1, icon(text.icon));
    }
    m_state->setAccessibleName(tr("Filter by state"));
    const auto field = [](QLineEdit* edit, const QString& placeholder, const QString& name) {
        if (!edit)
            return;
        edit->setPlaceholderText(placeholder);
        edit->setAccessibleName(name);
    };
    field(m_date, tr("Business date"), tr("Filter by business date, YYYY-MM-DD"));
    field(m_job, tr("Job type"), tr("Filter by job type"));
    field(m_merchant, tr("Merchant no."), tr("Filter by merchant number"));
    const QString keyWord = m_keyWord ? m_keyWord() : tr("Key begins with");
    field(m_key, keyWord, m_keyWord ? keyWord : tr("Filter by the beginning of the key"));
    field(m_currency, tr("Currency"), tr("Filter by currency, for example CNY"));
    if (m_sign) {
        m_sign->setItemText(0, tr("More or less"));
        m_sign->setItemText(1, tr("They have more"));
        m_sign->setItemText(2, tr("They have less"));
        m_sign->setItemText(3, tr("As much"));
        m_sign->setAccessibleName(tr("Filter by what the other book has beside ours"));
    }
    if (m_day)
        m_day->setText(tr("Over 24 h"));
    fitFields();
    const QString batch = m_batchName.isEmpty() && m_batch ? QString::number(*m_batch) : m_batchName;
    m_batchChip->setText(tr("Batch %1").arg(batch));
    setHint(m_batchChip, tr("Show the operations of all batches again"));
    m_clear->setText(tr("Clear filter"));
    markErrors();
}

} // namespace onceover::views
