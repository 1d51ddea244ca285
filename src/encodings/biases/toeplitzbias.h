// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"

#include <functional>

namespace phasor {

// One head's bias as a function of the distance k = query − key, |k| < 2^31. Any thread.
struct DistanceLaw
{
    std::function<double(std::int64_t k)> at;
    // Largest |at(k)|, |k| < length.
    std::function<double(std::int64_t length)> greatest;
    // Mean of at(query − key) over a block that is not empty, in constant time.
    std::function<double(Span queries, Span keys)> mean;
    // Cells of the distances first, first − 1, first − 2 …, in a row's order. None: at(), rounded to float32.
    std::function<void(std::int64_t first, std::span<float> out)> cells = {};
};

// Biases that depend only on the distance: one number for each diagonal of [length, length].
class ToeplitzBias : public PositionBias
{
public:
    FieldPtr field(std::int64_t head, std::int64_t length) const override;
    std::optional<double> atDistance(std::int64_t head, std::int64_t k) const override { return law(head).at(k); }

protected:
    virtual DistanceLaw law(std::int64_t head) const = 0;
};

// The model of a scheme that has these biases and nothing else.
inline Result<PositionModel> biasModel(std::shared_ptr<const PositionBias> bias)
{
    return PositionModel{.kind = SchemeKind::Bias, .bias = std::move(bias)};
}

} // namespace phasor
