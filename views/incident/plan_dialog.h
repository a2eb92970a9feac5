// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string> // Before anything of core: moc 6.4 cannot read <concepts> as the first standard header.

#include "models/incident_model.h"
#include "models/incident_tables.h"
#include "views/acts/request_dialog.h"

class QCheckBox;

namespace onceover::views {

class TablePart;
class TextLabel;

/// Asks for the recovery plan of an incident: what is to be done about each operation by what is on record now, with
/// counts and totals per currency. Selected operations may be left alone. A second person decides.
class PlanDialog final : public RequestDialog {
    Q_OBJECT

public:
    PlanDialog(models::Gateway& gateway, models::IncidentDetailPtr detail, QWidget* parent = nullptr);
    ~PlanDialog() override;

    [[nodiscard]] const models::ProposalPtr& proposal() const { return m_proposal; }
    void retranslate() override;

protected:
    [[nodiscard]] QString whyNot(const models::ConnectionStatus& status) const override;
    [[nodiscard]] bool isComplete() const override;
    void send() override;
    void showFields(bool asking) override;
    [[nodiscard]] bool mayCorrect(const models::ActOutcome& outcome) const override;

private:
    void build();
    void take(const models::ProposalPtr& proposal);
    [[nodiscard]] RecoveryWish wish() const;
    [[nodiscard]] QString planned() const;

    models::IncidentDetailPtr m_detail;
    models::ProposalPtr m_proposal;
    std::optional<Failure> m_failure;
    Uuid m_look;
    models::PlanTotalTable* m_totals;
    models::RecoveryTable* m_items;
    TextLabel* m_effect;
    TablePart* m_totalPart;
    TablePart* m_itemPart;
    QCheckBox* m_leaveAlone;
    TextLabel* m_planned;
};

} // namespace onceover::views
