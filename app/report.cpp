// SPDX-License-Identifier: GPL-3.0-or-later
#include "report.h"

#include "system/systemerror.h"
#include "views/jsonnumbers.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace phasor {

namespace {

void sayLine(const std::string& line)
{
    std::fputs((line + "\n").c_str(), stderr);
}

Json toObject(const Error& error)
{
    return {{"file", english(error.where)},   {"offset", orNull(error.offset)}, {"line", orNull(error.line)},
            {"column", orNull(error.column)}, {"field", error.field},           {"code", error.code},
            {"message", english(error.what)}, {"remedy", english(error.remedy)}};
}

} // namespace

int Report::fail(const Error& error) const
{
    sayLine(m_json ? toObject(error).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                   : "phasor: error: " + toString(error));
    return static_cast<int>(error.kind);
}

void Report::warn(const Message& message)
{
    const std::string text = english(message);
    m_warned = true;
    if (std::find(m_said.begin(), m_said.end(), text) != m_said.end()) // of each of a sweep
        return;
    m_said.push_back(text);
    if (m_quiet && !m_strict) // with --strict it is why the command fails
        return;
    if (m_json)
        sayLine(nlohmann::ordered_json{{"warning", text}}.dump());
    else
        sayLine("phasor: warning: " + text);
}

void Report::warn(const std::vector<Message>& messages, Side side)
{
    for (const Message& message : messages)
        warn(side == Side::A ? message : WORDS("B: %1").with(message));
}

Status Report::mayWrite() const
{
    if (!m_strict || !m_warned)
        return Done{};
    return Error{.kind = ErrorKind::Input,
                 .code = "STRICT",
                 .where = Message::option("--strict"),
                 .what = WORDS("nothing is written, because of the warning above"),
                 .remedy = WORDS("mend what it says, or leave %1 out").with(Message::option("--strict"))};
}

Status writeStandardOutput(std::string_view text)
{
    errno = 0;
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (written)
        return Done{};
    const auto failed = [](const char* code, const Message& what, SourceText remedy) {
        return Error{
            .kind = ErrorKind::Output, .code = code, .where = WORDS("standard output"), .what = what, .remedy = remedy};
    };
    if (errno == EPIPE)
        return failed("EPIPE", WORDS("its reader has gone before the text was written"),
                      WORDS("let it read to the end, or write to a file"));
    return failed("STDOUT", WORDS("writing failed: %1").with(errorText(errno != 0 ? errno : EIO)),
                  WORDS("make room, or send it to another place"));
}

} // namespace phasor
