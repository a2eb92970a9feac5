// SPDX-License-Identifier: GPL-3.0-or-later
// The small day that goes on after the fill: what died is started again, and sales come in by the real clock.
#include "sandbox/business_writer.h"
#include "sandbox/folder_lock.h"
#include "sandbox/provisioning.h"
#include "sandbox/sandbox.h"
#include "store/connection.h"

#include <algorithm>
#include <chrono>

namespace onceover::sandbox {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

constexpr milliseconds kSaleEvery{3000};
constexpr auto kCatchUpEvery = 60s;
/// While somebody else starts, fills or stops this sandbox it is his affair.
constexpr milliseconds kLookAgainWhileBusy{250};

} // namespace

/// Sells while the server is there; a server that is away is no failure of the small day.
class SmallDay {
public:
    SmallDay(
        const std::string& conninfo, const PracticeBusiness& business, const std::function<void(std::string_view)>& say)
        : m_superuser({.conninfo = conninfo, .program = "onceoverctl", .duty = "small-day"})
        , m_business(business)
        , m_say(say)
    {
    }

    void goOn(steady_clock::time_point now)
    {
        const auto sold = sell(now);
        if (sold) {
            m_told = false;
            return;
        }
        if (!m_told && m_say)
            m_say("no sales for now: " + sold.error().detail);
        m_told = true;
        m_superuser.close();
    }

private:
    Result<Done> sell(steady_clock::time_point now)
    {
        if (!m_superuser.isConnected()) {
            if (auto connected = m_superuser.connect(); !connected)
                return connected;
        }
        if (now >= m_catchUpAt) {
            if (auto added = catchUpSales(m_superuser, m_business); !added)
                return tl::unexpected(added.error());
            m_catchUpAt = now + kCatchUpEvery;
        }
        const auto time = readPracticeTime(m_superuser);
        if (!time)
            return tl::unexpected(time.error());
        const auto sale = m_business.walkInSale(time->at);
        if (!sale)
            return tl::unexpected(sale.error());
        return putSale(m_superuser, *sale).map([](std::int64_t) { return Done{}; });
    }

    store::Connection m_superuser;
    const PracticeBusiness& m_business;
    const std::function<void(std::string_view)>& m_say;
    steady_clock::time_point m_catchUpAt{};
    bool m_told = false;
};

Result<Done> Sandbox::live(int stopFd)
{
    const PracticeBusiness business(seed(), scale());
    SmallDay smallDay(m_cluster.conninfo(kSuperuser, kDatabase), business, m_options.say);
    ProcessKeeper keeper = m_processes.keeper(
        m_options.workers, [this] { return readOffset().value_or(milliseconds{0}); }, m_options.say);
    auto nextSale = steady_clock::now();
    while (isMade()) {
        const auto now = steady_clock::now();
        milliseconds wait = kSaleEvery;
        if (const auto lock = FolderLock::take(m_options.folder, milliseconds{0})) {
            if (const auto look = keeper.look(now); look.againIn)
                wait = std::min(wait, *look.againIn);
        } else {
            wait = kLookAgainWhileBusy;
        }
        if (now >= nextSale) {
            smallDay.goOn(now);
            nextSale = now + kSaleEvery;
        }
        std::vector<ProcessId> watched;
        for (const auto& [name, process] : m_processes.allRunning()) {
            if (name != kKeeperProcess)
                watched.push_back(process);
        }
        const auto untilSale
            = std::max(std::chrono::ceil<milliseconds>(nextSale - steady_clock::now()), milliseconds{1});
        if (waitForEndOrWish(watched, stopFd, std::min(wait, untilSale)))
            return Done{};
    }
    return Done{};
}

} // namespace onceover::sandbox
