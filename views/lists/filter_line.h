// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "models/state_text.h"
#include "views/page.h"
#include "views/widgets/translated.h"

#include <QFlags>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTimer;

namespace onceover::views {

class FlowLine;
class ToneLine;

/// The filter of a list: state, business date, job, merchant, key, currency and sign of a difference. It makes a
/// ListQuery or says which field is wrong; the database filters.
class FilterLine : public Translated<QWidget> {
    Q_OBJECT

public:
    enum Field { Date = 1, Job = 2, Merchant = 4, Key = 8, Day = 16, Currency = 32, Sign = 64 };
    Q_DECLARE_FLAGS(Fields, Field)

    /// `states` are the stored names offered, in order, of `machine`.
    FilterLine(const QString& name, models::Machine machine, std::vector<std::string> states, Fields fields,
        QWidget* parent = nullptr);

    /// What the fields say; nothing while a field is wrong (it is then marked and explained).
    [[nodiscard]] std::optional<ListQuery> query() const;
    /// Why the filter of an address is not searched for: it has terms that no index serves. Empty: it can be.
    [[nodiscard]] QString refusal() const;
    /// Does any field narrow the list?
    [[nodiscard]] bool narrows() const;
    void clear();
    /// Takes over the terms it knows (state, bizdate, job, merchant, key, batch and its name) and clears the rest.
    void apply(const QMap<QString, QString>& terms, const QStringList& unserved = {});
    /// The same terms as the fields say them now.
    [[nodiscard]] QMap<QString, QString> terms() const;
    void focusFirst();
    /// The list is grouped: `term` is how addresses name the group that the list is narrowed to ("class", "worker").
    void setGroupTerm(const QString& term) { setGroupTerms({term}); }
    /// A list that may be grouped in more than one way; by the first, where nobody says otherwise. `by:TERM` in an
    /// address is another way, and the term of a group says it as well.
    void setGroupTerms(const QStringList& terms);
    [[nodiscard]] QStringList groupTerms() const { return m_groupTerms; }
    [[nodiscard]] QString groupTerm() const { return m_groupTerm; }
    /// The list begins grouped by `term`, where it may be; nobody is told.
    void beginGroupedBy(const QString& term);
    /// Another way to group the list, all of its groups.
    void setGrouping(const QString& term);
    /// As ListQuery says it: empty is the first way.
    [[nodiscard]] QString groupBy() const;
    /// That group alone; empty: all of them.
    void setGroup(const QString& group);
    [[nodiscard]] QString group() const { return m_group; }
    /// What no choice of a state means, where it is not every state; made anew in each language.
    void setAnyStateWord(std::function<QString()> word);
    /// The placeholder of the key's field, where the key is another one than an operation's.
    void setKeyWord(std::function<QString()> word);
    /// Every query is about this batch from now on, whatever the fields say: the list is a part of its page.
    void setFixedBatch(std::optional<std::int64_t> batch);

    void retranslate() override;

signals:
    /// The query is another one than before and every field is right.
    void queryChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    QLineEdit* addField(Field field, const QString& name);
    void fitFields();
    void edited();
    void announce();
    void markErrors();
    void applyGroup(const QMap<QString, QString>& terms);
    void setBatch(std::optional<std::int64_t> batch, const QString& name);

    models::Machine m_machine;
    std::vector<std::string> m_states;
    FlowLine* m_line;
    QComboBox* m_state;
    QLineEdit* m_date = nullptr;
    QLineEdit* m_job = nullptr;
    QLineEdit* m_merchant = nullptr;
    QLineEdit* m_key = nullptr;
    QLineEdit* m_currency = nullptr;
    QComboBox* m_sign = nullptr; ///< What the other book has beside ours.
    QCheckBox* m_day = nullptr;  ///< Only what is older than 24 hours.
    QPushButton* m_batchChip;
    QPushButton* m_clear;
    ToneLine* m_error;
    QTimer* m_pause; ///< Typing rests before the database is asked.
    std::optional<std::int64_t> m_batch;
    std::optional<std::int64_t> m_fixedBatch;
    QString m_batchName;
    QStringList m_groupTerms;
    QString m_groupTerm; ///< Of them the one in use.
    QString m_group;
    std::function<QString()> m_anyStateWord;
    std::function<QString()> m_keyWord;
    QStringList m_unserved; ///< Terms of an address that this list cannot look up.
    std::optional<ListQuery> m_announced;
};

Q_DECLARE_OPERATORS_FOR_FLAGS(FilterLine::Fields)

} // namespace onceover::views
