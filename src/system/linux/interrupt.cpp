// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/interrupt.h"

#include <csignal>
#include <unistd.h>

#include <chrono>

namespace phasor {

namespace {

sigset_t handledSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

constexpr auto kPatience = std::chrono::milliseconds(150);

} // namespace

Interrupt::Interrupt()
{
    const sigset_t set = handledSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    try {
        m_thread = std::thread([set, token = m_token, received = m_signal, done = m_done] {
            int number = 0;
            if (sigwait(&set, &number) != 0 || done->load())
                return;
            received->store(number);
            token.cancel();
            const auto end = std::chrono::steady_clock::now() + kPatience;
            while (!done->load() && std::chrono::steady_clock::now() < end)
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            if (!done->load())
                ::_exit(128 + number);
        });
    } catch (const std::system_error&) {
        pthread_sigmask(SIG_UNBLOCK, &set,
                        nullptr); // no thread can be made: a signal ends the program as it always did
    }
}

Interrupt::~Interrupt()
{
    if (!m_thread.joinable())
        return;
    m_done->store(true);
    pthread_kill(m_thread.native_handle(), SIGTERM); // wakes sigwait
    m_thread.join();
    const sigset_t set = handledSignals();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace phasor
