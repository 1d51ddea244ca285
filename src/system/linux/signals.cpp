// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/signals.h"

#include "system/linux/descriptor.h"
#include "system/outputfile.h"

#include <csignal>
#include <sys/ioctl.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <system_error>

namespace phasor {

constexpr auto kTimeToEnd = std::chrono::milliseconds(150);

static volatile std::sig_atomic_t pipeEnd = -1; // global, as a handler has no arguments

static void writeToPipe(int number)
{
    const int error = errno;
    const auto byte = static_cast<unsigned char>(number);
    if (write(pipeEnd, &byte, 1) < 0) { } // full, or nothing reads any more
    errno = error;
}

static void handleAll(void (*handler)(int), int flags)
{
    for (const int number : {SIGHUP, SIGINT, SIGTERM, SIGXCPU}) {
        struct sigaction present = {};
        if (sigaction(number, nullptr, &present) != 0 || present.sa_handler == SIG_IGN)
            continue;
        struct sigaction action = {};
        action.sa_handler = handler;
        action.sa_flags = flags;
        sigaction(number, &action, nullptr);
    }
}

void prepareStreams()
{
    std::signal(SIGXFSZ, SIG_IGN);
    std::signal(SIGPIPE, SIG_IGN);
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(number, F_GETFD) == -1) // opened the other way round, so that its use is an error
            open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

EndSignals::EndSignals(Second second)
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return;
    m_reading = Descriptor(ends[0]).release();
    m_writing = Descriptor(ends[1]).release();
    fcntl(m_writing, F_SETFL, O_NONBLOCK); // a handler never waits
    pipeEnd = m_writing;
    handleAll(writeToPipe, second == Second::EndsProgram ? SA_RESTART | static_cast<int>(SA_RESETHAND) : SA_RESTART);
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
    const ssize_t count = TEMP_FAILURE_RETRY(::read(m_reading, &number, 1));
    return count == 1 ? number : 0;
}

void EndSignals::wake()
{
    pipeEnd = -1;
    ::close(std::exchange(m_writing, -1)); // the reader sees the end even if nothing can be written
}

Interrupt::Interrupt()
{
    try {
        m_thread = std::thread(&Interrupt::watch, this);
    } catch (const std::system_error&) {
        handleAll(SIG_DFL, 0); // no thread can be made: signals end the program as usual
    }
}

Interrupt::~Interrupt()
{
    if (!m_thread.joinable())
        return;
    m_done = true;
    m_signals.wake();
    m_thread.join();
}

void Interrupt::watch()
{
    const int number = m_signals.take();
    if (number == 0 || m_done)
        return;
    m_signal = number;
    m_token.cancel();
    const auto end = std::chrono::steady_clock::now() + kTimeToEnd;
    while (!m_done && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (!m_done)
        ::_exit(endUnfinishedFiles() ? 0 : 128 + number);
}

bool errorsGoToTerminal()
{
    const char* term = std::getenv("TERM");
    return isatty(STDERR_FILENO) != 0 && term != nullptr && std::string_view(term) != "dumb";
}

int outputColumns()
{
    struct winsize size = {};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    const char* columns = std::getenv("COLUMNS");
    const int number = columns != nullptr ? std::atoi(columns) : 0;
    return number > 0 ? number : 80;
}

} // namespace phasor
