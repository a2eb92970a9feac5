// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/remedy_plan.h"
#include "views/acts/request_dialog.h"

class QCheckBox;
class QRadioButton;

namespace onceover::views {

class TextLabel;

/// Asks for what makes an operation good, replaces it or decides about it; a second person decides. As with a replay
/// the first question is forced: nothing is answered by default, and the answer that rules the wish out leads away from
/// it. What the outside said so far stands beside it. The total is typed where money moves.
class RemedyDialog : public RequestDialog {
    Q_OBJECT

public:
    [[nodiscard]] const models::RemedySubject& subject() const { return m_subject; }
    void retranslate() override;

protected:
    struct Words {
        QString title;
        QString question;
        QString go;   ///< The answer with which the wish goes on.
        QString stop; ///< The other one.
        QString lead; ///< Where that one leads.
        QString effect;
    };

    RemedyDialog(models::Gateway& gateway, const QString& name, const models::RemedySubject& subject, QWidget* parent);

    /// Parts between the question and the reason; the derived constructor adds them to parts(), then calls finish().
    [[nodiscard]] QVBoxLayout* parts() const { return m_parts; }
    /// `freezes`: it may be asked for under a freeze.
    void finish(bool freezes);

    [[nodiscard]] virtual Words words() const = 0;
    /// Why it is out of the question for this subject.
    [[nodiscard]] virtual QString whyNotSubject() const = 0;
    /// The amount that is typed; empty: the number of items is.
    [[nodiscard]] virtual AmountPerCurrency amounts() const;
    /// Is the total typed? Not where no money moves.
    [[nodiscard]] virtual bool typesTotal() const { return true; }
    /// Are the derived dialog's own parts filled?
    [[nodiscard]] virtual bool partsComplete() const { return true; }
    /// Does the second answer go on as well?
    [[nodiscard]] virtual bool bothGoOn() const { return false; }
    virtual void showParts(bool asking);

    [[nodiscard]] bool answeredGo() const;
    [[nodiscard]] bool answeredStop() const;
    [[nodiscard]] std::string reason() const;
    [[nodiscard]] std::string ticket() const;
    [[nodiscard]] bool underFreeze() const;

    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void showFields(bool asking) override;
    [[nodiscard]] bool mayCorrect(const models::ActOutcome& outcome) const override;

private:
    QString m_part;
    models::RemedySubject m_subject;
    bool m_freezes = false;
    TextLabel* m_headline;
    TextLabel* m_key;
    TextLabel* m_answers;
    TextLabel* m_question;
    QRadioButton* m_go;
    QRadioButton* m_stop;
    ToneLine* m_lead;
    QVBoxLayout* m_parts;
    QCheckBox* m_underFreeze;
    Field m_total;
    TextLabel* m_effect;
};

} // namespace onceover::views
