// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/trainingbook.h"

namespace phasor {

// Finished trainings as one JSON array, which a session keeps; empty: none. Any thread.
std::string writeTrainings(TrainingBook& book);

// Adds trainings to a book; what is not understood is left out.
void readTrainings(const std::string& json, TrainingBook& book);

} // namespace phasor
