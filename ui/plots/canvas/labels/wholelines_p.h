// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace phasor {

// Lines of text beside a chart. None is cut: the type shrinks to three quarters where the longest line needs it, and
// lines that still do not fit are left out: "…" stands for them.
class WholeLines : public QCPTextElement
{
public:
    using QCPTextElement::QCPTextElement;

protected:
    void draw(QCPPainter* painter) override;
};

} // namespace phasor
