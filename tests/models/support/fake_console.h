// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/audit_port.h"
#include "core/ports/console_port.h"
#include "core/ports/control_outcome_port.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace onceover::testing {

/// What a page shows: everything, nothing yet, a failed query, or no server at all.
enum class Condition { Filled, Empty, Error, Offline };

/// The instant that all samples were taken at: 2026-03-14 19:12:44.123456 UTC, 03:12:44 in Shanghai.
[[nodiscard]] Timestamp sampleTime();

// Fixed snapshots, the same at every call; no rules.
[[nodiscard]] ServerIdentity sampleServer();
[[nodiscard]] OverviewSnapshot sampleOverview(Condition condition = Condition::Filled);
[[nodiscard]] Page<BatchRow> sampleBatches(Condition condition = Condition::Filled);
[[nodiscard]] Page<OperationRow> sampleOperations(Condition condition = Condition::Filled);
/// `groupBy` as ListQuery has it: by what the dead letters are grouped.
[[nodiscard]] WorkPage sampleWork(Condition condition, WorkList list, const std::string& groupBy = {});
/// Found under every key when Filled, but for a run key of 1999-01-01 and an id of zeros.
[[nodiscard]] BatchDetail sampleBatchDetail(Condition condition, const std::string& runKey);
/// A job frozen and drained, everything else in force with two calls that may still leave.
[[nodiscard]] FreezesNow sampleFreezes(Condition condition);
/// Number 311: a replay of three by alice; 312: a lift by bob; 313 moved meanwhile. Others are not found.
[[nodiscard]] RequestDetail sampleRequest(Condition condition, std::int64_t id);
/// 4711 has its evidence and is being diagnosed, 4712 recovers under another owner, 4710 was a false alarm. Others are
/// not found.
[[nodiscard]] IncidentDetail sampleIncident(Condition condition, std::int64_t id);
[[nodiscard]] std::vector<IncidentRow> sampleIncidentRows();
[[nodiscard]] OperationDetail sampleOperationDetail(Condition condition, const OperationId& id);
/// What is masked of an operation, with what a hostile name and payload would hold.
[[nodiscard]] Revealed sampleRevealed();

/// One keyset page of a list of made operations, numbered first to first + count - 1, 600 to a business date, newest
/// first.
[[nodiscard]] Page<OperationRow> pageOfMany(const ListQuery& query, int first, int count);
/// The id of one of them.
[[nodiscard]] std::string idOfMany(int number);

/// What the fakes do next and what was asked of them. Shared by both fakes and the test; safe on any thread.
class FakeScript {
public:
    explicit FakeScript(Condition condition = Condition::Filled);
    ~FakeScript();
    FakeScript(const FakeScript&) = delete;
    FakeScript& operator=(const FakeScript&) = delete;

    void setCondition(Condition condition);
    /// Every connect and read fails with this until called with nothing.
    void failWith(std::optional<Failure> failure);
    void setServer(const ServerIdentity& server);
    /// Reads that begin from now on wait until let go (or cancelled, when `obeyCancel`).
    void holdReads(bool obeyCancel);
    void letReadsGo();
    /// Answers of the next acts; without one an act is CREATED.
    void answerActs(std::vector<Result<ManualTriggerAnswer>> answers);
    /// What findTrigger says from now on.
    void answerFind(Result<std::optional<ManualTriggerAnswer>> answer);
    /// Answers of the next acknowledgements; without one the person of the session has seen it.
    void answerAcknowledgements(std::vector<Result<Acknowledgement>> answers);
    /// Alert and reason of each acknowledgement that was sent.
    [[nodiscard]] std::vector<std::pair<std::int64_t, std::string>> acknowledged() const;
    /// Answers of the next looks at what is masked; without one it is shown (sampleRevealed()).
    void answerReveals(std::vector<Result<Revealed>> answers);
    /// Operation and reason of each look that was sent.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> looks() const;
    /// Answers of the next freezes, and of the next requests and decisions; without one they are done.
    void answerFreezes(std::vector<Result<FreezeAnswer>> answers);
    void answerRequests(std::vector<Result<RequestAnswer>> answers);
    /// What is recorded under the id of a freeze, a request or a decision from now on.
    void answerControlFind(Result<std::optional<RequestAnswer>> answer);
    /// What was asked of the store of freezes and requests, in order: "freeze everything: reason", "approve 311
    /// 128430000", …
    [[nodiscard]] std::vector<std::string> controls() const;
    /// Takes what was asked for under the name of its kind, as the store of freezes and requests does.
    [[nodiscard]] Result<RequestAnswer> takeRequest(const std::string& what, const std::string& kind);
    /// What readRequest and readFreezes find from now on; nothing: the samples.
    void setRequest(std::optional<RequestDetail> request);
    void setFreezes(std::optional<FreezesNow> freezes);
    /// Answers of the next acts on incidents; without one they are done. What is recorded of each from now on.
    void answerSteps(std::vector<Result<IncidentAnswer>> answers);
    void answerStepFind(Result<std::optional<IncidentAnswer>> answer);
    /// What readIncident finds from now on; nothing: the sample.
    void setIncident(std::optional<IncidentDetail> incident);
    /// An act that begins from now on waits until let go.
    void holdActs();
    void letActsGo();
    void failPeople(std::optional<Failure> failure);
    /// Wakes waitForTick as NOTIFY would, or as a broken socket.
    void tick();
    void breakPeople();

