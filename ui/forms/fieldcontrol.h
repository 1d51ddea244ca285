// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/control.h"
#include "ui/forms/numbers/valuefield.h"

namespace phasor {

// Text of one line, and seeds: an exact field; beside a seed's a dice that samples a new one.
class FieldControl : public Control
{
    Q_DECLARE_TR_FUNCTIONS(FieldControl)

public:
    FieldControl(const ParameterSpec& spec, QWidget* parent);

    void setValue(const ParameterValue& value) override { m_field->setValue(value); }

private:
    ValueField* m_field;
};

} // namespace phasor
