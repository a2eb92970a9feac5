// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "channel/book_reader.h"
#include "json_text.h"
#include "models/display_text.h"
#include "store/proof_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <iterator>
#include <sys/signalfd.h>
#include <unistd.h>
#include <utility>

namespace onceover::ctl {

namespace {

struct VerifyWords {
    Q_DECLARE_TR_FUNCTIONS(VerifyCommand)
};

/// DESIGN.md section 7 in a few words.
QString promiseText(std::string_view promise)
{
    if (promise == "I1")
        return VerifyWords::tr("one operation per natural key");
    if (promise == "I2")
        return VerifyWords::tr("legs sum to zero, once each, never paid and given back");
    if (promise == "I3")
        return VerifyWords::tr("each balance is the sum of its entries");
    if (promise == "I4")
        return VerifyWords::tr("each success has exactly one effect outside, and no effect is without its operation");
    if (promise == "I5")
        return VerifyWords::tr("operations, ledger, outbox, answers and outside book agree");
    if (promise == "I6")
        return VerifyWords::tr("nothing is stuck without being listed");
    if (promise == "I7")
        return VerifyWords::tr("keys are the computed ones, and nothing was sent again unasked");
    if (promise == "I8")
        return VerifyWords::tr("dead letters, compensations and revisions point to their originals");
    if (promise == "I9")
        return VerifyWords::tr("batch counts equal their operations");
    if (promise == "I10")
        return VerifyWords::tr("the audit chains are unbroken");
    if (promise == "I11")
        return VerifyWords::tr("no approval by its maker, none executed twice");
    if (promise == "I12")
        return VerifyWords::tr("nothing began under a freeze");
    if (promise == "I13")
        return VerifyWords::tr("each item is settled once, and a settlement equals its items");
    return {};
}

/// Reads every book that answers. A bank that is down is said, and leaves the recorded answers to judge.
OutsideBooks readBooks(const ReadableBooks& readable, std::vector<std::string>& unread)
{
    OutsideBooks books;
    books.readFrom = readable.databaseTime;
    for (const auto& [channel, endpoint] : readable.endpoints) {
        Result<std::vector<OutsideEffect>> book = channel::readBook(endpoint, channel);
        if (!book) {
            printNote(VerifyWords::tr(
                "The book of %1 (%2) could not be read: for this channel I4 and I5 rest on recorded answers alone. %3")
                          .arg(models::plainText(channel), models::plainText(endpoint),
                              models::plainText(book.error().detail)));
            unread.push_back(channel);
            continue;
        }
        books.channels.push_back(channel);
        books.effects.insert(
            books.effects.end(), std::make_move_iterator(book->begin()), std::make_move_iterator(book->end()));
    }
    return books;
}

void printPromise(const PromiseCheck& check, const std::vector<std::string>& unread, bool asJson)
{
    if (asJson) {
        Json json{
            {"promise", check.promise}, {"holds", check.holds}, {"checked", check.checked}, {"broken", check.broken}};
        if (check.brokenTotal > static_cast<std::int64_t>(check.broken.size()))
            json["broken_total"] = check.brokenTotal;
        if (!unread.empty() && (check.promise == "I4" || check.promise == "I5"))
            json["books_not_read"] = unread;
        printJson(json);
        return;
    }
    const QString mark = check.holds ? VerifyWords::tr("✔ holds") : VerifyWords::tr("✖ broken");
    printLine(QStringLiteral("%1 %2 %3  %4")
                  .arg(models::plainText(check.promise), -4)
                  .arg(mark, -9)
                  .arg(models::countText(check.checked), 12)
                  .arg(promiseText(check.promise)));
    for (const std::string& name : check.broken)
        printLine(QStringLiteral("       ") + models::plainText(name));
    const std::int64_t unnamed = check.brokenTotal - static_cast<std::int64_t>(check.broken.size());
    if (unnamed > 0)
        printLine(QStringLiteral("       ") + VerifyWords::tr("and %1 more").arg(models::countText(unnamed)));
}

/// The line of the progress is somebody else's now.
void clearProgress()
{
    if (::isatty(STDERR_FILENO) != 0)
        std::cerr << "\r\x1b[K" << std::flush;
}

/// How far the look has come, in one line that is written anew, where somebody looks. Promises are whole near its end.
void tellProgress(std::size_t done, std::size_t all)
{
    if (::isatty(STDERR_FILENO) == 0 || done == all)
        return;
    const QString line = VerifyWords::tr("%1 of %2 looks done").arg(done).arg(all);
    std::cerr << "\r\x1b[K" << line.toStdString() << std::flush;
}

/// Ctrl+C and SIGTERM as something to wait for, so that the server is told to stop as well.
class WishToStop {
public:
    WishToStop()
    {
        sigemptyset(&m_wishes);
        for (const int signal : {SIGTERM, SIGINT})
            sigaddset(&m_wishes, signal);
        ::pthread_sigmask(SIG_BLOCK, &m_wishes, nullptr);
        m_fd = ::signalfd(-1, &m_wishes, SFD_CLOEXEC);
    }
    ~WishToStop() { ::close(m_fd); }
    WishToStop(const WishToStop&) = delete;
    WishToStop& operator=(const WishToStop&) = delete;

    [[nodiscard]] int fd() const { return m_fd; }

private:
    sigset_t m_wishes{};
    int m_fd = -1;
};

} // namespace

ExitCode runVerify(const CommonOptions& common, const VerifyOptions& options)
{
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    store::ProofStore proof{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = proof.connect();
    if (!server)
        return reportFailure(server.error());
    printWhere(*server, common.json);
    const Result<ReadableBooks> readable = proof.readableBooks();
    if (!readable)
        return reportFailure(readable.error());
    std::vector<std::string> unread;
    const OutsideBooks books = readBooks(*readable, unread);
    const WishToStop wish;
    proof.interruptBy(wish.fd());
    proof.setEffort({.connections = options.jobs});
    proof.onProgress(tellProgress);
    const Result<std::vector<PromiseCheck>> checks
        = proof.verify(books, options.quiescent, [&](const PromiseCheck& check) {
              clearProgress();
              printPromise(check, unread, common.json);
          });
    clearProgress();
    if (!checks && checks.error().kind == FailureKind::Cancelled) {
        printNote(VerifyWords::tr("Stopped before every promise was looked at: this proves nothing."));
        return ExitCode::Broken;
    }
    if (!checks)
        return reportFailure(checks.error());
    if (!proof.whyFewer().empty())
        printNote(VerifyWords::tr("Fewer than %1 connections looked: %2")
                      .arg(options.jobs)
                      .arg(models::plainText(proof.whyFewer())));
    const auto holding
        = std::count_if(checks->begin(), checks->end(), [](const PromiseCheck& check) { return check.holds; });
    const bool allHold = holding == static_cast<std::ptrdiff_t>(checks->size());
    if (!common.json)
        printLine(VerifyWords::tr("%1 of %2 promises hold.").arg(holding).arg(checks->size()));
    // At rest everything can be read: a book that cannot leaves a promise unproved.
    const bool isProved = unread.empty() || !options.quiescent;
    if (!isProved)
        printNote(VerifyWords::tr(
            "Not proved: with --quiescent every outside book must be read. Start the bank, or run it without."));
    return allHold && isProved ? ExitCode::Ok : ExitCode::Broken;
}

} // namespace onceover::ctl
