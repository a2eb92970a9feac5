// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/tcp_proxy.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <list>
#include <mutex>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace onceover::sandbox {

// Named, because the relay, which has a name outside, is made of them; all files of a folder may become one.
namespace proxy_parts {

constexpr std::size_t kChunk = 16 * 1024;
constexpr int kBacklog = 64;

/// A socket of ours, closed with it.
class Socket {
public:
    explicit Socket(int fd = -1)
        : m_fd(fd)
    {
    }
    Socket(Socket&& other) noexcept
        : m_fd(std::exchange(other.m_fd, -1))
    {
    }
    Socket& operator=(Socket&& other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~Socket()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    [[nodiscard]] int fd() const { return m_fd; }
    /// The other side gets a reset instead of an end.
    void resetOnClose() const
    {
        const linger reset{1, 0};
        ::setsockopt(m_fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    }

private:
    int m_fd;
};

struct NativeAddress {
    sockaddr_storage storage{};
    socklen_t length = 0;
    [[nodiscard]] int family() const { return storage.ss_family; }
    [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

Result<NativeAddress> nativeOf(const ProxyAddress& address)
{
    NativeAddress native;
    if (address.path.empty()) {
        sockaddr_in in{};
        in.sin_family = AF_INET;
        in.sin_port = htons(address.port);
        in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        std::memcpy(&native.storage, &in, sizeof in);
        native.length = sizeof in;
        return native;
    }
    sockaddr_un un{};
    un.sun_family = AF_UNIX;
    const std::string text = address.path.string();
    if (text.size() >= sizeof un.sun_path)
        return fail(FailureKind::Unavailable,
            "a socket's path is longer than " + std::to_string(sizeof un.sun_path - 1) + " bytes: " + text);
    std::memcpy(un.sun_path, text.c_str(), text.size() + 1);
    std::memcpy(&native.storage, &un, sizeof un);
    native.length = sizeof un;
    return native;
}

tl::unexpected<Failure> cannot(const std::string& what)
{
    return fail(FailureKind::Unavailable, "the proxy cannot " + what + ": " + std::generic_category().message(errno));
}

/// One way of one connection: read from one end, written to the other. Bytes that the other end does not take yet wait
/// here.
struct Way {
    std::string waiting;
    bool readEnded = false; ///< The source has said all.
    bool endedTold = false; ///< And the other end was told.
};

struct Link {
    Socket client;
    Socket server;
    std::array<Way, 2> ways; ///< By Direction.
    bool isDead = false;

    [[nodiscard]] const Socket& source(std::size_t way) const { return way == 0 ? client : server; }
    [[nodiscard]] const Socket& target(std::size_t way) const { return way == 0 ? server : client; }
};

std::size_t indexOf(Direction direction)
{
    return direction == Direction::ToServer ? 0 : 1;
}

} // namespace proxy_parts

using namespace proxy_parts;

class TcpProxy::Relay {
public:
    Relay(Socket listener, NativeAddress server, int wakeFd, std::filesystem::path ownPath)
        : m_listener(std::move(listener))
        , m_wake(wakeFd)
        , m_server(server)
        , m_ownPath(std::move(ownPath))
        , m_thread([this](const std::stop_token& stop) { run(stop); })
    {
    }

    ~Relay()
    {
        m_thread.request_stop();
        wake();
        m_thread.join();
        if (!m_ownPath.empty())
            ::unlink(m_ownPath.c_str());
    }

    [[nodiscard]] std::uint16_t port() const
    {
        sockaddr_in in{};
        socklen_t length = sizeof in;
        const bool known = ::getsockname(m_listener.fd(), reinterpret_cast<sockaddr*>(&in), &length) == 0
            && in.sin_family == AF_INET;
        return known ? ntohs(in.sin_port) : std::uint16_t{0};
    }

    void let(Direction direction, Passage passage)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_passages[indexOf(direction)] = passage;
        }
        wake();
    }

    void onceSeen(Direction direction, std::string text, Direction of, Passage then)
    {
        const std::lock_guard lock(m_mutex);
        m_order = {direction, std::move(text), of, then};
        m_hasSeen = false;
    }

    [[nodiscard]] bool hasSeen() const
    {
        const std::lock_guard lock(m_mutex);
        return m_hasSeen;
    }

    void cut()
    {
        {
            const std::lock_guard lock(m_mutex);
            for (Link& link : m_links) {
                link.client.resetOnClose();
                link.server.resetOnClose();
                ::shutdown(link.client.fd(), SHUT_RDWR);
                ::shutdown(link.server.fd(), SHUT_RDWR);
                link.isDead = true;
            }
        }
        wake();
    }

    [[nodiscard]] std::size_t connections() const
    {
        const std::lock_guard lock(m_mutex);
        return static_cast<std::size_t>(
            std::count_if(m_links.begin(), m_links.end(), [](const Link& link) { return !link.isDead; }));
    }

private:
    struct Order {
        Direction direction = Direction::ToServer;
        std::string text;
        Direction of = Direction::ToClient;
        Passage then = Passage::Pass;
    };

    void wake() const
    {
        const std::uint64_t one = 1;
        static_cast<void>(!::write(m_wake.fd(), &one, sizeof one));
    }

    void run(const std::stop_token& stop);
    [[nodiscard]] std::vector<pollfd> watchList() const;
    void welcome();
    void serve(Link& link, const pollfd& client, const pollfd& server);
    void readFrom(Link& link, std::size_t way);
    void writeTo(Link& link, std::size_t way);
    void carryOutOrder(std::size_t way, std::string_view bytes);

    Socket m_listener;
    Socket m_wake;
    NativeAddress m_server;
    std::filesystem::path m_ownPath;
    mutable std::mutex m_mutex;
    std::list<Link> m_links;
    std::array<Passage, 2> m_passages{Passage::Pass, Passage::Pass};
    Order m_order;
    bool m_hasSeen = false;
    std::jthread m_thread; ///< Last: it uses all of the above.
};

/// Wake, listener, then client and server of each link. A side that is held is not watched for reading.
std::vector<pollfd> TcpProxy::Relay::watchList() const
{
    std::vector<pollfd> watched{{m_wake.fd(), POLLIN, 0}, {m_listener.fd(), POLLIN, 0}};
    for (const Link& link : m_links) {
        std::array<short, 2> events{};
        for (std::size_t way = 0; way < 2; ++way) {
            const bool reads
                = !link.ways[way].readEnded && link.ways[way].waiting.empty() && m_passages[way] != Passage::Hold;
            events[way] = static_cast<short>(events[way] | (reads ? POLLIN : 0));
            const bool writes = !link.ways[way].waiting.empty() && m_passages[way] != Passage::Hold;
            events[1 - way] = static_cast<short>(events[1 - way] | (writes ? POLLOUT : 0));
        }
        // A hang-up is reported unasked, and would be again and again for a side that is held: it is left out then.
        watched.push_back({events[0] != 0 ? link.client.fd() : -1, events[0], 0});
        watched.push_back({events[1] != 0 ? link.server.fd() : -1, events[1], 0});
    }
    return watched;
}

void TcpProxy::Relay::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        std::vector<pollfd> watched;
        {
            const std::lock_guard lock(m_mutex);
            m_links.remove_if([](const Link& link) { return link.isDead; });
            watched = watchList();
        }
        ::poll(watched.data(), watched.size(), -1);
        std::uint64_t ignored = 0;
        static_cast<void>(!::read(m_wake.fd(), &ignored, sizeof ignored));
        const std::lock_guard lock(m_mutex);
        std::size_t at = 2;
        for (Link& link : m_links) {
            if (!link.isDead)
                serve(link, watched[at], watched[at + 1]);
            at += 2;
        }
        if ((watched[1].revents & POLLIN) != 0)
            welcome();
    }
}

