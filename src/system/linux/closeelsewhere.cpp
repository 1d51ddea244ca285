// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/linux/closeelsewhere.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>

namespace phasor {

namespace {

// Until the other end of `pipe` is closed. In a child of a program with threads only system calls are allowed.
[[noreturn]] void holdUntilClosed(int file, int pipe)
{
    setsid(); // a second Ctrl+C does not concern it
    // Nobody shall wait for the end of this copy of our outputs.
    const auto low = static_cast<unsigned>(std::min(file, pipe));
    const auto high = static_cast<unsigned>(std::max(file, pipe));
    static_cast<void>(close_range(0, low - 1, 0)); // neither is 0: Descriptor
    if (high > low + 1)
        static_cast<void>(close_range(low + 1, high - 1, 0));
    static_cast<void>(close_range(high + 1, std::numeric_limits<unsigned>::max(), 0));
    char byte = 0;
    while (::read(pipe, &byte, 1) < 0 && errno == EINTR) { }
    _exit(0); // closes the file
}

} // namespace

void closeElsewhere(Descriptor file)
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return;
    const Descriptor reading(ends[0]);
    const Descriptor writing(ends[1]); // closed after `file`: the child's descriptor is then the last
    const pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) {
            ::close(writing.get());
            holdUntilClosed(file.get(), reading.get());
        }
        _exit(0); // the grandchild has no parent that would have to wait for it
    }
    if (child > 0) {
        while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) { }
    }
    file = Descriptor();
}

} // namespace phasor
