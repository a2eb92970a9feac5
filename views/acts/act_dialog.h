// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/gateway/gateway.h"
#include "views/widgets/translated.h"

#include <QDialog>

#include <optional>

class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace onceover::views {

class ToneChip;
class ToneLine;

/// A dialog that asks for one act. One request id is made when it opens and covers it, so that a second click is
/// harmless; the button is off before the request leaves; a lost connection keeps what was typed and queues nothing; a
/// lost answer is asked for by that id; what it led to is shown. Plain Enter goes away, Ctrl+Enter confirms, unless a
/// derived dialog says otherwise. What does not fit the screen scrolls.
class ActDialog : public Translated<QDialog> {
    Q_OBJECT

public:
    [[nodiscard]] const Uuid& requestId() const { return m_requestId; }
    /// Is this the outcome of its act, and does it stay to show it?
    [[nodiscard]] bool tells(const models::ActOutcome& outcome) const;
    void retranslate() override;

protected:
    enum class Step { Asking, UnderWay, Ended };

    /// `name` is the object name; its parts are called `name.confirm`, `name.result`, …. `digits`: how wide at least.
    ActDialog(models::Gateway& gateway, const QString& name, int digits, QWidget* parent);

    /// Where the derived dialog puts its parts, between the environment and the outcome.
    [[nodiscard]] QVBoxLayout* body() const { return m_body; }
    /// Left of the button that confirms.
    QPushButton* addButton(const QString& name);
    /// A field of one line with its label; the caller sets both texts.
    struct Field {
        QLabel* label;
        QLineEdit* edit;
    };
    Field addField(const QString& name, int most);
    /// Sets both texts of a field; `label` may hold a mnemonic.
    static void setFieldText(const Field& field, const QString& label, const QString& accessible);
    [[nodiscard]] QPushButton* confirmButton() const { return m_confirm; }
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancel; }

    /// Why this person cannot act here at all: role, connection; empty: they can.
    [[nodiscard]] virtual QString whyNot(const models::ConnectionStatus& status) const = 0;
    /// Is everything there that the act needs?
    [[nodiscard]] virtual bool isComplete() const { return true; }
    /// Hands the act to the gateway, under requestId().
    virtual void send() = 0;
    /// Fields on or off, and what depends on what is typed.
    virtual void showFields(bool asking) = 0;
    /// What is said while no answer has come.
    [[nodiscard]] virtual QString waitingText() const;
    /// What is said when it has; the outcome's own sentence by default.
    [[nodiscard]] virtual QString outcomeText(const models::ActOutcome& outcome) const;
    /// Does it close when it is done (the window then says what was recorded), or stay and show it?
    [[nodiscard]] virtual bool closesWhenDone() const { return false; }
    /// May the same request be corrected and sent again after this refusal? Refused ones leave no trace under its id.
    [[nodiscard]] virtual bool mayCorrect(const models::ActOutcome& outcome) const;
    /// An answer came.
    virtual void answered(const models::ActOutcome& outcome);

    [[nodiscard]] models::Gateway& gateway() const { return m_gateway; }
    [[nodiscard]] Step step() const { return m_step; }
    [[nodiscard]] const std::optional<models::ActOutcome>& outcome() const { return m_outcome; }
    /// Sends, if that is possible now. Safe to call twice.
    void confirm();
    /// The same without looking at the button that confirms: for a second way to decide.
    void begin();
    /// Begins anew under another id.
    void startAnew();
    void showState();

    void showEvent(QShowEvent* event) override;

private:
    void showOutcome(const models::ActOutcome& outcome);
    void growToFit();

    models::Gateway& m_gateway;
    QString m_name;
    Uuid m_requestId;
    Step m_step = Step::Asking;
    std::optional<models::ActOutcome> m_outcome;
    ToneChip* m_environment;
    QWidget* m_content;
    QScrollArea* m_scroll;
    QVBoxLayout* m_body;
    ToneLine* m_why;
    ToneLine* m_result;
    QHBoxLayout* m_buttons;
    QPushButton* m_cancel;
    QPushButton* m_confirm;
};

} // namespace onceover::views
