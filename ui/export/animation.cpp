// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/animation.h"

#include "export/figure.h"
#include "system/cancelscope.h"
#include "system/outputfile.h"

#include <QProcess>
#include <QStandardPaths>

#include <filesystem>

namespace phasor {

namespace {

constexpr std::string_view kFrameMark = "{frame}";

// ffmpeg gets the pictures by a pipe and writes into the open file.
class Mp4File : public Animation
{
public:
    Mp4File(OutputFile file, QString program, const PlayOptions& options)
        : Animation(options)
        , m_file(std::move(file))
        , m_program(std::move(program))
    {
    }
    ~Mp4File() override
    {
        m_ffmpeg.kill();
        m_ffmpeg.waitForFinished();
    }
    Status commit() override { return m_file.commit(); }

private:
    Status add(const QImage& image, int frame, bool last) override
    {
        if (frame == 0)
            start(image);
        const QImage bytes = image.convertToFormat(QImage::Format_RGBX8888);
        m_ffmpeg.write(reinterpret_cast<const char*>(bytes.constBits()), bytes.sizeInBytes());
        TRY_DONE(waitUntil([this] { return m_ffmpeg.bytesToWrite() == 0; }));
        if (!last)
            return Done{};
        m_ffmpeg.closeWriteChannel();
        TRY_DONE(waitUntil([this] { return m_ffmpeg.state() == QProcess::NotRunning; }));
        return m_ffmpeg.exitStatus() == QProcess::NormalExit && m_ffmpeg.exitCode() == 0 ? Status(Done{}) : failed();
    }

    void start(const QImage& image)
    {
        constexpr qsizetype kMostComment = 100000; // bytes of one argument of a program
        const QByteArray session = image.text(kSessionText).toUtf8();
        QStringList arguments
            = QStringLiteral(
                  "-v error -y -f rawvideo -pix_fmt rgba -s %1x%2 -r %3 -i - -an -c:v libx264 -crf 16 "
                  "-threads 4 -pix_fmt yuv420p -colorspace bt709 -color_primaries bt709 -color_trc "
                  "bt709 -vf pad=ceil(iw/2)*2:ceil(ih/2)*2:color=0x%4,scale=out_color_matrix=bt709:out_range=tv "
                  "-movflags +faststart -fflags +bitexact -flags:v +bitexact -map_metadata -1 -f mp4")
                  .arg(image.width())
                  .arg(image.height())
                  .arg(options().fps)
                  .arg(image.pixelColor(0, 0).name().mid(1))
                  .split(u' ');
        if (!session.isEmpty() && session.size() < kMostComment)
            arguments << QStringLiteral("-metadata") << QStringLiteral("comment=") + QString::fromUtf8(session);
        m_ffmpeg.start(m_program, arguments << QString::fromStdString(m_file.pathForOthers()));
    }

    Status waitUntil(const auto& ready)
    {
        constexpr int kPatience = 50; // ms between two looks at a cancel
        while (!ready()) {
            if (cancelled())
                return cancelledError();
            if (m_ffmpeg.state() == QProcess::NotRunning)
                return failed();
            m_ffmpeg.bytesToWrite() > 0 ? m_ffmpeg.waitForBytesWritten(kPatience) : m_ffmpeg.waitForFinished(kPatience);
        }
        return Done{};
    }

    Error failed()
    {
        const QString said = QString::fromUtf8(m_ffmpeg.readAllStandardError()).trimmed();
        const QString line = said.isEmpty() ? m_ffmpeg.errorString() : said.section(u'\n', -1);
        return {ErrorKind::Output, "FFMPEG", quotedPlace(m_file.path()),
                WORDS("ffmpeg failed: %1").with(inQuotes(line.toStdString())),
                WORDS("use .gif, or a newer ffmpeg with libx264")};
    }

    OutputFile m_file;
    QString m_program;
    QProcess m_ffmpeg;
};

// A PNG for each frame, all of them open until the last one is written.
class FrameFiles : public Animation
{
public:
    FrameFiles(std::string pattern, const PlayOptions& options)
        : Animation(options)
        , m_pattern(std::move(pattern))
        , m_digits(std::max<std::size_t>(3, std::to_string(options.frames()).size()))
    {
    }

