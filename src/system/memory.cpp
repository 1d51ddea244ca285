// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/memory.h"

#include <array>

namespace phasor {

Status requireMemory(ByteCount bytes, SourceText what, SourceText remedy)
{
    const std::uint64_t available = availableMemory();
    if (bytes <= available)
        return Done{};
    return Error{.kind = ErrorKind::Resource,
                 .code = "MEMORY",
                 .where = WORDS("memory"),
                 .what = what.with(formatBytes(bytes), formatBytes(available)),
                 .remedy = remedy};
}

std::string formatBytes(ByteCount bytes)
{
    static constexpr std::array<const char*, 11> kUnits{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB",
                                                        "EiB",   "ZiB", "YiB", "RiB", "QiB"};
    if (bytes < 1024)
        return std::to_string(static_cast<std::int64_t>(bytes)) + " bytes";
    constexpr long double kRoundsTo1024 = 1023.95L;
    auto size = static_cast<long double>(bytes);
    std::size_t unit = 0;
    while (size >= kRoundsTo1024 && unit + 1 < kUnits.size()) {
        size /= 1024;
        ++unit;
    }
    const auto tenths = static_cast<std::int64_t>(size * 10 + 0.5L);
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + ' ' + kUnits[unit];
}

} // namespace phasor
