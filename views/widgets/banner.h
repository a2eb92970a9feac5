// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/state_text.h"
#include "views/widgets/translated.h"

#include <QWidget>

class QHBoxLayout;
class QPlainTextEdit;
class QPushButton;

namespace onceover::views {

class ToneLine;

/// A full-width message in context: sign, sentence and what can be done about it. It never blocks anything.
class Banner : public Translated<QWidget>
{
    Q_OBJECT

public:
    explicit Banner(const QString& name, QWidget* parent = nullptr);

    void setMessage(const QString& text, const QString& icon, models::Tone tone);
    [[nodiscard]] QString message() const;
    /// Plain text behind [Details]; empty: no such button. Stays open while it changes.
    void setDetails(const QString& details);
    /// A button before [Details]; the caller sets its text.
    QPushButton* addButton(const QString& name);
    /// Shows [Dismiss], which hides the banner.
    void setDismissable(bool dismissable);

    void retranslate() override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ToneLine* m_line;
    QHBoxLayout* m_buttons;
    QPushButton* m_detailsButton;
    QPushButton* m_copyButton;
    QPushButton* m_dismissButton;
    QPlainTextEdit* m_details;
    models::Tone m_tone = models::Tone::Neutral;
};

} // namespace onceover::views
