// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QWidget>

#include <functional>
#include <vector>

namespace phasor {

class Store;

// Selector of the attention head, of the setup that the controls edit; for the header of an attention plot.
QWidget* makeHeadSelector(Store& store, QWidget* parent);

// Training menu for the header of Training: task, comparison and the sizes that matter.
QWidget* makeTrainingMenu(Store& store, QWidget* parent);

// Control of one option of a view; its object name is the option's id.
struct OptionControl
{
    const ViewOption* option;
    QWidget* widget;
    std::function<void(const ParameterValue&)> show; // may emit signals: block the widget's
};

// Controls of all options: a button for on and off, a button that cycles a choice, a menu of several, a number field.
// They set the options of the cell in focus in `shown`, which is the view state of their plot.
std::vector<OptionControl> makeOptionControls(std::string_view view, const ViewState& shown, Store& store,
                                              QWidget* parent);

} // namespace phasor
