// SPDX-License-Identifier: GPL-3.0-or-later
#include "practice_bank/bank.h"

#include "practice_bank/bank_clock.h"
#include "practice_bank/callback_desk.h"
#include "practice_bank/character.h"
#include "practice_bank/http_server.h"
#include "practice_bank/misbehaviour.h"
#include "practice_bank/notice_desk.h"
#include "practice_bank/payout_desk.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

namespace practice_bank {

namespace {

constexpr std::uint64_t kPageDefault = 1'000;
constexpr std::uint64_t kPageMax = 10'000;

void reply(httplib::Response& response, const Answer& answer)
{
    if (answer.isLost) {
        HttpServer::cutConnection();
    }
    response.status = answer.status;
    if (answer.retryAfter) {
        response.set_header("Retry-After", std::to_string(answer.retryAfter->count()));
    }
    response.set_content(answer.body, "application/json");
}

void replyBadRequest(httplib::Response& response, std::string_view message)
{
    const nlohmann::json body{{"code", "BAD_REQUEST"}, {"message", message}};
    reply(response, {400, body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), std::nullopt, false});
}

/// The number that the text is, `fallback` for an empty text, nothing when it is no whole number.
std::optional<std::uint64_t> readNumber(const std::string& text, std::uint64_t fallback)
{
    if (text.empty()) {
        return fallback;
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

/// The parameter's value, `fallback` when it is absent, nothing when it is not a whole number.
std::optional<std::uint64_t> numberParameter(const httplib::Request& request, const char* name, std::uint64_t fallback)
{
    return request.has_param(name) ? readNumber(request.get_param_value(name), fallback) : fallback;
}

std::string clockJson(const BankClock& clock)
{
    return nlohmann::json{{"offset_ms", clock.offset().count()}, {"now", formatInstant(clock.now())}}.dump();
}

std::optional<std::chrono::milliseconds> parseOffset(const std::string& body)
{
    const auto posted = nlohmann::json::parse(body, nullptr, false);
    if (!posted.is_object() || posted.size() != 1 || !posted.contains("offset_ms")
        || !posted["offset_ms"].is_number_integer() || posted["offset_ms"] > kClockOffsetMax.count()
        || posted["offset_ms"] < -kClockOffsetMax.count()) {
        return std::nullopt;
    }
    return std::chrono::milliseconds{posted["offset_ms"].get<std::int64_t>()};
}

} // namespace

/// Everything that lives between start() and stop().
struct Bank::Running {
    explicit Running(const BankOptions& options)
        : clock(options.clockOffset)
        , testClock(options.clockOffset)
        , log(options.log)
        , callbacks(clock, options.log)
        , desk(options.book, clock, character, misbehaviour, options.log, options.onBroken,
              [this](const BookRecord& record) { callbacks.onVerdict(record); })
        , testDesk(
              options.book.string() + ".test", testClock, character, testMisbehaviour, options.log, options.onBroken)
        , notices(options.book.string() + ".notices", options.webhookSecret, misbehaviour)
        , server(options.connectionsMax)
    {
        addPayoutRoutes("", desk);
        addPayoutRoutes("/test", testDesk);
        addBookRoutes();
        addNoticeRoutes();
        addControlRoutes("", clock, misbehaviour);
        addControlRoutes("/test", testClock, testMisbehaviour);
        addCharacterRoutes();
        server.set_exception_handler([this](const httplib::Request&, httplib::Response& response, std::exception_ptr) {
            log({LogLevel::Error, "request_failed", "a request ended in an exception", {}});
            reply(response, {500, R"({"code":"INTERNAL"})", std::nullopt, false});
        });
    }

    void addPayoutRoutes(const std::string& mode, PayoutDesk& payouts);
    void addBookRoutes();
    void addNoticeRoutes();
    void addControlRoutes(const std::string& mode, BankClock& time, Misbehaviour& misdeeds);
    void addCharacterRoutes();

    BankClock clock;
    CharacterBook character; ///< Of both desks: the test mode is the same bank.
    Misbehaviour misbehaviour;
    BankClock testClock;
    Misbehaviour testMisbehaviour;
    LogSink log;
    CallbackDesk callbacks;
    PayoutDesk desk;
    PayoutDesk testDesk; ///< Moves no money; a book of its own, which nobody compares.
    NoticeDesk notices;
    HttpServer server; ///< Last, so that its threads end before what they use.
};

void Bank::Running::addPayoutRoutes(const std::string& mode, PayoutDesk& payouts)
{
    server.Post(mode + "/v1/payouts", [this, &payouts](const httplib::Request& request, httplib::Response& response) {
        const std::string keyHeader = character.get().keyHeader;
        if (!request.has_header(keyHeader)) {
            reply(response, {400, R"({"code":"KEY_MISSING"})", std::nullopt, false});
            return;
        }
        const auto token = readNumber(request.get_header_value("Fencing-Token"), 0);
        if (!token) {
            replyBadRequest(response, "the fencing token is no number");
            return;
        }
        reply(response, payouts.submit(request.get_header_value(keyHeader), request.body, *token));
    });
    server.Get(
        mode + R"(/v1/payouts/([^/]+))", [&payouts](const httplib::Request& request, httplib::Response& response) {
            reply(response, payouts.query(request.matches[1].str()));
        });
}

void Bank::Running::addBookRoutes()
{
    server.Get("/v1/book/summary",
        [this](const httplib::Request&, httplib::Response& response) { reply(response, desk.summary()); });
    server.Get("/v1/book", [this](const httplib::Request& request, httplib::Response& response) {
        const auto after = numberParameter(request, "after", 0);
        const auto limit = numberParameter(request, "limit", kPageDefault);
        if (!after || !limit || *limit == 0 || *limit > kPageMax) {
            replyBadRequest(response, "after and limit are whole numbers; limit is 1 to 10000");
            return;
        }
        reply(response, desk.page(*after, static_cast<std::size_t>(*limit)));
    });
    server.Get("/healthz", [this](const httplib::Request&, httplib::Response& response) {
        reply(response,
            desk.isBroken() ? Answer{503, R"({"status":"book broken"})", std::nullopt, false}
                            : Answer{200, R"({"status":"ok"})", std::nullopt, false});
    });
}

void Bank::Running::addNoticeRoutes()
{
    const auto add = [this](const char* path, const char* kind) {
        server.Post(path, [this, kind](const httplib::Request& request, httplib::Response& response) {
            reply(response,
                notices.submit(kind, request.get_header_value("Idempotency-Key"),
                    request.get_header_value("Webhook-Signature"), request.body));
        });
        server.Get(
            std::string{path} + "/([^/]+)", [this, kind](const httplib::Request& request, httplib::Response& response) {
                reply(response, notices.query(kind, request.matches[1].str()));
            });
    };
    add("/v1/mail", "mail");
    add("/v1/webhooks", "webhook");
    server.Get("/v1/notices",
        [this](const httplib::Request&, httplib::Response& response) { reply(response, notices.list()); });
}

void Bank::Running::addCharacterRoutes()
{
    server.Get("/control/character", [this](const httplib::Request&, httplib::Response& response) {
        reply(response, {200, toJson(character.get()), std::nullopt, false});
    });
    server.Post("/control/character", [this](const httplib::Request& request, httplib::Response& response) {
        std::string trouble;
        const auto posted = parseCharacter(request.body, trouble);
        if (!posted) {
            replyBadRequest(response, trouble);
            return;
        }
        character.set(*posted);
        const std::string shown = toJson(*posted);
        log({LogLevel::Info, "character_set", shown, {}});
        reply(response, {200, shown, std::nullopt, false});
    });
    server.Get("/control/callbacks",
        [this](const httplib::Request&, httplib::Response& response) { reply(response, callbacks.list()); });
    server.Post("/control/callbacks", [this](const httplib::Request& request, httplib::Response& response) {
        reply(response, callbacks.configure(request.body));
    });
    server.Post("/control/callback", [this](const httplib::Request& request, httplib::Response& response) {
        reply(response, callbacks.order(request.body));
    });
}

void Bank::Running::addControlRoutes(const std::string& mode, BankClock& time, Misbehaviour& misdeeds)
{
    server.Get(mode + "/control/clock", [&time](const httplib::Request&, httplib::Response& response) {
        reply(response, {200, clockJson(time), std::nullopt, false});
    });
    server.Post(mode + "/control/clock", [this, &time](const httplib::Request& request, httplib::Response& response) {
        const auto offset = parseOffset(request.body);
        if (!offset) {
            replyBadRequest(response, "needs {\"offset_ms\": whole milliseconds, at most a hundred years}");
            return;
        }
        time.setOffset(*offset);
        log({LogLevel::Info, "clock_set", "offset is " + std::to_string(offset->count()) + " ms", {}});
        reply(response, {200, clockJson(time), std::nullopt, false});
    });
    server.Get(mode + "/control/misbehave", [&misdeeds](const httplib::Request&, httplib::Response& response) {
        reply(response, {200, toJson(misdeeds.settings()), std::nullopt, false});
    });
    server.Post(
        mode + "/control/misbehave", [this, &misdeeds](const httplib::Request& request, httplib::Response& response) {
            std::string trouble;
            const auto settings = parseMisbehaviour(request.body, trouble);
            if (!settings) {
                replyBadRequest(response, trouble);
                return;
            }
            misdeeds.apply(*settings);
            const std::string shown = toJson(*settings);
            log({LogLevel::Info, "misbehaviour_set", shown, {}});
            reply(response, {200, shown, std::nullopt, false});
        });
}

Bank::Bank(BankOptions options)
    : m_options(std::move(options))
{
    if (!m_options.log) {
        m_options.log = [](const LogEvent&) {};
    }
    if (!m_options.onBroken) {
        m_options.onBroken = [] {};
    }
}

Bank::~Bank()
{
    stop();
}

int Bank::start()
{
    auto running = std::make_unique<Running>(m_options);
    const int port = running->server.start(m_options.listen, m_options.port);
    m_options.log(
        {LogLevel::Info, "listening", "listening on " + m_options.listen + " port " + std::to_string(port), {}});
    m_running = std::move(running);
    return port;
}

void Bank::stop()
{
    if (!m_running) {
        return;
    }
    m_running->desk.stop();
    m_running->testDesk.stop();
    m_running->server.stop();
    m_running.reset();
    m_options.log({LogLevel::Info, "stopped", "stopped cleanly", {}});
}

} // namespace practice_bank
