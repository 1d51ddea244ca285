// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/drawingkind.h"
#include "plots/plot.h"

#include <memory>

namespace phasor {

// The views that are drawings. The explicit list: one line each.
extern const DrawingKind kHeatmap;
extern const DrawingKind kSimilarity;
extern const DrawingKind kMosaic;
extern const DrawingKind kShift;
extern const DrawingKind kBuilds;
extern const DrawingKind kPrecision;
extern const DrawingKind kScores;
extern const DrawingKind kScoreTerms;
extern const DrawingKind kRelative;
extern const DrawingKind kInitializers;
extern const DrawingKind kWavelengths;
extern const DrawingKind kFrequencies;
extern const DrawingKind kEnergy;
extern const DrawingKind kSpectrum;
extern const DrawingKind kRatio;
extern const DrawingKind kOverlap;
extern const DrawingKind kDropout;
extern const DrawingKind kHistogram;
extern const DrawingKind kRecoverability;

// Those that have more than a drawing: keys, timers, fields in the header.
std::unique_ptr<Plot> makeCurves(Store& store, QWidget* parent);
std::unique_ptr<Plot> makeHeads(Store& store, QWidget* parent);
std::unique_ptr<Plot> makePhasors(Store& store, QWidget* parent);
std::unique_ptr<Plot> makeTraining(Store& store, QWidget* parent);

} // namespace phasor
