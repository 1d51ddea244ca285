// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "plots/theme.h"

#include <qcustomplot.h>

namespace phasor {

// How many characters the labels of an axis may take. It is known before there is data: the pixels that a picture is
// asked for stay those that it gets, and nothing jumps while a slider moves.
// Of the rows of any node of the scene: the tokens of a sentence take 8 ("[MASK]", "encodin…"); numbers as many as the
// last one has, 6 at least, so that a slider of max_len moves nothing below 100 000.
int rowCharacters(const Scene& scene);

// Pixels that the margin beside a vertical axis leaves for its tick labels.
int roomForLabels(const QCPAxis& axis);

// Margins of a rect that hold the tick labels and titles which its axes have; of values as wide as "−2.5·10⁻¹⁰".
QMargins labelRoom(const QCPAxisRect& rect, int rowCharacters, const Theme& theme);

} // namespace phasor
