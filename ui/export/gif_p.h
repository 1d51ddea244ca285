// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "raster/colormaps.h"
#include "system/outputfile.h"

#include <QByteArray>
#include <QImage>

#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

struct GifFileType;

namespace phasor {

// Colors of a GIF, the same in all frames: at most 256 of those that its pictures and color maps have. What is
// left out are colors that few pixels have or that have a close neighbor, so the steps of a map stay small.
class GifColors
{
public:
    void count(const QImage& image); // Format_RGB32
    void expect(const ColorMap& map) { m_maps.insert(&map); } // its rare colors count, too: the bar has them all
    std::vector<QRgb> chosen() const;

private:
    std::unordered_map<QRgb, double> m_pixels;
    std::set<const ColorMap*> m_maps;
};

// Writes a GIF that repeats without end. Pixels have the nearest color, without dithering. Memory: one frame.
class GifWriter
{
public:
    // `comment`: empty for none. `file` must outlive the writer.
    GifWriter(OutputFile& file, QSize size, const std::vector<QRgb>& colors, const QByteArray& comment);

    Status add(const QImage& image, int hundredths); // of a second that it is shown
    Status end();

private:
    struct Close
    {
        void operator()(GifFileType* gif) const;
    };
    unsigned char indexOf(QRgb color);
    Status written() const;

    std::pair<OutputFile*, Status> m_sink; // with the result of the last write
    std::vector<QRgb> m_colors;
    std::unordered_map<QRgb, unsigned char> m_nearest;
    std::unique_ptr<GifFileType, Close> m_gif;
    bool m_good = true;
};

} // namespace phasor
