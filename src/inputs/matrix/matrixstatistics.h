// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrixview.h"
#include "system/cancelscope.h"

#include <cstdint>

namespace phasor {

struct MatrixStatistics
{
    std::int64_t nan = 0;
    std::int64_t inf = 0;
    double sigma = 0; // population standard deviation of the finite values
    double low = 0; // of the finite values
    double high = 0;
};

// The same bits for any number of threads. No finite value: all 0. Undefined once cancelled.
MatrixStatistics statisticsOf(MatrixView<const float> values, const CancelToken& cancel = currentCancel());

} // namespace phasor
