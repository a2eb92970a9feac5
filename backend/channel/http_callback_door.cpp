// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/http_callback_door.h"

#include "channel/callback_reader.h"
#include "channel/deadline_stream.h"

#include <charconv>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include <httplib.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace onceover::channel {

namespace {

constexpr std::size_t kBodyBytesMax = std::size_t{64} * 1024;
constexpr std::size_t kHeadBytesMax = std::size_t{16} * 1024;
constexpr std::size_t kWaitingMax = 1000;
constexpr std::size_t kThreads = 16;
constexpr int kListenBacklog = 1024; ///< httplib asks for 5.

constexpr int kHttpOk = 200;
constexpr int kHttpMalformed = 400;
constexpr int kHttpUnsigned = 401;
constexpr int kHttpNoSuchChannel = 404;
constexpr int kHttpTooSlow = 408;
constexpr int kHttpTooLarge = 413;
constexpr int kHttpComeAgain = 503;

/// The words of an answer: a status and a code that scripts can search for.
struct DoorAnswer {
    int status = kHttpComeAgain;
    const char* code = "COME_AGAIN";
};

DoorAnswer answerOf(CallbackReply reply)
{
    switch (reply) {
    case CallbackReply::Stored:
        return {kHttpOk, "STORED"};
    case CallbackReply::Unreadable:
        return {kHttpMalformed, "UNREADABLE"};
    case CallbackReply::Stale:
        return {kHttpUnsigned, "STALE"};
    case CallbackReply::UnknownChannel:
        return {kHttpNoSuchChannel, "NO_SUCH_CHANNEL"};
    case CallbackReply::Unavailable:
        break;
    }
    return {};
}

std::optional<std::int64_t> secondOf(const std::string& text)
{
    std::int64_t second = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), second);
    constexpr std::int64_t kYear9999 = 253'402'300'799;
    if (error != std::errc{} || end != text.data() + text.size() || second < 0 || second > kYear9999)
        return std::nullopt;
    return second;
}

/// The connection that this thread serves now; httplib hands its handlers no way to it.
thread_local DeadlineStream* servedStream = nullptr;

} // namespace

/// Where threads of the server leave callbacks and wait, and the engine takes and answers them. Safe from any thread.
class HttpCallbackDoor::Desk {
public:
    explicit Desk(CallbackDoorOptions options)
        : m_options(std::move(options))
    {
    }

    [[nodiscard]] const CallbackDoorOptions& options() const { return m_options; }

    void onArrival(std::function<void()> wake)
    {
        const std::lock_guard lock(m_mutex);
        m_wake = std::move(wake);
    }

    /// Leaves a callback and waits for its reply, at most as long as the options say.
    [[nodiscard]] DoorAnswer submit(ReceivedCallback callback)
    {
        std::unique_lock lock(m_mutex);
        if (m_isClosed || m_waiting.size() >= kWaitingMax) {
            count(callback.channel.value, "too many at once");
            return {};
        }
        const std::uint64_t token = m_nextToken++;
        const std::string channel = callback.channel.value;
        callback.token = token;
        m_waiting.push_back(std::move(callback));
        m_replies.emplace(token, std::nullopt);
        if (m_wake)
            m_wake();
        m_answered.wait_for(lock, m_options.replyWithin, [&] { return m_isClosed || m_replies.at(token).has_value(); });
        const auto reply = m_replies.at(token);
        m_replies.erase(token);
        std::erase_if(m_waiting, [&](const ReceivedCallback& one) { return one.token == token; });
        if (!reply || *reply == CallbackReply::Unavailable)
            count(channel, "not on record");
        return reply ? answerOf(*reply) : DoorAnswer{};
    }

    [[nodiscard]] std::vector<ReceivedCallback> take(std::size_t most)
    {
        const std::lock_guard lock(m_mutex);
        std::vector<ReceivedCallback> taken;
        while (!m_waiting.empty() && taken.size() < most) {
            taken.push_back(std::move(m_waiting.front()));
            m_waiting.pop_front();
        }
        return taken;
    }

