// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer: the header of a .npy file, see preset fuzz.
#include "fuzzfile.h"
#include "inputs/matrix/arrayheaders.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const phasor::InputFile file = fuzzFile(data, size);
    for (const auto content : {phasor::NpyContent::Matrix, phasor::NpyContent::Tables, phasor::NpyContent::Ids})
        (void)phasor::readNpyHeader(file, content).ok();
    (void)phasor::describeNpy(file).ok();
    return 0;
}
