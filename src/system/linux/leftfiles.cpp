// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/linux/unfinishedfile.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <memory>
#include <string_view>

namespace phasor {

namespace {

// Of ".phasor-PID-RANDOM.tmp"; 0: another file.
pid_t programOf(std::string_view name)
{
    constexpr std::string_view kBegin = ".phasor-";
    if (!name.starts_with(kBegin) || !name.ends_with(".tmp"))
        return 0;
    name.remove_prefix(kBegin.size());
    pid_t program = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), program);
    return error == std::errc() && *end == '-' && program > 0 ? program : 0;
}

bool hasEnded(pid_t program)
{
    return kill(program, 0) != 0 && errno == ESRCH;
}

// Nobody else has it open and locked.
bool isAbandoned(int directory, const char* name)
{
    const Descriptor file(openat(directory, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    return file.ok() && flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

} // namespace

void removeLeftFiles(int directory)
{
    struct Close
    {
        void operator()(DIR* folder) const { closedir(folder); }
    };
    const int readable = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); // closed with the DIR
    const std::unique_ptr<DIR, Close> folder(readable >= 0 ? fdopendir(readable) : nullptr);
    while (const dirent* entry = folder ? readdir(folder.get()) : nullptr) {
        const pid_t program = programOf(entry->d_name);
        if (program != 0 && hasEnded(program) && isAbandoned(directory, entry->d_name))
            static_cast<void>(unlinkat(directory, entry->d_name, 0));
    }
}

} // namespace phasor
