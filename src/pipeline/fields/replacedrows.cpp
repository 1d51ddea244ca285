// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/fields/replacedrows.h"

#include "field/forwardingfield.h"

#include <algorithm>

namespace phasor {

namespace {

class RowsReplaced final : public ForwardingField, private StoredCells
{
public:
    RowsReplaced(FieldPtr field, std::function<bool(std::int64_t)> chosen, float value)
        : ForwardingField(std::move(field), Cells::Changed)
        , m_chosen(std::move(chosen))
        , m_value(value)
    {
    }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        base().fill(rect, out);
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            if (m_chosen(rect.row + r))
                std::fill_n(out.row(r), rect.cols, m_value);
        }
    }

    const StoredCells* memory() const override { return base().memory() != nullptr ? this : nullptr; }

private:
    // Where none of the rows is replaced, what is stored is right.
    MatrixView<const float> cells(Rect rect) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            if (m_chosen(rect.row + r))
                return {};
        }
        return base().memory()->cells(rect);
    }

    std::function<bool(std::int64_t)> m_chosen;
    float m_value;
};

} // namespace

FieldPtr withRowsReplaced(FieldPtr field, std::function<bool(std::int64_t row)> chosen, float value)
{
    return std::make_shared<RowsReplaced>(std::move(field), std::move(chosen), value);
}

} // namespace phasor
