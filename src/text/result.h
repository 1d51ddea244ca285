// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/message.h"

#include <cstdint>
#include <exception>
#include <optional>
#include <variant>

namespace phasor {

// Kind of failure; its value is the program's exit code.
enum class ErrorKind {
    Internal = 1, // a bug of Phasor
    Usage = 2, // an option, a value out of range, a contradiction
    Input = 3, // an input was refused
    Output = 4, // an output could not be written
    Resource = 5, // too much memory (or too many random numbers)
    Cancelled = 130,
};

// One line for the user: `where: what; remedy`.
struct Error
{
    ErrorKind kind = ErrorKind::Internal;
    std::string code = {}; // word of the catalog: RANGE, ENUM, TRUNC, MAGIC, SIZE, MEMORY …
    Message where = {}; // the option (`--d-model`) or the quoted file
    Message what = {};
    Message remedy = {};
    std::optional<std::int64_t> offset = {}; // byte of a binary file
    std::optional<std::int64_t> line = {}; // of a text file, from 1
    std::optional<std::int64_t> column = {}; // of a text file, from 1
    std::string field = {}; // the field of the file that is wrong

    bool operator==(const Error&) const = default;
};

// Error for a request that is impossible.
Error usageError(std::string code, std::string option, Message what, Message remedy);
Error usageError(std::string code, Message where, Message what, Message remedy);

// Error for canceled work; it needs no message.
Error cancelledError();

// "WHERE: WHAT; REMEDY" with the place in the file, names escaped, no newline.
Message lineOf(const Error& error);
// The same in English.
std::string toString(const Error& error);

// Text for a terminal; invisible characters and bytes that are not UTF-8 are escaped.
std::string visible(std::string_view text);
// Name in quotes for a message; invisible characters and bytes that are not UTF-8 are escaped.
std::string inQuotes(std::string_view name);
// The same as the place of an Error: a file, or a typed word.
Message quotedPlace(std::string_view name);

// A value or the Error that prevented it.
template <typename T> class [[nodiscard]] Result
{
public:
    Result(T value) // NOLINT(google-explicit-constructor): `return value;`
        : m_state(std::in_place_index<0>, std::move(value))
    {
    }
    Result(Error error) // NOLINT(google-explicit-constructor): `return error;`
        : m_state(std::in_place_index<1>, std::move(error))
    {
    }

    bool ok() const { return m_state.index() == 0; }
    T& value() & { return std::get<0>(m_state); }
    const T& value() const& { return std::get<0>(m_state); }
    T&& value() && { return std::get<0>(std::move(m_state)); }
    const Error& error() const { return std::get<1>(m_state); }
    T* operator->() { return &std::get<0>(m_state); }
    const T* operator->() const { return &std::get<0>(m_state); }
    T& operator*() & { return std::get<0>(m_state); }
    const T& operator*() const& { return std::get<0>(m_state); }

private:
    std::variant<T, Error> m_state;
};

struct Done
{
};
using Status = Result<Done>;

} // namespace phasor

// NOLINTBEGIN(cppcoreguidelines-macro-usage): only a macro can return from the function around it
#define PHASOR_JOINED_WORDS(a, b) a##b
#define PHASOR_JOINED(a, b) PHASOR_JOINED_WORDS(a, b)
#define PHASOR_TRY(result, target, ...) \
    auto result = __VA_ARGS__; \
    if (!result.ok()) \
        return result.error(); \
    target = std::move(result).value()

// TRY(const OutputFile file, OutputFile::open(path)): declares `file` with the Result's value, or returns its Error
// from the function. Two statements: not for the body of an `if` without braces.
#define TRY(target, ...) PHASOR_TRY(PHASOR_JOINED(tried_, __LINE__), target, __VA_ARGS__)

// TRY_DONE(file.commit()): continues if the Status is Done, else returns its Error from the function.
#define TRY_DONE(...) \
    if (auto tried = __VA_ARGS__; !tried.ok()) \
    return tried.error()
// NOLINTEND(cppcoreguidelines-macro-usage)

namespace phasor {

// Error for an exception: Resource MEMORY (no memory), Resource THREADS (no thread can be made), or Internal with its
// what(): a bug of Phasor.
Error errorOf(const std::exception_ptr& exception);

// Result or Status of `work`, or the Error for its exception. The only place where an exception becomes an Error; every
// thread, command and event of the program goes through it.
template <typename Work> std::invoke_result_t<Work> guarded(Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (...) {
        return errorOf(std::current_exception());
    }
}

} // namespace phasor
