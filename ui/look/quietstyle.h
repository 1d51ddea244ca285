// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QStyle;

namespace phasor {

// Fusion with hairlines: flat fields and lists, a thin slider that jumps to a click, narrow scroll bars, check boxes
// and radio buttons that are seen on a dark window. All colors come from the palette. The caller owns it; GUI thread
// only.
QStyle* makeQuietStyle();

} // namespace phasor
