// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/centred.h"

#include "field/forwardingfield.h"

namespace phasor {

namespace {

class Centred final : public ForwardingField
{
public:
    Centred(FieldPtr x, std::vector<double> mean)
        : ForwardingField(std::move(x), Cells::Changed)
        , m_mean(std::move(mean))
    {
    }
    Interval bounds() const override
    {
        const Interval all = base().bounds();
        const double reach = all.high - all.low;
        return {-reach, reach};
    }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        base().fill(rect, out);
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c)
                out(r, c) -= static_cast<float>(m_mean[static_cast<std::size_t>(rect.col + c)]);
        }
    }

private:
    std::vector<double> m_mean;
};

} // namespace

FieldPtr lessRow(FieldPtr x, std::vector<double> mean)
{
    return std::make_shared<Centred>(std::move(x), std::move(mean));
}

} // namespace phasor