    Status commit() override
    {
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            Status done = m_files[i].commit();
            if (done.ok())
                continue;
            std::error_code ignored;
            for (std::size_t made = 0; made < i; ++made) {
                if (m_new[made])
                    std::filesystem::remove(m_files[made].path(), ignored);
            }
            return done;
        }
        return Done{};
    }

private:
    Status add(const QImage& image, int frame, bool) override
    {
        std::string number = std::to_string(frame + 1);
        number.insert(0, m_digits - std::min(m_digits, number.size()), '0');
        std::string name = m_pattern;
        for (std::size_t at = 0; (at = name.find(kFrameMark, at)) != std::string::npos; at += number.size())
            name.replace(at, kFrameMark.size(), number);
        m_new.push_back(!std::filesystem::exists(name));
        TRY(OutputFile file, OutputFile::open(std::move(name)));
        const QByteArray bytes = pngOf(image);
        TRY_DONE(file.write(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
        m_files.push_back(std::move(file));
        return Done{};
    }

    std::string m_pattern;
    std::size_t m_digits;
    std::vector<OutputFile> m_files;
    std::vector<bool> m_new; // it replaces no file
};

// Whether the frames have different names and few enough to be open at once. Errors: Usage MISSING; Resource FILES.
Status checkFrames(const std::string& path, int frames)
{
    constexpr std::int64_t kOthers = 64; // files that are open anyway
    if (path.find(kFrameMark) == std::string::npos)
        return usageError("MISSING", "--out", WORDS("the frames would have the same name"),
                          WORDS("write %1 where their number belongs, or use .gif").with(kFrameMark));
    if (const std::int64_t most = openFilesAllowed(frames + kOthers) - kOthers; frames > most)
        return Error{ErrorKind::Resource, "FILES", Message::option("--play"),
                     WORDS("%1 frames need as many open files, but the limit is %2").with(frames, most),
                     WORDS("use fewer frames, a .gif, or a higher limit (ulimit -n)")};
    return Done{};
}

} // namespace

std::optional<AnimationFormat> animationFormatOf(const QString& fileName)
{
    const QString ending = fileName.section(u'.', -1).toLower();
    if (ending == u"gif")
        return AnimationFormat::Gif;
    if (ending == u"mp4")
        return AnimationFormat::Mp4;
    return ending == u"png" ? std::optional(AnimationFormat::Frames) : std::nullopt;
}

Result<std::unique_ptr<Animation>> Animation::make(const std::string& path, AnimationFormat format,
                                                   const PlayOptions& options)
{
    if (format == AnimationFormat::Frames) {
        TRY_DONE(checkFrames(path, options.frames()));
        return std::unique_ptr<Animation>(std::make_unique<FrameFiles>(path, options));
    }
    const QString ffmpeg
        = format == AnimationFormat::Mp4 ? QStandardPaths::findExecutable(QStringLiteral("ffmpeg")) : QString();
    if (format == AnimationFormat::Mp4 && ffmpeg.isEmpty())
        return usageError("MISSING", "--out", WORDS("an MP4 needs ffmpeg, which is not on PATH"),
                          WORDS("install it, or use .gif"));
    TRY(OutputFile file, path == "-" ? OutputFile::standardOutput() : OutputFile::open(path));
    if (format == AnimationFormat::Gif)
        return gifInto(std::move(file), options);
    if (file.pathForOthers().empty())
        return usageError("CONFLICT", "--out", WORDS("an MP4 cannot be written into a pipe or device"),
                          WORDS("use a file"));
    return std::unique_ptr<Animation>(std::make_unique<Mp4File>(std::move(file), ffmpeg, options));
}

std::optional<double> Animation::next() const
{
    if (m_drawn < m_samples)
        return static_cast<double>(m_drawn) / static_cast<double>(m_samples - 1);
    const auto frame = static_cast<int>(m_drawn - m_samples);
    return frame < m_options.frames() ? std::optional(m_options.share(frame)) : std::nullopt;
}

Status Animation::take(const FigurePicture& frame)
{
    const std::size_t drawn = m_drawn++;
    if (drawn < m_samples) {
        sample(frame);
        return Done{};
    }
    const auto number = static_cast<int>(drawn - m_samples);
    return add(frame.image, number, number + 1 == m_options.frames());
}

double Animation::done() const
{
    return static_cast<double>(m_drawn) / static_cast<double>(m_samples + static_cast<std::size_t>(m_options.frames()));
}

} // namespace phasor
