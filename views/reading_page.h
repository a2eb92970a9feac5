// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/row_table_model.h"
#include "views/page.h"
#include "views/widgets/notice.h"

class QProgressBar;
class QStackedWidget;
class QTimer;
class QVBoxLayout;

namespace onceover::views {

class Banner;
class DataTable;
class TextLabel;
class ToneLine;

/// The frame of every page that reads something of its own: caption and pause in the first line, a thin bar and a way
/// to cancel while a read takes long, what failed above the rows that were read before, and in place of content why
/// there is none. Two or more selected rows and an open menu of its tables rest the refresh; the page says so.
///
/// A derived page lays the parts out, says what was read, and shows it; the frame does the rest.
class ReadingPage : public Page {
    Q_OBJECT

public:
    void enter() override;
    void leave() override;
    bool escape() override;
    void retranslate() override;

    [[nodiscard]] bool isEntered() const { return m_entered; }

protected:
    ReadingPage(const QString& name, const PageContext& context, models::ReadKind kind, QWidget* parent);

    // Parts, for the derived page to lay out. The stack shows the notice or the content.
    [[nodiscard]] TextLabel* caption() const { return m_caption; }
    [[nodiscard]] ToneLine* pauseNote() const { return m_note; }
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancel; }
    [[nodiscard]] QProgressBar* readingBar() const { return m_bar; }
    [[nodiscard]] Banner* errorBanner() const { return m_error; }
    [[nodiscard]] QStackedWidget* stack() const { return m_stack; }
    [[nodiscard]] Notice* notice() const { return m_notice; }
    /// What the stack shows when there is something to show. Called once.
    void setContent(QWidget* content);
    /// Bar, banner and stack below each other, for a page without a card of its own.
    [[nodiscard]] QVBoxLayout* frameBelow() const;
    /// A table whose selection and menu rest the refresh, and whose instants follow the page's clock. Takes the model.
    void adopt(DataTable* table, models::RowTableModel* rows);

    /// When what it knows was read; nothing: not yet, or it is void.
    [[nodiscard]] virtual std::optional<Timestamp> readAt() const = 0;
    /// Is there something to show in the content?
    [[nodiscard]] virtual bool filled() const = 0;
    /// Why there is nothing to show although nothing failed: read and empty, or not asked for. Nothing: still loading.
    [[nodiscard]] virtual std::optional<Notice::Text> emptyNotice() const = 0;
    /// What was read is void: another server.
    virtual void forgetAll() = 0;
    /// The caption when no read is under way for long.
    [[nodiscard]] virtual QString captionText() const = 0;
    /// What failures name: "Batch settle-daily:2026-10-26".
    [[nodiscard]] virtual QString subject() const { return title(); }
    /// A second passed, or the connection changed: ages, and what depends on being cut off.
    virtual void showAges();
    /// Updates rest, or go on.
    virtual void pauseChanged(bool paused);
    /// Does this page say that updates rest? A part of another page does not.
    [[nodiscard]] virtual bool saysPause() const { return true; }

    [[nodiscard]] models::ReadKind readKind() const { return m_kind; }
    /// An answer arrived: the failure is over.
    void clearFailure();
    void showCaption();
    void showPause();
    virtual void showNotice();
    [[nodiscard]] bool offline() const;
    [[nodiscard]] bool slow() const { return m_slow; }
    [[nodiscard]] const std::optional<Failure>& failure() const { return m_failure; }
    /// The clock of ages: the database's; while cut off the time of the last read.
    [[nodiscard]] Timestamp shownNow() const;
    [[nodiscard]] const std::vector<DataTable*>& tables() const { return m_tables; }
    [[nodiscard]] const std::vector<models::RowTableModel*>& rowModels() const { return m_rows; }
    /// Tells the gateway whether two or more rows of a visible table are selected.
    void restOnSelection();

private:
    void listen();
    void onFailure(models::ReadKind kind, const Failure& failure);
    void onStatus(const models::ConnectionStatus& status);
    void onReading(models::ReadKind kind, bool reading);
    void retry();

    models::ReadKind m_kind;
    std::vector<DataTable*> m_tables;
    std::vector<models::RowTableModel*> m_rows;
    TextLabel* m_caption;
    ToneLine* m_note;
    QPushButton* m_cancel;
    QProgressBar* m_bar;
    Banner* m_error;
    QPushButton* m_errorRetry;
    QStackedWidget* m_stack;
    Notice* m_notice;
    QPushButton* m_noticeRetry;
    QTimer* m_barTimer;
    QTimer* m_slowTimer;
    bool m_entered = false;
    bool m_slow = false;
    std::optional<Failure> m_failure;
};

} // namespace onceover::views
