// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/sequence.h"

#include <cstdint>
#include <memory>

namespace phasor {

// tensor.bernoulli_(keep) of PyTorch's MKL builds: the MCG31m1 stream of `seed`, compared in single precision
// (viRngBernoulli). Any place of it is reached by skipping ahead.
std::shared_ptr<const Sequence> mklKeepMask(std::uint32_t seed, double keep);

} // namespace phasor
