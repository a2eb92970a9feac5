// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/anchor_file.h"

#include "proof/audit_json.h"
#include "proof/length_prefixed.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

namespace onceover::proof {

namespace {

tl::unexpected<Failure> unavailable(const std::string& path, int error)
{
    return fail(FailureKind::Unavailable, path + ": " + std::strerror(error == 0 ? ENOSPC : error), "anchor file");
}

/// A descriptor that closes itself.
class OpenFile {
public:
    OpenFile(const std::string& path, int flags)
        : m_fd(::open(path.c_str(), flags | O_CLOEXEC, S_IRUSR | S_IWUSR))
    {
    }
    ~OpenFile()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    [[nodiscard]] int fd() const { return m_fd; }
    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }
    /// Nothing but a plain file keeps what is appended to it.
    [[nodiscard]] bool isPlain() const
    {
        struct stat facts { };
        return m_fd >= 0 && ::fstat(m_fd, &facts) == 0 && S_ISREG(facts.st_mode);
    }

private:
    int m_fd;
};

/// Everything, or false with errno.
bool writeAll(int fd, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            errno = written == 0 ? ENOSPC : errno;
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// The end of a file from its last line but one on; lines of anchors are short.
std::string tailOf(int fd, off_t size)
{
    constexpr off_t kTail = 65536;
    const off_t from = size > kTail ? size - kTail : 0;
    std::string tail(static_cast<std::size_t>(size - from), '\0');
    const ssize_t got = ::pread(fd, tail.data(), tail.size(), from);
    tail.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return tail;
}

/// The last line of a text that has an end.
std::string_view lastWholeLine(std::string_view text)
{
    const auto end = text.rfind('\n');
    if (end == std::string_view::npos)
        return {};
    const auto before = end == 0 ? std::string_view::npos : text.rfind('\n', end - 1);
    const auto begin = before == std::string_view::npos ? 0 : before + 1;
    return text.substr(begin, end - begin);
}

/// A file that was made is in its folder after a power cut as well.
void syncFolderOf(const std::string& path)
{
    const OpenFile folder{std::filesystem::absolute(path).parent_path().string(), O_RDONLY | O_DIRECTORY};
    if (folder.isOpen())
        ::fsync(folder.fd());
}

/// The installation that a body names; empty when it is no body.
std::string installationOf(const std::string& body)
{
    const auto fields = splitFields(body);
    return fields && fields->size() > 1 ? (*fields)[1] : std::string{};
}

} // namespace

AnchorFile::AnchorFile(SigningKey key, std::string path)
    : m_key(std::move(key))
    , m_path(std::move(path))
{
}

Result<Done> AnchorFile::prepare() const
{
    const OpenFile file{m_path, O_WRONLY | O_CREAT | O_APPEND};
    if (!file.isOpen())
        return unavailable(m_path, errno);
    if (!file.isPlain())
        return refuse(Refusal::ValueMalformed, m_path + ": is no plain file");
    syncFolderOf(m_path);
    return Done{};
}

Anchor AnchorFile::sign(const AnchorDraft& draft)
{
    return {draft.seq, draft.body, m_key.sign(draft.body), m_key.publicKey()};
}

Result<std::optional<Anchor>> AnchorFile::newest(const AnchorDraft& draft)
{
    const OpenFile file{m_path, O_RDONLY};
    struct stat facts { };
    if (!file.isOpen() && errno == ENOENT)
        return std::optional<Anchor>{};
    if (!file.isOpen() || ::fstat(file.fd(), &facts) != 0)
        return unavailable(m_path, errno);
    if (!S_ISREG(facts.st_mode))
        return refuse(Refusal::ValueMalformed, m_path + ": is no plain file");
    const std::string tail = tailOf(file.fd(), facts.st_size);
    const std::string_view line = lastWholeLine(tail);
    if (facts.st_size == 0 || (line.empty() && tail.find('\n') == std::string::npos))
        return std::optional<Anchor>{}; // New, or the first line was never finished.
    const auto anchor = readAnchor(line);
    if (!anchor)
        return refuse(Refusal::ValueMalformed, m_path + ": its last line is no anchor: " + anchor.error().found);
    if (anchor->publicKey != m_key.publicKey())
        return refuse(Refusal::ValueMalformed,
            m_path + ": its anchors are of the key " + fingerprintOf(anchor->publicKey)
                + "; each key has a file of its own");
    if (!isSignedBy(anchor->publicKey, anchor->body, anchor->signature))
        return refuse(Refusal::ValueMalformed, m_path + ": the signature of its last line is not good");
    if (installationOf(anchor->body) != installationOf(draft.body))
        return refuse(Refusal::ValueMalformed, m_path + ": its anchors are of another installation");
    return std::optional{*anchor};
}

Result<Done> AnchorFile::keep(const Anchor& anchor)
{
    const OpenFile file{m_path, O_RDWR | O_CREAT | O_APPEND};
    struct stat facts { };
    if (!file.isOpen() || ::flock(file.fd(), LOCK_EX) != 0 || ::fstat(file.fd(), &facts) != 0)
        return unavailable(m_path, errno);
    const std::string tail = tailOf(file.fd(), facts.st_size);
    // What was being written when its worker died stays as a line of its own: nothing is ever taken back.
    const bool isTorn = !tail.empty() && tail.back() != '\n';
    if (!writeAll(file.fd(), (isTorn ? "\n" : "") + lineOf(anchor) + '\n') || ::fsync(file.fd()) != 0)
        return unavailable(m_path, errno);
    if (facts.st_size == 0)
        syncFolderOf(m_path);
    return Done{};
}

Result<std::vector<Anchor>> readAnchorFile(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return refuse(Refusal::ValueMalformed, path + ": cannot be read");
    std::vector<Anchor> anchors;
    std::string torn; ///< A line that holds none, until the next one shows that it was its beginning.
    std::string whyTorn;
    std::string line;
    for (int number = 1; std::getline(file, line) && !file.eof(); ++number) {
        if (!whyTorn.empty() && line.compare(0, torn.size(), torn) != 0)
            return refuse(Refusal::ValueMalformed, path + ", " + whyTorn);
        whyTorn.clear();
        auto anchor = readAnchor(line);
        if (anchor && !anchors.empty() && anchor->seq <= anchors.back().seq)
            return refuse(Refusal::ValueMalformed,
                path + ", line " + std::to_string(number) + ": anchor " + std::to_string(anchor->seq) + " comes after "
                    + std::to_string(anchors.back().seq) + ": lines were moved");
        if (anchor) {
            anchors.push_back(*std::move(anchor));
            continue;
        }
        torn = line;
        whyTorn = "line " + std::to_string(number) + ": " + anchor.error().found;
    }
    if (!whyTorn.empty())
        return refuse(Refusal::ValueMalformed, path + ", " + whyTorn);
    return anchors;
}

} // namespace onceover::proof
