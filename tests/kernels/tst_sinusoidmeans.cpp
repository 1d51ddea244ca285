// SPDX-License-Identifier: GPL-3.0-or-later
#include "kerneltest.h"

#include "kernels/sinusoidmeans.h"

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

    // Rows of 10 or 11 positions, one after the other.
    std::vector<std::int64_t> edges{1000};
    SinusoidMeanRows rows;
    rows.count = kSinusoidMeanRows - 3;
    for (int r = 0; r < rows.count; ++r)
        edges.push_back(edges.back() + (r % 3 == 1 ? 11 : 10));
    rows.origin = static_cast<std::uint64_t>(edges[0] + edges[1] - 1);
    rows.step = 21;
    for (int r = 0; r < rows.count; ++r) {
        const auto at = static_cast<std::size_t>(r);
        const std::int64_t middle = edges[at] + edges[at + 1] - 1;
        rows.jitter[r] = static_cast<std::int32_t>(middle - (edges[0] + edges[1] - 1) - 21 * r);
        rows.second[r] = r % 3 == 1;
    }

    std::vector<float> reference;
    onEveryTarget([&] {
        std::vector<float> ten(terms.size());
        std::vector<float> eleven(terms.size());
        sinusoidAmplitudes(frequencies.data(), terms.data(), termCount, 10, ten.data());
        sinusoidAmplitudes(frequencies.data(), terms.data(), termCount, 11, eleven.data());
        Guarded<float> out(rows.count * columns, 1);
        for (int r = 0; r < rows.count; ++r)
            rows.out[r] = out.data() + r * columns;
        sinusoidMeans(frequencies.data(), terms.data(), ten.data(), eleven.data(), begin.data(), columns, rows);
        QVERIFY(out.intact());
        for (int r = 0; r < rows.count; ++r) {
            const auto at = static_cast<std::size_t>(r);
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
                QVERIFY(std::fabs(static_cast<double>(out.data()[r * columns + j]) - sum) <= 1e-6);
            }
        }
        const std::vector<float> values(out.data(), out.data() + rows.count * columns);
        if (reference.empty())
            reference = values;
        QCOMPARE(std::memcmp(values.data(), reference.data(), values.size() * sizeof(float)), 0);
    });
}

QTEST_APPLESS_MAIN(TestSinusoidMeans)
#include "tst_sinusoidmeans.moc"
