// SPDX-License-Identifier: GPL-3.0-or-later
#include "bank_process.h"

#include "channel/practice_control.h"

#include <QByteArray>
#include <QEventLoop>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <chrono>
#include <csignal>
#include <fstream>
#include <httplib.h>
#include <utility>

namespace onceover::test {

namespace {

using namespace std::chrono_literals;

constexpr auto kStartTime = 20s;

std::string textOf(const QJsonObject& object, QLatin1StringView name)
{
    const QJsonValue value = object.value(name);
    return value.isDouble() ? std::to_string(value.toInteger()) : value.toString().toStdString();
}

std::string problemOf(const Result<Done>& result)
{
    return result ? std::string{} : "bank: " + result.error().detail;
}

} // namespace

BankProcess::BankProcess(std::filesystem::path folder)
    : m_folder(std::move(folder))
{
}

BankProcess::~BankProcess()
{
    kill();
}

std::string BankProcess::port() const
{
    std::ifstream file(m_folder / "bank-port");
    std::string line;
    std::getline(file, line);
    return line.empty() ? "0" : line;
}

std::string BankProcess::endpoint() const
{
    return "http://127.0.0.1:" + port();
}

std::string BankProcess::start()
{
    sandbox::ChildOptions options;
    options.command = {ONCEOVER_BIN_DIR "/onceover-bank", "--book", bookFile().string(), "--port", port(),
        "--port-file", (m_folder / "bank-port").string(), "--clock-offset-ms=" + std::to_string(m_clockOffset.count())};
    options.output = m_folder / "bank.log";
    options.diesWithParent = true;
    const auto started = sandbox::startChild(options);
    if (!started)
        return "the bank does not start: " + started.error().detail;
    m_process = *started;
    const bool hasPort = QTest::qWaitFor([this] { return port() != "0" || !isRunning(); },
        static_cast<int>(std::chrono::milliseconds(kStartTime).count()));
    if (!hasPort || !isRunning())
        return "the bank did not come up; see " + (m_folder / "bank.log").string();
    const auto healthy = channel::waitUntilHealthy(endpoint(), kStartTime);
    if (!healthy)
        return problemOf(healthy);
    return m_misbehaviour == "{}" ? std::string{} : misbehave(m_misbehaviour);
}

void BankProcess::kill()
{
    if (!m_process)
        return;
    (void)sandbox::signalProcess(*m_process, SIGKILL);
    (void)sandbox::waitUntilGone(*m_process, kStartTime);
    m_process.reset();
}

void BankProcess::freeze(bool isFrozen)
{
    if (m_process)
        (void)sandbox::signalProcess(*m_process, isFrozen ? SIGSTOP : SIGCONT);
}

bool BankProcess::isRunning() const
{
    return m_process && sandbox::isAlive(*m_process);
}

std::string BankProcess::misbehave(const std::string& settingsJson)
{
    m_misbehaviour = settingsJson;
    return problemOf(channel::setMisbehaviour(endpoint(), settingsJson));
}

std::string BankProcess::moveClock(std::chrono::milliseconds offset)
{
    m_clockOffset = offset;
    return problemOf(channel::moveBankClock(endpoint(), offset));
}

std::optional<Book> BankProcess::book() const
{
    QFile file(QString::fromStdString(bookFile().string()));
    Book book;
    if (!file.exists())
        return book;
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QList<QByteArray> lines = file.readAll().split('\n');
    // The part after the last line's end is empty, or a line that was never finished.
    for (qsizetype i = 0; i + 1 < lines.size(); ++i) {
        const QJsonObject line = QJsonDocument::fromJson(lines[i]).object();
        if (line.isEmpty())
            return std::nullopt;
        using namespace Qt::StringLiterals;
        if (line.value("kind"_L1).toString() != "EXECUTED"_L1)
            continue;
        BookEntry entry{textOf(line, "key"_L1), textOf(line, "operation_id"_L1), textOf(line, "merchant_id"_L1),
            textOf(line, "settle_date"_L1), line.value("amount"_L1).toInteger(), textOf(line, "currency"_L1),
            textOf(line, "reference"_L1)};
        book[entry.key].push_back(std::move(entry));
    }
    return book;
}

long long BankProcess::repeats() const
{
    httplib::Client client(endpoint());
    const auto answer = client.Get("/v1/book/summary");
    if (!answer || answer->status != 200)
        return -1;
    const QJsonObject summary = QJsonDocument::fromJson(QByteArray::fromStdString(answer->body)).object();
    return summary.value(QLatin1StringView("repeats")).toInteger(-1);
}

} // namespace onceover::test
