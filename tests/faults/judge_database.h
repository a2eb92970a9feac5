// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

struct pg_conn;

namespace onceover::test {

/// The judge's own eye on the tables: plain SQL through libpq and through nothing of the product's code, so that a
/// mistake in the store cannot agree with itself. Connects by itself, again after the server was away.
class JudgeDatabase {
public:
    using Rows = std::vector<std::vector<std::string>>;

    explicit JudgeDatabase(std::string conninfo);
    ~JudgeDatabase();
    JudgeDatabase(const JudgeDatabase&) = delete;
    JudgeDatabase& operator=(const JudgeDatabase&) = delete;

    /// The rows of a query (several statements allowed: of the last one); NULL is the empty text. Nothing while the
    /// server is away or when the statement failed: problem() says why.
    [[nodiscard]] std::optional<Rows> rows(const std::string& sql);
    /// The first value of the first row; a text that begins with "error: " when there is none, which equals no
    /// expectation.
    [[nodiscard]] std::string value(const std::string& sql);
    /// The same as a number; -1 when there is none.
    [[nodiscard]] long long count(const std::string& sql);
    [[nodiscard]] const std::string& problem() const { return m_problem; }
    /// Ends the session, so that the database can be copied; the next query connects again.
    void disconnect();

private:
    struct Closer {
        void operator()(pg_conn* connection) const;
    };

    std::string m_conninfo;
    std::unique_ptr<pg_conn, Closer> m_connection;
    std::string m_problem;
};

} // namespace onceover::test
