// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/npyheader.h"

#include "text/numbers.h"

namespace phasor {

std::string npyHeader(std::string_view descr, std::span<const std::int64_t> shape)
{
    // NumPy leaves room for the first dimension to grow to 21 digits, so that a file can be appended to in place.
    constexpr std::size_t kGrowth = 21;
    constexpr std::size_t kAlignment = 64;
    constexpr std::size_t kPrefix = 10;

    std::string text = "{'descr': '";
    ((text += descr) += "', 'fortran_order': False, 'shape': (");
    for (std::size_t i = 0; i < shape.size(); ++i)
        (text += i == 0 ? "" : ", ") += printInteger(shape[i]);
    text += shape.size() == 1 ? ",), }" : "), }";
    if (!shape.empty())
        text.append(kGrowth - printInteger(shape[0]).size(), ' ');
    text.append(kAlignment - (kPrefix + text.size() + 1) % kAlignment, ' ');
    text += '\n';

    std::string header = "\x93NUMPY";
    header += '\1';
    header += '\0';
    header += static_cast<char>(text.size() & 0xff);
    header += static_cast<char>(text.size() >> 8);
    return header += text;
}

} // namespace phasor
