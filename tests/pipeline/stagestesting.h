// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/materialize.h"
#include "pipeline/stages.h"

#include <QtGlobal>

#include <cstring>

// What tests of stages share.
namespace phasor {

// The stages of parameters that must be accepted.
inline StagesPtr made(const Parameters& p, const StagesPtr& previous = {})
{
    const Result<StagesPtr> stages = Stages::make(p, previous);
    if (!stages.ok())
        qFatal("%s", toString(stages.error()).c_str());
    return *stages;
}

inline Matrix valuesOf(const StagesPtr& stages, StageId id)
{
    Matrix values;
    const FieldPtr field = *stages->field(id);
    materialize(*field, whole(field->shape()), values);
    return values;
}

inline bool sameBits(const Matrix& a, const Matrix& b)
{
    return a.shape() == b.shape()
        && std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.rows() * a.cols()) * sizeof(float)) == 0;
}

} // namespace phasor
