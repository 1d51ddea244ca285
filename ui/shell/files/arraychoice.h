// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/matrix/arrayfile.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

class QWidget;

namespace phasor {

// An array of a file of several, and what it is used for.
struct ArrayUse
{
    std::string array;
    MatrixRole role = MatrixRole::Embedding;
};

// Shows the arrays with name, shape and type, in this order, with a field that searches the names; `role` is proposed.
// Those that are no matrix, or of numbers that are not read, cannot be chosen. Nothing: canceled. GUI thread only.
std::optional<ArrayUse> askArray(QWidget* parent, const QString& file, const std::vector<Tensor>& arrays,
                                 MatrixRole role);

} // namespace phasor