    /// The list of operations is this long from now on; a smaller `first` puts new rows above.
    void setManyOperations(int first, int count);
    void setOverview(const OverviewSnapshot& overview);

    [[nodiscard]] std::vector<ListQuery> operationQueries() const;
    [[nodiscard]] std::vector<std::pair<WorkList, ListQuery>> workQueries() const;
    [[nodiscard]] int overviewReads() const;
    [[nodiscard]] int heldReads() const; ///< Reads that wait now.
    [[nodiscard]] int cancels() const;
    [[nodiscard]] int connects() const;
    [[nodiscard]] std::vector<ListQuery> batchQueries() const;
    /// Run keys and operation ids of the detail pages that were read.
    [[nodiscard]] std::vector<std::string> detailKeys() const;
    /// What readOperation finds from now on, under whatever id; nothing: the sample.
    void setOperationDetail(std::optional<OperationDetail> detail);
    [[nodiscard]] std::vector<Uuid> actsSent() const;
    [[nodiscard]] int finds() const;
    /// Was every call of a store made on the thread that made the store?
    [[nodiscard]] bool oneThreadEach() const;

private:
    friend class FakeConsoleReader;
    friend class FakePeople;
    friend class FakeControl;
    friend class FakeIncidents;
    friend class FakeRecovery;
    friend class FakeEvidence;

    [[nodiscard]] std::optional<Failure> beginRead();
    void noteThread(std::thread::id born);

    mutable std::mutex m_mutex; ///< Protects everything below but the descriptors.
    std::condition_variable m_changed;
    Condition m_condition;
    std::optional<Failure> m_failure;
    std::optional<Failure> m_peopleFailure;
    ServerIdentity m_server;
    bool m_hold = false;
    bool m_obeyCancel = false;
    bool m_cancelled = false;
    bool m_holdActs = false;
    int m_held = 0;
    int m_cancels = 0;
    int m_connects = 0;
    int m_overviewReads = 0;
    int m_finds = 0;
    bool m_oneThreadEach = true;
    std::vector<ListQuery> m_batchQueries;
    std::vector<ListQuery> m_operationQueries;
    std::vector<std::pair<WorkList, ListQuery>> m_workQueries;
    std::optional<OverviewSnapshot> m_overview;
    int m_manyFirst = 0;
    int m_manyCount = 0;
    std::vector<std::string> m_detailKeys;
    std::optional<OperationDetail> m_operationDetail;
    std::vector<Uuid> m_acts;
    std::deque<Result<ManualTriggerAnswer>> m_actAnswers;
    std::deque<Result<Acknowledgement>> m_seenAnswers;
    std::vector<std::pair<std::int64_t, std::string>> m_acknowledged;
    std::deque<Result<Revealed>> m_revealAnswers;
    std::vector<std::pair<std::string, std::string>> m_looks;
    std::deque<Result<FreezeAnswer>> m_freezeAnswers;
    std::deque<Result<RequestAnswer>> m_requestAnswers;
    Result<std::optional<RequestAnswer>> m_controlFind = std::optional<RequestAnswer>{};
    std::deque<Result<IncidentAnswer>> m_stepAnswers;
    Result<std::optional<IncidentAnswer>> m_stepFind = std::optional<IncidentAnswer>{};
    std::optional<IncidentDetail> m_incident;
    std::vector<std::string> m_controls;
    std::optional<RequestDetail> m_request;
    std::optional<FreezesNow> m_freezes;
    Result<std::optional<ManualTriggerAnswer>> m_findAnswer = std::optional<ManualTriggerAnswer>{};
    int m_tickFd = -1;
    int m_breakFd = -1;
};

