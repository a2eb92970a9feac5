// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_people.h"
#include "models/fact_table.h"
#include "models/gateway/connection_monitor.h"
#include "models/state_text.h"
#include "models/time_text.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>

namespace onceover::models {

/// Where a request stands: requested, approved, executing, executed but not yet verified, verified, …
[[nodiscard]] StateText requestStateText(std::string_view stored);
/// What became of one item of a request.
[[nodiscard]] StateText requestItemStateText(std::string_view stored);
/// replay, lift, dismissal, …: what a request asks for.
[[nodiscard]] QString requestKindText(std::string_view kind);
/// to-me, mine, open, decided: the lists of the page Approvals.
[[nodiscard]] QString requestViewText(std::string_view view);
/// The chains of the page Audit.
[[nodiscard]] StateText auditChainText(std::string_view chain);

/// What an approved request makes of an item that is in this state now.
[[nodiscard]] QString requestEffectText(std::string_view kind, const PlanItemRow& item);
/// What the request as a whole would do, in one or two sentences.
[[nodiscard]] QString requestMeaning(const RequestDetail& detail);
/// "If you do nothing: …"
[[nodiscard]] QString ifNothingIsDone(const RequestDetail& detail, const TimeFormat& format);
/// What has moved since it was asked for; empty: nothing.
[[nodiscard]] QString movedText(const RequestDetail& detail);

/// What is to be typed to approve: "Type the total in CNY", "Type the number of items"; empty: nothing.
[[nodiscard]] QString totalPrompt(const std::string& planTotal, const AmountPerCurrency& amounts);
/// The plan's total as it is sent, when what a person typed is that amount (grouping and the code are allowed) or that
/// number; nothing: it is something else.
[[nodiscard]] std::optional<std::string> typedTotal(
    const std::string& planTotal, const AmountPerCurrency& amounts, const QString& typed);
/// An amount as people write it, in minor units; nothing: it is none of that currency.
[[nodiscard]] std::optional<std::int64_t> typedAmount(const QString& typed, const std::string& currency);
/// What would be typed for amounts that are about to be asked for: as the database will compute it.
[[nodiscard]] std::string totalToType(const AmountPerCurrency& amounts, std::int64_t items);

/// Why this session's person cannot approve or reject it now; empty: they can.
[[nodiscard]] QString whyNoDecision(const RequestDetail& detail, const ConnectionStatus& status, Timestamp now);
/// Why they cannot withdraw it; empty: they can.
[[nodiscard]] QString whyNoWithdrawal(const RequestDetail& detail, const ConnectionStatus& status);
/// Did this session's person ask for it?
[[nodiscard]] bool isMaker(const RequestDetail& detail, const ConnectionStatus& status);

/// The items of a plan beside what they are now.
template <>
struct FactSpec<PlanItemRow> {
    [[nodiscard]] static const std::vector<FactColumn<PlanItemRow>>& columns();
    [[nodiscard]] static QString key(const PlanItemRow& row);
    [[nodiscard]] static std::optional<Tone> tone(const PlanItemRow& row);
};
using PlanItemTable = FactTable<PlanItemRow>;

} // namespace onceover::models
