// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer: a model's config.json. What is accepted is a setup that Phasor accepts from its options, too.
#include "fuzzfile.h"
#include "pipeline/config/modelconfig.h"
#include "pipeline/parameters/parameterspec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const phasor::Result<phasor::ModelConfig> config = phasor::readModelConfig(fuzzPath(data, size), {});
    if (!config.ok())
        return config.error().kind == phasor::ErrorKind::Input ? 0 : (std::abort(), 0);
    for (const phasor::ParameterSpec* spec : phasor::specsOf(config->parameters)) {
        const phasor::ParameterValue value = spec->get(config->parameters);
        const auto again = phasor::parseValue(*spec, phasor::printValue(value));
        if (value != phasor::ParameterValue() && (!again.ok() || *again != value))
            std::abort();
    }
    return 0;
}
