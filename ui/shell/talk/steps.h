// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/lessons/openedlesson.h"

namespace phasor {

// A lesson of setups and views alone, a step for each document.
OpenedLesson lessonOf(const std::vector<Document>& documents);

} // namespace phasor
