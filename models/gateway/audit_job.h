// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/gateway/gateway_types.h"
#include "models/gateway/loop_thread.h"
#include "models/gateway/verification.h"

#include <atomic>
#include <functional>
#include <memory>

namespace onceover::models {

/// What the verifying thread tells; each is called on it.
struct AuditEvents {
    std::function<void(std::int64_t rows, std::int64_t expected)> progressed;
    std::function<void(VerificationPtr result)> ended;
};

/// Verifies the audit chains once, row by row as they are read, on a thread that can be left behind. Cancelling ends it
/// at the next row.
class AuditJob : public std::enable_shared_from_this<AuditJob> {
public:
    AuditJob(AuditFactory factory, AuditEvents events);

    void start();
    void cancel() { m_cancelled = true; }
    /// Waits at most so long. False: left behind.
    bool join(std::chrono::milliseconds atMost) { return m_thread.join(atMost); }

private:
    void run();
    [[nodiscard]] Verification verify();

    AuditFactory m_factory;
    AuditEvents m_events;
    LoopThread m_thread;
    std::atomic<bool> m_cancelled = false;
};

} // namespace onceover::models