    void reply(std::uint64_t token, CallbackReply answer)
    {
        const std::lock_guard lock(m_mutex);
        // Whoever waited too long was told to come again; that the callback is on record by now, it then learns.
        if (const auto found = m_replies.find(token); found != m_replies.end())
            found->second = answer;
        m_answered.notify_all();
    }

    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_isClosed = true;
        m_answered.notify_all();
    }

    void refuse(const std::string& channel, const char* reason)
    {
        const std::lock_guard lock(m_mutex);
        count(channel, reason);
    }

    [[nodiscard]] std::vector<CallbackRefusals> takeRefusals()
    {
        const std::lock_guard lock(m_mutex);
        std::vector<CallbackRefusals> refusals;
        for (const auto& [which, n] : m_refusals)
            refusals.push_back({which.first, which.second, n});
        m_refusals.clear();
        return refusals;
    }

private:
    void count(const std::string& channel, const char* reason) { ++m_refusals[{channel, reason}]; }

    const CallbackDoorOptions m_options;
    std::mutex m_mutex; ///< Guards everything below.
    std::condition_variable m_answered;
    std::function<void()> m_wake;
    std::deque<ReceivedCallback> m_waiting;
    std::map<std::uint64_t, std::optional<CallbackReply>> m_replies;        ///< Of those who still wait.
    std::map<std::pair<std::string, std::string>, std::int64_t> m_refusals; ///< By known channel and reason: bounded.
    std::uint64_t m_nextToken = 1;
    bool m_isClosed = false;
};

/// httplib's server with connections that end: each request must be whole within its time and size, however it
/// trickles.
class HttpCallbackDoor::Server : private httplib::Server {
public:
    explicit Server(Desk& desk)
        : m_desk(desk)
        , m_stopEvent(::eventfd(0, EFD_CLOEXEC))
    {
        new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
        set_payload_max_length(kBodyBytesMax);
        // Address reuse lets a restarted worker take its port back; port reuse would let two answer by turns.
        set_socket_options([](socket_t socket) {
            const int yes = 1;
            ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        });
        Post(R"(/v1/callbacks/([^/]*))",
            [this](const httplib::Request& request, httplib::Response& response) { serve(request, response); });
        set_error_handler([this](const httplib::Request&, httplib::Response& response) { explainError(response); });
        set_exception_handler(
            [](const httplib::Request&, httplib::Response& response, std::exception_ptr) { answer(response, {}); });
    }

    ~Server() override
    {
        if (m_listener.joinable()) {
            const std::uint64_t one = 1;
            [[maybe_unused]] const ssize_t written = ::write(m_stopEvent, &one, sizeof one);
            while (!is_running()) // httplib ignores a stop that comes before its loop runs.
                std::this_thread::yield();
            stop();
            m_listener.join();
        }
        ::close(m_stopEvent);
    }

    [[nodiscard]] Result<Done> start()
    {
        const CallbackDoorOptions& options = m_desk.options();
        errno = 0;
        m_port = options.port == 0                     ? bind_to_any_port(options.host)
            : bind_to_port(options.host, options.port) ? options.port
                                                       : -1;
        if (m_port <= 0) {
            const std::string why
                = errno != 0 ? std::strerror(errno) : "not an address of this machine"; // NOLINT(concurrency-mt-unsafe)
            return fail(FailureKind::Unavailable,
                "cannot listen on " + options.host + " port " + std::to_string(options.port) + ": " + why, "callbacks");
        }
        ::listen(svr_sock_, kListenBacklog);
        m_listener = std::thread([this] { listen_after_bind(); });
        return Done{};
    }

    [[nodiscard]] int port() const { return m_port; }

private:
    static void answer(httplib::Response& response, DoorAnswer words)
    {
        response.status = words.status;
        if (words.status == kHttpComeAgain)
            response.set_header("Retry-After", "1");
        response.set_header("Connection", "close");
        response.set_content(std::string{R"({"code":")"} + words.code + "\"}", "application/json");
    }

