// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer: any bytes as a .safetensors file.
#include "inputs/matrix/arrayheaders.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static const int memory = memfd_create("fuzz", MFD_CLOEXEC);
    if (memory < 0 || ftruncate(memory, 0) != 0 || pwrite(memory, data, size, 0) != static_cast<ssize_t>(size))
        std::abort();
    const auto file = phasor::InputFile::open("/proc/self/fd/" + std::to_string(memory));
    if (!file.ok())
        std::abort();
    phasor::looksLikeSafetensors({reinterpret_cast<const char*>(data), size < 16 ? size : 16});
    const auto list = phasor::readSafetensorsHeader(*file);
    if (!list.ok()) {
        phasor::toString(list.error());
        return 0;
    }
    for (const phasor::Tensor& tensor : list->tensors) {
        std::int64_t end = tensor.format ? tensor.format->bytes : 0;
        for (const std::int64_t dimension : tensor.shape)
            end *= dimension;
        if (tensor.offset + end > file->size())
            std::abort();
    }
    return 0;
}
