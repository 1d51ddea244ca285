// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "text/valuespec.h"

#include <QString>

namespace phasor::words {

// The set-ups of a scene for the caption of a figure: d_model, max_len and what differs from the defaults, of B what
// differs from A: "d_model 512 · max_len 5000 · Layout: halves".
QString parametersText(const Scene& scene);

// A value as its control says it: "√d_model" of the scale sqrt-d-model.
QString valueText(const ValueSpec& spec, const ParameterValue& value);

// Parameters and their values as options have them: "Scale s: none, √d_model" of "scale=none,sqrt-d-model", and with
// another parameter behind a comma and a space. What is no parameter stays as it is.
QString settingText(const std::string& settings);

} // namespace phasor::words
