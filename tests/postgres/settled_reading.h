// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "settled_database.h"
#include "store/console_store.h"

#include <QString>
#include <QTest>

#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace onceover::test {

/// A failure in one line, for the message of a test.
[[nodiscard]] inline QString reasonOf(const Failure& failure)
{
    return QString::fromStdString(failure.statement + " " + failure.sqlState + " " + failure.detail);
}

/// What SQL on the copy answers the superuser, without its last line break, or why it failed.
[[nodiscard]] inline std::string told(const SettledDays& days, const std::string& sql)
{
    const auto text = days.run(sql);
    return text ? QString::fromStdString(*text).trimmed().toStdString() : reasonOf(text.error()).toStdString();
}

/// One page of a list of the copy, as this login reads it.
template <typename Row>
[[nodiscard]] Result<Page<Row>> readList(
    const SettledDays& days, WorkList list, const ListQuery& query, const char* login = "alice")
{
    store::ConsoleStore reader{days.copyAs(login), "test"};
    auto page = reader.readWork(list, query);
    if (!page)
        return tl::unexpected{page.error()};
    return std::get<Page<Row>>(std::move(*page));
}

} // namespace onceover::test

/// Makes the settled days of a test program; skips or fails where they cannot be made.
#define MAKE_SETTLED_DAYS(days)                                                                                        \
    do {                                                                                                               \
        (days) = std::make_unique<onceover::test::SettledDays>();                                                      \
        ONCEOVER_NEED((days)->original());                                                                             \
        QVERIFY2((days)->problem().empty(), (days)->problem().c_str());                                                \
    } while (false)

/// Fails with the reason when there is no result.
#define VERIFY_READ(result)                                                                                            \
    do {                                                                                                               \
        const auto& looked = (result);                                                                                 \
        QVERIFY2(looked.has_value(), looked ? "" : qPrintable(onceover::test::reasonOf(looked.error())));              \
    } while (false)
