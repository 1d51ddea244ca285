// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzzes the reader of .npz archives with libFuzzer: directory, members, their arrays' headers.
#include "inputs/matrix/arrayheaders.h"
#include "inputs/matrix/ziparchive.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace phasor;

namespace {

void readAll(const std::string& path)
{
    const Result<InputFile> file = InputFile::open(path);
    if (!file.ok())
        std::abort();
    const Result<ZipDirectory> directory = readZipDirectory(*file);
    if (!directory.ok())
        return;
    for (const ZipMember& member : directory->members) {
        if (member.offset + member.stored > static_cast<std::uint64_t>(file->size()))
            std::abort();
        const Result<InputFile> npy = openZipMember(*file, member);
        if (!npy.ok() || !checkZipMember(*file, member).ok())
            continue;
        if (npy->size() != static_cast<std::int64_t>(member.size))
            std::abort();
        if (const Result<MatrixLayout> layout = readNpyHeader(*npy); layout.ok() && layout->end() > npy->size())
            std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const int memory = memfd_create("fuzz.npz", MFD_CLOEXEC);
    if (memory < 0 || write(memory, data, size) != static_cast<ssize_t>(size))
        std::abort();
    readAll("/proc/self/fd/" + std::to_string(memory));
    close(memory);
    return 0;
}
