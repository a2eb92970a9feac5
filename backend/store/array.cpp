// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/array.h"

#include <utility>

namespace onceover::store {

namespace {

constexpr std::string_view kHex = "0123456789abcdef";

int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

} // namespace

std::string encodeBytes(std::string_view data)
{
    std::string text;
    text.reserve(2 + data.size() * 2);
    text += "\\x";
    for (const char c : data) {
        const auto byte = static_cast<unsigned char>(c);
        text += kHex[byte >> 4];
        text += kHex[byte & 15];
    }
    return text;
}

std::optional<std::string> decodeBytes(std::string_view text)
{
    if (!text.starts_with("\\x") || text.size() % 2 != 0)
        return std::nullopt;
    std::string data;
    data.reserve(text.size() / 2 - 1);
    for (std::size_t i = 2; i < text.size(); i += 2) {
        const int high = hexValue(text[i]);
        const int low = hexValue(text[i + 1]);
        if (high < 0 || low < 0)
            return std::nullopt;
        data += static_cast<char>((high << 4) | low);
    }
    return data;
}

void ArrayText::append(std::string_view element)
{
    if (!m_first)
        m_text += ',';
    m_first = false;
    m_text += '"';
    for (const char c : element) {
        if (c == '"' || c == '\\')
            m_text += '\\';
        m_text += c;
    }
    m_text += '"';
}

void ArrayText::appendNull()
{
    if (!m_first)
        m_text += ',';
    m_first = false;
    m_text += "NULL";
}

std::string ArrayText::take()
{
    std::string done = std::exchange(m_text, "{");
    m_first = true;
    done += '}';
    return done;
}

std::optional<std::vector<std::optional<std::string>>> splitArray(std::string_view text)
{
    std::vector<std::optional<std::string>> elements;
    if (text == "{}")
        return elements;
    if (text.size() < 2 || text.front() != '{' || text.back() != '}')
        return std::nullopt;
    text = text.substr(1, text.size() - 2);
    std::size_t i = 0;
    while (true) {
        std::string element;
        const bool quoted = i < text.size() && text[i] == '"';
        if (quoted) {
            for (++i; i < text.size() && text[i] != '"'; ++i) {
                if (text[i] == '\\' && i + 1 < text.size())
                    ++i;
                element += text[i];
            }
            if (i == text.size())
                return std::nullopt;
            ++i;
        } else {
            for (; i < text.size() && text[i] != ','; ++i) {
                if (text[i] == '{' || text[i] == '"')
                    return std::nullopt;
                element += text[i];
            }
        }
        if (!quoted && element == "NULL")
            elements.emplace_back();
        else
            elements.emplace_back(std::move(element));
        if (i == text.size())
            return elements;
        if (text[i] != ',')
            return std::nullopt;
        ++i;
    }
}

} // namespace onceover::store