void TcpProxy::Relay::welcome()
{
    Socket client(::accept4(m_listener.fd(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (client.fd() < 0)
        return;
    Socket server(::socket(m_server.family(), SOCK_STREAM | SOCK_CLOEXEC, 0));
    // Loopback and Unix sockets answer at once, so this is done before the socket stops waiting.
    if (server.fd() < 0 || ::connect(server.fd(), m_server.get(), m_server.length) != 0)
        return; // The client sees an end: nobody is there.
    ::fcntl(server.fd(), F_SETFL, O_NONBLOCK);
    const int yes = 1;
    for (const int fd : {client.fd(), server.fd()})
        ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    m_links.push_back({std::move(client), std::move(server), {}, false});
}

void TcpProxy::Relay::serve(Link& link, const pollfd& client, const pollfd& server)
{
    constexpr short kReadable = POLLIN | POLLHUP | POLLERR;
    const std::array<short, 2> events{client.revents, server.revents};
    for (std::size_t way = 0; way < 2 && !link.isDead; ++way) {
        if ((events[way] & kReadable) != 0 && link.ways[way].waiting.empty() && !link.ways[way].readEnded
            && m_passages[way] != Passage::Hold)
            readFrom(link, way);
        if (m_passages[way] != Passage::Hold)
            writeTo(link, way);
    }
    if (link.ways[0].endedTold && link.ways[1].endedTold)
        link.isDead = true;
}

void TcpProxy::Relay::readFrom(Link& link, std::size_t way)
{
    std::array<char, kChunk> buffer;
    const ssize_t got = ::recv(link.source(way).fd(), buffer.data(), buffer.size(), 0);
    if (got < 0) {
        link.isDead = errno != EAGAIN && errno != EINTR;
        return;
    }
    if (got == 0) {
        link.ways[way].readEnded = true;
        return;
    }
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(got));
    if (m_passages[way] == Passage::Pass)
        link.ways[way].waiting.append(bytes);
    carryOutOrder(way, bytes);
}

void TcpProxy::Relay::carryOutOrder(std::size_t way, std::string_view bytes)
{
    if (m_order.text.empty() || indexOf(m_order.direction) != way || bytes.find(m_order.text) == std::string_view::npos)
        return;
    m_passages[indexOf(m_order.of)] = m_order.then;
    m_order.text.clear();
    m_hasSeen = true;
}

void TcpProxy::Relay::writeTo(Link& link, std::size_t way)
{
    Way& bytes = link.ways[way];
    while (!bytes.waiting.empty()) {
        const ssize_t written = ::send(link.target(way).fd(), bytes.waiting.data(), bytes.waiting.size(), MSG_NOSIGNAL);
        if (written < 0) {
            link.isDead = errno != EAGAIN && errno != EINTR;
            return;
        }
        bytes.waiting.erase(0, static_cast<std::size_t>(written));
    }
    if (bytes.readEnded && !bytes.endedTold) {
        ::shutdown(link.target(way).fd(), SHUT_WR);
        bytes.endedTold = true;
    }
}

TcpProxy::TcpProxy(std::unique_ptr<Relay> relay)
    : m_relay(std::move(relay))
{
}

TcpProxy::~TcpProxy() = default;

Result<std::unique_ptr<TcpProxy>> TcpProxy::start(const ProxyAddress& listenOn, const ProxyAddress& server)
{
    const auto own = nativeOf(listenOn);
    if (!own)
        return tl::unexpected(own.error());
    const auto other = nativeOf(server);
    if (!other)
        return tl::unexpected(other.error());
    Socket listener(::socket(own->family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (listener.fd() < 0)
        return cannot("make a socket");
    const int yes = 1;
    ::setsockopt(listener.fd(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (::bind(listener.fd(), own->get(), own->length) != 0)
        return cannot("listen where it should");
    if (!listenOn.path.empty())
        ::chmod(listenOn.path.c_str(), S_IRUSR | S_IWUSR); // Before anybody can connect: it does not listen yet.
    if (::listen(listener.fd(), kBacklog) != 0)
        return cannot("listen");
    const int wakeFd = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (wakeFd < 0)
        return cannot("make an eventfd");
    return std::unique_ptr<TcpProxy>(
        new TcpProxy(std::make_unique<Relay>(std::move(listener), *other, wakeFd, listenOn.path)));
}

std::uint16_t TcpProxy::port() const
{
    return m_relay->port();
}

void TcpProxy::let(Direction direction, Passage passage)
{
    m_relay->let(direction, passage);
}

void TcpProxy::onceSeen(Direction direction, std::string text, Direction of, Passage then)
{
    m_relay->onceSeen(direction, std::move(text), of, then);
}

bool TcpProxy::hasSeen() const
{
    return m_relay->hasSeen();
}

void TcpProxy::cut()
{
    m_relay->cut();
}

std::size_t TcpProxy::connections() const
{
    return m_relay->connections();
}

} // namespace onceover::sandbox
