// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/control.h"

namespace phasor {

class ComboBox;
class Slider;
class ValueField;

// Integer, Real and ChoiceOrNumber: a slider and an exact field (for the last within a list), always in step.
// While an optional number is left to the program there is no slider: the field is empty and says what happens.
class NumberControl : public Control
{
public:
    NumberControl(const ParameterSpec& spec, QWidget* parent);

    void setValue(const ParameterValue& value) override;
    void setNumber(double number) override;

private:
    void commit(const ParameterValue& value);
    ParameterValue numberValue(double number) const;

    Slider* m_slider = nullptr;
    ValueField* m_field = nullptr;
    ComboBox* m_list = nullptr; // ChoiceOrNumber only; m_field is its line edit
    ParameterValue m_value;
};

} // namespace phasor
