// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/play.h"
#include "text/result.h"

#include <QImage>

#include <memory>
#include <optional>
#include <string>

namespace phasor {

class OutputFile;
struct FigurePicture;

enum class AnimationFormat { Gif, Mp4, Frames };

// Format by the ending of the name: .gif, .mp4, .png; nullopt: another.
std::optional<AnimationFormat> animationFormatOf(const QString& fileName);

// The file of an animation, made picture by picture; memory for one of them. Without commit() no file is left or
// changed. One thread at a time; take() always on the same one.
//
//     while (const auto share = animation->next())
//         TRY_DONE(animation->take(what is painted of play.value(*share)));
//     animation->commit();
class Animation
{
public:
    // `path`: raw bytes; "-" is standard output, of a GIF only. Frames: {frame} becomes 001 …, one file each. Errors:
    // Usage MISSING: no {frame}, no ffmpeg; Output; Resource: too many files.
    static Result<std::unique_ptr<Animation>> make(const std::string& path, AnimationFormat format,
                                                   const PlayOptions& options);
    virtual ~Animation() = default;

    // What is drawn next, as a share of the play; nullopt: nothing. A GIF asks for some pictures twice: first for their
    // colors.
    std::optional<double> next() const;
    Status take(const FigurePicture& frame); // Errors: Output, Cancelled
    virtual Status commit() = 0; // all files take their places, or none; any thread
    double done() const; // 0 … 1

protected:
    // `samples`: pictures that are drawn first for the colors.
    explicit Animation(const PlayOptions& options, std::size_t samples = 0)
        : m_options(options)
        , m_samples(samples)
    {
    }
    const PlayOptions& options() const { return m_options; }

private:
    virtual void sample(const FigurePicture&) { }
    virtual Status add(const QImage& image, int frame, bool last) = 0;

    PlayOptions m_options;
    std::size_t m_samples;
    std::size_t m_drawn = 0;
};

// A GIF in `file`; for Animation::make.
std::unique_ptr<Animation> gifInto(OutputFile file, const PlayOptions& options);

} // namespace phasor
