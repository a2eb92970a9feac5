// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/incident_verdicts.h"

#include <algorithm>
#include <utility>

namespace onceover {

namespace {

constexpr std::size_t kRowsMost = 100; ///< Of one verdict; the evidence has all of them.

/// Which of two verdicts weighs more for the whole.
int weightOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Supported:
        return 2;
    case Verdict::Open:
        return 1;
    case Verdict::Refuted:
        break;
    }
    return 0;
}

void addRows(std::vector<std::string>& rows, const std::vector<std::string>& more)
{
    for (const std::string& row : more) {
        if (rows.size() < kRowsMost && std::find(rows.begin(), rows.end(), row) == rows.end())
            rows.push_back(row);
    }
}

} // namespace

std::vector<HypothesisVerdict> combineVerdicts(const Diagnosis& diagnosis, const std::string& run, bool isTold)
{
    std::vector<HypothesisVerdict> combined;
    for (std::size_t i = 0; i < kCountOf<Hypothesis>; ++i) {
        HypothesisVerdict whole;
        whole.hypothesis = static_cast<Hypothesis>(i);
        whole.verdict = isTold ? Verdict::Refuted : Verdict::Open;
        whole.why = isTold ? "no two executions of the run were given the same work"
                           : "who worked on the run is not told any more";
        bool isFirst = true;
        for (const RepeatedWork& repeated : diagnosis.repeated) {
            const HypothesisVerdict& weighed = repeated.verdicts.at(i);
            if (isFirst || weightOf(weighed.verdict) > weightOf(whole.verdict)) {
                whole.verdict = weighed.verdict;
                whole.why = weighed.why;
                whole.rows = weighed.rows;
            } else if (weighed.verdict == whole.verdict) {
                addRows(whole.rows, weighed.rows);
            }
            isFirst = false;
        }
        if (whole.rows.empty())
            whole.rows.push_back(run);
        else if (whole.rows.size() > kRowsMost)
            whole.rows.resize(kRowsMost);
        combined.push_back(std::move(whole));
    }
    return combined;
}

} // namespace onceover
