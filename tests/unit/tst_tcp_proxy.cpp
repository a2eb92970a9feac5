// SPDX-License-Identifier: GPL-3.0-or-later
// The proxy between a client and a server: it passes all on unchanged, and cuts, holds or drops when told to.
#include <QTemporaryDir>
#include <QTest>

#include "sandbox/tcp_proxy.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

using namespace onceover::sandbox;

namespace {

constexpr int kPatienceMs = 10'000;
constexpr int kSilenceMs = 100; ///< So long nothing may arrive that is held or dropped.

class Socket {
public:
    explicit Socket(int number)
        : fd(number)
    {
    }
    Socket(Socket&& other) noexcept
        : fd(std::exchange(other.fd, -1))
    {
    }
    Socket& operator=(Socket&& other) noexcept
    {
        std::swap(fd, other.fd);
        return *this;
    }
    ~Socket()
    {
        if (fd >= 0)
            ::close(fd);
    }
    [[nodiscard]] bool say(const std::string& text) const
    {
        return ::send(fd, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
    }
    [[nodiscard]] bool isSilent(int ms = kSilenceMs) const
    {
        pollfd watched{fd, POLLIN, 0};
        return ::poll(&watched, 1, ms) == 0;
    }
    /// Exactly so many bytes; fewer when it ends before. `error`: the error number of the end.
    [[nodiscard]] std::string hear(std::size_t bytes, int* error = nullptr) const
    {
        std::string heard;
        while (heard.size() < bytes && !isSilent(kPatienceMs)) {
            std::array<char, 4096> buffer;
            const ssize_t got = ::recv(fd, buffer.data(), std::min(buffer.size(), bytes - heard.size()), 0);
            if (got <= 0) {
                if (error != nullptr)
                    *error = got < 0 ? errno : 0;
                break;
            }
            heard.append(buffer.data(), static_cast<std::size_t>(got));
        }
        return heard;
    }

    int fd;
};

struct Address {
    sockaddr_storage storage{};
    socklen_t length = 0;
};

Address nativeOf(const ProxyAddress& address)
{
    Address native;
    if (address.path.empty()) {
        sockaddr_in in{};
        in.sin_family = AF_INET;
        in.sin_port = htons(address.port);
        in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        std::memcpy(&native.storage, &in, sizeof in);
        native.length = sizeof in;
    } else {
        sockaddr_un un{};
        un.sun_family = AF_UNIX;
        std::strncpy(un.sun_path, address.path.c_str(), sizeof un.sun_path - 1);
        std::memcpy(&native.storage, &un, sizeof un);
        native.length = sizeof un;
    }
    return native;
}

/// A server, the proxy before it, and one connection through it.
struct Scene {
    explicit Scene(bool onUnixSockets)
    {
        ProxyAddress serverAt;
        ProxyAddress proxyAt;
        if (onUnixSockets) {
            serverAt.path = folder.filePath(QStringLiteral("server")).toStdString();
            proxyAt.path = folder.filePath(QStringLiteral("proxy")).toStdString();
        }
        const Address own = nativeOf(serverAt);
        listener.fd = ::socket(own.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        isMade = ::bind(listener.fd, reinterpret_cast<const sockaddr*>(&own.storage), own.length) == 0
            && ::listen(listener.fd, 8) == 0;
        if (!onUnixSockets) {
            sockaddr_in in{};
            socklen_t length = sizeof in;
            ::getsockname(listener.fd, reinterpret_cast<sockaddr*>(&in), &length);
            serverAt.port = ntohs(in.sin_port);
        }
        auto started = TcpProxy::start(proxyAt, serverAt);
        isMade = isMade && started.has_value();
        if (!isMade)
            return;
        proxy = std::move(*started);
        proxyAt.port = proxy->port();
        meeting = proxyAt;
        join();
    }

    /// Another connection takes the place of the one before.
    void join()
    {
        const Address to = nativeOf(meeting);
        client = Socket(::socket(to.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
        isMade = ::connect(client.fd, reinterpret_cast<const sockaddr*>(&to.storage), to.length) == 0;
        server = Socket(::accept(listener.fd, nullptr, nullptr));
        isMade = isMade && server.fd >= 0;
    }

    QTemporaryDir folder;
    Socket listener{-1};
    ProxyAddress meeting;
    std::unique_ptr<TcpProxy> proxy;
    Socket client{-1};
    Socket server{-1};
    bool isMade = false;
};

} // namespace

class TestTcpProxy : public QObject {
    Q_OBJECT

private slots:
    void passesAllOnUnchanged_data() { bothKinds(); }
    void passesAllOnUnchanged();
    void tellsTheOtherEndThatOneHasEnded();
    void holdsEachDirectionOnItsOwn_data();
    void holdsEachDirectionOnItsOwn();
    void dropsWhatIsSentMeanwhile();
    void dropsTheAnswerToOneMessage(); // K04, K07
    void cutsWhatIsThereAndWelcomesTheNext_data() { bothKinds(); }
    void cutsWhatIsThereAndWelcomesTheNext(); // K38

private:
    static void bothKinds()
    {
        QTest::addColumn<bool>("onUnixSockets");
        QTest::newRow("loopback") << false;
        QTest::newRow("Unix sockets") << true;
    }
};

void TestTcpProxy::passesAllOnUnchanged()
{
    QFETCH(const bool, onUnixSockets);
    const Scene scene(onUnixSockets);
    QVERIFY(scene.isMade);
    std::string text;
    for (int i = 0; text.size() < 60'000; ++i)
        text += static_cast<char>(i % 251);
    QVERIFY(scene.client.say(text));
    QCOMPARE(scene.server.hear(text.size()), text);
    QVERIFY(scene.server.say("answer"));
    QCOMPARE(scene.client.hear(6), std::string{"answer"});
    QCOMPARE(scene.proxy->connections(), std::size_t{1});
}

void TestTcpProxy::tellsTheOtherEndThatOneHasEnded()
{
    const Scene scene(false);
    QVERIFY(scene.isMade);
    QVERIFY(scene.client.say("last"));
    ::shutdown(scene.client.fd, SHUT_WR);
    QCOMPARE(scene.server.hear(100), std::string{"last"});
    QVERIFY(scene.server.say("still heard"));
    QCOMPARE(scene.client.hear(11), std::string{"still heard"});
}

void TestTcpProxy::holdsEachDirectionOnItsOwn_data()
{
    QTest::addColumn<bool>("toServer");
    QTest::newRow("to the server") << true;
    QTest::newRow("to the client") << false;
}

void TestTcpProxy::holdsEachDirectionOnItsOwn()
{
    QFETCH(const bool, toServer);
    const Scene scene(false);
    QVERIFY(scene.isMade);
    const Direction held = toServer ? Direction::ToServer : Direction::ToClient;
    const Socket& from = toServer ? scene.client : scene.server;
    const Socket& to = toServer ? scene.server : scene.client;
    scene.proxy->let(held, Passage::Hold);
    QVERIFY(from.say("held"));
    QVERIFY(to.isSilent());
    QVERIFY(to.say("free"));
    QCOMPARE(from.hear(4), std::string{"free"});
    scene.proxy->let(held, Passage::Pass);
    QCOMPARE(to.hear(4), std::string{"held"});
}

void TestTcpProxy::dropsWhatIsSentMeanwhile()
{
    const Scene scene(false);
    QVERIFY(scene.isMade);
    scene.proxy->let(Direction::ToServer, Passage::Drop);
    QVERIFY(scene.client.say("gone"));
    QVERIFY(scene.server.isSilent());
    scene.proxy->let(Direction::ToServer, Passage::Pass);
    QVERIFY(scene.client.say("here"));
    QCOMPARE(scene.server.hear(4), std::string{"here"});
}

void TestTcpProxy::dropsTheAnswerToOneMessage()
{
    const Scene scene(false);
    QVERIFY(scene.isMade);
    scene.proxy->onceSeen(Direction::ToServer, "COMMIT", Direction::ToClient, Passage::Drop);
    QVERIFY(scene.client.say("BEGIN"));
    QCOMPARE(scene.server.hear(5), std::string{"BEGIN"});
    QVERIFY(scene.server.say("begun"));
    QCOMPARE(scene.client.hear(5), std::string{"begun"});
    QVERIFY(!scene.proxy->hasSeen());

    QVERIFY(scene.client.say("COMMIT"));
    QCOMPARE(scene.server.hear(6), std::string{"COMMIT"});
    QVERIFY(scene.proxy->hasSeen());
    QVERIFY(scene.server.say("done"));
    QVERIFY(scene.client.isSilent());
}

void TestTcpProxy::cutsWhatIsThereAndWelcomesTheNext()
{
    QFETCH(const bool, onUnixSockets);
    Scene scene(onUnixSockets);
    QVERIFY(scene.isMade);
    scene.proxy->cut();
    QCOMPARE(scene.client.hear(1), std::string{});
    QCOMPARE(scene.server.hear(1), std::string{});
    QCOMPARE(scene.proxy->connections(), std::size_t{0});
    scene.join();
    QVERIFY(scene.isMade);
    QVERIFY(scene.client.say("again"));
    QCOMPARE(scene.server.hear(5), std::string{"again"});
}

QTEST_GUILESS_MAIN(TestTcpProxy)
#include "tst_tcp_proxy.moc"
