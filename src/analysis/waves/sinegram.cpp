// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/waves/sinegram.h"

#include "field/parallel.h"

#include <algorithm>
#include <map>

namespace phasor {

namespace {

// A column that has the frequency of its group.
struct GroupedColumn
{
    Eigen::Index index = 0;
    std::complex<double> turn; // amplitude · exp(i · phase)
};

using FrequencyGroup = std::pair<double, std::vector<GroupedColumn>>; // frequency and its columns

// Groups by frequency, as a pair's sine and cosine share one: half as many frequencies, a quarter of the sums.
std::vector<FrequencyGroup> groupsOf(std::span<const SineColumn> columns)
{
    std::map<double, std::vector<GroupedColumn>> byFrequency;
    for (std::size_t i = 0; i < columns.size(); ++i)
        byFrequency[columns[i].frequency].push_back(
            {static_cast<Eigen::Index>(i), columns[i].amplitude * std::polar(1.0, columns[i].phase)});
    return {byFrequency.begin(), byFrequency.end()};
}

} // namespace

Eigen::MatrixXd sineGram(std::span<const SineColumn> columns, std::int64_t first, std::int64_t rows)
{
    const std::vector<FrequencyGroup> groups = groupsOf(columns);
    const auto size = static_cast<Eigen::Index>(columns.size());
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(size, size);
    const auto addProducts = [&](const FrequencyGroup& a, const FrequencyGroup& b) {
        const std::complex<double> differences = turnSum(a.first - b.first, first, rows);
        const std::complex<double> sums = turnSum(a.first + b.first, first, rows);
        for (const GroupedColumn& x : a.second) {
            for (const GroupedColumn& y : b.second) {
                // cos x · cos y = (cos(x − y) + cos(x + y)) / 2
                gram(std::max(x.index, y.index), std::min(x.index, y.index))
                    = (differences * x.turn * std::conj(y.turn) + sums * x.turn * y.turn).real() / 2;
            }
        }
    };
    parallelFor(0, std::ssize(groups), 4, [&](Span span) {
        for (std::int64_t i = span.begin; i < span.end; ++i) {
            const auto a = groups.begin() + i;
            std::for_each(groups.begin(), a + 1, [&](const FrequencyGroup& b) { addProducts(*a, b); });
        }
    });
    return gram;
}

} // namespace phasor
