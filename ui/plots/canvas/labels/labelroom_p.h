// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "plots/theme.h"

#include <QFont>
#include <QHash>
#include <QString>

#include <qcustomplot.h>

namespace phasor {

// Widths of texts in a font, remembered: a frame asks for the same ones again, and shaping them took a tenth of the GUI
// thread's time.
class TextWidths
{
public:
    int of(const QFont& font, const QString& text) const; // pixels

private:
    mutable QFont m_font;
    mutable QHash<QString, int> m_widths;
};

// Lines of text beside a chart. None is cut: the type shrinks to three quarters where the longest line needs it, and
// lines that still do not fit are left out: "…" stands for them.
class WholeLines : public QCPTextElement
{
public:
    using QCPTextElement::QCPTextElement;

protected:
    void draw(QCPPainter* painter) override;
};

// How many characters the labels of an axis may take. It is known before there is data: the pixels that a picture is
// asked for stay those that it gets, and nothing jumps while a slider moves.
// Of the rows of any node of the scene: the tokens of a sentence take 8 ("[MASK]", "encodin…"); numbers as many as the
// last one has, 6 at least, so that a slider of max_len moves nothing below 100 000.
int rowCharacters(const Scene& scene);

// Pixels that the margin beside a vertical axis leaves for its tick labels.
int roomForLabels(const QCPAxis& axis);

// Margins of a rect that hold the tick labels and titles which its axes have; of values as wide as "−2.5·10⁻¹⁰".
QMargins labelRoom(const QCPAxisRect& rect, int rowCharacters, const Theme& theme);

} // namespace phasor
