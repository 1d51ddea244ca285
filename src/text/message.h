// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// WORDS("%1 is out of range") marks an English text of the program. resources/translations/update.sh finds it by this
// name, in the context Core; the command line shows it unchanged, ui/words translates it.
// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): lupdate looks for a name, not for a call
#define WORDS(text) (::phasor::SourceText(text))

namespace phasor {

struct Message;

// A literal marked by WORDS, and nothing else. Empty: no text.
class SourceText
{
public:
    constexpr SourceText() = default;
    explicit consteval SourceText(const char* literal)
        : m_text(literal)
    {
    }

    constexpr std::string_view english() const { return m_text; }
    constexpr const char* key() const { return m_text.data(); } // ends with NUL; the key of translations
    constexpr bool empty() const { return m_text.empty(); }
    constexpr bool operator==(const SourceText&) const = default;

    // The message with the facts at %1, %2 … (at most nine). A fact is a text that is never translated (a name, a
    // file), an integer, or another message.
    template <typename... Facts> Message with(Facts&&... facts) const;

private:
    std::string_view m_text = "";
};

// A text for users: words and facts, not yet in any language. A sentence is never joined from parts, so that a
// translation can reorder its facts. A plain value.
struct Message
{
    enum class Kind { Words, Verbatim, Option, Setting };

    Message() = default; // empty
    // NOLINTNEXTLINE(google-explicit-constructor): `.what = WORDS("is empty")`
    Message(SourceText source, std::initializer_list<Message> values = {})
        : words(source)
        , facts(values)
    {
    }
    // Text that is the same in every language: a name, a number, a file, a symbol.
    static Message verbatim(std::string text) { return {Kind::Verbatim, std::move(text)}; }
    // A parameter by the name of its option, "--d-model"; a window shows its control's label.
    static Message option(std::string name) { return {Kind::Option, std::move(name)}; }

    // Parameters and values as options, "scale=none, tied=on"; a window shows the controls' labels.
    static Message setting(std::string settings) { return {Kind::Setting, std::move(settings)}; }

    bool empty() const { return words.empty() && text.empty(); }
    bool operator==(const Message&) const = default;

    Kind kind = Kind::Words;
    SourceText words; // for Kind::Words
    std::string text; // for the other kinds
    std::vector<Message> facts;

private:
    Message(Kind of, std::string spelled)
        : kind(of)
        , text(std::move(spelled))
    {
    }
};

// Turns the parts of a message into a language.
class Language
{
public:
    virtual ~Language() = default;
    virtual std::string words(SourceText text) const = 0;
    virtual std::string option(const std::string& name) const = 0;
    virtual std::string setting(const std::string& settings) const = 0;
};

std::string spoken(const Message& message, const Language& language);

// Text for the command line: source texts unchanged, options by their names.
std::string english(const Message& message);

template <typename Fact> Message factOf(Fact&& fact)
{
    if constexpr (std::is_convertible_v<Fact, Message>)
        return std::forward<Fact>(fact);
    else if constexpr (std::is_integral_v<std::remove_cvref_t<Fact>>)
        return Message::verbatim(std::to_string(fact));
    else
        return Message::verbatim(std::string(std::forward<Fact>(fact)));
}

template <typename... Facts> Message SourceText::with(Facts&&... facts) const
{
    return Message(*this, {factOf(std::forward<Facts>(facts))...});
}

} // namespace phasor
