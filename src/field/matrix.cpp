// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/matrix.h"

#include "system/memory.h"

#include <utility>

namespace phasor {

constexpr std::size_t kLine = 64;
constexpr std::size_t kLarge = 32 << 20; // bytes; from this size on the C library gets memory from the kernel each time

void Matrix::Free::operator()(float* /*aligned*/) const
{
    ::operator delete(allocated);
}

// Aligned by hand. aligned_alloc cuts off a piece that stays between two blocks. A freed block then never fits the next
// one of its size, and each step of a slider gets fresh memory, 1.5 us a page.
Matrix::Memory Matrix::allocate(std::size_t bytes)
{
    const std::size_t alignment = bytes >= kLarge ? kLargePage : kLine;
    void* const allocated = ::operator new(bytes + alignment);
    const std::uintptr_t aligned
        = (reinterpret_cast<std::uintptr_t>(allocated) + alignment - 1) / alignment * alignment;
    auto* const data = reinterpret_cast<float*>(aligned);
    if (bytes >= kLarge)
        preferLargePages(data, bytes);
    return {data, Free{allocated}};
}

Matrix::Matrix(Matrix&& other) noexcept
    : m_data(std::move(other.m_data))
    , m_capacity(std::exchange(other.m_capacity, 0))
    , m_shape(std::exchange(other.m_shape, {}))
{
}

Matrix& Matrix::operator=(Matrix&& other) noexcept
{
    Matrix taken(std::move(other)); // the old memory goes with it
    std::swap(m_data, taken.m_data);
    std::swap(m_capacity, taken.m_capacity);
    std::swap(m_shape, taken.m_shape);
    return *this;
}

void Matrix::resize(Shape shape)
{
    const std::size_t needed = static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.cols);
    if (needed > m_capacity) {
        m_data.reset();
        m_capacity = 0;
        m_data = allocate(needed * sizeof(float));
        m_capacity = needed;
    }
    m_shape = shape;
}

} // namespace phasor
