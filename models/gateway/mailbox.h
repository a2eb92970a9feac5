// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>

#include <mutex>
#include <utility>

namespace onceover::models {

/// How worker threads speak to an object of another thread that may be gone: what is posted runs in the receiver's
/// thread, or never. Threads share a mailbox by shared_ptr and so outlive the receiver without harm.
class Mailbox {
public:
    explicit Mailbox(QObject* receiver)
        : m_receiver(receiver)
    {
    }

    /// Runs `call` in the receiver's thread later. Dropped when the mailbox is closed or the receiver is destroyed.
    template <typename Call>
    void post(Call&& call)
    {
        const std::lock_guard lock(m_mutex);
        if (m_receiver)
            QMetaObject::invokeMethod(m_receiver, std::forward<Call>(call), Qt::QueuedConnection);
    }

    /// Nothing is posted any more. The receiver calls this before it dies.
    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_receiver = nullptr;
    }

private:
    std::mutex m_mutex; ///< Protects the pointer, and keeps the receiver alive while something is being posted.
    QObject* m_receiver;
};

} // namespace onceover::models
