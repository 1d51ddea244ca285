// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/message.h"

#include <span>

namespace phasor {

namespace {

class English : public Language
{
public:
    std::string words(SourceText text) const override { return std::string(text.english()); }
    std::string option(const std::string& name) const override { return name; }
    std::string setting(const std::string& settings) const override { return settings; }
};

// `pattern` with the facts at %1 … %9; a % before any other character stays.
std::string filled(std::string_view pattern, std::span<const std::string> facts)
{
    std::string out;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char digit = i + 1 < pattern.size() ? pattern[i + 1] : '\0';
        if (pattern[i] != '%' || digit < '1' || digit > '9' || static_cast<std::size_t>(digit - '1') >= facts.size()) {
            out += pattern[i];
            continue;
        }
        out += facts[static_cast<std::size_t>(digit - '1')];
        ++i;
    }
    return out;
}

} // namespace

std::string spoken(const Message& message, const Language& language)
{
    switch (message.kind) {
    case Message::Kind::Verbatim:
        return message.text;
    case Message::Kind::Option:
        return language.option(message.text);
    case Message::Kind::Setting:
        return language.setting(message.text);
    case Message::Kind::Words:
        break;
    }
    if (message.empty())
        return {};
    std::vector<std::string> facts;
    for (const Message& fact : message.facts)
        facts.push_back(spoken(fact, language));
    return filled(language.words(message.words), facts);
}

std::string english(const Message& message)
{
    return spoken(message, English());
}

} // namespace phasor
