// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "field/matrix.h"
#include "field/matrixfield.h"
#include "field/parallel.h"
#include "system/cancelscope.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// Checks every promise of field/field.h for a Field. In a Qt test:
//
//     const std::string broken = conforms(*field, {.seed = 7});
//     QVERIFY2(broken.empty(), broken.c_str());
//
// An empty string: all promises are kept. Otherwise it says which one is broken, where, and with which seed. Tables of
// more than 2^18 cells are tested in three windows of that size: at the top left, at the bottom right and at a random
// place.
namespace phasor {

struct ConformanceOptions
{
    std::uint32_t seed = 1; // for the rectangles and blocks tried
    int rects = 30; // in each window
    bool boundsHold = true; // false if bounds() is only likely: one normal value in 16 000 exceeds 4 sigma
    double meansTolerance = 2e-6; // times the largest bound (at least 1)
};

namespace conformance {

constexpr std::int64_t kCells = 1 << 18; // in a window
constexpr float kGuard = 77.75F; // around each tile; it must not be overwritten

// A window of a Field, checked against its cells from one fill().
class WindowCheck
{
public:
    WindowCheck(const Field& field, Rect window, const ConformanceOptions& options)
        : m_field(field)
        , m_window(window)
        , m_options(options)
        , m_random(options.seed)
        , m_all(window.shape())
    {
        m_field.fill(m_window, m_all.view());
    }

    std::string failure()
    {
        using Check = std::string (WindowCheck::*)();
        for (const Check check :
             {&WindowCheck::tiles, &WindowCheck::streaming, &WindowCheck::emptyRects, &WindowCheck::memory,
              &WindowCheck::bounds, &WindowCheck::means, &WindowCheck::cancellation, &WindowCheck::threads}) {
            if (const std::string wrong = (this->*check)(); !wrong.empty())
                return wrong + " (seed " + std::to_string(m_options.seed) + ")";
        }
        return {};
    }

private:
    static std::string text(Rect rect)
    {
        return "[" + std::to_string(rect.row) + ", " + std::to_string(rect.col) + ", " + std::to_string(rect.rows)
            + " x " + std::to_string(rect.cols) + "]";
    }

    static bool sameBits(float a, float b)
    {
        return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
    }

    std::int64_t below(std::int64_t n) { return std::uniform_int_distribution<std::int64_t>(0, n - 1)(m_random); }

    Span anySpan(std::int64_t begin, std::int64_t size)
    {
        const std::int64_t first = below(size);
        const std::int64_t most = size - first;
        // One cell, a few, or as many as possible.
        const std::int64_t count = 1 + below(std::min<std::int64_t>(most, std::int64_t{1} << (4 * below(5))));
        return {begin + first, begin + first + count};
    }

    // A rectangle in the Field's coordinates. The first ones are special cases: all, one row, one column, a corner.
    Rect rectOf(int trial)
    {
        const Rect w = m_window;
        const Rect chosen[] = {w,
                               {w.row, w.col, 1, w.cols},
                               {w.row + w.rows - 1, w.col, 1, w.cols},
                               {w.row, w.col + w.cols - 1, w.rows, 1},
                               {w.row + w.rows - 1, w.col + w.cols - 1, 1, 1}};
        if (trial < 5)
            return chosen[trial];
        const Span rows = anySpan(w.row, w.rows);
        const Span cols = anySpan(w.col, w.cols);
        return {rows.begin, cols.begin, rows.size(), cols.size()};
    }

    float cell(std::int64_t row, std::int64_t col) const { return m_all(row - m_window.row, col - m_window.col); }

    std::string compare(const char* what, Rect rect, MatrixView<const float> values) const
    {
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c) {
                if (!sameBits(values(r, c), cell(rect.row + r, rect.col + c)))
                    return std::string(what) + " of " + text(rect) + " has " + std::to_string(values(r, c)) + " at ("
                        + std::to_string(rect.row + r) + ", " + std::to_string(rect.col + c) + "), the whole has "
                        + std::to_string(cell(rect.row + r, rect.col + c));
            }
        }
        return {};
    }