    void serve(const httplib::Request& request, httplib::Response& response)
    {
        const std::string channel = request.matches[1].str();
        const auto secret = m_desk.options().secrets.find(channel);
        if (secret == m_desk.options().secrets.end()) {
            m_desk.refuse({}, "unknown channel");
            answer(response, {kHttpNoSuchChannel, "NO_SUCH_CHANNEL"});
            return;
        }
        const std::string signedAt = request.get_header_value("Callback-Timestamp");
        const auto second = secondOf(signedAt);
        const std::string computed = callbackSignature(secret->second, signedAt, request.body);
        if (!second || !isSameSignature(request.get_header_value("Callback-Signature"), computed)) {
            m_desk.refuse(channel, "signature");
            answer(response, {kHttpUnsigned, "SIGNATURE"});
            return;
        }
        ReceivedCallback callback;
        callback.channel = ChannelId{channel};
        callback.sentAt = Timestamp{std::chrono::seconds{*second}};
        callback.body = request.body;
        answer(response, m_desk.submit(std::move(callback)));
    }

    /// httplib's own refusals get words as well: too large, too slow, malformed, or no such address.
    void explainError(httplib::Response& response)
    {
        if (!response.body.empty())
            return; // Ours.
        const bool isSlow = servedStream != nullptr && servedStream->end() == DeadlineStream::End::TooSlow;
        const bool isLarge = response.status == kHttpTooLarge
            || (servedStream != nullptr && servedStream->end() == DeadlineStream::End::TooLarge);
        if (isSlow) {
            m_desk.refuse({}, "too slow");
            answer(response, {kHttpTooSlow, "TOO_SLOW"});
        } else if (isLarge) {
            m_desk.refuse({}, "too large");
            answer(response, {kHttpTooLarge, "TOO_LARGE"});
        } else if (response.status == kHttpNoSuchChannel) {
            m_desk.refuse({}, "no such address");
            answer(response, {kHttpNoSuchChannel, "NO_SUCH_ADDRESS"});
        } else {
            m_desk.refuse({}, "malformed");
            answer(response, {kHttpMalformed, "MALFORMED"});
        }
    }

    /// One request per connection: a bank calls seldom, and a connection that ends cannot be held.
    bool process_and_close_socket(socket_t socket) override
    {
        DeadlineStream stream(socket, m_stopEvent, m_desk.options().requestMax, kHeadBytesMax + kBodyBytesMax);
        servedStream = &stream;
        bool clientCloses = true;
        const bool isGood = process_request(stream, true, clientCloses, nullptr);
        servedStream = nullptr;
        // A head that never ended got no answer from httplib.
        if (!isGood && !stream.wrote()) {
            if (stream.end() == DeadlineStream::End::TooSlow) {
                m_desk.refuse({}, "too slow");
                stream.writeAll("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
            } else if (stream.end() == DeadlineStream::End::TooLarge) {
                m_desk.refuse({}, "too large");
                stream.writeAll("HTTP/1.1 413 Payload Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
            } else if (stream.readAnything()) {
                m_desk.refuse({}, "malformed");
            }
        }
        stream.closeGently();
        return isGood;
    }

    Desk& m_desk;
    int m_stopEvent = -1; ///< Readable for ever once the server stops.
    int m_port = -1;
    std::thread m_listener;
};

HttpCallbackDoor::HttpCallbackDoor(CallbackDoorOptions options)
    : m_desk(std::make_unique<Desk>(std::move(options)))
    , m_server(std::make_unique<Server>(*m_desk))
{
}

HttpCallbackDoor::~HttpCallbackDoor()
{
    m_desk->close();
}

Result<std::unique_ptr<HttpCallbackDoor>> HttpCallbackDoor::open(CallbackDoorOptions options)
{
    std::unique_ptr<HttpCallbackDoor> door(new HttpCallbackDoor(std::move(options)));
    if (const auto started = door->m_server->start(); !started)
        return tl::unexpected{started.error()};
    return door;
}

int HttpCallbackDoor::port() const
{
    return m_server->port();
}

void HttpCallbackDoor::onArrival(std::function<void()> wake)
{
    m_desk->onArrival(std::move(wake));
}

std::vector<ReceivedCallback> HttpCallbackDoor::take(std::size_t most)
{
    return m_desk->take(most);
}

void HttpCallbackDoor::reply(std::uint64_t token, CallbackReply answer)
{
    m_desk->reply(token, answer);
}

CallbackContent HttpCallbackDoor::read(const std::string& body, const ChannelProfile& profile) const
{
    return readCallback(body, profile);
}

std::vector<CallbackRefusals> HttpCallbackDoor::takeRefusals()
{
    return m_desk->takeRefusals();
}

} // namespace onceover::channel
