// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <QByteArray>

namespace phasor {

// The session's JSON inside a figure, as ui/export writes it. Errors: Input NOSESSION, TRUNC.
Result<QByteArray> cargoOfPng(const QByteArray& file); // text chunk "phasor-session"
Result<QByteArray> cargoOfSvg(const QByteArray& file); // the first <desc>
Result<QByteArray> cargoOfPdf(const QByteArray& file); // attachment session.json

} // namespace phasor