    // Calls `fill(rect, out)` with `out` in the middle of a larger matrix, then checks the cells and those around.
    template <typename Fill> std::string tile(const char* what, Rect rect, Fill&& fill) const
    {
        constexpr std::int64_t kEdge = 3;
        Matrix frame(Shape{rect.rows + 2 * kEdge, rect.cols + 2 * kEdge});
        std::fill_n(frame.data(), frame.rows() * frame.cols(), kGuard);
        const Rect inside{kEdge, kEdge, rect.rows, rect.cols};
        fill(rect, frame.view().window(inside));
        for (std::int64_t r = 0; r < frame.rows(); ++r) {
            for (std::int64_t c = 0; c < frame.cols(); ++c) {
                const bool within = r >= kEdge && r < kEdge + rect.rows && c >= kEdge && c < kEdge + rect.cols;
                if (!within && !sameBits(frame(r, c), kGuard))
                    return std::string(what) + " of " + text(rect) + " writes outside";
            }
        }
        return compare(what, rect, frame.view().window(inside));
    }

    std::string tiles()
    {
        for (int k = 0; k < m_options.rects; ++k) {
            const std::string wrong
                = tile("fill", rectOf(k), [this](Rect rect, MatrixView<float> out) { m_field.fill(rect, out); });
            if (!wrong.empty())
                return wrong;
        }
        return {};
    }

    std::string streaming()
    {
        for (int k = 0; k < m_options.rects; ++k) {
            const std::string wrong = tile("fillStreaming", rectOf(k), [this](Rect rect, MatrixView<float> out) {
                m_field.fillStreaming(rect, out);
            });
            if (!wrong.empty())
                return wrong;
        }
        return {};
    }

    std::string emptyRects()
    {
        const Rect w = m_window;
        for (const Rect rect : {Rect{w.row, w.col, 0, 0}, Rect{w.row, w.col, 0, w.cols}, Rect{w.row, w.col, w.rows, 0},
                                Rect{w.row + w.rows, w.col + w.cols, 0, 0}, Rect{w.row + w.rows, w.col, 0, w.cols}}) {
            std::string wrong = tile("fill", rect, [this](Rect r, MatrixView<float> out) { m_field.fill(r, out); });
            if (wrong.empty())
                wrong = tile("fillStreaming", rect,
                             [this](Rect r, MatrixView<float> out) { m_field.fillStreaming(r, out); });
            if (!wrong.empty())
                return wrong;
            m_field.cells(rect); // an empty view, or a view without data
        }
        return {};
    }

    std::string memory()
    {
        for (int k = 0; k < m_options.rects; ++k) {
            const Rect rect = rectOf(k);
            const MatrixView<const float> cells = m_field.cells(rect);
            if (cells.data() == nullptr)
                continue;
            if (!m_field.inMemory())
                return "the cells of " + text(rect) + " are in memory, but inMemory() is false";
            if (cells.shape() != rect.shape())
                return "the cells in memory of " + text(rect) + " have another shape";
            if (const std::string wrong = compare("memory", rect, cells); !wrong.empty())
                return wrong;
            if (m_field.cells(rect).data() != cells.data())
                return "the cells in memory of " + text(rect) + " move";
        }
        return {};
    }

    std::string bounds()
    {
        const Interval bounds = m_field.bounds();
        if (!(bounds.low <= bounds.high))
            return "bounds: low > high";
        if (bounds.low < 0 && bounds.low != -bounds.high)
            return "bounds of signed values are not symmetric about 0";
        // A float32 result may exceed the bound by half a unit for each operation that made it.
        const double slack = 1e-6 * std::max(std::abs(bounds.low), std::abs(bounds.high));
        for (std::int64_t k = 0; m_options.boundsHold && k < m_all.rows() * m_all.cols(); ++k) {
            const double value = static_cast<double>(m_all.data()[k]);
            if (std::isfinite(value) && (value < bounds.low - slack || value > bounds.high + slack))
                return "the cell " + std::to_string(value) + " is outside the bounds";
        }
        return {};
    }

    double exactMean(Span rows, Span cols) const
    {
        double sum = 0;
        for (std::int64_t r = rows.begin; r < rows.end; ++r) {
            for (std::int64_t c = cols.begin; c < cols.end; ++c)
                sum += static_cast<double>(cell(r, c));
        }
        return sum / (static_cast<double>(rows.size()) * static_cast<double>(cols.size()));
    }

