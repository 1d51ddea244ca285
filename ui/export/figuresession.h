// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters.h"
#include "views/viewstate.h"

#include <QByteArray>

#include <string_view>

namespace phasor {

// The session that a figure carries: one JSON object { format, version, parameters, view }, UTF-8.
QByteArray figureSession(const Parameters& parameters, const ViewState& view, std::string_view plot);

} // namespace phasor
