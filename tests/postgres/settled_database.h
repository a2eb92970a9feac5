// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "store/connection_target.h"
#include "support/test_cluster.h"

#include <string>
#include <string_view>

namespace onceover::test {

/// The two days of settled_days.sql, made once, and copies of them to break.
class SettledDays {
public:
    /// Empty when the days could be made; else why not.
    [[nodiscard]] const std::string& problem() const { return m_problem; }
    SettledDays();

    /// A copy under another name; dropped by the next copy() and at the end.
    [[nodiscard]] Result<Done> copy();
    ~SettledDays();
    SettledDays(const SettledDays&) = delete;
    SettledDays& operator=(const SettledDays&) = delete;

    [[nodiscard]] store::ConnectionTarget copyAs(std::string_view login) const;
    [[nodiscard]] store::ConnectionTarget originalAs(std::string_view login) const;
    /// SQL on the copy as the superuser.
    [[nodiscard]] Result<std::string> run(std::string_view sql) const;
    /// The same with every guard off, as somebody who owns the machine could do it.
    [[nodiscard]] Result<std::string> breakIt(std::string_view sql) const;
    [[nodiscard]] const std::string& copyName() const { return m_copyName; }
    [[nodiscard]] TestDatabase& original() { return m_days; }

private:
    void dropCopy();

    TestDatabase m_days;
    std::string m_copyName;
    std::string m_problem;
    bool m_hasCopy = false;
};

} // namespace onceover::test
