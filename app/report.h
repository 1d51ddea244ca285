// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "files/outputfile.h"
#include "pipeline/scene.h"
#include "text/result.h"

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace phasor {

class Report;

// "writing x.npy  42 %, 12 s left" on the terminal that standard error is, after the first second and until this object
// goes; nothing where it is none, or with --quiet.
class Progress
{
public:
    Progress(std::string title, const Report& report);

    void set(double share) { m_share = share; } // 0 … 1, any thread; before the first call only the time is shown

private:
    void show(const std::stop_token& end) const;
    std::string line() const;

    std::string m_title;
    std::atomic<double> m_share = 0;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::jthread m_thread; // last: ends before what it reads
};

class Options;
class Report;

// The options --out (a file, or - for standard output) and --format of a command that writes `formats` ("npy, csv").
void addOutput(Options& options, const std::string& formats);
// The word of --format, else the ending of --out in small letters; a name without one, or "-" without --format, is an
// Error (Usage). Whether the command knows the word is for the command to say.
Result<std::string> outputFormat(const Options& options, const std::string& formats);
Result<OutputFile> openOutput(const std::string& out);
// Says what is worth knowing of a file that stands.
void reportOutput(const OutputFile& file, Report& report);

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
