// SPDX-License-Identifier: GPL-3.0-or-later
#include "practice_bank/book.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace practice_bank {

namespace {

/// A longer line than any that the bank writes: past it the file is not a book, and memory is not spent on it.
constexpr std::size_t kLineBytesMax = 16 * 1024;

std::string reasonOf(int error)
{
    return std::strerror(error); // NOLINT(concurrency-mt-unsafe): called at the end of the book's life or at start.
}

/// A new file survives a power cut only when its folder was synced too.
void syncFolderOf(const std::filesystem::path& file)
{
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path{"."};
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        ::fsync(descriptor);
        ::close(descriptor);
    }
}

int openLocked(const std::filesystem::path& file)
{
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        throw StartFailure("cannot open the book " + file.string() + ": " + reasonOf(errno));
    }
    struct stat status { };
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        throw StartFailure("the book " + file.string() + " is not a regular file");
    }
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        const int error = errno;
        ::close(descriptor);
        throw StartFailure("the book " + file.string()
            + (error == EWOULDBLOCK ? " is in use by another bank; stop that one first"
                                    : " cannot be locked: " + reasonOf(error)));
    }
    syncFolderOf(file);
    return descriptor;
}

} // namespace

Book::Book(const std::filesystem::path& file, const LineReader& reader, LogSink log, std::function<void()> onBroken)
    : m_file(file)
    , m_log(std::move(log))
    , m_onBroken(std::move(onBroken))
    , m_descriptor(openLocked(file))
{
    try {
        readLines(reader);
        m_writer = std::thread([this] { writeLoop(); });
    } catch (...) {
        ::close(m_descriptor);
        throw;
    }
}

Book::~Book()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_work.notify_one();
    m_writer.join();
    ::close(m_descriptor);
}

void Book::readLines(const LineReader& reader)
{
    std::array<char, 256 * 1024> block{};
    std::string rest; // The line that is not whole yet.
    off_t wholeBytes = 0;
    for (off_t at = 0;;) {
        const ssize_t size = ::pread(m_descriptor, block.data(), block.size(), at);
        if (size < 0) {
            throw StartFailure("cannot read the book " + m_file.string() + ": " + reasonOf(errno));
        }
        if (size == 0) {
            break;
        }
        at += size;
        std::string_view fresh(block.data(), static_cast<std::size_t>(size));
        for (auto end = fresh.find('\n'); end != std::string_view::npos; end = fresh.find('\n')) {
            rest.append(fresh.substr(0, end));
            fresh.remove_prefix(end + 1);
            if (!reader(m_lastLine + 1, rest)) {
                throw StartFailure("the book " + m_file.string() + " is damaged at line "
                    + std::to_string(m_lastLine + 1) + "; restore it from a copy, or take another file");
            }
            ++m_lastLine;
            wholeBytes += static_cast<off_t>(rest.size()) + 1;
            rest.clear();
        }
        rest.append(fresh);
        if (rest.size() > kLineBytesMax) {
            throw StartFailure("the book " + m_file.string() + " is damaged at line " + std::to_string(m_lastLine + 1)
                + ": the line does not end");
        }
    }
    if (!rest.empty()) {
        // Never answered: an answer leaves only after the whole line, newline included, was synced.
        if (::ftruncate(m_descriptor, wholeBytes) != 0 || ::fdatasync(m_descriptor) != 0) {
            throw StartFailure(
                "cannot cut the torn last line off the book " + m_file.string() + ": " + reasonOf(errno));
        }
        m_log({LogLevel::Warning, "torn_line_cut",
            "cut " + std::to_string(rest.size()) + " bytes of an unfinished line " + std::to_string(m_lastLine + 1),
            {}});
    } else if (::fdatasync(m_descriptor) != 0) {
        // What the bank reads here it will answer from: it must be on disk, although its writer died before the sync.
        throw StartFailure("cannot sync the book " + m_file.string() + ": " + reasonOf(errno));
    }
    m_durableLine = m_lastLine;
}

std::uint64_t Book::append(std::string text)
{
    std::uint64_t line = 0;
    {
        const std::lock_guard lock(m_mutex);
        line = ++m_lastLine;
        if (!m_broken) {
            m_waiting += text;
        }
    }
    m_work.notify_one();
    return line;
}

bool Book::waitDurable(std::uint64_t line)
{
    std::unique_lock lock(m_mutex);
    m_durability.wait(lock, [&] { return m_broken || m_durableLine >= line; });
    return m_durableLine >= line;
}

std::uint64_t Book::durableLine() const
{
    const std::lock_guard lock(m_mutex);
    return m_durableLine;
}

std::uint64_t Book::nextLine() const
{
    const std::lock_guard lock(m_mutex);
    return m_lastLine + 1;
}

bool Book::isBroken() const
{
    const std::lock_guard lock(m_mutex);
    return m_broken;
}

void Book::writeLoop()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_work.wait(lock, [&] { return m_closing || !m_waiting.empty(); });
        if (m_waiting.empty()) {
            return;
        }
        const std::string text = std::exchange(m_waiting, {});
        const std::uint64_t last = m_lastLine;
        lock.unlock();
        const std::string trouble = writeAndSync(text);
        lock.lock();
        if (!trouble.empty()) {
            m_broken = true;
            m_durability.notify_all();
            lock.unlock();
            m_log({LogLevel::Error, "book_broken", "the book cannot be written: " + trouble, {}});
            m_onBroken();
            return;
        }
        m_durableLine = last;
        m_durability.notify_all();
    }
}

std::string Book::writeAndSync(const std::string& text) const
{
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t size = ::write(m_descriptor, text.data() + done, text.size() - done);
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size < 0) {
            return reasonOf(errno);
        }
        done += static_cast<std::size_t>(size);
    }
    return ::fdatasync(m_descriptor) == 0 ? std::string{} : reasonOf(errno);
}

} // namespace practice_bank
