// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/state_text.h"
#include "views/widgets/translated.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace onceover::views {

class TextLabel;

/// What stands where rows would be: loading, empty, failed, or a page-wide explanation. Says why, and what to do next.
class Notice : public Translated<QWidget> {
    Q_OBJECT

public:
    struct Text {
        QString icon;
        models::Tone tone = models::Tone::Neutral;
        QString title;
        QString what;
        QString next;
        QString details; ///< Shown monospaced, with [Copy details]; may be empty.
        friend bool operator==(const Text&, const Text&) = default;
    };

    explicit Notice(const QString& name, QWidget* parent = nullptr);
    void setNotice(const Text& text);
    [[nodiscard]] const Text& notice() const { return m_text; }
    /// A button below the text, in the order of the calls; the caller sets text and visibility.
    QPushButton* addButton(const QString& name);

    void retranslate() override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// A page that shows rows in its place must not be as high as its lines.
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }

protected:
    void changeEvent(QEvent* event) override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* m_column; ///< Of a width that can be read; centred as a whole.
    void showIcon();

    Text m_text;
    QLabel* m_icon;
    TextLabel* m_title;
    TextLabel* m_what;
    TextLabel* m_next;
    QPlainTextEdit* m_details;
    QHBoxLayout* m_buttons;
    QPushButton* m_copy;
};

} // namespace onceover::views
