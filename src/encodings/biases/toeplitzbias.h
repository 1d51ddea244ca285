// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"

namespace phasor {

// One head's bias as a function of the distance k = query − key, |k| < 2^31. Immutable, any thread.
class DistanceLaw
{
public:
    virtual ~DistanceLaw() = default;

    virtual double at(std::int64_t k) const = 0;

    // Cells of the distances first, first − 1, first − 2 …, in a row's order. Default: at(), rounded to float32.
    virtual void cells(std::int64_t first, std::span<float> out) const;

    // Largest |at(k)|, |k| < length.
    virtual double greatest(std::int64_t length) const = 0;

    // Mean of at(query − key) over a block that is not empty, in constant time.
    virtual double mean(Span queries, Span keys) const = 0;
};

// Biases that depend only on the distance: one number for each diagonal of [length, length].
class ToeplitzBias : public PositionBias
{
public:
    FieldPtr field(std::int64_t head, std::int64_t length) const override;
    std::optional<double> atDistance(std::int64_t head, std::int64_t k) const override { return law(head)->at(k); }

protected:
    virtual std::shared_ptr<const DistanceLaw> law(std::int64_t head) const = 0;
};

// The model of a scheme that has these biases and nothing else.
inline Result<PositionModel> biasModel(std::shared_ptr<const PositionBias> bias)
{
    return PositionModel{.kind = SchemeKind::Bias, .bias = std::move(bias)};
}

} // namespace phasor
