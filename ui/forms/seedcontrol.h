// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/control.h"

class QToolButton;

namespace phasor {

class ValueField;

// A seed: the exact field, and a dice that draws a new one.
class SeedControl : public Control
{
    Q_DECLARE_TR_FUNCTIONS(SeedControl)

public:
    SeedControl(const ParameterSpec& spec, QWidget* parent);

    void setValue(const ParameterValue& value) override;

private:
    void roll();

    ValueField* m_field = nullptr;
    QToolButton* m_dice = nullptr;
};

} // namespace phasor
