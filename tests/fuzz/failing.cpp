// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program: the n-th call of one kind fails, as it does where memory, threads, files or the disk run
// out.
//
//   PHASOR_FAIL=KIND:N[+]   malloc, thread, write, fsync, rename, mmap, open or read; the first call in main() is
//   number 1;
//                           with + all later ones fail, too; N = 0: none
//   PHASOR_FAIL_COUNT=FILE  of 8 bytes: how many calls of that kind there were, also where the program was killed
//
// What the loader and the constructors of libraries ask for before main() is not counted. Allocations and reads of
// fontconfig and its parser are left alone: it does not look at what it gets, and what the program does about it is to
// begin no figure where memory is short, which a limit (ulimit -v) shows. Where memory has run out for good nothing can
// be mapped either.
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

enum class Kind { None, Malloc, Thread, Write, Fsync, Rename, Mmap, Open, Read };

constexpr const char* kNames[] = {"", "malloc", "thread", "write", "fsync", "rename", "mmap", "open", "read"};

struct Range
{
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
};

// Set before main() begins.
struct Plan
{
    std::array<Range, 4> trusting{};
    Kind kind = Kind::None;
    std::uint64_t first = 0;
    bool goesOn = false;
    std::atomic<std::uint64_t> own{0};
    std::atomic<std::uint64_t>* count = &own;
    std::atomic<bool> begun{false};
};

Plan plan;

