// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A public function that calls its kernel for this processor: nameKernel in HWY_NAMESPACE. For HWY_ONCE:
//
//     PHASOR_KERNEL(double, rowSum, (const float* row, std::int64_t n), (row, n))
#define PHASOR_KERNEL(result, name, parameters, arguments) \
    HWY_EXPORT(name##Kernel); \
    result name parameters \
    { \
        return HWY_DYNAMIC_DISPATCH(name##Kernel) arguments; /* NOLINT(bugprone-macro-parentheses) */ \
    }
