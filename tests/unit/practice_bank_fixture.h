// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "practice_bank/bank.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <httplib.h>
#include <nlohmann/json.hpp>

#include <QString>
#include <QTemporaryDir>

/// A bank in a folder of its own, and the requests that a test makes of it.
class Practice {
public:
    Practice() { start(); }

    void start(std::chrono::milliseconds clockOffset = {})
    {
        practice_bank::BankOptions options;
        options.book = bookFile();
        options.port = m_port;
        options.clockOffset = clockOffset;
        options.connectionsMax = 64;
        options.log = [this](const practice_bank::LogEvent& event) {
            const std::lock_guard lock(m_mutex);
            m_events.emplace_back(event.event);
        };
        options.onBroken = [this] { ++m_breaks; };
        m_bank = std::make_unique<practice_bank::Bank>(options);
        m_port = m_bank->start();
    }
    void stop() { m_bank.reset(); }
    void restart()
    {
        stop();
        start();
    }

    [[nodiscard]] std::string bookFile() const { return m_folder.filePath(QStringLiteral("bank.book")).toStdString(); }
    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] int breaks() const { return m_breaks; }
    [[nodiscard]] bool logged(const std::string& event)
    {
        const std::lock_guard lock(m_mutex);
        return std::find(m_events.begin(), m_events.end(), event) != m_events.end();
    }

    [[nodiscard]] httplib::Client client() const
    {
        httplib::Client client("127.0.0.1", m_port);
        client.set_tcp_nodelay(true);
        return client;
    }
    [[nodiscard]] httplib::Result pay(const std::string& key, const std::string& body) const
    {
        return client().Post("/v1/payouts", {{"Idempotency-Key", key}}, body, "application/json");
    }
    [[nodiscard]] nlohmann::json get(const std::string& path) const
    {
        const auto result = client().Get(path);
        return result ? nlohmann::json::parse(result->body) : nlohmann::json();
    }
    [[nodiscard]] int post(const std::string& path, const nlohmann::json& body) const
    {
        const auto result = client().Post(path, body.dump(), "application/json");
        return result ? result->status : 0;
    }
    [[nodiscard]] std::string statusOf(const std::string& key) const { return get("/v1/payouts/" + key).at("status"); }
    [[nodiscard]] std::size_t entries() const { return get("/v1/book").at("entries").size(); }

private:
    QTemporaryDir m_folder;
    int m_port = 0;
    std::atomic<int> m_breaks{0};
    std::mutex m_mutex;
    std::vector<std::string> m_events;
    std::unique_ptr<practice_bank::Bank> m_bank;
};
