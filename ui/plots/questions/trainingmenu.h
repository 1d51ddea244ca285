// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace phasor {

class Store;

// What is trained, in the header of its plot: task, what is compared, and the sizes that matter.
QWidget* makeTrainingMenu(Store& store, QWidget* parent);

} // namespace phasor
