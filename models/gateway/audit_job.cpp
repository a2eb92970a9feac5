// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gateway/audit_job.h"

#include "acts/request_id.h"
#include "proof/audit_bundle.h"
#include "proof/length_prefixed.h"

#include <exception>
#include <utility>

namespace onceover::models {

namespace {

constexpr std::int64_t kRowsPerNews = 500;

/// Passes an audit on, counts its rows and ends when it is told to.
class CountedAudit final : public AuditReader {
public:
    CountedAudit(AuditReader& reader, const AuditEvents& events, const std::atomic<bool>& cancelled)
        : m_reader(reader)
        , m_events(events)
        , m_cancelled(cancelled)
    {
    }

    [[nodiscard]] Result<Done> readAudit(const Sink& sink) override
    {
        Sink counted = sink;
        counted.begin = [this, &sink](const AuditOrigin& origin, const AuditHeads& heads) {
            for (const auto& [chain, head] : heads)
                m_expected += head.seq;
            m_events.progressed(0, m_expected);
            return sink.begin(origin, heads);
        };
        counted.row = [this, &sink](const AuditRow& row) -> Result<Done> {
            if (m_cancelled)
                return fail(FailureKind::Cancelled, "a person ended it", "verify");
            if (++m_rows % kRowsPerNews == 0)
                m_events.progressed(m_rows, m_expected);
            return sink.row(row);
        };
        return m_reader.readAudit(counted);
    }

    [[nodiscard]] Result<Done> noteVerification(const AuditNote& note, const Uuid& noteId) override
    {
        return m_reader.noteVerification(note, noteId);
    }

private:
    AuditReader& m_reader;
    const AuditEvents& m_events;
    const std::atomic<bool>& m_cancelled;
    std::int64_t m_rows = 0;
    std::int64_t m_expected = 0;
};

} // namespace

AuditJob::AuditJob(AuditFactory factory, AuditEvents events)
    : m_factory(std::move(factory))
    , m_events(std::move(events))
{
}

void AuditJob::start()
{
    m_thread.start([self = shared_from_this()] {
        self->run();
        self->m_thread.leave();
    });
}

void AuditJob::run()
{
    Verification result;
    try {
        result = verify();
    } catch (const std::exception& error) {
        result = {};
        result.failure.emplace();
        result.failure->kind = FailureKind::Broken;
        result.failure->statement = "verify";
        result.failure->detail = error.what();
    }
    m_events.ended(std::make_shared<const Verification>(std::move(result)));
}

Verification AuditJob::verify()
{
    Verification result;
    const std::unique_ptr<AuditReader> reader = m_factory ? m_factory() : nullptr;
    if (!reader) {
        result.failure.emplace();
        result.failure->kind = FailureKind::Unavailable;
        result.failure->statement = "connect";
        return result;
    }
    CountedAudit counted(*reader, m_events, m_cancelled);
    auto judged = proof::judgeAudit(counted, {});
    if (!judged) {
        result.failure = judged.error();
        return result;
    }
    for (const proof::AuditFault& fault : judged->faults)
        result.faults.push_back({fault.where, fault.what});
    result.faultCount = judged->faultCount;
    result.rows = judged->rows;
    result.chains = judged->chains;
    result.anchors = judged->anchors;
    result.anchoredUntil = judged->anchoredUntil;
    for (const std::string& key : judged->publicKeys)
        result.fingerprints.push_back(proof::fingerprintOf(key));
    result.snapshotAt = judged->origin.snapshotAt;
    if (judged->holds()) // What was found stands without the note.
        result.noted = counted
                           .noteVerification(
                               {result.snapshotAt, result.rows, result.chains, result.anchors}, acts::newRequestId())
                           .has_value();
    return result;
}

} // namespace onceover::models
