// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/control.h"

namespace phasor {

class ComboBox;

// Choice and ChoiceOrFile: a list; for the latter its last entry asks for a file (fileRequested), and a file in use has
// an entry of its own.
class ChoiceControl : public Control
{
    Q_DECLARE_TR_FUNCTIONS(ChoiceControl)

public:
    ChoiceControl(const ParameterSpec& spec, QWidget* parent);

    void setValue(const ParameterValue& value) override;

private:
    bool takesFiles() const { return spec().kind == ParameterKind::ChoiceOrFile; }
    void activated(int index);

    ComboBox* m_list = nullptr;
    int m_choices = 0; // entries that are choices; the entry of a file in use and "from file…" follow
    ParameterValue m_value;
};

} // namespace phasor
