// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/fields/stagefields.h"

#include "kernels/combine.h"
#include "random/philox.h"
#include "raster/rasterize.h"

namespace phasor {

namespace {

// Calls body(tile, source) for tiles of `rect`: in its coordinates, and in those of the Field. Operands of a tile fit
// into the second-level cache. Tiles are tall rather than wide, as an encoding has to prepare anew at the top of each.
template <typename Body> void forTiles(Rect rect, Body&& body)
{
    constexpr std::int64_t kCells = 1 << 17; // 512 KiB of float32
    constexpr std::int64_t kTall = 128; // rows: a block of an encoding
    if (rect.empty())
        return;
    const std::int64_t cols = std::min(rect.cols, kCells / std::min(rect.rows, kTall));
    const std::int64_t rows = std::min(rect.rows, kCells / cols);
    for (std::int64_t r = 0; r < rect.rows; r += rows) {
        for (std::int64_t c = 0; c < rect.cols; c += cols) {
            const Rect tile{r, c, std::min(rows, rect.rows - r), std::min(cols, rect.cols - c)};
            body(tile, Rect{rect.row + r, rect.col + c, tile.rows, tile.cols});
        }
    }
}

// Bounds times `factor`, which may be negative.
Interval scaledBounds(Interval bounds, double factor)
{
    const double a = bounds.low * factor;
    const double b = bounds.high * factor;
    return {std::min(a, b), std::max(a, b)};
}

// Sum e · s + pe, computed in one pass.
class ScaledSum final : public Field, private MeansOfBlocks
{
public:
    ScaledSum(FieldPtr e, float s, FieldPtr pe)
        : m_e(std::move(e))
        , m_s(s)
        , m_pe(std::move(pe))
    {
    }

    Shape shape() const override { return m_e->shape(); }
    Interval bounds() const override
    {
        const Interval e = scaledBounds(m_e->bounds(), m_s);
        const Interval pe = m_pe->bounds();
        return {e.low + pe.low, e.high + pe.high};
    }
    void fill(Rect rect, MatrixView<float> out) const override { write(rect, out, false); }
    void fillStreaming(Rect rect, MatrixView<float> out) const override { write(rect, out, true); }
    const MeansOfBlocks* means() const override { return this; }

    const Field& e() const { return *m_e; }
    float s() const { return m_s; }
    const Field& pe() const { return *m_pe; }

private:
    bool inClosedForm() const override { return hasMeansInClosedForm(*m_e) && hasMeansInClosedForm(*m_pe); }

    // Mean of a sum = sum of the means, so that a part with a closed form need not be visited.
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        Matrix e(out.shape());
        phasor::blockMeans(*m_e, rows, cols, e.view());
        phasor::blockMeans(*m_pe, rows, cols, out);
        for (std::int64_t r = 0; r < out.rows(); ++r)
            scaleAdd(e.view().row(r), m_s, out.row(r), out.row(r), out.cols());
    }

    void write(Rect rect, MatrixView<float> out, bool stream) const
    {
        TileOperand e(*m_e);
        TileOperand pe(*m_pe);
        forTiles(rect, [&](Rect tile, Rect source) {
            const MatrixView<float> target = out.window(tile);
            const MatrixView<const float> embedding = e.values(source);
            const MatrixView<const float> position = pe.values(source);
            for (std::int64_t r = 0; r < tile.rows; ++r)
                scaleAdd(embedding.row(r), m_s, position.row(r), target.row(r), tile.cols, stream);
        });
        if (stream)
            storeFence();
    }

    FieldPtr m_e;
    float m_s;
    FieldPtr m_pe;
};

class Scaled final : public ForwardingField, private MeansOfBlocks
{
public:
    Scaled(FieldPtr part, float s)
        : ForwardingField(std::move(part))
        , m_s(s)
    {
    }

    Interval bounds() const override { return scaledBounds(base().bounds(), m_s); }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        base().fill(rect, out);
        scaleRows(out);
    }

    const MeansOfBlocks* means() const override { return this; }

    const FieldPtr& part() const { return basePointer(); }
    float factor() const { return m_s; }

private:
    bool inClosedForm() const override { return hasMeansInClosedForm(base()); }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        phasor::blockMeans(base(), rows, cols, out);
        scaleRows(out);
    }
    bool bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        const bool made = base().means() != nullptr && base().means()->bellMeans(rows, cols, out);
        if (made)
            scaleRows(out);
        return made;
    }

    void scaleRows(MatrixView<float> values) const
    {
        for (std::int64_t r = 0; r < values.rows(); ++r)
            scale(values.row(r), m_s, values.row(r), values.cols());
    }

    float m_s;
};

