// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/request_text.h"
#include "views/acts/act_dialog.h"

namespace onceover::views {

class FactGrid;
class TablePart;
class TextLabel;

/// Everything that a second person must know to decide about a request, and the three ways to end it: approve what was
/// read (the total is typed), reject with a reason, or, for who asked, withdraw. It goes on reading: a row that moves
/// turns it amber, and after the decision it shows what became of each item. One decision id covers it.
class ApprovalSheet final : public ActDialog {
    Q_OBJECT

public:
    ApprovalSheet(
        models::Gateway& gateway, const models::TimeFormat& format, std::int64_t request, QWidget* parent = nullptr);
    ~ApprovalSheet() override;

    [[nodiscard]] std::int64_t request() const { return m_request; }
    /// Keeps the sheet as an A4 PDF or, where the file ends in .jsonl, the items of its plan one a line. What was not
    /// read of a large plan is read first.
    void keep(const QString& file);
    void retranslate() override;

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void send() override;
    void showFields(bool asking) override;
    [[nodiscard]] bool mayCorrect(const models::ActOutcome& outcome) const override;

private:
    enum class Verb { Approve, Reject, Withdraw };

    void build();
    void take(const models::RequestDetailPtr& detail);
    void decide(Verb verb);
    void showDetail();
    void showItems();
    void askWhere(const QString& suffix);
    void giveUp(models::ReadKind kind, const Failure& failure);
    void keepNow();
    void showButtons(bool asking);
    [[nodiscard]] Timestamp now() const;
    [[nodiscard]] bool isLoaded() const { return m_detail && m_detail->found; }

    models::TimeFormat m_format;
    std::int64_t m_request;
    models::RequestDetailPtr m_detail;
    Verb m_verb = Verb::Approve;
    TextLabel* m_headline;
    TextLabel* m_reasonText;
    ToneLine* m_moved;
    FactGrid* m_facts;
    TextLabel* m_meaning;
    TextLabel* m_plan; ///< What the plan says beside its items.
    models::PlanItemTable* m_items;
    TablePart* m_table;
    QPushButton* m_all;
    QPushButton* m_print;
    QPushButton* m_export;
    ToneLine* m_kept;
    bool m_showsAll = false;
    QString m_file; ///< Where it goes when the rest is read; empty: nowhere.
    TextLabel* m_nothing;
    Field m_total;
    Field m_note;
    QPushButton* m_withdraw;
    QPushButton* m_reject;
};

} // namespace onceover::views
