// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_work.h"
#include "models/fact_table.h"
#include "models/page_address.h"
#include "models/time_text.h"
#include "models/work_text.h"

#include <optional>
#include <vector>

namespace onceover::models {

/// A named value about one row, for the pane below a list.
struct WorkFact {
    QString id{};
    QString name{};
    QString value{};
    bool monospace = false;
    friend bool operator==(const WorkFact&, const WorkFact&) = default;
};

/// How instants are written and which instant is now.
struct WorkLook {
    TimeFormat format;
    Timestamp now{};
};

/// What a list of the engine's work says: the title of its page, why it is empty, the name of a group, everything about
/// one row, and where Enter leads (an empty page: nowhere). `matches` filters loaded rows while nothing can be read.
template <typename Row>
struct WorkSpec;

#define ONCEOVER_WORK_SPEC(Row, List)                                                                                  \
    template <>                                                                                                        \
    struct FactSpec<Row> {                                                                                             \
        [[nodiscard]] static const std::vector<FactColumn<Row>>& columns();                                            \
        [[nodiscard]] static QString key(const Row& row);                                                              \
        [[nodiscard]] static std::optional<Tone> tone(const Row& row);                                                 \
    };                                                                                                                 \
    template <>                                                                                                        \
    struct WorkSpec<Row> {                                                                                             \
        static constexpr WorkList kList = WorkList::List;                                                              \
        [[nodiscard]] static QString title();                                                                          \
        [[nodiscard]] static QString header();                                                                         \
        [[nodiscard]] static QString emptyTitle();                                                                     \
        [[nodiscard]] static QString emptyText();                                                                      \
        [[nodiscard]] static QString groupText(const std::string& name);                                               \
        [[nodiscard]] static std::vector<WorkFact> facts(const Row& row, const WorkLook& look);                        \
        [[nodiscard]] static PageAddress target(const Row& row);                                                       \
        [[nodiscard]] static bool matches(const Row& row, const ListQuery& query);                                     \
    }

ONCEOVER_WORK_SPEC(DeadLetterListRow, DeadLetters);
ONCEOVER_WORK_SPEC(StuckLeaseRow, StuckLeases);
ONCEOVER_WORK_SPEC(MessageRow, Messages);
ONCEOVER_WORK_SPEC(ChannelRow, Channels);
ONCEOVER_WORK_SPEC(RunRow, Runs);
ONCEOVER_WORK_SPEC(AttemptRow, Attempts);
ONCEOVER_WORK_SPEC(JobRow, Jobs);
ONCEOVER_WORK_SPEC(WorkerRow, Workers);
ONCEOVER_WORK_SPEC(ReconciliationRow, Reconciliations);
ONCEOVER_WORK_SPEC(DifferenceListRow, Differences);
ONCEOVER_WORK_SPEC(AlertListRow, Alerts);
ONCEOVER_WORK_SPEC(RequestListRow, Requests);
ONCEOVER_WORK_SPEC(AuditListRow, AuditLog);
ONCEOVER_WORK_SPEC(AccessRow, Access);
ONCEOVER_WORK_SPEC(StatementRow, Statements);
ONCEOVER_WORK_SPEC(StatementLineRow, StatementLines);
ONCEOVER_WORK_SPEC(IncidentRow, Incidents);
ONCEOVER_WORK_SPEC(AuditHeadRow, ChainHeads);
ONCEOVER_WORK_SPEC(RolloutListRow, Rollouts);
ONCEOVER_WORK_SPEC(CallRow, Calls);

#undef ONCEOVER_WORK_SPEC

/// Caption of such a list: "7 of 7, as of 03:12:44", or which rows are loaded.
[[nodiscard]] QString workCaption(std::optional<std::int64_t> above, std::int64_t rows, std::int64_t total,
    bool totalIsEstimate, Timestamp takenAt, const TimeFormat& format);

/// "No dead letters": with when it was looked at.
[[nodiscard]] QString checkedText(Timestamp takenAt, const TimeFormat& format);

} // namespace onceover::models
