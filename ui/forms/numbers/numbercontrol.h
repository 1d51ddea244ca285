// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/control.h"

namespace phasor {

class ComboBox;
class Slider;
class ValueField;

// A slider and an exact field, always equal, for Integer, Real and ChoiceOrNumber (field in a list). An optional number
// that the program chooses has no slider; its empty field says the program's choice.
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
    ComboBox* m_list = nullptr; // only for ChoiceOrNumber; m_field is its line edit
    ParameterValue m_value;
};

} // namespace phasor
