// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "system/outputfile.h"
#include "text/result.h"

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

class QApplication;

namespace phasor {

class Options;
class Report;

// Progress line on standard error: "writing x.npy  42 %, 12 s left", from the first second until this object's end.
// Nothing if standard error is no terminal, or with --quiet.
class Progress
{
public:
    Progress(std::string title, const Report& report);

    void set(double share) { m_share = share; } // 0 … 1, any thread; before the first call only time is shown

private:
    void show(const std::stop_token& end) const;
    std::string line() const;

    std::string m_title;
    std::atomic<double> m_share = 0;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::jthread m_thread; // last member: must end before the members that it reads
};

// Adds --out (a file, or - for standard output) and --format, for a command that writes `formats` ("npy, csv").
void addOutput(Options& options, const std::string& formats);
// Word of --format, otherwise the ending of --out in small letters. Error (Usage): a name without ending, or "-"
// without --format. The caller checks whether it knows the word.
Result<std::string> outputFormat(const Options& options, const std::string& formats);
Result<OutputFile> openOutput(const std::string& out);
// All of a file: writes, commits, and reports its warning.
Status writeOutput(OutputFile& file, std::string_view bytes, Report& report);

// Errors and warnings on stderr, one line each, as text or JSON objects; also the resulting exit code.
class Report
{
public:
    bool json = false;
    bool strict = false; // a warning fails
    bool quiet = false; // no progress and no warnings; warnings still count

    // Prints the error and returns its exit code.
    int fail(const Error& error) const;
    void warn(const Message& message); // each message only once
    void warn(const std::vector<Message>& messages, Side side = Side::A); // setup B's with the prefix "B: "
    const std::vector<Message>& warnings() const { return m_warnings; }
    // Call before writing: with --strict a warning is an Error (Input STRICT).
    Status mayWrite() const;
    // Exit code after success: 0, or 3 with --strict after a warning (one that came during writing).
    int done() const { return m_differs ? 6 : m_faulty || (strict && !m_warnings.empty()) ? 3 : 0; }
    // A fault that `lesson --check` has found, without the prefix of an error: exit code 3.
    void fault(const Error& error);
    // `check` has found a difference: exit code 6.
    void differs() { m_differs = true; }

private:
    bool m_differs = false;
    bool m_faulty = false;
    std::vector<Message> m_warnings;
};

// Writes and flushes all of it to standard output. Error: Output.
Status writeStandardOutput(std::string_view text);

// Installs handlers: a program that cannot go on prints one line, as text or JSON, and ends with exit code 5. That
// covers std::terminate (no memory or no thread where an error cannot be reported), Qt's abort (no platform, no files
// left) and crashes of libraries that are out of memory. Half-written files are removed.
void installCrashReport(bool json);

// Hides Qt's own warnings, or shows them again: a command's standard error has only Phasor's messages.
void hideQtWarnings(bool hidden);

// Qt for figures: without display, desktop or desktop settings; the same on every machine, even without a font
// configuration. At most one at a time. Error: Resource MEMORY. Throws std::bad_alloc.
struct EndQt
{
    // Leaves it to the end of the process if an exception ends the command: without memory, a part of Qt may be half
    // made, and the destructor would wait for it.
    void operator()(QApplication* application) const;
};
using HeadlessQt = std::unique_ptr<QApplication, EndQt>;
Result<HeadlessQt> headlessQt();

} // namespace phasor
