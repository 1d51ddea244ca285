// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrixview.h"

#include <cstddef>
#include <memory>

namespace phasor {

// Owned row-major float32 storage, 64-byte aligned, rows without gaps, values undefined until written.
// Move-only: a table is large and is never copied by accident. `resize` keeps the memory when it is enough, so that a
// slider step allocates nothing.
class Matrix
{
public:
    Matrix() = default;
    explicit Matrix(Shape shape) { resize(shape); }
    Matrix(Matrix&& other) noexcept; // leaves an empty one that can be resized and used again
    Matrix& operator=(Matrix&& other) noexcept;
    ~Matrix() = default;

    void resize(Shape shape); // throws std::bad_alloc
    Shape shape() const { return m_shape; }
    std::int64_t rows() const { return m_shape.rows; }
    std::int64_t cols() const { return m_shape.cols; }
    float* data() { return m_data.get(); }
    const float* data() const { return m_data.get(); }
    float operator()(std::int64_t r, std::int64_t c) const
    {
        return m_data[static_cast<std::size_t>(r * m_shape.cols + c)];
    }
    MatrixView<float> view() { return {m_data.get(), rows(), cols(), cols()}; }
    MatrixView<const float> view() const { return {m_data.get(), rows(), cols(), cols()}; }

private:
    struct Free
    {
        void* allocated; // null until there is memory
        void operator()(float* data) const;
    };
    using Memory = std::unique_ptr<float[], Free>;
    static Memory allocate(std::size_t bytes);

    Memory m_data;
    std::size_t m_capacity = 0;
    Shape m_shape;
};

} // namespace phasor
