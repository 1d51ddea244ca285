// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/cancelscope.h"

#include <thread>

namespace phasor {

// From now on a file size limit (EFBIG) or a pipe without reader (EPIPE) is an error of the write and doesn't end the
// program; so is a closed standard stream (EBADF), whose number no other file gets. Call it before files are opened.
void prepareStreams();

// Catches SIGHUP, SIGINT, SIGTERM and SIGXCPU (ulimit -t) while it lives: their numbers come out of a pipe instead of
// ending the program. Signals that the program was told to ignore (nohup) stay ignored. One at a time. Does nothing on
// systems other than Linux.
class EndSignals
{
public:
    enum class Second { EndsProgram, IsLikeTheFirst };

    explicit EndSignals(Second second);
    ~EndSignals(); // ignores later signals: the work is done, and a signal would only spoil the exit code
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;

    int descriptor() const { return m_reading; } // readable after a signal; -1: none
    int take() const; // the number of the next signal: waits for it. 0 after wake().
    void wake();

private:
    int m_reading = -1;
    [[maybe_unused]] int m_writing = -1;
};

// Ends a command by a signal: while it lives, one of EndSignals cancels the token, so that nothing half-written is
// left. Work that does not answer within 150 ms (a disk that takes long to flush) is ended with exit code 128 + signal,
// after its unfinished outputs were removed; with 0 if its output is already in place (a folder that takes long to
// flush). Systems other than Linux: SIGINT and SIGTERM cancel, and a second one ends the program.
class Interrupt
{
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    const CancelToken& token() const { return m_token; }
    int signal() const { return m_signal; } // 0 if none came

private:
    void watch();

    CancelToken m_token;
    EndSignals m_signals{EndSignals::Second::IsLikeTheFirst};
    std::atomic<int> m_signal = 0;
    std::atomic<bool> m_done = false;
    std::thread m_thread;
};

// Whether standard error is a terminal that understands escape sequences (TERM is not "dumb").
bool errorsGoToTerminal();

// Columns of standard output's terminal; else the variable COLUMNS, else 80.
int outputColumns();

} // namespace phasor
