// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer: the value of an option, which the first byte chooses, and a text for the tokenizers that need no file.
#include "inputs/tokenizers/tokenizer.h"
#include "pipeline/json.h"
#include "pipeline/parameters/parameterspec.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <nlohmann/json.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto specs = phasor::parameterSpecs();
    const phasor::ParameterSpec& spec = specs[data[0] % specs.size()];
    if (const auto value = phasor::parseValue(spec, text); value.ok()) {
        const auto printed = phasor::parseValue(spec, phasor::printValue(*value));
        const auto stored = phasor::fromJson(spec, phasor::toJson(spec, *value));
        if (!printed.ok() || *printed != *value || !stored.ok() || *stored != *value)
            std::abort();
    }
    for (const phasor::TokenizerInfo& info : phasor::tokenizers()) {
        if (info.make == nullptr)
            continue;
        const phasor::Result<phasor::Tokens> tokens = info.make()->tokenize(text);
        if (tokens.ok() ? tokens->ids.size() != tokens->texts.size() : tokens.error().kind != phasor::ErrorKind::Usage)
            std::abort();
    }
    return 0;
}
