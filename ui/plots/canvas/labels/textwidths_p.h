// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QHash>
#include <QString>

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

} // namespace phasor
