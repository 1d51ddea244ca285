// SPDX-License-Identifier: GPL-3.0-or-later
#include "kerneltest.h"

#include "kernels/sinusoid/sinusoid.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace phasor;

namespace {

// Fractions of a turn per half position that are multiples of 2^-20: sums of their sines are exact enough in double.
std::vector<PairFrequency> coarseFrequencies()
{
    std::vector<PairFrequency> frequencies;
    for (const std::uint64_t k : {0ULL, 1ULL, 77ULL, 4099ULL, 262144ULL, 524287ULL, 524288ULL, 524289ULL, 1048575ULL})
        frequencies.push_back({k << 44, 0, 0});
    return frequencies;
}

double angleOf(const PairFrequency& frequency, std::int64_t position)
{
    const std::uint64_t turns = frequency.high * static_cast<std::uint64_t>(2 * position);
    return std::ldexp(static_cast<double>(static_cast<std::int64_t>(turns)), -64) * 2 * M_PI;
}

} // namespace

class TestSinusoidMeans : public QObject
{
    Q_OBJECT

private slots:
    void bruteForce();
};

// Rows of two sizes, columns of one and of several terms, on every instruction set; the bits are the same on all.
void TestSinusoidMeans::bruteForce()
{
    const auto frequencies = coarseFrequencies();
    const auto count = static_cast<std::int64_t>(frequencies.size());
    std::vector<SinusoidTerm> terms;
    std::vector<std::int64_t> begin;
    for (std::int64_t i = 0; i < count; ++i) {
        begin.push_back(static_cast<std::int64_t>(terms.size()));
        terms.push_back({i, 0, 1.0F});
        begin.push_back(static_cast<std::int64_t>(terms.size()));
        terms.push_back({i, 1U << 30, 0.5F});
        terms.push_back({count - 1 - i, 0, 0.5F});
    }
    begin.push_back(static_cast<std::int64_t>(terms.size()));
    begin.push_back(static_cast<std::int64_t>(terms.size())); // a column without terms is 0
    const auto columns = static_cast<std::int64_t>(begin.size()) - 1;
    const auto termCount = static_cast<std::int64_t>(terms.size());

    // Rows of 10 or 11 positions, one after the other as pixels have them, the last vector not full.
    const std::size_t count10or11 = SinusoidMeanRows::kLanes * 9 - 3;
    std::vector<std::int64_t> edges;
    for (std::size_t r = 0; r <= count10or11; ++r)
        edges.push_back(1000 + static_cast<std::int64_t>(std::floor(10.37 * static_cast<double>(r))));
    const auto middle = [&](std::size_t r) {
        return static_cast<std::uint64_t>(edges[r] + edges[r + 1] - 1);
    };
    SinusoidMeanRows rows;
    rows.lane.fill(std::numeric_limits<std::uint64_t>::max());
    for (std::size_t r = 0; r < count10or11; ++r) {
        const std::size_t first = r / SinusoidMeanRows::kLanes * SinusoidMeanRows::kLanes;
        std::uint64_t& lane = rows.lane[r % SinusoidMeanRows::kLanes];
        lane = std::min(lane, middle(r) - static_cast<std::uint64_t>(2 * edges[first]));
    }
    bool jittersSeen[SinusoidMeanRows::kJitters] = {};
    for (std::size_t r = 0; r < count10or11; ++r) {
        const std::size_t l = r % SinusoidMeanRows::kLanes;
        if (l == 0)
            rows.vectors.push_back({.origin = static_cast<std::uint64_t>(2 * edges[r]), .jitter = {}, .out = {}});
        const std::uint64_t jitter = middle(r) - rows.vectors.back().origin - rows.lane[l];
        QVERIFY(jitter < SinusoidMeanRows::kJitters);
        rows.vectors.back().jitter[l] = static_cast<std::uint8_t>(jitter);
        rows.second[jitter][l] = edges[r + 1] - edges[r] == 11;
        jittersSeen[jitter] = true;
    }
    QVERIFY(jittersSeen[0] && jittersSeen[1] && jittersSeen[2]);
    const auto rowCount = static_cast<std::int64_t>(count10or11);
    const std::int64_t firstColumn = 3; // what is before it stays as it is
    const std::int64_t stride = firstColumn + columns;

    std::vector<float> reference;
    onEveryTarget([&] {
        std::vector<float> ten(terms.size());
        std::vector<float> eleven(terms.size());
        sinusoidAmplitudes(frequencies.data(), terms.data(), termCount, 10, ten.data());
        sinusoidAmplitudes(frequencies.data(), terms.data(), termCount, 11, eleven.data());
        Guarded<float> out(rowCount * stride, 1);
        std::fill(out.data(), out.data() + rowCount * stride, 7.0F);
        for (std::size_t r = 0; r < count10or11; ++r)
            rows.vectors[r / SinusoidMeanRows::kLanes].out[r % SinusoidMeanRows::kLanes]
                = out.data() + static_cast<std::int64_t>(r) * stride;
        sinusoidMeans({frequencies.data(), terms.data(), ten.data(), eleven.data(), begin.data(), columns, firstColumn},
                      rows);
        QVERIFY(out.intact());
        for (std::int64_t r = 0; r < rowCount; ++r) {
            const auto at = static_cast<std::size_t>(r);
            const float* const row = out.data() + r * stride;
            QVERIFY(std::all_of(row, row + firstColumn, [](float x) { return x == 7.0F; }));
            for (std::int64_t j = 0; j < columns; ++j) {
                double sum = 0;
                for (std::int64_t t = begin[static_cast<std::size_t>(j)]; t < begin[static_cast<std::size_t>(j) + 1];
                     ++t) {
                    const SinusoidTerm& term = terms[static_cast<std::size_t>(t)];
                    double mean = 0;
                    for (std::int64_t p = edges[at]; p < edges[at + 1]; ++p)
                        mean += std::sin(angleOf(frequencies[static_cast<std::size_t>(term.pair)], p)
                                         + (term.shift ? M_PI / 2 : 0));
                    sum += static_cast<double>(term.weight) * mean / static_cast<double>(edges[at + 1] - edges[at]);
                }
                const double error = std::fabs(static_cast<double>(row[firstColumn + j]) - sum);
                QVERIFY2(error <= 4e-7, QByteArray::number(error));
            }
        }
        const std::vector<float> values(out.data(), out.data() + rowCount * stride);
        if (reference.empty())
            reference = values;
        QCOMPARE(std::memcmp(values.data(), reference.data(), values.size() * sizeof(float)), 0);
    });
}

QTEST_APPLESS_MAIN(TestSinusoidMeans)
#include "tst_sinusoidmeans.moc"
