// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/fields/fieldwindow.h"

#include "field/forwardingfield.h"

#include <vector>

namespace phasor {

namespace {

std::vector<Span> movedSpans(std::span<const Span> spans, std::int64_t by)
{
    std::vector<Span> result;
    result.reserve(spans.size());
    for (const Span span : spans)
        result.push_back({span.begin + by, span.end + by});
    return result;
}

class Window final : public ForwardingField, private StoredCells, private StreamingStores, private MeansOfBlocks
{
public:
    Window(FieldPtr field, Rect window)
        : ForwardingField(std::move(field), Cells::Changed)
        , m_window(window)
    {
    }

    Shape shape() const override { return m_window.shape(); }
    void fill(Rect rect, MatrixView<float> out) const override { base().fill(moved(rect), out); }

    const StoredCells* memory() const override { return base().memory() != nullptr ? this : nullptr; }
    const StreamingStores* stores() const override { return base().stores() != nullptr ? this : nullptr; }
    const MeansOfBlocks* means() const override { return base().means() != nullptr ? this : nullptr; }

private:
    MatrixView<const float> cells(Rect rect) const override { return base().memory()->cells(moved(rect)); }
    void fillStreaming(Rect rect, MatrixView<float> out) const override
    {
        base().stores()->fillStreaming(moved(rect), out);
    }
    bool inClosedForm() const override { return base().means()->inClosedForm(); }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        base().means()->blockMeans(movedSpans(rows, m_window.row), movedSpans(cols, m_window.col), out);
    }
    bool bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        return base().means()->bellMeans({rows.boxes, movedSpans(rows.spans, m_window.row)},
                                         movedSpans(cols, m_window.col), out);
    }

    Rect moved(Rect rect) const { return {rect.row + m_window.row, rect.col + m_window.col, rect.rows, rect.cols}; }

    Rect m_window;
};

} // namespace

FieldPtr windowOf(FieldPtr field, Rect window)
{
    if (window == whole(field->shape()))
        return field;
    return std::make_shared<Window>(std::move(field), window);
}

FieldPtr firstRows(FieldPtr field, std::int64_t rows)
{
    const Shape shape{rows, field->shape().cols};
    return windowOf(std::move(field), whole(shape));
}

} // namespace phasor
