// SPDX-License-Identifier: GPL-3.0-or-later
#include "progress.h"

#include "report.h"

#include "system/terminal.h"

#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <system_error>

namespace phasor {

namespace {

constexpr std::chrono::seconds kSilence{1}; // who waits no longer needs no line
constexpr std::chrono::milliseconds kPause{250};
constexpr const char* kErased = "\r\033[K";

std::string duration(double seconds)
{
    const auto whole = static_cast<long long>(std::ceil(seconds));
    if (whole < 100)
        return std::to_string(whole) + " s";
    if (whole < 100 * 60)
        return std::to_string(whole / 60) + " min";
    return std::to_string(whole / 3600) + " h";
}

} // namespace

Progress::Progress(std::string title, const Report& report)
    : m_title(std::move(title))
{
    if (report.isQuiet() || !errorsGoToTerminal())
        return;
    try {
        m_thread = std::jthread([this](const std::stop_token& end) { show(end); });
    } catch (const std::system_error&) {
        // no thread: no line
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
        return m_title + "  " + duration(elapsed) + " (Ctrl-C ends it)";
    return m_title + "  " + std::to_string(static_cast<int>(100 * share)) + " %, " + duration(elapsed / share - elapsed)
        + " left";
}

} // namespace phasor
