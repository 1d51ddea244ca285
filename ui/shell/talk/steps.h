// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/lessons/openedlesson.h"

namespace phasor {

class Store;

// What the window shows, as a step whose title names its first views.
Document stepOf(const Store& store);
// A lesson of setups and views alone, a step for each document.
OpenedLesson lessonOf(const std::vector<Document>& documents);

} // namespace phasor