void readPlan()
{
    const char* text = std::getenv("PHASOR_FAIL");
    const char* colon = text != nullptr ? std::strchr(text, ':') : nullptr;
    if (colon == nullptr)
        return;
    for (int i = 1; i < static_cast<int>(std::size(kNames)); ++i) {
        if (std::strncmp(text, kNames[i], static_cast<std::size_t>(colon - text)) == 0)
            plan.kind = static_cast<Kind>(i);
    }
    char* end = nullptr;
    plan.first = std::strtoull(colon + 1, &end, 10);
    plan.goesOn = *end == '+';
    const char* name = std::getenv("PHASOR_FAIL_COUNT");
    if (name == nullptr)
        return;
    const int file = static_cast<int>(syscall(SYS_openat, AT_FDCWD, name, O_RDWR | O_CLOEXEC, 0));
    void* shared = file < 0 ? MAP_FAILED
                            : reinterpret_cast<void*>(syscall(SYS_mmap, nullptr, sizeof plan.own,
                                                              PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    if (shared != MAP_FAILED)
        plan.count = static_cast<std::atomic<std::uint64_t>*>(shared);
    syscall(SYS_close, file);
}

// The code of the libraries that do not look.
int findTrusting(dl_phdr_info* library, std::size_t, void*)
{
    const bool isOne = std::strstr(library->dlpi_name, "libfontconfig") != nullptr
        || std::strstr(library->dlpi_name, "libexpat") != nullptr;
    for (int i = 0; isOne && i < library->dlpi_phnum; ++i) {
        const auto& segment = library->dlpi_phdr[i];
        if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0)
            continue;
        const std::uintptr_t begin = library->dlpi_addr + segment.p_vaddr;
        for (Range& range : plan.trusting) {
            if (range.end == 0) {
                range = {begin, begin + segment.p_memsz};
                break;
            }
        }
    }
    return 0;
}

bool trusts(const void* caller)
{
    const auto address = reinterpret_cast<std::uintptr_t>(caller);
    return std::any_of(plan.trusting.begin(), plan.trusting.end(),
                       [address](Range range) { return address >= range.begin && address < range.end; });
}

bool fails(Kind kind)
{
    if (kind != plan.kind || !plan.begun)
        return false;
    const std::uint64_t number = ++*plan.count;
    return plan.first != 0 && (plan.goesOn ? number >= plan.first : number == plan.first);
}

bool allocationFails(const void* caller)
{
    return plan.kind == Kind::Malloc && !trusts(caller) && fails(Kind::Malloc);
}

// True from the first failing allocation on.
bool hasRunOut()
{
    return plan.kind == Kind::Malloc && plan.goesOn && plan.first != 0 && *plan.count >= plan.first;
}

template <typename Function> Function next(const char* name)
{
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

int failedWith(int code)
{
    errno = code;
    return -1;
}

using Main = int (*)(int, char**, char**);
Main programsMain = nullptr;

int countedMain(int argc, char** argv, char** environment)
{
    plan.begun = true;
    return programsMain(argc, argv, environment);
}

mode_t modeFrom(int flags, va_list list)
{
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;
}

} // namespace

extern "C" {

void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(), void (*loader)(), void* stack)
{
    using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
    readPlan();
    dl_iterate_phdr(findTrusting, nullptr);
    programsMain = main;
    return next<Start>("__libc_start_main")(countedMain, argc, argv, init, fini, loader, stack);
}

void* malloc(std::size_t size) noexcept
{
    return allocationFails(__builtin_return_address(0)) ? (errno = ENOMEM, nullptr) : __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept
{
    return allocationFails(__builtin_return_address(0)) ? (errno = ENOMEM, nullptr) : __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) noexcept
{
    return allocationFails(__builtin_return_address(0)) ? (errno = ENOMEM, nullptr) : __libc_realloc(old, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept
{
    return allocationFails(__builtin_return_address(0)) ? (errno = ENOMEM, nullptr) : __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept
{
    return allocationFails(__builtin_return_address(0)) ? (errno = ENOMEM, nullptr) : __libc_memalign(alignment, size);
}

// The C library's own, so that it is known who asks.
char* strdup(const char* text) noexcept
{
    const std::size_t size = std::strlen(text) + 1;
    void* const copy = allocationFails(__builtin_return_address(0)) ? (errno = ENOMEM, nullptr) : __libc_malloc(size);
    return copy != nullptr ? static_cast<char*>(std::memcpy(copy, text, size)) : nullptr;
}

int posix_memalign(void** out, std::size_t alignment, std::size_t size) noexcept
{
    void* const memory = allocationFails(__builtin_return_address(0)) ? nullptr : __libc_memalign(alignment, size);
    if (memory == nullptr)
        return ENOMEM;
    *out = memory;
    return 0;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*), void* argument) noexcept
{
    using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static const auto real = next<Create>("pthread_create");
    return fails(Kind::Thread) ? EAGAIN : real(thread, attributes, work, argument);
}

ssize_t write(int file, const void* bytes, std::size_t size)
{
    return fails(Kind::Write) ? failedWith(ENOSPC) : syscall(SYS_write, file, bytes, size);
}

ssize_t read(int file, void* bytes, std::size_t size)
{
    const bool ours = !trusts(__builtin_return_address(0));
    return ours && fails(Kind::Read) ? failedWith(EIO) : syscall(SYS_read, file, bytes, size);
}

ssize_t pread(int file, void* bytes, std::size_t size, off_t offset)
{
    return fails(Kind::Read) ? failedWith(EIO) : syscall(SYS_pread64, file, bytes, size, offset);
}

ssize_t pread64(int file, void* bytes, std::size_t size, off64_t offset)
{
    return pread(file, bytes, size, offset);
}

std::size_t fwrite(const void* bytes, std::size_t size, std::size_t count, FILE* file)
{
    using Fwrite = std::size_t (*)(const void*, std::size_t, std::size_t, FILE*);
    static const auto real = next<Fwrite>("fwrite");
    return file != stderr && fails(Kind::Write) ? (errno = ENOSPC, 0) : real(bytes, size, count, file);
}

int fflush(FILE* file)
{
    using Fflush = int (*)(FILE*);
    static const auto real = next<Fflush>("fflush");
    return file != stderr && fails(Kind::Write) ? failedWith(ENOSPC) : real(file);
}

int fsync(int file)
{
    return fails(Kind::Fsync) ? failedWith(EIO) : static_cast<int>(syscall(SYS_fsync, file));
}

int sync_file_range(int file, off_t offset, off_t count, unsigned flags)
{
    return fails(Kind::Fsync) ? failedWith(EIO)
                              : static_cast<int>(syscall(SYS_sync_file_range, file, offset, count, flags));
}

int renameat(int from, const char* old, int to, const char* name) noexcept
{
    return fails(Kind::Rename) ? failedWith(EIO) : static_cast<int>(syscall(SYS_renameat2, from, old, to, name, 0));
}

int linkat(int from, const char* old, int to, const char* name, int flags) noexcept
{
    return fails(Kind::Rename) ? failedWith(EIO) : static_cast<int>(syscall(SYS_linkat, from, old, to, name, flags));
}

void* mmap(void* address, std::size_t size, int protection, int flags, int file, off_t offset) noexcept
{
    if (fails(Kind::Mmap) || (hasRunOut() && (flags & MAP_ANONYMOUS) != 0))
        return errno = ENOMEM, MAP_FAILED;
    return reinterpret_cast<void*>(syscall(SYS_mmap, address, size, protection, flags, file, offset));
}

void* mmap64(void* address, std::size_t size, int protection, int flags, int file, off64_t offset) noexcept
{
    return mmap(address, size, protection, flags, file, offset);
}

int openat(int folder, const char* name, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const mode_t mode = modeFrom(flags, list);
    va_end(list);
    return fails(Kind::Open) ? failedWith(EMFILE) : static_cast<int>(syscall(SYS_openat, folder, name, flags, mode));
}

int openat64(int folder, const char* name, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const mode_t mode = modeFrom(flags, list);
    va_end(list);
    return openat(folder, name, flags | O_LARGEFILE, mode);
}

int open(const char* name, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const mode_t mode = modeFrom(flags, list);
    va_end(list);
    return openat(AT_FDCWD, name, flags, mode);
}

int open64(const char* name, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const mode_t mode = modeFrom(flags, list);
    va_end(list);
    return openat(AT_FDCWD, name, flags | O_LARGEFILE, mode);
}

FILE* fopen(const char* name, const char* mode)
{
    using Fopen = FILE* (*)(const char*, const char*);
    static const auto real = next<Fopen>("fopen");
    return fails(Kind::Open) ? (errno = EMFILE, nullptr) : real(name, mode);
}

FILE* fopen64(const char* name, const char* mode)
{
    return fopen(name, mode);
}

} // extern "C"
