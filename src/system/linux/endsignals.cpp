// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/endsignals.h"

#include "system/linux/descriptor.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace phasor {

namespace {

volatile std::sig_atomic_t pipeEnd = -1; // a handler has no arguments of its own

void tellTheEventLoop(int number)
{
    const int error = errno;
    const auto byte = static_cast<unsigned char>(number);
    if (write(pipeEnd, &byte, 1) < 0) { } // nobody is left to be told
    errno = error;
}

} // namespace

EndSignals::EndSignals()
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_reading = Descriptor(ends[0]).release();
    m_writing = Descriptor(ends[1]).release();
    pipeEnd = m_writing;
    for (const int number : {SIGHUP, SIGINT, SIGTERM}) {
        struct sigaction present = {};
        if (sigaction(number, nullptr, &present) != 0 || present.sa_handler == SIG_IGN)
            continue;
        struct sigaction action = {};
        action.sa_handler = tellTheEventLoop;
        action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
        sigaction(number, &action, nullptr);
    }
}

EndSignals::~EndSignals()
{
    pipeEnd = -1;
    ::close(m_reading);
    ::close(m_writing);
}

int EndSignals::take() const
{
    unsigned char number = 0;
    return ::read(m_reading, &number, 1) == 1 ? number : 0;
}

} // namespace phasor