    std::string means()
    {
        const MeansOfBlocks* const means = m_field.means();
        if (means == nullptr)
            return {};
        std::vector<Span> rows{{m_window.row, m_window.row + m_window.rows}}; // all rows, then some overlapping spans
        std::vector<Span> cols{{m_window.col, m_window.col + m_window.cols}};
        for (int k = 0; k < 6; ++k) {
            rows.push_back(anySpan(m_window.row, m_window.rows));
            cols.push_back(anySpan(m_window.col, m_window.cols));
        }
        const auto n = static_cast<std::int64_t>(rows.size());
        Matrix together(Shape{n, n});
        means->blockMeans(rows, cols, together.view());
        const double greatest = std::max({1.0, std::abs(m_field.bounds().low), std::abs(m_field.bounds().high)});
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t j = 0; j < cols.size(); ++j) {
                const float mean = together(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j));
                const double exact = exactMean(rows[i], cols[j]);
                const Rect block{rows[i].begin, cols[j].begin, rows[i].size(), cols[j].size()};
                float alone = 0;
                means->blockMeans({&rows[i], 1}, {&cols[j], 1}, {&alone, 1, 1, 1});
                for (const float found : {mean, alone}) {
                    const double difference = std::abs(static_cast<double>(found) - exact);
                    if (std::isfinite(exact) && !(difference <= m_options.meansTolerance * greatest))
                        return "the mean of " + text(block) + " is " + std::to_string(found) + ", that of its cells "
                            + std::to_string(exact);
                }
            }
        }
        means->blockMeans({}, cols, {});
        means->blockMeans(rows, {}, {});
        return {};
    }

    // Cancelled work on the Field must leave no trace in it.
    std::string cancellation()
    {
        const CancelToken cancel;
        {
            const CancelScope scope(cancel);
            reduce(m_field, m_window, [&cancel](Rect, MatrixView<const float>) { cancel.cancel(); });
        }
        return tile("fill after a cancelled one", m_window,
                    [this](Rect rect, MatrixView<float> out) { m_field.fill(rect, out); });
    }

    std::string threads()
    {
        constexpr std::size_t kThreads = 4;
        std::vector<Rect> rects;
        for (int k = 0; k < m_options.rects; ++k)
            rects.push_back(rectOf(k));
        std::vector<std::string> wrong(kThreads);
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < kThreads; ++t) {
            threads.emplace_back([&, t] {
                for (std::size_t k = 0; k < rects.size() && wrong[t].empty(); ++k) {
                    const auto fill = [&](Rect rect, MatrixView<float> out) {
                        t % 2 == 0 ? m_field.fill(rect, out) : m_field.fillStreaming(rect, out);
                    };
                    wrong[t] = tile("fill beside other threads", rects[(k + t) % rects.size()], fill);
                }
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        for (const std::string& text : wrong) {
            if (!text.empty())
                return text;
        }
        Matrix parallel;
        materialize(m_field, m_window, parallel);
        return compare("materialize", m_window, std::as_const(parallel).view());
    }

    const Field& m_field;
    Rect m_window;
    ConformanceOptions m_options;
    std::mt19937 m_random;
    Matrix m_all; // cells of the window
};

} // namespace conformance

// Empty, or the promise that `field` breaks.
inline std::string conforms(const Field& field, const ConformanceOptions& options = {})
{
    const Shape shape = field.shape();
    if (shape.rows <= 0 || shape.cols <= 0)
        return {};
    const std::int64_t cols = std::min<std::int64_t>(shape.cols, 600);
    const std::int64_t rows = std::min(shape.rows, conformance::kCells / cols);
    const bool all = shape == Shape{rows, cols};
    std::mt19937_64 random(options.seed);
    const auto below = [&random](std::int64_t n) {
        return std::uniform_int_distribution<std::int64_t>(0, n)(random);
    };
    std::vector<Rect> windows{{0, 0, rows, cols}};
    if (!all) {
        windows.push_back({shape.rows - rows, shape.cols - cols, rows, cols});
        windows.push_back({below(shape.rows - rows), below(shape.cols - cols), rows, cols});
    }
    for (const Rect window : windows) {
        if (std::string wrong = conformance::WindowCheck(field, window, options).failure(); !wrong.empty())
            return wrong;
    }
    return {};
}

} // namespace phasor
