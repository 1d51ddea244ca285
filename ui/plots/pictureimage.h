// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/picture.h"

#include <QImage>

namespace phasor {

// An image that shares the picture's pixels: valid as long as the picture.
inline QImage imageOf(const Picture& picture)
{
    return {reinterpret_cast<const uchar*>(picture.pixels.data()), picture.width, picture.height,
            static_cast<qsizetype>(picture.width) * 4, QImage::Format_RGB32};
}

} // namespace phasor
