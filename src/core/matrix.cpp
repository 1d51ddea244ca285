// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/matrix.h"

#include <new>
#include <sys/mman.h>

namespace phasor {

namespace {

constexpr std::size_t kLine = 64;
constexpr std::size_t kHugePage = 2 << 20;
constexpr std::size_t kLarge = 32 << 20; // malloc asks the kernel for these each time

std::align_val_t alignmentOf(std::size_t bytes)
{
    return std::align_val_t{bytes >= kLarge ? kHugePage : kLine};
}

// In huge pages: the kernel clears 256 MiB in a sixth of the time that 65536 small pages take, each with a fault of its
// own. Where it has none to give, small ones do.
float* allocate(std::size_t bytes)
{
    void* const data = ::operator new[](bytes, alignmentOf(bytes));
    if (bytes >= kLarge)
        ::madvise(data, bytes, MADV_HUGEPAGE);
    return static_cast<float*>(data);
}

} // namespace

void Matrix::Free::operator()(float* data) const
{
    ::operator delete[](data, alignmentOf(bytes));
}

void Matrix::resize(Shape shape)
{
    const std::size_t needed = static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.cols);
    if (needed > m_capacity) {
        m_data.reset();
        m_capacity = 0;
        const std::size_t bytes = needed * sizeof(float);
        m_data = {allocate(bytes), Free{bytes}};
        m_capacity = needed;
    }
    m_shape = shape;
}

} // namespace phasor
