// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameters.h"

namespace phasor {

// A setup from a model's config.json.
struct ModelConfig
{
    // Sizes, scheme and its options, scale, σ, dropout, heads and causal are the model's, of its family where the file
    // is silent. The rest is unchanged, also an embedding from a file.
    Parameters parameters;
    std::vector<std::string> understood = {}; // "rope_theta = 500000"
    std::vector<Message> warnings = {}; // about members that were not understood or are not shown
};

// Whether the file looks like a config.json: a JSON object that is not a session of Phasor. False if unreadable.
bool isModelConfigFile(const std::string& path);

// `parameters`, changed by the file's values. `path` is raw bytes. Errors of kind Input, `where` is the file: those of
// the file, LIMIT above 4 MiB, those of its JSON (line and column), TYPE, RANGE, MISSING (a scaling without its
// numbers), SCHEMA if it has no settings of positions.
Result<ModelConfig> readModelConfig(const std::string& path, const Parameters& parameters);

} // namespace phasor