class Dropped final : public ForwardingField
{
public:
    Dropped(FieldPtr x, FieldPtr keep, float factor, std::shared_ptr<const TokenSequence> sequence)
        : ForwardingField(std::move(x))
        , m_sum(dynamic_cast<const ScaledSum*>(&base()))
        , m_keep(std::move(keep))
        , m_philox(dynamic_cast<const PhiloxMask*>(m_keep.get()))
        , m_factor(factor)
        , m_sequence(std::move(sequence))
    {
    }

    Interval bounds() const override { return scaledBounds(base().bounds(), m_factor > 0 ? m_factor : 1); }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        m_sum != nullptr ? writeSum(rect, out, false) : write(rect, out);
    }
    void fillStreaming(Rect rect, MatrixView<float> out) const override
    {
        m_sum != nullptr ? writeSum(rect, out, true) : write(rect, out);
    }

private:
    void write(Rect rect, MatrixView<float> out) const
    {
        TileOperand x(base());
        TileOperand keep(*m_keep);
        forTiles(rect, [&](Rect tile, Rect source) {
            const MatrixView<float> target = out.window(tile);
            const MatrixView<const float> values = x.values(source);
            const MatrixView<const float> kept = keep.values(source);
            for (std::int64_t r = 0; r < tile.rows; ++r) {
                if (m_sequence->isProtected(source.row + r))
                    std::copy_n(values.row(r), tile.cols, target.row(r));
                else
                    dropout(values.row(r), kept.row(r), m_factor, target.row(r), tile.cols);
            }
        });
    }

    // The entire pipeline in one pass: reads only the embedding from memory, writes only the output.
    void writeSum(Rect rect, MatrixView<float> out, bool stream) const
    {
        TileOperand e(m_sum->e());
        TileOperand pe(m_sum->pe());
        TileOperand keep(*m_keep);
        forTiles(rect, [&](Rect tile, Rect source) {
            const MatrixView<float> target = out.window(tile);
            const MatrixView<const float> embedding = e.values(source);
            const MatrixView<const float> position = pe.values(source);
            const MatrixView<const float> kept = m_philox != nullptr ? MatrixView<const float>() : keep.values(source);
            // prefetch distance that hides the memory's latency
            constexpr std::int64_t kAhead = 1024; // floats
            const std::int64_t below = std::max<std::int64_t>(1, kAhead / tile.cols);
            for (std::int64_t r = 0; r < tile.rows; ++r) {
                const float* const x = embedding.row(r);
                const float* const pex = position.row(r);
                if (m_sequence->isProtected(source.row + r))
                    scaleAdd(x, m_sum->s(), pex, target.row(r), tile.cols, stream);
                else if (m_philox != nullptr)
                    m_philox->output(source.row + r, source.col, tile.cols,
                                     {x, embedding.row(std::min(r + below, tile.rows - 1)), m_sum->s(), pex, m_factor,
                                      target.row(r), stream});
                else
                    outputTile(x, m_sum->s(), pex, kept.row(r), m_factor, target.row(r), tile.cols, stream);
            }
        });
        if (stream)
            storeFence();
    }

    const ScaledSum* m_sum; // the base, if it is one
    FieldPtr m_keep;
    const PhiloxMask* m_philox; // m_keep, if it is one
    float m_factor;
    std::shared_ptr<const TokenSequence> m_sequence;
};

} // namespace

FieldPtr scaled(FieldPtr part, float s)
{
    if (s == 1.0F)
        return part;
    return std::make_shared<Scaled>(std::move(part), s);
}

FieldPtr sum(FieldPtr a, FieldPtr b)
{
    if (const auto* product = dynamic_cast<const Scaled*>(a.get()))
        return std::make_shared<ScaledSum>(product->part(), product->factor(), std::move(b));
    return std::make_shared<ScaledSum>(std::move(a), 1.0F, std::move(b));
}

FieldPtr dropped(FieldPtr x, FieldPtr keep, float factor, std::shared_ptr<const TokenSequence> sequence)
{
    return std::make_shared<Dropped>(std::move(x), std::move(keep), factor, std::move(sequence));
}

} // namespace phasor
