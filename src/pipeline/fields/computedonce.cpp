// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/fields/stagefields.h"

#include <algorithm>
#include <atomic>
#include <mutex>

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

class Window final : public ForwardingField, private MeansOfBlocks
{
public:
    Window(FieldPtr field, Rect window)
        : ForwardingField(std::move(field))
        , m_window(window)
    {
    }

    Shape shape() const override { return m_window.shape(); }
    void fill(Rect rect, MatrixView<float> out) const override { base().fill(moved(rect), out); }
    void fillStreaming(Rect rect, MatrixView<float> out) const override { base().fillStreaming(moved(rect), out); }
    bool inMemory() const override { return base().inMemory(); }
    MatrixView<const float> cells(Rect rect) const override { return base().cells(moved(rect)); }
    const MeansOfBlocks* means() const override { return base().means() != nullptr ? this : nullptr; }

private:
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

constexpr std::int64_t kMostCells = std::int64_t{1} << 22;
constexpr std::int64_t kBlock = 128; // rows

// Cache of computed blocks. Threads that need the same blocks share the work: each computes a block that no other has
// begun, and waits only for blocks of others. It does nothing else meanwhile, so that it can't wait for itself.
class ComputedOnce final : public ForwardingField
{
public:
    explicit ComputedOnce(FieldPtr field)
        : ForwardingField(std::move(field))
        , m_blocks(static_cast<std::size_t>((shape().rows + kBlock - 1) / kBlock))
    {
    }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        const MatrixView<const float> from = cells(rect);
        for (std::int64_t r = 0; r < from.rows(); ++r)
            std::copy_n(from.row(r), rect.cols, out.row(r));
    }

    bool inMemory() const override { return true; }
    MatrixView<const float> cells(Rect rect) const override
    {
        if (rect.empty())
            return {};
        std::call_once(m_allocated, [this] { m_values.resize(shape()); });
        const std::int64_t first = rect.row / kBlock;
        const std::int64_t last = (rect.row + rect.rows - 1) / kBlock;
        for (std::int64_t b = first; b <= last; ++b)
            begin(b);
        for (std::int64_t b = first; b <= last; ++b) {
            while (state(b) != State::Ready) {
                begin(b);
                state(b).wait(State::Begun);
            }
        }
        return std::as_const(m_values).view().window(rect);
    }

private:
    enum class State { Empty, Begun, Ready };
    using Block = std::atomic<State>;

    Block& state(std::int64_t block) const { return m_blocks[static_cast<std::size_t>(block)]; }

    // Computes the block, unless it is ready or in progress on another thread.
    void begin(std::int64_t block) const
    {
        State expected = State::Empty;
        if (!state(block).compare_exchange_strong(expected, State::Begun))
            return;
        const Rect rows{block * kBlock, 0, std::min(kBlock, shape().rows - block * kBlock), shape().cols};
        try {
            base().fill(rows, m_values.view().window(rows));
        } catch (...) {
            finish(block, State::Empty);
            throw;
        }
        finish(block, State::Ready);
    }

    void finish(std::int64_t block, State reached) const
    {
        state(block) = reached;
        state(block).notify_all();
    }

    mutable std::once_flag m_allocated;
    mutable Matrix m_values;
    mutable std::vector<Block> m_blocks;
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

FieldPtr computedOnce(FieldPtr field)
{
    const Shape shape = field->shape();
    if (field->inMemory() || shape.rows > kMostCells / std::max<std::int64_t>(1, shape.cols))
        return field;
    return std::make_shared<ComputedOnce>(std::move(field));
}

} // namespace phasor
