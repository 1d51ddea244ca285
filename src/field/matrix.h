// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"

#include <cstddef>
#include <memory>
#include <type_traits>

namespace phasor {

// A view of row-major memory that it does not own; `stride` is in elements, >= cols.
template <typename T> class MatrixView
{
public:
    MatrixView() = default;
    MatrixView(T* data, std::int64_t rows, std::int64_t cols, std::int64_t stride)
        : m_data(data)
        , m_rows(rows)
        , m_cols(cols)
        , m_stride(stride)
    {
    }

    // A view that may write is a view that may read.
    operator MatrixView<const T>() const requires(!std::is_const_v<T>) { return {m_data, m_rows, m_cols, m_stride}; }

    std::int64_t rows() const { return m_rows; }
    std::int64_t cols() const { return m_cols; }
    std::int64_t stride() const { return m_stride; }
    Shape shape() const { return {m_rows, m_cols}; }
    bool contiguous() const { return m_stride == m_cols || m_rows <= 1; }
    T* data() const { return m_data; }
    T* row(std::int64_t r) const { return m_data + static_cast<std::ptrdiff_t>(r * m_stride); }
    T& operator()(std::int64_t r, std::int64_t c) const { return row(r)[c]; }
    void fill(const T& value) const
    {
        for (std::int64_t r = 0; r < m_rows; ++r)
            std::fill_n(row(r), m_cols, value);
    }
    MatrixView window(Rect rect) const { return {row(rect.row) + rect.col, rect.rows, rect.cols, m_stride}; }

private:
    T* m_data = nullptr;
    std::int64_t m_rows = 0;
    std::int64_t m_cols = 0;
    std::int64_t m_stride = 0;
};

// Owned row-major float32 memory, 64-byte aligned, rows without gaps, values undefined until written. Move-only, so
// that large tables are never copied by accident. `resize` keeps the memory if it is large enough, so that a slider
// step allocates nothing.
class Matrix
{
public:
    Matrix() = default;
    explicit Matrix(Shape shape) { resize(shape); }
    Matrix(Matrix&& other) noexcept; // leaves an empty matrix that can be resized and reused
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
