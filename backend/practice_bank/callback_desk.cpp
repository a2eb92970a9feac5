// SPDX-License-Identifier: GPL-3.0-or-later
#include "practice_bank/callback_desk.h"

#include "practice_bank/digest.h"

#include <algorithm>
#include <utility>

#include <httplib.h>
#include <nlohmann/json.hpp>

namespace practice_bank {

namespace {

using Told = nlohmann::json;

constexpr std::chrono::milliseconds kFirstRepeat{20};
constexpr std::chrono::milliseconds kLongestRepeat{500};
constexpr std::chrono::seconds kAnswerWithin{5};
constexpr std::size_t kDeliveriesMax = 100'000;
constexpr std::uint32_t kTimesMax = 100;

Answer deskAnswer(int status, const Told& body)
{
    return {status, body.dump(-1, ' ', false, Told::error_handler_t::replace), std::nullopt, false};
}

Answer badOrder(std::string_view why)
{
    return deskAnswer(400, {{"code", "BAD_REQUEST"}, {"message", why}});
}

std::string memberText(const Told& object, const char* name)
{
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

std::int64_t memberNumber(const Told& object, const char* name, std::int64_t fallback)
{
    const auto found = object.find(name);
    return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : fallback;
}

} // namespace

CallbackDesk::CallbackDesk(const BankClock& clock, LogSink log)
    : m_clock(clock)
    , m_log(std::move(log))
    , m_sender([this] { sendLoop(); })
{
}

CallbackDesk::~CallbackDesk()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isStopping = true;
    }
    m_changed.notify_all();
    m_sender.join();
}

Answer CallbackDesk::configure(std::string_view body)
{
    const Told posted = Told::parse(body, nullptr, false);
    if (!posted.is_object())
        return badOrder("not a JSON object");
    Settings settings;
    const std::string url = memberText(posted, "url");
    const auto scheme = url.find("://");
    const auto slash = scheme == std::string::npos ? std::string::npos : url.find('/', scheme + 3);
    if (slash == std::string::npos && !url.empty())
        return badOrder("url is no http://host:port/path");
    settings.host = url.substr(0, slash);
    settings.path = url.empty() ? "" : url.substr(slash);
    settings.secret = memberText(posted, "secret");
    const std::string plan = posted.contains("plan") ? memberText(posted, "plan") : "none";
    const auto named = std::find(kCallbackPlans.begin(), kCallbackPlans.end(), plan);
    if (named == kCallbackPlans.end())
        return badOrder("no such plan");
    settings.plan = static_cast<CallbackPlan>(named - kCallbackPlans.begin());
    settings.delay = std::chrono::milliseconds{std::max<std::int64_t>(memberNumber(posted, "delay_ms", 0), 0)};
    {
        const std::lock_guard lock(m_mutex);
        m_settings = std::move(settings);
    }
    m_log({LogLevel::Info, "callbacks_set", "plan " + plan + ", to " + url, {}});
    return list();
}

CallbackDesk::Delivery CallbackDesk::makeDelivery(std::string eventId, const std::string& body) const
{
    Delivery delivery;
    delivery.eventId = std::move(eventId);
    delivery.body = body;
    delivery.secret = m_settings.secret;
    return delivery;
}

std::string CallbackDesk::eventOf(const BookRecord& record, std::string_view status, const std::string& eventId) const
{
    Told event{{"event_id", eventId}, {"key", record.key}, {"status", status}};
    if (status == "EXECUTED" || status == "RETURNED") {
        event["reference"] = status == "RETURNED" ? "RETURN-OF-" + record.reference : record.reference;
        event["amount"] = record.payout.amount;
        event["currency"] = record.payout.currency;
    }
    if (status == "RETURNED")
        event["code"] = "ACCOUNT_CLOSED";
    if (status == "REFUSED")
        event["code"] = record.refusalCode.empty() ? "ACCOUNT_CLOSED" : record.refusalCode;
    return event.dump();
}

void CallbackDesk::onVerdict(const BookRecord& record)
{
    std::unique_lock lock(m_mutex);
    const CallbackPlan plan = m_settings.plan;
    if (plan == CallbackPlan::None || m_settings.host.empty())
        return;
    const std::string verdict = record.verdict == Verdict::Executed ? "EXECUTED" : "REFUSED";
    std::vector<Delivery> deliveries;
    const auto add = [&](const std::string& status) -> Delivery& {
        const std::string id = "EV-" + record.key + "-" + std::to_string(++m_eventsOfKey[record.key]);
        deliveries.push_back(makeDelivery(id, eventOf(record, status, id)));
        deliveries.back().key = record.key;
        deliveries.back().status = status;
        return deliveries.back();
    };
    if (plan == CallbackPlan::WrongSignature) {
        Delivery& forged = add(verdict);
        forged.secret += " of somebody else";
        forged.attemptsMax = 1;
    }
    add(verdict);
    switch (plan) {
    case CallbackPlan::Twice:
        deliveries.push_back(deliveries.back());
        break;
    case CallbackPlan::WrongOrder:
        add("PENDING");
        break;
    case CallbackPlan::Contradict:
        // A refusal that turns into an effect needs a reference that nothing else has.
        if (verdict == "REFUSED") {
            BookRecord other = record;
            other.reference = "PB-AFTER-" + record.key;
            const std::string id = "EV-" + record.key + "-" + std::to_string(++m_eventsOfKey[record.key]);
            deliveries.push_back(makeDelivery(id, eventOf(other, "EXECUTED", id)));
            deliveries.back().key = record.key;
            deliveries.back().status = "EXECUTED";
        } else {
            add("REFUSED");
        }
        break;
    case CallbackPlan::Return:
        if (record.verdict == Verdict::Executed)
            add("RETURNED");
        break;
    case CallbackPlan::None:
    case CallbackPlan::Once:
    case CallbackPlan::Late:
    case CallbackPlan::WrongSignature:
    case CallbackPlan::Early:
        break;
    }
    const std::size_t first = m_deliveries.size();
    enqueue(std::move(deliveries), plan == CallbackPlan::Late ? m_settings.delay : std::chrono::milliseconds{0});
    if (plan == CallbackPlan::Early && first < m_deliveries.size())
        m_changed.wait_for(lock, kAnswerWithin, [&] { return m_isStopping || m_deliveries[first].isDelivered; });
}

