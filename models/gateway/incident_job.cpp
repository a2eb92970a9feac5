// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gateway/incident_job.h"

#include "acts/incident_report.h"
#include "acts/recover.h"

#include <exception>
#include <utility>

namespace onceover::models {

namespace {

constexpr std::int64_t kRowsPerTell = 200;

Failure endedByPerson()
{
    Failure failure;
    failure.kind = FailureKind::Cancelled;
    failure.statement = "look";
    failure.detail = "a person ended it";
    return failure;
}

tl::unexpected<Failure> noStore()
{
    Failure failure;
    failure.kind = FailureKind::Unavailable;
    failure.statement = "connect";
    failure.detail = "this session has no such store";
    return tl::unexpected<Failure>(std::move(failure));
}

/// Passes evidence on and asks before each row whether to go on.
class CountedEvidence final : public EvidenceReader {
public:
    CountedEvidence(EvidenceReader& reader, std::function<bool(std::int64_t rows)> goesOn)
        : m_reader(reader)
        , m_goesOn(std::move(goesOn))
    {
    }

    [[nodiscard]] Result<Done> readEvidence(const JobId& job, const BusinessDate& bizDate, const Sink& sink) override
    {
        return m_reader.readEvidence(job, bizDate, counted(sink));
    }

    [[nodiscard]] Result<Done> readIncident(std::int64_t incident, const Sink& sink) override
    {
        return m_reader.readIncident(incident, counted(sink));
    }

private:
    /// The sink must outlive it.
    [[nodiscard]] Sink counted(const Sink& sink)
    {
        Sink counting = sink;
        counting.row = [this, &sink](EvidencePart part, const EvidenceRow& row) -> Result<Done> {
            if (!m_goesOn(++m_rows))
                return tl::unexpected<Failure>(endedByPerson());
            return sink.row(part, row);
        };
        return counting;
    }

    EvidenceReader& m_reader;
    std::function<bool(std::int64_t rows)> m_goesOn;
    std::int64_t m_rows = 0;
};

template <typename Factory>
auto madeBy(const Factory& factory) -> decltype(factory())
{
    return factory ? factory() : decltype(factory()){};
}

template <typename Value>
Result<Done> keepLook(IncidentFound& found, Result<Value> value)
{
    if (!value)
        return tl::unexpected<Failure>(value.error());
    found.found = std::move(*value);
    return Done{};
}

/// As a snapshot that pages share.
template <typename Value>
Result<Done> keepSnapshot(IncidentFound& found, Result<Value> value)
{
    if (!value)
        return tl::unexpected<Failure>(value.error());
    found.found = std::make_shared<const Value>(std::move(*value));
    return Done{};
}

} // namespace

IncidentJob::IncidentJob(IncidentFactories factories, ControlFactory controls, IncidentWork work, IncidentEvents events)
    : m_factories(std::move(factories))
    , m_controls(std::move(controls))
    , m_work(std::move(work))
    , m_events(std::move(events))
{
}

void IncidentJob::start()
{
    m_thread.start([self = shared_from_this()] {
        self->run();
        self->m_thread.leave();
    });
}

void IncidentJob::run()
{
    IncidentFound found;
    found.work = m_work;
    try {
        if (const Result<Done> looked = look(found); !looked)
            found.failure = looked.error();
    } catch (const std::exception& error) {
        found.found = std::monostate{};
        found.failure.kind = FailureKind::Broken;
        found.failure.statement = "look";
        found.failure.detail = error.what();
    }
    m_events.ended(std::move(found));
}

bool IncidentJob::goesOn(std::int64_t rows)
{
    if (rows % kRowsPerTell == 0)
        m_events.progressed(rows);
    return !m_cancelled;
}

Result<Done> IncidentJob::look(IncidentFound& found)
{
    switch (m_work.kind) {
    case IncidentWorkKind::SaveEvidence:
        return saveEvidence(found);
    case IncidentWorkKind::Diagnose:
        return diagnose(found);
    case IncidentWorkKind::CompareBooks:
        return compareBooks(found);
    case IncidentWorkKind::Propose:
        return propose(found);
    case IncidentWorkKind::CountEqualities: {
        const auto incidents = madeBy(m_factories.incidents);
        if (!incidents)
            return noStore();
        return keepSnapshot(found, incidents->equalities(m_work.incident));
    }
    case IncidentWorkKind::Report:
        return report(found);
    }
    return fail(FailureKind::Broken, "no such look", "look");
}

Result<Done> IncidentJob::saveEvidence(IncidentFound& found)
{
    if (holdsBundle(m_work.place.folder))
        return keepLook(found, judgeBundle(m_work.place, m_work.server));
    const auto evidence = madeBy(m_factories.evidence);
    if (!evidence)
        return noStore();
    CountedEvidence counted(*evidence, [this](std::int64_t rows) { return goesOn(rows); });
    return keepLook(found, saveBundle(counted, m_work.place));
}

Result<Done> IncidentJob::diagnose(IncidentFound& found)
{
    const auto diagnosis = madeBy(m_factories.diagnosis);
    if (!diagnosis)
        return noStore();
    auto run = acts::diagnoseRun(*diagnosis, m_work.place.job, m_work.place.bizDate);
    if (m_cancelled)
        return tl::unexpected<Failure>(endedByPerson());
    return keepLook(found, std::move(run));
}

Result<Done> IncidentJob::compareBooks(IncidentFound& found)
{
    const auto incidents = madeBy(m_factories.incidents);
    const BookDesk desk = madeBy(m_factories.books);
    if (!incidents || !desk.theirs || !desk.ours || !desk.readable)
        return noStore();
    const auto channels = incidents->channels(m_work.incident);
    if (!channels)
        return tl::unexpected<Failure>(channels.error());
    return keepLook(found, acts::compareBooks(desk, *channels, [this](std::int64_t lines) {
        m_events.progressed(lines);
        return !m_cancelled;
    }));
}

Result<Done> IncidentJob::propose(IncidentFound& found)
{
    const auto recovery = madeBy(m_factories.recovery);
    if (!recovery)
        return noStore();
    return keepSnapshot(found, acts::proposeRecovery(*recovery, m_work.incident));
}

Result<Done> IncidentJob::report(IncidentFound& found)
{
    const auto incidents = madeBy(m_factories.incidents);
    const auto requests = madeBy(m_controls);
    if (!incidents || !requests)
        return noStore();
    return keepSnapshot(found, acts::readIncidentReport(*incidents, *requests, m_work.incident));
}

} // namespace onceover::models
