// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/gif_p.h"

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <limits>

namespace phasor {

namespace {

constexpr std::size_t kMostColors = 256;

double distance(QRgb a, QRgb b)
{
    const int red = qRed(a) - qRed(b);
    const int green = qGreen(a) - qGreen(b);
    const int blue = qBlue(a) - qBlue(b);
    return red * red + green * green + blue * blue;
}

struct WantedColor
{
    QRgb rgb;
    double pixels;
    std::size_t nearest = 0;
    double loss = 0; // squared error of its pixels in the nearest color
};

void findNearest(std::vector<WantedColor>& wanted, std::size_t one)
{
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const double there = distance(wanted[i].rgb, wanted[one].rgb);
        if (i != one && wanted[i].pixels > 0 && there < least) {
            least = there;
            wanted[one].nearest = i;
        }
    }
    wanted[one].loss = least * wanted[one].pixels;
}

int writeTo(GifFileType* gif, const GifByteType* bytes, int count)
{
    auto& [file, status] = *static_cast<std::pair<OutputFile*, Status>*>(gif->UserData);
    status = file->write(std::as_bytes(std::span(bytes, static_cast<std::size_t>(count))));
    return status.ok() ? count : 0;
}

} // namespace

void GifColors::count(const QImage& image)
{
    for (int y = 0; y < image.height(); ++y) {
        const auto* row = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < image.width(); ++x)
            ++m_pixels[row[x]];
    }
}

// Leaves out the color whose loss is smallest, until there are 256. Its pixels then count for its nearest color.
std::vector<QRgb> GifColors::chosen() const
{
    constexpr std::size_t kMostWanted = 2048; // of more, the most frequent
    constexpr double kShare = 512; // of all pixels, that a color of a map has at least
    std::unordered_map<QRgb, double> all = m_pixels;
    double sum = 0;
    for (const auto& [rgb, pixels] : m_pixels)
        sum += pixels;
    for (const ColorMap* map : m_maps) {
        for (const std::uint32_t rgb : map->table)
            all[rgb] = std::max(all[rgb], sum / kShare);
    }
    std::vector<WantedColor> wanted;
    wanted.reserve(all.size());
    for (const auto& [rgb, pixels] : all)
        wanted.push_back({rgb, pixels});
    std::ranges::sort(wanted, [](const WantedColor& a, const WantedColor& b) {
        return a.pixels != b.pixels ? a.pixels > b.pixels : a.rgb < b.rgb;
    });
    wanted.resize(std::min(wanted.size(), kMostWanted), {});
    for (std::size_t i = 0; i < wanted.size(); ++i)
        findNearest(wanted, i);
    for (std::size_t left = wanted.size(); left > kMostColors; --left) {
        const auto lost = static_cast<std::size_t>(
            std::ranges::min_element(wanted, {},
                                     [](const WantedColor& color) {
                                         return color.pixels > 0 ? color.loss : std::numeric_limits<double>::infinity();
                                     })
            - wanted.begin());
        WantedColor& heir = wanted[wanted[lost].nearest];
        heir.loss *= 1 + wanted[lost].pixels / heir.pixels;
        heir.pixels += wanted[lost].pixels;
        wanted[lost].pixels = 0;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (wanted[i].pixels > 0 && wanted[i].nearest == lost)
                findNearest(wanted, i);
        }
    }
    std::vector<QRgb> colors;
    for (const WantedColor& color : wanted) {
        if (color.pixels > 0)
            colors.push_back(color.rgb);
    }
    return colors;
}

GifWriter::GifWriter(OutputFile& file, QSize size, const std::vector<QRgb>& colors, const QByteArray& comment)
    : m_sink(&file, Done{})
    , m_colors(colors)
    , m_gif(EGifOpen(&m_sink, writeTo, nullptr))
{
    std::array<GifColorType, kMostColors> table{};
    std::ranges::transform(colors, table.begin(), [](QRgb color) {
        const auto byte = [](int value) {
            return static_cast<GifByteType>(value);
        };
        return GifColorType{byte(qRed(color)), byte(qGreen(color)), byte(qBlue(color))};
    });
    const std::unique_ptr<ColorMapObject, decltype(&GifFreeMapObject)> map(
        GifMakeMapObject(static_cast<int>(kMostColors), table.data()), GifFreeMapObject);
    if (m_gif == nullptr || map == nullptr)
        throw std::bad_alloc();
    constexpr std::array<GifByteType, 3> kForever{1, 0, 0};
    EGifSetGifVersion(m_gif.get(), true);
    m_good = EGifPutScreenDesc(m_gif.get(), size.width(), size.height(), 8, 0, map.get()) != GIF_ERROR
        && EGifPutExtensionLeader(m_gif.get(), APPLICATION_EXT_FUNC_CODE) != GIF_ERROR
        && EGifPutExtensionBlock(m_gif.get(), 11, "NETSCAPE2.0") != GIF_ERROR
        && EGifPutExtensionBlock(m_gif.get(), kForever.size(), kForever.data()) != GIF_ERROR
        && EGifPutExtensionTrailer(m_gif.get()) != GIF_ERROR
        && (comment.isEmpty() || EGifPutComment(m_gif.get(), comment.constData()) != GIF_ERROR);
}

void GifWriter::Close::operator()(GifFileType* gif) const
{
    EGifCloseFile(gif, nullptr);
}

unsigned char GifWriter::indexOf(QRgb color)
{
    const auto [found, isNew] = m_nearest.try_emplace(color);
    if (isNew)
        found->second = static_cast<unsigned char>(
            std::ranges::min_element(m_colors, {}, [color](QRgb one) { return distance(one, color); })
            - m_colors.begin());
    return found->second;
}

Status GifWriter::add(const QImage& image, int hundredths)
{
    const GraphicsControlBlock control{.DisposalMode = DISPOSE_DO_NOT,
                                       .UserInputFlag = false,
                                       .DelayTime = hundredths,
                                       .TransparentColor = NO_TRANSPARENT_COLOR};
    std::array<GifByteType, 4> bytes{};
    EGifGCBToExtension(&control, bytes.data());
    m_good = m_good && EGifPutExtension(m_gif.get(), GRAPHICS_EXT_FUNC_CODE, bytes.size(), bytes.data()) != GIF_ERROR
        && EGifPutImageDesc(m_gif.get(), 0, 0, image.width(), image.height(), false, nullptr) != GIF_ERROR;
    std::vector<GifPixelType> line(static_cast<std::size_t>(image.width()));
    for (int y = 0; y < image.height() && m_good; ++y) {
        const auto* row = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        QRgb last = 0; // most pixels have the color of the previous one
        for (std::size_t x = 0; x < line.size(); ++x) {
            line[x] = x > 0 && row[x] == last ? line[x - 1] : indexOf(row[x]);
            last = row[x];
        }
        m_good = EGifPutLine(m_gif.get(), line.data(), image.width()) != GIF_ERROR;
    }
    return written();
}

Status GifWriter::end()
{
    m_good = EGifCloseFile(m_gif.release(), nullptr) != GIF_ERROR && m_good;
    return written();
}

// giflib fails only where writing has failed.
Status GifWriter::written() const
{
    return m_good || !m_sink.second.ok() ? m_sink.second : throw std::bad_alloc();
}

} // namespace phasor
