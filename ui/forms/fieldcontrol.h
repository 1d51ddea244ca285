// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/control.h"

namespace phasor {

class ValueField;

// Text of one line, and seeds: an exact field; beside a seed's a dice that samples a new one.
class FieldControl : public Control
{
    Q_DECLARE_TR_FUNCTIONS(FieldControl)

public:
    FieldControl(const ParameterSpec& spec, QWidget* parent);

    void setValue(const ParameterValue& value) override;

private:
    QWidget* makeDice();

    ValueField* m_field;
};

} // namespace phasor
