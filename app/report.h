// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "text/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace phasor {

// Errors and warnings on stderr, one line each, as text or as JSON objects; the exit code that follows from them.
class Report
{
public:
    void setJson(bool json) { m_json = json; }
    void setQuiet(bool quiet) { m_quiet = quiet; } // no progress and no warnings, which count all the same
    bool isQuiet() const { return m_quiet || m_json; }
    void setStrict(bool strict) { m_strict = strict; }

    // Says the error and returns its exit code.
    int fail(const Error& error) const;
    void warn(const Message& message); // once, however often it comes
    void warn(const std::vector<Message>& messages, Side side = Side::A); // "B: …" of set-up B
    // To be asked before anything is written: with --strict a warning is an Error (Input STRICT).
    Status mayWrite() const;
    // Exit code of a command that succeeded: 0, or 3 after a warning with --strict (one that came with the writing).
    int done() const { return m_differs ? 6 : m_strict && m_warned ? 3 : 0; }
    // The answer of `check` was no: exit code 6.
    void differs() { m_differs = true; }

private:
    bool m_json = false;
    bool m_strict = false;
    bool m_quiet = false;
    bool m_differs = false;
    bool m_warned = false;
    std::vector<std::string> m_said; // warnings, each once
};

// Writes to standard output to the last byte, flushed; an Error of kind Output if that cannot be done.
Status writeStandardOutput(std::string_view text);

} // namespace phasor
