// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/picture.h"

#include <QImage>

namespace phasor {

// The pixels of the picture, which are not copied: valid as long as it is.
inline QImage imageOf(const Picture& picture)
{
    return {reinterpret_cast<const uchar*>(picture.pixels.data()), picture.width, picture.height,
            static_cast<qsizetype>(picture.width) * 4, QImage::Format_RGB32};
}

} // namespace phasor
