// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"

#include <QString>

// Two set-ups beside each other.
namespace phasor::words {

QString sideName(Side side); // "A"
QString differenceName(); // "A − B"
QString ofSide(Side side, const QString& what); // "A · ‖E‖"
QString bothSides(const QString& a, const QString& b); // "A: … · B: …"

// "A 0.14 · B 0.99 · A − B −0.85"
QString compared(double a, double b, int significantDigits);

} // namespace phasor::words
