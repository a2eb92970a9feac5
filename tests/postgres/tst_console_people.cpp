// SPDX-License-Identifier: GPL-3.0-or-later
// The pages Approvals and Audit and the tab Rollout, as every person's role reads them on a real database.
#include "settled_reading.h"
#include "store/audit_store.h"

#include <QTest>

#include <algorithm>

using namespace onceover;
using namespace onceover::test;

class TestConsolePeople : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void whatWaitsComesFirstTheOldestOnTop(); // UX.md section 6: age
    void requestsArePagedBothWays();
    void theAuditShowsTheHashesOfAnExport(); // R120
    void whoJudgedTheChainsIsWrittenDown();  // R120
    void onlyAnAuditorWritesThatDown();
    void theGuideIsTickedByWhatHappened();
    void eachVersionOfTheRulesIsListed();           // R132 to R135
    void aPlanTellsAllItsItemsAndTheirValueDates(); // UX.md correction 5

private:
    template <typename Row>
    [[nodiscard]] Result<Page<Row>> read(WorkList list, const ListQuery& query, const char* login = "alice") const
    {
        return readList<Row>(*m_days, list, query, login);
    }
    /// "2 4 6 …": the requests of a page, in its order.
    [[nodiscard]] static std::string numbersOf(const Page<RequestListRow>& page)
    {
        std::string numbers;
        for (const RequestListRow& row : page.rows)
            numbers += (numbers.empty() ? "" : " ") + std::to_string(row.id);
        return numbers;
    }

    std::unique_ptr<SettledDays> m_days;
};

void TestConsolePeople::initTestCase()
{
    MAKE_SETTLED_DAYS(m_days);
}

/// Six requests: 1, 3 and 5 were decided, 2, 4 and 6 can still end.
void TestConsolePeople::init()
{
    QVERIFY(m_days->copy());
    const auto asked = m_days->breakIt(
        "SET search_path = onceover, pg_temp;"
        "ALTER TABLE approval ALTER approval_id RESTART WITH 1;"
        "INSERT INTO approval (request_id, kind, maker, reason, plan, plan_hash, expires_at, status)"
        "  SELECT gen_random_uuid(), 'replay', 'alice', 'r', '{\"items\": []}', sha256(s::bytea), clock() + interval "
        "'1 "
        "hour', s"
        "    FROM unnest(ARRAY['VERIFIED', 'REQUESTED', 'REJECTED', 'APPROVED', 'EXPIRED', 'REQUESTED']) s;");
    QVERIFY2(asked.has_value(), asked ? "" : qPrintable(reasonOf(asked.error())));
}

void TestConsolePeople::whatWaitsComesFirstTheOldestOnTop()
{
    const auto all = read<RequestListRow>(WorkList::Requests, {}, "bob");
    VERIFY_READ(all);
    QCOMPARE(numbersOf(*all), std::string{"2 4 6 5 3 1"});
    QCOMPARE(all->rows.front().view, std::string{"to-me"});
    QCOMPARE(all->total, std::int64_t{6});
    ListQuery mine;
    mine.group = "mine";
    const auto own = read<RequestListRow>(WorkList::Requests, mine, "alice");
    VERIFY_READ(own);
    QCOMPARE(numbersOf(*own), std::string{"2 4 6"});
    ListQuery decided;
    decided.group = "decided";
    const auto past = read<RequestListRow>(WorkList::Requests, decided, "carol");
    VERIFY_READ(past);
    QCOMPARE(numbersOf(*past), std::string{"5 3 1"});
}

void TestConsolePeople::requestsArePagedBothWays()
{
    std::string forth;
    std::string lastStart;
    ListQuery query;
    query.limit = 2;
    for (int i = 0; i < 5; ++i) {
        const auto page = read<RequestListRow>(WorkList::Requests, query);
        VERIFY_READ(page);
        forth += (forth.empty() ? "" : " | ") + numbersOf(*page);
        lastStart = page->start;
        if (!page->hasMore)
            break;
        query.after = page->next;
    }
    QCOMPARE(forth, std::string{"2 4 | 6 5 | 3 1"});
    std::string back;
    ListQuery before;
    before.limit = 2;
    before.before = lastStart;
    for (int i = 0; i < 5; ++i) {
        const auto page = read<RequestListRow>(WorkList::Requests, before);
        VERIFY_READ(page);
        back = numbersOf(*page) + (back.empty() ? "" : " | ") + back;
        if (!page->hasMore)
            break;
        before.before = page->start;
    }
    QCOMPARE(back, std::string{"2 4 | 6 5"});
}

