// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer entry for the reader of .csv files: any bytes are a table or an Error, and a table is consistent.
#include "inputs/matrix/csvreader.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const int file = memfd_create("fuzz", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
        std::abort();
    const auto opened = phasor::InputFile::open("/proc/self/fd/" + std::to_string(file));
    if (!opened.ok())
        std::abort();
    const auto table = phasor::readCsv(*opened);
    if (!table.ok()) {
        if (table.error().code.empty() || phasor::toString(table.error()).find('\n') != std::string::npos)
            std::abort();
        return 0;
    }
    const auto rows = static_cast<std::size_t>(table->values.rows());
    const auto columns = static_cast<std::size_t>(table->values.cols());
    if (rows == 0 || columns == 0 || rows * columns > size)
        std::abort();
    if (!table->rowNames.empty() && table->rowNames.size() != rows)
        std::abort();
    return 0;
}
