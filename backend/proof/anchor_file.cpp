// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/anchor_file.h"

#include "proof/audit_json.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

namespace onceover::proof {

namespace {

tl::unexpected<Failure> unavailable(const std::string& path, int error)
{
    return fail(FailureKind::Unavailable, path + ": " + std::strerror(error), "anchor file");
}

/// Where the last whole line ends: what follows was being written when its worker died.
off_t endOfWholeLines(int fd, off_t size)
{
    constexpr off_t kBlock = 4096;
    std::string block;
    while (size > 0) {
        const off_t from = size > kBlock ? size - kBlock : 0;
        block.resize(static_cast<std::size_t>(size - from));
        if (::pread(fd, block.data(), block.size(), from) != static_cast<ssize_t>(block.size()))
            return -1;
        if (const auto newline = block.rfind('\n'); newline != std::string::npos)
            return from + static_cast<off_t>(newline) + 1;
        size = from;
    }
    return 0;
}

} // namespace

AnchorFile::AnchorFile(SigningKey key, std::string path)
    : m_key(std::move(key))
    , m_path(std::move(path))
{
}

Anchor AnchorFile::sign(const AnchorDraft& draft)
{
    return {draft.seq, draft.body, m_key.sign(draft.body), m_key.publicKey()};
}

Result<std::optional<Anchor>> AnchorFile::newest()
{
    if (::access(m_path.c_str(), F_OK) != 0 && errno == ENOENT)
        return std::optional<Anchor>{};
    std::ifstream file(m_path, std::ios::binary);
    std::string line;
    std::string last;
    while (std::getline(file, line) && !file.eof()) // eof: the last line has no end.
        last.swap(line);
    if (file.bad() || !file.is_open())
        return unavailable(m_path, EIO);
    if (last.empty())
        return std::optional<Anchor>{};
    const auto anchor = readAnchor(last);
    if (!anchor)
        return refuse(Refusal::ValueMalformed, m_path + ": its last line is no anchor: " + anchor.error().found);
    return std::optional{*anchor};
}

Result<Done> AnchorFile::keep(const Anchor& anchor)
{
    const int fd = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd < 0)
        return unavailable(m_path, errno);
    const std::string line = lineOf(anchor) + '\n';
    struct stat facts { };
    const off_t end = ::fstat(fd, &facts) == 0 ? endOfWholeLines(fd, facts.st_size) : -1;
    const bool kept = end >= 0 && ::ftruncate(fd, end) == 0
        && ::pwrite(fd, line.data(), line.size(), end) == static_cast<ssize_t>(line.size()) && ::fsync(fd) == 0;
    const int error = errno;
    ::close(fd);
    return kept ? Result<Done>{Done{}} : Result<Done>{unavailable(m_path, error)};
}

Result<std::vector<Anchor>> readAnchorFile(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return refuse(Refusal::ValueMalformed, path + ": cannot be read");
    std::vector<Anchor> anchors;
    std::string line;
    for (int number = 1; std::getline(file, line) && !file.eof(); ++number) {
        auto anchor = readAnchor(line);
        if (!anchor)
            return refuse(
                Refusal::ValueMalformed, path + ", line " + std::to_string(number) + ": " + anchor.error().found);
        anchors.push_back(*std::move(anchor));
    }
    return anchors;
}

} // namespace onceover::proof
