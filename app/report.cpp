// SPDX-License-Identifier: GPL-3.0-or-later
#include "report.h"

#include "files/tablewriter.h"
#include "options/options.h"
#include "system/signals.h"
#include "system/systemerror.h"
#include "views/jsonnumbers.h"

#include <cerrno>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <system_error>

namespace phasor {

constexpr std::chrono::seconds kSilence{1}; // a shorter wait shows no progress
constexpr std::chrono::milliseconds kPause{250};
constexpr const char* kErased = "\r\033[K";

static std::string duration(double seconds)
{
    const auto whole = static_cast<long long>(std::ceil(seconds));
    if (whole < 100)
        return std::to_string(whole) + " s";
    if (whole < 6000)
        return std::to_string(whole / 60) + " min";
    return std::to_string(whole / 3600) + " h";
}

constexpr const char* kStandardOutput = "-";

static bool isListed(const std::string& word, const std::string& formats)
{
    return !word.empty() && word.find_first_of(", ") == std::string::npos
        && (", " + formats + ",").find(", " + word + ",") != std::string::npos;
}

static void sayLine(const std::string& line)
{
    std::fputs((line + "\n").c_str(), stderr);
}

static std::string asJson(const Error& error)
{
    const Json object{{"file", english(error.where)},   {"offset", orNull(error.offset)}, {"line", orNull(error.line)},
                      {"column", orNull(error.column)}, {"field", error.field},           {"code", error.code},
                      {"message", english(error.what)}, {"remedy", english(error.remedy)}};
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Progress::Progress(std::string title, const Report& report)
    : m_title(std::move(title))
{
    if (report.quiet || report.json || !errorsGoToTerminal())
        return;
    try {
        m_thread = std::jthread([this](const std::stop_token& end) { show(end); });
    } catch (const std::system_error&) {
        // without a thread there is no progress line
    }
}

void Progress::show(const std::stop_token& end) const
{
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any wake;
    const auto endsWithin = [&](std::chrono::milliseconds time) {
        return wake.wait_for(lock, end, time, [&] { return end.stop_requested(); });
    };
    if (endsWithin(kSilence))
        return;
    do
        std::fputs((kErased + line()).c_str(), stderr);
    while (!endsWithin(kPause));
    std::fputs(kErased, stderr);
}

std::string Progress::line() const
{
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    const double share = m_share;
    if (!(share > 0))
        return m_title + "  " + duration(elapsed) + " (Ctrl-C stops it)";
    return m_title + "  " + std::to_string(static_cast<int>(100 * share)) + " %, " + duration(elapsed / share - elapsed)
        + " left";
}

void addOutput(Options& options, const std::string& formats)
{
    options.add("--out", "FILE", "Where to write; standard output is -. The ending says the format: " + formats + ".",
                true);
    options.add("--format", "ID", "The format, instead of the ending: " + formats + ".");
}

Result<std::string> outputFormat(const Options& options, const std::string& formats)
{
    const std::string out = options.text("--out");
    if (options.given("--format")) {
        if (isListed(options.text("--format"), formats))
            return options.text("--format");
        return usageError("ENUM", "--format", WORDS("%1 is unknown").with(inQuotes(options.text("--format"))),
                          WORDS("use one of %1").with(formats));
    }
    if (out == kStandardOutput)
        return usageError("MISSING", "--format", WORDS("is required, because standard output has no ending"),
                          WORDS("use one of %1").with(formats));
    const std::string ending = endingOf(out);
    const std::string format = ending.substr(std::min<std::size_t>(1, ending.size()));
    if (isListed(format, formats))
        return format;
    return usageError("ENUM", quotedPlace(out),
                      format.empty() ? Message(WORDS("the name has no ending that says the format"))
                                     : WORDS("unknown format %1").with(inQuotes(ending)),
                      WORDS("formats: %1").with(formats));
}

Result<OutputFile> openOutput(const std::string& out)
{
    return out == kStandardOutput ? OutputFile::standardOutput() : OutputFile::open(out);
}

Status writeOutput(OutputFile& file, std::string_view bytes, Report& report)
{
    TRY_DONE(file.write(bytes));
    TRY_DONE(file.commit());
    if (file.warning())
        report.warn(*file.warning());
    return Done{};
}

int Report::fail(const Error& error) const
{
    sayLine(json ? asJson(error) : "phasor: error: " + toString(error));
    return static_cast<int>(error.kind);
}

void Report::fault(const Error& error)
{
    m_faulty = true;
    sayLine(json ? asJson(error) : toString(error));
}

void Report::warn(const Message& message)
{
    const std::string text = english(message);
    if (std::ranges::any_of(m_warnings, [&](const Message& known) { return english(known) == text; }))
        return; // a sweep repeats warnings
    m_warnings.push_back(message);
    if (quiet && !strict) // with --strict a warning is the reason for a failure
        return;
    sayLine(json ? Json{{"warning", text}}.dump() : "phasor: warning: " + text);
}

void Report::warn(const std::vector<Message>& messages, Side side)
{
    for (const Message& message : messages)
        warn(side == Side::A ? message : WORDS("B: %1").with(message));
}

Status Report::mayWrite() const
{
    if (!strict || m_warnings.empty())
        return Done{};
    return Error{ErrorKind::Input, "STRICT", Message::option("--strict"),
                 WORDS("nothing is written because of the warning above"),
                 WORDS("fix its cause, or leave %1 out").with(Message::option("--strict"))};
}

Status writeStandardOutput(std::string_view text)
{
    errno = 0;
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (written)
        return Done{};
    if (errno == EPIPE)
        return Error{ErrorKind::Output, "EPIPE", WORDS("standard output"),
                     WORDS("its reader stopped before the text was written"),
                     WORDS("let it read to the end, or write to a file")};
    return Error{ErrorKind::Output, "STDOUT", WORDS("standard output"),
                 WORDS("writing failed: %1").with(errorText(errno != 0 ? errno : EIO)),
                 WORDS("free some space, or write to another place")};
}

} // namespace phasor
