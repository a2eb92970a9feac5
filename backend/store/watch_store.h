// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/watch_port.h"
#include "store/duty_connection.h"

#include <memory>
#include <string>
#include <vector>

namespace onceover::store {

/// The watching duty on PostgreSQL, by a login that may write down what it finds and repair nothing (R98). Promises:
/// WatchPort.
class WatchStore final : public WatchPort {
public:
    explicit WatchStore(std::shared_ptr<DutyConnection> duty);

    [[nodiscard]] Result<AlertSheet> readAlertSheet() override;
    [[nodiscard]] Result<AppliedAlerts> applyAlerts(const AlertChanges& changes) override;
    [[nodiscard]] Result<std::vector<DueComparison>> comparisonsOwed(BusinessDate bizDate) override;
    [[nodiscard]] Result<std::vector<DueComparison>> freezeComparisonsOwed() override;
    [[nodiscard]] Result<Timestamp> now() override;
    [[nodiscard]] Result<std::vector<BookPair>> pairUp(
        const std::string& channel, std::vector<TheirEntry> theirs) override;
    [[nodiscard]] Result<std::vector<OurEntry>> acceptedBefore(
        const std::string& channel, Timestamp before, OurPlace after, int limit) override;
    [[nodiscard]] Result<std::int64_t> countAcceptedBefore(const std::string& channel, Timestamp before) override;
    [[nodiscard]] Result<RecordedComparison> recordBook(const ComparisonRecord& record) override;
    [[nodiscard]] Result<RecordedComparison> compareThreeTables(const DueComparison& due) override;
    [[nodiscard]] Result<RecordedComparison> scanDeadLetters(const DueComparison& due) override;
    [[nodiscard]] Result<std::vector<FigureSample>> readFigures() override;

private:
    /// Faults of the guards, compared with the record only when the catalogue changed since they were: the comparison
    /// is ten times as dear as a look whether anything changed, and a round comes each second.
    [[nodiscard]] Result<Done> addGuardFacts(Transaction& transaction, std::vector<AlertFact>& facts);

    std::shared_ptr<DutyConnection> m_duty;
    std::string m_guardsSeen;
    std::vector<AlertFact> m_guardFacts;
};

} // namespace onceover::store
