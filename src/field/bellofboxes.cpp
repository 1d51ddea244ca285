// SPDX-License-Identifier: GPL-3.0-or-later
// B-spline filter (a bell) as a sum of boxes with the same center; the header has a drawing. A narrow bell gets one box
// for each step of its flank (wholeHeap), a wide one eight boxes of equal weight (roughHeap).
#include "field/bellofboxes.h"

#include <cmath>

namespace phasor {

namespace {

struct Box
{
    std::int64_t width = 1; // rows; even if the bell's width is, so that both have the same center
    double weight = 1; // all boxes together: 1
};

// Weights of a bell's rows: its three boxes convolved with each other.
std::vector<double> bellOf(const BellRows& rows)
{
    std::vector<double> weights{1};
    for (const std::int64_t size : rows.boxes) {
        std::vector<double> next(weights.size() + static_cast<std::size_t>(size) - 1, 0.0);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            for (std::size_t k = 0; k < static_cast<std::size_t>(size); ++k)
                next[i + k] += weights[i] / static_cast<double>(size);
        }
        weights = std::move(next);
    }
    return weights;
}

// Exact sum: one box for each step of the bell's flank.
std::vector<Box> wholeHeap(const BellRows& rows)
{
    const std::vector<double> bell = bellOf(rows);
    const auto size = static_cast<std::int64_t>(bell.size());
    std::vector<Box> heap;
    double below = 0;
    for (std::int64_t i = 0; 2 * i < size; ++i) {
        const std::int64_t width = size - 2 * i;
        const double height = bell[static_cast<std::size_t>(i)];
        heap.push_back({width, (height - below) * static_cast<double>(width)});
        below = height;
    }
    return heap;
}

// Share of a continuous bell (three boxes of width 1) that boxes no wider than `width` carry; width 0 … 3.
double shareWithin(double width)
{
    const double half = width / 2;
    return half < 0.5 ? 4 * std::pow(half, 3) / 3 : 1.5 * half * half - 2 * std::pow(half, 3) / 3 - 0.125;
}

double widthOfShare(double share)
{
    double low = 0;
    double high = 3;
    for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        (shareWithin(middle) < share ? low : high) = middle;
    }
    return low;
}

// Approximate sum: eight boxes of equal weight.
std::vector<Box> roughHeap(const BellRows& rows, std::int64_t size)
{
    constexpr int kBoxes = 8;
    const double box = static_cast<double>(rows.boxes[0] + rows.boxes[1] + rows.boxes[2]) / 3;
    std::vector<Box> heap;
    for (int k = 0; k < kBoxes; ++k) {
        const double width = box * widthOfShare((k + 0.5) / kBoxes);
        const std::int64_t spare = std::llround((static_cast<double>(size) - width) / 2);
        heap.push_back({size - 2 * spare, 1.0 / kBoxes});
    }
    return heap;
}

} // namespace

void bellMeansOfBoxes(const MeansOfBlocks& field, const BellRows& rows, std::span<const Span> cols,
                      MatrixView<float> out)
{
    constexpr std::int64_t kWhole = 33;
    const std::int64_t size = rows.boxes[0] + rows.boxes[1] + rows.boxes[2] - 2;
    const std::vector<Box> heap = size <= kWhole ? wholeHeap(rows) : roughHeap(rows, size);
    Matrix means({out.rows(), out.cols()});
    std::vector<Span> spans = rows.spans;
    for (std::size_t k = 0; k < heap.size(); ++k) {
        const std::int64_t spare = (size - heap[k].width) / 2;
        for (std::size_t i = 0; i < spans.size(); ++i)
            spans[i] = {rows.spans[i].begin + spare, rows.spans[i].end - spare};
        field.blockMeans(spans, cols, means.view());
        const auto weight = static_cast<float>(heap[k].weight);
        for (std::int64_t r = 0; r < out.rows(); ++r) {
            for (std::int64_t c = 0; c < out.cols(); ++c)
                out(r, c) = (k == 0 ? 0 : out(r, c)) + weight * means(r, c);
        }
    }
}

} // namespace phasor
