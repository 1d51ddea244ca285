// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/animation.h"
#include "export/figure.h"
#include "raster/colormaps.h"
#include "system/outputfile.h"

#include <gif_lib.h>

#include <cmath>
#include <limits>
#include <set>
#include <unordered_map>

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
    auto& [file, status] = *static_cast<std::pair<OutputFile, Status>*>(gif->UserData);
    status = file.write(std::as_bytes(std::span(bytes, static_cast<std::size_t>(count))));
    return status.ok() ? count : 0;
}

// Colors of a GIF, the same in all frames: at most 256 of those that its pictures and color maps have. What is left out
// are colors that few pixels have or that have a close neighbor, so the steps of a map stay small: the color whose loss
// is smallest, until there are 256. Its pixels then count for its nearest color.
std::vector<QRgb> chosenColors(const std::unordered_map<QRgb, double>& drawn, const std::set<const ColorMap*>& maps)
{
    constexpr std::size_t kMostWanted = 2048; // of more, the most frequent
    constexpr double kShare = 512; // of all pixels, that a color of a map has at least
    std::unordered_map<QRgb, double> all = drawn;
    double sum = 0;
    for (const auto& [rgb, pixels] : drawn)
        sum += pixels;
    for (const ColorMap* map : maps) {
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

// Writes a GIF that repeats without end. Pixels have the nearest color, without dithering. Memory: one frame.
class GifFile : public Animation
{
public:
    GifFile(OutputFile file, const PlayOptions& options)
        : Animation(options, kSamples)
        , m_sink(std::move(file), Done{})
    {
    }
    Status commit() override { return m_sink.first.commit(); }

private:
    static constexpr std::size_t kSamples = 9;

    struct Close
    {
        void operator()(GifFileType* gif) const { EGifCloseFile(gif, nullptr); }
    };

    void sample(const FigurePicture& frame) override
    {
        for (int y = 0; y < frame.image.height(); ++y) {
            const auto* row = reinterpret_cast<const QRgb*>(frame.image.constScanLine(y));
            for (int x = 0; x < frame.image.width(); ++x)
                ++m_pixels[row[x]];
        }
        m_maps.insert(frame.maps.begin(), frame.maps.end());
    }

    void begin(const QImage& first)
    {
        m_colors = chosenColors(m_pixels, m_maps);
        m_gif.reset(EGifOpen(&m_sink, writeTo, nullptr));
        std::array<GifColorType, kMostColors> table{};
        std::ranges::transform(m_colors, table.begin(), [](QRgb color) {
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
        const QByteArray comment = first.text(kSessionText).toUtf8();
        EGifSetGifVersion(m_gif.get(), true);
        m_good = EGifPutScreenDesc(m_gif.get(), first.width(), first.height(), 8, 0, map.get()) != GIF_ERROR
            && EGifPutExtensionLeader(m_gif.get(), APPLICATION_EXT_FUNC_CODE) != GIF_ERROR
            && EGifPutExtensionBlock(m_gif.get(), 11, "NETSCAPE2.0") != GIF_ERROR
            && EGifPutExtensionBlock(m_gif.get(), kForever.size(), kForever.data()) != GIF_ERROR
            && EGifPutExtensionTrailer(m_gif.get()) != GIF_ERROR
            && (comment.isEmpty() || EGifPutComment(m_gif.get(), comment.constData()) != GIF_ERROR);
    }

    unsigned char indexOf(QRgb color)
    {
        const auto [found, isNew] = m_nearest.try_emplace(color);
        if (isNew)
            found->second = static_cast<unsigned char>(
                std::ranges::min_element(m_colors, {}, [color](QRgb one) { return distance(one, color); })
                - m_colors.begin());
        return found->second;
    }

    Status add(const QImage& image, int frame, bool last) override
    {
        if (frame == 0)
            begin(image);
        const GraphicsControlBlock control{.DisposalMode = DISPOSE_DO_NOT,
                                           .UserInputFlag = false,
                                           .DelayTime = static_cast<int>(hundredths(frame + 1) - hundredths(frame)),
                                           .TransparentColor = NO_TRANSPARENT_COLOR};
        std::array<GifByteType, 4> bytes{};
        EGifGCBToExtension(&control, bytes.data());
        m_good = m_good
            && EGifPutExtension(m_gif.get(), GRAPHICS_EXT_FUNC_CODE, bytes.size(), bytes.data()) != GIF_ERROR
            && EGifPutImageDesc(m_gif.get(), 0, 0, image.width(), image.height(), false, nullptr) != GIF_ERROR;
        std::vector<GifPixelType> line(static_cast<std::size_t>(image.width()));
        for (int y = 0; y < image.height() && m_good; ++y) {
            const auto* row = reinterpret_cast<const QRgb*>(image.constScanLine(y));
            QRgb previous = 0; // most pixels have the color of the pixel before
            for (std::size_t x = 0; x < line.size(); ++x) {
                line[x] = x > 0 && row[x] == previous ? line[x - 1] : indexOf(row[x]);
                previous = row[x];
            }
            m_good = EGifPutLine(m_gif.get(), line.data(), image.width()) != GIF_ERROR;
        }
        TRY_DONE(written());
        if (!last)
            return Done{};
        m_good = EGifCloseFile(m_gif.release(), nullptr) != GIF_ERROR && m_good;
        return written();
    }

    // giflib fails only where writing has failed.
    Status written() const { return m_good || !m_sink.second.ok() ? m_sink.second : throw std::bad_alloc(); }

    std::int64_t hundredths(int frame) const
    {
        return std::llround(100.0 * frame / static_cast<double>(options().fps));
    }

    std::pair<OutputFile, Status> m_sink; // with the result of the last write
    std::unordered_map<QRgb, double> m_pixels; // of the samples
    std::set<const ColorMap*> m_maps; // their rare colors count, too: the bar has them all
    std::vector<QRgb> m_colors;
    std::unordered_map<QRgb, unsigned char> m_nearest;
    std::unique_ptr<GifFileType, Close> m_gif;
    bool m_good = true;
};

} // namespace

std::unique_ptr<Animation> gifInto(OutputFile file, const PlayOptions& options)
{
    return std::make_unique<GifFile>(std::move(file), options);
}

} // namespace phasor