Answer CallbackDesk::order(std::string_view body)
{
    const Told posted = Told::parse(body, nullptr, false);
    if (!posted.is_object() || !posted.contains("event"))
        return badOrder("needs {\"event\": …}");
    const Told& event = posted["event"];
    const auto times
        = static_cast<std::uint32_t>(std::clamp<std::int64_t>(memberNumber(posted, "times", 1), 1, kTimesMax));
    const std::lock_guard lock(m_mutex);
    if (m_settings.host.empty())
        return badOrder("no url is set");
    // Text is sent as it is, so that what is no JSON can be sent as well.
    Delivery delivery = makeDelivery(event.is_object() ? memberText(event, "event_id") : std::string{},
        event.is_string() ? event.get<std::string>() : event.dump());
    if (event.is_object()) {
        delivery.key = memberText(event, "key");
        delivery.status = memberText(event, "status");
    }
    if (posted.contains("secret"))
        delivery.secret = memberText(posted, "secret");
    delivery.attemptsMax
        = static_cast<std::uint32_t>(std::max<std::int64_t>(memberNumber(posted, "attempts_max", 0), 0));
    enqueue(std::vector<Delivery>(times, delivery), std::chrono::milliseconds{memberNumber(posted, "delay_ms", 0)});
    return deskAnswer(202, {{"queued", times}});
}

void CallbackDesk::enqueue(std::vector<Delivery> deliveries, std::chrono::milliseconds delay)
{
    if (m_deliveries.size() + deliveries.size() > kDeliveriesMax) {
        m_log({LogLevel::Error, "callbacks_dropped", "too many callbacks since the bank started", {}});
        return;
    }
    Chain chain;
    chain.due = Clock::now() + delay;
    for (Delivery& delivery : deliveries) {
        chain.deliveries.push_back(m_deliveries.size());
        m_deliveries.push_back(std::move(delivery));
    }
    m_chains.push_back(std::move(chain));
    m_changed.notify_all();
}

void CallbackDesk::sendLoop()
{
    std::unique_lock lock(m_mutex);
    while (!m_isStopping) {
        const auto next = std::min_element(
            m_chains.begin(), m_chains.end(), [](const Chain& a, const Chain& b) { return a.due < b.due; });
        if (next == m_chains.end())
            m_changed.wait(lock);
        else if (next->due > Clock::now())
            m_changed.wait_until(lock, Clock::time_point{next->due});
        else
            attempt(static_cast<std::size_t>(next - m_chains.begin()), lock);
    }
}

void CallbackDesk::attempt(std::size_t chainIndex, std::unique_lock<std::mutex>& lock)
{
    // Only this thread takes chains away, so that the index stays good while the lock is given up.
    const std::size_t which = m_chains[chainIndex].deliveries.front();
    ++m_deliveries[which].attempts;
    const Delivery delivery = m_deliveries[which];
    const Settings settings = m_settings;
    const std::string second
        = std::to_string(std::chrono::duration_cast<std::chrono::seconds>(m_clock.now().time_since_epoch()).count());
    lock.unlock();
    httplib::Client client(settings.host);
    client.set_connection_timeout(kAnswerWithin);
    client.set_read_timeout(kAnswerWithin);
    const httplib::Headers headers{{"Callback-Timestamp", second},
        {"Callback-Signature", "sha256=" + hmacSha256Hex(delivery.secret, second + "." + delivery.body)}};
    const auto answer = client.Post(settings.path, headers, delivery.body, "application/json");
    lock.lock();
    Chain& chain = m_chains[chainIndex];
    Delivery& sent = m_deliveries[which];
    sent.lastStatus = answer ? answer->status : 0;
    sent.isDelivered = sent.lastStatus >= 200 && sent.lastStatus < 300;
    if (sent.isDelivered || (sent.attemptsMax > 0 && sent.attempts >= sent.attemptsMax)) {
        chain.deliveries.pop_front();
        chain.wait = std::chrono::milliseconds{0};
        chain.due = Clock::now();
        if (chain.deliveries.empty())
            m_chains.erase(m_chains.begin() + static_cast<std::ptrdiff_t>(chainIndex));
    } else {
        chain.wait = std::clamp(chain.wait * 2, kFirstRepeat, kLongestRepeat);
        chain.due = Clock::now() + chain.wait;
    }
    m_changed.notify_all();
}

Answer CallbackDesk::list() const
{
    const std::lock_guard lock(m_mutex);
    Told deliveries = Told::array();
    for (const Delivery& delivery : m_deliveries)
        deliveries.push_back({{"event_id", delivery.eventId}, {"key", delivery.key}, {"status", delivery.status},
            {"attempts", delivery.attempts}, {"last_status", delivery.lastStatus},
            {"delivered", delivery.isDelivered}});
    return deskAnswer(200,
        {{"url", m_settings.host + m_settings.path},
            {"plan", kCallbackPlans[static_cast<std::size_t>(m_settings.plan)]}, {"delay_ms", m_settings.delay.count()},
            {"waiting", m_chains.size()}, {"deliveries", std::move(deliveries)}});
}

} // namespace practice_bank
