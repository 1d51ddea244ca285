// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/canceltoken.h"

#include <thread>

namespace phasor {

// While it lives, SIGHUP, SIGINT, SIGTERM and SIGXCPU (ulimit -t) cancel the token instead of ending the program, so
// that nothing half-written is left. Work that does not answer within 150 ms (a disk that takes long to flush) is ended
// with exit code 128 + signal, after its unfinished outputs were removed; with 0 if its output has taken its place
// already (a folder that takes long to flush). One in a program, made by the main thread before any other thread is:
// threads inherit its signal mask. It stands until the program ends, since the signals stay blocked. Systems other than
// Linux: SIGINT and SIGTERM cancel, and nothing ends work that does not answer but a second signal.
class Interrupt
{
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    const CancelToken& token() const { return m_token; }
    int signal() const { return m_signal->load(); } // 0 if none came

private:
    CancelToken m_token;
    std::shared_ptr<std::atomic<int>> m_signal = std::make_shared<std::atomic<int>>(0);
    std::shared_ptr<std::atomic<bool>> m_done = std::make_shared<std::atomic<bool>>(false);
    std::thread m_thread;
};

} // namespace phasor