void TestConsolePeople::theAuditShowsTheHashesOfAnExport()
{
    const std::string act = "SET search_path = onceover, pg_temp; "
                            "SELECT audit_people('freeze', 'job settle-daily', 'DONE', 'a test');";
    QVERIFY(m_days->run(act).has_value());
    for (const char* login : {"alice", "carol"}) {
        const auto rows = read<AuditListRow>(WorkList::AuditLog, {}, login);
        VERIFY_READ(rows);
        QVERIFY(!rows->rows.empty());
        for (const AuditListRow& row : rows->rows)
            QCOMPARE(row.hash,
                told(*m_days,
                    "SELECT encode(hash, 'hex') FROM onceover.audit_log WHERE chain = 'people' AND seq = "
                        + std::to_string(row.seq)));
        const auto heads = read<AuditHeadRow>(WorkList::ChainHeads, {}, login);
        VERIFY_READ(heads);
        QCOMPARE(std::to_string(heads->rows.size()), told(*m_days, "SELECT count(*) FROM onceover.audit_chain"));
        QCOMPARE(heads->total, static_cast<std::int64_t>(heads->rows.size()));
        const auto people = std::find_if(
            heads->rows.begin(), heads->rows.end(), [](const AuditHeadRow& row) { return row.chain == "people"; });
        QVERIFY(people != heads->rows.end());
        QCOMPARE(people->hash, rows->rows.front().hash);
        QCOMPARE(people->seq, rows->rows.front().seq);
        QVERIFY(!people->anchoredSeq);
        QVERIFY(
            std::is_sorted(heads->rows.begin(), heads->rows.end(), [](const AuditHeadRow& a, const AuditHeadRow& b) {
                return !a.chain.starts_with("worker:") && b.chain.starts_with("worker:");
            }));
    }
    ListQuery workers;
    workers.group = "worker";
    const auto own = read<AuditHeadRow>(WorkList::ChainHeads, workers);
    VERIFY_READ(own);
    QVERIFY(std::all_of(
        own->rows.begin(), own->rows.end(), [](const AuditHeadRow& row) { return row.chain.starts_with("worker:"); }));
}

void TestConsolePeople::whoJudgedTheChainsIsWrittenDown()
{
    store::AuditStore audit{m_days->copyAs("carol"), "test"};
    const Uuid id = *Uuid::parse("00000000-0000-4000-8000-0000000000aa");
    const auto noted = audit.noteVerification({"2026-03-10T10:30:00.000001Z", 214, 7, 3}, id);
    VERIFY_READ(noted);
    QCOMPARE(told(*m_days,
                 "SELECT concat_ws(' ', actor, target, outcome, detail ->> 'rows', detail ->> 'chains', detail ->> "
                 "'anchors', request_id) FROM onceover.audit_log WHERE action = 'verify audit'"),
        std::string{"carol audit DONE 214 7 3 00000000-0000-4000-8000-0000000000aa"});
}

void TestConsolePeople::onlyAnAuditorWritesThatDown()
{
    store::AuditStore audit{m_days->copyAs("alice"), "test"};
    const auto refused = audit.noteVerification(
        {"2026-03-10T10:30:00.000001Z", 1, 1, 0}, *Uuid::parse("00000000-0000-4000-8000-0000000000ab"));
    QVERIFY(!refused && refused.error().kind == FailureKind::Refused);
    QCOMPARE(told(*m_days,
                 "SELECT concat_ws(' ', actor, outcome, reason) FROM onceover.audit_log WHERE action = 'verify audit'"),
        std::string{"alice REFUSED 42501"});
}

void TestConsolePeople::theGuideIsTickedByWhatHappened()
{
    const auto sandbox = m_days->breakIt("UPDATE onceover.installation SET environment = 'sandbox'");
    QVERIFY2(sandbox.has_value(), sandbox ? "" : qPrintable(reasonOf(sandbox.error())));
    const auto facts = [this] {
        store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
        const auto overview = reader.readOverview();
        return overview && overview->practice ? *overview->practice : PracticeFacts{};
    };
    PracticeFacts before = facts();
    QVERIFY(before.frozen == 0 && before.verifiedBy.empty());
    QCOMPARE(before.replay, std::int64_t{6});
    QCOMPARE(before.letters, std::int64_t{2});
    const auto frozen
        = m_days->breakIt("INSERT INTO onceover.freeze_order (scope_kind, scope_ref, status, actor, reason, "
                          "request_id, effective_at) VALUES"
                          "  ('job', 'settle-daily', 'IN_FORCE', 'alice', 'r', gen_random_uuid(), onceover.clock()),"
                          "  ('batch', '1', 'IN_FORCE', 'system', 'r', gen_random_uuid(), onceover.clock())");
    QVERIFY2(frozen.has_value(), frozen ? "" : qPrintable(reasonOf(frozen.error())));
    store::AuditStore audit{m_days->copyAs("carol"), "test"};
    VERIFY_READ(audit.noteVerification({"2026-03-10T10:30:00.000001Z", 214, 7, 3}, Uuid{}));
    const PracticeFacts after = facts();
    QVERIFY(after.frozen > 0 && after.frozenAt && after.verifiedAt);
    QCOMPARE(after.frozenScope, std::string{"job settle-daily"}); // What the engine froze is no person's step.
    QCOMPARE(after.verifiedRows, std::int64_t{214});
    QVERIFY(!after.verifiedBy.empty());
}

