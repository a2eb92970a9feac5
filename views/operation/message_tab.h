// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_detail.h"
#include "models/time_text.h"
#include "views/widgets/translated.h"

#include <QWidget>

class QPlainTextEdit;
class QStackedWidget;

namespace onceover::views {

class FactGrid;
class TextLabel;
class ToneLine;

/// The message of an operation: its key and the key's life at the bank, its state, and its payload: the exact bytes with
/// hostile characters made visible, or (for most people) size and SHA-256 and that they are masked.
class MessageTab : public Translated<QWidget>
{
    Q_OBJECT

public:
    explicit MessageTab(const QString& name, QWidget* parent = nullptr);
    void show(const OperationDetail& detail, const models::TimeFormat& format, Timestamp now);
    void retranslate() override;

private:
    void showPayload(const MessageFact& message);

    ToneLine* m_clock;
    FactGrid* m_facts;
    TextLabel* m_heading;
    ToneLine* m_masked;
    QPlainTextEdit* m_payload;
};

} // namespace onceover::views
