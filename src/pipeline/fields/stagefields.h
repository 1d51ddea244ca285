// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/fields/computedonce.h"
#include "pipeline/fields/fieldtiles.h"
#include "pipeline/tokensequence.h"
#include "raster/blockmeans.h"

namespace phasor {

// Bounds of a Field times `factor`, which may be negative.
Interval scaledBounds(Interval bounds, double factor);

// Sum e · s + pe in float32, equal shapes, computed in one pass.
class ScaledSum final : public Field, private StreamingStores, private MeansOfBlocks
{
public:
    ScaledSum(FieldPtr e, float s, FieldPtr pe)
        : m_e(std::move(e))
        , m_s(s)
        , m_pe(std::move(pe))
    {
    }

    Shape shape() const override { return m_e->shape(); }
    Interval bounds() const override;
    void fill(Rect rect, MatrixView<float> out) const override { write(rect, out, false); }
    const StreamingStores* stores() const override { return this; }
    const MeansOfBlocks* means() const override { return this; }

    const Field& e() const { return *m_e; }
    float s() const { return m_s; }
    const Field& pe() const { return *m_pe; }

private:
    void fillStreaming(Rect rect, MatrixView<float> out) const override { write(rect, out, true); }
    bool inClosedForm() const override { return hasMeansInClosedForm(*m_e) && hasMeansInClosedForm(*m_pe); }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override;

    void write(Rect rect, MatrixView<float> out, bool stream) const;

    FieldPtr m_e;
    float m_s;
    FieldPtr m_pe;
};

// Fields that stages consist of. Each fills a tile from its parts while the tile is in the cache.

// The token id of each row, as a column [seq_len, 1]; exact in float32 up to 2^24.
FieldPtr tokenColumn(std::shared_ptr<const TokenSequence> sequence);

// Row i is row ids[i] of `table`: E(ids).
FieldPtr gatheredRows(FieldPtr table, std::shared_ptr<const TokenSequence> sequence);

// `table` with zeros in row `row`, like padding_idx of nn.Embedding after sampling.
FieldPtr withZeroRow(FieldPtr table, std::int64_t row);

// part · s in float32. The field itself if s is 1.
FieldPtr scaled(FieldPtr part, float s);

// a + b in float32, equal shapes.
FieldPtr sum(FieldPtr a, FieldPtr b);

// [a, b]: the columns of b after those of a, equal rows.
FieldPtr concatenated(FieldPtr left, FieldPtr right);

// Fields of dropout: dropout masks (1 kept, 0 dropped), and their products with a table.

// One value per row, given as a column [rows, 1], or per column, given as a row [1, cols], repeated to `shape`.
FieldPtr repeated(FieldPtr values, Shape shape);

// The mask with 1 in rows of protected tokens. The field itself if there are none.
FieldPtr withProtectedRows(FieldPtr mask, std::shared_ptr<const TokenSequence> sequence);

// masked_fill(attention_mask == 0, 0): rows after the end of the text are 0, except protected ones. The field itself if
// there are none.
FieldPtr withFilledPadding(FieldPtr field, std::shared_ptr<const TokenSequence> sequence);

// x · (keep ? factor : 0) in float32, same as nn.Dropout; protected rows stay x.
FieldPtr dropped(FieldPtr x, FieldPtr keep, float factor, std::shared_ptr<const TokenSequence> sequence);

// make(a, b), or the Error of one of the two Fields.
template <typename Make> Result<FieldPtr> both(const Result<FieldPtr>& a, const Result<FieldPtr>& b, Make&& make)
{
    TRY_DONE(a);
    TRY_DONE(b);
    return make(*a, *b);
}

// make(a), or the Error of the Field.
template <typename Make> Result<FieldPtr> mapped(const Result<FieldPtr>& a, Make&& make)
{
    TRY_DONE(a);
    return make(*a);
}

} // namespace phasor
