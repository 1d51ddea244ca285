// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/rowmeans.h"

#include "field/parallel.h"
#include "kernels/reduce.h"

#include <algorithm>
#include <vector>

namespace phasor {

Matrix rowMeans(MatrixView<const float> rows, std::span<const Span> runs)
{
    Matrix means(Shape{std::ssize(runs), rows.cols()});
    parallelFor(0, means.rows(), 16, [&](Span span) {
        std::vector<double> total(static_cast<std::size_t>(rows.cols()));
        for (std::int64_t i = span.begin; i < span.end; ++i) {
            const Span run = runs[static_cast<std::size_t>(i)];
            std::fill(total.begin(), total.end(), 0.0);
            for (std::int64_t r = run.begin; r < run.end; ++r)
                addRow(total.data(), rows.row(r), rows.cols());
            std::transform(total.begin(), total.end(), means.view().row(i),
                           [&run](double sum) { return static_cast<float>(sum / static_cast<double>(run.size())); });
        }
    });
    return means;
}

} // namespace phasor