void TestConsolePeople::eachVersionOfTheRulesIsListed()
{
    const auto moved
        = m_days->breakIt("SET search_path = onceover, pg_temp;"
                          "INSERT INTO rollout (job_id, rule_version, mode, scope_list, approval_id) VALUES"
                          "  ('settle-daily', 2, 'limited', '{merchant 17}', 1);"
                          "UPDATE approval SET kind = 'rollout', plan = '{\"items\": [], \"job\": \"settle-daily\"}' "
                          "WHERE approval_id = 2");
    QVERIFY2(moved.has_value(), moved ? "" : qPrintable(reasonOf(moved.error())));
    const std::string succeeded
        = told(*m_days, "SELECT count(*) FROM onceover.settlement_operation WHERE status = 'SUCCEEDED'");
    for (const char* login : {"alice", "bob", "carol"}) {
        const auto page = read<RolloutListRow>(WorkList::Rollouts, {}, login);
        VERIFY_READ(page);
        QCOMPARE(page->rows.size(), std::size_t{2});
        const RolloutListRow& newer = page->rows[0];
        const RolloutListRow& first = page->rows[1];
        QCOMPARE(newer.ruleVersion, 2);
        QCOMPARE(newer.scopes, (std::vector<std::string>{"merchant 17"}));
        QVERIFY(newer.isNewest && newer.isActing && newer.isStaged && !newer.isCurrent && !newer.maker.empty());
        QCOMPARE(newer.openRequest, std::int64_t{2});
        QCOMPARE(first.ruleVersion, 1);
        QVERIFY(first.isCurrent && first.isActing && !first.isNewest && first.maker.empty());
        QCOMPARE(std::to_string(first.done), succeeded);
        QCOMPARE(first.held, std::int64_t{0});
    }
    ListQuery limited;
    limited.group = "limited";
    const auto some = read<RolloutListRow>(WorkList::Rollouts, limited);
    VERIFY_READ(some);
    QCOMPARE(some->rows.size(), std::size_t{1});
    QCOMPARE(some->total, std::int64_t{1});
}

/// The value date is the one of core/send_window: so many open days after the settle date, in a calendar that knows
/// them.
void TestConsolePeople::aPlanTellsAllItsItemsAndTheirValueDates()
{
    const auto planned = m_days->breakIt(
        "SET search_path = onceover, pg_temp;"
        "UPDATE channel_profile SET cutoff_zone = 'UTC', calendar_id = 'cn', value_date_rule = 'T+1';"
        "INSERT INTO business_calendar (calendar_id, day, is_open) VALUES"
        "  ('cn', '2026-03-10', true), ('cn', '2026-03-11', false), ('cn', '2026-03-12', true);"
        "UPDATE approval SET plan = jsonb_build_object('items', (SELECT jsonb_agg(jsonb_build_object('bucket', o.bucket,"
        "  'operation', o.operation_id, 'amount', o.amount_minor, 'currency', o.currency, 'status', o.status,"
        "  'version', o.version)) FROM settlement_operation o)) WHERE approval_id = 2;");
    QVERIFY2(planned.has_value(), planned ? "" : qPrintable(reasonOf(planned.error())));
    store::ConsoleStore reader{m_days->copyAs("bob"), "test"};
    const auto some = reader.readRequest(2, 2);
    VERIFY_READ(some);
    QCOMPARE(some->items.size(), std::size_t{2});
    const auto all = reader.readRequest(2, kPlanItemsMost);
    VERIFY_READ(all);
    QCOMPARE(std::to_string(all->items.size()), told(*m_days, "SELECT count(*) FROM onceover.settlement_operation"));
    QVERIFY(all->items.front().amountMinor >= all->items.back().amountMinor);
    // The day after the first is closed, so its orders count on the next one; of the second day the calendar ends too
    // soon to tell.
    const std::string first = told(*m_days, "SELECT string_agg(operation_id::text, ' ') FROM onceover.settlement_operation"
                                   " WHERE settle_date = '2026-03-10'");
    QVERIFY(first.size() > 36);
    for (const PlanItemRow& item : all->items)
        QCOMPARE(item.valueDate ? item.valueDate->toString() : std::string{},
            first.find(item.operation) != std::string::npos ? std::string{"2026-03-12"} : std::string{});
}

QTEST_GUILESS_MAIN(TestConsolePeople)
#include "tst_console_people.moc"
