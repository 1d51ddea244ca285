// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

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

} // namespace phasor
