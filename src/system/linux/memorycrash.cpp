// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/memorycrash.h"

#include <cerrno>
#include <csignal>
#include <sys/mman.h>

#include <array>
#include <cstddef>

namespace phasor {

namespace {

constexpr std::size_t kAnother = 1 << 20;
constexpr std::size_t kStack = 64 << 10; // of the handler, as the crash may be one of the stack

// A handler has no arguments of its own.
void (*whatToSay)() = nullptr;
struct sigaction before = {};

bool isMemoryLeft()
{
    void* const another = mmap(nullptr, kAnother, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (another == MAP_FAILED)
        return false;
    munmap(another, kAnother);
    return true;
}

// Where a library goes on with the null of an allocation that failed, errno still says why: a large one fails where
// small ones do not.
void crashed(int number)
{
    if (errno == ENOMEM || !isMemoryLeft())
        whatToSay();
    sigaction(number, &before, nullptr); // it crashes again when this returns
}

} // namespace

void onCrashWithoutMemory(void (*report)())
{
    alignas(16) static std::array<std::byte, kStack> room;
    whatToSay = report;
    stack_t stack = {};
    stack.ss_sp = room.data();
    stack.ss_size = room.size();
    struct sigaction action = {};
    action.sa_handler = crashed;
    if (sigaltstack(&stack, nullptr) == 0)
        action.sa_flags = SA_ONSTACK;
    sigaction(SIGSEGV, &action, &before);
}

} // namespace phasor
