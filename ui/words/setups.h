// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "text/valuespec.h"

#include <QString>

namespace phasor::words {

// A scene's setups for a figure's caption: d_model, max_len and what differs from the defaults; of B what differs from
// A: "d_model 512 · max_len 5000 · Layout: halves".
QString parametersText(const Scene& scene);

// A value as its control shows it: "√d_model" for the scale sqrt-d-model.
QString valueText(const ValueSpec& spec, const ParameterValue& value);

QString initializerText(std::string_view id); // its label

// Option values as texts: "Scale s: none, √d_model" for "scale=none,sqrt-d-model"; another parameter follows after a
// comma and a space. Other words stay as they are.
QString settingText(const std::string& settings);

} // namespace phasor::words
