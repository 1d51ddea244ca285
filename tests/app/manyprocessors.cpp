// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program: a machine of 1,024 processors. Says at the end whether anybody asked.
#include <atomic>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <sched.h>
#include <unistd.h>

namespace {

constexpr int kProcessors = 1024;
std::atomic<bool> asked = false;

__attribute__((destructor)) void report()
{
    constexpr char kText[] = "1024 processors reported\n";
    if (asked && write(STDERR_FILENO, kText, sizeof kText - 1) < 0)
        return;
}

} // namespace

extern "C" {

int sched_getaffinity(pid_t, std::size_t size, cpu_set_t* set) noexcept
{
    asked = true;
    if (size < kProcessors / 8) {
        errno = EINVAL; // as the kernel says: ask again with a larger set
        return -1;
    }
    std::memset(set, 0, size);
    std::memset(set, 0xff, kProcessors / 8);
    return 0;
}

int get_nprocs() noexcept
{
    return kProcessors;
}

int get_nprocs_conf() noexcept
{
    return kProcessors;
}

long sysconf(int name) noexcept
{
    using Sysconf = long (*)(int);
    static const auto real = reinterpret_cast<Sysconf>(dlsym(RTLD_NEXT, "sysconf"));
    return name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF ? kProcessors : real(name);
}

} // extern "C"
