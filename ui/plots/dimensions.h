// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/fields/valuefield.h"

#include <vector>

namespace phasor {

class Store;

constexpr std::size_t kMostCurves = 64;

// "4-7, 12" ↔ {4, 5, 6, 7, 12}. Repeated dimensions count once; "7-4" is 4-7; spaces and an en dash are accepted; an
// empty text is an empty list. Errors: SYNTAX, RANGE (a dimension >= count), SIZE (more than kMostCurves).
Result<std::vector<std::int64_t>> parseDimensions(const QString& text, std::int64_t count);
QString printDimensions(const std::vector<std::int64_t>& dimensions);

// A field for the dimensions that have curves: lists that parseDimensions() reads.
ValueField* makeDimensionsField(Store& store, QWidget* parent);
void showDimensions(ValueField& field, const std::vector<std::int64_t>& dimensions); // keeps a text with that meaning

} // namespace phasor
