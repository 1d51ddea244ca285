// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/result.h"

#include "text/utf8.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <system_error>

namespace phasor {

static Error internalError(std::string_view what)
{
    return Error{.kind = ErrorKind::Internal,
                 .code = "INTERNAL",
                 .where = Message::verbatim("phasor"),
                 .what = WORDS("Phasor has a bug: %1").with(what),
                 .remedy = WORDS("please report it with what you did")};
}

static Error noThread()
{
    return Error{.kind = ErrorKind::Resource,
                 .code = "THREADS",
                 .where = WORDS("threads"),
                 .what = WORDS("the system allows no more threads"),
                 .remedy = WORDS("end other programs, or raise the limit (ulimit -u)")};
}

// Invisible characters and those of undefined form: controls, format characters (which reorder or hide parts of a
// line), line and paragraph separators, private use, code points that are no characters.
static bool isUnprintable(char32_t point)
{
    struct Range
    {
        char32_t first;
        char32_t last;
    };
    static constexpr Range kRanges[]{
        {0, 0x1f},          {0x7f, 0x9f},       {0xad, 0xad},       {0x600, 0x605},     {0x61c, 0x61c},
        {0x6dd, 0x6dd},     {0x70f, 0x70f},     {0x890, 0x891},     {0x8e2, 0x8e2},     {0x180e, 0x180e},
        {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},   {0xe000, 0xf8ff},   {0xfdd0, 0xfdef},
        {0xfeff, 0xfeff},   {0xfff0, 0xfffb},   {0xfffe, 0xffff},   {0x110bd, 0x110bd}, {0x110cd, 0x110cd},
        {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe00ff}, {0xe01f0, 0x10ffff}};
    return std::any_of(std::begin(kRanges), std::end(kRanges),
                       [point](Range range) { return point >= range.first && point <= range.last; });
}

// "FILE: line 3, column 1 (FIELD)"; empty if nothing is known.
static Message placeOf(const Error& error)
{
    Message place = error.where;
    const auto add = [&place](SourceText alone, SourceText behind, std::int64_t number) {
        place = place.empty() ? alone.with(number) : behind.with(place, number);
    };
    if (error.offset)
        add(WORDS("byte %1"), WORDS("%1: byte %2"), *error.offset);
    if (error.line)
        add(WORDS("line %1"), WORDS("%1: line %2"), *error.line);
    if (error.column)
        add(WORDS("column %1"), error.line ? WORDS("%1, column %2") : WORDS("%1: column %2"), *error.column);
    if (!error.field.empty())
        place = place.empty() ? Message::verbatim("(" + error.field + ")") : WORDS("%1 (%2)").with(place, error.field);
    return place;
}

Error errorOf(const std::exception_ptr& exception)
{
    try {
        std::rethrow_exception(exception);
    } catch (const std::bad_alloc&) {
        return Error{.kind = ErrorKind::Resource,
                     .code = "MEMORY",
                     .where = WORDS("memory"),
                     .what = WORDS("not enough is free"),
                     .remedy = WORDS("use a smaller table or figure, or only a part of it")};
    } catch (const std::system_error& error) {
        if (error.code() != std::errc::resource_unavailable_try_again) // thrown by std::thread
            return internalError(error.what());
        return noThread();
    } catch (const std::exception& error) {
        // oneTBB without a thread for a worker throws a std::runtime_error that only its text identifies.
        return std::string_view(error.what()).starts_with("pthread_create") ? noThread() : internalError(error.what());
    } catch (...) {
        return internalError("an exception of unknown type");
    }
}

// The first character, its bytes escaped if it is invisible or not UTF-8; `rest` is then what follows.
static std::string takeVisible(std::string_view& rest)
{
    const CodePoint point = codePointAt(rest, 0);
    const std::string_view sequence = rest.substr(0, std::max<std::size_t>(1, point.length));
    rest.remove_prefix(sequence.size());
    std::string out;
    if (point.length == 0 || isUnprintable(point.value))
        std::ranges::for_each(sequence, [&](char byte) { out += escapedByte(byte); });
    else
        out += sequence;
    return out;
}

std::string visible(std::string_view text)
{
    std::string out;
    while (!text.empty())
        out += takeVisible(text);
    return out;
}

std::string inQuotes(std::string_view name)
{
    constexpr std::size_t kLongest = 200;
    std::string out = "\"";
    while (!name.empty()) {
        if (out.size() > kLongest) {
            out += "…";
            break;
        }
        const char c = name.front();
        if (c == '\n' || c == '\t' || c == '"' || c == '\\') {
            (out += '\\') += c == '\n' ? 'n' : c == '\t' ? 't' : c;
            name.remove_prefix(1);
        } else {
            out += takeVisible(name);
        }
    }
    return out += '"';
}

Message quotedPlace(std::string_view name)
{
    return Message::verbatim(inQuotes(name));
}

Error usageError(std::string code, std::string option, Message what, Message remedy)
{
    return usageError(std::move(code), Message::option(std::move(option)), std::move(what), std::move(remedy));
}

Error usageError(std::string code, Message where, Message what, Message remedy)
{
    return {.kind = ErrorKind::Usage,
            .code = std::move(code),
            .where = std::move(where),
            .what = std::move(what),
            .remedy = std::move(remedy)};
}

Error cancelledError()
{
    return Error{.kind = ErrorKind::Cancelled, .code = "CANCELLED", .where = WORDS("work"), .what = WORDS("canceled")};
}

Message lineOf(const Error& error)
{
    const Message place = placeOf(error);
    if (error.remedy.empty())
        return place.empty() ? error.what : WORDS("%1: %2").with(place, error.what);
    return place.empty() ? WORDS("%1; %2").with(error.what, error.remedy)
                         : WORDS("%1: %2; %3").with(place, error.what, error.remedy);
}

std::string toString(const Error& error)
{
    return english(lineOf(error));
}

} // namespace phasor
