// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace phasor {

// Lines of text, of which those are drawn that there is room for, from the first on: never the upper half of one.
class WholeLines : public QCPTextElement
{
public:
    using QCPTextElement::QCPTextElement;

protected:
    void draw(QCPPainter* painter) override;
};

} // namespace phasor
