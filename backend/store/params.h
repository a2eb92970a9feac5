// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/enum_names.h"
#include "core/identifiers.h"
#include "core/records/timestamp.h"
#include "store/array.h"

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace onceover::store {

/// "2026-10-26 10:30:00.123456+00", which PostgreSQL reads the same in every setting.
[[nodiscard]] std::string encodeTimestamp(Timestamp at);

/// The text form of one parameter; nothing is NULL. Durations are sent as whole milliseconds (bigint), enums by name.
template <typename T>
    requires std::is_integral_v<T>
[[nodiscard]] std::optional<std::string> encodeParam(T value)
{
    if constexpr (std::is_same_v<T, bool>)
        return value ? "t" : "f";
    else
        return std::to_string(value);
}
[[nodiscard]] inline std::optional<std::string> encodeParam(std::string_view value)
{
    return std::string{value};
}
[[nodiscard]] inline std::optional<std::string> encodeParam(const std::string& value)
{
    return value;
}
[[nodiscard]] inline std::optional<std::string> encodeParam(const char* value)
{
    return std::string{value};
}
[[nodiscard]] inline std::optional<std::string> encodeParam(Bytes value)
{
    return encodeBytes(value.data);
}
[[nodiscard]] inline std::optional<std::string> encodeParam(const Uuid& value)
{
    return value.toString();
}
[[nodiscard]] inline std::optional<std::string> encodeParam(const OperationId& id)
{
    return id.value.toString();
}
[[nodiscard]] inline std::optional<std::string> encodeParam(const KeyNamespace& ns)
{
    return ns.value.toString();
}
[[nodiscard]] inline std::optional<std::string> encodeParam(BusinessDate value)
{
    return value.toString();
}
[[nodiscard]] inline std::optional<std::string> encodeParam(Timestamp value)
{
    return encodeTimestamp(value);
}
[[nodiscard]] inline std::optional<std::string> encodeParam(milliseconds value)
{
    return std::to_string(value.count());
}

template <typename Enum>
requires std::is_enum_v<Enum>
[[nodiscard]] std::optional<std::string> encodeParam(Enum value)
{
    return std::string{nameOf(value)};
}

template <typename Tag, typename Value>
[[nodiscard]] std::optional<std::string> encodeParam(const Strong<Tag, Value>& value)
{
    return encodeParam(value.value);
}

template <typename T>
[[nodiscard]] std::optional<std::string> encodeParam(const std::optional<T>& value)
{
    return value ? encodeParam(*value) : std::nullopt;
}

/// An array parameter. Elements of std::optional may be NULL.
template <typename T>
[[nodiscard]] std::optional<std::string> encodeParam(const std::vector<T>& values)
{
    ArrayText array;
    for (const T& value : values) {
        if (const std::optional<std::string> element = encodeParam(value))
            array.append(*element);
        else
            array.appendNull();
    }
    return array.take();
}

/// The parameters of one execution, in the order of $1, $2, …
class Params {
public:
    Params() = default;

    template <typename T>
    Params& add(const T& value)
    {
        m_values.push_back(encodeParam(value));
        return *this;
    }

    [[nodiscard]] const std::vector<std::optional<std::string>>& values() const { return m_values; }

private:
    std::vector<std::optional<std::string>> m_values;
};

/// params(batch, worker, ids): all at once.
template <typename... T>
[[nodiscard]] Params params(const T&... values)
{
    Params all;
    (all.add(values), ...);
    return all;
}

} // namespace onceover::store
