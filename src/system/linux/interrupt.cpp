// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/interrupt.h"

#include "system/linux/unfinishedfile.h"

#include <csignal>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace phasor {

namespace {

// Those that the program was not told to ignore (nohup; a shell's background jobs).
sigset_t handledSignals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGHUP, SIGINT, SIGTERM, SIGXCPU}) {
        struct sigaction present = {};
        if (sigaction(number, nullptr, &present) == 0 && present.sa_handler != SIG_IGN)
            sigaddset(&set, number);
    }
    return set;
}

constexpr auto kTimeToEnd = std::chrono::milliseconds(150);

} // namespace

Interrupt::Interrupt()
{
    sigset_t set = handledSignals();
    sigaddset(&set, SIGURG); // which nobody sends: wakes the thread at the end
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    try {
        m_thread = std::thread([set, token = m_token, received = m_signal, done = m_done] {
            int number = 0;
            if (sigwait(&set, &number) != 0 || done->load())
                return;
            received->store(number);
            token.cancel();
            const auto end = std::chrono::steady_clock::now() + kTimeToEnd;
            while (!done->load() && std::chrono::steady_clock::now() < end)
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            if (done->load())
                return;
            ::_exit(endUnfinishedFiles() ? 0 : 128 + number);
        });
    } catch (const std::system_error&) {
        // no thread can be made: a signal ends the program as it always did
        pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    }
}

Interrupt::~Interrupt()
{
    if (!m_thread.joinable())
        return;
    m_done->store(true);
    pthread_kill(m_thread.native_handle(), SIGURG); // wakes sigwait
    m_thread.join();
    // They stay blocked: the work has ended, and a signal that comes now would only spoil its exit code.
}

} // namespace phasor
