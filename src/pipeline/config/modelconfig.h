// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameters.h"
#include "text/message.h"
#include "text/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace phasor {

// What the config.json of a model says of its positions.
struct ModelConfig
{
    Parameters parameters; // scheme, its options, heads, d_model and max_len are the model's, all else as before
    std::vector<std::string> understood = {}; // "rope_theta = 500000"
    std::vector<Message> warnings = {}; // what was not understood, or is not shown
};

// Whether the file looks like a config.json: a JSON object that is no session of Phasor. False where it cannot be read.
bool isModelConfigFile(const std::string& path);

// `parameters`, with what the file says. `path` is raw bytes. Errors of kind Input, `where` being the file: those of
// the file, LIMIT above 4 MiB, those of its JSON (line and column), TYPE, RANGE, MISSING (a scaling without its
// numbers), SCHEMA where nothing is said of positions.
Result<ModelConfig> readModelConfig(const std::string& path, const Parameters& parameters);

} // namespace phasor