/// The console store with fixed snapshots.
class FakeConsoleReader : public ConsoleReader {
public:
    explicit FakeConsoleReader(std::shared_ptr<FakeScript> script);
    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<OverviewSnapshot> readOverview() override;
    [[nodiscard]] Result<Page<BatchRow>> readBatches(const ListQuery& query) override;
    [[nodiscard]] Result<Page<OperationRow>> readOperations(const ListQuery& query) override;
    [[nodiscard]] Result<WorkPage> readWork(WorkList list, const ListQuery& query) override;
    [[nodiscard]] Result<BatchDetail> readBatch(const std::string& runKey) override;
    [[nodiscard]] Result<OperationDetail> readOperation(const OperationId& id) override;
    [[nodiscard]] Result<FreezesNow> readFreezes() override;
    [[nodiscard]] Result<RequestDetail> readRequest(std::int64_t id, int itemsMost) override;
    [[nodiscard]] Result<IncidentDetail> readIncident(std::int64_t id) override;
    void requestCancel() override;

private:
    std::shared_ptr<FakeScript> m_script;
    std::thread::id m_born = std::this_thread::get_id();
};

/// People's store without a database.
class FakePeople : public PeoplePort {
public:
    explicit FakePeople(std::shared_ptr<FakeScript> script);
    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<ManualTriggerAnswer> triggerRun(
        const JobId& job, const BusinessDate& bizDate, const Uuid& requestId) override;
    [[nodiscard]] Result<std::optional<ManualTriggerAnswer>> findTrigger(const Uuid& requestId) override;
    [[nodiscard]] Result<Acknowledgement> acknowledge(
        std::int64_t alert, const Uuid& requestId, const std::string& reason) override;
    [[nodiscard]] Result<Revealed> reveal(
        const OperationId& operation, const std::string& reason, const Uuid& requestId) override;
    [[nodiscard]] Result<std::vector<std::string>> jobIds() override;
    [[nodiscard]] Woken waitForTick(int wakeFd, milliseconds atMost) override;

private:
    std::shared_ptr<FakeScript> m_script;
    std::thread::id m_born = std::this_thread::get_id();
};

/// The store of what stops, asks and decides, without a database.
class FakeControl : public RecoverableControlPort {
public:
    explicit FakeControl(std::shared_ptr<FakeScript> script);
    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<FreezeAnswer> requestFreeze(
        const ControlScope& scope, const std::string& reason, const Uuid& requestId) override;
    [[nodiscard]] Result<FreezeAnswer> enforceFreeze(std::int64_t freeze) override;
    [[nodiscard]] Result<FenceAnswer> fence(
        const ControlScope& scope, const std::string& reason, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> declareDead(
        const std::string& worker, const std::string& reason, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestReplay(const ReplayWish& wish, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestLift(std::int64_t freeze, const std::string& policies,
        const std::string& reason, const std::string& ticket, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestDismissal(
        std::int64_t deadLetter, const std::string& reason, const std::string& ticket, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> approve(std::int64_t request, const std::string& planHash,
        const std::string& total, const std::string& reason, const Uuid& decisionId) override;
    [[nodiscard]] Result<RequestAnswer> reject(
        std::int64_t request, const std::string& reason, const Uuid& decisionId) override;
    [[nodiscard]] Result<RequestAnswer> withdraw(
        std::int64_t request, const std::string& reason, const Uuid& decisionId) override;
    [[nodiscard]] Result<std::vector<RequestRow>> requests(std::optional<std::int64_t> only, int most) override;
    [[nodiscard]] Result<std::vector<RequestItemRow>> requestItems(std::int64_t request, int most) override;
    [[nodiscard]] Result<std::vector<FreezeRow>> freezes() override;
    [[nodiscard]] Result<std::vector<MayLeaveRow>> mayStillLeave(int most) override;
    [[nodiscard]] Result<std::optional<FreezeAnswer>> findFreeze(const Uuid& requestId) override;
    [[nodiscard]] Result<std::optional<RequestAnswer>> findRequest(const Uuid& requestId) override;
    [[nodiscard]] Result<std::optional<RequestAnswer>> findDecision(
        std::int64_t request, std::string_view decision) override;

private:
    [[nodiscard]] Result<RequestAnswer> asked(const std::string& what, const std::string& kind, const char* status);

    std::shared_ptr<FakeScript> m_script;
    std::thread::id m_born = std::this_thread::get_id();
};

/// An audit of so many rows in the chain `people`, none of them sealed as it should be; none: an empty one, which
/// holds.
class FakeAudit : public AuditReader {
public:
    explicit FakeAudit(int rows)
        : m_rows(rows)
    {
    }
    [[nodiscard]] Result<Done> readAudit(const Sink& sink) override;
    [[nodiscard]] Result<Done> noteVerification(const AuditNote&, const Uuid&) override { return Done{}; }

private:
    int m_rows;
};

/// The connection failure of an unreachable server.
[[nodiscard]] Failure serverAway();

} // namespace onceover::testing
