// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace phasor {

class Store;

// Training menu in the plot's header: task, comparison and the sizes that matter.
QWidget* makeTrainingMenu(Store& store, QWidget* parent);

} // namespace phasor
