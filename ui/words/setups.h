// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"

#include <QString>

namespace phasor::words {

// The set-ups of a scene for the caption of a figure: d_model, max_len and what differs from the defaults, of B what
// differs from A: "d_model 512 · max_len 5000 · Layout: halves".
QString parametersText(const Scene& scene);

} // namespace phasor::words
