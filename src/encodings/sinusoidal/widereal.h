// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/sinusoidal/frequencies.h"

#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <span>

namespace phasor {

// A number of 192 bits, for frequencies that are exact to 128 bits. The same with every compiler: long double and
// __float128 differ from one machine to the next.
using WideReal
    = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<192, boost::multiprecision::digit_base_2>,
                                    boost::multiprecision::et_off>;

inline WideReal wideTurn()
{
    return boost::math::constants::two_pi<WideReal>();
}

// base^(-exponent i), i = 0 … count - 1.
std::vector<WideReal> fallingPowers(const WideReal& base, const WideReal& exponent, std::int64_t count);

// Frequencies of the law, for further calculations.
std::vector<WideReal> wideFrequencies(const FrequencyLaw& law);

// Converts frequencies of any sign up to 2^20 rad per position to the kernels' format. On the workers.
Frequencies frequenciesOf(std::span<const WideReal> omegas);
Frequencies frequenciesOf(std::span<const float> values, const WideReal& unit); // value · unit

} // namespace phasor
