// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace phasor {

// Lines of text, of which those are drawn, from the first on, that there is room for: none is cut. In smaller type
// where the longest would be.
class WholeLines : public QCPTextElement
{
public:
    using QCPTextElement::QCPTextElement;

protected:
    void draw(QCPPainter* painter) override;
};

} // namespace phasor
