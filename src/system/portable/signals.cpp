// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/signals.h"

#include <csignal>
#include <cstdlib>

namespace phasor {

// Global, as a handler has no arguments. Set while the one Interrupt lives.
static std::atomic<const CancelToken*> handledToken = nullptr;
static std::atomic<std::atomic<int>*> handledNumber = nullptr;

static void handle(int number)
{
    std::signal(number, SIG_DFL); // the next one ends the program
    if (std::atomic<int>* const received = handledNumber.load())
        received->store(number);
    if (const CancelToken* const token = handledToken.load())
        token->cancel();
}

static void handleAll(void (*handler)(int))
{
    std::signal(SIGINT, handler);
    std::signal(SIGTERM, handler);
}

void prepareStreams() { } // the standard library has neither signal

EndSignals::EndSignals(Second) { }
EndSignals::~EndSignals() = default;

int EndSignals::take() const
{
    return 0;
}

void EndSignals::wake() { }

Interrupt::Interrupt()
{
    handledNumber = &m_signal;
    handledToken = &m_token;
    handleAll(handle);
}

Interrupt::~Interrupt()
{
    handleAll(SIG_DFL);
    handledToken = nullptr;
    handledNumber = nullptr;
}

bool errorsGoToTerminal()
{
    return false;
}

int outputColumns()
{
    const char* columns = std::getenv("COLUMNS");
    const int number = columns != nullptr ? std::atoi(columns) : 0;
    return number > 0 ? number : 80;
}

} // namespace phasor
